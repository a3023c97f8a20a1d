/** Names for moves that are easier to say than their text: `labels` of a game's labels.ts, by move. */

import type { Words } from "../lib/words";
import type { View } from "./contract";

export type MoveLabels = (view: View, words: Words, moves?: readonly string[]) => Record<string, string>;

const own = import.meta.glob<MoveLabels>("./*/labels.ts", { import: "labels" });

export const moveLabels = async (game: string): Promise<MoveLabels> =>
  (await own[`./${game}/labels.ts`]?.()) ?? (() => ({}));
