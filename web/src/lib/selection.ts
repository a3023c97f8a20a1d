/**
 * Choosing a move by selecting things: derives from the legal moves what is highlighted, what a click does and what is missing.
 * The same as src/bunfight/engine/selection.py; both are tested with tests/shared/selection.json.
 */

/** What a thing on a board stands for, by nouns of the grammar; `key` tells things apart that stand for the same. */
export type Thing = Readonly<Record<string, string | number>>;
/** The nouns of each verb's places; "+die" for several dice. */
export type Shape = Readonly<Record<string, readonly string[]>>;

const same = (a: Thing, b: Thing): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((k) => String(a[k]) === String(b[k]));
};

/** The verb of a move, and the words of its places. */
export const verbOf = (move: string): string => move.split(" ", 1)[0]!;
export const partsOf = (move: string): string[] => move.split(" ").slice(1);

/** The things that a move involves, as "noun word". */
const contents = (shape: Shape, move: string): string[] => {
  const nouns = shape[verbOf(move)];
  return partsOf(move).flatMap((word, i) => {
    const noun = nouns?.[i];
    if (!noun) return [];
    if (!noun.startsWith("+")) return [`${noun} ${word}`];
    return word === "none" ? [] : word.split("+").map((part) => `${noun.slice(1)} ${part}`);
  });
};

const wanted = (at: readonly Thing[]): string[] =>
  at.flatMap((thing) =>
    Object.entries(thing).flatMap(([noun, word]) => (noun === "verb" || noun === "key" ? [] : [`${noun} ${word}`])),
  );

/** What is in `all` besides `some`; null if `all` does not hold `some`. */
const besides = (all: string[], some: string[]): string[] | null => {
  const rest = [...all];
  for (const one of some) {
    const i = rest.indexOf(one);
    if (i < 0) return null;
    rest.splice(i, 1);
  }
  return rest;
};

/** Whether a move involves all of these things. */
export const involves = (shape: Shape, move: string, things: readonly Thing[]): boolean =>
  new Selection(shape, [move], things).left().length > 0;

export class Selection {
  constructor(
    readonly shape: Shape,
    readonly moves: readonly string[],
    readonly at: readonly Thing[] = [],
  ) {}

  private open(move: string, at: readonly Thing[] = this.at): string[] | null {
    const verb = verbOf(move);
    if (at.some((thing) => "verb" in thing && thing.verb !== verb)) return null;
    return besides(contents(this.shape, move), wanted(at));
  }

  /** The moves that involve everything that is selected. */
  left(): string[] {
    return this.moves.filter((move) => this.open(move));
  }

  has(thing: Thing): boolean {
    return this.at.some((other) => same(other, thing));
  }

  /** Whether some remaining move involves this thing too. */
  lit(thing: Thing): boolean {
    return this.has(thing) || this.moves.some((move) => this.open(move, [...this.at, thing]));
  }

  /** The only remaining move, once something is selected. */
  answer(): string | null {
    const left = this.left();
    return this.at.length && left.length === 1 ? left[0]! : null;
  }

  /** The move that involves exactly what is selected. */
  complete(): string | null {
    return (this.at.length && this.moves.find((move) => this.open(move)?.length === 0)) || null;
  }

  /** The nouns of which something must still be selected. */
  missing(): string[] {
    return [...new Set(this.left().flatMap((move) => this.open(move)!.map((one) => one.split(" ", 1)[0]!)))];
  }

  /** Select or deselect a thing; what does not combine with the rest starts a new selection. */
  point(thing: Thing): Selection {
    const at = this.has(thing)
      ? this.at.filter((other) => !same(other, thing))
      : this.lit(thing)
        ? [...this.at, thing]
        : [thing];
    return new Selection(this.shape, this.moves, at);
  }

  /** The move that a click decides on: the only one left, unless several of a kind are being gathered. */
  private decided(): string | null {
    const move = this.answer();
    const gathers = move && this.shape[verbOf(move)]?.some((noun) => noun.startsWith("+"));
    return gathers ? this.complete() : move;
  }

  /** Select, and the move that this decides on. */
  click(thing: Thing): { then: Selection; send: string | null } {
    const again = this.has(thing) ? this.answer() : null;
    const then = this.point(thing);
    const send = again ?? (then.has(thing) ? then.decided() : null);
    return { then: send ? new Selection(this.shape, this.moves) : then, send };
  }
}
