/** How a game ended, as the server tells it in `TableInfo.outcome`. */

export interface Outcome {
  reason: string;
  rule: string;
  winners: number[];
  ranks: number[];
  totals: number[];
  lines: Array<{ seat: number; label: string; points: number }>;
}

export type Tone =
  "won" | "shared" | "lost" | "together" | "failed" | "alone_won" | "alone_lost" | "nobody" | "watched";

/** How an outcome is presented: who won, alone or together, and whether a winner is looking. */
export const toneOf = ({ winners, ranks, lines }: Outcome, mine: readonly number[], seats: number): Tone => {
  if (seats === 1) return winners.length ? "alone_won" : "alone_lost";
  const team = !lines.length && new Set(ranks).size === 1;
  if (team && winners.length === seats) return "together";
  if (!winners.length) return team ? "failed" : "nobody";
  if (!mine.length) return "watched";
  if (!winners.some((w) => mine.includes(w))) return "lost";
  return winners.length > 1 ? "shared" : "won";
};
