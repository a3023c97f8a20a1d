/** The shell's own words. `t(key, { n: 3 })` is reactive: it reads the language from the settings. */

import { en } from "../words/en";
import { zh } from "../words/zh";
import { translated } from "./languages";
import { settings } from "./settings.svelte";

export type Key = keyof typeof en;
const books: Record<string, Record<string, string>> = { en, zh };

/** Several names, and a name with what is said of it, with the marks of the language. */
export const list = (names: string[]): string => names.join(settings.lang === "zh" ? "、" : ", ");
export const pair = (name: string, what: string): string => `${name}${settings.lang === "zh" ? "：" : ": "}${what}`;

/** What went wrong, by the server's word for it; in English, as the server says it, where the shell has no words. */
export const ill = (error: string, why: string): string => (`trouble_${error}` in en ? t(`trouble_${error}` as Key) : why);

export const t = (key: Key, values: Record<string, unknown> = {}): string =>
  (books[settings.lang]?.[key] ?? translated(en[key], settings.lang)).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
