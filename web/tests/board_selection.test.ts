import { describe, expect, it } from "vitest";
import { BoardSelection } from "../src/lib/board_selection.svelte";
import { guide } from "../src/lib/explanations.svelte";
import { shape } from "../src/generated/_template";
import { shape as boss } from "../src/generated/burger_boss";

describe("selection on a board", () => {
  const sent: string[] = [];
  const now = {
    moves: ["eat rye", "eat oat", "beg 1", "beg 2"],
    busy: false,
    version: 1,
    send: (move: string) => void sent.push(move),
  };
  const selection = new BoardSelection(shape, () => now);

  it("lights what goes with what was pointed at, and keeps the rest usable", () => {
    selection.click({ verb: "beg" });
    expect([selection.lit({ seat: 1 }), selection.lit({ bun: "rye" }), selection.usable({ bun: "rye" })]).toEqual([
      true,
      false,
      true,
    ]);
    expect(selection.on({ verb: "beg" })["aria-pressed"]).toBe(true);
  });

  it("sends a move that is complete", () => {
    selection.click({ seat: 2 });
    expect(sent).toEqual(["beg 2"]);
    expect(selection.current.at).toEqual([]);
  });

  it("asks about what cannot be used", () => {
    expect(selection.on({ bun: "royal" })).toEqual({
      "data-about": "royal",
      "data-thing": '{"bun":"royal"}',
      tabindex: -1,
      "aria-disabled": "true",
      "data-why": '[{"bun":"royal"}]',
    });
  });

  it("can be told to rest", () => {
    selection.click({ verb: "beg" });
    selection.rest();
    expect(selection.current.at).toEqual([]);
  });

  it("guides to what goes with what was pointed at, not to its twin", () => {
    const twins = new BoardSelection(boss, () => ({ ...now, moves: ["cook bun 1 1", "cook bun 2 1"] }));
    guide.fits = (move) => move === "cook bun 1 1";
    expect(twins.on({ stored: "bun", key: 1 })["data-guide"]).toBe("");
    twins.click({ stored: "bun", key: 0 });
    expect(twins.on({ stored: "bun", key: 1 })["data-guide"]).toBeUndefined();
    expect(twins.on({ grill: 1, space: 1 })["data-guide"]).toBe("");
    guide.fits = null;
  });
});
