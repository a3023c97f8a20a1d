/* Written by tools/typescript.py; do not edit. */

/** The first message. An empty ``table`` means the lobby; no token means a spectator. */
export interface Hello {
  type: "hello";
  protocol: number;
  table?: string;
  tokens?: string[];
  version?: number;
  number?: number;
  id?: string;
}

/** A decision. ``version``: what the client saw when deciding. */
export interface Play {
  type: "play";
  id: string;
  seat: number;
  move: string;
  version: number;
}

/** Why a move could not be made now, or nothing be done with the things that it is ``about``; nothing is done. */
export interface Why {
  type: "why";
  id: string;
  seat: number;
  move?: string;
  about?: Record<string, string>[];
}

/** Take back; without ``keep`` the seat's last decision. Beyond the free bound it becomes a request to all. */
export interface Undo {
  type: "undo";
  id: string;
  seat: number;
  keep?: number | null;
}

/** Yes or no to a request. */
export interface Answer {
  type: "answer";
  id: string;
  seat: number;
  request: number;
  yes: boolean;
}

/** A few words, or an emote. Spectators may not speak. */
export interface Say {
  type: "say";
  id: string;
  seat: number;
  text?: string;
  emote?: "bye" | "hello" | "hungry" | "hurry" | "laugh" | "oops" | "thanks" | "thinking" | "well_played" | "wow" | null;
}

/** What a bot would do here, and why. */
export interface Hint {
  type: "hint";
  id: string;
  seat: number;
  bot?: string;
}

/** Let a bot play for a seat: one's own, or one whose player is away. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  whom: number;
  bot?: string;
}

/** Take one's seat back from the bot that stood in. */
export interface Back {
  type: "back";
  id: string;
  seat: number;
}

/** Give the seat to a bot for good. */
export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Where the acting seat holds its piece (tenths of a millimetre and of a degree). Never answered. */
export interface Ghost {
  type: "ghost";
  seat: number;
  piece: string;
  x: number;
  y: number;
  a: number;
  flip?: boolean;
}

export interface Ping {
  type: "ping";
  id: string;
}

/** Answer to hello at a table; one ``view`` for each seat follows if the game has begun. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  table: TableInfo;
  seats: number[];
  host: boolean;
  chat: Spoke[];
  now: number;
}

/** What everybody at the table and in the lobby may know of it. */
export interface TableInfo {
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
  request: Request | null;
  again: string;
  branch: Branch | null;
  practice: boolean;
  own_cards: boolean;
  note: string;
}

export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  bot: string;
  presence: "away" | "here" | "none";
  stand_in: boolean;
  resigned: boolean;
}

/** ``relaxed`` and ``fast``: seconds for each decision and then a bank; ``days``: days for each decision. */
export interface ClockRule {
  kind?: "days" | "fast" | "none" | "relaxed";
  days?: number;
}

/** A wish to undo that needs consent: it happens when ``waiting`` is empty, and is dropped at the first no. */
export interface Request {
  request: number;
  seat: number;
  keep: number;
  yes: number[];
  waiting: number[];
}

export interface Branch {
  table: string;
  at: number;
}

/** Somebody said something. ``count``: of all that was said at this table. */
export interface Spoke {
  type: "spoke";
  count: number;
  seat: number;
  name: string;
  text: string;
  emote: string;
  at: number;
}

/** Something about the table changed: people, state, requests. */
export interface Table {
  type: "table";
  table: TableInfo;
}

export interface Presence {
  type: "presence";
  seats: Array<"away" | "here" | "none">;
  watchers: number;
}

/** What a seat (None: a spectator) sees now, and what it heard since decision ``since``. ``reset``: forget all events heard before; ``heard`` holds everything. */
export interface View {
  type: "view";
  seat: number | null;
  version: number;
  number: number;
  since: number;
  reset: boolean;
  view: unknown;
  heard: Heard[];
  undo: UndoOffer;
  sealed: string | null;
}

/** One event as this seat heard it. ``number``: of its decision, 0 for the deal. */
export interface Heard {
  number: number;
  event: Record<string, unknown>;
}

/** Down to how many decisions a seat may go back: at once, or by consent. None: not at all. */
export interface UndoOffer {
  free: number | null;
  ask: number | null;
}

/** Whose time is running, and how much is left now. Sent when it changes; count down in between. */
export interface Clock {
  type: "clock";
  version: number;
  seats: ClockSeat[];
}

export interface ClockSeat {
  seat: number;
  left: number;
  bank: number;
}

/** The wish is done and on disk. */
export interface Ok {
  type: "ok";
  id: string;
  version: number;
}

/** Nothing happened. ``rule`` and ``text``: the rule of the book; ``why``: the sentence for this case. */
export interface Refused {
  type: "refused";
  id: string;
  rule: string;
  why: string;
  text: Words;
  version: number;
  stale: boolean;
  why_zh: string;
}

/** The same sentence in both languages. */
export interface Words {
  en: string;
  zh: string;
}

/** Answer to why. */
export interface Because {
  type: "because";
  id: string;
  legal: boolean;
  rule: string;
  why: string;
  text: Words | null;
  why_zh: string;
}

export interface Hinted {
  type: "hinted";
  id: string;
  seat: number;
  move: string;
  bot: string;
  choices: Choice[];
  note: Words | null;
}

export interface Choice {
  move: string;
  value: number;
  share: number;
  reasons: Reason[];
}

/** ``term``: a key of the game's words [terms]. */
export interface Reason {
  term: string;
  value: number;
}

export interface GhostSeen {
  type: "ghost";
  seat: number;
  piece: string;
  x: number;
  y: number;
  a: number;
  flip: boolean;
}

/** How an act went, once, just before the view after it. ``film`` is told by the physics. */
export interface Film {
  type: "film";
  seat: number;
  number: number;
  film: unknown;
}

export interface Lobby {
  type: "lobby";
  tables: TableInfo[];
}

export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

/** A message could not be understood or was too much; the connection stays. */
export interface Trouble {
  type: "trouble";
  id: string;
  error: string;
  why: string;
}

/** The server closes the connection. ``retry``: milliseconds to wait; -1: do not come back. */
export interface Bye {
  type: "bye";
  reason: "gone" | "not_allowed" | "protocol" | "shutdown" | "slow" | "too_many" | "unknown_table";
  why: string;
  retry: number;
}

export interface NewTable {
  game: string;
  places: Place[];
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
}

/** Who sits down when a table is made: ``me`` (several: hot seat), a ``bot``, or nobody yet. */
export interface Place {
  kind: "bot" | "me" | "open";
  name?: string;
  bot?: string;
}

export interface Made {
  table: TableInfo;
  host: string;
  seats: SeatKey[];
}

/** A seat and its secret. The link ``/t/TABLE#TOKEN`` opens the seat on another device. */
export interface SeatKey {
  seat: number;
  token: string;
}

export interface Join {
  name?: string;
  seat?: number | null;
}

export interface Joined {
  table: TableInfo;
  seat: number;
  token: string;
}

export interface Leave {
  seat: number;
}

/** Host, before the start: put a bot on a seat, or (no bot) make it free. */
export interface Furnish {
  seat: number;
  bot?: string;
}

export interface Start {
  fill?: string;
}

/** Keys of the old table open the same seats at the new one. */
export interface Again {
  table: TableInfo;
}

/** A new table that goes on from a finished one after decision ``at``; other seats are played by ``bot``. */
export interface PlayOn {
  at: number;
  seats: number[];
  name?: string;
  bot?: string;
}

export interface GameInfo {
  id: string;
  title: Words;
  gist: Words;
  minutes: string;
  seats: number[];
  rules_version: number;
  options: OptionInfo[];
  bots: BotInfo[];
}

export interface OptionInfo {
  name: string;
  kind: "bool" | "choice" | "int" | "list";
  default: boolean | number | string;
  choices: string[];
  low: number;
  high: number;
  rule: string;
  label: Words;
  help: Words;
  values: Record<string, Words>;
}

export interface BotInfo {
  bot: string;
  label: Words;
}

/** Everything people read about a game: moves, events, steps, terms, scores and reasons as in words.toml. */
export interface GameBook {
  game: GameInfo;
  sections: Section[];
  house_rules: RuleText[];
  words: Record<string, unknown>;
  cards: string;
}

export interface Section {
  key: string;
  title: Words;
  rules: RuleText[];
}

export interface RuleText {
  id: string;
  text: Words;
}

/** A finished game. ``how``: ``rules``: played again; ``events``: only heard again, the rules have changed. */
export interface ReplayInfo {
  table: TableInfo;
  names: string[];
  total: number;
  moves: MoveMade[];
  deal: number[];
  how: "events" | "rules";
  why: string;
}

export interface MoveMade {
  seat: number;
  move: string;
  luck: number[];
}

/** After decision ``number``: the view of a seat, or of every seat (``views`` by seat, then the spectator's). */
export interface ReplayStep {
  number: number;
  total: number;
  seat: number | null;
  heard: Heard[];
  view: unknown;
  views: unknown[];
  film: unknown;
}

/** How well each seat stood (0 to 1) after every decision, as the game's own judgement sees it. */
export interface Chart {
  values: number[][];
}

export interface Verified {
  good: boolean;
  lines: string[];
}

export interface QrWanted {
  text: string;
}

export interface Health {
  status: "broken" | "closing" | "ok";
  version: string;
  protocol: number;
  tables: number;
  connections: number;
}

/** The body of every HTTP error. */
export interface Mistake {
  error: string;
  why: string;
  rule: string;
  text: Words | null;
}

export type ClientMessage = Hello | Play | Why | Undo | Answer | Say | Hint | StandIn | Back | Resign | Ghost | Ping;

export type ServerMessage = Welcome | Table | Presence | View | Clock | Ok | Refused | Because | Spoke | Hinted | GhostSeen | Film | Lobby | Pong | Trouble | Bye;
