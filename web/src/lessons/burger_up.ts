import { shape } from "../generated/burger_up";
import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  shape,
  seats: 2,
  seed: "lesson",
  cards: [
    { art: "layer-top_bun", en: "Three orders are open. Serve them with your two burgers: the bigger the burger, the more it pays.", zh: "有三张待完成订单。用你的两个汉堡完成它们：汉堡越大，赚得越多。" },
    { art: "token-tomato", en: "Every card has two ends. The end you use shows its ingredient (round sign) and which type must come next (square sign).", zh: "每张牌有两端。用哪一端，就看那一端：圆标是食材的类型，方标是下一层必须的类型。" },
    { art: "layer-middle_bun", en: "A Middle Bun fits anywhere, and anything can follow it, but it doesn't make the burger bigger.", zh: "中层面包哪里都能放，后面也什么都能接，但不算层数。" },
    { art: "coin", en: "Whenever an order is served, every other open order gains a coin. The richest kitchen wins.", zh: "每当有订单完成，其他待完成订单各加 1 元。最有钱的厨房获胜。" },
    { step: "TakeTurn", art: "token-lettuce", en: "Place up to three cards: click one half of a card, then a glowing burger. The marks on the orders show what is still missing.", zh: "最多放三张牌：点牌的一端，再点发光的汉堡。订单上的标记显示还缺什么。" },
    { verb: "buy", art: "coin-1", en: "You may buy market cards for $1 each, but only before you place anything.", zh: "市场牌每张 1 元，但只能在放第一张牌之前买。" },
    { verb: "spatula", art: "spatula", en: "The Spatula lifts the top part of a burger: throw it away or move it onto your other burger. A pristine Spatula is worth 4 points at the end, a dirty one 2.", zh: "锅铲可以把汉堡上面的部分铲到弃牌堆，或铲到另一个汉堡上。干净的锅铲结束时值 4 分，脏的值 2 分。" },
    { verb: "claim", art: "burger", en: "This burger fulfils an order. Press the green button on the order to serve it. Only one order each turn!", zh: "这个汉堡满足一张订单。按订单上的绿色按钮上菜。每回合只能完成一张！" },
    { step: "CleanUp", art: "bin", en: "Discard what you don't want, then end your turn; your hand is refilled to four cards.", zh: "弃掉不想要的牌，然后结束回合；手牌会补到四张。" },
    { step: "ChooseReward", art: "star", en: "Ten layers: a Colossal! Take $10, or upgrade both bottom buns for the rest of the game.", zh: "十层，巨无霸！拿 10 元，或把两个底层面包永久升级。" },
  ],
  steps: [
    { move: { verb: "buy" }, art: "coin-1", en: "Buy the glowing market card for $1. That is possible only before you build.", zh: "花 1 元买发光的市场牌。只有制作之前可以买。" },
    { move: { verb: "place" }, not: { card: "bun5" }, art: "token-lettuce", en: "Build: click the glowing half of a card, then the glowing burger. The square sign says what must come next.", zh: "开始制作：点牌上发光的一端，再点发光的汉堡。方标说明下一层必须是什么。" },
    { move: { verb: "place" }, not: { card: "bun5" }, art: "token-tomato", en: "Another one. Each ingredient makes the burger bigger; look at the marks on the orders.", zh: "再放一层。每层食材让汉堡更大；看看订单上的标记。" },
    { move: { verb: "place" }, art: "layer-middle_bun", en: "Three cards a turn is the most. Place the third.", zh: "每回合最多三张。放第三张。" },
    { move: { verb: "cleanup" }, art: "bin", en: "Nothing can be served yet. Go on to cleaning up.", zh: "现在还不能上菜。开始清理。" },
    { move: { verb: "end" }, art: "card-back", en: "You could discard cards now. Draw up to four cards and end the turn.", zh: "现在可以弃牌。补牌到四张并结束回合。" },
    { move: { verb: "place" }, not: { card: "bun5" }, art: "token-cheese", en: "Your second turn: build on. When a burger fulfils an order, its button on the order glows: press it to serve.", zh: "第二个回合：继续制作。汉堡满足订单时，订单上的按钮会发光：按下就上菜。" },
  ],
};
