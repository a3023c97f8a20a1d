/**
 * What a game adds to the end screen: how it groups its points (`groups` of its ends.ts), and the winner's burger, plate or
 * tower large (Trophy.svelte; the room is `--hero` high, and grows with what needs more).
 */

import type { Component } from "svelte";
import type { Outcome } from "../lib/outcome";
import type { Words } from "../lib/words";

export interface Group {
  seat: number;
  points: number;
  /** shown, but worth nothing */
  idle?: boolean;
  lines: Array<{ id: string; points: number; art: string }>;
}

const own = import.meta.glob<(view: never) => Group[]>("./*/ends.ts", { import: "groups" });

export const groupsOf = async (game: string, view: unknown): Promise<Group[]> =>
  (await own[`./${game}/ends.ts`]?.())?.(view as never) ?? [];

interface TrophyProps {
  /** the last position */
  view: never;
  /** whose burger it is */
  seat: number;
  words: Words;
  outcome: Outcome;
}
const trophies = import.meta.glob<{ default: Component<TrophyProps> }>("./*/Trophy.svelte");

export const trophyOf = (
  game: string,
): (() => Promise<{ default: Component<{ [name: string]: unknown }> }>) | undefined =>
  trophies[`./${game}/Trophy.svelte`] as never;
