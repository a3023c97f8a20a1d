/** What a board that a package brings is given; docs/new-game.md shows one. */

import type { GameEvent, View } from "../contract";
import type { Thing } from "../../lib/pointing";
import type { Words } from "../../lib/words";

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
  /** what an element stands for: gives it light, clicks, keys, and the answer to "why not" */
  point: (element: HTMLElement, thing: Thing) => void;
}

/** `export default` of board.js: draws the table into the element; called again after every change. */
export type Draw = (element: HTMLElement, table: Table) => void;
