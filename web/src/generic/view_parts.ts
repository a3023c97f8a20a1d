/**
 * Reads any view: what in it is a hand, a pile, a counter, a thing that can be pointed at. Nothing is known of the game but its
 * grammar and the names of its fields: `pot_size` is the pile `pot` that nobody sees, `hand_sizes` are the hands of the seats.
 */

import type { View } from "../games/contract";
import { partsOf, verbOf, type Thing } from "../lib/selection";

/** What the server tells of a grammar: nouns of each verb, the words of each noun, and which nouns are seats. */
export interface GrammarInfo {
  shape: Readonly<Record<string, readonly string[]>>;
  things: Readonly<Record<string, readonly string[]>>;
  seats: readonly string[];
}

export interface Card {
  word: string;
  /** what it stands for; null for what no verb is about */
  thing: Thing | null;
  /** how many lie here; more than 1 only where a view counts kinds */
  n: number;
  /** its place among its kind, from 0 to 1: for colours */
  hue: number;
}

/** Where something lies: what you hold is pointed at there, and not where the same thing lies elsewhere. */
type Where = "hand" | "table" | "seat";

export type Part = { name: string } & (
  | { kind: "cards"; cards: Card[] }
  | { kind: "pile"; n: number }
  | { kind: "count"; n: number }
  | { kind: "flag"; on: boolean }
  | { kind: "word"; word: string }
  | { kind: "group"; parts: Part[] }
);

export interface BoardParts {
  /** what the viewer holds: always shown large, below everything else */
  hand: Part[];
  shared: Part[];
  seats: Part[][];
  /** what can be pointed at, as "noun word" */
  visible: ReadonlySet<string>;
}

const COMMON = new Set(["seat", "seats", "awaits", "step", "moves", "over", "previews", "agenda"]);
const SIZE = /_sizes?$/;

class Reader {
  readonly visible = new Set<string>();
  where: Where = "hand";
  private readonly held = new Set<string>();
  private readonly kinds = new Map<string, { noun: string; hue: number }>();

  constructor(private readonly grammar: GrammarInfo) {
    for (const [noun, words] of Object.entries(grammar.things)) {
      if (grammar.seats.includes(noun)) continue;
      words.forEach((word, i) => {
        if (!this.kinds.has(word) && !/^-?\d+$/.test(word)) this.kinds.set(word, { noun, hue: i / words.length });
      });
    }
  }

  /** The noun whose words a list of counts is about: the only one with as many words. */
  private counted(n: number): string | null {
    const fits = Object.entries(this.grammar.things).filter(
      ([noun, words]) =>
        words.length === n && !this.grammar.seats.includes(noun) && words.every((w) => !/^-?\d/.test(w)),
    );
    return n > 1 && fits.length === 1 ? fits[0]![0] : null;
  }

  private card(word: string, key: number, n = 1): Card {
    const kind = this.kinds.get(word) ?? this.kinds.get(word.replace(/#.*$/, ""));
    if (!kind) return { word, thing: null, n, hue: -1 };
    const said = `${kind.noun} ${word}`;
    if (this.where !== "hand" && this.held.has(said)) return { word, thing: null, n, hue: kind.hue };
    if (this.where === "hand") this.held.add(said);
    this.visible.add(said);
    return { word, thing: { [kind.noun]: word, key: `${this.where} ${key}` }, n, hue: kind.hue };
  }

  part(name: string, value: unknown): Part | null {
    if (value === null || value === undefined || value === "") return null;
    if (typeof value === "boolean") return { name, kind: "flag", on: value };
    if (typeof value === "number")
      return SIZE.test(name)
        ? { name: name.replace(SIZE, ""), kind: "pile", n: value }
        : { name, kind: "count", n: value };
    if (typeof value === "string")
      return this.kinds.has(value)
        ? { name, kind: "cards", cards: [this.card(value, 0)] }
        : { name, kind: "word", word: value };
    if (!Array.isArray(value)) return this.group(name, Object.entries(value));
    if (value.every((v) => typeof v === "string"))
      return { name, kind: "cards", cards: value.filter(Boolean).map((word, i) => this.card(word, i)) };
    const noun = value.every((v) => typeof v === "number") ? this.counted(value.length) : null;
    if (noun) {
      const words = this.grammar.things[noun]!;
      return {
        name,
        kind: "cards",
        cards: (value as number[]).flatMap((n, i) => (n > 0 ? [this.card(words[i]!, 0, n)] : [])),
      };
    }
    return this.group(
      name,
      value.map((v, i) => [String(i + 1), v]),
    );
  }

  private group(name: string, entries: Array<[string, unknown]>): Part | null {
    const parts = entries.map(([key, v]) => this.part(key, v)).filter((p) => p !== null);
    return parts.length ? { name, kind: "group", parts } : null;
  }
}

/** A view as things on a table. */
export const boardParts = (
  view: View,
  grammar: GrammarInfo,
  options: Readonly<Record<string, unknown>> = {},
): BoardParts => {
  const reader = new Reader(grammar);
  const fields = Object.entries(view).filter(([name, v]) => !COMMON.has(name) && v !== options[name]);
  const bySeat = ([name, v]: [string, unknown]): boolean =>
    Array.isArray(v) &&
    v.length === view.seats &&
    view.seats > 1 &&
    name !== "hand" &&
    !v.every((one) => typeof one === "string" && one !== "");
  const mine = ([name, v]: [string, unknown]): boolean => /^hand$|^my_|_hand$/.test(name) && Array.isArray(v);
  const read = (some: Array<[string, unknown]>): Part[] =>
    some.map(([name, v]) => reader.part(name, v)).filter((p) => p !== null);
  const held = fields.filter(mine);
  const ofSeats = fields.filter((f) => bySeat(f) && !mine(f));
  const hand = view.seat === null ? [] : read(held);
  reader.where = "table";
  const shared = read(fields.filter((f) => !mine(f) && !ofSeats.includes(f)));
  reader.where = "seat";
  const seats = Array.from({ length: view.seats }, (_, seat) => {
    const own = ofSeats.filter(([name]) => !(seat === view.seat && held.some(([h]) => name.replace(SIZE, "") === h)));
    const parts = read(own.map(([name, v]) => [name, (v as unknown[])[seat]]));
    return parts.filter((p) => p.kind !== "cards" || p.cards.length);
  });
  for (const noun of grammar.seats) for (let seat = 0; seat < view.seats; seat++) reader.visible.add(`${noun} ${seat}`);
  return { hand, shared, seats, visible: reader.visible };
};

/** Moves that are about something that cannot be seen on the board: they need a button. */
export const unseen = (moves: readonly string[], grammar: GrammarInfo, visible: ReadonlySet<string>): string[] =>
  moves.filter((move) => {
    const verb = verbOf(move);
    const words = partsOf(move);
    const nouns = grammar.shape[verb] ?? [];
    return !words.length || words.some((word, i) => !visible.has(`${nouns[i]} ${word}`));
  });
