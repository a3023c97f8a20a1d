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
  steps: [
    { move: /^burger \w+[4-6] l/, art: "token-meat", en: "Take a good die: click the glowing die, then the glowing space of the same ingredient. Left spaces make the Basic burger.", zh: "选一颗好骰子：先点发光的骰子，再点同种食材的发光格子。左列做基础汉堡。" },
    { move: /^burger \w+ l/, art: "token-vegetable", en: "Now it is your turn again. Fill another space on the left: it unlocks its neighbour on the right.", zh: "又轮到你了。再填一个左格：它会打开右边的格子。" },
    { move: /^burger \w+ bread/, art: "token-bread", en: "A new round, new dice. Bread holds a burger together: put it in its place.", zh: "新的一轮，新的骰子。面包是汉堡的基础：放上去。" },
    { move: /^reroll_own/, art: "scooter", en: "You can do better! Press Reroll and then a die on your burger. It keeps its ingredient and shows new pips. It works once a game.", zh: "还能更好！按“重骰”，再点汉堡上的一颗骰子。食材不变，点数重掷。每局一次。" },
    { move: /^burger/, art: "token-egg", en: "A card costs no turn: you still take a die, as always.", zh: "用卡不花回合：照常再选一颗骰子。" },
    { move: /^call$/, art: "scooter", en: "Extra Supply: three dice come from the bag, and one of them may replace a die of yours. Press it.", zh: "外送：从袋里来三颗骰子，可以换掉你的一颗。按一下。" },
    { move: /^(swap|keep)/, art: "scooter", en: "Click a delivered die and then the one it replaces, or keep your burger.", zh: "点一颗送来的骰子，再点要换掉的，或者不换。" },
    { move: /^burger/, art: "bell", en: "Take one more die. After six rounds the best burger wins; cards you did not use are worth points too.", zh: "再选一颗。六轮之后最好的汉堡获胜；没用掉的卡也值分。" },
  ],
};
