/** What the board of a third-party package is given; docs/new-game.md shows one. */

import type { GameEvent, View } from "../games/contract";
import type { Thing } from "../lib/selection";
import type { Words } from "../lib/words";

export interface Table {
  view: View;
  moves: string[];
  events: GameEvent[];
  version: number;
  /** a move is on its way, or this is a replay: nothing can be chosen */
  busy: boolean;
  options: Record<string, unknown>;
  words: Words;
  lang: string;
  /** no animation is wanted */
  still: boolean;
  send: (move: string) => void;
  /** what an element stands for: adds highlighting, clicks, keys and explanations */
  point: (element: HTMLElement, thing: Thing) => void;
}

/** `export default` of board.js: draws the table into the element; called again after every change. */
export type Draw = (element: HTMLElement, table: Table) => void;
