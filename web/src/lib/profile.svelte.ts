/**
 * A profile without an account: what this browser has played, stored in the browser. Practice is stored but not counted; the
 * rating (openskill, against bots and people alike) is computed from the games on demand.
 */

import { fullAddress } from "./router.svelte";
import type { Outcome } from "./outcome";
import type { TableInfo } from "./protocol";
import { savedTables, restore, type SavedTable } from "./saved_tables.svelte";
import { settings, type Settings } from "./settings.svelte";
import { onboarding, type OnboardingChoice } from "./onboarding.svelte";
import {
  boundedText,
  checkedProfile,
  importedProfile,
  joinedGames,
  MOST_GAMES,
  parsed,
  PROFILE_VERSION,
  type ImportedProfile,
  type ProfileProblem,
} from "./stored";

export interface Played {
  table: string;
  game: string;
  at: number;
  me: number;
  names: string[];
  /** the bot on each seat; "" for people */
  bots: string[];
  ranks: number[];
  totals: number[];
  winners: number[];
  counted: boolean;
  luck?: number;
  skill?: number;
}

export interface Profile {
  avatar: string;
  rated: boolean;
  games: Played[];
}

const KEY = "bunfight.profile";

export const profile = $state<Profile>(checkedProfile(parsed(localStorage.getItem(KEY))));
export const saveProfile = (): void => localStorage.setItem(KEY, JSON.stringify(profile));

/** Lessons, games from a known seed, and those where somebody went back behind what was learned do not count. */
export const counted = (info: TableInfo): boolean => !info.practice && !info.casual && !info.branch;

/** Add a finished game to the history, once. */
export const noteGame = (info: TableInfo, outcome: Outcome, mine: number[]): void => {
  const me = mine[0];
  if (me === undefined || mine.length > 1 || profile.games.some((g) => g.table === info.id)) return;
  profile.games.unshift({
    table: info.id,
    game: info.game,
    at: Math.round(Date.now() / 1000),
    me,
    names: info.seats.map((s) => s.name),
    bots: info.seats.map((s) => s.bot),
    ranks: outcome.ranks,
    totals: outcome.totals,
    winners: outcome.winners,
    counted: counted(info) && !info.seats[me]?.bot,
  });
  profile.games.splice(MOST_GAMES);
  saveProfile();
};

/** What the review of a game says about the own seat. */
export const noteReview = (table: string, accounts: Array<{ luck: number; skill: number }>): void => {
  const game = profile.games.find((g) => g.table === table);
  const own = game && accounts[game.me];
  if (!game || !own || game.skill === own.skill) return;
  game.luck = own.luck;
  game.skill = own.skill;
  saveProfile();
};

export interface Tally {
  games: number;
  wins: number;
}
export interface Statistics {
  game: string;
  all: Tally;
  /** against tables of one kind of bot, or of people */
  against: Array<[string, Tally]>;
  luck: number | null;
  skill: number | null;
}

const mean = (list: number[]): number | null => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : null);

/** Per game: how often won, against whom, with how much luck and skill. */
export const statistics = (games: Played[]): Statistics[] => {
  const real = games.filter((g) => g.counted);
  return [...new Set(real.map((g) => g.game))].map((game) => {
    const own = real.filter((g) => g.game === game);
    const tally = (list: Played[]): Tally => ({
      games: list.length,
      wins: list.filter((g) => g.winners.includes(g.me)).length,
    });
    const kinds = [...new Set(own.flatMap((g) => g.bots.filter((_, i) => i !== g.me)))];
    return {
      game,
      all: tally(own),
      against: kinds.map((k): [string, Tally] => [
        k,
        tally(own.filter((g) => g.bots.some((b, i) => i !== g.me && b === k))),
      ]),
      luck: mean(own.flatMap((g) => (g.luck === undefined ? [] : [g.luck]))),
      skill: mean(own.flatMap((g) => (g.skill === undefined ? [] : [g.skill]))),
    };
  });
};

export interface Rated {
  game: string;
  rating: number;
  doubt: number;
  games: number;
}

/** The rating in each game, oldest game first; a bot is a player of its own in each game, people are known by name. */
export const ratings = async (games: Played[]): Promise<Rated[]> => {
  const { rate, rating } = await import("openskill");
  const all = new Map<string, { mu: number; sigma: number }>();
  const found = new Map<string, number>();
  for (const g of games.filter((x) => x.counted && x.ranks.length > 1).toReversed()) {
    const who = g.bots.map(
      (bot, i) => `${g.game}|${i === g.me ? "me" : bot ? `bot ${bot} ${i}` : `person ${g.names[i]}`}`,
    );
    const kind = who.map((w) => w.replace(/ \d+$/, ""));
    const before = kind.map((w) => [all.get(w) ?? rating()]);
    const after = rate(before, { rank: g.ranks });
    kind.forEach((w, i) => all.set(w, after[i]![0]!));
    found.set(g.game, (found.get(g.game) ?? 0) + 1);
  }
  return [...found].map(([game, n]) => {
    const own = all.get(`${game}|me`)!;
    return { game, rating: Math.round(own.mu * 60), doubt: Math.round(own.sigma * 60), games: n };
  });
};

/** Everything about this browser as one file. */
interface ProfileFile {
  kind: "bunfight-profile";
  version: typeof PROFILE_VERSION;
  settings: Settings;
  profile: Profile;
  tables: SavedTable[];
  met: Record<string, OnboardingChoice>;
}

export const exported = (most = MOST_GAMES): string =>
  JSON.stringify({
    kind: "bunfight-profile",
    version: PROFILE_VERSION,
    settings: { ...settings },
    profile: { ...profile, games: profile.games.slice(0, most) },
    tables: savedTables.all.filter((t) => !t.over).slice(0, 20),
    met: { ...onboarding },
  } satisfies ProfileFile);

/** Merges an exported profile and returns how many games are new. Games and settings of this browser stay. */
export const mergeProfile = (all: ImportedProfile): number => {
  const before = profile.games.length;
  profile.games = joinedGames(profile.games, all.profile.games);
  if (!before) profile.avatar = all.profile.avatar;
  profile.rated ||= all.profile.rated;
  settings.name ||= all.name;
  for (const [game, how] of Object.entries(all.met)) onboarding[game] ??= how;
  restore(all.tables);
  saveProfile();
  return profile.games.length - before;
};

const squeeze = async (text: string, through: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([text as BlobPart]).stream().pipeThrough(through)).arrayBuffer());

/** A link that carries the profile in its last part, which never reaches the server. */
export const moveLink = async (): Promise<string> => {
  const bytes = await squeeze(exported(60), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return fullAddress(`/profile#move=${text}`);
};

/** The profile in a link, or why there is none. Nothing is added yet. */
export const fromLink = async (text: string): Promise<ImportedProfile | ProfileProblem> => {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return importedProfile(await boundedText(stream));
  } catch {
    return "bad";
  }
};
