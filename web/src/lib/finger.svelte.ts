/**
 * The finger of a board: what was pointed at, and the attributes of everything that can be pointed at. A board makes one,
 * says of each of its things what it stands for, and gets light, clicks, keys and the answer to "why not" for it.
 */

import { Pointing, about, type Shape, type Thing } from "./pointing";
import { abouts } from "./about.svelte";
import { guide, hinted } from "./why.svelte";

interface Now {
  moves: readonly string[];
  busy: boolean;
  version: number;
  send: (move: string) => void;
  /** moves for which a thing alone says enough, but a second click is asked for */
  careful?: (move: string) => boolean;
}

export type Attributes = {
  "data-about": string | undefined;
  "data-thing": string;
  tabindex: 0 | -1;
  "aria-disabled"?: "true";
  "data-why"?: string;
  "aria-pressed"?: boolean;
  "data-guide"?: "";
  "data-hint"?: "";
  onclick?: () => void;
};

/** The words of what a thing stands for: under these the book explains it. */
const named = (thing: Thing): string | undefined =>
  Object.entries(thing)
    .filter(([noun]) => noun !== "verb" && noun !== "key")
    .map(([, word]) => word)
    .join(" ") || undefined;

export class Finger {
  private at = $state.raw<{ version: number; things: readonly Thing[] }>({ version: -1, things: [] });

  /** `new Finger(shape, () => ({ moves, busy, version, send }))`; a new version of the position lets everything go. */
  constructor(
    readonly shape: Shape,
    private readonly now: () => Now,
  ) {
    abouts.finger = this;
  }

  private readonly open = $derived.by(() => new Pointing(this.shape, this.now().busy ? [] : this.now().moves));
  /** Legal moves and what was pointed at. */
  readonly pointing = $derived.by(
    () => new Pointing(this.shape, this.open.moves, this.at.version === this.now().version ? this.at.things : []),
  );

  /** Whether a thing goes with what was pointed at so far. */
  lit(thing: Thing): boolean {
    return this.pointing.lit(thing);
  }

  /** Whether a thing was pointed at. */
  has(thing: Thing): boolean {
    return this.pointing.has(thing);
  }

  /** Whether a thing takes part in any move now. */
  usable(thing: Thing): boolean {
    return this.open.lit(thing);
  }

  click(thing: Thing): void {
    const { then, send } = this.pointing.click(thing);
    const held = send !== null && !this.has(thing) && !("verb" in thing) && this.now().careful?.(send);
    this.at = { version: this.now().version, things: held ? [...this.pointing.at, thing] : then.at };
    if (send && !held) this.now().send(send);
  }

  /** Let everything go. */
  rest(): void {
    this.at = { version: this.now().version, things: [] };
  }

  /** The mark of what a hint is about. */
  hinted(thing: Thing): "" | undefined {
    return hinted.move && !this.now().busy && about(this.shape, hinted.move, [thing]) ? "" : undefined;
  }

  /** Attributes of a thing: what it stands for, for pointing with mouse and keys, or why it cannot be used. */
  on(thing: Thing): Attributes {
    const stands = { "data-about": named(thing), "data-thing": JSON.stringify(thing) };
    if (!this.usable(thing))
      return { ...stands, tabindex: -1, "aria-disabled": "true", "data-why": JSON.stringify([thing]) };
    const guided =
      guide.fits &&
      this.lit(thing) &&
      this.pointing.left().some((m) => guide.fits!(m) && about(this.shape, m, [thing]));
    return {
      ...stands,
      tabindex: 0,
      "aria-pressed": this.has(thing),
      "data-guide": guided ? "" : undefined,
      "data-hint": this.hinted(thing),
      onclick: () => this.click(thing),
    };
  }
}
