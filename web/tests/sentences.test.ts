/** Words are put together as in Python: the same cases as tests/test_words.py. */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Effect } from "../src/games/contract";
import { addLanguages, languages } from "../src/lib/languages";
import { inForce, pluralForm, say, Words, type GameWords, type Options } from "../src/lib/words";

type Told = [string, string];
interface Shared {
  words: GameWords;
  names: string[];
  filled: Array<[string, Record<string, unknown>, ...Told]>;
  moves: Array<[string, ...Told]>;
  events: Array<[{ kind: string } & Record<string, unknown>, ...Told]>;
  effects: Array<[Effect, ...Told]>;
  plurals: Array<[string, string, Record<string, string>]>;
  in_force: Array<[object, Options, boolean]>;
}
const shared = JSON.parse(readFileSync(new URL("../../tests/shared/words.json", import.meta.url), "utf8")) as Shared;

it.each(shared.plurals)("plural forms follow CLDR (%s)", (lang, forms, expected) => {
  for (const [n, form] of Object.entries(expected)) expect(pluralForm(forms, Number(n), lang)).toBe(form);
});

it.each(shared.in_force)("lines follow the options: %o %o", (line, options, holds) =>
  expect(inForce([line], options)).toEqual(holds ? [line] : []),
);

describe.each([
  ["en", 0],
  ["zh", 1],
] as const)("sentences (%s)", (lang, place) => {
  const words = new Words(shared.words, lang, shared.names);
  const told = (all: string[]): string => all[place]!;
  it.each(shared.filled)("%s %o", (template, values, ...all) =>
    expect(words.fill(template, (name) => values[name])).toBe(told(all)),
  );
  it.each(shared.moves)("%s", (move, ...all) => expect(words.move(move)).toBe(told(all)));
  it.each(shared.events)("%o", (event, ...all) => expect(words.event(event)).toBe(told(all)));
  it.each(shared.effects)("%o", (effect, ...all) => expect(words.effect(effect)).toBe(told(all)));
});

describe("a language that was added", () => {
  addLanguages({ eo: { name: "Esperanto", words: { bun: "pano", "Eat {0:term}": "Manĝu {0:term}n" } } });
  afterAll(() => addLanguages({ eo: { name: "", words: {} } }));
  const words = new Words(shared.words, "eo", shared.names);
  it("is said where it says something, else English", () => {
    expect(words.move("eat bun")).toBe("Manĝu panon");
    expect(words.move("give 1 bun+patty")).toBe("Give pano, patty to Bo");
    expect(say({ en: "bun", zh: "面包" }, "eo")).toBe("pano");
  });
  it("can be chosen", () => expect(languages()).toContainEqual(["eo", "Esperanto"]));
});
