/** Things on the table: coins, tools, containers. */

import { cut, dark, disc, dots, group, line, path, picture, slab, waves, type Kit } from "./draw";

const coin = (fill: string, n: string) =>
  picture(
    48,
    48,
    cut(disc(24, 23, 20), fill, 2.4),
    `<circle cx="24" cy="24" r="15.500" fill="none" stroke="${dark(fill, 0.3)}" stroke-width="1.600" stroke-dasharray="2 2.600"/>`,
    `<text x="24" y="31" text-anchor="middle" font-family="Rockwell, Roboto Slab, DejaVu Serif, serif" ` +
      `font-weight="700" font-size="19" fill="${dark(fill, 0.66)}">${n}</text>`,
  );

const starPath = (cx: number, cy: number, r: number): string =>
  `M${Array.from({ length: 10 }, (_, i) => {
    const a = (Math.PI * i) / 5 - Math.PI / 2;
    const q = i % 2 ? r * 0.46 : r;
    return `${(cx + q * Math.cos(a)).toFixed(1)} ${(cy + q * Math.sin(a)).toFixed(1)}`;
  }).join("L")}Z`;

const spatula = (blade: string, dirt: string) =>
  picture(
    64,
    96,
    cut("M28 42H36V86Q36 92 32 92Q28 92 28 86Z", "#7a4a26", 2),
    path("M30 62H34V86Q34 89 32 89Q30 89 30 86Z", "#a36a3c"),
    cut("M12 8Q12 4 16 4H48Q52 4 52 8L48 38Q46 44 40 44H24Q18 44 16 38Z", blade, 2.4),
    path("M21 12H25V34H21ZM30 12H34V34H30ZM39 12H43V34H39Z", dark(blade, 0.5), 'opacity=".55"'),
    dirt,
  );

export const pieces: Kit = {
  "coin-1": coin("#d99a5c", "1"),
  "coin-5": coin("#cfd3d6", "5"),
  "coin-10": coin("#f0bf3f", "10"),
  coin: coin("#f0bf3f", "$"),
  star: picture(
    48,
    48,
    cut(starPath(24, 24, 20), "#f3b62a", 2.4),
    path("M24 9L20 18L12 20Z", "#fde29a", 'opacity=".8"'),
  ),
  spatula: spatula("#d9dee0", ""),
  "spatula-dirty": spatula(
    "#b9b2a4",
    path(
      "M13 10Q22 16 30 9Q40 18 51 9L49.500 22Q42 16 36 24Q28 18 22 26Q17 20 14.500 22Z",
      "#7a3d1a",
      'opacity=".85"',
    ) +
      dots(
        [
          [20, 33],
          [38, 30],
          [44, 37],
        ],
        2,
        "#7a3d1a",
      ),
  ),
  grill: picture(
    160,
    64,
    cut(slab(4, 18, 152, 34, 8), "#4b4550", 2.6),
    cut(slab(10, 10, 140, 26, 6), "#2e2a33", 1.4),
    ...Array.from({ length: 13 }, (_, i) => line(`M${18 + i * 10.4} 13V33`, i % 2 ? "#5d5763" : "#716a78", 2.4)),
    dots(
      [
        [24, 45],
        [48, 45],
      ],
      4,
      "#c43c2a",
    ) + dots([[140, 45]], 3, "#8fc776"),
    path("M8 52L14 62H24L22 52ZM138 52L136 62H146L152 52Z", "#3a353f"),
  ),
  flame: picture(
    48,
    64,
    cut("M24 4Q40 20 38 36Q46 34 42 46Q40 60 24 60Q8 60 7 44Q6 32 14 26Q14 34 19 34Q14 18 24 4Z", "#e0552a", 2),
    path("M24 26Q33 36 31 46Q30 57 23 57Q14 56 15 46Q16 41 20 38Q22 42 24 40Q22 32 24 26Z", "#f7b53a"),
  ),
  bin: picture(
    64,
    64,
    cut("M12 20H52L48 56Q48 60 44 60H20Q16 60 16 56Z", "#7d8a8c", 2.6),
    line("M24 28L26 52M32 28V52M40 28L38 52", "#56615f", 2.6),
    cut(slab(8, 12, 48, 9, 4), "#95a2a3", 1.6),
    cut(slab(24, 6, 16, 7, 3), "#95a2a3", 0.8),
  ),
  fridge: picture(
    96,
    128,
    cut(slab(12, 6, 72, 114, 12), "#d9ece9", 3),
    path(slab(17, 12, 62, 102, 8), "#f2faf7"),
    path("M17 48H79V52H17Z", "#b9d6d2"),
    cut(slab(68, 22, 5, 18, 2.5), "#8fb0ac", 1),
    cut(slab(68, 60, 5, 26, 2.5), "#8fb0ac", 1),
    path("M30 26l6-8 6 8-6 8Z", "#7cc3de"),
    line("M36 16V36M27 21L45 31M27 31L45 21", "#5aa3c4", 2),
    path("M22 120H32V125H22ZM64 120H74V125H64Z", "#56615f"),
  ),
  bag: picture(
    96,
    96,
    cut("M30 30Q8 46 10 70Q12 92 48 92Q84 92 86 70Q88 46 66 30Z", "#5a4a78", 3),
    path("M30 40Q20 54 22 72Q24 60 36 44Z", "#7d6ba0"),
    cut(`M26 12${waves(26, 70, 12, 4, 4)}L66 30H30Z`, "#6d5b90", 1.6),
    line("M26 31Q48 38 70 31", "#e9a526", 4.6),
    line("M66 32Q74 40 70 48", "#e9a526", 3),
  ),
  bell: picture(
    64,
    64,
    cut("M8 46Q8 18 32 18Q56 18 56 46Z", "#e9b93a", 2.6),
    path("M15 42Q16 24 30 22Q20 28 19 42Z", "#fbe29a"),
    cut(slab(4, 46, 56, 8, 4), "#7a4a26", 1.6),
    cut(disc(32, 13, 5), "#c98f1c", 1),
  ),
  padlock: picture(
    48,
    48,
    `<path d="M14 24V16Q14 6 24 6Q34 6 34 16V24" fill="none" stroke="#6f6a64" stroke-width="5"/>`,
    cut(slab(8, 21, 32, 23, 6), "#e0a52c", 1.8),
    path(disc(24, 31, 3.6), "#6b4413"),
    path("M22.500 32H25.500V39H22.500Z", "#6b4413"),
  ),
  "padlock-open": picture(
    48,
    48,
    `<path d="M14 24V14Q14 5 24 5Q33 5 34 12" fill="none" stroke="#6f6a64" stroke-width="5"/>`,
    cut(slab(8, 21, 32, 23, 6), "#8fc776", 1.8),
    path(disc(24, 31, 3.6), "#376b2a"),
    path("M22.500 32H25.500V39H22.500Z", "#376b2a"),
  ),
  scooter: picture(
    128,
    96,
    cut(disc(28, 76, 15), "#3a353f", 2),
    path(disc(28, 76, 6), "#d9d2c4"),
    cut(disc(100, 76, 15), "#3a353f", 2),
    path(disc(100, 76, 6), "#d9d2c4"),
    cut("M18 70Q16 48 40 46H70L78 62L92 30H100L92 76H44Q40 62 28 60Q22 62 18 70Z", "#c43c2a", 2.4),
    cut(slab(10, 18, 40, 28, 5), "#e9a526", 2),
    path(slab(18, 26, 24, 12, 3), "#fff3dc"),
    line("M92 28L108 22", "#3a353f", 5),
    cut(slab(50, 40, 26, 8, 4), "#3a2418", 1),
    path(disc(97, 38, 5), "#fff1b8"),
  ),
  cup: picture(
    96,
    80,
    cut("M16 8H80L72 66Q71 72 64 72H32Q25 72 24 66Z", "#8c4a2a", 3),
    path("M22 14H74L72 28H24Z", "#a8613c"),
    line("M24 40L28 64M72 40L68 64", "#6d3416", 2.6),
    cut(slab(12, 4, 72, 9, 4.5), "#a8613c", 1),
  ),
  crown: picture(
    64,
    48,
    cut("M6 42L4 12L20 24L32 4L44 24L60 12L58 42Z", "#f0bf3f", 2.2),
    dots(
      [
        [4, 11],
        [32, 4],
        [60, 11],
      ],
      3.6,
      "#c43c2a",
    ),
    path("M7 36H57L56.600 42H7.400Z", "#c98f1c"),
  ),
  plate: picture(
    160,
    60,
    cut("M4 8Q80 34 156 8Q130 54 80 54Q30 54 4 8Z", "#2f9ea3", 2.6),
    path("M18 18Q80 38 142 18Q80 46 18 18Z", "#6cc6c6"),
  ),
  ruler: picture(
    28,
    160,
    cut(slab(4, 4, 20, 150, 3), "#e9c173", 2),
    ...Array.from({ length: 15 }, (_, i) => line(`M${i % 5 ? 15 : 10} ${10 + i * 10}H23`, "#7a4a26", 1.5)),
  ),
  "card-back": picture(
    80,
    112,
    cut(slab(2, 2, 76, 106, 9), "#fdf3df", 2),
    path(slab(7, 8, 66, 96, 6), "#a12c1e"),
    ...Array.from({ length: 4 }, (_, y) =>
      Array.from({ length: 3 }, (_, x) =>
        group(
          `translate(${18 + x * 22} ${20 + y * 24}) scale(.28)`,
          path("M-28 4Q-30 -26 0 -26Q30 -26 28 4Z", "#d98f4a"),
          path("M-30 9H30V16H-30Z", "#7db548"),
          path("M-27 20H27Q26 32 14 32H-14Q-26 32 -27 20Z", "#d98f4a"),
        ),
      ).join(""),
    ),
    `<rect x="9.500" y="10.500" width="61" height="91" rx="4.500" fill="none" stroke="#f3d9a8" stroke-width="1.400"/>`,
  ),
  burger: picture(
    96,
    96,
    cut("M12 70H84Q88 70 86 75Q83 88 66 88H30Q13 88 10 75Q8 70 12 70Z", "#c97b32", 2.4),
    cut(`M8 64Q8 58 16 58H80Q88 58 88 64Q86 74 78 72${waves(78, 18, 71, 3, 6)}Q9 72 8 64Z`, "#74391c", 1.6),
    cut("M8 56L88 56L74 66L60 58L48 70L36 58L20 66Z", "#f2ab27", 1.2),
    cut(
      `M6 50Q10 44 20 47${waves(20, 76, 46, -2, 4)}Q88 43 90 50Q90 58 80 56${waves(80, 16, 56, 3, 7)}Q6 58 6 50Z`,
      "#7fb24a",
      1.6,
    ),
    cut("M10 42Q6 8 48 7Q90 8 86 42Q86 47 78 47H18Q10 47 10 42Z", "#cf8035", 2.4),
    path("M20 30Q24 15 42 12Q28 19 20 30Z", "#eaaf63"),
    dots(
      [
        [36, 17],
        [52, 14],
        [66, 21],
        [30, 29],
        [48, 26],
        [64, 33],
        [76, 33],
      ],
      2.2,
      "#fff1cf",
    ),
  ),
  trophy: picture(
    64,
    64,
    line("M14 14Q4 14 6 22Q8 32 18 32M50 14Q60 14 58 22Q56 32 46 32", "#d79b1e", 4),
    cut("M14 8H50Q50 36 36 42V48H28V42Q14 36 14 8Z", "#f0bf3f", 2),
    path("M19 12H25Q24 28 29 36Q20 30 19 12Z", "#fde29a"),
    cut(slab(18, 48, 28, 10, 3), "#7a4a26", 1.6),
  ),
  robot: picture(
    64,
    64,
    line("M32 14V6", "#56615f", 3),
    dots([[32, 6]], 4, "#c43c2a"),
    cut(slab(10, 14, 44, 36, 10), "#bccac9", 2.4),
    cut(slab(16, 22, 32, 16, 8), "#2f4b50", 0.6),
    dots(
      [
        [25, 30],
        [39, 30],
      ],
      4,
      "#8fe0d0",
    ),
    line("M24 44H40", "#56615f", 3),
    cut(slab(4, 26, 7, 14, 3), "#8f9f9e", 1),
    cut(slab(53, 26, 7, 14, 3), "#8f9f9e", 1),
  ),
  "group-veggie": picture(
    32,
    32,
    cut("M11 12Q14 8 16 10Q18 8 21 12Q20 24 16 30Q12 24 11 12Z", "#e8863a", 1),
    line("M16 10Q10 8 10 2M16 10V2M16 10Q22 8 22 2", "#4f8a3c", 2.4),
  ),
  "group-fruit": picture(
    32,
    32,
    line("M10 20Q12 8 22 3Q20 12 22 20", "#6b7a2c", 2),
    cut(disc(10, 22, 7), "#c43c2a", 1),
    cut(disc(22, 22, 7), "#c43c2a", 1),
  ),
  "group-seafood": picture(
    32,
    32,
    cut("M2 16Q10 6 20 12L29 6L27 16L29 26L20 20Q10 26 2 16Z", "#3f8fb8", 1),
    dots([[9, 15]], 1.6, "#fff"),
  ),
  "group-dessert": picture(
    32,
    32,
    cut("M6 17H26L22 30H10Z", "#f0c98e", 1),
    cut("M4 17Q4 10 10 10Q11 3 17 4Q23 4 23 10Q28 11 28 17Z", "#d9728a", 1),
    dots([[16, 5]], 2.4, "#c43c2a"),
  ),
  "group-meat": picture(
    32,
    32,
    line("M6 26L13 19", "#fdf3df", 5),
    dots(
      [
        [4.5, 25],
        [7, 28],
      ],
      3,
      "#fdf3df",
    ),
    cut("M11 21Q6 12 14 6Q22 0 28 7Q32 15 24 20Q17 26 11 21Z", "#a5502c", 1),
    path("M15 10Q20 5 25 9Q19 9 16 14Z", "#d98a5a"),
  ),
};
