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

export { foodBody, foods, outlinePath, plates };
