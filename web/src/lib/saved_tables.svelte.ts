/** Tables that this browser has a seat at, with their tokens. Tokens never stay in addresses. */

import { untrack } from "svelte";
import { homeServer } from "../local/server.svelte";
import { checkedTables, parsed } from "./stored";

export interface SavedTable {
  id: string;
  game: string;
  title: string;
  /** the host's token, if this browser created the table */
  host: string;
  /** seat number -> token */
  seats: Record<number, string>;
  seen: number;
  over: boolean;
  /** a lesson or a light guide goes with this table */
  lesson?: Progress;
  /** the deal of a day */
  daily?: boolean;
}

/** How far a lesson has come: cards read, steps done by their number. */
export interface Progress {
  game: string;
  leaf: number;
  done: number[];
  light?: boolean;
}

/* a server and the site that it hands out share this storage, but not their tables */
const KEY = homeServer ? "bunfight.tables.here" : "bunfight.tables";

export const savedTables = $state({ all: checkedTables(parsed(localStorage.getItem(KEY))) });

const save = (): void => localStorage.setItem(KEY, JSON.stringify(savedTables.all.slice(0, 40)));

export const recall = (id: string): SavedTable | undefined => savedTables.all.find((t) => t.id === id);

/** All tokens of this browser for a table, for the Authorization header; "" if it has none. To ask with them is not to watch them. */
export const tokensOf = (id: string): string => {
  const mine = untrack(() => recall(id));
  return mine ? [...Object.values(mine.seats), mine.host].filter(Boolean).join(",") : "";
};

export const remember = (id: string, change: Partial<SavedTable>): SavedTable => {
  const old = recall(id) ?? { id, game: "", title: "", host: "", seats: {}, seen: 0, over: false };
  const next = { ...old, ...change, seats: { ...old.seats, ...change.seats } };
  savedTables.all = [next, ...savedTables.all.filter((t) => t.id !== id)];
  save();
  return next;
};

export const forgetSeat = (id: string, seat: number): void => {
  const old = recall(id);
  if (!old) return;
  const { [seat]: _, ...seats } = old.seats;
  savedTables.all = Object.keys(seats).length
    ? savedTables.all.map((t) => (t.id === id ? { ...old, seats } : t))
    : savedTables.all.filter((t) => t.id !== id);
  save();
};

export const forget = (id: string): void => {
  savedTables.all = savedTables.all.filter((t) => t.id !== id);
  save();
};

/** Adds the tables of another device that are not known here. */
export const restore = (tables: SavedTable[]): void => {
  const fresh = tables.filter((t) => !recall(t.id));
  savedTables.all = [...savedTables.all, ...fresh];
  save();
};

/** Whether this browser has not yet finished a real game of this kind. */
export const isNewTo = (game: string): boolean =>
  !savedTables.all.some((t) => t.game === game && t.over && !(t.lesson && !t.lesson.light));
