/**
 * Reads any view: what in it is a hand, a pile, a score, a secret, a thing that can be pointed at. The types of the fields
 * (bunfight/engine/view.py) say it; where a game gives none, the names of its fields and its grammar do: `pot_size` is the pile
 * `pot` that nobody sees, `hand_sizes` are the hands of the seats.
 */

import type { View } from "../games/contract";
import { partsOf, verbOf, type Thing } from "../lib/selection";

/** What a field of a view is: its kind, and what each seat or item of a list has, or the fields of a part. */
export interface FieldInfo {
  kind: string;
  of?: FieldInfo;
  fields?: Readonly<Record<string, FieldInfo>>;
}

/** What the server tells of a grammar: nouns of each verb, the words of each noun, which nouns are seats; and of the view. */
export interface GrammarInfo {
  shape: Readonly<Record<string, readonly string[]>>;
  things: Readonly<Record<string, readonly string[]>>;
  seats: readonly string[];
  /** how an action is shown, by verb: "main", "decline" or "risk" */
  roles?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, FieldInfo>>;
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
  | { kind: "cards"; cards: Card[]; /** the name is a noun */ noun?: boolean }
  | { kind: "pile"; n: number }
  | { kind: "count"; n: number }
  | { kind: "score"; n: number }
  | { kind: "seat"; seat: number }
  /** closed: nobody but its owner knows it; `word` is empty for everybody else */
  | { kind: "secret"; word: string }
  | { kind: "flag"; on: boolean }
  | { kind: "word"; word: string }
  | { kind: "group"; parts: Part[] }
);

export interface BoardParts {
  /** what the viewer holds: always shown large, below everything else */
  hand: Part[];
  shared: Part[];
  seats: Part[][];
  /** what moves about several things name and nothing on the table stands for: a claim, a price; by noun */
  spoken: Part[];
  /** names of the fields that refer to a seat, by seat: "Buyer" */
  badges: string[][];
  /** what can be pointed at, as "noun word" */
  visible: ReadonlySet<string>;
}

const COMMON = new Set(["seat", "seats", "awaits", "step", "moves", "over", "previews", "options", "agenda"]);
const SIZE = /_sizes?$/;
const HIDDEN = "?";
const LARGE = 8; // a hand with more cards than this shows those that are alike as one

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

  /** A value by the type of its field; null if that says nothing, undefined if there is nothing to show. */
  private typed(name: string, value: unknown, info: FieldInfo): Part | null | undefined {
    const label = name.replace(SIZE, "");
    if (typeof value === "number") {
      if (info.kind === "pile") return { name: label, kind: "pile", n: value };
      if (info.kind === "score" || info.kind === "count") return { name, kind: info.kind, n: value };
      if (info.kind === "seat") return value < 0 ? undefined : { name, kind: "seat", seat: value };
    }
    if (info.kind === "secret" && typeof value === "string")
      return value ? { name, kind: "secret", word: value === HIDDEN ? "" : value } : undefined;
    if ((info.kind === "hand" || info.kind === "cards") && Array.isArray(value))
      return { name, kind: "cards", cards: (value as string[]).map((word, i) => this.card(word, i)) };
    return null;
  }

  part(name: string, value: unknown, info?: FieldInfo): Part | null {
    if (value === null || value === undefined || value === "") return null;
    const typed = info ? this.typed(name, value, info) : null;
    if (typed !== null) return typed ?? null;
    if (typeof value === "boolean") return { name, kind: "flag", on: value };
    if (typeof value === "number")
      return SIZE.test(name)
        ? { name: name.replace(SIZE, ""), kind: "pile", n: value }
        : { name, kind: "count", n: value };
    if (typeof value === "string")
      return this.kinds.has(value)
        ? { name, kind: "cards", cards: [this.card(value, 0)] }
        : { name, kind: "word", word: value };
    if (!Array.isArray(value)) return this.group(name, Object.entries(value), (key) => info?.fields?.[key]);
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
      () => info?.of,
    );
  }

  private group(
    name: string,
    entries: Array<[string, unknown]>,
    infoOf: (key: string) => FieldInfo | undefined,
  ): Part | null {
    const parts = entries.map(([key, v]) => this.part(key, v, infoOf(key))).filter((p) => p !== null);
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
  const infoOf = (name: string): FieldInfo | undefined => grammar.fields?.[name];
  /* Fields of these kinds are what they say; those of any other are guessed by their names and values. */
  const sure = (name: string): boolean => !["list", "number", "word", undefined].includes(infoOf(name)?.kind);
  const bySeat = ([name, v]: [string, unknown]): boolean =>
    infoOf(name)?.kind === "by_seat" ||
    (!sure(name) &&
      Array.isArray(v) &&
      v.length === view.seats &&
      view.seats > 1 &&
      name !== "hand" &&
      !v.every((one) => typeof one === "string" && one !== ""));
  const mine = ([name, v]: [string, unknown]): boolean =>
    infoOf(name)?.kind === "hand" || (!sure(name) && /^hand$|^my_|_hand$/.test(name) && Array.isArray(v));
  const read = (some: Array<[string, unknown, FieldInfo?]>): Part[] =>
    some.map(([name, v, info]) => reader.part(name, v, info ?? infoOf(name))).filter((p) => p !== null);
  const held = fields.filter(mine);
  const ofSeats = fields.filter((f) => bySeat(f) && !mine(f));
  const hand = (view.seat === null ? [] : read(held)).map((p) =>
    p.kind === "cards" && p.cards.length > LARGE ? { ...p, cards: together(p.cards, true) } : p,
  );
  reader.where = "table";
  const shared = read(fields.filter((f) => !mine(f) && !ofSeats.includes(f)));
  reader.where = "seat";
  const seats = Array.from({ length: view.seats }, (_, seat) => {
    const own = ofSeats.filter(([name]) => !(seat === view.seat && held.some(([h]) => name.replace(SIZE, "") === h)));
    const parts = read(own.map(([name, v]) => [name, (v as unknown[])[seat], infoOf(name)?.of]));
    return parts
      .filter((p) => (p.kind === "cards" ? p.cards.length : p.kind !== "flag" || p.on || !sure(p.name)))
      .map((p) => (p.kind === "cards" ? { ...p, cards: together(p.cards) } : p))
      .sort((a, b) => Number(b.kind === "score") - Number(a.kind === "score"));
  });
  const badges = Array.from({ length: view.seats }, (_, seat) =>
    shared.filter((p) => p.kind === "seat" && p.seat === seat).map((p) => p.name),
  );
  for (const noun of grammar.seats) for (let seat = 0; seat < view.seats; seat++) reader.visible.add(`${noun} ${seat}`);
  const spoken = spokenParts(view.moves, grammar, reader.visible);
  return { hand, shared: shared.filter((p) => p.kind !== "seat"), seats, spoken, badges, visible: reader.visible };
};

const spokenParts = (moves: readonly string[], grammar: GrammarInfo, visible: Set<string>): Part[] => {
  const found = new Map<string, Set<string>>();
  for (const move of moves) {
    const nouns = grammar.shape[verbOf(move)] ?? [];
    const words = partsOf(move);
    if (words.length < 2 || nouns.some((noun) => noun.startsWith("+"))) continue;
    words.forEach((word, i) => {
      if (!visible.has(`${nouns[i]} ${word}`)) found.set(nouns[i]!, (found.get(nouns[i]!) ?? new Set()).add(word));
    });
  }
  return [...found].map(([noun, words]) => {
    const all = grammar.things[noun] ?? [];
    for (const word of words) visible.add(`${noun} ${word}`);
    const hue = (word: string): number => all.indexOf(word) / (all.length || 1);
    return {
      name: noun,
      kind: "cards",
      noun: true,
      cards: [...words].map((word) => ({ word, thing: { [noun]: word }, n: 1, hue: hue(word) })),
    };
  });
};

/** Cards that are alike, as one with its number: those that cannot be pointed at, or all of them. */
const together = (cards: readonly Card[], all = false): Card[] => {
  const found = new Map<string, Card>();
  return cards.filter((card) => {
    if (card.thing !== null && !all) return true;
    const same = found.get(card.word);
    if (same) same.n += card.n;
    else found.set(card.word, card);
    return !same;
  });
};

/** Actions in the order of their roles: what goes on first, what declines last. */
export const inOrder = (moves: readonly string[], grammar: GrammarInfo): string[] => {
  const rank = (move: string): number => ["main", "risk", "", "decline"].indexOf(grammar.roles?.[verbOf(move)] ?? "");
  return [...moves].sort((a, b) => rank(a) - rank(b));
};

/** Moves that are about something that cannot be seen on the board: they need a button. */
export const unseen = (moves: readonly string[], grammar: GrammarInfo, visible: ReadonlySet<string>): string[] =>
  moves.filter((move) => {
    const verb = verbOf(move);
    const words = partsOf(move);
    const nouns = grammar.shape[verb] ?? [];
    return !words.length || words.some((word, i) => !visible.has(`${nouns[i]} ${word}`));
  });
