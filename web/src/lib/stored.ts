/**
 * Checks data that was stored in this browser or comes from a file or a link. What is damaged is left out, so that no
 * stored value can break a page.
 */

import type { OnboardingChoice } from "./onboarding.svelte";
import type { Played, Profile } from "./profile.svelte";
import type { Progress, SavedTable } from "./saved_tables.svelte";

export const MOST_GAMES = 1000;
const MOST_TABLES = 40;
const MOST_SEATS = 16;

type Fields = Record<string, unknown>;

const isFields = (x: unknown): x is Fields => typeof x === "object" && x !== null && !Array.isArray(x);
const isText = (x: unknown, most = 80): x is string => typeof x === "string" && x.length <= most;
const isNumber = (x: unknown): x is number => typeof x === "number" && Number.isFinite(x);
const isCount = (x: unknown, most = 1e6): x is number => isNumber(x) && Number.isInteger(x) && x >= 0 && x <= most;
const isList = <T>(x: unknown, fits: (one: unknown) => one is T): x is T[] =>
  Array.isArray(x) && x.length <= MOST_SEATS && x.every((one) => fits(one));
const isTableId = (x: unknown): x is string => isText(x) && /^[\w-]+$/.test(x);
const isId = (x: unknown): x is string => isText(x, 40) && /^[\w.-]+$/.test(x);
const seconds = (x: unknown): x is number => isNumber(x) && x >= 0 && x < 1e11;

/** The value of JSON text; undefined if it is none. */
export const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const checkedGame = (x: unknown): Played[] => {
  if (!isFields(x)) return [];
  const { table, game, at, me, names, bots, ranks, totals, winners, counted, luck, skill } = x;
  const lists =
    isList(names, (n): n is string => isText(n)) &&
    isList(bots, (b): b is string => isText(b)) &&
    isList(ranks, (n): n is number => isCount(n, MOST_SEATS)) &&
    isList(totals, isNumber) &&
    isList(winners, (n): n is number => isCount(n, MOST_SEATS));
  if (!lists || !isTableId(table) || !isId(game) || !seconds(at) || !isCount(me, MOST_SEATS)) return [];
  if (me >= names.length || bots.length !== names.length || ranks.length !== names.length) return [];
  const known = { table, game, at, me, names, bots, ranks, totals, winners, counted: counted === true };
  return [{ ...known, ...(isNumber(luck) ? { luck } : {}), ...(isNumber(skill) ? { skill } : {}) }];
};

export const checkedGames = (x: unknown): Played[] => {
  const games = Array.isArray(x) ? x.slice(0, MOST_GAMES).flatMap(checkedGame) : [];
  return [...new Map(games.map((g) => [g.table, g])).values()];
};

export const checkedProfile = (x: unknown): Profile => {
  const { avatar, rated, games } = isFields(x) ? x : {};
  const known = isText(avatar, 20) && /^person-c\d\d$/.test(avatar);
  return { avatar: known ? avatar : "person-c01", rated: rated === true, games: checkedGames(games) };
};

/** Own games stay; those of another device fill what is left, the newest first. */
export const joinedGames = (own: Played[], other: Played[]): Played[] => {
  const known = new Set(own.map((g) => g.table));
  const fresh = other.filter((g) => !known.has(g.table)).sort((a, b) => b.at - a.at);
  return [...own, ...fresh.slice(0, Math.max(0, MOST_GAMES - own.length))].sort((a, b) => b.at - a.at);
};

const checkedProgress = (x: unknown): Progress | undefined => {
  if (!isFields(x) || !isId(x.game) || !isCount(x.leaf) || !Array.isArray(x.done)) return undefined;
  const done = x.done.filter((n): n is number => isCount(n)).slice(0, 1000);
  return { game: x.game, leaf: x.leaf, done, ...(x.light === true ? { light: true } : {}) };
};

const checkedTable = (x: unknown): SavedTable[] => {
  if (!isFields(x) || !isTableId(x.id) || !isFields(x.seats)) return [];
  const seats: Record<number, string> = {};
  for (const [seat, token] of Object.entries(x.seats))
    if (/^\d{1,2}$/.test(seat) && Number(seat) < MOST_SEATS && isText(token)) seats[Number(seat)] = token;
  const lesson = checkedProgress(x.lesson);
  return [
    {
      id: x.id,
      game: isId(x.game) ? x.game : "",
      title: isText(x.title, 200) ? x.title : "",
      host: isText(x.host) ? x.host : "",
      seats,
      seen: isNumber(x.seen) ? x.seen : 0,
      over: x.over === true,
      ...(lesson ? { lesson } : {}),
      ...(x.daily === true ? { daily: true } : {}),
    },
  ];
};

export const checkedTables = (x: unknown): SavedTable[] =>
  Array.isArray(x) ? x.slice(0, MOST_TABLES).flatMap(checkedTable) : [];

export const checkedOnboarding = (x: unknown): Record<string, OnboardingChoice> => {
  const listed = Object.entries(isFields(x) ? x : {}).slice(0, 200);
  const fits = (pair: [string, unknown]): pair is [string, OnboardingChoice] =>
    isId(pair[0]) && pair[0] !== "__proto__" && ["lesson", "guide", "know"].includes(pair[1] as string);
  return Object.fromEntries(listed.filter(fits));
};

/** Settings of the right kinds; whatever is missing or damaged is as in ``initial``. */
export const checkedSettings = <T extends object>(x: unknown, initial: T): T => {
  const found = isFields(x) ? x : {};
  const pairs = Object.entries(initial).map(([key, value]) => {
    const mine = found[key];
    return [key, typeof mine === typeof value && (typeof mine !== "string" || mine.length <= 40) ? mine : value];
  });
  return Object.fromEntries(pairs) as T;
};

/** A profile of another browser, from a file or a link. */
export interface ImportedProfile {
  profile: Profile;
  tables: SavedTable[];
  met: Record<string, OnboardingChoice>;
  name: string;
}

export const PROFILE_VERSION = 1;
/** Why something is not imported: it is no profile, or one of a newer version. */
export type ProfileProblem = "bad" | "newer";

/** The profile in a file or link, or why there is none. */
export const importedProfile = (text: string): ImportedProfile | ProfileProblem => {
  const all = parsed(text);
  if (!isFields(all) || all.kind !== "bunfight-profile") return "bad";
  if (isNumber(all.version) && all.version > PROFILE_VERSION) return "newer";
  if (!isFields(all.profile)) return "bad";
  const name = isFields(all.settings) ? all.settings.name : "";
  return {
    profile: checkedProfile(all.profile),
    tables: checkedTables(all.tables),
    met: checkedOnboarding(all.met),
    name: isText(name, 24) ? name : "",
  };
};

const MOST_BYTES = 2_000_000;

/** Reads a stream as text, but no more of it than a profile or a game can have: a short link may unpack to gigabytes. */
export const boundedText = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too much");
    }
    text += decoder.decode(value, { stream: true });
  }
};
