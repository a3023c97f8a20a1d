/* Written by tools/typescript.py; do not edit. */

/** A review; if the game could not be judged, ``reason`` (rules, cards, broken) and ``note`` say why. */
export type Review = {
  game: string;
  names: string[];
  decisions: number;
  note: string;
  reason: string;
  ranks: number[];
  deal: number[];
  opening: number[];
  moments: Moment[];
  accounts: Account[];
  turning: number[];
  best: number;
  worst: number;
  known: Record<string, Better>;
  open: Record<string, Better>;
  seconds: Record<string, [string[], number][]>;
  verdict: string;
};

/** One decision: the chances of all seats after it, its luck and skill for all seats, and the alternatives. */
export type Moment = {
  number: number;
  seat: number;
  step: string;
  move: string;
  chances: number[];
  luck: number[];
  skill: number[];
  drew: boolean;
  choices: number;
  chance: number;
  low: number;
  high: number;
  lost: number;
  lead: number;
  best: string;
  best_chance: number;
  behind: number;
  stake: number;
  scatter: number;
  error: number;
};

/** The account of a seat: start + luck + skill + others = result (``others``: decisions of the other seats). */
export type Account = {
  seat: number;
  start: number;
  luck: number;
  skill: number;
  others: number;
  result: number;
  rating: string;
  mistakes: number[];
  error: number;
};

/** A better choice: the move, its chance, what the played move lost, why (by terms), and what it makes likely. */
export type Better = {
  move: string;
  chance: number;
  lost: number;
  reasons: [string, number][];
  prospects: Record<string, unknown>[];
};

/** Progress of a review; ``review`` (see docs/coach.md) when it is done, until then the ``moments`` so far. */
export type ReviewStatus = {
  state: "done" | "failed" | "making" | "none";
  done: number;
  total: number;
  review: unknown;
  moments: unknown;
};

export type PuzzleInfo = {
  id: string;
  game: string;
  level: "easy" | "hard" | "medium";
  seats: number;
  choices: number;
  stacking: boolean;
};

/** A puzzle: the view of the seat and its choices, in an order that gives nothing away. */
export type PuzzlePosition = {
  puzzle: PuzzleInfo;
  seat: number;
  names: string[];
  view: unknown;
  moves: string[];
};

export type PuzzleAnswer = {
  move: string;
};

/** How good an answer is, and all choices, best first. ``thought``: the move of the bot's policy. */
export type PuzzleResult = {
  right: boolean;
  move: string;
  chance: number;
  best: string;
  best_chance: number;
  thought: string;
  choices: PuzzleChoice[];
  reasons: PuzzleReason[];
  shown: PuzzleTrial | null;
  prospects: Record<string, unknown>[];
};

export type PuzzleChoice = {
  moves: string[];
  chance: number;
  low: number;
  high: number;
};

export type PuzzleReason = {
  term: string;
  value: number;
};

/** What an answer to a stacking puzzle came to in one simulated trial. */
export type PuzzleTrial = {
  view: unknown;
  events: Record<string, unknown>[];
};

/** The deal of a day. Create a table with ``practice`` = seed and these seats; the first one is yours. */
export type DailyDeal = {
  game: string;
  date: string;
  seed: string;
  seats: number;
  bot: string;
  scores: DailyScore[];
};

/** One line of a day's leaderboard. */
export type DailyScore = {
  name: string;
  result: number;
  luck: number;
  adjusted: number;
  skill: number;
  place: number;
  at: number;
};

/** Enter a finished and reviewed game of today, each once. ``browser``: a random id, whose first game counts. */
export type DailyEntry = {
  table: string;
  browser: string;
  name: string;
};
