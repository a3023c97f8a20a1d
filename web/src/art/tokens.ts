/** The same ingredients as round-the-table tokens, 64 x 64. */

import { cut, dark, disc, dots, group, light, line, path, picture, seeds, slab, type Kit } from "./draw";

const puck = (fill: string, top: string, marks: string) =>
  picture(
    64,
    64,
    cut("M6 30Q6 16 32 16Q58 16 58 30V38Q58 52 32 52Q6 52 6 38Z", dark(fill, 0.25), 3),
    cut(disc(32, 30, 26, 14), top, 0.6),
    marks,
  );

const wheel = (rind: string, flesh: string, inside: string) =>
  picture(64, 64, cut(disc(32, 33, 26), rind, 3), path(disc(32, 33.5, 21.5), flesh), inside);

const bottle = (fill: string, cap: string, label: string) =>
  picture(
    64,
    64,
    cut("M29 4H35L37 15Q46 17 46 26V53Q46 59 40 59H24Q18 59 18 53V26Q18 17 27 15Z", fill, 3),
    path("M29 4H35L36.6 13H27.4Z", cap),
    cut("M18 31H46V46H18Z", "#fff3dc", 0.8, 0.5),
    label,
    path("M22 22Q22 19 26 18.4V29H22Z", light(fill, 0.55), 'opacity=".8"'),
  );

const around = (n: number, r: number, cx: number, cy: number): Array<[number, number]> =>
  Array.from({ length: n }, (_, i) => [
    +(cx + r * Math.cos((2 * Math.PI * i) / n)).toFixed(1),
    +(cy + r * Math.sin((2 * Math.PI * i) / n)).toFixed(1),
  ]);

const bunBody = "M7 33Q5 9 32 8Q59 9 57 33Q57 37 52 37H12Q7 37 7 33Z";

export const tokens: Kit = {
  "token-bun": picture(
    64,
    64,
    cut("M8 41H56Q60 41 59 45Q57 56 44 57H20Q7 56 5 45Q4 41 8 41Z", "#c97b32", 2.4),
    path("M7 43Q8 41 12 41H52Q56 41 57 43Q32 49 7 43Z", "#f6dfae"),
    cut(bunBody, "#cf8035", 2.4),
    path("M14 26Q16 14 30 12Q20 17 14 26Z", "#eaaf63"),
    seeds(
      [
        [24, 15, -15],
        [37, 14, 8],
        [46, 21, 30],
        [19, 25, -30],
        [32, 23, 0],
        [43, 30, 12],
        [27, 31, -12],
      ],
      "#fff1cf",
      0.72,
    ),
  ),
  "token-bread": picture(
    64,
    64,
    cut("M8 41H56Q60 41 59 45Q57 56 44 57H20Q7 56 5 45Q4 41 8 41Z", "#b06a2c", 2.4),
    path("M7 43Q8 41 12 41H52Q56 41 57 43Q32 49 7 43Z", "#f6dfae"),
    cut(bunBody, "#b9732f", 2.4),
    path("M14 26Q16 14 30 12Q20 17 14 26Z", "#e0a45a"),
    seeds(
      [
        [24, 15, -15],
        [37, 14, 8],
        [46, 21, 30],
        [19, 25, -30],
        [32, 23, 0],
      ],
      "#2b1a10",
      0.66,
    ),
  ),
  "token-middle_bun": picture(
    64,
    64,
    cut("M5 24Q5 18 12 18H52Q59 18 59 24V40Q59 47 52 47H12Q5 47 5 40Z", "#c97b32", 3),
    path("M6 22Q7 18 12 18H52Q57 18 58 22Q32 29 6 22Z", "#f6dfae"),
    path("M6 43Q32 37 58 43Q57 48 52 48H12Q7 48 6 43Z", "#f6dfae"),
  ),
  "token-patty": puck("#74391c", "#8a4826", line("M17 34l9-9M27 38l13-13M39 38l9-9", "#4a1f0c", 3.2, 'opacity=".7"')),
  "token-meat": puck("#8d3a24", "#a94c32", line("M17 34l9-9M27 38l13-13M39 38l9-9", "#571c0e", 3.2, 'opacity=".7"')),
  "token-beef_patty": puck(
    "#74391c",
    "#8a4826",
    line("M17 34l9-9M27 38l13-13M39 38l9-9", "#4a1f0c", 3.2, 'opacity=".7"'),
  ),
  "token-grilled_chicken": picture(
    64,
    64,
    cut("M6 40Q2 24 18 17Q36 7 52 18Q62 26 56 38Q50 50 34 50Q28 57 18 52Q9 50 6 40Z", "#dba257", 3),
    path("M14 30Q20 20 34 17Q24 24 20 33Z", "#f3cd8e"),
    line("M18 42L34 24M29 46L45 27M40 46L52 31", "#8f5620", 3.2, 'opacity=".75"'),
  ),
  "token-veggie_patty": puck(
    "#75772f",
    "#98983f",
    dots(
      [
        [20, 28],
        [40, 25],
        [34, 36],
      ],
      2.6,
      "#e58a2b",
    ) +
      dots(
        [
          [28, 24],
          [46, 32],
          [24, 36],
        ],
        2.4,
        "#4f8a3c",
      ) +
      dots(
        [
          [33, 29],
          [42, 36],
        ],
        1.6,
        "#f5dd9a",
      ),
  ),
  "token-bacon": picture(
    64,
    64,
    ...[0, 16].map((dx) =>
      group(
        `translate(${dx} ${dx / 8})`,
        cut("M12 6Q20 12 14 20T16 34T14 48T18 58L32 56Q36 48 30 42T30 28T28 14T28 4Z", dx ? "#a83c2c" : "#bb4a36", 2),
        line(
          "M17 6Q24 13 19 21T21 35T19 48T22 57M24 5Q29 12 24.500 20T26 34T25 46T28 56",
          "#f3c3a2",
          2.6,
          'opacity=".9"',
        ),
      ),
    ),
  ),
  "token-tomato": wheel(
    "#c7341f",
    "#e8624a",
    around(6, 12.5, 32, 33.5)
      .map(
        ([x, y]) =>
          path(disc(x, y, 5, 4.6), "#f08a66") +
          dots(
            [
              [x - 1.2, y - 0.6],
              [x + 1.6, y + 1],
            ],
            1,
            "#fbe0a3",
          ),
      )
      .join("") + path(disc(32, 33.5, 4), "#f6b79b"),
  ),
  "token-lettuce": picture(
    64,
    64,
    cut(
      "M32 60Q22 58 20 50Q8 50 8 40Q2 32 9 26Q8 15 19 14Q24 4 33 8Q44 3 48 14Q58 16 55 27Q62 34 55 41Q56 50 44 50Q42 58 32 60Z",
      "#6aa23c",
      3,
    ),
    cut(
      "M32 56Q26 53 25 46Q14 46 15 37Q10 31 16 26Q15 18 24 19Q27 11 34 15Q42 11 44 20Q51 22 48 29Q53 35 47 39Q48 46 39 46Q38 53 32 56Z",
      "#8cc056",
      1,
    ),
    line(
      "M32 54V22M32 44Q24 42 21 36M32 40Q41 38 44 32M32 31Q27 29 25 25M32 29Q37 27 39 23",
      "#e4f2c0",
      2,
      'opacity=".9"',
    ),
  ),
  "token-vegetable": picture(
    64,
    64,
    cut(
      "M32 60Q22 58 20 50Q8 50 8 40Q2 32 9 26Q8 15 19 14Q24 4 33 8Q44 3 48 14Q58 16 55 27Q62 34 55 41Q56 50 44 50Q42 58 32 60Z",
      "#4e8f4a",
      3,
    ),
    cut(
      "M32 56Q26 53 25 46Q14 46 15 37Q10 31 16 26Q15 18 24 19Q27 11 34 15Q42 11 44 20Q51 22 48 29Q53 35 47 39Q48 46 39 46Q38 53 32 56Z",
      "#74b362",
      1,
    ),
    line(
      "M32 54V22M32 44Q24 42 21 36M32 40Q41 38 44 32M32 31Q27 29 25 25M32 29Q37 27 39 23",
      "#e4f2c0",
      2,
      'opacity=".9"',
    ),
  ),
  "token-pickles": picture(
    64,
    64,
    ...(
      [
        [23, 25],
        [41, 40],
      ] as const
    ).map(
      ([x, y]) =>
        cut(disc(x, y, 18, 17), "#5f7f26", 2.4) +
        path(disc(x, y + 0.8, 14.5, 13.6), "#a9bb4c") +
        dots(around(6, 7.5, x, y + 0.8), 1.7, "#e9efb8") +
        path(disc(x, y + 0.8, 3), "#c9d67a"),
    ),
  ),
  "token-pineapple": wheel(
    "#d79b1e",
    "#f9d75a",
    around(8, 16, 32, 33.5)
      .map(([x, y]) => line(`M${x} ${y}L${(x * 3 + 32) / 4} ${(y * 3 + 33.5) / 4}`, "#dca62b", 2))
      .join("") +
      path(disc(32, 33.5, 7.5), "#b97b12") +
      path(disc(32, 34.8, 6.8), "#fdf6e9"),
  ),
  "token-avocado": picture(
    64,
    64,
    cut("M32 4Q44 6 48 24Q58 32 55 44Q50 60 32 60Q14 60 9 44Q6 32 16 24Q20 6 32 4Z", "#4d7a2c", 3),
    path(
      "M32 9Q41 11 44.500 26Q53 33 50.500 43Q46 55.500 32 55.500Q18 55.500 13.500 43Q11 33 19.500 26Q23 11 32 9Z",
      "#b9cf63",
    ),
    path("M32 14Q38 16 41 29Q47 35 45 42Q42 51 32 51Q22 51 19 42Q17 35 23 29Q26 16 32 14Z", "#e3eba2"),
    cut(disc(32, 40, 9.5, 10), "#8a5a2c", 1.6),
    path(disc(29, 36.5, 3, 3.4), "#bf8f55"),
  ),
  "token-roasted_pepper": picture(
    64,
    64,
    cut("M31 14Q20 8 12 18Q4 30 12 46Q18 60 30 56Q38 61 48 54Q60 44 54 24Q50 10 38 13Z", "#c9441f", 3),
    path("M18 22Q12 32 18 45Q20 32 26 20Z", "#ee8a55", 'opacity=".85"'),
    line("M32 20Q28 38 31 52M42 20Q46 36 42 50", "#8d2710", 2.4, 'opacity=".6"'),
    cut("M28 15Q30 6 40 4L43 8Q36 9 37 15Z", "#4f8a3c", 1),
    line("M20 48l7-7M40 45l8-8M24 30l6-6", "#3d120a", 3, 'opacity=".55"'),
  ),
  "token-cheese": picture(
    64,
    64,
    cut("M5 36L42 12Q58 18 59 36V50Q59 53 56 53H8Q5 53 5 50Z", "#d98f16", 3),
    path("M5 36L42 12Q58 18 59 36Z", "#f8c75a"),
    path("M5 37H59V50Q59 53.500 56 53.500H8Q5 53.500 5 50Z", "#f2ab27"),
    [
      [18, 45, 4.5],
      [40, 44, 5.5],
      [52, 49, 2.6],
      [29, 50, 2.2],
    ]
      .map(([x, y, r]) => path(disc(x!, y!, r!), "#c47d0e") + path(disc(x!, y! + 0.9, r! * 0.86, r! * 0.82), "#dc9a22"))
      .join(""),
    path(disc(38, 27, 5, 2.6), "#e0a02c"),
  ),
  "token-cheddar_cheese": picture(
    64,
    64,
    cut("M32 6L60 34L32 60L4 34Z", "#f2ab27", 3),
    path("M32 9L57 34L52 34L32 14L12 34L7 34Z", "#fbd27c"),
    line("M22 38Q32 46 42 38", "#d48d12", 2.4),
  ),
  "token-swiss_cheese": picture(
    64,
    64,
    cut("M32 6L60 34L32 60L4 34Z", "#f3d873", 3),
    path("M32 9L57 34L52 34L32 14L12 34L7 34Z", "#fceeb6"),
    [
      [26, 30, 5.5],
      [41, 36, 4.5],
      [30, 47, 3.8],
      [38, 23, 2.8],
      [16, 35, 2.6],
    ]
      .map(([x, y, r]) => path(disc(x!, y!, r!), "#bf9430") + path(disc(x!, y! + 1, r! * 0.86, r! * 0.8), "#dcb44e"))
      .join(""),
  ),
  "token-brie": picture(
    64,
    64,
    cut("M5 34Q26 10 54 20Q60 24 59 30L58 44Q56 50 48 49L10 46Q5 45 5 40Z", "#f7efdc", 3),
    path("M6 37L58 32L57.500 43Q56 48 49 47.500L11 44.500Q6 44 6 40Z", "#f3d98f"),
    path("M22 46Q24 56 31 55Q37 53 36 46Z", "#f3d98f"),
    line("M20 28Q34 19 48 23", "#e4d8be", 2),
  ),
  "token-fried_egg": picture(
    64,
    64,
    cut("M32 8Q44 4 50 14Q62 18 58 32Q62 46 48 50Q40 60 28 55Q12 58 9 44Q2 32 10 22Q14 8 32 8Z", "#fbf6ea", 3),
    cut(disc(33, 32, 13), "#f4ad1e", 1.6),
    path("M24 29Q26 21 34 20.600Q28 24 25.600 31Z", "#fde7b3"),
  ),
  "token-egg": picture(
    64,
    64,
    cut("M32 8Q44 4 50 14Q62 18 58 32Q62 46 48 50Q40 60 28 55Q12 58 9 44Q2 32 10 22Q14 8 32 8Z", "#fbf6ea", 3),
    cut(disc(33, 32, 13), "#f4ad1e", 1.6),
    path("M24 29Q26 21 34 20.600Q28 24 25.600 31Z", "#fde7b3"),
  ),
  "token-ketchup": bottle(
    "#c92f22",
    "#f4ead6",
    path(disc(32, 38.5, 5), "#e2503c") + line("M32 33.500l1.500-2.500", "#4f8a3c", 2),
  ),
  "token-mustard": bottle(
    "#e5b421",
    "#b5471d",
    dots(
      [
        [29, 37],
        [34, 36],
        [32, 41],
        [36, 40],
        [27, 41],
      ],
      1.9,
      "#b98410",
    ),
  ),
  "token-bbq_sauce": bottle(
    "#5e2414",
    "#d98f3a",
    path("M32 32Q39 37 36 42Q32 45.500 28 42Q25 38 30 36Q31 34.500 32 32Z", "#e0652a"),
  ),
  "token-sweet_chilli": bottle(
    "#e2632c",
    "#4f8a3c",
    line("M26 41Q33 43 38 34", "#c3241a", 3.4) + line("M38 34l1.600-2.600", "#376b2a", 2),
  ),
  "token-fries_soda": picture(
    64,
    64,
    ...[
      [9, 16, -8],
      [14, 9, -3],
      [20, 6, 1],
      [26, 10, 5],
      [31, 15, 9],
    ].map(([x, y, t]) => group(`rotate(${t} ${x} 50)`, cut(`M${x! - 2.6} ${y}h5.200V46h-5.200Z`, "#f2c14a", 1, 0.6))),
    cut("M4 28Q18 36 34 28L31 56Q31 59 28 59H10Q7 59 7 56Z", "#d3417a", 2),
    path("M7 36H33L32.200 43H7.600Z", "#f7c9dc"),
    line("M50 22L53 5H59", "#fdf6e9", 3),
    cut("M38 22H61L58.500 56Q58 59 55 59H44Q41 59 40.500 56Z", "#c22f63", 2),
    cut("M37 18H62V24H37Z", "#fdf6e9", 0.8, 0.5),
    path("M40 33H60L59.400 41H40.600Z", "#f7c9dc"),
  ),
  "token-sauce": bottle(
    "#c92f22",
    "#f4ead6",
    path("M32 32Q39 40 35.500 43.500Q32 46 28.500 43.500Q25 40 32 32Z", "#e2503c"),
  ),
  "token-veggies": wheel(
    "#c7341f",
    "#e8624a",
    around(6, 12.5, 32, 33.5)
      .map(([x, y]) => path(disc(x, y, 5, 4.6), "#f08a66"))
      .join(""),
  ),
  "token-salad_bowl": picture(
    64,
    64,
    cut("M10 30Q12 14 24 18Q30 8 40 16Q54 12 54 30Z", "#7fb24a", 1.6),
    path(disc(24, 25, 5), "#e8624a"),
    path(disc(41, 24, 4.5), "#f4ad1e"),
    cut(slab(5, 29, 54, 6, 3), "#d9e8ea", 1),
    cut("M8 35H56Q54 56 40 57H24Q10 56 8 35Z", "#5aa3a8", 2.6),
  ),
};
