/* Written by tools/typescript.py; do not edit. */

import type { Shape } from "../lib/selection";

export type BuffetView = {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  options: Record<string, boolean | number | string>;
  previews: Preview[];
  version: string;
  level: string;
  beginner: boolean;
  sway: string;
  calm_only: boolean;
  plate_kind: string;
  rescue_seconds: number;
  hold_seconds: number;
  saves_allowed: number;
  pushes_allowed: number;
  any_time: boolean;
  round: number;
  rounds: number;
  first: number;
  last: number;
  turn: number;
  taken: boolean;
  took_two: number;
  ballot: number;
  in_last_look: boolean;
  lost: boolean;
  line: string[];
  marked: string[];
  menu: Dish[];
  deck_size: number;
  box_size: number;
  bin: string[];
  players: SeatView[];
  characters: CharacterView[];
  phases: number[];
  spots: SpotView[];
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

export type Dish = {
  id: string;
  stars: number;
  group: string;
  colour: string;
};

export type SeatView = {
  mode: string;
  cards: string[];
  lost: string[];
  hand: Held[];
  fallen: Lying[];
  quota: number;
  plate: PlateView;
  stars: number;
  tallest: boolean;
  total: number;
  pushes: number;
  pushes_left: number;
  may_adjust: boolean;
  acts: number;
  saves: number[];
  last_window: number;
  fall_ms: number;
  released: number[];
  ready: boolean;
  vote: number;
  chosen: string;
  bonus: number;
  two_hands: boolean;
  unhurried: boolean;
  clock: number;
};

export type Held = {
  id: string;
  rescued: boolean;
  saves: number;
};

export type Lying = {
  id: string;
  savable: boolean;
  saves: number;
};

export type PlateView = {
  y: number;
  a: number;
  pieces: PieceView[];
  touch: [string, string][];
  height: number;
  top: number;
  lean10: number;
  balance: [number, number];
};

export type PieceView = {
  id: string;
  flip: number;
  x: number;
  y: number;
  a: number;
};

export type CharacterView = {
  id: string;
  bonus: number;
  counts: string[];
};

export type SpotView = {
  move: string;
  piece: string;
  x: number;
  height: number;
  support: number;
  on: string[];
  lean10: number;
  stability: string;
};

export type Pose = {
  id: string;
  flip: number;
  x: number;
  y: number;
  a: number;
};

export type Film = {
  ms: number;
  bodies: string[];
  first: number[][];
  frames: number[][];
  shift: number;
};

export type View = BuffetView;

export type GameEvent =
  | { kind: "LunchOpened"; rounds: number; tallest: number }
  | { kind: "DinnerOpened"; rounds: number; tallest: number }
  | { kind: "AllYouCanEatOpened"; rounds: number; foods: number }
  | { kind: "CharactersDealt"; seat: number; characters: string[] | null }
  | { kind: "FirstPlayerChosen"; seat: number }
  | { kind: "LineRevealed"; round: number; cards: string[] }
  | { kind: "VoteCast"; seat: number; whom: number }
  | { kind: "ExtraVoteCast"; seat: number; whom: number }
  | { kind: "NoAgreement"; ballot: number }
  | { kind: "FoodTaken"; seat: number; card: string }
  | { kind: "TwoTaken"; seat: number; one: string; two: string }
  | {
      kind: "ActSettled";
      seat: number;
      piece: string;
      flip: number;
      released: number[];
      tilt: [number, number];
      pieces: Pose[];
      touch: [string, string][];
      fallen: string[];
      height: number;
      lean10: number;
      overturned: boolean;
      settled: boolean;
      sim_ms: number;
      film: Film;
    }
  | {
      kind: "FoodPlaced";
      seat: number;
      piece: string;
      flip: number;
      released: number[];
      tilt: [number, number];
      pieces: Pose[];
      touch: [string, string][];
      fallen: string[];
      height: number;
      lean10: number;
      overturned: boolean;
      settled: boolean;
      sim_ms: number;
      film: Film;
    }
  | {
      kind: "FoodAdjusted";
      seat: number;
      piece: string;
      flip: number;
      released: number[];
      tilt: [number, number];
      pieces: Pose[];
      touch: [string, string][];
      fallen: string[];
      height: number;
      lean10: number;
      overturned: boolean;
      settled: boolean;
      sim_ms: number;
      film: Film;
    }
  | { kind: "FoodFell"; seat: number; fallen: string[]; quota: number; count: number }
  | { kind: "FoodSaved"; seat: number; piece: string }
  | { kind: "FoodBinned"; seat: number; cards: string[] }
  | { kind: "LineCleared"; cards: string[] }
  | { kind: "LastLookBegun"; rounds: number }
  | { kind: "SeatReady"; seat: number }
  | { kind: "CharacterChosen"; seat: number; character: string | null }
  | { kind: "CharacterShown"; seat: number; character: string; bonus: number }
  | { kind: "TallestMeasured"; seats: number[]; height: number }
  | { kind: "BuffetWon"; foods: number }
  | { kind: "BuffetLost"; seat: number; fallen: string[] };

/** The nouns of each verb's places. */
export const shape = {
  vote: ["seat"],
  extra: ["seat"],
  take: ["card"],
  taketwo: ["card", "card"],
  grab: ["fallen"],
  leave: [],
  bin: ["held"],
  ready: [],
  choose: ["character"],
  pass: [],
  place: ["held", "spot", "height", "angle", "side", "moment"],
  adjust: ["placed", "way", "lift", "turn", "moment"],
} as const satisfies Shape;

/** A move as a line, put together from its parts. */
export const say = {
  vote: (seat: number) => `vote ${seat}`,
  extra: (seat: number) => `extra ${seat}`,
  take: (card: string) => `take ${card}`,
  taketwo: (one: string, two: string) => `taketwo ${one} ${two}`,
  grab: (piece: string) => `grab ${piece}`,
  leave: () => `leave`,
  bin: (piece: string) => `bin ${piece}`,
  ready: () => `ready`,
  choose: (character: string) => `choose ${character}`,
  pass: () => `pass`,
  place: (piece: string, x: number, y: string | number, angle: number, side: string, moment: string | number) =>
    `place ${piece} ${x} ${y} ${angle} ${side} ${moment}`,
  adjust: (piece: string, right: number, up: number, turn: number, moment: string | number) =>
    `adjust ${piece} ${right} ${up} ${turn} ${moment}`,
};
