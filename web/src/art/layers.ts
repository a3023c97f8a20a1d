/** Burger layers seen from the side, 120 wide, made to be stacked: they rest at y = 34 and carry at y = 14. */

import { cut, dark, disc, dots, hand, light, line, path, picture, seeds, slab, waves, type Kit } from "./draw";

const bumpy = (x0: number, x1: number, top: number, bottom: number, seed: number): string => {
  const r = hand(seed);
  const n = 9;
  const step = (x1 - x0 - 16) / n;
  let d = `M${x0 + 8} ${top}`;
  for (let i = 0; i < n; i++) {
    const x = x0 + 8 + step * i;
    d += `Q${x + step / 2} ${top - 1 - r() * 3} ${x + step} ${top + r() * 1.2}`;
  }
  d += `Q${x1 + 1} ${top} ${x1} ${(top + bottom) / 2}Q${x1 + 1} ${bottom} ${x1 - 8} ${bottom}`;
  for (let i = n; i > 0; i--) {
    const x = x0 + 8 + step * i;
    d += `Q${x - step / 2} ${bottom + 1 + r() * 2.6} ${x - step} ${bottom - r()}`;
  }
  return `${d}Q${x0 - 1} ${bottom} ${x0} ${(top + bottom) / 2}Q${x0 - 1} ${top} ${x0 + 8} ${top}Z`;
};

const patty = (fill: string, speck: string, seed: number, marks = true) => {
  const r = hand(seed + 3);
  const spots = Array.from({ length: 16 }, () => [14 + r() * 92, 17 + r() * 14] as const);
  return picture(
    120,
    46,
    cut(bumpy(8, 112, 13, 34, seed), fill),
    path("M14 15Q60 9 106 15Q60 13.5 14 15Z", light(fill, 0.35), 'opacity=".8"'),
    dots(spots, 1.5, speck, 'opacity=".75"'),
    marks ? line("M26 32l7-15M50 33l7-16M74 33l7-16M97 32l6-13", dark(fill, 0.5), 3, 'opacity=".55"') : "",
  );
};

const leaf = (fill: string, vein: string, frill = 9, amp = 4.5) =>
  picture(
    120,
    46,
    cut(
      `M4 20Q10 12 22 15${waves(22, 98, 14, -2, 5)}Q112 11 117 20Q114 30 106 29${waves(106, 12, 30, amp, frill)}Q5 31 4 20Z`,
      dark(fill, 0.14),
    ),
    cut(
      `M6 17Q14 10 24 13${waves(24, 96, 12, -2, 4)}Q110 9 114 17Q110 24 104 23${waves(104, 14, 24, amp * 0.8, frill - 2)}Q8 25 6 17Z`,
      fill,
      1.4,
    ),
    line("M22 17Q40 15 52 21M62 15Q76 16 88 20M96 16Q102 17 106 20", vein, 1.3, 'opacity=".75"'),
  );

const slices = (fill: string, rind: string, detail: (cx: number) => string, xs: number[], rx: number) =>
  picture(
    120,
    46,
    ...xs.map(
      (x) =>
        cut(slab(x - rx, 16, 2 * rx, 16, 7.5), rind, 2) +
        path(slab(x - rx + 2.5, 17, 2 * rx - 5, 8.5, 4), fill) +
        detail(x),
    ),
  );

const cheese = (fill: string, drips: string, extra = "") =>
  picture(120, 46, cut(drips, fill), path("M6 15H114L110 18.5H10Z", light(fill, 0.45), 'opacity=".85"'), extra);

const sauce = (fill: string, seed: number, extra = "") => {
  const r = hand(seed);
  let d = "M10 19Q12 12 24 13Q60 9 96 13Q108 12 110 19";
  const xs = [104, 92, 80, 66, 52, 38, 24, 14];
  let x = 110;
  for (const nx of xs) {
    const drop = 25 + r() * 15;
    d += `Q${x} ${drop} ${(x + nx) / 2} ${drop}Q${nx} ${drop} ${nx} ${22 + r() * 3}`;
    x = nx;
  }
  return picture(
    120,
    46,
    cut(`${d}Q10 24 10 19Z`, fill, 2),
    line("M22 16.5Q50 12.5 74 15M82 16l6 .6", light(fill, 0.6), 2.4, 'opacity=".75"'),
    extra,
  );
};

export const layers: Kit = {
  "layer-bottom_bun": picture(
    120,
    46,
    cut("M9 13Q9 11 13 11H107Q111 11 111 13Q114 35 92 36H28Q6 35 9 13Z", "#c97b32"),
    path("M9.5 12.2Q10 11 13 11H107Q110 11 110.5 12.2Q111.5 17.5 108 18.5Q60 22 12 18.5Q8.5 17.5 9.5 12.2Z", "#f6dfae"),
    line("M24 30Q60 34 96 30", light("#c97b32", 0.4), 2.2, 'opacity=".6"'),
  ),
  "layer-upgraded_bun": picture(
    120,
    46,
    cut("M9 13Q9 11 13 11H107Q111 11 111 13Q114 35 92 36H28Q6 35 9 13Z", "#a9541f"),
    path("M9.5 12.2Q10 11 13 11H107Q110 11 110.5 12.2Q111.5 17.5 108 18.5Q60 22 12 18.5Q8.5 17.5 9.5 12.2Z", "#f9e7bd"),
    cut("M60 19l2.6 5.2 5.8.8-4.2 4 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.2-4 5.8-.8Z", "#f3bf3a", 1, 0.7),
  ),
  "layer-top_bun": picture(
    120,
    64,
    cut("M9 46Q4 6 60 5Q116 6 111 46Q111 53 102 53H18Q9 53 9 46Z", "#cf8035", 3),
    path("M9.6 47Q60 55 110.4 47Q110.5 53 102 54H18Q9.5 53 9.6 47Z", "#f6dfae"),
    path("M20 33Q24 12 58 10Q30 17 20 33Z", "#eaaf63", 'opacity=".85"'),
    seeds([
      [40, 17, -20],
      [60, 13, 5],
      [80, 18, 24],
      [30, 29, -35],
      [52, 26, -8],
      [72, 28, 12],
      [93, 31, 34],
      [62, 38, 0],
      [41, 40, -20],
      [84, 41, 18],
    ]),
  ),
  "layer-middle_bun": picture(
    120,
    46,
    cut("M10 15Q10 11 16 11H104Q110 11 110 15V31Q110 36 104 36H16Q10 36 10 31Z", "#c97b32"),
    path("M11 14Q11 11 16 11H104Q109 11 109 14Q60 20 11 14Z", "#f6dfae"),
    path("M11 33Q60 28 109 33Q109 37 104 37H16Q11 37 11 33Z", "#f6dfae"),
    line("M22 23H98", light("#c97b32", 0.4), 2, 'opacity=".5"'),
  ),
  "layer-beef_patty": patty("#74391c", "#4b200c", 11),
  "layer-patty": patty("#74391c", "#4b200c", 11),
  "layer-meat": patty("#8d3a24", "#571c0e", 12),
  "layer-grilled_chicken": patty("#dba257", "#b4763a", 23),
  "layer-veggie_patty": (() => {
    const base = patty("#8b8a3c", "#5d6a24", 31, false);
    return picture(
      120,
      46,
      base.body,
      dots(
        [
          [24, 22],
          [44, 27],
          [70, 21],
          [92, 27],
          [58, 30],
        ],
        2.3,
        "#e58a2b",
      ),
      dots(
        [
          [34, 19],
          [62, 24],
          [82, 31],
          [101, 21],
          [18, 28],
        ],
        2,
        "#4f8a3c",
      ),
    );
  })(),
  "layer-bacon": picture(
    120,
    46,
    ...[0, 9].map(
      (dy) =>
        cut(
          `M3 ${17 + dy}${waves(3, 117, 17 + dy, 3.2, 8)}L117 ${25 + dy}${waves(117, 3, 25 + dy, -3.2, 8)}Z`,
          dy ? "#a83c2c" : "#bb4a36",
          1.6,
        ) + line(`M5 ${20.4 + dy}${waves(5, 115, 20.4 + dy, 3.2, 8)}`, "#f3c3a2", 2.4, 'opacity=".9"'),
    ),
  ),
  "layer-tomato": slices(
    "#e8624a",
    "#c7341f",
    (x) =>
      dots(
        [
          [x - 9, 21.5],
          [x, 21],
          [x + 9, 21.5],
        ],
        1.8,
        "#f8cf7c",
      ),
    [34, 86],
    25,
  ),
  "layer-lettuce": leaf("#7fb24a", "#d9edaf"),
  "layer-vegetable": leaf("#6fae55", "#d9edaf"),
  "layer-pickles": slices(
    "#a9bb4c",
    "#5f7f26",
    (x) =>
      dots(
        [
          [x - 6, 21],
          [x + 6, 21],
        ],
        1.4,
        "#e6eeb0",
      ),
    [24, 60, 96],
    16.5,
  ),
  "layer-pineapple": slices(
    "#f9d75a",
    "#d79b1e",
    (x) => line(`M${x - 14} 20h3M${x} 19.5v3M${x + 11} 20h3`, "#d79b1e", 1.6),
    [34, 86],
    25,
  ),
  "layer-avocado": slices(
    "#cfdc7b",
    "#5d8a35",
    (x) => path(disc(x, 21.3, 6.5, 2.8), "#8a5a2c") + path(disc(x - 1.5, 20.6, 2.4, 0.9), "#b98549"),
    [34, 86],
    25,
  ),
  "layer-roasted_pepper": picture(
    120,
    46,
    cut(
      `M6 18Q8 13 18 14${waves(18, 102, 14, -2.4, 6)}Q114 12 115 20Q114 31 102 29${waves(102, 18, 29, 3.6, 6)}Q4 31 6 18Z`,
      "#c9441f",
    ),
    line("M18 19Q44 14 62 20T104 18", "#f39a5b", 2.6, 'opacity=".8"'),
    line("M22 27l5-7M54 28l5-8M88 28l5-8", "#5c1a0c", 2.8, 'opacity=".6"'),
  ),
  "layer-cheddar_cheese": cheese(
    "#f2ab27",
    "M5 15Q5 14 8 14H112Q115 14 115 15L104 23Q101 34 96 33Q91 33 90 24L74 22Q71 38 64 38Q57 38 55 23L34 24Q31 31 26 31Q21 31 19 23Z",
  ),
  "layer-cheese": cheese(
    "#f2ab27",
    "M5 15Q5 14 8 14H112Q115 14 115 15L104 23Q101 34 96 33Q91 33 90 24L74 22Q71 38 64 38Q57 38 55 23L34 24Q31 31 26 31Q21 31 19 23Z",
  ),
  "layer-swiss_cheese": cheese(
    "#f3d873",
    "M5 15Q5 14 8 14H112Q115 14 115 15L98 24L84 34L70 24L50 25L36 33L22 24Z",
    [
      [30, 20, 4],
      [58, 19.5, 3],
      [83, 24, 4],
      [99, 18.5, 2.4],
      [44, 23, 2],
    ]
      .map(
        ([x, y, r]) =>
          path(disc(x!, y!, r!, r! * 0.7), "#c79a30") + path(disc(x!, y! + 0.9, r! * 0.9, r! * 0.5), "#dfb64e"),
      )
      .join(""),
  ),
  "layer-brie": picture(
    120,
    46,
    cut("M8 15Q8 12 14 12H106Q112 12 112 15V27Q113 33 105 33H15Q7 33 8 27Z", "#f7efdc"),
    path("M8.5 18Q60 14 111.5 18V26Q60 31 8.5 26Z", "#f3d98f"),
    path("M40 28Q46 39 52 37Q58 36 58 28Z", "#f3d98f"),
    line("M16 15.4H100", "#fffdf6", 1.6),
  ),
  "layer-fried_egg": picture(
    120,
    46,
    cut(
      "M6 24Q3 17 16 17Q26 12 40 15Q60 9 80 14Q96 11 106 17Q118 19 114 26Q108 35 96 30Q84 36 70 31Q52 36 42 31Q28 35 20 30Q9 31 6 24Z",
      "#fbf6ea",
    ),
    cut("M40 19Q42 6 60 6Q78 6 80 19Q80 24 60 24Q40 24 40 19Z", "#f4ad1e", 1.4),
    path("M47 14Q50 9 58 8.6Q50 12 47 17Z", "#fde2a0"),
  ),
  "layer-egg": picture(
    120,
    46,
    cut(
      "M6 24Q3 17 16 17Q26 12 40 15Q60 9 80 14Q96 11 106 17Q118 19 114 26Q108 35 96 30Q84 36 70 31Q52 36 42 31Q28 35 20 30Q9 31 6 24Z",
      "#fbf6ea",
    ),
    cut("M40 19Q42 6 60 6Q78 6 80 19Q80 24 60 24Q40 24 40 19Z", "#f4ad1e", 1.4),
    path("M47 14Q50 9 58 8.6Q50 12 47 17Z", "#fde2a0"),
  ),
  "layer-ketchup": sauce("#cc2f22", 5),
  "layer-mustard": sauce("#e5b421", 8),
  "layer-bbq_sauce": sauce(
    "#5e2414",
    13,
    dots(
      [
        [30, 20],
        [64, 19],
        [92, 21],
      ],
      1.3,
      "#c98a52",
    ),
  ),
  "layer-sweet_chilli": sauce(
    "#e2632c",
    17,
    dots(
      [
        [26, 19],
        [46, 22],
        [70, 19],
        [88, 23],
        [100, 18],
      ],
      1.6,
      "#a81f14",
    ) +
      dots(
        [
          [36, 18],
          [60, 23],
          [80, 18],
        ],
        1.2,
        "#ffe2a1",
      ),
  ),
};
