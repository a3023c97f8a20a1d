/** Which games this browser has met, and how it wished to be shown them; and the sheet of help that is open. */

import type { GameBook } from "./wire";

export type Met = "lesson" | "guide" | "know";

const KEY = "bunfight.met";
const stored = (): Record<string, Met> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Met>;
  } catch {
    return {};
  }
};

export const met = $state<Record<string, Met>>(stored());

export const meet = (game: string, how: Met): void => {
  met[game] = how;
  localStorage.setItem(KEY, JSON.stringify(met));
};

/** The sheet behind the key "?": the keys, and at a table the game on one screen. */
export const help = $state<{ open: boolean; book: GameBook | null }>({ open: false, book: null });
