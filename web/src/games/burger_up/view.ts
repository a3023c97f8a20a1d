/** The fields of the Burger Up view that the board draws (games/burger_up/view.py), and how an order's line is said. */
import type { View } from "../contract";
import type { Words } from "../../lib/words";

export interface Half {
  ingredient: string;
  type: string;
  next: string;
  perfect: boolean;
  keywords: string[];
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

export interface Order {
  order: string;
  name: string;
  lines: string[];
  size: string;
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

/** Words inside names that orders ask for. */
const WORDS: Record<string, string> = { Chicken: "鸡肉", Egg: "蛋", Pepper: "甜椒" };

/** Orders come with English lines; other languages are put together from the same parts. */
export const sayLine = (line: string, words: Words): string => {
  if (words.lang !== "zh" || !line) return line;
  const back = (name: string): string => {
    const found = Object.entries(words.data.terms).find(([, w]) => w.en === name || `${w.en}s` === name);
    return found ? words.term(found[0]) : (WORDS[name] ?? name);
  };
  let m;
  if ((m = /^(\d+)\+ (.+)$/.exec(line))) return `${back(m[2]!)}至少 ${m[1]}`;
  if ((m = /^No (.+)$/.exec(line))) return `不要${back(m[1]!)}`;
  if ((m = /^at most (\d+) (.+)$/i.exec(line))) return `${back(m[2]!)}最多 ${m[1]}`;
  if ((m = /^(\d+) different (.+)$/.exec(line))) return `${m[1]} 种不同的${back(m[2]!)}`;
  if ((m = /^equal (.+)$/i.exec(line))) return `${m[1]!.split(", ").map(back).join("、")}数量相等`;
  if ((m = /^(.+) on top$/.exec(line))) return `顶层是${back(m[1]!)}`;
  if ((m = /^(.+) or larger$/.exec(line))) return `${back(m[1]!)}或更大`;
  if ((m = /^(.+) or smaller$/.exec(line))) return `${back(m[1]!)}或更小`;
  if ((m = /^(.+) only$/.exec(line))) return `仅限${back(m[1]!)}`;
  return back(line);
};

export const TYPE_COLOURS: Record<string, string> = { bun: "#c97b32", salad: "#4f8a3c", meat_patty: "#8a4826", cheese_egg: "#c98a10", sauce: "#b5302a", any: "#6b4d3a" };
