/** Games whose points belong together in some way (a burger, say) tell it here: `groups` of their ends.ts. */

export interface Group {
  seat: number;
  points: number;
  /** shown, but worth nothing */
  idle?: boolean;
  lines: Array<{ id: string; points: number; art: string }>;
}

const own = import.meta.glob<(view: never) => Group[]>("./*/ends.ts", { import: "groups" });

export const groupsOf = async (game: string, view: unknown): Promise<Group[]> =>
  (await own[`./${game}/ends.ts`]?.())?.(view as never) ?? [];
