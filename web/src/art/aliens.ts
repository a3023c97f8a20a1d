/** Ingredients from other worlds for the Burger War: five types, from -3 (cursed) to +3 (legendary), 96 x 96. */

import { cut, dark, disc, dots, group, hand, hash, light, line, path, picture, seeds, waves, type Kit } from "./draw";

const eye = (x: number, y: number, r: number, look: readonly [number, number] = [0, 0.3], lid = ""): string =>
  cut(disc(x, y, r), "#fffaf0", r * 0.18, 0.6) +
  path(disc(x + look[0] * r * 0.5, y + look[1] * r * 0.5 + 0.5, r * 0.52), "#2b1240") +
  path(disc(x + look[0] * r * 0.5 - r * 0.16, y + look[1] * r * 0.5 - r * 0.16, r * 0.17), "#fff") +
  (lid ? path(`M${x - r - 0.5} ${y - 0.5}A${r + 0.5} ${r + 0.5} 0 0 1 ${x + r + 0.5} ${y - 0.5}Z`, lid) : "");

const smile = (x: number, y: number, w: number, happy: number): string =>
  line(`M${x - w} ${y}Q${x} ${y + happy * w} ${x + w} ${y}`, "#2b1240", 2.4);

const sparkle = (x: number, y: number, s: number, fill = "#ffe9a8"): string =>
  path(
    `M${x} ${y - s}Q${x + s * 0.18} ${y - s * 0.18} ${x + s} ${y}Q${x + s * 0.18} ${y + s * 0.18} ${x} ` +
      `${y + s}Q${x - s * 0.18} ${y + s * 0.18} ${x - s} ${y}Q${x - s * 0.18} ${y - s * 0.18} ${x} ${y - s}Z`,
    fill,
  );

const halo = () =>
  `<ellipse cx="48" cy="12" rx="24" ry="6" fill="none" stroke="#b8860f" stroke-width="4.600" ` +
  `transform="translate(0 1.500)"/><ellipse cx="48" cy="12" rx="24" ry="6" fill="none" ` +
  `stroke="#ffd65c" stroke-width="4"/>`;
const rays = (fill: string) =>
  Array.from(
    { length: 12 },
    (_, i) => `<path d="M48 50L44 -2H52Z" fill="${fill}" opacity=".5" transform="rotate(${i * 30} 48 50)"/>`,
  ).join("");
const skulls = (fill: string) =>
  [
    [13, 22],
    [83, 25],
    [12, 76],
    [84, 74],
  ]
    .map(([x, y]) => sparkle(x!, y!, 6, fill))
    .join("");
const swirl = (fill: string) =>
  line("M48 92Q8 92 8 50Q8 12 46 10Q78 10 82 42Q84 72 52 76Q26 76 26 52Q28 32 48 34", fill, 5, 'opacity=".35"');
const fumes = (fill: string) => line("M22 30Q16 24 22 17T20 5M74 30Q80 23 74 16T78 4", fill, 3, 'opacity=".75"');

const mood = (value: number) => (value > 0 ? 0.8 : -0.7);

const finish = (value: number, body: string): string => {
  if (value === 3)
    return rays("#ffd65c") + body + halo() + sparkle(14, 34, 7) + sparkle(84, 30, 6) + sparkle(80, 78, 5);
  if (value === -3) return swirl("#4b1e6b") + body + skulls("#b05ad0");
  if (value === 2) return body + sparkle(14, 22, 6) + sparkle(83, 26, 5);
  if (value === -2) return fumes("#86a33a") + body;
  return body;
};

const bun = (fill: string, crust: string, value: number): string =>
  cut("M14 62H82Q88 62 86 68Q83 82 66 83H30Q13 82 10 68Q8 62 14 62Z", dark(fill, 0.1), 2.4) +
  path("M13 64Q48 71 83 64Q84 62 80 62H16Q12 62 13 64Z", light(fill, 0.6)) +
  cut("M12 54Q8 20 48 18Q88 20 84 54Q84 59 76 59H20Q12 59 12 54Z", fill, 2.6) +
  path("M22 42Q26 25 44 23Q30 30 22 42Z", light(fill, 0.5)) +
  (value > 0
    ? seeds(
        [
          [34, 28, -20],
          [50, 25, 5],
          [64, 30, 22],
          [74, 42, 40],
        ],
        "#fff6d8",
        0.9,
      )
    : dots(
        [
          [30, 30],
          [66, 28],
          [76, 44],
        ],
        4.2,
        crust,
      ) +
      dots(
        [
          [31, 31],
          [67, 29],
        ],
        2.4,
        dark(crust, 0.3),
      ) +
      line("M52 20l-4 9 6 5-5 8", dark(fill, 0.5), 2)) +
  eye(38, 46, 7.5, [0.2, 0.2], value < 0 ? fill : "") +
  eye(58, 46, 7.5, [-0.1, 0.2], value < 0 ? fill : "") +
  smile(48, 54, 5, mood(value) * 0.6);

const patty = (fill: string, value: number): string => {
  const r = hand(hash(fill));
  const spots = Array.from({ length: 12 }, () => [16 + r() * 64, 54 + r() * 20] as const);
  const tentacles =
    value === -2 || value === -3
      ? [20, 36, 52, 68]
          .map((x, i) =>
            cut(
              `M${x} 66Q${x - 8 + i * 4} 80 ${x - 4 + i * 3} 90Q${x + 6 + i * 2} 92 ${x + 4 + i * 2} 82Q${x + 8} 76 ${x + 12} 66Z`,
              dark(fill, 0.15),
              1.6,
            ),
          )
          .join("")
      : "";
  return (
    tentacles +
    cut("M8 58Q6 42 24 40Q48 34 72 40Q90 42 88 58Q90 78 66 80Q48 83 30 80Q6 78 8 58Z", fill, 3) +
    path("M18 48Q46 38 78 48Q48 43 18 48Z", light(fill, 0.4)) +
    dots(spots, 2, dark(fill, 0.4), 'opacity=".7"') +
    (value > 0 ? line("M24 76l8-14M44 79l8-16M64 77l8-14", dark(fill, 0.55), 3.6, 'opacity=".6"') : "") +
    line("M48 40V26", dark(fill, 0.2), 4) +
    eye(48, 24, 10, [0, 0.4], value < 0 ? dark(fill, 0.05) : "") +
    smile(48, 60, 9, mood(value))
  );
};

const cheese = (fill: string, value: number): string =>
  cut("M8 56L60 22Q84 32 88 56V76Q88 80 84 80H12Q8 80 8 76Z", dark(fill, 0.18), 3) +
  path("M8 57L60 23Q84 33 88 57Z", light(fill, 0.35)) +
  path("M8 57H88V76Q88 81 84 81H12Q8 81 8 76Z", fill) +
  [
    [22, 72, 5],
    [80, 64, 4],
    [60, 41, 5],
    [36, 48, 3.4],
  ]
    .map(([x, y, r]) => path(disc(x!, y!, r!), dark(fill, 0.4)) + path(disc(x!, y! + 1, r! * 0.82), dark(fill, 0.2)))
    .join("") +
  (value < 0
    ? path("M20 57Q24 70 30 68Q36 66 34 57Z", dark(fill, 0.25)) +
      dots(
        [
          [72, 72],
          [66, 76],
          [74, 66],
        ],
        2.2,
        "#4f6a2a",
      )
    : "") +
  eye(42, 66, 6.5, [0.2, 0.1], value < 0 ? fill : "") +
  eye(58, 66, 6.5, [0, 0.1], value < 0 ? fill : "") +
  smile(50, 76, 4, mood(value) * 0.7);

const sauce = (fill: string, value: number): string =>
  cut("M40 10H56L58 26Q74 30 76 46V76Q76 86 66 86H30Q20 86 20 76V46Q22 30 38 26Z", "#d8e6ea", 3) +
  path("M23 50Q36 43 48 50T73 50V76Q73 83 66 83H30Q23 83 23 76Z", fill) +
  path("M40 10H56L57 20H39Z", dark(fill, 0.35)) +
  dots(
    [
      [32, 74],
      [62, 60],
      [66, 74],
      [42, 80],
      [30, 60],
    ],
    3,
    light(fill, 0.5),
    'opacity=".8"',
  ) +
  path("M27 42Q28 34 36 31V58H27Z", "#fff", 'opacity=".6"') +
  (value < 0
    ? cut("M64 84Q66 96 72 95Q79 94 76 82Z", fill, 1) +
      dots(
        [
          [52, 5],
          [60, 1],
        ],
        2.4,
        fill,
      )
    : "") +
  eye(41, 64, 6.5, [0.1, 0.2], value < 0 ? dark(fill, 0.1) : "") +
  eye(56, 64, 6.5, [0, 0.2], value < 0 ? dark(fill, 0.1) : "") +
  smile(48, 75, 5, mood(value) * 0.7);

const veggies = (fill: string, inner: string, value: number): string =>
  cut(
    "M48 90Q32 88 28 76Q10 78 10 60Q0 46 12 36Q12 20 28 20Q36 6 50 12Q66 6 70 20Q86 22 84 38Q96 48 86 60Q86 78 68 76Q64 88 48 90Z",
    fill,
    3,
  ) +
  cut(
    "M48 82Q38 80 36 70Q22 70 22 57Q14 46 24 39Q24 28 36 29Q42 20 50 24Q60 20 63 30Q74 32 72 42Q80 48 73 57Q73 69 60 69Q58 80 48 82Z",
    inner,
    1.2,
  ) +
  line("M48 80V64M48 72Q38 70 34 62M48 70Q58 68 63 60", light(inner, 0.6), 2.4) +
  (value < 0
    ? path("M66 22Q76 30 70 40Q62 34 66 22Z", "#8a6a2c") +
      path("M14 58Q24 60 24 70Q14 70 14 58Z", "#8a6a2c") +
      dots(
        [
          [40, 62],
          [58, 63],
        ],
        2,
        "#6ab3d9",
      )
    : "") +
  eye(40, 46, 8, [0.15, 0.2], value < 0 ? inner : "") +
  eye(58, 46, 8, [-0.05, 0.2], value < 0 ? inner : "") +
  smile(49, 59, 5, mood(value) * 0.8);

const ufo = (x: number, y: number, s: number): string =>
  group(
    `translate(${x} ${y}) scale(${s})`,
    cut("M-14 0Q-14 -14 0 -14Q14 -14 14 0Z", "#bfe3e6", 1),
    cut("M-26 2Q-20 -5 0 -5Q20 -5 26 2Q20 9 0 9Q-20 9 -26 2Z", "#8d7bb5", 1.6),
    dots(
      [
        [-14, 2],
        [0, 4],
        [14, 2],
      ],
      2.2,
      "#ffd65c",
    ),
  );

const machines: Kit = {
  "alien-nuke": picture(
    96,
    96,
    group(
      "rotate(28 48 48)",
      cut("M34 66L20 84L36 80Z", "#a12c1e", 2),
      cut("M62 66L76 84L60 80Z", "#a12c1e", 2),
      cut("M48 6Q66 22 64 58Q64 74 58 80H38Q32 74 32 58Q30 22 48 6Z", "#d9d2c4", 3),
      path("M48 7Q59 17 62.500 34H33.500Q37 17 48 7Z", "#c43c2a"),
      cut(disc(48, 48, 9.5), "#ffd65c", 0.8),
      path(
        "M48 48L44 40.200A8.600 8.600 0 0 1 52 40.200ZM48 48L43.500 55.600A8.600 8.600 0 0 1 39.500 48.400Z" +
          "M48 48L52.500 55.600A8.600 8.600 0 0 0 56.500 48.400Z",
        "#3a2418",
      ),
      path("M40 82Q42 94 48 96Q54 94 56 82Z", "#f08b2d"),
    ),
    sparkle(18, 20, 7),
    sparkle(80, 80, 5),
  ),
  "alien-transmog": picture(
    96,
    96,
    line("M20 40A30 30 0 0 1 74 32", "#3aa28f", 9),
    path("M66 22L86 30L70 44Z", "#3aa28f"),
    line("M76 58A30 30 0 0 1 22 66", "#b0569c", 9),
    path("M30 76L10 68L26 54Z", "#b0569c"),
    cut(disc(48, 49, 17), "#ffe1a0", 2.4),
    eye(42, 48, 5),
    eye(55, 48, 5),
    smile(48, 57, 4, 0.7),
    sparkle(84, 84, 6),
    sparkle(12, 16, 6),
  ),
  "alien-recycler": picture(
    96,
    96,
    cut("M20 30H76L70 86Q70 90 66 90H30Q26 90 26 86Z", "#4f9a6a", 3),
    cut("M14 22H82V32H14Z", "#3b7d53", 1.6),
    cut("M38 14H58V22H38Z", "#3b7d53", 1),
    line("M48 44L56 58M58 64H42M38 60L45 46", "#e8f6e4", 4.6),
    path("M60 56L57 65L51 58Z", "#e8f6e4"),
    path("M44 70L35 64L44 58Z", "#e8f6e4"),
    path("M42 48L49 40L51 50Z", "#e8f6e4"),
    eye(38, 27, 3.6),
    eye(58, 27, 3.6),
  ),
  "alien-deflector": picture(
    96,
    96,
    cut("M48 8Q64 18 82 18Q84 64 48 90Q12 64 14 18Q32 18 48 8Z", "#3f8fb8", 3),
    path("M48 16Q61 24 75 25Q75 60 48 81Q21 60 21 25Q35 24 48 16Z", "#7cc3de"),
    path("M48 16Q35 24 21 25Q21 60 48 81Z", "#a5dbee"),
    line("M8 56L34 50L52 62L88 40", "#ffd65c", 5),
    path("M78 34L94 36L84 50Z", "#ffd65c"),
  ),
  "alien-war": picture(
    96,
    96,
    rays("#e0553c"),
    cut("M48 12L58 32L80 24L72 46L92 56L70 64L74 86L54 74L38 90L34 68L10 70L26 52L10 34L34 36Z", "#c43c2a", 3),
    cut("M48 26L55 40L70 36L64 50L78 57L62 61L63 76L51 67L40 78L38 62L22 62L34 51L24 40L40 42Z", "#f3b53a", 1.2),
    ufo(48, 54, 0.82),
  ),
};

const ingredients: Kit = Object.fromEntries(
  (
    [
      ["bun", { n3: "#4a2f63", n2: "#7d7a6c", n1: "#b79c7a", p1: "#d99a45", p2: "#c77bc0", p3: "#f0c14a" }],
      ["patty", { n3: "#3c2450", n2: "#6c7d4a", n1: "#9b8574", p1: "#9a4a2a", p2: "#d2552e", p3: "#b57a1c" }],
      ["cheese", { n3: "#5f3d7a", n2: "#8fa04a", n1: "#c9bfa0", p1: "#f0aa2c", p2: "#f2e6c0", p3: "#f6c93c" }],
      ["sauce", { n3: "#5d2a7d", n2: "#4aa0a0", n1: "#b0554a", p1: "#e8d98a", p2: "#ef6a2e", p3: "#f3b62a" }],
      ["veggies", { n3: "#54406f", n2: "#6f8f86", n1: "#9aa356", p1: "#6fae45", p2: "#4fb08a", p3: "#d9483a" }],
    ] as const
  ).flatMap(([type, colours]) =>
    (
      [
        ["n3", -3, "cur"],
        ["n2", -2, "n2"],
        ["n1", -1, "n1"],
        ["p1", 1, "p1"],
        ["p2", 2, "p2"],
        ["p3", 3, "leg"],
      ] as const
    ).map(([key, value, id]) => {
      const fill = colours[key];
      const body =
        type === "bun"
          ? bun(fill, "#5f8a4a", value)
          : type === "patty"
            ? patty(fill, value)
            : type === "cheese"
              ? cheese(fill, value)
              : type === "sauce"
                ? sauce(fill, value)
                : veggies(fill, light(fill, 0.3), value);
      return [`alien-${type}_${id}`, picture(96, 96, finish(value, body))] as const;
    }),
  ),
);

const chef = (skin: string, eyes: number, extra: string) =>
  picture(
    96,
    96,
    cut("M22 96Q20 74 48 72Q76 74 74 96Z", "#fdf6e9", 2),
    line("M48 78V94", "#d9c7a8", 2),
    cut("M20 52Q16 26 48 24Q80 26 76 52Q74 76 48 78Q22 76 20 52Z", skin, 2.6),
    extra,
    ...(eyes === 1
      ? [eye(48, 46, 13)]
      : eyes === 2
        ? [eye(37, 47, 9), eye(59, 47, 9)]
        : [eye(32, 48, 7), eye(48, 42, 8), eye(64, 48, 7)]),
    smile(48, 64, 9, 0.7),
    cut(`M28 28Q24 22 28 16Q28 6 40 8Q48 0 57 8Q70 6 69 17Q73 23 68 28Q48 ${22} 28 28Z`, "#fffaf0", 2),
    line("M32 25Q48 20 64 25", "#d9c7a8", 2),
  );

export const aliens: Kit = {
  ...ingredients,
  ...machines,
  "chef-0": chef(
    "#7fb86a",
    2,
    line("M24 34L14 22M72 34L82 22", "#5f9a4e", 3.6) +
      dots(
        [
          [14, 21],
          [82, 21],
        ],
        4.5,
        "#ffd65c",
      ),
  ),
  "chef-1": chef("#6fb7c4", 1, path("M24 62Q20 70 16 66", "#4f97a4")),
  "chef-2": chef(
    "#e59a5c",
    3,
    dots(
      [
        [30, 62],
        [66, 62],
      ],
      4,
      "#d37b3a",
    ),
  ),
  "chef-3": chef("#b58bd0", 2, cut("M18 46L6 40L16 56Z", "#9a6fb8", 1) + cut("M78 46L90 40L80 56Z", "#9a6fb8", 1)),
  "chef-4": chef("#e58a9c", 1, line("M30 30Q26 18 18 20M66 30Q70 18 78 20", "#c9687c", 4)),
  "chef-5": chef("#d6c05c", 3, line(`M26 70${waves(26, 70, 70, 3, 6)}`, "#b39c36", 3)),
};
