import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  seats: 2,
  seed: "lesson",
  cards: [
    { art: "layer-top_bun", en: "Three orders are open. Serve them with your two burgers: the bigger the burger, the more it pays.", zh: "有三张公开的订单。用你的两个汉堡完成它们：汉堡越大，赚得越多。" },
    { art: "token-tomato", en: "Every card has two ends. The end you use shows its ingredient (round sign) and which type must come next (square sign).", zh: "每张牌有两端。用哪一端，就看那一端：圆标是食材的类型，方标是下一层必须的类型。" },
    { art: "layer-middle_bun", en: "Middle Buns fit everywhere and are followed by anything, but they add no size.", zh: "中层面包哪里都能放，后面也什么都能接，但不增加大小。" },
    { art: "coin", en: "Whenever an order is served, every other open order gains a coin. The richest kitchen wins.", zh: "每当有订单完成，其他公开订单各加一枚硬币。最有钱的厨房获胜。" },
    { step: "TakeTurn", art: "token-lettuce", en: "Place up to three cards: click one half of a card, then a glowing burger. The marks on the orders show what is still missing.", zh: "最多放三张牌：点牌的一半，再点发光的汉堡。订单上的标记显示还缺什么。" },
    { verb: "buy", art: "coin-1", en: "You may buy market cards for $1 each, but only before you place anything.", zh: "市场牌每张 1 元，但只能在放第一张牌之前买。" },
    { verb: "spatula", art: "spatula", en: "The Spatula lifts the top of a burger away or onto your other burger. A clean Spatula is worth 4 points at the end, a dirty one 2.", zh: "锅铲可以把汉堡的上半部分丢掉或移到另一个汉堡。干净的锅铲结束时值 4 分，脏的值 2 分。" },
    { verb: "claim", art: "burger", en: "This burger fulfils an order. Press the green button on the order to serve it. Only one order each turn!", zh: "这个汉堡满足一张订单。按订单上的绿色按钮上菜。每回合只能完成一张！" },
    { step: "CleanUp", art: "bin", en: "Throw away what you do not like, then end your turn; you draw up to four cards.", zh: "丢掉不想要的牌，然后结束回合；手牌会补到四张。" },
    { step: "ChooseReward", art: "star", en: "Ten layers: a Colossal! Take $10, or upgrade both bottom buns for the rest of the game.", zh: "十层，巨无霸！拿 10 元，或把两个底层面包永久升级。" },
  ],
};
