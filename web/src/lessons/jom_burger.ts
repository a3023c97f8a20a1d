import { shape } from "../generated/jom_burger";
import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  shape,
  seats: 2,
  seed: "lesson 73",
  cards: [
    { art: "token-bread", en: "Welcome to the stall! You build one burger out of dice. The colour of a die is its ingredient, its pips are its quality.", zh: "欢迎来到路边汉堡档！你要用骰子做一个汉堡。骰子的颜色代表食材，点数代表品质。" },
    { art: "bag", en: "Each round you take turns picking dice from the pool: once round the table, then back again. So the last player picks twice in a row.", zh: "每回合，食材堆里的骰子用蛇形轮抽来分：先顺时针选一圈，再反方向选一圈，所以最后一位可以连选两颗。" },
    { art: "bell", en: "Both breads and the left column make a Basic Burger. Add the right column for a Premium Burger. Each pays an award, and the first player to finish gets more.", zh: "上下面包加左边一排就是基础汉堡，再加右边一排就是高阶汉堡。两者都有加成，最先完成的玩家得分更多。" },
    { art: "padlock", en: "The padlocks on the right open when the whole left column is filled. Fries and soda count only once your Basic Burger is complete.", zh: "右边带锁的位置，要等左边一排全部填满才开放。薯条汽水要等基础汉堡完成后才计分。" },
    { step: "MustTakeDie", art: "token-meat", en: "Click a glowing die, then the glowing space. You must take a die, and you can't throw one away while any die still fits your burger.", zh: "点一颗发光的骰子，再点发光的位置。必须选取一颗骰子；还有合适的食材时，不能存入冰箱。" },
    { verb: "reroll_pool", art: "scooter", en: "Reroll and Extra Supply work once each. Rerolling never changes the ingredient. Unused cards are worth points at the end.", zh: "重骰卡和外送食材卡各只能用一次。重骰不会改变食材。没用掉的行动卡在结算时值分。" },
    { verb: "fridge", art: "fridge", en: "Nothing fits your burger now, so you must put a die into the Fridge. Take one that a rival wants!", zh: "现在没有食材能放入你的汉堡卡，只好选一颗骰子存入冰箱。选对手想要的那颗吧！" },
    { step: "MaySwapDie", art: "scooter", en: "Three dice were delivered. Swap one of them for a worse die of yours, or keep your burger.", zh: "外送来了三颗骰子。可以对换自己较差的一颗，也可以不换。" },
    { step: "MayRerollOnce", art: "bell", en: "Last chance: reroll one of your dice, or keep the card for its points.", zh: "最后机会：重骰自己汉堡卡上的一颗骰子，或者留着重骰卡换分。" },
  ],
  steps: [
    { move: { verb: "burger", die: "vegetable4", slot: "l2" }, art: "token-vegetable", en: "Take a good die: click the glowing die, then the glowing space of the same ingredient. Left spaces make the Basic Burger.", zh: "选取一颗好骰子：先点发光的骰子，再点同类食材的发光位置。左边一排做基础汉堡。" },
    { move: { verb: "burger", slot: "l1" }, art: "token-meat", en: "It is your turn again. Fill another space on the left: only a full left column opens the right one.", zh: "又轮到你了。再填左边的一个位置：左边一排全部填满，右边才开放。" },
    { move: { verb: "burger", slot: "bread_bottom" }, art: "token-bread", en: "A new round, new dice. Both breads belong to the Basic Burger, and they can go on at any time.", zh: "新的回合，新的骰子。基础汉堡需要上下面包，什么时候放都可以。" },
    { move: { verb: "reroll_own", slot: "bread_bottom" }, art: "scooter", en: "Only one pip? You can do better! Press Reroll, then the bread on your burger. It stays bread and shows new pips. It works once a game.", zh: "只有 1 点？还能更好！按“重骰”，再点汉堡卡上的面包。食材不变，点数重新掷出。每局一次。" },
    { move: { verb: "burger", slot: "l4" }, art: "token-cheese", en: "Using a card doesn't end your turn: you still take a die as usual.", zh: "用行动卡不占选取机会：照常选取一颗骰子。" },
    { move: { verb: "call" }, art: "scooter", en: "Extra Supply: three dice come from the bag, and one of them may replace a die of yours. Press it.", zh: "外送食材：从袋中抽来三颗骰子，可以与你的一颗对换。按一下。" },
    { move: { verb: "swap" }, art: "scooter", en: "A better one has come! Click the glowing die that was delivered and then the one it replaces.", zh: "来了更好的！先点外送来的发光骰子，再点要换出的那颗。" },
    { move: { verb: "burger", die: "egg4", slot: "l3" }, art: "token-egg", en: "One space on the left is still empty. Fill it and watch the padlocks.", zh: "左边只剩一个空位。填上它，看看右边的锁。" },
    { move: { verb: "burger", slot: "r4" }, art: "bell", en: "The right column is open! Take a die for it. After six rounds the best burger wins; cards you did not use are worth points too.", zh: "右边一排开放了！选取一颗放上去。六回合之后总得分最高的玩家获胜；没用掉的行动卡也值分。" },
  ],
};
