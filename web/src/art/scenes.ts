/** Where games take place: wide paper-cut scenes, 480 x 320, used on covers and behind boards. */

import { cut, disc, dots, group, hand, line, path, picture, slab, type Kit } from "./draw";
import { foodBody, foods, outlinePath, plates } from "./foods";
import { layers } from "./layers";

const rect = (x: number, y: number, w: number, h: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"/>`;

const stack = (x: number, bottom: number, scale: number, names: string[]): string => {
  let y = bottom;
  let out = "";
  for (const n of names) {
    const tall = n === "top_bun";
    const p = layers[`layer-${n}`]!;
    out += group(`translate(${x - 60 * scale} ${y - (tall ? 54 : 35) * scale}) scale(${scale})`, p.body);
    y -=
      (n === "bottom_bun"
        ? 20
        : n === "middle_bun"
          ? 21
          : n.includes("patty") || n === "patty" || n === "grilled_chicken"
            ? 18
            : 11) * scale;
  }
  return out;
};

const skyline = (y: number, fill: string, seed: number, lights = ""): string => {
  const r = hand(seed);
  let d = `M0 ${y}`;
  let windows = "";
  let x = 0;
  while (x < 480) {
    const w = 26 + r() * 34;
    const h = 24 + r() * 74;
    d += `L${x} ${y - h}H${x + w}`;
    if (lights)
      for (let wy = y - h + 10; wy < y - 8; wy += 14)
        for (let wx = x + 6; wx < x + w - 8; wx += 11) if (r() > 0.45) windows += rect(wx, wy, 5, 7, lights);
    x += w;
  }
  return cut(`${d}L480 320H0Z`, fill, 2) + windows;
};

const bulbs = (x0: number, x1: number, y: number, sag: number, n: number): string =>
  line(`M${x0} ${y}Q${(x0 + x1) / 2} ${y + sag * 2} ${x1} ${y}`, "#2b2036", 2) +
  Array.from({ length: n }, (_, i) => {
    const t = (i + 0.5) / n;
    const bx = x0 + (x1 - x0) * t;
    const by = y + sag * 4 * t * (1 - t);
    return (
      path(disc(bx, by + 6, 11), "#ffd978", 'opacity=".22"') +
      path(disc(bx, by + 6, 5), ["#ffd978", "#ff9f6b", "#ffe9b0"][i % 3]!)
    );
  }).join("");

const awning = (x: number, y: number, w: number, n: number, a: string, b: string): string => {
  const s = w / n;
  return Array.from({ length: n }, (_, i) =>
    cut(
      `M${x + i * s} ${y}H${x + (i + 1) * s}V${y + 30}Q${x + (i + 0.5) * s} ${y + 46} ${x + i * s} ${y + 30}Z`,
      i % 2 ? b : a,
      2,
    ),
  ).join("");
};

const diner =
  rect(0, 0, 480, 320, "#f6c98c") +
  path(disc(388, 92, 46), "#f7e2b0") +
  path(disc(388, 92, 34), "#fff2cf") +
  skyline(226, "#d98b5c", 4) +
  skyline(240, "#b8633f", 9, "#f7d58e") +
  cut("M60 118H420V300H60Z", "#fdf0d8", 4) +
  cut("M60 230H420V300H60Z", "#c43c2a", 1) +
  rect(60, 238, 360, 7, "#fdf0d8") +
  rect(60, 250, 360, 4, "#fdf0d8") +
  [84, 186, 288]
    .map(
      (x) =>
        cut(slab(x, 150, 84, 66, 8), "#8fc7c9", 1) +
        path(`M${x + 8} 208L${x + 44} 156H${x + 62}L${x + 26} 208Z`, "#c9e8e6") +
        rect(x + 10, 206, 64, 6, "#7a4a26"),
    )
    .join("") +
  cut(slab(384, 150, 26, 150, 5), "#7a2a1c", 1) +
  dots([[404, 232]], 2.6, "#f0bf3f") +
  awning(52, 112, 376, 12, "#c43c2a", "#fdf0d8") +
  cut(slab(150, 34, 180, 62, 16), "#1f7f86", 3) +
  cut(slab(158, 42, 164, 46, 12), "#fdf0d8", 1) +
  group(
    "translate(182 65) scale(.62)",
    path("M-28 4Q-30 -26 0 -26Q30 -26 28 4Z", "#cf8035"),
    path("M-32 9H32V17H-32Z", "#7fb24a"),
    path("M-27 21H27Q26 34 14 34H-14Q-26 34 -27 21Z", "#cf8035"),
  ) +
  line("M214 58H306M214 72H286", "#c43c2a", 7) +
  rect(0, 296, 480, 24, "#8a5a3c") +
  rect(0, 296, 480, 4, "#a9744f") +
  group(
    "translate(238 176)",
    path(disc(0, 4, 14, 15), "#9c6238"),
    path("M-14 0Q-14 -16 0 -16Q14 -16 14 0Q0 -6 -14 0Z", "#fffaf0"),
    path("M-20 40Q-18 18 0 18Q18 18 20 40Z", "#fdf6e9"),
  );

const stall = (() => {
  const r = hand(42);
  const stars = Array.from({ length: 46 }, () => [r() * 480, r() * 150] as const);
  return (
    rect(0, 0, 480, 320, "#1d2748") +
    rect(0, 120, 480, 200, "#263463") +
    dots(stars, 1.3, "#ffe9b0", 'opacity=".8"') +
    path(disc(86, 66, 30), "#fff1c4") +
    path(disc(97, 60, 27), "#1d2748") +
    cut("M404 320V128L412 96L416 70L420 96L428 128V320ZM436 320V128L444 96L448 70L452 96L460 128V320Z", "#33427a", 2) +
    rect(428, 186, 8, 8, "#33427a") +
    Array.from({ length: 12 }, (_, i) => rect(410 + (i % 2) * 34, 136 + Math.floor(i / 2) * 20, 10, 6, "#ffd978")).join(
      "",
    ) +
    skyline(232, "#18203d", 7, "#e9b45a") +
    cut("M20 320Q16 230 26 200Q34 230 32 320Z", "#101830", 1) +
    [
      [-34, -12],
      [-26, 14],
      [30, -14],
      [34, 12],
      [0, -30],
    ]
      .map(([dx, dy]) =>
        cut(
          `M26 200Q${26 + dx! / 2} ${196 + dy! - 16} ${26 + dx!} ${200 + dy!}Q${26 + dx! / 2} ${202 + dy!} 26 200Z`,
          "#1c3a3a",
          1,
        ),
      )
      .join("") +
    bulbs(0, 240, 100, 16, 9) +
    bulbs(240, 480, 100, 16, 9) +
    rect(104, 150, 6, 150, "#8a5a3c") +
    rect(370, 150, 6, 150, "#8a5a3c") +
    path("M110 150H370V240H110Z", "#ffd98a", 'opacity=".9"') +
    path("M110 150H370L340 240H140Z", "#ffe9b8", 'opacity=".6"') +
    group(
      "translate(300 168)",
      path(disc(0, 14, 13, 14), "#c98654"),
      path("M-14 10L-11 -4Q0 -8 11 -4L14 10Q0 5 -14 10Z", "#24202c"),
      path("M-24 72Q-22 30 0 28Q22 30 24 72Z", "#1f7f86"),
      path("M-10 34H10V72H-12Z", "#fdf6e9"),
      line("M-6 20Q0 17 6 20", "#3a2418", 3),
    ) +
    stack(176, 234, 0.52, ["bottom_bun", "patty", "cheese", "egg", "lettuce", "top_bun"]) +
    cut(slab(92, 234, 296, 62, 6), "#b0472f", 3) +
    rect(92, 240, 296, 8, "#f0bf3f") +
    cut(slab(196, 256, 88, 32, 8), "#fdf0d8", 1) +
    group(
      "translate(240 272) scale(.36)",
      path("M-28 -4Q-30 -34 0 -34Q30 -34 28 -4Z", "#cf8035"),
      path("M-32 1H32V9H-32Z", "#7fb24a"),
      path("M-27 13H27Q26 26 14 26H-14Q-26 26 -27 13Z", "#cf8035"),
    ) +
    awning(84, 122, 312, 10, "#e9a526", "#c43c2a") +
    dots(
      [
        [130, 300],
        [350, 300],
      ],
      12,
      "#101830",
    ) +
    dots(
      [
        [130, 300],
        [350, 300],
      ],
      5,
      "#8fa0c9",
    ) +
    rect(0, 308, 480, 12, "#101830") +
    line("M210 232Q204 220 210 210T206 190M226 232Q220 222 226 212", "#fff6e6", 3, 'opacity=".5"')
  );
})();

const kitchen =
  rect(0, 0, 480, 320, "#dfe6c8") +
  Array.from({ length: 8 }, (_, y) =>
    Array.from(
      { length: 12 },
      (_, x) =>
        `<rect x="${x * 40 + 1.5}" y="${y * 26 + 1.5}" width="37" height="23" rx="2" fill="${(x + y) % 5 === 0 ? "#cfdab2" : "#eef2dd"}"/>`,
    ).join(""),
  ).join("") +
  cut("M150 0H330L300 56H180Z", "#b9a37e", 3) +
  rect(180, 52, 120, 8, "#8f7a58") +
  cut(slab(20, 96, 120, 8, 3), "#8a5a3c", 2) +
  cut(slab(344, 96, 116, 8, 3), "#8a5a3c", 2) +
  [
    [32, "#c92f22"],
    [56, "#e5b421"],
    [80, "#5e2414"],
    [104, "#e2632c"],
  ]
    .map(([x, c]) =>
      cut(`M${x} 96V70Q${x} 62 ${+x! + 6} 60V50H${+x! + 10}V60Q${+x! + 16} 62 ${+x! + 16} 70V96Z`, c as string, 1),
    )
    .join("") +
  cut("M360 96Q356 66 384 66Q404 66 402 96Z", "#1f7f86", 1) +
  cut("M414 96V72H446V96Z", "#e8d3a8", 1) +
  line("M420 72Q422 56 414 50M430 72V46M440 72Q440 56 448 50", "#4f8a3c", 4) +
  line("M40 0V22M70 0V16M420 0V20M446 0V14", "#56615f", 3) +
  cut("M28 22H52L48 40H32Z", "#7d8a8c", 1) +
  cut(disc(70, 28, 13), "#4b4550", 1) +
  cut(disc(420, 34, 15), "#b06a2c", 1) +
  cut("M438 14H454V38Q446 44 438 38Z", "#9fb0ad", 1) +
  cut(slab(0, 226, 480, 16, 2), "#e8d9b8", 3) +
  cut("M0 242H480V320H0Z", "#7d9a55", 1) +
  [20, 138, 256, 374]
    .map((x) => cut(slab(x, 254, 100, 56, 6), "#8fab66", 1) + cut(slab(x + 38, 262, 24, 6, 3), "#c9a05c", 0.6))
    .join("") +
  stack(240, 228, 1.06, [
    "bottom_bun",
    "beef_patty",
    "cheddar_cheese",
    "tomato",
    "lettuce",
    "bacon",
    "grilled_chicken",
    "swiss_cheese",
    "avocado",
    "ketchup",
    "fried_egg",
    "top_bun",
  ]) +
  cut(slab(60, 214, 92, 10, 4), "#b98549", 1) +
  group("translate(86 190) scale(.5)", path(disc(20, 34, 22), "#c7341f"), path(disc(20, 35, 17), "#e8624a")) +
  group("translate(118 192) scale(.46)", path("M0 40Q-10 10 20 4Q50 10 40 40Z", "#7fb24a")) +
  cut("M344 226Q344 196 372 196Q400 196 400 226Z", "#cfd8d8", 2) +
  cut(disc(372, 193, 5), "#9fb0ad", 0.6) +
  cut(slab(336, 220, 72, 7, 3), "#b3c0c0", 1);

const space = (() => {
  const r = hand(77);
  const stars = Array.from({ length: 80 }, () => [r() * 480, r() * 250] as const);
  const ufo = (x: number, y: number, s: number, c: string) =>
    group(
      `translate(${x} ${y}) scale(${s})`,
      path("M-22 10L-44 92H44L22 10Z", "#ffe9a8", 'opacity=".22"'),
      cut("M-16 -2Q-16 -20 0 -20Q16 -20 16 -2Z", "#bfe3e6", 1),
      path(disc(0, -8, 6, 7), "#7fb86a"),
      dots(
        [
          [-2.5, -9],
          [2.5, -9],
        ],
        1.5,
        "#2b1240",
      ),
      cut("M-38 4Q-28 -6 0 -6Q28 -6 38 4Q28 14 0 14Q-28 14 -38 4Z", c, 2),
      dots(
        [
          [-22, 4],
          [-8, 7],
          [8, 7],
          [22, 4],
        ],
        2.8,
        "#ffd65c",
      ),
    );
  return (
    rect(0, 0, 480, 320, "#241537") +
    path("M0 60Q140 10 260 80T480 60V200Q320 130 200 190T0 170Z", "#3a2157", 'opacity=".8"') +
    path("M0 150Q120 110 250 160T480 130V260Q300 200 180 250T0 230Z", "#53307a", 'opacity=".55"') +
    dots(stars, 1.3, "#fff3d6") +
    dots(stars.slice(0, 12), 2.4, "#ffe29a") +
    cut(disc(92, 78, 40), "#e0885c", 3) +
    path("M54 70Q92 60 130 72Q92 78 54 70ZM58 96Q92 86 128 94Q92 104 58 96Z", "#f2b07f") +
    group(
      "rotate(-14 92 78)",
      `<ellipse cx="92" cy="78" rx="66" ry="13" fill="none" stroke="#f6d49a" stroke-width="6"/>`,
      path("M52 66Q92 40 132 66Q120 74 92 74Q64 74 52 66Z", "#e0885c"),
    ) +
    cut(disc(424, 50, 20), "#7fc0c6", 2) +
    dots(
      [
        [418, 44],
        [430, 56],
      ],
      4,
      "#5f9fa8",
    ) +
    ufo(330, 96, 0.9, "#8d7bb5") +
    ufo(190, 52, 0.6, "#4f9a8a") +
    cut("M0 262Q80 232 170 250T340 246T480 238V320H0Z", "#6d4a8f", 3) +
    path("M60 286a26 8 0 1 0 52 0a26 8 0 1 0-52 0ZM380 276a22 7 0 1 0 44 0a22 7 0 1 0-44 0Z", "#553772") +
    cut("M150 262Q150 170 240 168Q330 170 330 262Z", "#bfe3e6", 3) +
    path("M166 258Q168 186 232 180Q190 200 184 258Z", "#e4f5f4", 'opacity=".8"') +
    stack(240, 258, 0.74, ["bottom_bun", "patty", "cheese", "lettuce", "top_bun"]) +
    dots(
      [
        [226, 208],
        [254, 208],
      ],
      7.5,
      "#fffaf0",
    ) +
    dots(
      [
        [227, 210],
        [253, 210],
      ],
      3.6,
      "#2b1240",
    ) +
    cut(slab(128, 258, 224, 20, 10), "#c43c2a", 2) +
    dots(
      [
        [150, 268],
        [180, 268],
        [210, 268],
        [240, 268],
        [270, 268],
        [300, 268],
        [330, 268],
      ],
      3.5,
      "#ffd65c",
    ) +
    line("M240 168V140", "#d9d2c4", 4) +
    dots([[240, 136]], 6, "#ff7d5c")
  );
})();

const buffet = (() => {
  const put = (id: string, x: number, y: number, turn: number, s = 1.55) =>
    group(`translate(${x} ${y}) rotate(${turn}) scale(${s})`, foodBody(id, foods[id]!.outline, `clip-scene-${id}`));
  const plate = plates.standard!;
  return (
    rect(0, 0, 480, 320, "#bfe3dd") +
    path("M0 0H480V70Q360 110 240 84T0 92Z", "#9fd3cc") +
    Array.from(
      { length: 6 },
      (_, i) =>
        path(disc(40 + i * 80, 30, 22), "#d9f0ea", 'opacity=".8"') +
        line(`M${40 + i * 80} -4V10`, "#5a8f8a", 3) +
        cut(`M${22 + i * 80} 34Q${40 + i * 80} 2 ${58 + i * 80} 34Z`, i % 2 ? "#e9a526" : "#c43c2a", 1.6),
    ).join("") +
    cut("M0 268H480V320H0Z", "#b9793f", 3) +
    rect(0, 272, 480, 8, "#d19a5c") +
    cut("M-4 296Q26 316 58 296T120 296T182 296T244 296T306 296T368 296T430 296T492 296V330H-4Z", "#fdf6e9", 1) +
    group(
      "translate(240 270) scale(1.75)",
      cut(outlinePath(plate), "#2f9ea3", 1.5, 0.8),
      path("M-60 -15Q0 10 60 -15Q0 -1 -60 -15Z", "#6cc6c6"),
    ) +
    put("custard_tart", 190, 236, -4) +
    put("steak", 280, 232, 3) +
    put("apple", 146, 224, -14) +
    put("sausage", 236, 194, 2) +
    put("doughnut", 336, 214, 10) +
    put("cupcake", 222, 148, 0) +
    put("lemon", 274, 160, -20) +
    put("squid", 330, 152, 16) +
    put("mushroom", 168, 170, -16) +
    put("shrimp", 256, 100, 10) +
    put("gingerbread_man", 60, 232, -10, 1.3) +
    put("banana", 424, 244, 20, 1.3) +
    line("M300 70Q312 74 314 86M180 96Q168 98 166 110", "#5a8f8a", 3)
  );
})();

export const scenes: Kit = {
  "scene-diner": picture(480, 320, diner),
  "scene-stall": picture(480, 320, stall),
  "scene-kitchen": picture(480, 320, kitchen),
  "scene-space": picture(480, 320, space),
  "scene-buffet": picture(480, 320, buffet),
};
