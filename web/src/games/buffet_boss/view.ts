/** The geometry with which plates and films are drawn. */
import type { Film, PlateView } from "../../generated/buffet_boss";
import { foodBody, foods, outlinePath, plates, type Outline } from "../../art/foods";

/** A body on the screen: millimetres and degrees, y upwards, of its centroid. */
export interface Body {
  id: string;
  x: number;
  y: number;
  a: number;
  flip: boolean;
}

const centroid = (o: Outline): [number, number] => {
  let area = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < o.length; i++) {
    const [x1, y1] = o[i]!;
    const [x2, y2] = o[(i + 1) % o.length]!;
    const k = x1 * y2 - x2 * y1;
    area += k;
    x += (x1 + x2) * k;
    y += (y1 + y2) * k;
  }
  return [x / (3 * area), y / (3 * area)];
};

const centres = new Map<string, [number, number]>();
/** There are two pieces of every food. */
const ofPiece = new Map(
  Object.keys(foods).flatMap((food) => ["a", "b"].map((one): [string, string] => [`${food}.${one}`, food])),
);
export const foodOf = (piece: string): string => ofPiece.get(piece) ?? piece;
export const centreOf = (name: string): [number, number] => {
  if (!centres.has(name))
    centres.set(
      name,
      centroid(
        plates[name] ??
          foods[name]?.outline ?? [
            [-15, -15],
            [15, -15],
            [15, 15],
            [-15, 15],
          ],
      ),
    );
  return centres.get(name)!;
};

/** The SVG transform that puts a drawing at a pose. */
export const placed = (name: string, b: { x: number; y: number; a: number; flip: boolean }): string => {
  const [cx, cy] = centreOf(name);
  return (
    `translate(${b.x.toFixed(2)} ${(-b.y).toFixed(2)}) ` +
    `rotate(${(-b.a).toFixed(2)})${b.flip ? " scale(-1 1)" : ""} translate(${(-cx).toFixed(2)} ` +
    `${cy.toFixed(2)})`
  );
};

export const bodiesOf = (p: PlateView): Body[] => [
  { id: "plate", x: 0, y: p.y / 100, a: (p.a / 10000) * (180 / Math.PI), flip: false },
  ...p.pieces.map((q) => ({
    id: q.id,
    x: q.x / 100,
    y: q.y / 100,
    a: (q.a / 10000) * (180 / Math.PI),
    flip: q.flip === 1,
  })),
];

/** How far any point of a food is below its centroid when it is turned. */
export const depth = (food: string, a: number, flip: boolean): number => {
  const [cx, cy] = centreOf(food);
  const r = (a * Math.PI) / 180;
  return -Math.min(
    ...(foods[food]?.outline ?? [[0, -15]]).map(
      ([x, y]) => (flip ? -(x! - cx) : x! - cx) * Math.sin(r) + (y! - cy) * Math.cos(r),
    ),
  );
};

const WIDE: Record<string, [number, number]> = { steady: [0, 0], gentle: [1.65, 2.5], real: [3.3, 5], wild: [6.6, 10] };
const wave = (p: number[], t: number): number => {
  const s = (turns: number, phase: number) => Math.sin(2 * Math.PI * turns * t + (phase / 1800) * Math.PI);
  return 0.55 * s(0.37, p[0] ?? 0) + 0.3 * s(0.83, p[1] ?? 0) + 0.15 * s(1.9, p[2] ?? 0);
};

/** How far the hand is off, t seconds after the piece was lifted (FB-HAND-1 to -6): mm and degrees. */
export const swayAt = (kind: string, phases: number[], t: number, twoHands: boolean): [number, number] => {
  const [w, turn] = WIDE[kind] ?? [0, 0];
  const tired = (t <= 8 ? 1 : t >= 20 ? 2 : 1 + (t - 8) / 12) * (twoHands ? 0.5 : 1);
  return [w * tired * wave(phases.slice(0, 3), t), turn * tired * wave(phases.slice(6, 9), t)];
};

/** The outline of a body where it is. */
const standing = (b: Body, kind: string): Array<[number, number]> => {
  const name = b.id === "plate" ? (plates[kind] ? kind : "standard") : foodOf(b.id);
  const [cx, cy] = centreOf(name);
  const r = (b.a * Math.PI) / 180;
  return (plates[name] ?? foods[name]?.outline ?? []).map(([x, y]) => {
    const [u, v] = [b.flip ? cx - x! : x! - cx, y! - cy];
    return [b.x + u * Math.cos(r) - v * Math.sin(r), b.y + u * Math.sin(r) + v * Math.cos(r)];
  });
};
/** The highest or lowest point of an outline at x; null where it is not. */
const border = (outline: Array<[number, number]>, x: number, upper: boolean): number | null => {
  let found: number | null = null;
  outline.forEach(([x0, y0], i) => {
    const [x1, y1] = outline[(i + 1) % outline.length]!;
    if (x < Math.min(x0, x1) || x > Math.max(x0, x1) || x0 === x1) return;
    const y = y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
    if (found === null || (upper ? y > found : y < found)) found = y;
  });
  return found;
};

/** How high a piece is when it is lowered until it meets the plate or food on it. */
export const loweredTo = (b: Body, plate: PlateView, kind: string): number => {
  const low = standing({ ...b, y: 0 }, kind);
  const below = bodiesOf(plate).map((one) => standing(one, kind));
  let y = depth(foodOf(b.id), b.a, b.flip);
  for (let x = Math.min(...low.map((p) => p[0])); x <= Math.max(...low.map((p) => p[0])); x += 0.5) {
    const under = border(low, x, false);
    for (const outline of below) {
      const top = border(outline, x, true);
      if (under !== null && top !== null) y = Math.max(y, top - under);
    }
  }
  return y + 1;
};

/** The body of a `hold` message: where a piece is held, in tenths of a millimetre and of a degree. */
export type Held = { piece: string; x: number; y: number; a: number; flip: boolean };

/** All poses of a film at a moment, in between frames by straight lines. */
export class Reel {
  private readonly keys: number[][][];
  constructor(readonly film: Film) {
    let now = film.first.map((p) => [...p]);
    this.keys = [now];
    for (const f of film.frames) {
      now = now.map((p) => [...p]);
      for (let i = 0; i + 3 < f.length; i += 4) now[f[i]!] = [f[i + 1]!, f[i + 2]!, f[i + 3]!];
      this.keys.push(now);
    }
  }

  get length(): number {
    return (this.keys.length - 1) * this.film.ms;
  }

  at(ms: number, flips: Map<string, boolean>): Body[] {
    const k = Math.min(this.keys.length - 1, Math.max(0, ms / this.film.ms));
    const i = Math.floor(k);
    const u = k - i;
    const a = this.keys[i]!;
    const b = this.keys[Math.min(i + 1, this.keys.length - 1)]!;
    const slide = (this.film.shift / 10) * Math.min(1, Math.max(0, (ms - this.length + 400) / 400));
    return this.film.bodies.map((id, n) => {
      const p = a[n]!;
      const q = b[n]!;
      return {
        id,
        x: (p[0]! + (q[0]! - p[0]!) * u) / 10 - slide,
        y: (p[1]! + (q[1]! - p[1]!) * u) / 10,
        a: (p[2]! + (q[2]! - p[2]!) * u) / 10,
        flip: flips.get(id) ?? false,
      };
    });
  }
}

/** The second around a fall takes two (`film_seconds` of the game gives the same time to those who save food). */
export const SLOWED = 1000;
const BEFORE = 600;

/** The moment of a film that is shown at a moment of the show: slower while the first piece falls. */
export class SlowMotion {
  private readonly from: number;
  private readonly to: number;
  constructor(
    private readonly reel: Reel,
    fallen: readonly string[],
    flips: Map<string, boolean>,
  ) {
    const contact = fallen.length ? firstContact(reel, fallen, flips) : null;
    this.from = contact === null ? 0 : Math.max(0, contact - BEFORE);
    this.to = contact === null ? 0 : Math.min(reel.length, this.from + SLOWED);
  }

  get length(): number {
    return this.reel.length + this.to - this.from;
  }

  at(ms: number): number {
    if (ms <= this.from) return ms;
    const slow = 2 * (this.to - this.from);
    return ms < this.from + slow ? this.from + (ms - this.from) / 2 : ms - slow / 2;
  }
}

/** When the first of these pieces touches the table, in ms of the film; null if none does. */
export const firstContact = (reel: Reel, fallen: readonly string[], flips: Map<string, boolean>): number | null => {
  for (let ms = 0; ms <= reel.length; ms += reel.film.ms)
    if (reel.at(ms, flips).some((b) => fallen.includes(b.id) && b.y - depth(foodOf(b.id), b.a, b.flip) < 1)) return ms;
  return null;
};

/** The table in front of the plate, on which fallen food lies. */
export const FRONT = 34;
/** Half of the width that is always seen, and how far out fallen food may reach. */
export const HALF = 128;
const EDGE = HALF - 3;

/** A piece moved sideways so far that it is seen whole. */
export const seenWhole = (b: Body): Body => {
  const [left, right] = [-90, 90].map((turn) => depth(foodOf(b.id), b.a + turn, b.flip)) as [number, number];
  return { ...b, x: Math.max(left - EDGE, Math.min(EDGE - right, b.x)) };
};

/** How a piece that fell lies: what would stand up in front of the plate has tipped over. */
const tipped = (b: Body): Body => {
  const tall = (a: number) => depth(foodOf(b.id), a, b.flip) + depth(foodOf(b.id), a + 180, b.flip);
  if (tall(b.a) <= FRONT - 8) return b;
  const ways = Array.from({ length: 12 }, (_, i) => b.a + 15 * (i % 2 ? -(i + 1) / 2 : i / 2));
  return { ...b, a: ways.find((a) => tall(a) <= FRONT - 8) ?? ways.sort((a, c) => tall(a) - tall(c))[0]! };
};

/** Where fallen food is shown: near the place where it came to lie, in front of the plate, side by side. */
export const lyingAt = (pieces: readonly string[], lay: ReadonlyMap<string, Body>): Body[] => {
  const bodies = pieces.map((id, n): Body => {
    const b = tipped(lay.get(id) ?? { id, x: (n - (pieces.length - 1) / 2) * 44, y: 0, a: 0, flip: false });
    return { ...b, y: 8 - FRONT + depth(foodOf(id), b.a, b.flip) };
  });
  bodies.sort((a, b) => a.x - b.x);
  /* how far each reaches to the left and to the right; so many that they do not fit overlap */
  const left = bodies.map((b) => depth(foodOf(b.id), b.a - 90, b.flip));
  const right = bodies.map((b) => depth(foodOf(b.id), b.a + 90, b.flip));
  const inner = (2 * EDGE - left[0]! - right.at(-1)!) / (bodies.length - 1);
  const gap = (i: number) => Math.min(inner, right[i - 1]! + left[i]! + 3);
  for (const [i, b] of bodies.entries())
    b.x = Math.max(i ? bodies[i - 1]!.x + gap(i) : left[0]! - EDGE, Math.min(EDGE - right[i]!, b.x));
  for (let i = bodies.length - 1; i >= 0; i--)
    bodies[i]!.x = Math.min(bodies[i]!.x, i + 1 < bodies.length ? bodies[i + 1]!.x - gap(i + 1) : EDGE - right[i]!);
  return bodies;
};

export { foodBody, foods, outlinePath, plates };
