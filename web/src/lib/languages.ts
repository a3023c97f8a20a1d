/** Languages that were added on the server, each as one file: English sentence to sentence. See docs/languages.md. */

export interface Language {
  name: string;
  words: Record<string, string>;
}

/** The two languages of the client's own texts: their names and tags. */
const WRITTEN: Record<string, { name: string; tag: string }> = {
  en: { name: "English", tag: "en-GB" },
  zh: { name: "中文", tag: "zh-Hans" },
};
const added: Record<string, Language> = {};

/** Codes and names of all languages that can be chosen. */
export const languages = (): Array<[string, string]> => [
  ...Object.entries({ ...WRITTEN, ...added }).map(([code, l]): [string, string] => [code, l.name]),
];

export const written = (lang: string): boolean => lang in WRITTEN;

/** What browsers call a language. */
export const tagOf = (lang: string): string => WRITTEN[lang]?.tag ?? lang;

export const addLanguages = (found: Record<string, Language>): void => void Object.assign(added, found);

/** An English sentence in an added language; English where it has no translation. */
export const translated = (english: string, lang: string): string => added[lang]?.words[english] || english;
