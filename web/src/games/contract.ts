/**
 * What a board gets and gives. A board has no rules: it draws `view` and lights up `moves`.
 * See web/README.md for how to write one.
 */

import type { Words } from "../lib/words";

/** Fields common to all views; each game adds its own. */
export interface View {
  seat: number | null;
  seats: number;
  awaits: number[];
  step: string;
  moves: string[];
  over: boolean;
  [field: string]: unknown;
}

export interface GameEvent {
  kind: string;
  [field: string]: unknown;
}

export interface BoardProps {
  /** the position as this seat may see it; replaced as a whole after each change */
  view: View;
  /** legal moves of this seat, in the order of the rules; empty when it is not asked */
  moves: string[];
  /** sends a move; the board never changes the view by itself */
  send: (move: string) => void;
  /** sentences, names and terms in the chosen language */
  words: Words;
  /** what has just happened, oldest first; a new array after each change; for animation only */
  events: GameEvent[];
  /** number of the change, so that a board can tell new events from old ones */
  version: number;
  /** true while a move is on its way, in replays and for spectators */
  busy: boolean;
  /** the game's printed data (cards.toml and options), if the board needs it */
  data: Record<string, unknown>;
  /** options of this table */
  options: Record<string, unknown>;
  /** live aim of other seats, for Buffet Boss only */
  ghosts?: Record<number, unknown>;
  aim?: (ghost: unknown) => void;
}

export const games = ["burger_boss", "jom_burger", "burger_up", "burger_war", "buffet_boss"] as const;
export type GameId = (typeof games)[number];
