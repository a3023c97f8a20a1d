/**
 * What a board gets and gives. A board has no rules: it draws `view` and lights up `moves`.
 * See web/README.md for how to write one.
 */

import type { Words } from "../lib/words";

/** What a choice does: worded in [previews] of words.toml. */
export interface Effect {
  key: string;
  n: number;
  seat: number;
  thing: string;
  things: string[];
  chance: boolean;
}

export interface Preview {
  move: string;
  effects: Effect[];
}

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

/** Data that belongs to a decision but not to the position, such as a recorded motion; the game defines `kind` and `body`. */
export interface Attachment {
  seat: number;
  number: number;
  kind: string;
  body: unknown;
  /** how long to show it; as long as it took, if absent */
  seconds?: number;
}

/** What other seats may see for a moment and nobody stores; the game defines `kind` and `body`. */
export type EphemeralBody = Record<string, string | number | boolean>;
export interface Ephemeral {
  seat: number;
  kind: string;
  body: EphemeralBody;
}

/** `BoardProps<View, GameEvent>` with the types of the game's own file in `../generated`. */
export interface BoardProps<V = View, E = GameEvent> {
  /** the position as this seat may see it; replaced as a whole after each change */
  view: V;
  /** legal moves of this seat, in the order of the rules; empty when it is not asked */
  moves: string[];
  /** sends a move; the board never changes the view by itself */
  send: (move: string) => void;
  /** sentences, names and terms in the chosen language */
  words: Words;
  /** what has just happened, oldest first; a new array after each change; for animation only */
  events: E[];
  /** number of the change, so that a board can tell new events from old ones */
  version: number;
  /** true while a move is on its way, in replays and for spectators */
  busy: boolean;
  /** options of this table */
  options: Record<string, unknown>;
  /** the attachment of the last decision */
  attachment?: Attachment | null;
  /** the latest ephemeral message of each other seat */
  ephemeral?: Record<number, Ephemeral>;
  /** shows something to the others for a moment */
  sendEphemeral?: (kind: string, body: EphemeralBody) => void;
}
