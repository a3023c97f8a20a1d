/* Written by tools/typescript.py; do not edit. */

/** A server with another version tells the page to reload. */
export const PROTOCOL = 2;

/** The first message. An empty ``table`` means the lobby; no token means a spectator. */
export type Hello = {
  type: "hello";
  protocol: number;
  table?: string;
  tokens?: string[];
  version?: number;
  number?: number;
  id?: string;
};

/** A decision. ``version``: what the client saw when deciding. */
export type Play = {
  type: "play";
  id: string;
  seat: number;
  move: string;
  version: number;
};

/** Why a move could not be made now, or nothing be done with the things that it is ``about``; nothing is done. */
export type Why = {
  type: "why";
  id: string;
  seat: number;
  move?: string;
  about?: Record<string, string>[];
};

/** Take back; without ``keep`` the seat's last decision. Beyond the free bound it becomes a request to all. */
export type Undo = {
  type: "undo";
  id: string;
  seat: number;
  keep?: number | null;
};

/** Yes or no to a request. */
export type UndoAnswer = {
  type: "answer";
  id: string;
  seat: number;
  request: number;
  yes: boolean;
};

/** A few words, or an emote. Spectators may not speak. */
export type SendChat = {
  type: "say";
  id: string;
  seat: number;
  text?: string;
  emote?: "bye" | "hello" | "hungry" | "hurry" | "laugh" | "oops" | "thanks" | "thinking" | "well_played" | "wow" | null;
};

/** What a bot would do here, and why. */
export type Hint = {
  type: "hint";
  id: string;
  seat: number;
  bot?: string;
};

/** Let a bot play for a seat: one's own, or one whose player is away. */
export type StandIn = {
  type: "stand_in";
  id: string;
  seat: number;
  whom: number;
  bot?: string;
};

/** Take one's seat back from the bot that stood in. */
export type ReclaimSeat = {
  type: "back";
  id: string;
  seat: number;
};

/** Give the seat to a bot for good. */
export type Resign = {
  type: "resign";
  id: string;
  seat: number;
};

/** How fast bots act, for one person alone among them. */
export type SetPace = {
  type: "pace";
  id: string;
  seat: number;
  pace: "brisk" | "calm" | "instant";
};

/** In a slow game: tell me by mail, or through the server's webhook, when it is my turn. Neither: no longer. */
export type SetReminder = {
  type: "remind";
  id: string;
  seat: number;
  mail?: string;
  hook?: boolean;
  language?: string;
};

/**
 * Something other players see for a moment and nobody stores, such as where a piece is held. Never answered. The
 * game decides what ``kind`` and ``body`` mean.
 */
export type Ephemeral = {
  type: "ephemeral";
  seat: number;
  kind: string;
  body?: Record<string, boolean | number | number | string>;
};

export type Ping = {
  type: "ping";
  id: string;
};

/** Answer to hello at a table; one ``view`` for each seat follows if the game has begun. */
export type Welcome = {
  type: "welcome";
  protocol: number;
  server: string;
  table: TableInfo;
  seats: number[];
  host: boolean;
  chat: ChatMessage[];
  now: number;
  reminders: Reminders | null;
};

/** What everybody at the table and in the lobby may know of it. */
export type TableInfo = {
  id: string;
  game: string;
  options: Record<string, boolean | number | string>;
  seats: SeatInfo[];
  state: "frozen" | "gathering" | "over" | "playing";
  public: boolean;
  watch: boolean;
  clock: ClockRule;
  timeout: "bot" | "default";
  undo: "ask" | "free" | "off";
  pace: "brisk" | "calm" | "instant";
  version: number;
  number: number;
  made: number;
  changed: number;
  watchers: number;
  commits: string[];
  seeds: string[];
  outcome: Record<string, unknown> | null;
  request: UndoRequest | null;
  declined: number | null;
  again: string;
  branch: Branch | null;
  practice: boolean;
  casual: boolean;
  own_cards: boolean;
  note: string;
};

export type SeatInfo = {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  bot: string;
  presence: "away" | "here" | "none";
  stand_in: boolean;
  resigned: boolean;
};

/** ``relaxed`` and ``fast``: seconds for each decision and then a bank; ``days``: days for each decision. */
export type ClockRule = {
  kind?: "days" | "fast" | "none" | "relaxed";
  days?: number;
};

/** A wish to undo that needs consent: it happens when ``waiting`` is empty, and is dropped at the first no. */
export type UndoRequest = {
  request: number;
  seat: number;
  keep: number;
  yes: number[];
  waiting: number[];
};

export type Branch = {
  table: string;
  at: number;
};

/** Somebody said something. ``count``: of all that was said at this table. */
export type ChatMessage = {
  type: "spoke";
  count: number;
  seat: number;
  name: string;
  text: string;
  emote: string;
  at: number;
};

/** How players of this slow game may be told of their turns, and which of this connection's seats want to be. */
export type Reminders = {
  mail: boolean;
  hook: boolean;
  seats: number[];
};

/** Something about the table changed: people, state, requests. */
export type TableUpdate = {
  type: "table";
  table: TableInfo;
};

export type Presence = {
  type: "presence";
  seats: Array<"away" | "here" | "none">;
  watchers: number;
};

/**
 * What a seat (None: a spectator) sees now, and what it heard since decision ``since``. ``reset``: forget all
 * events heard before; ``heard`` holds everything.
 */
export type ViewUpdate = {
  type: "view";
  seat: number | null;
  version: number;
  number: number;
  since: number;
  reset: boolean;
  view: unknown;
  heard: NumberedEvent[];
  undo: UndoOffer;
  sealed: string | null;
};

/** One event as this seat heard it. ``number``: of its decision, 0 for the deal. */
export type NumberedEvent = {
  number: number;
  event: Record<string, unknown>;
};

/** Down to how many decisions a seat may go back: at once, or by consent. None: not at all. */
export type UndoOffer = {
  free: number | null;
  ask: number | null;
};

/** Whose time is running, and how much is left now. Sent when it changes; count down in between. */
export type Clock = {
  type: "clock";
  version: number;
  seats: ClockSeat[];
};

export type ClockSeat = {
  seat: number;
  left: number;
  bank: number;
};

/** The wish is done and on disk. */
export type Ok = {
  type: "ok";
  id: string;
  version: number;
};

/** Nothing happened. ``rule`` and ``text``: the rule of the book; ``why``: the sentence for this case. */
export type Rejected = {
  type: "refused";
  id: string;
  rule: string;
  why: string;
  text: Record<string, string>;
  version: number;
  stale: boolean;
  told: Record<string, string>;
};

/** Answer to why. */
export type Explanation = {
  type: "because";
  id: string;
  legal: boolean;
  rule: string;
  why: string;
  text: Record<string, string> | null;
  told: Record<string, string>;
};

export type HintResult = {
  type: "hinted";
  id: string;
  seat: number;
  move: string;
  bot: string;
  choices: Choice[];
};

/** ``reasons``: of the recommended move, compared with the next best; of others, compared with the recommended. */
export type Choice = {
  move: string;
  value: number;
  share: number;
  reasons: Reason[];
  low: number;
  high: number;
  same: string[];
};

/** ``term``: a key of the game's words [terms]. */
export type Reason = {
  term: string;
  value: number;
};

/** What another player's ``Ephemeral`` message said. Only the latest one of a seat and kind counts. */
export type EphemeralMessage = {
  type: "ephemeral";
  seat: number;
  kind: string;
  body: Record<string, boolean | number | number | string>;
};

/**
 * Data that belongs to a decision but not to the game's state, such as a recorded motion. Sent once, before the
 * view that follows the decision. ``seconds``: how long to show it.
 */
export type Attachment = {
  type: "attachment";
  seat: number;
  number: number;
  kind: string;
  body: unknown;
  seconds: number;
};

export type Lobby = {
  type: "lobby";
  tables: TableInfo[];
};

export type Pong = {
  type: "pong";
  id: string;
  now: number;
};

/** A message could not be understood or was too much; the connection stays. */
export type RequestError = {
  type: "trouble";
  id: string;
  error: string;
  why: string;
};

/** The server closes the connection. ``retry``: milliseconds to wait; -1: do not come back. */
export type Bye = {
  type: "bye";
  reason: "gone" | "not_allowed" | "protocol" | "shutdown" | "slow" | "too_many" | "unknown_table";
  why: string;
  retry: number;
};

export type ClientMessage = 
  | Hello
  | Play
  | Why
  | Undo
  | UndoAnswer
  | SendChat
  | Hint
  | StandIn
  | ReclaimSeat
  | Resign
  | SetPace
  | SetReminder
  | Ephemeral
  | Ping;

export type ServerMessage = 
  | Welcome
  | TableUpdate
  | Presence
  | ViewUpdate
  | Clock
  | Ok
  | Rejected
  | Explanation
  | ChatMessage
  | HintResult
  | EphemeralMessage
  | Attachment
  | Lobby
  | Pong
  | RequestError
  | Bye;

export type * from "./protocol_http";
