/** The fields of the Burger Boss view that the board draws (games/burger_boss/view.py). */
import type { View } from "../contract";

export interface Customer {
  id: string;
  order: string;
  price: number;
  recipe: number[];
}

export interface Place {
  slot: string;
  size: string;
  extra: number;
  customer: Customer | null;
  servers: number[];
}

export interface Space {
  accepts: number[];
  seat: number;
  value: number;
  pair: boolean;
}

export interface GameCard {
  card: string;
  spaces: Space[];
  gives: Array<{ value: number; kind: string; count: number }>;
}

export interface Item {
  grill: number;
  space: number;
  recipe: number[];
  order: string;
  slots: string[];
}

export interface Player {
  seat: number;
  sign: string;
  money: number;
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
  items: Item[];
  cooked: number;
  hire_price: number[];
  expand_price: number[];
  specials: number;
  served: number;
  mission: string | null;
  mission_progress: number | null;
}

export interface BossView extends View {
  round: number;
  grill_spaces: number;
  queue: Place[];
  deck: number;
  next_customer: Customer | null;
  pile: number[];
  cards: GameCard[];
  cheese_low: number;
  order: number[];
  players: Player[];
  special_deck: number;
  roll: number[];
  hand: number[];
  mission: { id: string; need: number; bonus: number; progress: number } | null;
}

export const KINDS = ["bun", "patty", "cheese", "tomato", "lettuce"] as const;
export const SPECIALS = ["double", "discount", "steal", "tip", "first"] as const;
export const SIGN_COLOURS: Record<string, [string, string]> = {
  mcdowels: ["#e3ac1c", "#3a2408"], big_tasties: ["#39702a", "#fff"], hipster: ["#2f6da8", "#fff"], burger_prince: ["#b8321f", "#fff"], great_burger: ["#3a353f", "#fff"],
};
/** What a recipe looks like from the bottom bun to the top. */
export const layersOf = (r: number[]): string[] => {
  const [bun = 0, patty = 0, cheese = 0, tomato = 0, lettuce = 0] = r;
  const list: string[] = bun ? ["bottom_bun"] : [];
  for (let i = 0; i < patty; i++) {
    list.push("patty");
    if (i < cheese) list.push("cheese");
  }
  for (let i = patty; i < cheese; i++) list.push("cheese");
  for (let i = 0; i < tomato; i++) list.push("tomato");
  for (let i = 0; i < lettuce; i++) list.push("lettuce");
  for (let i = 2; i < bun; i++) list.push("middle_bun");
  if (bun > 1) list.push("top_bun");
  return list;
};
