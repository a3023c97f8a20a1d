/** A language that was added reaches every word of the shell and of the lessons. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it, vi } from "vitest";
import "../src/lib/text/coach";
import "../src/lib/text/guide";
import { addLanguages, tagOf } from "../src/lib/languages";
import { list, pair, t, type Key } from "../src/lib/i18n";
import { settings } from "../src/lib/settings.svelte";
import { cardText, type Lesson } from "../src/lib/lesson";
import { en as first } from "../src/lib/text/en";
import { en as coach } from "../src/lib/text/coach.en";
import { en as guide } from "../src/lib/text/guide.en";

vi.hoisted(() => vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined }));

const invent = (english: string): string => english.replace(/(\{\w+\})|[A-Za-z]/g, (_, hole?: string) => hole ?? "ø");
const games = new URL("../../src/bunfight/games/", import.meta.url);
const lessons = readdirSync(games)
  .map((game) => new URL(`${game}/text/lesson.json`, games))
  .filter((file) => existsSync(file))
  .map((file) => JSON.parse(readFileSync(file, "utf8")) as Lesson);
const shell = { ...first, ...guide, ...coach };
const said = [...Object.values(shell), ...lessons.flatMap((l) => [...l.cards, ...l.steps].map((c) => c.en))];

describe("a third language", () => {
  addLanguages({ qq: { name: "Qq", words: Object.fromEntries(said.map((s) => [s, invent(s)])) } });
  settings.lang = "qq";
  afterAll(() => {
    settings.lang = "en";
    addLanguages({ qq: { name: "", words: {} } });
  });
  it("is what the shell says", () => {
    const texts = (Object.keys(shell) as Key[]).map((key) => t(key));
    expect(texts.length).toBeGreaterThan(400);
    expect(texts.filter((s) => /[A-Za-z]{2}/.test(s))).toEqual([]);
    expect([list(["1", "2"]), pair("1", "2"), tagOf("qq")]).toEqual(["1, 2", "1: 2", "qq"]);
  });
  it("is what lessons say", () => {
    expect(lessons.length).toBe(5);
    for (const card of lessons.flatMap((l) => [...l.cards, ...l.steps]))
      expect(cardText(card, "qq")).toBe(invent(card.en));
  });
});
