/** The fields of JomView that the board draws (games/jom_burger/view.py). */
import type { View } from "../contract";

export interface Slot {
  id: string;
  ingredient: string;
  pips: number;
  locked: boolean;
}

/** a burger card that can be chosen */
export interface MenuEntry {
  id: string;
  special: boolean;
  rows: Array<[string, string]>;
}

export interface Stall {
  /** "": not chosen yet */
  burger: string;
  special: boolean;
  slots: Slot[];
  reroll: boolean;
  supply: boolean;
  salad_chosen: boolean;
  salad_side: string | null;
  salad: string[];
  salad_pips: number;
  wasted: number;
  basic_missing: number;
  premium_missing: number;
  lines: Array<{ label: string; points: number }>;
  total: number;
  voided: number;
  turns: number;
}

export interface JomView extends View {
  scoring: string;
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
  menu: MenuEntry[];
  fridge: Array<{ die: string; round: number; seat: number | null }>;
  first_basic: number | null;
  first_premium: number | null;
  salads: Array<{ side: string; points: number[]; caps: number[]; multipliers: number[] }>;
  stalls: Stall[];
}

export const INGREDIENTS = ["bread", "cheese", "fries_soda", "meat", "vegetable", "egg"] as const;

export const COLOURS: Record<string, [string, string]> = {
  bread: ["#b9732f", "#fff6e6"],
  cheese: ["#f4b638", "#4a2a08"],
  fries_soda: ["#e0658f", "#fff6f8"],
  meat: ["#b8452c", "#fff3ea"],
  vegetable: ["#5f9d49", "#f7fff0"],
  egg: ["#fbf6ea", "#4a3420"],
};

/** `meat5` -> ["meat", 5] */
export const dieOf = (id: string): [string, number] => [id.slice(0, -1), Number(id.slice(-1))];
