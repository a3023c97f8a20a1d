/**
 * Turns the game's words (words.toml, sent by the server) into sentences. The same as src/bunfight/i18n/words.py; both are tested
 * with tests/shared/words.json.
 */

import type { Effect } from "../games/contract";
import type { GrammarInfo } from "../generic/view_parts";
import { fillHoles } from "./holes";
import { translated, written } from "./languages";
import { partsOf, verbOf } from "./selection";

/** The code of a language. */
export type Lang = string;
export type Worded = Readonly<Record<string, string>>;

type Table = Record<string, Worded>;

export type Options = Readonly<Record<string, boolean | number | string>>;
type Wanted = Readonly<Record<string, Options[string] | Array<Options[string]>>>;

/** The lines of an aid or overview that hold: `when` names options with the values that a line needs, `unless` others. */
export const inForce = <T extends object>(lines: readonly T[], options: Options): T[] => {
  const agree = (wanted: Wanted = {}) =>
    Object.entries(wanted).map(([name, value]) => [value].flat().includes(options[name]!));
  return lines.filter((line) => {
    const { when, unless } = line as { when?: Wanted; unless?: Wanted };
    return agree(when).every(Boolean) && !agree(unless).some(Boolean);
  });
};

/** The first page of the rules: overview.toml. */
export interface Overview {
  turn?: string[][];
  setup?: Worded[];
  example?: Worded & { total: string; lines: Array<Worded & { worth: string; art?: string }> };
  examples?: Worded[];
}

/** A game on one screen: aid.toml. */
export interface Aid {
  goal: Worded;
  turn: Worded[];
  scoring: Worded[];
  end: Worded[];
  legend: Array<Worded & { sign?: string; art?: string }>;
  headings: Table;
}

/** The content of one words.toml. */
export interface GameWords {
  title: Worded;
  gist: Worded;
  moves: Table;
  events: Table;
  steps: Table;
  terms: Table;
  scores: Table;
  reasons: Table;
  formats?: Table;
  many?: Table;
  nouns?: Table;
  previews?: Table;
  /** texts of the game's own boards */
  board?: Table;
  /** for boards that know nothing of the game, and the addresses of the board and the cover that it ships */
  grammar?: GrammarInfo;
  board_script?: string;
  cover?: string;
  things?: Record<string, { kind: Worded; does: Worded; rules: string[]; art: string }>;
  aid?: Aid;
  overview?: Overview;
  cards?: Record<string, Record<string, Worded & { source: Source }>>;
}

/** Where a card comes from: the rulebook, another public source, this project, a player's own list. */
export type Source = "printed" | "public" | "house" | "own";

/** The text in a language: next to the English, from the language's own file, or else in English. */
export const say = (w: Worded | undefined, lang: Lang, otherwise = ""): string =>
  w ? w[lang] || translated(w.en ?? Object.values(w)[0] ?? "", lang) || otherwise : otherwise;

const plain = (id: string): string => id.replace(/#.*$/, "").replace(/[_.]/g, " ");
const HOLE = /\{(\w+)(?::(\w+)|\|([^{}]*))?\}/g;
const NAMED = /^(zero|one|two|few|many|other|\d+)=/;

/** The form for a number by CLDR rules: `layer|layers` is one|other; `one=..|few=..|other=..` and `1=..` name theirs. */
export function pluralForm(forms: string, n: number, lang: Lang): string {
  const parts = forms.split("|");
  const named: Record<string, string> = {};
  if (parts.every((part) => NAMED.test(part))) {
    for (const part of parts) named[part.slice(0, part.indexOf("="))] = part.slice(part.indexOf("=") + 1);
  } else {
    named.one = parts[0] ?? "";
    named.other = parts.at(-1) ?? "";
  }
  return named[String(n)] ?? named[rules(lang).select(n)] ?? named.other ?? "";
}

function rules(lang: Lang): Intl.PluralRules {
  try {
    return new Intl.PluralRules(lang);
  } catch {
    return new Intl.PluralRules("en"); // an invented language
  }
}

export class Words {
  constructor(
    readonly data: GameWords,
    readonly lang: Lang,
    readonly names: readonly string[],
  ) {}

  /** better words for some moves in the position that is shown */
  label: (move: string) => string | undefined = () => undefined;

  private said(table: Table | undefined, key: string): string {
    return say(table?.[key], this.lang);
  }

  seat(seat: number | string | null | undefined): string {
    const n = Number(seat);
    return this.names[n] ?? this.said(this.data.formats, "player").replace("{n}", String(n + 1));
  }

  term(id: unknown): string {
    const key = String(id);
    return this.said(this.data.terms, key) || this.said(this.data.terms, key.replace(/#.*$/, "")) || plain(key);
  }

  private parts(ids: unknown): string[] {
    return (Array.isArray(ids) ? ids : String(ids).split(/[,+]/).filter(Boolean)).map(String);
  }

  terms(ids: unknown): string {
    const things = this.parts(ids);
    if (!things.length) return this.said(this.data.formats, "nothing");
    return things.map((x) => this.term(x)).join(this.comma);
  }

  /** The separators of a list. */
  get comma(): string {
    return this.said(this.data.formats, "comma");
  }

  /** "2 buns and 1 patty" */
  counted(ids: unknown): string {
    const things = this.parts(ids);
    if (!things.length) return this.said(this.data.formats, "nothing");
    const names = [...new Set(things)].map((thing) => {
      const n = things.filter((x) => x === thing).length;
      const several = n > 1 ? this.data.many?.[thing] : undefined;
      const name = several && (several[this.lang] || !written(this.lang)) ? say(several, this.lang) : this.term(thing);
      return this.said(this.data.formats, "counted").replace("{n}", String(n)).replace("{thing}", name);
    });
    return this.both(names);
  }

  /** "Ann, Ben and Cara" */
  both(names: string[]): string {
    const last = names.at(-1) ?? "";
    return names.length > 1 ? names.slice(0, -1).join(this.comma) + this.said(this.data.formats, "and") + last : last;
  }

  has(id: string): boolean {
    return id in this.data.terms;
  }

  /** A template with its holes filled; a hole without a value stays as it is. */
  fill(pattern: string, value: (name: string) => unknown): string {
    return fillHoles(pattern, HOLE, (hole = "", name = "", spec, forms) => {
      const v = value(name);
      if (v === null || v === undefined) return hole;
      if (forms !== undefined) return Number.isInteger(Number(v)) ? pluralForm(forms, Number(v), this.lang) : hole;
      if (spec === "seat") return this.seat(v as number);
      if (spec === "term") return this.term(v);
      if (spec === "terms") return this.terms(v);
      if (spec === "counted") return this.counted(v);
      if (spec === "nth") return Number.isInteger(Number(v)) ? String(Number(v) + 1) : hole;
      if (spec === "move") return this.move(String(v));
      return spec && this.data.formats?.[spec] ? this.measured(v, spec) : String(v);
    });
  }

  /** "12.3 mm left of the middle": a number in a format that the game has for it; any other thing by its name. */
  private measured(v: unknown, unit: string): string {
    const n = Number(v);
    if (!Number.isInteger(n)) return this.term(v);
    const special = n < 0 ? `${unit}.minus` : n === 0 ? `${unit}.zero` : unit;
    const known = special in (this.data.formats ?? {});
    const size = known ? Math.abs(n) : n;
    const names = this.said(this.data.formats, known ? special : unit);
    return names.replace("{tenths}", String(size / 10)).replace("{thousandths}", String(size / 1000));
  }

  /** A move text such as `place bun_p2 3` as a sentence. */
  move(text: string): string {
    const label = this.label(text);
    if (label) return label;
    const verb = verbOf(text);
    const args = partsOf(text);
    const w = this.data.moves[verb];
    if (!w) return [plain(verb), ...args.map((a) => this.term(a))].join(" ");
    return this.fill(say(w, this.lang), (name) => args[Number(name)]);
  }

  /** An event as a sentence; fields that are null choose the hidden wording. */
  event(e: { kind: string } & Record<string, unknown>): string {
    const hidden = Object.values(e).some((v) => v === null);
    const w = (hidden && this.data.events[`${e.kind}.hidden`]) || this.data.events[e.kind];
    return w ? this.fill(say(w, this.lang), (name) => e[name]) : "";
  }

  /** An event as parts of a sentence; those with an id are names of things. */
  eventParts(e: { kind: string } & Record<string, unknown>): Array<{ text: string; id: string }> {
    return new Naming(this.data, this.lang, this.names)
      .event(e)
      .split(END)
      .flatMap((part) => {
        const [plain = "", id = "", name = ""] = part.split(BEGIN);
        return [
          { text: plain, id: "" },
          { text: name, id },
        ].filter((p) => p.text);
      });
  }

  /** What a choice does, as a few words. */
  effect(e: Effect): string {
    return this.fill(say(this.data.previews?.[e.key], this.lang, e.key), (name) => e[name as keyof Effect]);
  }

  /** Text of the game's board, from [board] of its words.toml. */
  board(key: string, facts: Readonly<Record<string, unknown>> = {}): string {
    return this.fill(this.said(this.data.board, key) || plain(key), (name) => facts[name]);
  }

  /** What must still be selected: "a bun". */
  noun(noun: string): string {
    return this.said(this.data.nouns, noun) || plain(noun);
  }

  step(step: string): string {
    return say(this.data.steps[step], this.lang, plain(step.replace(/([a-z])([A-Z])/g, "$1 $2")));
  }

  score(label: string): string {
    return this.said(this.data.scores, label) || this.term(label);
  }

  /** Why the game ended; `solo`: in the words for one player, if there are any. */
  reason(reason: string, solo = false): string {
    return say(
      (solo ? this.data.reasons[`${reason}_solo`] : undefined) ?? this.data.reasons[reason],
      this.lang,
      plain(reason),
    );
  }

  get title(): string {
    return say(this.data.title, this.lang);
  }

  get gist(): string {
    return say(this.data.gist, this.lang);
  }
}

/* Names of things are put between signs that no sentence has. */
const BEGIN = "\u0002";
const END = "\u0003";

class Naming extends Words {
  override term(id: unknown): string {
    return `${BEGIN}${String(id)}${BEGIN}${super.term(id)}${END}`;
  }
}
