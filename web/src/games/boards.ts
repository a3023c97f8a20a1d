/** Boards by game, loaded when a table of that game is opened. A game without a board of its own gets the generic one. */

import type { Component } from "svelte";
import type { Travels } from "../lib/motion.svelte";
import type { Words } from "../lib/words";
import type { BoardProps } from "./contract";

/** A question that follows what can still be done; empty where the words of the step say enough. */
export type Asks = (moves: readonly string[], words: Words) => string;

/** A board, what travels when something happens on it, and what it asks. */
export interface Module {
  default: Component<BoardProps>;
  travels?: Travels;
  asks?: Asks;
}
type Load = () => Promise<Module>;

const own = import.meta.glob<Module>("./*/Board.svelte");

export const generic: Load = () => import("../generic/Board.svelte");
const thirdParty: Load = () => import("../generic/ThirdPartyBoard.svelte");

/** `external`: the game comes from a third-party package that ships a board of its own. */
export const boardOf = (game: string, plain = false, external = false): Load =>
  plain ? generic : external ? thirdParty : (own[`./${game}/Board.svelte`] ?? generic);

/** Whether a game has a board here on which everything can be chosen by pointing. */
export const pointable = (game: string): boolean => `./${game}/Board.svelte` in own;
