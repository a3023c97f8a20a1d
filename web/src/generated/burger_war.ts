/* Written by tools/typescript.py; do not edit. */

import type { Shape } from "../lib/selection";

export type WarView = {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  options: Record<string, boolean | number | string>;
  previews: Preview[];
  kinds: KindShown[];
  full_deck: boolean;
  war_priority: string;
  war_loot: string;
  war_take: string;
  cheese_stack: string;
  recycle_war: string;
  max_rounds: number;
  first: number;
  active: number;
  round: number;
  closing_in: number;
  used: number;
  allowance: number;
  deck: number;
  wars_in_deck: number;
  pile: string[];
  reshuffles: number;
  served: number;
  plates: PlateShown[];
  shot: ShotShown | null;
  last_shot: ShotShown | null;
  battle: BattleShown | null;
  past: BattleShown | null;
  ended: string;
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

export type KindShown = {
  id: string;
  type: string;
  modifier: number;
  special: string;
  copies: number;
};

export type PlateShown = {
  seat: number;
  burgers: BurgerShown[];
  finished: number;
  unfinished: number;
  served: boolean;
  serials: number;
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
  given: number;
  received: number;
  thefts: number;
  deflections: number;
  recycled: number;
};

export type BurgerShown = {
  serial: number;
  finished: boolean;
  needs: string;
  open: boolean;
  points: number;
  cards: CardShown[];
};

export type CardShown = {
  id: string;
  kind: string;
  type: string;
  printed: number;
  counts: number;
  causes: Cause[];
  exposed: boolean;
};

export type Cause = {
  card: string;
  plate: number;
};

export type ShotShown = {
  seat: number;
  card: string;
  plate: number;
  target: string;
  swap: string | null;
};

export type BattleShown = {
  drawer: number;
  stage: string;
  pools: string[][];
  aims: Array<number | null>;
  locks: number[];
  answers: string[];
  order: number[];
  queue: number[];
  loot: string[];
};

export type View = WarView;

export type GameEvent =
  | { kind: "GameBegan"; first: number; deck: number }
  | { kind: "HandDealt"; seat: number; cards: string[] | null }
  | { kind: "RoundBegan"; round: number }
  | { kind: "ActionLeft"; seat: number }
  | { kind: "TurnEnded"; seat: number }
  | { kind: "CardDrawn"; seat: number; card: string | null }
  | { kind: "PileReshuffled"; cards: number }
  | { kind: "CardDiscarded"; seat: number; card: string }
  | { kind: "IngredientPlaced"; seat: number; plate: number; card: string; burger: number }
  | { kind: "BurgerFinished"; plate: number; burger: number; points: number }
  | { kind: "BurgerReopened"; plate: number; burger: number }
  | { kind: "BurgerVanished"; plate: number; burger: number }
  | { kind: "NukeUsed"; seat: number; plate: number; target: string }
  | { kind: "TransmogUsed"; seat: number; plate: number; target: string; swap: string | null }
  | { kind: "DeflectorAsked"; asked: number[] }
  | { kind: "AnswerGiven"; seat: number; answer: string | null }
  | { kind: "AttackDeflected"; seat: number; attacker: number }
  | { kind: "AttackAllowed"; seat: number }
  | { kind: "IngredientNuked"; plate: number; card: string; burger: number }
  | { kind: "IngredientSwapped"; plate: number; old: string; card: string; burger: number }
  | { kind: "CardRecycled"; seat: number; card: string }
  | { kind: "WarDrawn"; seat: number }
  | { kind: "WarFizzled" }
  | { kind: "AimLocked"; seat: number; target: number | null }
  | { kind: "AimShown"; seat: number; target: number }
  | { kind: "ShieldRaised"; seat: number }
  | { kind: "ShieldDeclined"; seat: number }
  | { kind: "AttackOrderSet"; order: number[] }
  | { kind: "IngredientLooted"; seat: number; plate: number; card: string }
  | { kind: "NothingLooted"; seat: number; plate: number }
  | { kind: "LootLanded"; seat: number; card: string; burger: number }
  | { kind: "LootPocketed"; seat: number; card: string }
  | { kind: "WarEnded" }
  | { kind: "HandShown"; seat: number; cards: string[] }
  | { kind: "EveryoneServed" }
  | { kind: "ClosingTimeCame"; round: number };

/** The nouns of each verb's places. */
export const shape = {
  draw: [],
  place: ["card", "plate"],
  nuke: ["plate", "placed"],
  transmog: ["plate", "placed", "card"],
  recycle: ["piled"],
  end: [],
  deflect: [],
  decline: [],
  aim: ["plate"],
  loot: ["placed"],
  spare: [],
  discard: ["card"],
} as const satisfies Shape;

/** A move as a line, put together from its parts. */
export const say = {
  draw: () => `draw`,
  place: (card: string, plate: number) => `place ${card} ${plate}`,
  nuke: (plate: number, placed: string) => `nuke ${plate} ${placed}`,
  transmog: (plate: number, placed: string, card: string) => `transmog ${plate} ${placed} ${card}`,
  recycle: (piled: string) => `recycle ${piled}`,
  end: () => `end`,
  deflect: () => `deflect`,
  decline: () => `decline`,
  aim: (plate: number) => `aim ${plate}`,
  loot: (placed: string) => `loot ${placed}`,
  spare: () => `spare`,
  discard: (card: string) => `discard ${card}`,
};
