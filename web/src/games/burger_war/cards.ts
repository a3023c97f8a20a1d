/** Cards of the Burger War: pictures and numbers. */
import type { KindShown } from "../../generated/burger_war";
import type { Words } from "../../lib/words";

/** The picture of a kind, by what it is and not by what a list calls it. */
export const artOf = (k: KindShown | undefined): string => {
  if (!k?.modifier) return `alien-${k?.type ?? "war"}`;
  const plain = `${k.modifier < 0 ? "n" : "p"}${Math.abs(k.modifier)}`;
  return `alien-${k.type}_${k.special === "legendary" ? "leg" : k.special === "cursed" ? "cur" : plain}`;
};

/** Things in a row, with the comma of the language. */
export const row = (words: Words, parts: string[]): string => parts.join(words.comma);
