import { readFileSync } from "node:fs";
import { afterAll, expect, it, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import { nickname } from "../src/lib/text/table_words";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined }));
afterAll(() => void (settings.lang = "en"));

it("names every table in Chinese", () => {
  const source = readFileSync(new URL("../../src/bunfight/server/tokens.py", import.meta.url), "utf8");
  const lists = [...source.matchAll(/Final = \(([^)]*)\)/g)].map(([, all]) =>
    [...all!.matchAll(/"(\w+)"/g)].map((m) => m[1]!),
  );
  const [adjectives, dishes] = lists as [string[], string[]];
  expect(adjectives.length).toBeGreaterThan(20);
  settings.lang = "zh";
  const english = adjectives
    .flatMap((a) => dishes.map((d) => nickname(`${a}-${d}-1234`)))
    .filter((n) => /[a-z]/.test(n));
  expect(english).toEqual([]);
  settings.lang = "en";
  expect(nickname("crisp-waffle-1234")).toBe("crisp waffle");
});
