/** How things of Burger Up look and read. */
import type { Ask, Half } from "../../generated/burger_up";
import type { Words } from "../../lib/words";

/** A line of an order in words. */
export const sayAsk = (ask: Ask, words: Words): string =>
  words.fill(words.term(`ask_${ask.kind}`), (name) => (name === "n" ? ask.n : ask.of));

/** Pictures for ingredients of a list of one's own, by type; the others are drawn by their own name. */
export const TYPE_ART: Record<string, string> = {
  bun: "middle_bun",
  salad: "lettuce",
  meat_patty: "patty",
  cheese_egg: "cheese",
  sauce: "ketchup",
};
export const artOf = (half: Half): string => TYPE_ART[half.art] ?? half.art;

export const TYPE_COLOURS: Record<string, string> = {
  bun: "#c97b32",
  salad: "#4f8a3c",
  meat_patty: "#8a4826",
  cheese_egg: "#c98a10",
  sauce: "#b5302a",
  any: "#6b4d3a",
};
