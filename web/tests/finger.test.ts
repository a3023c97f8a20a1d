import { describe, expect, it } from "vitest";
import { Finger } from "../src/lib/finger.svelte";
import { guide } from "../src/lib/why.svelte";
import { shape } from "../src/generated/_template";
import { shape as boss } from "../src/generated/burger_boss";

describe("the finger of a board", () => {
  const sent: string[] = [];
  const now = {
    moves: ["eat rye", "eat oat", "beg 1", "beg 2"],
    busy: false,
    version: 1,
    send: (move: string) => void sent.push(move),
  };
  const finger = new Finger(shape, () => now);

  it("lights what goes with what was pointed at, and keeps the rest usable", () => {
    finger.click({ verb: "beg" });
    expect([finger.lit({ seat: 1 }), finger.lit({ bun: "rye" }), finger.usable({ bun: "rye" })]).toEqual([
      true,
      false,
      true,
    ]);
    expect(finger.on({ verb: "beg" })["aria-pressed"]).toBe(true);
  });

  it("sends a move that is complete", () => {
    finger.click({ seat: 2 });
    expect(sent).toEqual(["beg 2"]);
    expect(finger.pointing.at).toEqual([]);
  });

  it("asks about what cannot be used", () => {
    expect(finger.on({ bun: "royal" })).toEqual({
      "data-about": "royal",
      "data-thing": '{"bun":"royal"}',
      tabindex: -1,
      "aria-disabled": "true",
      "data-why": '[{"bun":"royal"}]',
    });
  });

  it("can be told to rest", () => {
    finger.click({ verb: "beg" });
    finger.rest();
    expect(finger.pointing.at).toEqual([]);
  });

  it("guides to what goes with what was pointed at, not to its twin", () => {
    const twins = new Finger(boss, () => ({ ...now, moves: ["cook bun 1 1", "cook bun 2 1"] }));
    guide.fits = (move) => move === "cook bun 1 1";
    expect(twins.on({ stored: "bun", key: 1 })["data-guide"]).toBe("");
    twins.click({ stored: "bun", key: 0 });
    expect(twins.on({ stored: "bun", key: 1 })["data-guide"]).toBeUndefined();
    expect(twins.on({ grill: 1, space: 1 })["data-guide"]).toBe("");
    guide.fits = null;
  });
});
