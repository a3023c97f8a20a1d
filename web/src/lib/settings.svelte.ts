/** What a person prefers; kept in the browser. */

import { checkedSettings, parsed } from "./stored";
import { languages, tagOf } from "./languages";
import type { Lang } from "./words";

export interface Settings {
  lang: Lang;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "less" | "full";
  sound: boolean;
  /** sounds were offered once */
  offered: boolean;
  name: string;
  firstGame: boolean;
  plain: boolean;
  /** the list of choices stands beside every board */
  choiceList: boolean;
  /** how quickly the moves of others are shown */
  pace: "instant" | "brisk" | "calm";
  /** names of people whose chat is not shown */
  muted: string[];
}

const KEY = "bunfight.settings";

/** The language of a browser, if the shell speaks it. */
const spoken = (tag: string): Lang => languages().find(([lang]) => tag.toLowerCase().startsWith(lang))?.[0] ?? "en";

const initial: Settings = {
  lang: spoken(typeof navigator === "undefined" ? "" : navigator.language),
  theme: "auto",
  motion: "auto",
  sound: false,
  offered: false,
  name: "",
  firstGame: false,
  plain: false,
  choiceList: false,
  pace: "brisk",
  muted: [],
};

export const settings: Settings = $state(checkedSettings(parsed(localStorage.getItem(KEY)), initial));

const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : undefined;

/** Puts the settings onto the page and into the browser's store; called from the root component's effect. */
export const applySettings = (): void => {
  const root = document.documentElement;
  root.lang = tagOf(settings.lang);
  root.dataset.theme = settings.theme === "auto" ? (dark?.matches ? "dark" : "light") : settings.theme;
  root.dataset.motion = settings.motion;
  localStorage.setItem(KEY, JSON.stringify(settings));
};

dark?.addEventListener("change", applySettings);

export const lessMotion = (): boolean =>
  settings.motion === "less" || (settings.motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
