/* Written by tools/typescript.py; do not edit. */

import type { Shape } from "../lib/selection";

export type BurgerUpView = {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  options: Record<string, boolean | number | string>;
  previews: Preview[];
  card_list: string;
  order_pool: string;
  stall_rounds: number;
  no_orders: string;
  final_tie: string;
  first: number;
  active: number;
  phase: string;
  round: number;
  placed: number;
  placements: number;
  served_turn: boolean;
  served_round: boolean;
  stall: number;
  final: boolean;
  still_to_play: number[];
  ending: string;
  market: Array<Face | null>;
  pending: Array<OrderView | null>;
  announced: Announced | null;
  order_deck: number;
  deck: number;
  discard: string[];
  pool: string[];
  kitchens: KitchenView[];
  uncovered: Uncovered | null;
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

export type Face = {
  card: string;
  a: Half;
  b: Half;
  twin: boolean;
};

export type Half = {
  ingredient: string;
  type: string;
  next: string;
  perfect: boolean;
  keywords: string[];
  art: string;
};

export type OrderView = {
  order: string;
  size_low: number;
  size_high: number | null;
  coins: number;
  rule: string;
  asks: Ask[];
  asks_size: Ask[];
};

export type Ask = {
  kind: string;
  n: number;
  of: string[];
};

export type Announced = {
  burger: number;
  slot: number;
  order: string;
};

export type KitchenView = {
  money: number;
  spatula: string;
  upgraded: boolean;
  hand: Face[] | null;
  hand_count: number;
  bought: string[];
  pool_unknown: number;
  burgers: Burger[];
  served: Served[];
  paid_market: number;
  from_orders: number;
  from_classes: number;
  from_perfects: number;
  spatula_points: number;
  most_points: number;
  score: number;
};

export type Burger = {
  layers: Layer[];
  need: string;
  size: number;
  rank: string;
  perfects: number;
  checks: Array<Check | null>;
};

export type Layer = {
  card: string;
  side: string;
  half: Half;
};

export type Check = {
  order: string;
  marks: number[];
  size_mark: number;
  missing: number;
  ready: boolean;
  dead: boolean;
  pay: number;
};

export type Served = {
  order: string;
  size: number;
  rank: string;
};

export type Uncovered = {
  deck: string[];
  order_deck: string[];
  aside: string[];
};

export type View = BurgerUpView;

export type GameEvent =
  | { kind: "FirstPlayerChosen"; seat: number }
  | { kind: "OrderRevealed"; slot: number; order: string }
  | { kind: "MarketFilled"; slot: number; card: string }
  | { kind: "CardsDrawn"; seat: number; count: number; cards: string[] | null }
  | { kind: "TurnBegun"; seat: number; round: number }
  | { kind: "IngredientBought"; seat: number; slot: number; card: string }
  | { kind: "IngredientPlaced"; seat: number; card: string; side: string; ingredient: string; burger: number }
  | {
      kind: "SpatulaUsed";
      seat: number;
      burger: number;
      position: number;
      to: string;
      cards: string[];
      spatula: string;
    }
  | { kind: "ColossalAnnounced"; seat: number; burger: number; order: string }
  | {
      kind: "OrderServed";
      seat: number;
      burger: number;
      order: string;
      size: number;
      rank: string;
      coins: number;
      reward: number;
      perfects: number;
      pay: number;
    }
  | { kind: "KitchenUpgraded"; seat: number }
  | { kind: "OrdersGrown"; coins: number[] }
  | { kind: "FinalRoundBegun" }
  | { kind: "CleanupBegun"; seat: number }
  | { kind: "CardDiscarded"; seat: number; card: string }
  | { kind: "DeckReshuffled"; count: number }
  | { kind: "GameEnded"; reason: string };

/** The nouns of each verb's places. */
export const shape = {
  buy: ["space"],
  place: ["card", "side", "burger"],
  spatula: ["stack", "layer", "to"],
  claim: ["burger", "order"],
  reward: ["reward"],
  cleanup: [],
  discard: ["card"],
  end: [],
  turn: ["stack", "layer"],
  take: ["stack", "layer"],
} as const satisfies Shape;

/** A move as a line, put together from its parts. */
export const say = {
  buy: (space: number) => `buy ${space}`,
  place: (card: string, side: string, burger: number) => `place ${card} ${side} ${burger}`,
  spatula: (stack: number, layer: number, to: string) => `spatula ${stack} ${layer} ${to}`,
  claim: (burger: number, order: string) => `claim ${burger} ${order}`,
  reward: (reward: string) => `reward ${reward}`,
  cleanup: () => `cleanup`,
  discard: (card: string) => `discard ${card}`,
  end: () => `end`,
  turn: (stack: number, layer: number) => `turn ${stack} ${layer}`,
  take: (stack: number, layer: number) => `take ${stack} ${layer}`,
};
