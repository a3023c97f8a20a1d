/* Written by tools/typescript.py; do not edit. */

/** A server with another version tells the page to reload. */
export const PROTOCOL = 2;

/** The first message of a connection. An empty ``table`` means the lobby; no token means a spectator. */
export type Hello = {
  type: "hello";
  protocol: number;
  table?: string;
  tokens?: string[];
  version?: number;
  number?: number;
  id?: string;
};

/** Make a decision. ``version``: that of the view it was based on. */
export type Play = {
  type: "play";
  id: string;
  seat: number;
  move: string;
  version: number;
};

/** Ask why a move is illegal now, or why nothing can be done with the things in ``about``. Changes nothing. */
export type Why = {
  type: "why";
  id: string;
  seat: number;
  move?: string;
  about?: Record<string, string>[];
};

/** Undo down to ``keep`` decisions, by default the seat's last one. Beyond the free limit it needs consent. */
export type Undo = {
  type: "undo";
  id: string;
  seat: number;
  keep?: number | null;
};

/** Accept or decline an undo request. */
export type UndoAnswer = {
  type: "answer";
  id: string;
  seat: number;
  request: number;
  yes: boolean;
};

/** Send a chat line or an emote. Spectators cannot chat. */
export type SendChat = {
  type: "say";
  id: string;
  seat: number;
  text?: string;
  emote?: "bye" | "hello" | "hungry" | "hurry" | "laugh" | "oops" | "thanks" | "thinking" | "well_played" | "wow" | null;
};

/** Ask what a bot would do here, and why. */
export type Hint = {
  type: "hint";
  id: string;
  seat: number;
  bot?: string;
};

/**
 * Let a bot play for a seat: your own, or that of a player who is away. It is the table's ``stand_in_bot``. With
 * a clock of days, others can ask for it only after the player's time was up.
 */
export type StandIn = {
  type: "stand_in";
  id: string;
  seat: number;
  whom: number;
};

/** Take your seat back from the stand-in bot. */
export type ReclaimSeat = {
  type: "back";
  id: string;
  seat: number;
};

/** Give your seat to a bot for good. */
export type Resign = {
  type: "resign";
  id: string;
  seat: number;
};

/** Set how fast bots act; only for a player who is alone with bots. */
export type SetPace = {
  type: "pace";
  id: string;
  seat: number;
  pace: "brisk" | "calm" | "instant";
};

/**
 * Before the start: choose what your seat gets of an option that gives every seat something of its own. Nobody
 * else at the table may have chosen it. Seats that choose nothing get the rest, in the order of the option.
 */
export type Choose = {
  type: "choose";
  id: string;
  seat: number;
  option: string;
  value?: string;
};

/** In a game with a clock of days: remind me of my turns by mail or the server's webhook. Neither: stop. */
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

/** Reply to ``hello`` at a table. If the game has begun, one ``view`` for each seat follows. */
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

/** The public description of a table. */
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
  stand_in_bot: string;
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
  choices: Record<string, string>;
};

/** Time limits. ``relaxed`` and ``fast``: seconds per decision plus a bank; ``days``: days per decision. */
export type ClockRule = {
  kind?: "days" | "fast" | "none" | "relaxed";
  days?: number;
};

/** An undo that needs consent. It happens when ``waiting`` is empty and is dropped at the first no. */
export type UndoRequest = {
  request: number;
  seat: number;
  keep: number;
  yes: number[];
  waiting: number[];
};

/** The finished table and the decision that a table continues from. */
export type Branch = {
  table: string;
  at: number;
};

/** A chat line or emote. ``count``: its number at this table. */
export type ChatMessage = {
  type: "spoke";
  count: number;
  seat: number;
  name: string;
  text: string;
  emote: string;
  at: number;
};

/** Which reminders of turns a table offers, and which of this connection's seats use them. */
export type Reminders = {
  mail: boolean;
  hook: boolean;
  seats: number[];
};

/** The table changed: its players, state or undo request. */
export type TableUpdate = {
  type: "table";
  table: TableInfo;
};

/** Who is connected, by seat. */
export type Presence = {
  type: "presence";
  seats: Array<"away" | "here" | "none">;
  watchers: number;
};

/**
 * What a seat (None: a spectator) sees now, and the events since decision ``since``. ``reset``: discard all
 * earlier events; ``heard`` has everything.
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

/** An event as this seat sees it. ``number``: of its decision, 0 for the deal. */
export type NumberedEvent = {
  number: number;
  event: Record<string, unknown>;
};

/** Down to how many decisions a seat may undo, at once or with consent. None: not at all. */
export type UndoOffer = {
  free: number | null;
  ask: number | null;
};

/** Whose time is running and how much is left. Sent on changes; clients count down in between. */
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

/** The public tables. */
export type Lobby = {
  type: "lobby";
  tables: TableInfo[];
};

/** The server closes the connection. ``retry``: milliseconds to wait before reconnecting; -1: do not reconnect. */
export type Bye = {
  type: "bye";
  reason: "gone" | "not_allowed" | "protocol" | "shutdown" | "slow" | "too_many" | "unknown_table";
  why: string;
  retry: number;
};

/** The request was carried out and is on disk. */
export type Ok = {
  type: "ok";
  id: string;
  version: number;
};

/**
 * The request was rejected. ``rule`` and ``text``: the rule and its wording; ``why``: the reason in this case.
 * Where the code of the game has failed, there is no rule. ``id`` is empty if a bot had to decide.
 */
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

/** Reply to ``why``. */
export type Explanation = {
  type: "because";
  id: string;
  legal: boolean;
  rule: string;
  why: string;
  text: Record<string, string> | null;
  told: Record<string, string>;
};

/** Reply to ``hint``. */
export type HintResult = {
  type: "hinted";
  id: string;
  seat: number;
  move: string;
  bot: string;
  choices: Choice[];
};

/**
 * A candidate move. ``reasons`` compare it with the recommended move, or that one with the next best.
 * ``prospects``: public events that it makes likely and the move it is compared with does not. The recommended
 * move is surely better only if ``lead`` is more than two times ``error``.
 */
export type Choice = {
  move: string;
  value: number;
  share: number;
  reasons: Reason[];
  low: number;
  high: number;
  same: string[];
  lead: number;
  error: number;
  prospects: Record<string, unknown>[];
};

/** What speaks for a move: a clause (a key of the game's words ``[terms]``) and how much it counts, above zero. */
export type Reason = {
  term: string;
  value: number;
};

/** A message was invalid, or there were too many; the connection stays open. */
export type RequestError = {
  type: "trouble";
  id: string;
  error: string;
  why: string;
};

export type Pong = {
  type: "pong";
  id: string;
  now: number;
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
  | Choose
  | SetReminder
  | Ephemeral
  | Ping;

export type ServerMessage = 
  | Welcome
  | TableUpdate
  | Presence
  | ViewUpdate
  | Clock
  | ChatMessage
  | EphemeralMessage
  | Attachment
  | Lobby
  | Bye
  | Ok
  | Rejected
  | Explanation
  | HintResult
  | RequestError
  | Pong;

export type * from "./protocol_http";
