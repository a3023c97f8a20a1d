/**
 * The selection of a board: what is selected, and the attributes of everything that can be selected. A board creates one and
 * says what each of its elements stands for; highlighting, clicks, keys and explanations follow from that.
 */

import { Selection, involves, verbOf, type Shape, type Thing } from "./selection";
import { componentHelp } from "./component_help.svelte";
import { explanations, guide, hinted } from "./explanations.svelte";

interface Now {
  moves: readonly string[];
  busy: boolean;
  version: number;
  send: (move: string) => void;
  /** moves for which a thing alone says enough, but a second click is asked for */
  careful?: (move: string) => boolean;
}

/** Attributes of a whole object (a plate, a burger) that takes what is dropped on it, and clicks once something is selected. */
export type ZoneAttributes = { "data-drop": string; "data-takes"?: ""; onclick?: (e: Event) => void };

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

/** The words of what a thing stands for: the catalogue explains it under these. */
const named = (thing: Thing): string | undefined =>
  Object.entries(thing)
    .filter(([noun]) => noun !== "verb" && noun !== "key")
    .map(([, word]) => word)
    .join(" ") || undefined;

export class BoardSelection {
  private at = $state.raw<{ version: number; things: readonly Thing[] }>({ version: -1, things: [] });

  /** `new BoardSelection(shape, () => ({ moves, busy, version, send }))`; a new version of the position clears it. */
  constructor(
    readonly shape: Shape,
    private readonly now: () => Now,
  ) {
    componentHelp.selection = this;
    explanations.instead = (grey) => {
      const around = grey.closest<HTMLElement>("[data-drop]")?.dataset.drop;
      const thing = around ? (JSON.parse(around) as Thing) : null;
      if (!thing || !this.takes(thing)) return false;
      this.click(thing);
      return true;
    };
  }

  private readonly open = $derived.by(() => new Selection(this.shape, this.now().busy ? [] : this.now().moves));
  /** The legal moves and what is selected. */
  readonly current = $derived.by(
    () => new Selection(this.shape, this.open.moves, this.at.version === this.now().version ? this.at.things : []),
  );

  /** Whether some legal move combines a thing with what is selected. */
  lit(thing: Thing): boolean {
    return this.current.lit(thing);
  }

  /** Whether a thing is selected. */
  has(thing: Thing): boolean {
    return this.current.has(thing);
  }

  /** Whether a thing takes part in any move now. */
  usable(thing: Thing): boolean {
    return this.open.lit(thing);
  }

  click(thing: Thing): void {
    const { then, send } = this.current.click(thing);
    const held = send !== null && !this.has(thing) && !("verb" in thing) && this.now().careful?.(send);
    this.at = { version: this.now().version, things: held ? [...this.current.at, thing] : then.at };
    if (send && !held) this.now().send(send);
  }

  /** Selects a thing without deciding, while it is dragged. */
  hold(thing: Thing): void {
    if (!this.has(thing)) this.at = { version: this.now().version, things: this.current.point(thing).at };
  }

  /** A thing was put on the place for everything: the move about it alone, if there is one, or else a click on it. */
  drop(thing: Thing): void {
    this.rest();
    const whole = this.current.point(thing).complete();
    const gathers = whole && this.shape[verbOf(whole)]?.some((noun) => noun.startsWith("+"));
    if (whole && !gathers) this.now().send(whole);
    else this.click(thing);
  }

  /** Whether something is selected that goes with this thing. */
  takes(thing: Thing): boolean {
    return this.current.at.length > 0 && !this.has(thing) && this.lit(thing);
  }

  /** Clears the selection. */
  rest(): void {
    this.at = { version: this.now().version, things: [] };
  }

  /** Marks what a hint is about. */
  hinted(thing: Thing): "" | undefined {
    return hinted.move && !this.now().busy && involves(this.shape, hinted.move, [thing]) ? "" : undefined;
  }

  /** Attributes of a thing: what it stands for, how it is selected by mouse and keys, or why it cannot be used. */
  on(thing: Thing): Attributes {
    const stands = { "data-about": named(thing), "data-thing": JSON.stringify(thing) };
    if (!this.usable(thing))
      return {
        ...stands,
        tabindex: -1,
        "aria-disabled": "true",
        "data-why": JSON.stringify([...this.current.at.filter((one) => !("verb" in one)), thing]),
      };
    const guided =
      guide.fits &&
      this.lit(thing) &&
      this.current.left().some((m) => guide.fits!(m) && involves(this.shape, m, [thing]));
    return {
      ...stands,
      tabindex: 0,
      "aria-pressed": this.has(thing),
      "data-guide": guided ? "" : undefined,
      "data-hint": this.hinted(thing),
      onclick: () => this.click(thing),
    };
  }

  /**
   * Attributes of a whole object that stands for a thing with a control of its own inside it. A click on its surface counts
   * once something is selected that goes there; a drop always counts, and is explained if it is not allowed.
   */
  zone(thing: Thing): ZoneAttributes {
    const drop = { "data-drop": JSON.stringify(thing) };
    if (!this.takes(thing)) return drop;
    return {
      ...drop,
      "data-takes": "",
      onclick: (e) => {
        const control = e.target instanceof Element ? e.target.closest("[data-thing], button, a") : null;
        if (!control || !(e.currentTarget as Element).contains(control)) this.click(thing);
      },
    };
  }
}
