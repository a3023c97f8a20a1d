/** One table as this browser knows it: updated by the connection, read by the table page. */

import { go, router } from "./router.svelte";
import { errorText, t } from "./i18n";
import type { Thing } from "./selection";
import type { Attachment, Ephemeral, EphemeralBody, GameEvent, View } from "../games/contract";
import {
  PROTOCOL,
  type ChatMessage,
  type ClientMessage,
  type Explanation,
  type Hello,
  type HintResult,
  type Rejected,
  type Reminders,
  type SendChat,
  type ServerMessage,
  type TableInfo,
  type UndoOffer,
  type ViewUpdate,
  type Welcome,
} from "./protocol";
import type { Worded } from "./words";
import { Connection, type ConnectionState } from "./connection";
import { recall, remember } from "./saved_tables.svelte";

export interface LoggedEvent {
  number: number;
  event: GameEvent;
}

export interface SeatView {
  view: View;
  version: number;
  number: number;
  log: LoggedEvent[];
  fresh: GameEvent[];
  undo: UndoOffer;
  sealed: string | null;
}

export interface Rejection {
  rule: string;
  why: string;
  told?: Record<string, string>;
  text: Worded | null;
}

type Reply = Extract<ServerMessage, { type: "ok" | "refused" | "because" | "hinted" | "trouble" }>;
type TableRequest = Exclude<ClientMessage, { type: "hello" | "ping" | "ephemeral" }>;
type NoId<T> = T extends unknown ? Omit<T, "id"> : never;

/** How long a move may stay without an answer on a live connection. */
const PATIENCE = 10_000;

let counter = 0;
const newId = (): string =>
  `${Date.now().toString(36)}-${(counter++).toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;

export class TableLink {
  status = $state<ConnectionState>("connecting");
  info = $state.raw<TableInfo | null>(null);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  chat = $state.raw<ChatMessage[]>([]);
  views = $state.raw<Record<string, SeatView>>({});
  /** the seat whose view is shown; null is a spectator */
  looking = $state<number | null>(null);
  /** the move that is on its way, and since when */
  pending = $state("");
  since = $state(0);
  /** how many moves this page has made */
  decisions = $state(0);
  refusal = $state.raw<Rejection | null>(null);
  clocks = $state.raw<Array<{ seat: number; left: number; at: number }>>([]);
  ephemeral = $state.raw<Record<number, Ephemeral>>({});
  attachment = $state.raw<Attachment | null>(null);
  gone = $state("");
  /** which turn reminders the server offers in this slow game, and the seats that use them */
  reminders = $state.raw<Reminders | null>(null);
  private readonly waiting = new Map<string, { request: TableRequest; done: (a: Reply) => void }>();
  private readonly connection: Connection;

  constructor(readonly id: string) {
    const secret = router.place.hash.slice(1);
    if (/^[\w-]{16,}$/.test(secret)) {
      this.extra.push(secret);
      go(router.place.path, true);
    }
    this.connection = new Connection({
      hello: () => this.hello(),
      receive: (m) => this.receive(m),
      state: (s) => (this.status = s),
      token: (s) => recall(id)?.seats[s] ?? "",
    });
  }

  /** tokens whose seat is not known yet */
  private readonly extra: string[] = [];

  private hello(): Hello {
    const known = recall(this.id);
    const tokens = [
      ...new Set([...this.extra, ...Object.values(known?.seats ?? {}), ...(known?.host ? [known.host] : [])]),
    ].filter(Boolean);
    const all = Object.values(this.views);
    return {
      type: "hello",
      protocol: PROTOCOL,
      table: this.id,
      tokens,
      version: all.length ? Math.min(...all.map((e) => e.version)) : -1,
      number: all.length ? Math.min(...all.map((e) => e.number)) : -1,
    };
  }

  /** What is shown now. */
  get now(): SeatView | undefined {
    return this.views[String(this.looking)];
  }

  get awaits(): number[] {
    return this.now?.view.awaits ?? [];
  }

  get myTurn(): boolean {
    return this.mine.some((s) => this.awaits.includes(s) && !this.views[String(s)]?.sealed);
  }

  /** The handler of each kind of message. */
  private readonly on: { [T in ServerMessage["type"]]?: (m: Extract<ServerMessage, { type: T }>) => void } = {
    welcome: (m) => this.welcome(m),
    table: (m) => (this.info = m.table),
    presence: (m) => {
      const { info } = this;
      const seats = info?.seats.map((s, i) => ({ ...s, presence: m.seats[i] ?? s.presence }));
      if (info && seats) this.info = { ...info, watchers: m.watchers, seats };
    },
    view: (m) => this.update(m),
    clock: (m) => (this.clocks = m.seats.map((c) => ({ seat: c.seat, left: c.left, at: Date.now() }))),
    spoke: (m) => {
      if (!this.chat.some((c) => c.count === m.count)) this.chat = [...this.chat, m];
    },
    ephemeral: (m) => (this.ephemeral = { ...this.ephemeral, [m.seat]: m }),
    attachment: (m) => (this.attachment = m),
    bye: (m) => {
      if (m.retry < 0 && m.reason !== "protocol") this.gone = errorText(m.reason, m.why);
    },
    ok: (m) => this.answered(m),
    refused: (m) => this.answered(m),
    because: (m) => this.answered(m),
    hinted: (m) => this.answered(m),
    trouble: (m) => {
      if (m.error !== "gone") this.answered(m); // otherwise it is sent again after the next welcome
    },
  };

  private receive(m: ServerMessage): void {
    (this.on[m.type] as ((m: ServerMessage) => void) | undefined)?.(m);
  }

  private welcome(m: Welcome): void {
    this.info = m.table;
    this.mine = m.seats;
    this.host = m.host;
    this.chat = m.chat;
    this.reminders = m.reminders ?? null;
    if (this.extra.length === 1 && m.seats.length) {
      const seat = m.seats.find((s) => !recall(this.id)?.seats[s]);
      if (seat !== undefined) remember(this.id, { game: m.table.game, seats: { [seat]: this.extra.pop()! } });
    }
    if (this.looking === null || !m.seats.includes(this.looking)) this.looking = m.seats[0] ?? null;
    for (const { request } of this.waiting.values()) this.connection.send(request);
  }

  /** The position changed. If something in between is missing, request the table again. */
  private update(m: ViewUpdate): void {
    const key = String(m.seat);
    const old = this.views[key];
    if (!m.reset && old && old.number !== m.since && old.number !== m.number) return this.renew();
    const { view, version, number, undo, sealed = null } = m;
    const heard = m.heard as LoggedEvent[];
    const recent = heard.filter((h) => h.number > (old?.number ?? -1));
    const fresh = (m.reset ? [] : m.since < 0 ? heard : recent).map((h) => h.event);
    const log = m.reset || !old ? heard : [...old.log, ...recent];
    this.views = { ...this.views, [key]: { view: view as View, version, number, log, fresh, undo, sealed } };
    this.ephemeral = {};
    if (this.refusal && version > (old?.version ?? -1)) this.refusal = null;
  }

  private answered(m: Reply): void {
    const waiting = this.waiting.get(m.id);
    this.waiting.delete(m.id);
    waiting?.done(m);
    if (!m.id && m.type === "refused") this.note(m); // not a reply: the game cannot go on
  }

  private request(body: NoId<TableRequest>): Promise<Reply> {
    const request = { ...body, id: newId() } as TableRequest;
    return new Promise((done) => {
      this.waiting.set(request.id, { request, done });
      this.connection.send(request);
    });
  }

  /** Drop a pending move and request the table again: the move may have arrived or not. */
  drop(why = ""): void {
    for (const [id, { request, done }] of this.waiting)
      if (request.type === "play") {
        this.waiting.delete(id);
        done({ type: "trouble", id, error: why ? "no_answer" : "dropped", why });
      }
    if (this.status === "live") this.connection.send(this.hello());
  }

  private seatFor(): number {
    const asked = this.mine.find((s) => this.awaits.includes(s));
    return this.looking !== null && this.mine.includes(this.looking) ? this.looking : (asked ?? this.mine[0] ?? 0);
  }

  private note(a: Reply): boolean {
    if (a.type === "refused") {
      const r: Rejected = a;
      this.refusal = r.stale ? null : { rule: r.rule, why: r.why, told: r.told, text: r.text };
    } else if (a.type === "trouble" && a.error === "dropped") this.refusal = null;
    else if (a.type === "trouble") this.refusal = { rule: "", why: errorText(a.error, a.why), text: null };
    else this.refusal = null;
    return a.type === "ok";
  }

  async play(move: string): Promise<boolean> {
    const seat = this.seatFor();
    const eyes = this.views[String(seat)];
    if (!eyes || this.pending) return false;
    this.pending = move;
    this.since = Date.now();
    const late = setInterval(() => {
      if (this.status === "live" && Date.now() - this.since > PATIENCE) this.drop(t("trouble_no_answer"));
    }, 500);
    const done = this.note(await this.request({ type: "play", seat, move, version: eyes.version }));
    clearInterval(late);
    if (done) this.decisions++;
    this.pending = "";
    return done;
  }

  async why(move: string, things: readonly Thing[] = []): Promise<Explanation | null> {
    const about = things.map((thing) =>
      Object.fromEntries(Object.entries(thing).map(([noun, word]) => [noun, String(word)])),
    );
    const a = await this.request({ type: "why", seat: this.seatFor(), move, about });
    return a.type === "because" ? a : null;
  }

  async undo(ask = false): Promise<void> {
    const seat = this.seatFor();
    const offer = this.views[String(seat)]?.undo;
    this.note(await this.request({ type: "undo", seat, ...(ask && offer?.ask !== null ? { keep: offer?.ask } : {}) }));
  }

  async answer(request: number, yes: boolean): Promise<void> {
    this.note(await this.request({ type: "answer", seat: this.seatFor(), request, yes }));
  }

  async say(text: string, emote: SendChat["emote"] = null): Promise<boolean> {
    return this.note(await this.request({ type: "say", seat: this.seatFor(), text, emote }));
  }

  async hint(): Promise<HintResult | null> {
    const a = await this.request({ type: "hint", seat: this.seatFor() });
    if (a.type === "hinted") return a;
    this.note(a);
    return null;
  }

  async standIn(whom: number): Promise<void> {
    this.note(await this.request({ type: "stand_in", seat: this.seatFor(), whom }));
  }

  async back(seat: number): Promise<void> {
    this.note(await this.request({ type: "back", seat }));
  }

  async resign(): Promise<void> {
    this.note(await this.request({ type: "resign", seat: this.seatFor() }));
  }

  /** Bots follow one person alone at once; with others at the table only this browser shows it. */
  async pace(pace: "instant" | "brisk" | "calm"): Promise<void> {
    const people = this.info?.seats.filter((s) => s.kind === "person" && !s.bot).length ?? 0;
    if (people <= 1) this.note(await this.request({ type: "pace", seat: this.seatFor(), pace }));
  }

  /** Before the start: choose the seat's value of a per-seat option. */
  async choose(seat: number, option: string, value: string): Promise<boolean> {
    return this.note(await this.request({ type: "choose", seat, option, value }));
  }

  /** Turn on reminders by mail or the server's webhook; with neither, turn them off. */
  async remind(mail: string, hook: boolean, language = "en"): Promise<boolean> {
    const seat = this.seatFor();
    const done = this.note(await this.request({ type: "remind", seat, mail, hook, language }));
    if (done && this.reminders) {
      const others = this.reminders.seats.filter((s) => s !== seat);
      this.reminders = { ...this.reminders, seats: mail || hook ? [...others, seat] : others };
    }
    return done;
  }

  sendEphemeral(kind: string, body: EphemeralBody): void {
    this.connection.send({ type: "ephemeral", seat: this.seatFor(), kind, body });
  }

  /** Request the table again: tokens were added, or something was missed. */
  renew(): void {
    this.views = {};
    this.connection.send(this.hello());
  }

  close(): void {
    this.connection.stop();
  }
}
