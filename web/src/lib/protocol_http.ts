/* Written by tools/typescript.py; do not edit. */

import type {
  TableInfo,
  ClockRule,
  NumberedEvent,
} from "./protocol";

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
  start?: boolean;
  practice?: string;
  cards?: string;
};

/** Who sits down when a table is made: ``me`` (several: hot seat), a ``bot``, or nobody yet. */
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

/** A seat and its secret. The link ``/t/TABLE#TOKEN`` opens the seat on another device. */
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

/** Host, before the start: put a bot on a seat, or (no bot) make it free. */
export type SetSeat = {
  seat: number;
  bot?: string;
};

export type Start = {
  fill?: string;
};

/** Keys of the old table open the same seats at the new one. */
export type Rematch = {
  table: TableInfo;
};

/** A new table that goes on from a finished one after decision ``at``; other seats are played by ``bot``. */
export type PlayOn = {
  at: number;
  seats: number[];
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
};

export type BotInfo = {
  bot: string;
  label: Record<string, string>;
};

/**
 * Everything people read about a game: moves, events, steps, terms, scores and reasons as in words.toml.
 * ``words`` also has the ``grammar`` for boards, and where the ``board`` and the ``cover`` are that the game
 * brings.
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

/** A finished game. ``how``: ``rules``: played again; ``events``: only heard again, the rules have changed. */
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

/** After decision ``number``: the view of a seat, or of every seat (``views`` by seat, then the spectator's). */
export type ReplayStep = {
  number: number;
  total: number;
  seat: number | null;
  heard: NumberedEvent[];
  view: unknown;
  views: unknown[];
  attachment: unknown;
};

/** How well each seat stood (0 to 1) after every decision, as the game's own judgement sees it. */
export type Chart = {
  values: number[][];
};

export type Verification = {
  good: boolean;
  lines: string[];
};

/** A link to a table, as browsers write it: the larger a code is, the longer it takes to draw. */
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
