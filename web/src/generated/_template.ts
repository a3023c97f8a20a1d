/* Written by tools/typescript.py; do not edit. */

import type { Shape } from "../lib/selection";

export type CrumbsView = {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  options: Record<string, boolean | number | string>;
  previews: Preview[];
  hand: number[];
  hand_sizes: number[];
  known: number[][];
  eaten: number[][];
  crumbs: number[];
  basket_size: number;
  agenda: OpenStep[];
};

export type Preview = {
  move: string;
  effects: Effect[];
};

export type Effect = {
  key: string;
  n: number;
  seat: number;
  thing: string;
  things: string[];
  chance: boolean;
};

export type OpenStep = {
  kind: string;
  seat: number;
  other: number;
  bun: string;
  draws: boolean;
  answers: string[];
};

export type View = CrumbsView;

export type GameEvent =
  | { kind: "BunDealt"; seat: number; bun: string | null }
  | { kind: "BunPassed"; giver: number; taker: number; bun: string | null }
  | { kind: "Begged"; seat: number; whom: number }
  | { kind: "BunGiven"; giver: number; taker: number; bun: string }
  | { kind: "BunOffered"; seat: number; bun: string }
  | { kind: "BunEaten"; seat: number; bun: string }
  | { kind: "BunSnatched"; seat: number; bun: string };

/** The nouns of each verb's places. */
export const shape = {
  pass: ["bun"],
  eat: ["bun"],
  beg: ["seat"],
  give: ["bun"],
  snatch: ["bun"],
  let: [],
} as const satisfies Shape;

/** A move as a line, put together from its parts. */
export const say = {
  pass: (bun: string) => `pass ${bun}`,
  eat: (bun: string) => `eat ${bun}`,
  beg: (whom: number) => `beg ${whom}`,
  give: (bun: string) => `give ${bun}`,
  snatch: (bun: string) => `snatch ${bun}`,
  let: () => `let`,
};
