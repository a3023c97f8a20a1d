/** Turns the game's words (words.toml, sent by the server) into sentences: formats {name:spec} holes. */

export type Lang = "en" | "zh";
export type Worded = Partial<Record<Lang, string>>;

export interface OptionWords extends Worded {
  help?: Worded;
  values?: Record<string, Worded>;
}

/** The content of one words.toml. */
export interface GameWords {
  title: Worded;
  gist: Worded;
  options?: Record<string, OptionWords>;
  moves: Record<string, Worded>;
  events: Record<string, Worded>;
  steps: Record<string, Worded>;
  terms: Record<string, Worded>;
  scores: Record<string, Worded>;
  reasons: Record<string, Worded>;
  cards?: Record<string, Record<string, Worded & { source: Source }>>;
}

/** Where a card comes from: the rulebook, another public source, this project, a player's own list. */
export type Source = "printed" | "public" | "house" | "own";

export const say = (w: Worded | undefined, lang: Lang, otherwise = ""): string => w?.[lang] ?? w?.en ?? otherwise;

const plain = (id: string): string => id.replace(/#\d+$/, "").replace(/[_.]/g, " ");

export class Words {
  constructor(
    readonly data: GameWords,
    readonly lang: Lang,
    readonly names: readonly string[],
  ) {}

  seat(seat: number | string | null | undefined): string {
    const n = Number(seat);
    return this.names[n] ?? (this.lang === "zh" ? `${n + 1} 号玩家` : `Player ${n + 1}`);
  }

  term(id: unknown): string {
    const key = String(id);
    const t = this.data.terms[key] ?? this.data.terms[key.replace(/#\d+$/, "")];
    return say(t, this.lang, plain(key));
  }

  terms(ids: unknown): string {
    const list = Array.isArray(ids) ? ids : String(ids).split(/[,+]/).filter(Boolean);
    if (!list.length) return this.lang === "zh" ? "无" : "nothing";
    return list.map((x) => this.term(x)).join(this.lang === "zh" ? "、" : ", ");
  }

  has(id: string): boolean {
    return id in this.data.terms;
  }

  fill(pattern: string, value: (name: string) => unknown): string {
    return pattern.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, spec?: string) => {
      const v = value(name);
      if (spec === "seat") return this.seat(v as number);
      if (spec === "nth") return String(Number(v) + 1); // people count from 1
      if (spec === "term") return this.term(v);
      if (spec === "terms") return this.terms(v);
      return v === null || v === undefined ? "" : String(v);
    });
  }

  /** A move text such as `place bun_p2 3` as a sentence. */
  move(text: string): string {
    const [verb = "", ...args] = text.split(" ");
    const w = this.data.moves[verb];
    if (!w) return [plain(verb), ...args.map((a) => this.term(a))].join(" ");
    return this.fill(say(w, this.lang), (name) => args[Number(name)]);
  }

  verb(text: string): string {
    return text.split(" ", 1)[0]!;
  }

  /** An event as a sentence; fields that are null choose the hidden wording. */
  event(e: { kind: string } & Record<string, unknown>): string {
    const hidden = Object.entries(e).some(([, v]) => v === null);
    const w = (hidden && this.data.events[`${e.kind}.hidden`]) || this.data.events[e.kind];
    if (!w) return "";
    return this.fill(say(w, this.lang), (name) => e[name]);
  }

  step(step: string): string {
    return say(this.data.steps[step], this.lang, plain(step.replace(/([a-z])([A-Z])/g, "$1 $2")));
  }

  score(label: string): string {
    return say(this.data.scores[label], this.lang) || this.term(label);
  }

  reason(reason: string): string {
    return say(this.data.reasons[reason], this.lang, plain(reason));
  }

  get title(): string {
    return say(this.data.title, this.lang);
  }

  get gist(): string {
    return say(this.data.gist, this.lang);
  }
}
