/** What people and bots are called: bots in the chosen language, and the own name, which is asked for once. */

import { t, type Key } from "./i18n";
import { settings } from "./settings.svelte";
import type { SeatInfo } from "./protocol";
import { en } from "./text/guide.en";
import "./text/guide";

/** Bots are called after herbs and spices. */
export const botName = (name: string): string => {
  const [, herb = "", number = ""] = /^(\w+?)( \d+)?$/.exec(name) ?? [];
  const key = `herb_${herb.toLowerCase()}`;
  return key in en ? t(key as Key) + number : name;
};

export const seatName = (s: SeatInfo, i: number): string => {
  const nobody = /^Player (\d+)$/.exec(s.name);
  return s.kind === "bot"
    ? botName(s.name)
    : nobody
      ? t("seat_player", { n: nobody[1] })
      : s.name || t("seat", { n: i + 1 });
};

/** Set while the name is asked for; see app/NameAsk.svelte. */
export const asked = $state<{ done: ((name: string | null) => void) | null }>({ done: null });

/** The own name: remembered, or asked for now; null if the question was closed. */
export const ownName = (): Promise<string | null> =>
  settings.name ? Promise.resolve(settings.name) : new Promise((done) => (asked.done = done));
