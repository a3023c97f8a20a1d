/** What Buffet Boss says and shows without physics: places that read alike, and food that fell. */
import { expect, test } from "vitest";
import { labels } from "../src/games/buffet_boss/labels";
import { HALF, depth, foods, lyingAt, seenWhole } from "../src/games/buffet_boss/view";
import type { Words } from "../src/lib/words";

const words = {
  term: (id: string) => id,
  board: (key: string, of: Record<string, unknown> = {}) => `${key} ${Object.values(of).join(" ")}`.trim(),
} as unknown as Words;

test("places that read alike are told apart", () => {
  const view = { seat: 0, players: [], spots: [] };
  const turned = [0, 300, 900, 1800, 2700].map((angle) => `place cupcake.b 0 lower ${angle} front calm`);
  const said = Object.values(labels(view, words, turned));
  expect(new Set(said).size).toBe(turned.length);
  expect(said[2]).toContain("pose_1");
  expect(said[3]).toContain("pose_2");
  expect(Object.values(labels(view, words, turned.slice(0, 1)))[0]).not.toContain("pose");
});

test("food that fell lies in front of the plate and does not stand before it", () => {
  const tall = (food: string, a: number) => depth(food, a, false) + depth(food, a + 180, false);
  for (const food of Object.keys(foods)) {
    const least = Math.min(...Array.from({ length: 12 }, (_, i) => tall(food, 15 * i)));
    for (const a of [0, 90, 225]) {
      const lay = new Map([[`${food}.a`, { id: `${food}.a`, x: 0, y: 0, a, flip: false }]]);
      const [body] = lyingAt([`${food}.a`], lay);
      expect(tall(food, body!.a), `${food} at ${a}`).toBeLessThanOrEqual(Math.max(26, least) + 0.01);
    }
  }
});

test("food that fell is seen whole, however far it rolled", () => {
  const all = Object.keys(foods);
  for (const count of [1, 2, 3, 5])
    for (let first = 0; first + count <= all.length; first++)
      for (const x of [-400, -116, 0, 116, 400]) {
        const pieces = all.slice(first, first + count).map((food) => `${food}.a`);
        const lay = new Map(pieces.map((id, i) => [id, { id, x: x + i, y: 0, a: 40 * i, flip: i % 2 === 1 }]));
        const bodies = lyingAt(pieces, lay);
        for (const b of bodies) {
          expect(b.x - depth(b.id.slice(0, -2), b.a - 90, b.flip), `${b.id} of ${count} at ${x}`).toBeGreaterThan(
            -HALF,
          );
          expect(b.x + depth(b.id.slice(0, -2), b.a + 90, b.flip), `${b.id} of ${count} at ${x}`).toBeLessThan(HALF);
        }
        const order = bodies.map((b) => b.x);
        expect(order, `${pieces} at ${x}`).toEqual(order.toSorted((a, b) => a - b));
      }
});

test("the still of a fall shows what falls as a whole", () => {
  for (const food of Object.keys(foods))
    for (const x of [-160, 0, 160]) {
      const b = seenWhole({ id: `${food}.a`, x, y: 20, a: 70, flip: false });
      expect(b.x - depth(food, b.a - 90, false), `${food} at ${x}`).toBeGreaterThan(-HALF);
      expect(b.x + depth(food, b.a + 90, false), `${food} at ${x}`).toBeLessThan(HALF);
      expect([b.y, b.a]).toEqual([20, 70]);
    }
});
