/** The dice: their ingredients in the order of the bag, and their colours. */

export const INGREDIENTS = ["bread", "cheese", "fries_soda", "meat", "vegetable", "egg"] as const;

export const COLOURS: Record<string, [string, string]> = {
  bread: ["#b9732f", "#fff6e6"],
  cheese: ["#f4b638", "#4a2a08"],
  fries_soda: ["#e0658f", "#fff6f8"],
  meat: ["#b8452c", "#fff3ea"],
  vegetable: ["#5f9d49", "#f7fff0"],
  egg: ["#fbf6ea", "#4a3420"],
};

/** Every die by its name: its ingredient and its pips. */
const DICE = new Map(
  INGREDIENTS.flatMap((of) => [1, 2, 3, 4, 5, 6].map((pips): [string, [string, number]] => [of + pips, [of, pips]])),
);
export const dieOf = (id: string): [string, number] => DICE.get(id) ?? [id, 0];

/** The colour of a seat. */
export const colour = (seat: number): string => `var(--seat-${seat % 6})`;
