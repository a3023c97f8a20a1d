/** The last position of a Burger War, burger by burger. */
import type { View } from "../../generated/burger_war";
import type { Group } from "../ends";
import { artOf } from "./cards";

export const groups = (view: View): Group[] =>
  view.plates.flatMap((p) =>
    p.burgers.map((b) => ({
      seat: p.seat,
      points: b.points,
      idle: !b.finished,
      lines: b.cards.map((c) => ({
        id: c.kind,
        points: c.counts,
        art: artOf(view.kinds.find((k) => k.id === c.kind)),
      })),
    })),
  );
