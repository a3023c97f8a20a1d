import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Selection, type Shape, type Thing } from "../src/lib/selection";

interface Case {
  what: string;
  moves: string[];
  clicks: Thing[];
  send: string | null;
  at: Thing[];
  answer?: string | null;
  complete?: string | null;
  missing?: string[];
  lit?: Thing[];
  dark?: Thing[];
}
const shared = JSON.parse(readFileSync(new URL("../../tests/shared/selection.json", import.meta.url), "utf8")) as {
  shape: Shape;
  cases: Case[];
};

describe("selection", () => {
  for (const c of shared.cases)
    it(c.what, () => {
      let selection = new Selection(shared.shape, c.moves);
      let sent: string | null = null;
      for (const thing of c.clicks) {
        expect(sent).toBeNull();
        ({ then: selection, send: sent } = selection.click(thing));
      }
      expect(sent).toBe(c.send);
      expect(selection.at).toEqual(c.at);
      if (c.answer !== undefined) expect(selection.answer()).toBe(c.answer);
      if (c.complete !== undefined) expect(selection.complete()).toBe(c.complete);
      if (c.missing) expect(selection.missing()).toEqual(c.missing);
      for (const thing of c.lit ?? []) expect(selection.lit(thing)).toBe(true);
      for (const thing of c.dark ?? []) expect(selection.lit(thing)).toBe(false);
    });
});
