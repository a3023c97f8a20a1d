import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  seats: 2,
  seed: "lesson",
  options: { hand: "gentle" },
  cards: [
    { art: "plate", en: "Everyone has a plate that rocks. Take food from the line and stack it. What still lies on your plate at the end pays its stars.", zh: "每人一个会摇晃的盘子。从餐台拿食物堆上去，最后还在盘上的就得星。" },
    { art: "ruler", en: "The tallest plate earns five more stars. But high and heavy on top tips over: low and broad is safe.", zh: "最高的盘子多得五颗星。但头重脚轻会翻倒：低而宽才安全。" },
    { art: "bell", en: "The last player of a round may take both foods that are left. Round food is worth more, and rolls.", zh: "每轮最后一位可以拿走剩下的两份。圆滚滚的食物值钱，但会滚。" },
    { step: "MustPick", art: "plate", en: "Click a food of the line to take it.", zh: "点餐台上的一份食物拿走。" },
    { step: "MustStack", art: "plate", en: "Move the food over your plate, turn it with Q and E or the wheel, flip it with F, and let go. Your hand sways a little: wait for the right moment.", zh: "把食物移到盘子上方，用 Q、E 或滚轮旋转，F 翻面，然后放手。你的手会有点晃：等准时机。" },
    { step: "MaySave", art: "bin", en: "Something fell! Grab it quickly. If several pieces fell you can only save half of them.", zh: "掉了！快抓住。掉了好几个时只能救回一半。" },
    { verb: "taketwo", art: "plate", en: "You are the last of the round: you may take both foods, but you must say so before you stack.", zh: "你是本轮最后一位：可以拿两份，但要在堆放之前说好。" },
    { step: "LastLook", art: "ruler", en: "The last look: you may still adjust pieces on your plate, then get ready for scoring.", zh: "最后检查：还可以调整盘上的食物，然后准备计分。" },
    { step: "MustChoose", art: "crown", en: "Choose the character that pays you more.", zh: "选择给你更多奖励的角色。" },
  ],
  steps: [
    { move: /^take /, art: "plate", en: "Take the glowing food of the line: click it.", zh: "点餐台上发光的食物，拿走。" },
    { move: /^place/, any: true, art: "plate", en: "Move it over your plate with the pointer or the arrows, then let go: click, or press the glowing button.", zh: "用指针或方向键移到盘子上方，然后放手：点一下，或按发光的按钮。" },
    { move: /^take /, art: "plate", en: "A new food. Its stars are what it pays if it still lies on your plate at the end.", zh: "新的食物。最后还在盘上，就得它的星。" },
    { move: /^place/, any: true, art: "ruler", en: "Turn it with Q and E, flip it with F, and stack it where it lies well.", zh: "用 Q、E 旋转，F 翻面，放在稳当的地方。" },
    { move: /^take /, art: "plate", en: "Once more: take the glowing food.", zh: "再来一次：拿发光的食物。" },
    { move: /^place/, any: true, art: "trophy", en: "Stack it. The tallest plate earns five more stars, if it does not tip over.", zh: "堆上去。最高的盘子多得五星，只要不翻。" },
  ],
};
