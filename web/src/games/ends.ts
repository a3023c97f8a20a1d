/** How a game groups its points on the end screen (by burger, say): `groups` of its ends.ts. */

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
