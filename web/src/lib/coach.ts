/** Reviews, puzzles and the daily deal over HTTP, and what this browser remembers of them. */

import { ApiError, call } from "./api";
import { t } from "./i18n";
import "./text/coach";
import { randomId } from "./random_id";
import { tokensOf } from "./saved_tables.svelte";
import type {
  DailyDeal,
  Moment,
  PuzzlePosition,
  PuzzleInfo,
  PuzzleResult,
  Review,
  ReviewStatus,
} from "./protocol_coach";

export type ReviewProgress = Omit<ReviewStatus, "review" | "moments"> & {
  review: Review | null;
  moments: Moment[] | null;
};

/** An error as a full sentence. */
export const wrong = (e: unknown): string =>
  e instanceof ApiError && e.status === 404
    ? t(e.mistake.error === "puzzle" ? "puzzle_lost" : "trouble_unknown_table")
    : e instanceof Error
      ? e.message
      : t("loadError");

export const coach = {
  review: (table: string): Promise<ReviewProgress> => call(`/api/tables/${table}/review`, undefined, tokensOf(table)),
  askReview: (table: string): Promise<ReviewProgress> => call(`/api/tables/${table}/review`, {}, tokensOf(table)),
  puzzles: (game = ""): Promise<PuzzleInfo[]> => call(`/api/puzzles${game ? `?game=${game}` : ""}`),
  puzzle: (id: string): Promise<PuzzlePosition> => call(`/api/puzzles/${id}`),
  solve: (id: string, move: string): Promise<PuzzleResult> => call(`/api/puzzles/${id}`, { move }),
  daily: (game: string): Promise<DailyDeal> => call(`/api/daily/${game}`),
  enter: (game: string, table: string, name: string): Promise<DailyDeal> =>
    call(`/api/daily/${game}`, { table, name, browser: browser() }, tokensOf(table)),
  /** whether this browser played at a table */
  played: (table: string): boolean => tokensOf(table) !== "",
};

const stored = <T>(key: string, none: T): T => {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
    return found !== null && typeof found === typeof none && Array.isArray(found) === Array.isArray(none)
      ? found
      : none;
  } catch {
    return none;
  }
};

/** A random id of this browser, so that each has one entry on a leaderboard. */
const browser = (): string => {
  let name = localStorage.getItem("bunfight.browser") ?? "";
  if (name.length < 16) {
    name = randomId();
    localStorage.setItem("bunfight.browser", name);
  }
  return name;
};

export const solved = {
  all: (): string[] => stored<string[]>("bunfight.solved", []),
  /** `first`: at the first try, which makes the streak longer. */
  add: (id: string, first = true): void => {
    if (first && !solved.all().includes(id)) localStorage.setItem("bunfight.streak", String(solved.streak() + 1));
    localStorage.setItem("bunfight.solved", JSON.stringify([...new Set([...solved.all(), id])]));
  },
  /** How many were solved at the first try since the last miss. */
  streak: (): number => stored<number>("bunfight.streak", 0),
  miss: (): void => localStorage.setItem("bunfight.streak", "0"),
};

/** The tables of today's deals in this browser, by seed. */
export const dealt = {
  at: (seed: string): string => stored<Record<string, string>>("bunfight.daily", {})[seed] ?? "",
  keep: (seed: string, table: string): void =>
    localStorage.setItem("bunfight.daily", JSON.stringify({ [seed]: table, ...latest() })),
};
const latest = (): Record<string, string> =>
  Object.fromEntries(Object.entries(stored<Record<string, string>>("bunfight.daily", {})).slice(0, 20));

export const percent = (n: number, sign = false): string => {
  const whole = Math.round(n * 100);
  return sign ? `${whole > 0 ? "+" : whole < 0 ? "−" : "±"}${Math.abs(whole)}%` : `${whole}%`;
};
