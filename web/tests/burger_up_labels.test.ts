import { expect, test } from "vitest";
import { labels } from "../src/games/burger_up/labels";
import type { Words } from "../src/lib/words";

const words = {
  term: (id: string) => id.toUpperCase(),
  board: (key: string, facts: Record<string, unknown>) => `${key} ${Object.values(facts).join(" ")}`,
} as unknown as Words;
const half = (ingredient: string) => ({ ingredient });
const view = {
  seat: 1,
  market: [{ card: "m1" }, null, { card: "m3" }],
  kitchens: [
    {},
    {
      hand: [{ card: "h1", a: half("bacon"), b: half("tomato") }],
      burgers: [{ layers: [] }, { layers: [{ half: half("brie") }] }],
    },
  ],
  moves: ["buy 2", "place h1 b 0", "spatula 1 0 other", "cleanup"],
} as unknown as Parameters<typeof labels>[0];

test("choices name the cards that the board shows", () => {
  expect(labels(view, words)).toEqual({
    "buy 2": "label_buy M3",
    "place h1 b 0": "label_place TOMATO 1",
    "spatula 1 0 other": "label_spatula BRIE 2 OTHER",
  });
});
