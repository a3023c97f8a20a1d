/** Which picture has which name; a picture enters the page once, when it is first shown, and is then only referred to. */

import type { Kit, Picture } from "./draw";
import { layers } from "./layers";
import { tokens } from "./tokens";
import { pieces } from "./pieces";

const kits: Kit = { ...layers, ...tokens, ...pieces };
let sheet: SVGSVGElement | undefined;
const placed = new Set<string>();

/** Boards bring their own pictures with them. */
export const addKit = (kit: Kit): void => {
  Object.assign(kits, kit);
};

export const names = (): string[] => Object.keys(kits);
export const find = (name: string): Picture | undefined => kits[name];

const host = (): SVGSVGElement => {
  if (!sheet) {
    sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sheet.setAttribute("aria-hidden", "true");
    sheet.setAttribute("width", "0");
    sheet.setAttribute("height", "0");
    sheet.classList.add("sheet");
    document.body.prepend(sheet);
  }
  return sheet;
};

/** Makes sure that the picture is on the sheet; returns the reference for `use`. */
export const place = (name: string, p: Picture): string => {
  const id = `art-${name.replace(/[^\w-]/g, "_")}`;
  if (!placed.has(id)) {
    placed.add(id);
    const g = document.createElementNS("http://www.w3.org/2000/svg", "g");
    g.id = id;
    g.innerHTML = p.body;
    host().append(g);
  }
  return `#${id}`;
};

export const viewBox = (p: Picture): string => `${p.at?.[0] ?? 0} ${p.at?.[1] ?? 0} ${p.box[0]} ${p.box[1]}`;
