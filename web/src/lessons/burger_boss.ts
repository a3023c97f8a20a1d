import { shape } from "../generated/burger_boss";
import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  shape,
  seats: 2,
  seed: "bun",
  cards: [
    { art: "person-boss", en: "You run a burger shack. Customers wait in a queue: the longer they wait the more they pay, until they leave.", zh: "你经营一家汉堡小店。顾客在排队：等得越久付得越多，直到他们离开。" },
    { art: "cup", en: "Your dice are your workers. Everybody rolls in secret and decides who turns up. The lowest total acts first, and sells first.", zh: "骰子是你的员工。大家秘密掷骰，决定谁上班。总点数最小的先行动，也先卖。" },
    { art: "token-bun", en: "Send one worker at a time: the Bakery gives buns, the Butchers give patties, and so on. A numbered space takes only a die with that number.", zh: "一次派一名员工：面包房给面包，肉铺给肉饼，等等。有数字的位置只收那个点数的骰子。" },
    { art: "grill", en: "Cook in your own kitchen, once each round. Food must match an order exactly: add lettuce, and it's no longer a classic.", zh: "在自己的厨房烹饪，每轮一次。餐点必须与订单完全一致：多一份生菜就不是经典汉堡了。" },
    { step: "DirectWorkers", art: "token-patty", en: "Click a die, then a glowing card. Fetch first, cook last: you can only cook once a round.", zh: "点一颗骰子，再点发光的牌。先取材，最后烹饪：每轮只能烹饪一次。" },
    { step: "RevealWorkers", art: "cup", en: "Choose which workers turn up: click dice to send them to the bench. Fewer dice make a lower total, so you act earlier.", zh: "选择谁上班：点骰子让它轮休。骰子少，总点数就小，行动更早。" },
    { step: "MakeRoom", art: "fridge", en: "Your cold storage is full. Put something back, or refuse the new ingredient.", zh: "冷藏柜满了。放回一份食材，或放弃新的。" },
    { step: "CookFood", art: "flame", en: "Put ingredients on the grill: click one in your storage, then a grill space. Every order here has two buns.", zh: "把食材放上烤架：点冷藏柜里的一份，再点烤架上的一格。每张订单都要两个面包。" },
    { step: "BuyIngredients", art: "bag", en: "The Supermarket sells anything for $2. Click what you need.", zh: "超市的食材每份 2 元。点你需要的。" },
    { step: "SellFood", art: "coin-10", en: "Somebody wants exactly what is on your grill. Click the glowing customer. Those at Super-size pay most, and leave after this round.", zh: "有人正好想要你烤架上的餐点。点发光的顾客。超大份位置的顾客付得最多，本轮结束就会离开。" },
    { step: "AnswerWindow", art: "card-back", en: "You hold Manager's Specials and may play one now, or pass. The others do not see which you hold.", zh: "你有经理特令，现在可以打出，也可以不打。别人看不到你有哪张。" },
  ],
  steps: [
    { move: { verb: "place", card: "bakery" }, art: "token-bun", en: "Send a worker to the Bakery: click the glowing die, then the Bakery. Space 4 or 5 gives two buns.", zh: "派员工去面包房：先点发光的骰子，再点面包房。4 点和 5 点的位置给两个面包。" },
    { move: { verb: "place", card: "butchers" }, art: "token-patty", en: "Now a patty from the Butchers with your other die.", zh: "再用另一颗骰子去肉铺拿肉饼。" },
    { move: { verb: "reveal" }, any: true, art: "cup", en: "A new round: everybody has rolled in secret. Let both workers turn up.", zh: "新的一轮：大家都秘密掷了骰。让两名员工都上班。" },
    { move: { verb: "place", card: "kitchen" }, art: "flame", en: "You have everything you need for a classic burger. Send a worker into your own kitchen to cook.", zh: "经典汉堡的食材齐了。派一名员工进自己的厨房烹饪。" },
    { move: { verb: "cook", stored: "bun" }, art: "token-bun", en: "Put a bun on the grill: click it in your cold storage.", zh: "把面包放上烤架：点冷藏柜里的面包。" },
    { move: { verb: "cook", stored: "bun" }, art: "token-bun", en: "And the other bun. A burger needs two.", zh: "再放一个面包。汉堡要两个。" },
    { move: { verb: "cook", stored: "patty" }, art: "token-patty", en: "Now the patty, and nothing else: a classic is two buns and a patty.", zh: "再放肉饼，别的不要：经典汉堡就是两个面包加一块肉饼。" },
    { move: { verb: "place", card: "produce" }, art: "token-tomato", en: "Your other worker fetches something for later.", zh: "另一名员工去拿点以后用的。" },
    { move: { verb: "sell" }, art: "coin-10", en: "Somebody in the queue wants exactly your burger. Click the glowing customer and take the money!", zh: "队伍里有人正好要你的汉堡。点发光的顾客，收钱！" },
  ],
};
