/** The fields of WarView that the board draws (games/burger_war/shown.py). */
import type { Words } from "../../lib/words";
import type { View } from "../contract";

export interface Kind {
  id: string;
  type: string;
  modifier: number;
  special: string;
  copies: number;
}

export interface CardShown {
  id: string;
  kind: string;
  type: string;
  printed: number;
  counts: number;
  causes: Array<{ card: string; plate: number }>;
  exposed: boolean;
}

export interface Burger {
  serial: number;
  finished: boolean;
  needs: string;
  open: boolean;
  points: number;
  cards: CardShown[];
}

export interface Plate {
  seat: number;
  burgers: Burger[];
  finished: number;
  unfinished: number;
  served: boolean;
  hand_size: number;
  cap: number;
  known: string[];
  hand: string[] | null;
  actions: number;
  immune: boolean;
  sole: boolean;
  banned: boolean;
  leaking: boolean;
  pacifist: boolean;
}

export interface Battle {
  drawer: number;
  stage: string;
  pools: string[][];
  aims: Array<number | null>;
  answers: string[];
  order: number[];
  queue: number[];
  loot: string[];
}

export interface WarView extends View {
  kinds: Kind[];
  round: number;
  max_rounds: number;
  closing_in: number;
  active: number;
  first: number;
  used: number;
  allowance: number;
  deck: number;
  wars_in_deck: number;
  pile: string[];
  served: number;
  plates: Plate[];
  shot: { seat: number; card: string; plate: number; target: string; swap: string | null } | null;
  battle: Battle | null;
  previews: Array<{ move: string; finished: number[]; unfinished: number[]; finishes: boolean; ends: boolean; winners: number[] }>;
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
export const kindOf = (id: string): string => id.replace(/#\d+$/, "");

/** The picture of a kind, by what it is and not by what a list calls it. */
export const artOf = (k: Kind | undefined): string => {
  if (!k?.modifier) return `alien-${k?.type ?? "war"}`;
  const plain = `${k.modifier < 0 ? "n" : "p"}${Math.abs(k.modifier)}`;
  return `alien-${k.type}_${k.special === "legendary" ? "leg" : k.special === "cursed" ? "cur" : plain}`;
};

/** Things in a row, with the comma of the language. */
export const row = (words: Words, parts: string[]): string => parts.join(words.lang === "zh" ? "、" : ", ");
