/** How the things of Burger Boss look and what they stand for. */
import type { Thing } from "../../lib/selection";
import { find } from "../../art/registry";
import { portrait, stranger } from "../../art/people";

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
/** The colours of the awnings. */
export const CARD_COLOUR: Record<string, string> = {
  bakery: "#c97b32",
  butchers: "#a8392b",
  cheese_shop: "#d79d1c",
  produce: "#4f8a3c",
  manager: "#71518f",
  supermarket: "#2f6ab3",
  workers: "#36808a",
  expansion: "#5b5563",
};
/** The printed colours of the restaurants, and the ink on them. */
const COLOURS: Record<string, [string, string]> = {
  mcdowels: ["#e8b517", "#3a2418"],
  big_tasties: ["#2f7d3a", "#fffaf1"],
  hipster: ["#2464b4", "#fffaf1"],
  burger_prince: ["#c4281c", "#fffaf1"],
  great_burger: ["#2b2727", "#fffaf1"],
};
/** The style of a board with the colours of its seats. */
export const colours = (players: ReadonlyArray<{ seat: number; sign: string }>): string =>
  players
    .map(({ seat, sign }) => [seat, COLOURS[sign]] as const)
    .map(([seat, pair]) => (pair ? `--boss-${seat}:${pair[0]};--boss-ink-${seat}:${pair[1]}` : ""))
    .join(";");
/** The colour of a seat's restaurant, and the ink on it. */
export const tint = (seat: number): [string, string] => [
  `var(--boss-${seat}, var(--seat-${seat}))`,
  `var(--boss-ink-${seat}, var(--paper-2))`,
];

/** The portrait of a customer of a card list of one's own; the others are drawn by their own name. */
export const faceOf = (customer: string) => (find(`person-${customer}`) ? undefined : portrait(stranger(customer)));

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
