import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  seats: 3,
  seed: "lesson",
  cards: [
    { art: "burger", en: "Alien chefs build burgers. A turn is one action: draw a card, or use one.", zh: "外星厨师在做汉堡。每回合一个行动：抽一张牌，或者用一张牌。" },
    { art: "padlock", en: "A burger that has a bun and a patty is finished and locked, whoever put them there. Only finished burgers count.", zh: "汉堡有了面包和肉饼就完成并锁定，不管是谁放的。只有完成的汉堡计分。" },
    { art: "bin", en: "Put good ingredients on your own plate and bad ones on a rival's. Yes, that is allowed. It is war.", zh: "好食材放自己盘里，坏食材放对手盘里。没错，这是允许的，这是战争。" },
    { art: "bell", en: "As soon as everybody has a finished burger the game stops at once. A tie for first place has no winner!", zh: "所有人都有完成的汉堡时，游戏立刻结束。第一名平分就没有赢家！" },
    { step: "TakeAction", art: "card-back", en: "Click a card of your hand and then a glowing plate. The number on the plate shows what your finished burgers would count then. Or click the deck to draw.", zh: "点一张手牌，再点发光的盘子。盘上的数字是那样做之后完成汉堡的分数。也可以点牌库抽牌。" },
    { verb: "nuke", art: "bin", en: "NUKE removes one ingredient that is not locked away. Choose it, then the glowing ingredient.", zh: "核弹可以炸掉一个没有锁住的食材。先选核弹，再选发光的食材。" },
    { verb: "transmog", art: "token-cheese", en: "TRANSMOG swaps an ingredient on a plate for one of your hand. Choose it, then the ingredient, then the card that goes there.", zh: "变形枪把盘上的一个食材换成你的手牌。先选它，再选食材，最后选换上去的牌。" },
    { step: "MustDiscard", art: "card-back", en: "Your hand is over its limit. Throw a card away.", zh: "你的手牌超过上限，丢掉一张。" },
    { step: "TakeAim", art: "bell", en: "WAR! Everybody secretly points at a rival to rob. All aims are shown together.", zh: "战争！每个人秘密指向一个要抢的对手，同时亮出。" },
    { step: "RaiseShield", art: "padlock", en: "Somebody aims at you. A DEFLECTOR would stop the robbers, but then you steal nothing yourself.", zh: "有人瞄准了你。偏转盾能挡住强盗，但你自己也就不能抢了。" },
    { step: "TakeLoot", art: "trophy", en: "Take your loot: click a glowing ingredient.", zh: "拿走战利品：点一个发光的食材。" },
    { step: "AnswerAttack", art: "padlock", en: "You are attacked. Deflect it, or let it happen.", zh: "你被攻击了。挡开它，或者随它去。" },
  ],
  steps: [
    { move: /^draw$/, art: "card-back", en: "Your first action: click the deck to draw a card.", zh: "第一个行动：点牌库抽一张牌。" },
    { move: /^place \w+_n\d [12]/, art: "bin", en: "A card that counts minus is a present for a rival: click it, then the glowing plate.", zh: "负分的牌就送给对手：点它，再点发光的盘子。" },
    { move: /^place bun_\w+ 0/, art: "token-bread", en: "Keep the good ones. Put the bun on your own plate: bun and patty finish a burger.", zh: "好牌留给自己。把面包放在自己的盘上：有面包和肉饼，汉堡就完成了。" },
    { move: /^(nuke|transmog)/, art: "bell", en: "Weapons! Click the glowing card in your hand, then the glowing ingredient it hits.", zh: "武器！点手里发光的牌，再点要打的发光食材。" },
    { move: /^aim/, art: "bell", en: "WAR was drawn! Point at the rival that you want to rob: click the glowing plate.", zh: "抽到战争！指向要抢的对手：点发光的盘子。" },
  ],
};
