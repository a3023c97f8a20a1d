/** One table as this browser knows it: kept up to date by the line, read by the table page. */

import { ill, t } from "./i18n";
import type { Thing } from "./pointing";
import type { Film, GameEvent, Ghost, View } from "../games/contract";
import type {
  Explanation,
  ClientMessage,
  Hello,
  HintResult,
  Rejected,
  Reminders,
  SendChat,
  ServerMessage,
  ChatMessage,
  TableInfo,
  UndoOffer,
} from "./wire";
import type { Worded } from "./words";
import { Line, type LineState } from "./transport";
import { recall, remember } from "./memory.svelte";

export interface Heard {
  number: number;
  event: GameEvent;
}

export interface Eyes {
  view: View;
  version: number;
  number: number;
  log: Heard[];
  fresh: GameEvent[];
  undo: UndoOffer;
  sealed: string | null;
}

export interface Refusal {
  rule: string;
  why: string;
  told?: Record<string, string>;
  text: Worded | null;
}

type Answer = Extract<ServerMessage, { type: "ok" | "refused" | "because" | "hinted" | "trouble" }>;
type Wish = Exclude<ClientMessage, { type: "hello" | "ping" | "ghost" }>;
type NoId<T> = T extends unknown ? Omit<T, "id"> : never;

/** How long a move may stay without an answer on a line that lives. */
const PATIENCE = 10_000;

let counter = 0;
const newId = (): string =>
  `${Date.now().toString(36)}-${(counter++).toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;

export class TableLink {
  line = $state<LineState>("connecting");
  info = $state.raw<TableInfo | null>(null);
  mine = $state.raw<number[]>([]);
  host = $state(false);
  chat = $state.raw<ChatMessage[]>([]);
  eyes = $state.raw<Record<string, Eyes>>({});
  /** the seat whose view is shown; null is a spectator */
  looking = $state<number | null>(null);
  /** the move that is on its way, and since when */
  pending = $state("");
  since = $state(0);
  refusal = $state.raw<Refusal | null>(null);
  clocks = $state.raw<Array<{ seat: number; left: number; at: number }>>([]);
  ghosts = $state.raw<Record<number, Ghost>>({});
  film = $state.raw<Film | null>(null);
  gone = $state("");
  /** how the server can tell of turns in this slow game, and for which seats it does */
  reminders = $state.raw<Reminders | null>(null);
  private readonly waiting = new Map<string, { wish: Wish; done: (a: Answer) => void }>();
  private readonly lineTo: Line;

  constructor(readonly id: string) {
    const secret = location.hash.slice(1);
    if (/^[\w-]{16,}$/.test(secret)) {
      this.extra.push(secret);
      history.replaceState(null, "", location.pathname);
    }
    this.lineTo = new Line({
      hello: () => this.hello(),
      hear: (m) => this.hear(m),
      state: (s) => (this.line = s),
      token: (s) => recall(id)?.seats[s] ?? "",
    });
  }

  /** secrets of which the seat is not known yet */
  private readonly extra: string[] = [];

  private hello(): Hello {
    const known = recall(this.id);
    const tokens = [
      ...new Set([...this.extra, ...Object.values(known?.seats ?? {}), ...(known?.host ? [known.host] : [])]),
    ].filter(Boolean);
    const all = Object.values(this.eyes);
    return {
      type: "hello",
      protocol: 1,
      table: this.id,
      tokens,
      version: all.length ? Math.min(...all.map((e) => e.version)) : -1,
      number: all.length ? Math.min(...all.map((e) => e.number)) : -1,
    };
  }

  /** What is shown now. */
  get now(): Eyes | undefined {
    return this.eyes[String(this.looking)];
  }

  get awaits(): number[] {
    return this.now?.view.awaits ?? [];
  }

  get myTurn(): boolean {
    return this.mine.some((s) => this.awaits.includes(s) && !this.eyes[String(s)]?.sealed);
  }

  private hear(m: ServerMessage): void {
    switch (m.type) {
      case "welcome":
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
        for (const { wish } of this.waiting.values()) this.lineTo.send(wish);
        break;
      case "table":
        this.info = m.table;
        break;
      case "presence":
        if (this.info)
          this.info = {
            ...this.info,
            watchers: m.watchers,
            seats: this.info.seats.map((s, i) => ({ ...s, presence: m.seats[i] ?? s.presence })),
          };
        break;
      case "view": {
        const key = String(m.seat);
        const old = this.eyes[key];
        if (!m.reset && old && old.number !== m.since && old.number !== m.number) {
          this.eyes = {};
          this.lineTo.send(this.hello());
          return;
        }
        const heard = m.heard as Heard[];
        const fresh = !m.reset
          ? heard.filter((h) => h.number > (old?.number ?? -1) || m.since < 0).map((h) => h.event)
          : [];
        const log = m.reset || !old ? heard : [...old.log, ...heard.filter((h) => h.number > old.number)];
        this.eyes = {
          ...this.eyes,
          [key]: {
            view: m.view as View,
            version: m.version,
            number: m.number,
            log,
            fresh,
            undo: m.undo,
            sealed: m.sealed ?? null,
          },
        };
        this.ghosts = {};
        if (this.refusal && m.version > (old?.version ?? -1)) this.refusal = null;
        break;
      }
      case "clock":
        this.clocks = m.seats.map((c) => ({ seat: c.seat, left: c.left, at: Date.now() }));
        break;
      case "spoke":
        if (!this.chat.some((c) => c.count === m.count)) this.chat = [...this.chat, m];
        break;
      case "ghost":
        this.ghosts = { ...this.ghosts, [m.seat]: m };
        break;
      case "film":
        this.film = m;
        break;
      case "bye":
        if (m.retry < 0) this.gone = ill(m.reason, m.why);
        break;
      case "ok":
      case "refused":
      case "because":
      case "hinted":
      case "trouble": {
        if (m.type === "trouble" && m.error === "gone") break; // it is sent again after the next welcome
        const w = this.waiting.get(m.id);
        this.waiting.delete(m.id);
        w?.done(m);
        break;
      }
    }
  }

  private wish(w: NoId<Wish>): Promise<Answer> {
    const wish = { ...w, id: newId() } as Wish;
    return new Promise((done) => {
      this.waiting.set(wish.id, { wish, done });
      this.lineTo.send(wish);
    });
  }

  /** Forget a move that is on its way, and look at the table anew: it may have arrived or not. */
  drop(why = ""): void {
    for (const [id, { wish, done }] of this.waiting)
      if (wish.type === "play") {
        this.waiting.delete(id);
        done({ type: "trouble", id, error: why ? "no_answer" : "dropped", why });
      }
    if (this.line === "live") this.lineTo.send(this.hello());
  }

  private seatFor(): number {
    const asked = this.mine.find((s) => this.awaits.includes(s));
    return this.looking !== null && this.mine.includes(this.looking) ? this.looking : (asked ?? this.mine[0] ?? 0);
  }

  private note(a: Answer): boolean {
    if (a.type === "refused") {
      const r: Rejected = a;
      this.refusal = r.stale ? null : { rule: r.rule, why: r.why, told: r.told, text: r.text };
    } else if (a.type === "trouble" && a.error === "dropped") this.refusal = null;
    else if (a.type === "trouble") this.refusal = { rule: "", why: ill(a.error, a.why), text: null };
    else this.refusal = null;
    return a.type === "ok";
  }

  async play(move: string): Promise<boolean> {
    const seat = this.seatFor();
    const eyes = this.eyes[String(seat)];
    if (!eyes || this.pending) return false;
    this.pending = move;
    this.since = Date.now();
    const late = setInterval(() => {
      if (this.line === "live" && Date.now() - this.since > PATIENCE) this.drop(t("trouble_no_answer"));
    }, 500);
    const done = this.note(await this.wish({ type: "play", seat, move, version: eyes.version }));
    clearInterval(late);
    this.pending = "";
    return done;
  }

  async why(move: string, things: readonly Thing[] = []): Promise<Explanation | null> {
    const about = things.map((thing) =>
      Object.fromEntries(Object.entries(thing).map(([noun, word]) => [noun, String(word)])),
    );
    const a = await this.wish({ type: "why", seat: this.seatFor(), move, about });
    return a.type === "because" ? a : null;
  }

  async undo(ask = false): Promise<void> {
    const seat = this.seatFor();
    const offer = this.eyes[String(seat)]?.undo;
    this.note(await this.wish({ type: "undo", seat, ...(ask && offer?.ask !== null ? { keep: offer?.ask } : {}) }));
  }

  async answer(request: number, yes: boolean): Promise<void> {
    this.note(await this.wish({ type: "answer", seat: this.seatFor(), request, yes }));
  }

  async say(text: string, emote: SendChat["emote"] = null): Promise<boolean> {
    return this.note(await this.wish({ type: "say", seat: this.seatFor(), text, emote }));
  }

  async hint(): Promise<HintResult | null> {
    const a = await this.wish({ type: "hint", seat: this.seatFor() });
    if (a.type === "hinted") return a;
    this.note(a);
    return null;
  }

  async standIn(whom: number): Promise<void> {
    this.note(await this.wish({ type: "stand_in", seat: this.seatFor(), whom }));
  }

  async back(seat: number): Promise<void> {
    this.note(await this.wish({ type: "back", seat }));
  }

  async resign(): Promise<void> {
    this.note(await this.wish({ type: "resign", seat: this.seatFor() }));
  }

  /** Bots follow one person alone at once; with others at the table only this browser shows it. */
  async pace(pace: "instant" | "brisk" | "calm"): Promise<void> {
    const people = this.info?.seats.filter((s) => s.kind === "person" && !s.bot).length ?? 0;
    if (people <= 1) this.note(await this.wish({ type: "pace", seat: this.seatFor(), pace }));
  }

  /** Be told of one's turns by mail or by the server's webhook; neither: no longer. */
  async remind(mail: string, hook: boolean, language = "en"): Promise<boolean> {
    const seat = this.seatFor();
    const done = this.note(await this.wish({ type: "remind", seat, mail, hook, language }));
    if (done && this.reminders) {
      const others = this.reminders.seats.filter((s) => s !== seat);
      this.reminders = { ...this.reminders, seats: mail || hook ? [...others, seat] : others };
    }
    return done;
  }

  aim(g: Omit<Ghost, "seat">): void {
    this.lineTo.send({ type: "ghost", seat: this.seatFor(), ...g });
  }

  /** New secrets were won (a seat was taken): say hello again. */
  renew(): void {
    this.eyes = {};
    this.lineTo.send(this.hello());
  }

  close(): void {
    this.lineTo.stop();
  }
}
