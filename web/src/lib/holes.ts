/** Filling the holes of a sentence. */

const WIDE = /[\u3400-\u9fff]/;
const NARROW = /[A-Za-z0-9]/;

/** Fills the holes of a text; between Chinese and a Latin name or a number stands a space. */
export const fillHoles = (text: string, holes: RegExp, fill: (...found: string[]) => string): string =>
  text.replace(holes, (...found: unknown[]) => {
    const at = found.findIndex((x) => typeof x === "number") as number;
    const value = fill(...(found.slice(0, at) as string[]));
    const place = found[at] as number;
    const before = text[place - 1] ?? "";
    const after = text[place + (found[0] as string).length] ?? "";
    const lead = WIDE.test(before) && NARROW.test(value[0] ?? "") ? " " : "";
    const tail = WIDE.test(after) && NARROW.test(value.at(-1) ?? "") ? " " : "";
    return lead + value + tail;
  });
