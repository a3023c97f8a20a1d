/** Boards by game, loaded when a table of that game is opened. A game without a board of its own gets the generic one. */

import type { Component } from "svelte";
import type { BoardProps } from "./contract";

type Load = () => Promise<{ default: Component<BoardProps> }>;

const own = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");

export const generic: Load = own["./generic/Board.svelte"] as Load;
export const boardOf = (game: string, plain = false): Load => (plain ? generic : ((own[`./${game}/Board.svelte`] as Load | undefined) ?? generic));
