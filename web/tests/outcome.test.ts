import { describe, expect, it } from "vitest";
import { toneOf, type Outcome } from "../src/lib/outcome";

const outcome = (winners: number[], ranks: number[], lines: Outcome["lines"] = []): Outcome => ({
  reason: "",
  rule: "",
  winners,
  ranks,
  totals: ranks.map(() => 0),
  lines,
});
const points = [{ seat: 0, label: "stars", points: 3 }];

describe("the tone of an end screen", () => {
  it("differs for winning, losing and sharing", () => {
    expect(toneOf(outcome([0], [1, 2], points), [0], 2)).toBe("won");
    expect(toneOf(outcome([1], [2, 1], points), [0], 2)).toBe("lost");
    expect(toneOf(outcome([0, 1], [1, 1], points), [0], 2)).toBe("shared");
    expect(toneOf(outcome([1], [2, 1], points), [], 2)).toBe("watched");
    expect(toneOf(outcome([], [1, 1], points), [0], 2)).toBe("nobody");
  });
  it("knows teams", () => {
    expect(toneOf(outcome([0, 1, 2], [1, 1, 1]), [0], 3)).toBe("together");
    expect(toneOf(outcome([], [1, 1, 1]), [0], 3)).toBe("failed");
  });
  it("never speaks of everybody to one player", () => {
    expect(toneOf(outcome([], [1]), [0], 1)).toBe("alone_lost");
    expect(toneOf(outcome([0], [1]), [0], 1)).toBe("alone_won");
  });
});
