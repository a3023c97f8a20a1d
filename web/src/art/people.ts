/** The thirty customers of Burger Boss and a few guests, cut from a handful of paper shapes, 80 x 96. */

import { cut, dark, disc, dots, hash, light, line, path, picture, slab, type Kit, type Picture } from "./draw";

const SKINS = ["#f3c9a0", "#e3a877", "#c98654", "#9c6238", "#70422a", "#f7d7bd"];
const HAIRS = ["#3a2418", "#6b3d1c", "#b5651d", "#e0b04a", "#8b8b8b", "#1f1a24", "#a33b28", "#efe6d8"];
const SHIRTS = ["#c43c2a", "#1f7f86", "#e9a526", "#74407f", "#4f8a3c", "#2f6da8", "#d9728a", "#7a5a3c"];

type Cutout = (hair: string, shirt: string) => string;

const hairs: Record<string, Cutout> = {
  short: (h) => path("M18 38Q14 14 40 13Q66 14 62 38Q60 26 52 24Q38 28 26 24Q20 28 18 38Z", h),
  bob: (h) => path("M14 56Q10 12 40 11Q70 12 66 56L58 56Q62 34 54 26Q38 30 26 26Q18 34 22 56Z", h),
  bun: (h) => cut(disc(40, 10, 9), h, 1) + path("M18 40Q14 15 40 14Q66 15 62 40Q58 24 40 23Q22 24 18 40Z", h),
  curls: (h) =>
    dots(
      [
        [18, 34],
        [18, 24],
        [25, 16],
        [35, 12],
        [46, 12],
        [56, 17],
        [62, 25],
        [62, 34],
      ],
      8,
      h,
    ),
  long: (h) => path("M12 76Q8 12 40 11Q72 12 68 76L57 74Q64 38 54 26Q38 32 26 26Q16 38 23 74Z", h),
  tuft: (h) => path("M30 20Q30 6 42 9Q40 3 50 6Q48 14 54 20Q42 16 30 20Z", h),
  side: (h) => path("M18 40Q12 12 42 12Q68 14 62 36Q52 34 44 22Q36 30 22 28Q18 32 18 40Z", h),
  none: () => "",
};

const extras: Record<string, Cutout> = {
  glasses: () =>
    `<g fill="none" stroke="#3a2418" stroke-width="2"><circle cx="32" cy="42" r="7"/><circle cx="49" ` +
    `cy="42" r="7"/><path d="M39 42h3"/></g>`,
  cap: (_, s) =>
    cut("M17 28Q18 10 40 10Q62 10 63 28Q40 23 17 28Z", s, 1.4) +
    cut("M14 28Q30 22 50 26Q44 32 14 32Z", dark(s, 0.25), 1),
  beanie: (_, s) =>
    cut("M17 28Q16 8 40 8Q64 8 63 28Z", s, 1.4) +
    cut(slab(15, 24, 50, 9, 4), light(s, 0.25), 1) +
    cut(disc(40, 7, 5), light(s, 0.4), 1),
  straw: () =>
    cut("M6 30Q40 20 74 30Q40 37 6 30Z", "#e3bd62", 1.4) +
    cut("M22 27Q22 10 40 10Q58 10 58 27Q40 23 22 27Z", "#efcf7f", 1) +
    path("M22 25Q40 21 58 25V28Q40 24 22 28Z", "#c43c2a"),
  top: () =>
    cut(slab(22, 0, 36, 26, 3), "#2d2430", 1.4) +
    cut(slab(13, 22, 54, 6, 3), "#2d2430", 1.2) +
    path("M22 17H58V22H22Z", "#c43c2a"),
  band: (_, s) => path("M17 31Q40 24 63 31V25Q40 18 17 25Z", s),
  beard: (h) => path("M19 46Q20 70 40 71Q60 70 61 46Q56 54 50 52Q40 48 30 52Q24 54 19 46Z", h),
  moustache: (h) => path("M28 55Q34 49 40 53Q46 49 52 55Q46 58 40 55Q34 58 28 55Z", h),
  phones: () =>
    line("M17 42Q14 14 40 13Q66 14 63 42", "#3a2418", 3) +
    cut(slab(11, 36, 9, 15, 4), "#c43c2a", 1) +
    cut(slab(60, 36, 9, 15, 4), "#c43c2a", 1),
  flower: () =>
    dots(
      [
        [58, 17],
        [64, 21],
        [62, 28],
        [54, 28],
        [52, 21],
      ],
      4,
      "#f2a5b8",
    ) + path(disc(58, 23, 3), "#f4c33c"),
  scarf: (_, s) => cut("M22 66Q40 76 58 66L60 74Q40 84 20 74Z", light(s, 0.45), 1.2),
  tie: () => cut("M37 74H43L46 92L40 96L34 92Z", "#c43c2a", 1),
  earrings: () =>
    dots(
      [
        [17, 53],
        [63, 53],
      ],
      2.6,
      "#f4c33c",
    ),
  toque: () =>
    cut("M20 28Q10 22 16 13Q20 4 30 8Q40 0 50 8Q61 4 64 13Q70 22 60 28Z", "#fffaf0", 1.6) +
    line("M24 24Q40 20 56 24", "#d9c7a8", 2),
  helmet: () =>
    cut("M15 34Q14 8 40 8Q66 8 65 34Q40 28 15 34Z", "#2f6da8", 1.4) + line("M30 10V28M50 10V28", "#bcd6ec", 2.4),
  songkok: () => cut("M19 28L22 9Q40 5 58 9L61 28Q40 23 19 28Z", "#24202c", 1.4),
  tudung: (_, s) => path("M10 84Q6 12 40 10Q74 12 70 84Q58 78 56 60Q66 30 40 24Q14 30 24 60Q22 78 10 84Z", s),
};

export interface Person {
  skin: number;
  hair: string;
  hue: number;
  shirt: number;
  with: string[];
  mood?: number;
}

export const portrait = (p: Person): Picture => {
  const skin = SKINS[p.skin % SKINS.length]!;
  const hair = HAIRS[p.hue % HAIRS.length]!;
  const shirt = SHIRTS[p.shirt % SHIRTS.length]!;
  const under = p.hair === "long" || p.hair === "bob" ? path("M14 66Q10 14 40 12Q70 14 66 66Z", dark(hair, 0.2)) : "";
  const low = new Set(["scarf", "tie", "tudung"]);
  return picture(
    80,
    96,
    under,
    cut("M6 97Q6 74 28 70H52Q74 74 74 97Z", shirt, 1.6),
    path("M30 66H50V76Q40 84 30 76Z", dark(skin, 0.14)),
    ...p.with.filter((x) => low.has(x) && x !== "tudung").map((x) => extras[x]!(hair, shirt)),
    path(disc(16.5, 44, 4.5, 6), dark(skin, 0.1)) + path(disc(63.5, 44, 4.5, 6), dark(skin, 0.1)),
    cut("M18 40Q16 18 40 17Q64 18 62 40Q62 68 40 69Q18 68 18 40Z", skin, 1.8),
    p.with.includes("beard") ? extras.beard!(hair, shirt) : "",
    dots(
      [
        [32, 42],
        [49, 42],
      ],
      2.5,
      "#2b1608",
    ),
    line("M28 36Q32 33.500 36 36M45 36Q49 33.500 53 36", dark(hair, 0.2), 1.8),
    path("M39 46Q44 52 38 52", "none", `stroke="${dark(skin, 0.3)}" stroke-width="1.600" stroke-linecap="round"`),
    path(disc(26, 52, 4, 2.6), "#e8725a", 'opacity=".35"') + path(disc(55, 52, 4, 2.6), "#e8725a", 'opacity=".35"'),
    line((p.mood ?? 1) > 0 ? "M33 58Q40 64 47 58" : "M34 61Q40 56 46 61", "#7d2a1a", 2.2),
    (hairs[p.hair] ?? hairs.short!)(hair, shirt),
    ...p.with
      .filter((x) => (!low.has(x) || x === "tudung") && x !== "beard")
      .map((x) => extras[x]!(hair, x === "tudung" ? shirt : SHIRTS[(p.shirt + 3) % SHIRTS.length]!)),
  );
};

const cast: Record<string, Person> = {
  c01: { skin: 0, hair: "bun", hue: 4, shirt: 1, with: ["glasses"] },
  c02: { skin: 1, hair: "short", hue: 0, shirt: 5, with: ["scarf"] },
  c03: { skin: 2, hair: "bob", hue: 0, shirt: 2, with: ["glasses"] },
  c04: { skin: 3, hair: "curls", hue: 5, shirt: 7, with: [] },
  c05: { skin: 0, hair: "side", hue: 1, shirt: 5, with: ["tie"] },
  c06: { skin: 2, hair: "short", hue: 5, shirt: 0, with: ["band"] },
  c07: { skin: 5, hair: "curls", hue: 6, shirt: 4, with: ["beard"] },
  c08: { skin: 3, hair: "bun", hue: 0, shirt: 1, with: [] },
  c09: { skin: 1, hair: "tuft", hue: 5, shirt: 3, with: ["phones"] },
  c10: { skin: 5, hair: "none", hue: 2, shirt: 0, with: ["beard", "beanie"] },
  c11: { skin: 0, hair: "bob", hue: 3, shirt: 2, with: ["earrings"] },
  c12: { skin: 2, hair: "side", hue: 0, shirt: 3, with: ["glasses"] },
  c13: { skin: 1, hair: "none", hue: 1, shirt: 2, with: ["cap", "moustache"] },
  c14: { skin: 3, hair: "long", hue: 5, shirt: 6, with: ["flower"] },
  c15: { skin: 5, hair: "long", hue: 2, shirt: 7, with: ["beard"] },
  c16: { skin: 3, hair: "bun", hue: 5, shirt: 4, with: ["helmet"] },
  c17: { skin: 0, hair: "short", hue: 3, shirt: 5, with: ["straw"] },
  c18: { skin: 1, hair: "tuft", hue: 6, shirt: 0, with: ["cap"] },
  c19: { skin: 4, hair: "curls", hue: 4, shirt: 4, with: ["scarf"] },
  c20: { skin: 2, hair: "side", hue: 5, shirt: 4, with: ["moustache"] },
  c21: { skin: 3, hair: "long", hue: 0, shirt: 2, with: ["flower", "earrings"] },
  c22: { skin: 2, hair: "none", hue: 0, shirt: 3, with: ["beard", "band"] },
  c23: { skin: 4, hair: "short", hue: 5, shirt: 7, with: ["cap"] },
  c24: { skin: 0, hair: "bun", hue: 7, shirt: 0, with: ["band"] },
  c25: { skin: 1, hair: "curls", hue: 0, shirt: 1, with: ["moustache"] },
  c26: { skin: 4, hair: "bob", hue: 5, shirt: 6, with: ["earrings"] },
  c27: { skin: 5, hair: "bun", hue: 1, shirt: 3, with: ["glasses", "scarf"] },
  c28: { skin: 0, hair: "none", hue: 4, shirt: 5, with: ["top", "moustache", "tie"] },
  c29: { skin: 5, hair: "long", hue: 6, shirt: 4, with: ["straw"] },
  c30: { skin: 1, hair: "side", hue: 7, shirt: 4, with: ["glasses"] },
};

/** A customer from a player's own list has no portrait of its own: it gets one from its name. */
export const stranger = (id: string): Person => {
  const h = hash(id);
  const kinds = Object.keys(hairs);
  return {
    skin: h % 6,
    hair: kinds[(h >> 4) % kinds.length]!,
    hue: (h >> 8) % 8,
    shirt: (h >> 12) % 8,
    with: [["glasses"], ["cap"], ["scarf"], ["earrings"], []][(h >> 16) % 5]!,
  };
};

export const people: Kit = {
  ...Object.fromEntries(Object.entries(cast).map(([id, p]) => [`person-${id}`, portrait(p)])),
  "person-uncle": portrait({ skin: 2, hair: "none", hue: 0, shirt: 1, with: ["songkok", "moustache"] }),
  "person-kakak": portrait({ skin: 2, hair: "none", hue: 0, shirt: 6, with: ["tudung"] }),
  "person-chef": portrait({ skin: 1, hair: "short", hue: 1, shirt: 7, with: ["toque", "moustache"] }),
  "person-boss": portrait({ skin: 3, hair: "curls", hue: 5, shirt: 0, with: ["toque"] }),
};
