/** The texts of the pages. `t(key, { n: 3 })` is reactive: it reads the language from the settings. */

import { en } from "./text/en";
import { zh } from "./text/zh";
import type { en as more } from "./text/guide.en";
import type { en as coached } from "./text/coach.en";
import type { en as site } from "../local/text/site.en";
import { translated } from "./languages";
import { settings } from "./settings.svelte";
import { fillHoles } from "./holes";

export type Key = keyof typeof en | keyof typeof more | keyof typeof coached | keyof typeof site;
const books: Record<string, Record<string, string>> = { en: { ...en }, zh: { ...zh } };

/** Adds texts that are loaded with a page. */
export const learn = (words: Record<string, Readonly<Record<string, string>>>): void => {
  for (const [lang, book] of Object.entries(words)) books[lang] = { ...books[lang], ...book };
};

/** Several names, and a name with what is said of it, with the marks of the language. */
export const list = (names: string[]): string => names.join(t("comma"));
export const pair = (name: string, what: string): string => `${name}${t("colon")}${what}`;

/** "Buy, build or serve", with the marks of the language. */
export const either = (what: string[]): string => {
  const last = what.at(-1) ?? "";
  const said = what.length > 1 ? `${list(what.slice(0, -1))}${t("or")}${last}` : last;
  return said.slice(0, 1).toUpperCase() + said.slice(1);
};

/** The text of an error code of the server; the server's English text where the page has none. */
export const errorText = (error: string, why: string): string =>
  `trouble_${error}` in en ? t(`trouble_${error}` as Key) : why;

export const t = (key: Key, values: Record<string, unknown> = {}): string =>
  fillHoles(books[settings.lang]?.[key] ?? translated(books.en?.[key] ?? key, settings.lang), /\{(\w+)\}/g, (_, name) =>
    String(values[name!] ?? ""),
  );
