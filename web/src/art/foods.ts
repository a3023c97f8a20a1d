/** The 21 foods of Buffet Boss, painted inside their physical outlines (millimetres, drawn with y downwards). */

import data from "./outlines.json";
import { dark, disc, dots, light, line, path, type Kit, type Picture } from "./draw";

export type Outline = ReadonlyArray<readonly [number, number]>;

export interface FoodFacts {
  group: string;
  colour: string;
  stars: number;
  outline: Outline;
}

export const foods = data.foods as unknown as Record<string, FoodFacts>;
export const plates = data.plates as unknown as Record<string, Outline>;

export const outlinePath = (outline: Outline): string => `M${outline.map(([x, y]) => `${x} ${-y}`).join("L")}Z`;

const paint: Record<string, { fill: string; inside: string }> = {
  lettuce: {
    fill: "#7db548",
    inside:
      line(
        "M0 15Q-2 0 1 -13M0 6Q-10 2 -17 3M0 2Q10 -2 18 1M0 -4Q-8 -8 -12 -11M1 -6Q8 -9 14 -9M0 10Q8 8 13 9M0 11Q-7 9 -11 10",
        "#e6f3c4",
        1.2,
      ) + line("M-22 -3Q-18 -6 -19 -9M21 -4Q17 -8 19 -11M-8 -12Q-4 -10 0 -13", "#5d9432", 1),
  },
  broccoli: {
    fill: "#4f9140",
    inside:
      path("M-7 21L-5.500 4Q0 8 5.500 4L7 21Z", "#b6d37e") +
      line("M-2 18V8M2 17V9", "#93b95c", 1) +
      [
        [-11, 1, 7],
        [11, 1, 7],
        [-7, -10, 7.5],
        [7, -10, 7.5],
        [0, -2, 7.5],
        [0, -14, 5],
      ]
        .map(([x, y, r]) => path(disc(x!, y! + 0.8, r!), "#3a7330") + path(disc(x!, y! - 0.3, r! - 0.5), "#63a84f"))
        .join("") +
      dots(
        [
          [-12, -2],
          [-6, -12],
          [8, -12],
          [12, -1],
          [0, -4],
          [-2, -15],
          [3, -9],
          [-8, 2],
        ],
        1,
        "#a5d186",
      ),
  },
  pea_pod: {
    fill: "#74ad3f",
    inside:
      path("M-24 -5Q0 -2 24 -5Q12 5 0 5.500Q-12 5 -24 -5Z", "#4d842a") +
      [-15, -7.6, 0, 7.6, 15]
        .map(
          (x, i) =>
            path(disc(x, i % 4 === 0 ? -0.6 : 0.8, 3.6), "#a8d866") +
            path(disc(x - 1.1, (i % 4 === 0 ? -0.6 : 0.8) - 1.2, 1), "#e2f4bd"),
        )
        .join("") +
      line("M-26 -7Q-28 -8 -27 -6", "#3d6b22", 1.4),
  },
  mushroom: {
    fill: "#f3e9d6",
    inside:
      path("M-20 2Q0 -2 20 2L18 -20H-18Z", "#e9dcc3") +
      path("M-19 0Q-14 -19 0 -19Q14 -19 19 0Q0 -4 -19 0Z", "#fbf5e8") +
      path("M-17 1.500Q0 -2.500 17 1.500Q0 4 -17 1.500Z", "#c9b08c") +
      line("M-12 1.300v-1.400M-7 1.400v-2M-2 1.500v-2.400M3 1.500v-2.400M8 1.400v-2M13 1.200v-1.400", "#a98f68", 0.8) +
      dots(
        [
          [-8, -9],
          [6, -12],
          [11, -6],
        ],
        1.8,
        "#e6d5b4",
      ) +
      line("M-3 7V14M3 6V13", "#d9c6a2", 0.9),
  },
  egg: {
    fill: "#fbf3e4",
    inside:
      path("M14 -20V20H-16Q12 16 11 -20Z", "#ecdcc0") +
      path("M-8 -3Q-8 -13 0 -15Q-6 -9 -5.500 -2Z", "#fffdf8") +
      dots(
        [
          [3, 6],
          [-4, 10],
          [6, -6],
          [1, 13],
          [-8, 5],
          [8, 3],
        ],
        0.7,
        "#d8bf97",
      ),
  },
  squid: {
    fill: "#f2e2dc",
    inside:
      path("M0 -29Q-10 -12 -8.500 9H8.500Q10 -12 0 -29Z", "#fbf1ec") +
      dots(
        [
          [-3, -15],
          [3, -12],
          [-2, -6],
          [4, -3],
          [-4, 1],
        ],
        1,
        "#dba9a0",
      ) +
      path(disc(-4, 6.5, 2.4), "#fff") +
      path(disc(4, 6.5, 2.4), "#fff") +
      path(disc(-3.6, 6.8, 1.3), "#3a2418") +
      path(disc(3.6, 6.8, 1.3), "#3a2418") +
      line("M-1.400 10Q0 11.200 1.400 10", "#3a2418", 0.8) +
      dots(
        [
          [-12, 23],
          [-10, 18.5],
          [-1, 23],
          [0, 18],
          [11, 22],
          [9, 17],
        ],
        0.9,
        "#dba9a0",
      ) +
      line("M-3 14V22M3 14V22", "#e2c3ba", 0.8),
  },
  banana: {
    fill: "#f5cd3d",
    inside:
      path("M-31 -8Q-18 12 0 13Q18 12 31 -8L28 -12Q14 6 0 6.500Q-14 6 -28 -12Z", "#e3ae22") +
      line("M-26 -8Q-14 2.500 0 3Q14 2.500 26 -8", "#c98f14", 0.9) +
      path("M-31 -8L-26 -13L-24.500 -9L-28 -5Z", "#7a5a24") +
      path("M31 -8L26.500 -13L25.500 -10.500L28.600 -6Z", "#4c3a1c") +
      dots(
        [
          [-8, 8],
          [6, 9],
          [15, 4],
        ],
        0.8,
        "#a8741a",
      ),
  },
  lemon: {
    fill: "#f7dc4a",
    inside:
      path("M-20 3Q0 18 20 3Q14 15 0 15.500Q-14 15 -20 3Z", "#e0b62a") +
      path("M-11 -6Q-4 -13 6 -11.500Q-4 -9 -8 -3Z", "#fdf2ae") +
      dots(
        [
          [-3, 2],
          [5, -3],
          [9, 4],
          [-9, 4],
          [1, 8],
          [13, -1],
          [-14, -1],
          [0, -6],
        ],
        0.75,
        "#d7ac22",
      ) +
      path("M17.500 -2.600L23 0L17.500 2.600Q19 0 17.500 -2.600Z", "#b98f1a"),
  },
  custard_tart: {
    fill: "#d99a4a",
    inside:
      path("M-22 -4Q0 -1 22 -4L20.500 -8Q0 -12 -20.500 -8Z", "#f8d765") +
      path("M-17 -6.500Q-4 -11 10 -8.500Q0 -7.500 -6 -5Z", "#a9631e", 'opacity=".75"') +
      dots(
        [
          [13, -6.5],
          [8, -4.5],
          [-12, -4.8],
        ],
        1,
        "#a9631e",
      ) +
      line(
        "M-18 0L-13.500 10M-11 1L-8.500 10.500M-4 1.600L-3 10.500M4 1.600L3 10.500M11 1L8.500 10.500M18 0L13.500 10",
        "#b0732c",
        1.1,
      ) +
      line("M-21 -3.600Q0 -0.400 21 -3.600", "#f0c07a", 1.4),
  },
  grapes: {
    fill: "#7a4a92",
    inside:
      [
        [-11, -13, 6],
        [0, -12, 6],
        [11, -13, 6],
        [-10, -3, 6],
        [1, -3, 6.2],
        [11, -3, 5.6],
        [-6, 6.5, 6],
        [6, 6.5, 6],
        [-1, 15, 5.6],
        [0, 19.5, 3.6],
        [-9, 11, 3.4],
        [9, 11, 3.4],
      ]
        .map(
          ([x, y, r]) =>
            path(disc(x!, y! + 0.7, r!), "#57306c") +
            path(disc(x!, y!, r! - 0.5), "#9163ab") +
            path(disc(x! - 1.8, y! - 2, 1.3), "#cdaedb"),
        )
        .join("") + path("M-2.500 -23H2.500V-16H-2.500Z", "#6b7a2c"),
  },
  cupcake: {
    fill: "#8a5aa6",
    inside:
      path("M-15.500 1.200H15.500L11.200 20H-11.200Z", "#f0c98e") +
      line("M-10 3L-7.600 19M-4 3L-3 19M4 3L3 19M10 3L7.600 19", "#c9964f", 1.4) +
      path(
        "M-19 1.400V-5L-14 -8V-12L-9 -14L-6 -18L0 -20L6 -18L9 -14L14 -12V-8L19 -5V1.400Q13 4.500 8 1.500Q3 5 " +
          "-2 1.600Q-8 5 -12 1.500Q-16 4 -19 1.400Z",
        "#a678c2",
      ) +
      line("M-15 -4Q0 1 15 -5M-11 -10Q0 -6 11 -11M-6 -15Q0 -12.500 6 -15.500", "#cda9e0", 1.6) +
      dots(
        [
          [-8, -6],
          [4, -3],
          [9, -8],
          [-3, -11],
          [2, -15],
          [-13, -2],
        ],
        0.9,
        "#fff2c9",
      ) +
      path(disc(0, -17.6, 1.9), "#cf3a30"),
  },
  mussel: {
    fill: "#4c3d6b",
    inside:
      path("M-23 1Q0 -3 22.500 -3Q21 4 14 -8Q4 -14 -10 -8Z", "#5f4f83") +
      line("M-20 2Q0 -8 14 -9M-20 2Q2 -4 20 -5M-20 2Q0 2 20 3M-20 2Q0 7 14 9", "#8978ad", 0.9) +
      path("M-20 1.500Q0 3 21.500 -1.500Q10 6 -6 4.600Q-15 4 -20 1.500Z", "#e8894a") +
      line("M-17 2.200Q0 4 17 0.500", "#f7be8b", 0.9),
  },
  lobster_claw: {
    fill: "#cf3a2c",
    inside:
      path("M7 -26Q14 -16 13 -4Q10 6 3 9Q12 -4 7 -18Z", "#e8654f") +
      path("M-8 -24Q-15 -14 -13 -3Q-12 4 -6 8Q-9 -4 -4.500 -18Z", "#b02a1f") +
      line("M6 -17Q3.500 -9 -0.500 -7Q-3 -10 -3.500 -17", "#7d180f", 1.2) +
      dots(
        [
          [4.3, -11],
          [-1.6, -8.6],
          [-3.2, -13],
        ],
        0.9,
        "#fff0d9",
      ) +
      line("M-9.500 16H5.500M-8.500 10H4.500", "#8f2016", 1.4) +
      dots(
        [
          [8, 0],
          [5, -2],
          [10, -8],
          [-8, 2],
          [-6, -2],
        ],
        0.9,
        "#f4a08c",
      ),
  },
  apple: {
    fill: "#c8342b",
    inside:
      path("M14 -13Q22 6 5 19Q26 20 22 -6Z", "#a02319") +
      path("M-14 -7Q-11 -13 -6 -12Q-11 -7 -12 0Z", "#f08b7c") +
      path("M-5 -12.500Q0 -9 6 -12.500Q0 -14.500 -5 -12.500Z", "#7d180f") +
      path("M-2 -12V-19H4V-12Z", "#6b4423") +
      dots(
        [
          [2, 0],
          [6, 6],
          [-4, 7],
          [-9, 3],
          [9, -3],
          [0, 12],
        ],
        0.7,
        "#f2a898",
      ),
  },
  sausage: {
    fill: "#b84a34",
    inside:
      path("M-29 0Q-18 6 0 6.500Q18 6 29 0L27 8L0 12L-27 8Z", "#93341f") +
      line("M-18 -5Q-4 -3.500 12 -5.500", "#e59a80", 1.8) +
      line("M-17 4l5-8M-7 5.500l5-9M3 5.500l5-9M13 4.500l5-8.500", "#6f1f10", 1.7) +
      path("M-30 -2L-26 -4V3L-30 2Z", "#8a2c19") +
      path("M30 -2L26 -4V3L30 2Z", "#8a2c19"),
  },
  shrimp: {
    fill: "#f0894e",
    inside:
      line("M-15 10Q-20 -4 -9 -12Q2 -19 12 -11Q20 -2 13 9", "#f9b98c", 2.4) +
      line(
        "M-18 -2L-9 2M-15 -9L-7.500 -1.500M-9 -15L-4 -3.500M0 -18L0 -4M9 -15.500L4 -3.500M16 -8.500L7 0.500M18.500 0L8.500 4",
        "#c75c25",
        1.1,
      ) +
      path("M3 9.600L10.500 18.500L14 11L8.500 7Z", "#e0552f") +
      path(disc(-12.5, 6, 1.3), "#3a1606") +
      line("M-9.500 9L-14 11", "#c75c25", 1.2),
  },
  chicken_wing: {
    fill: "#d9832f",
    inside:
      path("M-15 12Q0 18 12 12Q19 4 20 -6Q24 -10 24 -16L25 18H-20Z", "#b9641b") +
      path("M-8 -2Q0 2 8 -4Q4 6 -6 8Z", "#ecab5e", 'opacity=".9"') +
      path("M-25 10L-22 14.500L-17 13.500L-22 6Z", "#f7ead0") +
      path("M19 -17L25 -12L24 -8L18 -12Z", "#f7ead0") +
      dots(
        [
          [2, 8],
          [8, 5],
          [12, -2],
          [-4, 10],
          [6, -1],
          [15, -7],
          [-10, 2],
        ],
        0.9,
        "#8f4710",
      ) +
      line("M10 9Q4 12 -2 11", "#f4c98a", 1.2),
  },
  doughnut: {
    fill: "#d08f45",
    inside:
      path("M-16.500 2Q-18 -15 0 -16.800Q18 -15 16.500 2Q14 8 10 4Q6 13 1 8Q-4 15 -8 7Q-13 9 -16.500 2Z", "#f0813f") +
      path("M-12 -5Q-9 -13 0 -14Q-8 -9 -9.500 -3Z", "#f9b184") +
      [
        [-8, 0, 30],
        [-2, -12, 80],
        [7, -11, 20],
        [12, -4, 60],
        [9, 3, 120],
        [-12, -2, 100],
        [-4, 7, 10],
        [3, 7, 50],
        [-6, -8, 140],
      ]
        .map(
          ([x, y, a]) =>
            `<rect x="-1.7" y="-.6" width="3.400" height="1.200" rx=".6" transform="translate(${x} ${y}) ` +
            `rotate(${a})" fill="${["#fff2c9", "#7db548", "#c43c2a", "#74407f"][(x! + 20) % 4]}"/>`,
        )
        .join("") +
      path(disc(0, 0, 5.4), "#8a5420") +
      path(disc(0, 0.9, 4.7), "#fdf3df"),
  },
  steak: {
    fill: "#8a4a32",
    inside:
      path("M-23 3Q-22 -9 -12 -11.500Q-4 -9 4 -9.500Q12 -12 19 -7Q24 0 20 6Q10 12 0 10.500Q-14 11 -20 9Z", "#b5614a") +
      line("M-14 -4Q-4 -6 2 -1M6 -5Q14 -6 18 0M-10 5Q0 2 8 6", "#f2c9b4", 1.4) +
      path(disc(-14.5, 1, 4.2, 3.6), "#f7ead0") +
      path(disc(-14.5, 1.3, 2, 1.7), "#d9b48a") +
      line("M-2 9l5-15M8 9l5-15", "#5a2414", 1.5, 'opacity=".7"'),
  },
  gingerbread_man: {
    fill: "#a96a31",
    inside:
      line(
        "M-5.500 -12Q-7 -17 -4 -20.500Q0 -23 4 -20.500Q7 -17 5.500 -12M-17 -5.500Q-19 -3 -17 -1.500M17 " +
          "-5.500Q19 -3 17 -1.500M-12.500 19.500Q-10 22.500 -6.500 22M12.500 19.500Q10 22.500 6.500 22",
        "#fdf3df",
        1.2,
      ) +
      path(disc(-2.7, -17, 1), "#3a1606") +
      path(disc(2.7, -17, 1), "#3a1606") +
      line("M-3 -13.500Q0 -11 3 -13.500", "#3a1606", 1) +
      dots(
        [
          [0, -4.5],
          [0, 0],
          [0, 4.5],
        ],
        1.4,
        "#c43c2a",
      ) +
      line("M-6 -8.500Q0 -5.500 6 -8.500", "#7db548", 1.6),
  },
  ribs: {
    fill: "#8f4024",
    inside:
      [-20, -8, 4, 16]
        .map((x) => path(`M${x - 2.2} -13H${x + 2.2}V-7H${x - 2.2}Z`, "#f7ead0") + line(`M${x} -6V9`, "#5f2412", 1.6))
        .join("") +
      path("M-25 6Q0 2 25 6V13H-25Z", "#6f2d16") +
      line("M-17 -4Q-14 0 -16 6M-5 -4Q-2 1 -4 6M7 -4Q10 1 8 6M20 -4Q22 0 20 6", "#c46f45", 1.6) +
      line("M-21 -5.500H21", "#b3603a", 1.2) +
      dots(
        [
          [-12, 3],
          [0, 1],
          [12, 4],
          [-22, 2],
          [22, 1],
        ],
        0.9,
        "#e0a06f",
      ),
  },
};

/** The body of one food in its own coordinates; clipped to the given outline so that looks and physics agree. */
export const foodBody = (id: string, outline: Outline, clip: string): string => {
  const d = outlinePath(outline);
  const p = paint[id] ?? { fill: "#b98b5a", inside: "" };
  return (
    `<clipPath id="${clip}"><path d="${d}"/></clipPath><path d="${d}" fill="${p.fill}"/>` +
    `<g clip-path="url(#${clip})">${p.inside}<path d="${d}" fill="none" stroke="${light(p.fill, 0.55)}" ` +
    `stroke-width="2" transform="translate(0 .9)" opacity=".55"/>` +
    `<path d="${d}" fill="none" stroke="${dark(p.fill, 0.5)}" stroke-width="2.2" transform="translate(0 -.8)" opacity=".4"/></g>` +
    `<path d="${d}" fill="none" stroke="${dark(p.fill, 0.62)}" stroke-width=".5" stroke-linejoin="round" opacity=".8"/>`
  );
};

export const foodKit: Kit = Object.fromEntries(
  Object.entries(foods).map(([id, f]): [string, Picture] => {
    const xs = f.outline.map((p) => p[0]);
    const ys = f.outline.map((p) => -p[1]);
    const x = Math.min(...xs) - 1.5;
    const y = Math.min(...ys) - 1.5;
    return [
      `food-${id}`,
      {
        box: [Math.max(...xs) + 1.5 - x, Math.max(...ys) + 1.5 - y],
        at: [x, y],
        body: foodBody(id, f.outline, `clip-food-${id}`),
      },
    ];
  }),
);
