/** Languages that were added on the server, each as one file: English sentence to sentence. See docs/languages.md. */

export interface Language {
  name: string;
  words: Record<string, string>;
}

const WRITTEN: Record<string, string> = { en: "English", zh: "中文" };
const added: Record<string, Language> = {};

/** Codes and names of all languages that can be chosen. */
export const languages = (): Array<[string, string]> => [
  ...Object.entries(WRITTEN),
  ...Object.entries(added).map(([code, l]): [string, string] => [code, l.name]),
];

export const addLanguages = (found: Record<string, Language>): void => void Object.assign(added, found);

/** An English sentence in a language that was added; English where it says nothing. */
export const translated = (english: string, lang: string): string => added[lang]?.words[english] || english;
