/** The proposed places for a piece: where it would stand, instead of the numbers of the move. */

import type { View } from "../../generated/buffet_boss";
import type { Words } from "../../lib/words";

export const labels = (view: Pick<View, "spots">, words: Words): Record<string, string> =>
  Object.fromEntries(
    (view.spots ?? []).map((s) => [
      s.move,
      words.board("spot", {
        what: words.term(s.piece),
        where: s.x === 0 ? words.board("middle") : words.board(s.x < 0 ? "left_of" : "right_of", { n: Math.abs(s.x) }),
        on: words.terms(s.on),
        h: s.height,
      }),
    ]),
  );
