/** Moves by the cards that they are about, as the board shows them. */

import type { View } from "../../generated/burger_up";
import { partsOf, verbOf } from "../../lib/selection";
import type { Words } from "../../lib/words";

export const labels = (view: Pick<View, "market" | "seat" | "kitchens" | "moves">, words: Words) => {
  const mine = view.kitchens[view.seat ?? 0];
  const name = (move: string): string | undefined => {
    const [a = "", b = "", c = ""] = partsOf(move);
    switch (verbOf(move)) {
      case "buy": {
        const card = view.market[Number(a)]?.card ?? "";
        return card && words.board("label_buy", { card: words.term(card) });
      }
      case "place": {
        const card = mine?.hand?.find((one) => one.card === a);
        const half = card && (b === "a" ? card.a : card.b);
        return half && words.board("label_place", { what: words.term(half.ingredient), n: Number(c) + 1 });
      }
      case "spatula": {
        const layer = mine?.burgers[Number(a)]?.layers[Number(b)];
        const what = layer && words.term(layer.half.ingredient);
        return what && words.board("label_spatula", { what, n: Number(a) + 1, to: words.term(c) });
      }
    }
  };
  return Object.fromEntries(
    view.moves.flatMap((move) => {
      const said = name(move);
      return said ? [[move, said]] : [];
    }),
  );
};
