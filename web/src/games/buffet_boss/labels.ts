/** Places for a piece in words: where it would come down and how risky that looks, instead of the numbers of the move. */

import type { View } from "../../generated/buffet_boss";
import { partsOf, verbOf } from "../../lib/selection";
import type { Words } from "../../lib/words";
import { bodiesOf, depth, foodOf, type Body } from "./view";

/** How far a piece reaches to the left and to the right of its centroid. */
const reach = (b: Body): [number, number] => [
  depth(foodOf(b.id), b.a - 90, b.flip),
  depth(foodOf(b.id), b.a + 90, b.flip),
];
/** Nearer to the middle of what is below than this, in mm, is neither left nor right of it. */
const AMID = 7;

const where = (x: number, pieces: Body[], words: Words): string => {
  const sides = new Map(pieces.map((b) => [b, reach(b)]));
  const below = pieces
    .filter((b) => x >= b.x - sides.get(b)![0] && x <= b.x + sides.get(b)![1])
    .sort((a, b) => b.y - a.y)[0];
  if (below) {
    const side = x < below.x - AMID ? "on_top_left" : x > below.x + AMID ? "on_top_right" : "on_top";
    return words.board(side, { what: words.term(below.id) });
  }
  const left = pieces.filter((b) => b.x < x).sort((a, b) => b.x - a.x)[0];
  const right = pieces.filter((b) => b.x > x).sort((a, b) => a.x - b.x)[0];
  if (left && right) return words.board("between", { what: words.term(left.id), other: words.term(right.id) });
  if (left) return words.board("right_of", { what: words.term(left.id) });
  if (right) return words.board("left_of", { what: words.term(right.id) });
  const far = Math.abs(x) > 35;
  const place =
    Math.abs(x) < 10 ? "in_middle" : x < 0 ? (far ? "far_left" : "on_left") : far ? "far_right" : "on_right";
  return words.board(place);
};

/** `moves`: the listed ones, or any others that are to be named, such as the answers to a puzzle. */
export const labels = (
  view: Pick<View, "seat" | "players" | "spots">,
  words: Words,
  moves: readonly string[] = view.spots.map((s) => s.move),
): Record<string, string> => {
  const plate = view.players[view.seat ?? 0]?.plate;
  const pieces = plate ? bodiesOf(plate).filter((b) => b.id !== "plate") : [];
  const said = moves
    .filter((move) => verbOf(move) === "place")
    .map((move) => {
      const [piece, x, , angle] = partsOf(move);
      const spot = { what: words.term(piece), where: where(Number(x) / 10, pieces, words) };
      const pose = words.board(`pose_${Math.round(Number(angle) / 900) % 4}`);
      return { move, spot, pose, plain: words.board("spot_plain", { ...spot, again: "" }) };
    });
  const times = new Map<string, number>();
  return Object.fromEntries(
    said.map(({ move, spot, pose, plain }) => {
      /* what reads alike is told apart by how the piece is held, and at last by a number */
      const alike = said.some((one) => one.plain === plain && one.move !== move);
      const held = alike ? pose : "";
      const n = (times.get(plain + held) ?? 0) + 1;
      times.set(plain + held, n);
      const again = held + (n > 1 ? words.board("again", { n }) : "");
      const risk = view.spots.find((s) => s.move === move)?.stability;
      return [
        move,
        risk
          ? words.board("spot", { ...spot, again, risk: words.board(`risk_${risk}`) })
          : words.board("spot_plain", { ...spot, again }),
      ];
    }),
  );
};
