/** What a remembered table is called: its game in the chosen language, and what it is besides. */

import { pair, t } from "./i18n";
import type { SavedTable } from "./saved_tables.svelte";
import { settings } from "./settings.svelte";
import type { GameInfo } from "./protocol";
import { say } from "./words";

export const tableName = (m: SavedTable, games: GameInfo[]): string => {
  const game = say(games.find((g) => g.id === m.game)?.title, settings.lang, m.title || m.id);
  return m.lesson && !m.lesson.light ? t("tutorialOf", { game }) : m.daily ? pair(t("dailyLink"), game) : game;
};
