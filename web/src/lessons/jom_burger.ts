import type { Lesson } from "./lesson";

export const lesson: Lesson = {
  seats: 2,
  seed: "lesson",
  cards: [
    { art: "token-bread", en: "Welcome to the stall! You build one burger out of dice. The colour of a die is its ingredient, its pips are its quality.", zh: "欢迎来到路边档！你要用骰子做一个汉堡。骰子的颜色是食材，点数是品质。" },
    { art: "bag", en: "Each round the dice on the counter are shared out in a snake: first one way round, then back. So the last player picks twice in a row.", zh: "每轮台面上的骰子按蛇形顺序分：先顺着选一圈，再倒着选一圈，所以最后一位可以连选两次。" },
    { art: "bell", en: "Both breads and the left column make a Basic burger. Add the right column for a Premium burger. Each pays a bonus, and the first player to finish gets more.", zh: "两片面包加左列就是基础汉堡，再加右列就是高阶汉堡。两者都有奖励，最先完成的人拿得更多。" },
    { art: "padlock", en: "A space with a padlock opens when the space to its left is filled. Fries and soda only count once your Basic burger is complete.", zh: "带锁的格子要等它左边的格子填好才打开。薯条和汽水要等基础汉堡完成后才计分。" },
    { step: "MustTakeDie", art: "token-meat", en: "Click a bright die, then the glowing space. A die that fits somewhere may not be thrown away, and one of the dice must be taken.", zh: "点一颗亮着的骰子，再点发光的格子。能放的骰子不能丢弃，而且必须选一颗。" },
    { verb: "reroll_pool", art: "scooter", en: "Reroll and Extra Supply work once each. Rerolling never changes the ingredient. Unused cards are worth points at the end.", zh: "重骰卡和外送卡各只能用一次。重骰不会改变食材。没用掉的卡在结束时值分。" },
    { verb: "fridge", art: "fridge", en: "Nothing fits your burger now, so you must put a die into the Fridge. Take one that a rival wants!", zh: "现在没有骰子能放上你的汉堡，只好把一颗放进冰箱。拿走对手想要的吧！" },
    { step: "MaySwapDie", art: "scooter", en: "Three dice were delivered. Swap one of them for a worse die of yours, or keep your burger.", zh: "外送来了三颗骰子。可以换掉自己较差的一颗，也可以不换。" },
    { step: "MayRerollOnce", art: "bell", en: "Last chance: reroll one of your dice, or keep the card for its points.", zh: "最后机会：重骰自己的一颗骰子，或者留着卡换分。" },
  ],
};
