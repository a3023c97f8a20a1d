/** The server over HTTP. */

import type {
  Rematch,
  Chart,
  GameBook,
  GameInfo,
  SkippedGame,
  Joined,
  TableCreated,
  ErrorBody,
  LoadRecord,
  NewTable,
  PlayOn,
  ReminderChoice,
  ReminderStatus,
  ReplayInfo,
  ReplayStep,
  TableInfo,
  Verification,
} from "./protocol";
import { request } from "./backend";
import { recall, remember, tokensOf } from "./saved_tables.svelte";
import { settings } from "./settings.svelte";
import type { Language } from "./languages";
import { inForce, say, type GameWords, type Options } from "./words";

export class ApiError extends Error {
  constructor(
    readonly mistake: ErrorBody,
    readonly status: number,
  ) {
    super(say(mistake.text, settings.lang) || mistake.why || mistake.error);
  }
}

/** How far the review of a finished game is. */
interface Review {
  state: "none" | "making" | "done" | "failed";
  done: number;
  total: number;
  review: unknown;
}

export const call = async <T>(path: string, body?: unknown, token?: string, ask = request): Promise<T> => {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await ask(path, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) {
    const mistake = (await response
      .json()
      .catch(() => ({ error: String(response.status), why: response.statusText, rule: "", text: {} }))) as ErrorBody;
    throw new ApiError(mistake, response.status);
  }
  const kind = response.headers.get("Content-Type") ?? "";
  /* records are application/jsonl, which is text */
  return (/\bjson\b/.test(kind) ? response.json() : response.text()) as Promise<T>;
};

let list: Promise<GameInfo[]> | undefined;
const books = new Map<string, Promise<GameBook>>();

const keep = (made: TableCreated, title = ""): string => {
  remember(made.table.id, {
    game: made.table.game,
    title,
    host: made.host,
    seats: Object.fromEntries(made.seats.map((s) => [s.seat, s.token])),
  });
  return `/t/${made.table.id}`;
};

/** The words of a game; aid and overview follow the options of a table, or the standard ones. */
export const wordsOf = (book: GameBook, chosen: Options = {}): GameWords => {
  const words = book.words as Omit<GameWords, "title" | "gist">;
  const options = { ...Object.fromEntries(book.game.options.map((o) => [o.name, o.default])), ...chosen };
  const { aid, overview } = words;
  const parts = <T extends object>(whole: T, keys: Array<keyof T>): T => ({
    ...whole,
    ...Object.fromEntries(keys.map((key) => [key, inForce((whole[key] ?? []) as object[], options)])),
  });
  return {
    title: book.game.title,
    gist: book.game.gist,
    ...words,
    ...(aid && { aid: parts(aid, ["turn", "scoring", "end"]) }),
    ...(overview && { overview: parts(overview, ["setup", "examples"]) }),
  };
};

/** The rules page of what is played at a table. */
export const rulesAt = (table: TableInfo): string => `/rules/${table.game}?table=${table.id}`;

/** A sensible number of seats for a first game. */
export const usualSeats = (g: GameInfo): number => (g.seats.includes(3) ? 3 : g.seats[0]!);

/** Lets the browser save a text as a file. */
export const saveFile = (name: string, text: string, type: string): void => {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type }));
  a.download = name;
  a.click();
  URL.revokeObjectURL(a.href);
};

const minutes = (g: GameInfo): number => Math.min(...(g.minutes.match(/\d+/g) ?? ["999"]).map(Number));

export const api = {
  /** All games, short ones before long ones. */
  games: (): Promise<GameInfo[]> =>
    (list ??= call<GameInfo[]>("/api/games")
      .then((all) => all.toSorted((a, b) => minutes(a) - minutes(b) || a.id.localeCompare(b.id)))
      .catch((e: unknown) => {
        list = undefined;
        throw e;
      })),
  /** Games of other packages that the server skipped; sent only to its owner. */
  skipped: (): Promise<SkippedGame[]> => call("/api/skipped"),
  /** The rules and words of a game; with a table, those of the card list that is played there. */
  book: (game: string, table = ""): Promise<GameBook> => {
    const path = table ? `/api/tables/${table}/book` : `/api/games/${game}`;
    if (!books.has(path))
      books.set(
        path,
        call<GameBook>(path).catch((e: unknown) => (books.delete(path), Promise.reject(e))),
      );
    return books.get(path)!;
  },
  languages: (): Promise<Record<string, Language>> => call("/api/languages"),
  tables: (state = ""): Promise<TableInfo[]> => call(`/api/tables${state ? `?state=${state}` : ""}`),
  table: (id: string): Promise<TableInfo> => call(`/api/tables/${id}`),
  create: async (wanted: NewTable, title = ""): Promise<string> =>
    keep(await call<TableCreated>("/api/tables", wanted), title),
  playNow: async (g: GameInfo, name: string, seats = usualSeats(g), bot = bestBot(g)): Promise<string> =>
    api.create(
      {
        game: g.id,
        start: true,
        places: [{ kind: "me", name }, ...Array.from({ length: seats - 1 }, () => ({ kind: "bot" as const, bot }))],
      },
      say(g.title, settings.lang),
    ),
  join: async (id: string, name: string, seat: number | null): Promise<Joined> => {
    const own = Object.values(recall(id)?.seats ?? {}).join(",");
    const joined = await call<Joined>(`/api/tables/${id}/join`, { name, seat }, own);
    remember(id, { game: joined.table.game, seats: { [joined.seat]: joined.token } });
    return joined;
  },
  leave: (id: string, seat: number, token: string): Promise<TableInfo> =>
    call(`/api/tables/${id}/leave`, { seat }, token),
  furnish: (id: string, host: string, seat: number, bot: string): Promise<TableInfo> =>
    call(`/api/tables/${id}/furnish`, { seat, bot }, host),
  start: (id: string, host: string, fill = ""): Promise<TableInfo> => call(`/api/tables/${id}/start`, { fill }, host),
  again: (id: string, token: string): Promise<Rematch> => call(`/api/tables/${id}/again`, {}, token),
  replay: (id: string): Promise<ReplayInfo> => call(`/api/tables/${id}/replay`, undefined, tokensOf(id)),
  replayStep: (id: string, n: number, seat: number | null): Promise<ReplayStep> =>
    call(`/api/tables/${id}/replay/${n}?seat=${seat ?? "none"}`, undefined, tokensOf(id)),
  /** The record of a finished game, as a file. A link would not bring the token that a private table asks for. */
  saveRecord: async (id: string): Promise<void> => {
    const text = await call<string>(`/api/tables/${id}/record`, undefined, tokensOf(id));
    saveFile(`${id}.jsonl`, text, "application/jsonl");
  },
  review: (id: string): Promise<Review> => call(`/api/tables/${id}/review`, undefined, tokensOf(id)),
  askReview: (id: string, token: string): Promise<Review> => call(`/api/tables/${id}/review`, {}, token),
  chart: (id: string): Promise<Chart> => call(`/api/tables/${id}/chart`, undefined, tokensOf(id)),
  verify: (id: string): Promise<Verification> => call(`/api/tables/${id}/verify`, undefined, tokensOf(id)),
  playOn: async (id: string, wanted: PlayOn): Promise<string> =>
    keep(await call<TableCreated>(`/api/tables/${id}/play-on`, wanted, tokensOf(id))),
  reminder: (id: string, choice: ReminderChoice): Promise<ReminderStatus> => call(`/api/tables/${id}/reminder`, choice),
  /** The record of a game as text. */
  record: (id: string): Promise<string> => call(`/api/tables/${id}/record`, undefined, tokensOf(id)),
  /** A table from a record: the replay of a finished game, or a running game that goes on. */
  loadRecord: async (wanted: LoadRecord): Promise<string> => {
    const made = await call<TableCreated>("/api/records", wanted);
    const over = made.table.state === "over";
    if (made.seats.length) keep(made);
    if (over && made.seats.length) remember(made.table.id, { over });
    return over ? `/replay/${made.table.id}` : `/t/${made.table.id}`;
  },
  qr: (text: string): Promise<string> => call("/api/qr", { text }),
  send: <T>(id: string, request: unknown, token: string): Promise<T> => call(`/api/tables/${id}/send`, request, token),
};

/** The bot that newcomers meet: a quick one of middling strength; the list goes from weak to strong. */
export const bestBot = (g: GameInfo): string =>
  (g.bots.find((b) => /^(medium|policy|handy)/.test(b.bot)) ?? g.bots[Math.floor((g.bots.length - 1) / 2)])?.bot ?? "";

/** For the first real game after a lesson: one that a newcomer can beat. */
export const easyBot = (g: GameInfo): string => (g.bots.find((b) => /^easy/.test(b.bot)) ?? g.bots[0])?.bot ?? "";
