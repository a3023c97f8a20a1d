/** Sentences are put together from the game's words as the protocol says. */
import { describe, expect, it } from "vitest";
import { Words, type GameWords } from "../src/lib/words";
import { Reel, depth, swayAt } from "../src/games/buffet_boss/view";
import { foods } from "../src/art/foods";

const data: GameWords = {
  title: { en: "T", zh: "题" },
  gist: {},
  steps: { MustEat: { en: "Eat", zh: "吃" } },
  scores: {},
  reasons: {},
  moves: { give: { en: "Give {0:term} to {1:seat}", zh: "把{0:term}给{1:seat}" } },
  events: { Drawn: { en: "{seat:seat} draws {cards:terms}" }, "Drawn.hidden": { en: "{seat:seat} draws" } },
  terms: { rye: { en: "rye", zh: "黑麦" }, oat: { en: "oat" } },
};
const words = new Words(data, "en", ["Ann", "Ben"]);

describe("words", () => {
  it("never lose a move that has no words", () => {
    expect(words.move("cook bun_p2#3 4")).toBe("cook bun p2 4");
    expect(words.term("rye#2")).toBe("rye");
  });
});

describe("Buffet Boss on screen", () => {
  it("plays a recorded motion between its frames", () => {
    const reel = new Reel({
      ms: 10,
      bodies: ["plate", "egg.a"],
      first: [
        [0, 100, 0],
        [0, 400, 0],
      ],
      frames: [
        [1, 0, 300, 0],
        [1, 0, 200, 900],
      ],
      shift: 0,
    });
    expect(reel.length).toBe(20);
    expect(reel.at(5, new Map())[1]).toMatchObject({ y: 35, a: 0 });
    expect(reel.at(99, new Map())[1]).toMatchObject({ y: 20, a: 90 });
  });
  it("knows how deep a turned food hangs", () => {
    expect(depth("egg", 0, false)).toBeCloseTo(18 - 0.43, 1);
    expect(Object.keys(foods)).toHaveLength(21);
  });
  it("sways as the rules say: not at all with a steady hand", () => {
    expect(swayAt("steady", Array(9).fill(900), 3, false)).toEqual([0, 0]);
    expect(swayAt("real", Array(9).fill(900), 0, false)[0]).toBeCloseTo(3.3);
  });
});
