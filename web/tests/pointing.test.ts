import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Pointing, type Shape, type Thing } from "../src/lib/pointing";

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
const shared = JSON.parse(readFileSync(new URL("../../tests/shared/pointing.json", import.meta.url), "utf8")) as {
  shape: Shape;
  cases: Case[];
};

describe("pointing", () => {
  for (const c of shared.cases)
    it(c.what, () => {
      let pointing = new Pointing(shared.shape, c.moves);
      let sent: string | null = null;
      for (const thing of c.clicks) {
        expect(sent).toBeNull();
        ({ then: pointing, send: sent } = pointing.click(thing));
      }
      expect(sent).toBe(c.send);
      expect(pointing.at).toEqual(c.at);
      if (c.answer !== undefined) expect(pointing.answer()).toBe(c.answer);
      if (c.complete !== undefined) expect(pointing.complete()).toBe(c.complete);
      if (c.missing) expect(pointing.missing()).toEqual(c.missing);
      for (const thing of c.lit ?? []) expect(pointing.lit(thing)).toBe(true);
      for (const thing of c.dark ?? []) expect(pointing.lit(thing)).toBe(false);
    });
});
