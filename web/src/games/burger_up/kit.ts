/** Pictures that only this game needs: the marks of its cards, for the legend. */

import { disc, group, path, picture, slab, type Kit } from "../../art/draw";
import { iconPath } from "../../art/icons";
import { TYPE_COLOURS } from "./look";

const PAPER = "#fffaf1";
const mark = (icon: string) =>
  group(
    "translate(5.2 5.2) scale(0.9)",
    path(iconPath(icon), "none", `stroke="${PAPER}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`),
  );

export default {
  ...Object.fromEntries(
    ["bun", "salad", "meat_patty", "cheese_egg", "sauce"].map((type) => [
      `type-${type}`,
      picture(32, 32, path(disc(16, 16, 15), TYPE_COLOURS[type]!), mark(type)),
    ]),
  ),
  perfect: picture(
    44,
    32,
    path(slab(1, 3, 42, 26, 8), "#f2c14e"),
    '<text x="22" y="22" text-anchor="middle" font-size="17" font-weight="800" fill="#5a3a00">+$1</text>',
  ),
  "type-next": picture(32, 32, path(slab(1, 1, 30, 30, 8), TYPE_COLOURS.any!), mark("any")),
} satisfies Kit;
