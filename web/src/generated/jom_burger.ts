/* Written by tools/typescript.py; do not edit. */

import type { Shape } from "../lib/selection";

export type JomView = {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  options: Record<string, boolean | number | string>;
  previews: Preview[];
  scoring: string;
  burgers: string;
  supply: string;
  single_die: string;
  young_seats: string;
  order_bonus: string;
  left_first: string;
  extra_supply: string;
  card_worth: number;
  round: number;
  rounds: number;
  start: number;
  turn: number;
  order: number[];
  bag: number[];
  to_draw: number;
  pool: string[];
  targets: string[][];
  delivered: string[];
  menu: CardView[];
  fridge: FridgeDie[];
  first_basic: number | null;
  first_premium: number | null;
  salads: SaladCard[];
  stalls: StallView[];
  last_seat: number | null;
  last_move: string;
  brought: string[];
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

export type CardView = {
  id: string;
  special: boolean;
  rows: [string, string][];
};

export type FridgeDie = {
  die: string;
  round: number;
  seat: number | null;
};

export type SaladCard = {
  side: string;
  points: number[];
  caps: number[];
  multipliers: number[];
};

export type StallView = {
  burger: string;
  special: boolean;
  slots: SlotView[];
  reroll: boolean;
  supply: boolean;
  salad_chosen: boolean;
  salad_side: string | null;
  salad: string[];
  salad_pips: number;
  wasted: number;
  basic_missing: number;
  premium_missing: number;
  lines: LineView[];
  total: number;
  voided: number;
  turns: number;
};

export type SlotView = {
  id: string;
  ingredient: string;
  pips: number;
  locked: boolean;
};

export type LineView = {
  label: string;
  points: number;
};

export type View = JomView;

export type GameEvent =
  | { kind: "BurgerDealt"; seat: number; burger: string }
  | { kind: "BurgerTaken"; seat: number; burger: string }
  | { kind: "SaladChosen"; seat: number; side: string | null }
  | { kind: "SaladShown"; seat: number; side: string }
  | { kind: "RoundStarted"; round: number; seat: number }
  | { kind: "DiceRolled"; seat: number; count: number; dice: string[] }
  | { kind: "OnlyMoveMade"; seat: number; move: string }
  | { kind: "DiePlaced"; seat: number; die: string; slot: string }
  | { kind: "SaladFilled"; seat: number; die: string; column: number }
  | { kind: "DieWasted"; seat: number; die: string; round: number }
  | { kind: "LeftoverStored"; die: string; round: number }
  | { kind: "PoolRerolled"; seat: number; die: string; pips: number }
  | { kind: "OwnRerolled"; seat: number; slot: string; die: string; pips: number }
  | { kind: "SupplyCalled"; seat: number; dice: string[] }
  | { kind: "DieSwapped"; seat: number; old: string; new: string; emptied: string; into: string }
  | { kind: "BurgerKept"; seat: number }
  | { kind: "OrderFirst"; seat: number; order: string }
  | { kind: "OrderCompleted"; seat: number; order: string }
  | { kind: "RerollKept"; seat: number }
  | { kind: "GameWon"; seat: number; points: number }
  | { kind: "VictoryShared"; seat: number; points: number };

/** The nouns of each verb's places. */
export const shape = {
  take: ["card"],
  choose: ["side"],
  reroll_pool: ["die"],
  reroll_own: ["slot"],
  call: [],
  swap: ["delivered", "out", "into"],
  keep: [],
  burger: ["die", "slot"],
  salad: ["die"],
  fridge: ["die"],
  finish: [],
} as const satisfies Shape;

/** A move as a line, put together from its parts. */
export const say = {
  take: (card: string) => `take ${card}`,
  choose: (side: string) => `choose ${side}`,
  reroll_pool: (die: string) => `reroll_pool ${die}`,
  reroll_own: (slot: string) => `reroll_own ${slot}`,
  call: () => `call`,
  swap: (die: string, out: string, into: string) => `swap ${die} ${out} ${into}`,
  keep: () => `keep`,
  burger: (die: string, slot: string) => `burger ${die} ${slot}`,
  salad: (die: string) => `salad ${die}`,
  fridge: (die: string) => `fridge ${die}`,
  finish: () => `finish`,
};
