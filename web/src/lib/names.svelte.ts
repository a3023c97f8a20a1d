/** What people and bots are called: bots in the chosen language, and the own name, which is asked for once. */

import { ApiError } from "./api";
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
export const ownName = (): Promise<string | null> => (settings.name ? Promise.resolve(settings.name) : otherName());

const otherName = (): Promise<string | null> => new Promise((done) => (asked.done = done));

/** Joins under the own name; asks for another one if it is taken there. */
export const underName = async <T>(join: (name: string) => Promise<T>): Promise<T | null> => {
  const name = await ownName();
  if (!name) return null;
  try {
    return await join(name);
  } catch (e) {
    if (!(e instanceof ApiError) || e.mistake.error !== "name_taken") throw e;
    const other = await otherName();
    if (!other) throw e;
    return join(other);
  }
};
