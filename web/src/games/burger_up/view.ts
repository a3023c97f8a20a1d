/** The fields of the Burger Up view that the board draws (games/burger_up/view.py). */
import type { View } from "../contract";
import type { Words } from "../../lib/words";

export interface Half {
  ingredient: string;
  type: string;
  next: string;
  perfect: boolean;
  keywords: string[];
  /** what to draw: a picture of the kit, or the type */
  art: string;
}

export interface Card {
  card: string;
  a: Half;
  b: Half;
  twin: boolean;
}

export interface Check {
  order: string;
  marks: number[];
  size_mark: number;
  missing: number;
  ready: boolean;
  dead: boolean;
  pay: number;
}

export interface Burger {
  layers: Array<{ card: string; side: string; half: Half }>;
  need: string;
  size: number;
  rank: string;
  perfects: number;
  checks: Array<Check | null>;
}

export interface Kitchen {
  money: number;
  spatula: string;
  upgraded: boolean;
  hand: Card[] | null;
  hand_count: number;
  bought: string[];
  burgers: Burger[];
  served: Array<{ order: string; size: number; rank: string }>;
  score: number;
}

export interface Ask {
  kind: string;
  n: number;
  of: string[];
}

export interface Order {
  order: string;
  name: string;
  asks: Ask[];
  asks_size: Ask[];
  coins: number;
  rule: string;
}

export interface UpView extends View {
  first: number;
  active: number;
  phase: string;
  round: number;
  placed: number;
  placements: number;
  stall: number;
  stall_rounds: number;
  final: boolean;
  still_to_play: number[];
  market: Array<Card | null>;
  pending: Array<Order | null>;
  order_deck: number;
  deck: number;
  discard: string[];
  kitchens: Kitchen[];
}

/** A line of an order in words. */
export const sayAsk = (ask: Ask, words: Words): string => words.fill(words.term(`ask_${ask.kind}`), (name) => (name === "n" ? ask.n : ask.of));

/** Pictures for ingredients of a list of one's own, by type; the others are drawn by their own name. */
export const TYPE_ART: Record<string, string> = { bun: "middle_bun", salad: "lettuce", meat_patty: "patty", cheese_egg: "cheese", sauce: "ketchup" };
export const artOf = (half: Half): string => TYPE_ART[half.art] ?? half.art;

export const TYPE_COLOURS: Record<string, string> = { bun: "#c97b32", salad: "#4f8a3c", meat_patty: "#8a4826", cheese_egg: "#c98a10", sauce: "#b5302a", any: "#6b4d3a" };
