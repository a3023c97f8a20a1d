/** Which picture goes with the words of a move or an event. */

import { find } from "./registry";

const names = (word: string): string[] => {
  const plain = word.replace(/#\d+$/, "");
  return [
    `token-${plain}`,
    `alien-${plain}`,
    `food-${plain.replace(/\.[ab]$/, "")}`,
    `person-${plain}`,
    `token-${plain.replace(/\d$/, "")}`,
  ];
};

export const guess = (words: unknown[]): string | undefined =>
  words
    .flat()
    .filter((w): w is string => typeof w === "string" && w !== "")
    .flatMap(names)
    .find((n) => find(n));
