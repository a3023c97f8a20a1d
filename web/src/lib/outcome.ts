/** How a game ended, as the server tells it in `TableInfo.outcome`. */

export interface Outcome {
  reason: string;
  rule: string;
  winners: number[];
  ranks: number[];
  totals: number[];
  lines: Array<{ seat: number; label: string; points: number }>;
}
