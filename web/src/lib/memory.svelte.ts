/** Tables that this browser has a seat at, with the secrets that prove it. Secrets never stay in addresses. */

export interface Remembered {
  id: string;
  game: string;
  title: string;
  /** secret of the table's maker, if that was us */
  host: string;
  /** seat number -> secret */
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

const KEY = "bunfight.tables";

const stored = (): Remembered[] => {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "[]") as Remembered[]).filter((t) => t && typeof t.id === "string");
  } catch {
    return [];
  }
};

export const memory = $state({ tables: stored() });

const save = (): void => localStorage.setItem(KEY, JSON.stringify(memory.tables.slice(0, 40)));

export const recall = (id: string): Remembered | undefined => memory.tables.find((t) => t.id === id);

export const remember = (id: string, change: Partial<Remembered>): Remembered => {
  const old = recall(id) ?? { id, game: "", title: "", host: "", seats: {}, seen: 0, over: false };
  const next = { ...old, ...change, seats: { ...old.seats, ...change.seats } };
  memory.tables = [next, ...memory.tables.filter((t) => t.id !== id)];
  save();
  return next;
};

export const forgetSeat = (id: string, seat: number): void => {
  const old = recall(id);
  if (!old) return;
  const { [seat]: _, ...seats } = old.seats;
  memory.tables = Object.keys(seats).length
    ? memory.tables.map((t) => (t.id === id ? { ...old, seats } : t))
    : memory.tables.filter((t) => t.id !== id);
  save();
};

export const forget = (id: string): void => {
  memory.tables = memory.tables.filter((t) => t.id !== id);
  save();
};

/** Tables that another device knew: those that are not known here are added. */
export const restore = (tables: Remembered[]): void => {
  const fresh = tables.filter((t) => t && typeof t.id === "string" && t.seats && !recall(t.id));
  memory.tables = [...memory.tables, ...fresh];
  save();
};
