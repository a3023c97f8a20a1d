/* Written by tools/typescript.py; do not edit. */

import type { Shape } from "../lib/selection";

export type BossView = {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  options: Record<string, boolean | number | string>;
  previews: Preview[];
  round: number;
  face_up: boolean;
  rush_from: number;
  fill_early: boolean;
  per_space: boolean;
  cook_twice: boolean;
  blocking: boolean;
  quick: boolean;
  literal: boolean;
  aired: boolean;
  grill_spaces: number;
  queue: QueueSlot[];
  deck: number;
  next_customer: CustomerView | null;
  gone: string[];
  pile: number[];
  cards: GameCard[];
  cheese_low: number;
  order: number[];
  before: number[];
  recency: number[];
  players: PlayerView[];
  sales: SaleView[];
  special_deck: number;
  special_discards: number[];
  roll: number[];
  hand: number[];
  mission: MissionView | null;
  agenda: OpenStep[];
  ending: string;
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

export type QueueSlot = {
  slot: string;
  size: string;
  extra: number;
  customer: CustomerView | null;
  servers: number[];
};

export type CustomerView = {
  id: string;
  order: string;
  price: number;
  recipe: number[];
};

export type GameCard = {
  card: string;
  spaces: SpaceView[];
  gives: Gift[];
};

export type SpaceView = {
  accepts: number[];
  seat: number;
  value: number;
  pair: boolean;
};

export type Gift = {
  value: number;
  kind: string;
  count: number;
};

export type PlayerView = {
  seat: number;
  sign: string;
  money: number;
  book: number[];
  workers: number;
  rolled: number;
  revealed: boolean;
  working: number[];
  dice: number[];
  benched: number;
  total: number;
  kitchens: number;
  slots: number;
  room: number;
  storage: number[];
  items: ItemView[];
  cooked: number;
  leftover: number[];
  hire_price: number[];
  expand_price: number[];
  specials: number;
  shown: number;
  served: number;
  best_turn: number;
  mission: string | null;
  mission_progress: number | null;
};

export type ItemView = {
  grill: number;
  space: number;
  recipe: number[];
  order: string;
  slots: string[];
};

export type SaleView = {
  seat: number;
  customer: string;
  order: string;
  recipe: number[];
  size: string;
  round: number;
  amount: number;
};

export type MissionView = {
  id: string;
  need: number;
  bonus: number;
  progress: number;
};

export type OpenStep = {
  kind: string;
  seat: number;
  at: number;
  done: boolean;
  ingredient: string;
  count: number;
  gifts: number;
  closing: boolean;
  line: number[];
  answers: string[];
  worked: boolean;
};

export type View = BossView;

export type GameEvent =
  | { kind: "MissionDealt"; seat: number; mission: string | null }
  | { kind: "TieOrderDrawn"; order: number[]; first: number }
  | { kind: "RoundBegan"; round: number }
  | { kind: "CustomerArrived"; customer: string; slot: string }
  | { kind: "NextCustomerSeen"; customer: string }
  | { kind: "WorkersRolled"; seat: number; dice: number[] | null; count: number }
  | { kind: "WorkersRevealed"; seat: number; dice: number[]; total: number; benched: number }
  | { kind: "TurnCardSet"; order: number[]; first: number }
  | { kind: "WindowOpened"; window: string; seats: number[] }
  | { kind: "WindowAnswered"; seat: number; answer: string | null }
  | { kind: "AnswerShown"; seat: number; answer: string }
  | { kind: "FirstPlayed"; seat: number }
  | { kind: "StealPlayed"; seat: number; target: number; ingredient: string }
  | { kind: "StealMissed"; seat: number; target: number; ingredient: string }
  | { kind: "WorkerPlaced"; seat: number; card: string; value: number; space: number }
  | { kind: "SpaceBlocked"; seat: number; card: string }
  | { kind: "PairPlaced"; seat: number; card: string; value: number; space: number }
  | { kind: "SpecialsAttached"; seat: number; specials: string[] }
  | { kind: "WorkerSentHome"; seat: number; value: number }
  | { kind: "IngredientStored"; seat: number; ingredient: string; count: number }
  | { kind: "IngredientSwapped"; seat: number; ingredient: string; out: string }
  | { kind: "IngredientRefused"; seat: number; ingredient: string; count: number }
  | { kind: "SpecialDrawn"; seat: number; special: string | null }
  | { kind: "SpecialsShuffled"; count: number }
  | { kind: "IngredientBought"; seat: number; ingredient: string; price: number }
  | { kind: "WorkerHired"; seat: number; price: number; workers: number }
  | { kind: "KitchenExpanded"; seat: number; price: number; kitchens: number }
  | { kind: "IngredientCooked"; seat: number; ingredient: string; grill: number; space: number }
  | { kind: "TipPlayed"; seat: number; paid: number }
  | {
      kind: "ItemSold";
      seat: number;
      customer: string;
      slot: string;
      grill: number;
      space: number;
      price: number;
      size: number;
      tips: number;
      paid: number;
    }
  | { kind: "SellingStopped"; seat: number }
  | { kind: "CustomerLeft"; customer: string; slot: string }
  | { kind: "CustomerMoved"; customer: string; slot: string; to: string }
  | { kind: "FoodAged"; seat: number; grill: number; space: number }
  | { kind: "FoodRecycled"; seat: number; grill: number }
  | { kind: "GrillCleared"; seat: number; items: number }
  | { kind: "MissionFulfilled"; seat: number; mission: string; bonus: number }
  | { kind: "MissionFailed"; seat: number; mission: string; reached: number; need: number }
  | { kind: "GameEnded"; reason: string };

/** The nouns of each verb's places. */
export const shape = {
  reveal: ["+die"],
  reveal_first: ["+die"],
  first: [],
  steal: ["seat", "loot"],
  pass: [],
  place: ["card", "die"],
  place_with: ["card", "die", "+special"],
  pair: ["card", "die"],
  pair_with: ["card", "die", "+special"],
  home: ["die"],
  buy: ["supply"],
  stop_buying: [],
  swap: ["stored"],
  refuse: [],
  cook: ["stored", "grill", "space"],
  stop_cooking: [],
  sell: ["grill", "space", "slot"],
  tip: [],
  stop_selling: [],
} as const satisfies Shape;

/** A move as a line, put together from its parts. */
export const say = {
  reveal: (dice: ReadonlyArray<string | number>) => `reveal ${dice.join('+') || 'none'}`,
  reveal_first: (dice: ReadonlyArray<string | number>) => `reveal_first ${dice.join('+') || 'none'}`,
  first: () => `first`,
  steal: (whom: number, kind: string) => `steal ${whom} ${kind}`,
  pass: () => `pass`,
  place: (card: string, die: number) => `place ${card} ${die}`,
  place_with: (card: string, die: number, specials: ReadonlyArray<string | number>) =>
    `place_with ${card} ${die} ${specials.join('+') || 'none'}`,
  pair: (card: string, die: number) => `pair ${card} ${die}`,
  pair_with: (card: string, die: number, specials: ReadonlyArray<string | number>) =>
    `pair_with ${card} ${die} ${specials.join('+') || 'none'}`,
  home: (die: number) => `home ${die}`,
  buy: (kind: string) => `buy ${kind}`,
  stop_buying: () => `stop_buying`,
  swap: (kind: string) => `swap ${kind}`,
  refuse: () => `refuse`,
  cook: (kind: string, grill: number, space: number) => `cook ${kind} ${grill} ${space}`,
  stop_cooking: () => `stop_cooking`,
  sell: (grill: number, space: number, slot: string) => `sell ${grill} ${space} ${slot}`,
  tip: () => `tip`,
  stop_selling: () => `stop_selling`,
};
