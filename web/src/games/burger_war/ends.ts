/** The last position of a Burger War, burger by burger. */
import type { View } from "../../generated/burger_war";
import type { Group } from "../ends";

export const groups = (view: View): Group[] =>
  view.plates.flatMap((p) =>
    p.burgers
      .filter((b) => b.finished)
      .map((b) => ({
        seat: p.seat,
        points: b.points,
        lines: b.cards.map((c) => ({ id: c.kind, points: c.counts })),
      })),
  );
