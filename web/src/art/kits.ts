/** Pictures that only one game needs, for pages that show them without its board. */

import type { Kit } from "./draw";
import { addKit } from "./registry";

const kits = import.meta.glob<{ default: Kit }>("../games/*/kit.ts");

export const bring = async (game: string): Promise<void> => {
  const kit = await kits[`../games/${game}/kit.ts`]?.();
  if (kit) addKit(kit.default);
};

/** The pictures of all games: a face may come from any of them. */
export const bringAll = async (): Promise<void> => {
  for (const kit of await Promise.all(Object.values(kits).map((one) => one()))) addKit(kit.default);
};
