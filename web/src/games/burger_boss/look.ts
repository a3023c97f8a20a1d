/** How the things of Burger Boss look and what they stand for. */
import type { Thing } from "../../lib/selection";

export const KINDS = ["bun", "patty", "cheese", "tomato", "lettuce"] as const;
export const SPECIALS = ["double", "discount", "steal", "tip", "first"] as const;
export const SPECIAL_ART: Record<(typeof SPECIALS)[number], string> = {
  double: "scooter",
  discount: "coin-5",
  steal: "cup",
  tip: "coin-10",
  first: "bell",
};
export const CARD_ART: Record<string, string> = {
  bakery: "token-bun",
  butchers: "token-patty",
  cheese_shop: "token-cheese",
  produce: "token-tomato",
  manager: "person-boss",
  supermarket: "bag",
  workers: "person-chef",
  expansion: "grill",
};
/** The colour of a seat, the same on the whole table, and the ink on it. */
export const tint = (seat: number): [string, string] => [`var(--seat-${seat % 6})`, "var(--paper-2)"];

/** Specials that double and discount go with a worker; the others are moves of their own. */
export const sayOf = (special: (typeof SPECIALS)[number]): Thing =>
  special === "double" || special === "discount" ? { special } : { verb: special };

/** What a recipe looks like from the bottom bun to the top. */
export const layersOf = (r: number[]): string[] => {
  const [bun = 0, patty = 0, cheese = 0, tomato = 0, lettuce = 0] = r;
  const list: string[] = bun ? ["bottom_bun"] : [];
  for (let i = 0; i < patty; i++) {
    list.push("patty");
    if (i < cheese) list.push("cheese");
  }
  for (let i = patty; i < cheese; i++) list.push("cheese");
  for (let i = 0; i < tomato; i++) list.push("tomato");
  for (let i = 0; i < lettuce; i++) list.push("lettuce");
  for (let i = 2; i < bun; i++) list.push("middle_bun");
  if (bun > 1) list.push("top_bun");
  return list;
};
