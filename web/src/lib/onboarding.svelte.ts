/** How this browser was introduced to each game, and whether the help dialog is open. */

import type { GameBook, TableInfo } from "./protocol";
import { checkedOnboarding, parsed } from "./stored";

export type OnboardingChoice = "lesson" | "guide" | "know";

const KEY = "bunfight.met";

export const onboarding = $state<Record<string, OnboardingChoice>>(
  checkedOnboarding(parsed(localStorage.getItem(KEY))),
);

export const setOnboarding = (game: string, how: OnboardingChoice): void => {
  onboarding[game] = how;
  localStorage.setItem(KEY, JSON.stringify(onboarding));
};

/** The dialog behind the key "?": the keys, and at a table the game on one screen. */
export const help = $state<{ open: boolean; book: GameBook | null; table: TableInfo | null }>({
  open: false,
  book: null,
  table: null,
});
