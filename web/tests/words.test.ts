/** The shell's words are complete in both languages, with the same holes; every key that is used exists. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { en as first } from "../src/lib/text/en";
import { en as more } from "../src/lib/text/guide.en";
import { en as coach } from "../src/lib/text/coach.en";
import { en as site } from "../src/local/text/site.en";
import { zh as firstZh } from "../src/lib/text/zh";
import { zh as moreZh } from "../src/lib/text/guide.zh";
import { zh as coachZh } from "../src/lib/text/coach.zh";
import { zh as siteZh } from "../src/local/text/site.zh";

const en = { ...first, ...more, ...coach, ...site };
const zh: Record<keyof typeof en, string> = { ...firstZh, ...moreZh, ...coachZh, ...siteZh };
const source = new URL("../src", import.meta.url).pathname;
const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((f) => {
    const path = join(folder, f);
    return statSync(path).isDirectory() ? files(path) : /\.(svelte|ts)$/.test(f) ? [path] : [];
  });
const holes = (s: string): string[] => [...s.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!).sort();

describe("words of the shell", () => {
  it("say each thing once: no file of words takes a key of another", () => {
    const all = [first, more, coach, site].flatMap((words) => Object.keys(words));
    expect(all.filter((key, i) => all.indexOf(key) !== i)).toEqual([]);
  });
  it("have the same keys in both languages", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });
  it("say one thing under each key, whichever file is loaded first", () => {
    expect(Object.keys(en)).toHaveLength([first, more, coach, site].flatMap((one) => Object.keys(one)).length);
  });
  it("have the same holes and are never empty", () => {
    for (const [key, text] of Object.entries(en)) {
      expect(text, key).not.toBe("");
      expect(zh[key as keyof typeof en], key).not.toBe("");
      expect(holes(zh[key as keyof typeof en]), key).toEqual(holes(text));
    }
  });
  it("contain every key that the source uses", () => {
    for (const file of files(source)) {
      const text = readFileSync(file, "utf8");
      for (const m of text.matchAll(/\bt\("([A-Za-z_]+)"/g)) expect(Object.keys(en), file).toContain(m[1]);
    }
  });
  it("are joined by the marks of the language: `pair` and `list`, not by English ones", () => {
    for (const file of files(source))
      for (const line of readFileSync(file, "utf8").split("\n"))
        expect(line, file).not.toMatch(/\)\}(?:[,:;.] |: ?\{)|\blabel\}: /);
  });
  it("are used, or are made of parts in the source", () => {
    const all = files(source)
      .filter((f) => !f.includes("/text/"))
      .map((f) => readFileSync(f, "utf8"))
      .join("\n");
    const parts = [
      "choice_",
      "connection_",
      "emote_",
      "herb_",
      "hint_even",
      "hint_more",
      "clock_",
      "level_",
      "link_",
      "outcome_",
      "pace_",
      "rating_",
      "site_failed_",
      "source_",
      "story_luck_",
      "story_others_",
      "story_own_",
      "trouble_",
      "unjudged_",
      "verdict_",
    ];
    const unused = Object.keys(en).filter(
      (k) => !all.includes(`"${k}"`) && !all.includes(`'${k}'`) && !parts.some((p) => k.startsWith(p)),
    );
    expect(unused).toEqual([]);
  });
});
