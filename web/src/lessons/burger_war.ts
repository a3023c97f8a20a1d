import { shape } from "../generated/burger_war";
import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  shape,
  seats: 3,
  seed: "lesson",
  cards: [
    { art: "burger", en: "Alien chefs build burgers. A turn is one action: draw a card, or use one.", zh: "外星厨师在做汉堡。每回合一个行动：抽一张牌，或者用一张牌。" },
    { art: "padlock", en: "A burger that has a bun and a patty is finished and locked, whoever put them there. Only finished burgers count.", zh: "汉堡有了面包和肉饼就完成并锁住，不管是谁放的。只有完成的汉堡计分。" },
    { art: "bin", en: "Put good ingredients on your own plate and bad ones on a rival's. Yes, that is allowed. It is war.", zh: "好食材放在自己的餐盘上，坏食材放到对手的餐盘上。没错，规则允许，这可是战争。" },
    { art: "bell", en: "As soon as everybody has a finished burger, the game stops. A tie for first place has no winner!", zh: "所有人都有完成的汉堡时，游戏立刻结束。最高分平手就没有赢家！" },
    { step: "TakeAction", art: "card-back", en: "Click a card in your hand, then a glowing plate. The number on the plate shows what your finished burgers would then be worth. Or click the deck to draw.", zh: "点一张手牌，再点发光的餐盘。盘上的数字是那样做之后，你完成的汉堡值多少分。也可以点牌库抽牌。" },
    { verb: "nuke", art: "bin", en: "NUKE removes one ingredient that is not locked. Choose NUKE, then a glowing ingredient.", zh: "核弹可以炸掉一份没有锁住的食材。先选核弹，再选发光的食材。" },
    { verb: "transmog", art: "token-cheese", en: "TRANSMOG swaps an ingredient on a plate for one in your hand. Choose TRANSMOG, then the ingredient on the plate, then the card to put there.", zh: "变形器把餐盘上的一份食材换成你的一张手牌。先选变形器，再选盘上的食材，最后选要换上去的牌。" },
    { step: "MustDiscard", art: "card-back", en: "Your hand is over its limit. Throw a card away.", zh: "你的手牌超过上限，弃掉一张。" },
    { step: "TakeAim", art: "bell", en: "WAR! Everybody secretly aims at a rival to rob. All aims are shown together.", zh: "战争！每个人秘密瞄准一个要抢的对手，然后同时亮出。" },
    { step: "RaiseShield", art: "padlock", en: "Somebody aims at you. A DEFLECTOR would stop the robbers, but then you steal nothing yourself.", zh: "有人瞄准了你。偏转盾能保护你的食材，但你自己也就不能抢了。" },
    { step: "TakeLoot", art: "trophy", en: "Take your loot: click a glowing ingredient. If you want none of them, take nothing.", zh: "拿走战利品：点一份发光的食材。都不想要，也可以什么也不拿。" },
    { step: "AnswerAttack", art: "padlock", en: "You are under attack. Deflect it, or let it happen.", zh: "有人攻击你。要么偏转，要么随它去。" },
  ],
  steps: [
    { move: { verb: "draw" }, art: "card-back", en: "Your first action: click the deck to draw a card.", zh: "第一个行动：点牌库抽一张牌。" },
    { move: { verb: "place", card: "patty_n2" }, not: { plate: 0 }, art: "bin", en: "A card with a minus sign is a gift for a rival: click it, then the glowing plate.", zh: "带负数的牌就送给对手：点这张牌，再点发光的餐盘。" },
    { move: { verb: "place", card: "bun_leg", plate: 0 }, art: "token-bread", en: "Keep the good ones. Put the bun on your own plate: bun and patty finish a burger.", zh: "好牌留给自己。把面包放到自己的餐盘上：有面包和肉饼，汉堡就完成了。" },
    { move: { verb: "nuke" }, not: { placed: "patty_n2#1" }, art: "bell", en: "Weapons! Click the glowing card in your hand, then the glowing ingredient it hits.", zh: "武器！点手里发光的牌，再点要攻击的发光食材。" },
    { move: { verb: "aim" }, art: "bell", en: "WAR was drawn! Aim at the rival you want to rob: click the glowing plate.", zh: "抽到战争！瞄准要抢的对手：点发光的餐盘。" },
  ],
};
