import { shape } from "../generated/buffet_boss";
import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  shape,
  seats: 2,
  seed: "lesson",
  options: { hand: "gentle" },
  cards: [
    { art: "plate", en: "Everyone has a plate that rocks. Take food from the buffet line and stack it. Food still on your plate at the end earns you its stars.", zh: "每人有一个会摇晃的盘子。从餐台拿食物堆上去，最后还在盘上的食物就能让你得星。" },
    { art: "ruler", en: "The tallest plate earns five more stars. But a tall, top-heavy pile tips over; low and wide is safer.", zh: "最高的盘子再得五颗星。但是头重脚轻会翻倒，堆得低、堆得宽才稳当。" },
    { art: "bell", en: "The last player of a round may take both foods that are left. Round food is worth more, but it rolls.", zh: "每轮最后一位可以拿走剩下的两份食物。圆滚滚的食物星多，但是会滚。" },
    { step: "MustPick", art: "plate", en: "Click a food in the buffet line to take it.", zh: "点餐台上的一份食物，把它拿走。" },
    { step: "MustStack", art: "plate", en: "Move the food over your plate, turn it with Q and E or the wheel, flip it with F, and let go. Your hand sways a little: wait for the right moment.", zh: "把食物移到盘子上方，用 Q、E 或滚轮转动，用 F 翻面，然后松手。你的手会有点晃：看准时机再松手。" },
    { step: "MaySave", art: "bin", en: "Something fell! Grab it quickly. If several pieces fell, you can save only half of them.", zh: "有食物掉了！快捡起来。掉了好几块时，只能救回一半。" },
    { verb: "taketwo", art: "plate", en: "You are the last player of the round: you may take both foods, but you must say so before you stack.", zh: "你是本轮最后一位：可以拿两份，但要在堆放之前决定。" },
    { step: "LastLook", art: "ruler", en: "The last look: you may still adjust pieces on your plate; then get ready for scoring.", zh: "最后检查：还可以调整盘上的食物，然后准备好计分。" },
    { step: "MustChoose", art: "crown", en: "Choose the character that earns you more stars.", zh: "选择能让你得更多星的角色。" },
  ],
  steps: [
    { move: { verb: "take" }, art: "plate", en: "Take the glowing food from the buffet line: click it.", zh: "点餐台上发光的食物，把它拿走。" },
    { move: { verb: "place" }, any: true, art: "plate", en: "Move it over your plate with the pointer or the arrow keys, then let go: click, or press the glowing button.", zh: "用指针或方向键把它移到盘子上方，然后松手：点一下，或者按发光的按钮。" },
    { move: { verb: "take" }, art: "plate", en: "A new food. It earns you its stars if it is still on your plate at the end.", zh: "新的食物。最后还在盘上，你就得到它的星。" },
    { move: { verb: "place" }, any: true, art: "ruler", en: "Turn it with Q and E, flip it with F, and stack it where it lies well.", zh: "用 Q、E 转动，用 F 翻面，堆在稳当的地方。" },
    { move: { verb: "take" }, art: "plate", en: "Once more: take the glowing food.", zh: "再来一次：拿发光的食物。" },
    { move: { verb: "place" }, any: true, art: "trophy", en: "Stack it. The tallest plate earns five more stars, as long as it does not tip over.", zh: "把它堆上去。最高的盘子再得五颗星，只要不翻倒。" },
  ],
};
