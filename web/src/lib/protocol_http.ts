/* Written by tools/typescript.py; do not edit. */

import type {
  TableInfo,
  ClockRule,
  NumberedEvent,
} from "./protocol";

/** Create a table. ``practice``: a seed for lessons and the daily deal. */
export type NewTable = {
  game: string;
  places: SeatSetup[];
  options?: Record<string, boolean | number | string>;
  public?: boolean;
  watch?: boolean;
  clock?: ClockRule;
  timeout?: "bot" | "default";
  undo?: "ask" | "free" | "off";
  pace?: "brisk" | "calm" | "instant";
  stand_in_bot?: string;
  start?: boolean;
  practice?: string;
  cards?: string;
};

/** A seat of a new table: for ``me`` (several: hot seat), a ``bot``, or ``open``. */
export type SeatSetup = {
  kind: "bot" | "me" | "open";
  name?: string;
  bot?: string;
};

export type TableCreated = {
  table: TableInfo;
  host: string;
  seats: SeatToken[];
};

/** A seat and its token. The link ``/t/TABLE#TOKEN`` opens the seat on another device. */
export type SeatToken = {
  seat: number;
  token: string;
};

export type Join = {
  name?: string;
  seat?: number | null;
};

export type Joined = {
  table: TableInfo;
  seat: number;
  token: string;
};

export type Leave = {
  seat: number;
};

/** As the host, before the start: put a bot on a seat or, without ``bot``, free it. */
export type SetSeat = {
  seat: number;
  bot?: string;
};

export type Start = {
  fill?: string;
};

/** The new table. Tokens of the old table open the same seats there. */
export type Rematch = {
  table: TableInfo;
};

/** Create a table that continues a finished game after decision ``at``; ``bot`` plays the other seats. */
export type PlayOn = {
  at: number;
  seats: number[];
  name?: string;
  bot?: string;
};

/**
 * Create a table from a record: a finished game to look at, or a running one that goes on. Of a running game
 * ``at`` decisions are kept (null: all); ``seats`` are the sender's, ``bot`` plays the others.
 */
export type LoadRecord = {
  record: string;
  at?: number | null;
  seats?: number[];
  name?: string;
  bot?: string;
};

export type GameInfo = {
  id: string;
  title: Record<string, string>;
  gist: Record<string, string>;
  minutes: string;
  seats: number[];
  rules_version: number;
  options: OptionInfo[];
  bots: BotInfo[];
  cover: string;
  lesson: boolean;
};

export type OptionInfo = {
  name: string;
  kind: "bool" | "choice" | "int" | "list";
  default: boolean | number | string;
  choices: string[];
  low: number;
  high: number;
  rule: string;
  label: Record<string, string>;
  help: Record<string, string>;
  values: Record<string, Record<string, string>>;
  by_seat: boolean;
};

export type BotInfo = {
  bot: string;
  label: Record<string, string>;
};

/** A game of another package that is not offered, and why; only the owner of the server is told. */
export type SkippedGame = {
  id: string;
  why: Record<string, string>;
};

/**
 * All texts of a game: its rules, and words for moves, events, steps, terms, scores and reasons. ``words`` also
 * has the ``grammar`` for boards, and the URLs of the game's own ``board`` and ``cover``.
 */
export type GameBook = {
  game: GameInfo;
  sections: Section[];
  house_rules: RuleText[];
  words: Record<string, unknown>;
  cards: string;
};

export type Section = {
  key: string;
  title: Record<string, string>;
  rules: RuleText[];
};

export type RuleText = {
  id: string;
  text: Record<string, string>;
};

/** A finished game. ``how``: replayed by ``rules``, or from stored ``events`` because the rules have changed. */
export type ReplayInfo = {
  table: TableInfo;
  names: string[];
  total: number;
  moves: ReplayMove[];
  deal: number[];
  how: "events" | "rules";
  why: string;
};

export type ReplayMove = {
  seat: number;
  move: string;
  luck: number[];
};

/** The position after decision ``number`` for a seat, or for all (``views``: by seat, then the spectator's). */
export type ReplayStep = {
  number: number;
  total: number;
  seat: number | null;
  heard: NumberedEvent[];
  view: unknown;
  views: unknown[];
  attachment: unknown;
};

/** The game's evaluation of each seat (0 to 1) after every decision. */
export type Chart = {
  values: number[][];
};

/** Whether rules, events and random numbers of a finished game check out. */
export type Verification = {
  good: boolean;
  lines: string[];
};

/** The answer to a mail about turns: confirm the address, or stop the mail. ``code`` is in the link of the mail. */
export type ReminderChoice = {
  seat: number;
  code: string;
  wanted: boolean;
};

/** Whether mail is sent to the seat's address now. */
export type ReminderStatus = {
  active: boolean;
};

/** A link to draw as a QR code. Bounded, because large codes take long to draw. */
export type QrRequest = {
  text: string;
};

export type Health = {
  status: "broken" | "closing" | "ok";
  version: string;
  protocol: number;
  tables: number;
  connections: number;
  why: string;
  server: number;
};

/** The body of every HTTP error. */
export type ErrorBody = {
  error: string;
  why: string;
  rule: string;
  text: Record<string, string>;
};
