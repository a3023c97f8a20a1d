/**
 * Why is this greyed out. A control that cannot be used now carries `aria-disabled` and says what it stands for: things
 * or moves (`data-why`) or a rule of the house (`data-rule`). One listener for the whole page asks and shows the answer beside it.
 */

import type { Thing } from "./pointing";
import type { Worded } from "./words";

export interface Answer {
  rule: string;
  why: string;
  /** the sentence by language */
  told?: Record<string, string>;
  text: Worded | null;
  /** what can be done instead, each with its words */
  offers?: Array<{ label: string; act: () => void }>;
}

/** Whoever knows the answers: the page of the table. `eager`: pointing is enough, no click is needed. */
export interface Asker {
  rules: string;
  eager: () => boolean;
  explain: (moves: string[], rule: string, things: Thing[]) => Promise<Answer | null>;
}

const BETWEEN = "|";
const GREY = '[aria-disabled="true"]';
const PATIENCE = 650;

/** Lessons point at what is part of the move they teach. */
export const guide = $state<{ fits: ((move: string) => boolean) | null }>({ fits: null });

/** A hint marks what its move is about, until the move is made or the hint is closed. */
export const hinted = $state<{ move: string }>({ move: "" });

/** Attributes of a thing on a board: usable now, or grey with the moves that it would be part of. */
export const off = (usable: boolean, ...moves: string[]) =>
  usable
    ? ({
        tabindex: 0,
        "data-guide": guide.fits && moves.some(guide.fits) ? "" : undefined,
        "data-hint": hinted.move && moves.includes(hinted.move) ? "" : undefined,
      } as const)
    : ({ tabindex: -1, "aria-disabled": "true", "data-why": moves.filter(Boolean).join(BETWEEN) } as const);

/** Attributes of a button of the page: usable, or grey because of a rule of the house. */
export const barred = (rule: string) => (rule ? ({ "aria-disabled": "true", "data-rule": rule } as const) : {});

class Asking {
  shown = $state.raw<{ answer: Answer; at: DOMRect | null; rules: string; quiet: boolean } | null>(null);
  /** whether a thing explains itself anyway, with the reason on its card */
  covered: (about: string) => boolean = () => false;
  private asker: Asker | null = null;
  private count = 0;
  private timer = 0;

  /** The page that answers from now on; returns how to stop. */
  serve(asker: Asker): () => void {
    this.asker = asker;
    return () => {
      if (this.asker !== asker) return;
      this.asker = null;
      this.hide();
    };
  }

  show(answer: Answer, at: DOMRect | null = null, quiet = false): void {
    this.count++;
    this.shown = { answer, at, rules: this.asker?.rules ?? "", quiet };
  }

  hide(): void {
    this.count++;
    clearTimeout(this.timer);
    this.shown = null;
  }

  /** Why something is grey, for whoever shows it. */
  async reason(grey: HTMLElement | SVGElement): Promise<Answer | null> {
    const why = grey.dataset.why ?? "";
    const things = why.startsWith("[") ? (JSON.parse(why) as Thing[]) : [];
    const moves = things.length ? [] : why.split(BETWEEN).filter(Boolean);
    return (await this.asker?.explain(moves, grey.dataset.rule ?? "", things)) ?? null;
  }

  private async about(grey: HTMLElement | SVGElement, quiet = false): Promise<void> {
    const mine = ++this.count;
    const answer = await this.reason(grey);
    if (answer && mine === this.count) this.show(answer, grey.getBoundingClientRect(), quiet);
  }

  private greyAt(e: Event): HTMLElement | SVGElement | null {
    const found = e.target instanceof Element ? e.target.closest<HTMLElement | SVGElement>(GREY) : null;
    return found && (found.dataset.why !== undefined || found.dataset.rule !== undefined) ? found : null;
  }

  /** Listens on the whole page; returns how to stop. */
  listen(): () => void {
    const click = (e: Event) => {
      const grey = this.greyAt(e);
      if (grey) {
        e.preventDefault();
        e.stopPropagation();
        clearTimeout(this.timer);
        void this.about(grey);
      } else if (this.shown && !(e.target instanceof Element && e.target.closest(".refusal"))) this.hide();
    };
    const point = (e: PointerEvent) => {
      clearTimeout(this.timer);
      if (this.shown?.quiet) this.hide();
      const grey = this.greyAt(e);
      if (!grey || this.shown || (grey.dataset.about && this.covered(grey.dataset.about))) return;
      const touched = e.type === "pointerdown" && e.pointerType !== "mouse";
      const pointed = e.type === "pointerover" && e.pointerType === "mouse" && this.asker?.eager();
      if (touched || pointed) this.timer = window.setTimeout(() => void this.about(grey, !touched), PATIENCE);
    };
    const rest = () => clearTimeout(this.timer);
    const menu = (e: Event) => void (this.greyAt(e) && e.preventDefault());
    const key = (e: KeyboardEvent) => {
      if (e.key === "Escape") this.hide();
      const grey = e.key === "Enter" || e.key === " " ? this.greyAt(e) : null;
      if (grey instanceof SVGElement) click(e);
    };
    const kinds = {
      click,
      pointerover: point,
      pointerdown: point,
      pointerup: rest,
      pointercancel: rest,
      contextmenu: menu,
      keydown: key,
    };
    for (const [kind, heard] of Object.entries(kinds))
      window.addEventListener(kind, heard as EventListener, { capture: true });
    return () => {
      for (const [kind, heard] of Object.entries(kinds))
        window.removeEventListener(kind, heard as EventListener, { capture: true });
    };
  }
}

export const asking = new Asking();

/** Arrow keys walk over everything on a board, usable or not: the next control in that direction gets the focus. */
export const walk = (e: KeyboardEvent): void => {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
  const from = e.target;
  const board = e.currentTarget;
  if (
    !way ||
    e.defaultPrevented ||
    !(from instanceof Element) ||
    !(board instanceof Element) ||
    from.matches("input, select, textarea")
  )
    return;
  const [dx, dy] = way as [number, number];
  const middle = (x: Element): [number, number] => {
    const r = x.getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2];
  };
  const all = [...board.querySelectorAll<HTMLElement | SVGElement>("button, [role='button'], [data-about]")].filter(
    (x) => x !== from && x.getClientRects().length,
  );
  if (from === board) {
    (all.find((x) => x.matches(".lit")) ?? all[0])?.focus();
    return e.preventDefault();
  }
  const [x0, y0] = middle(from);
  let best: HTMLElement | SVGElement | undefined;
  let least = Infinity;
  for (const x of all) {
    const [x1, y1] = middle(x);
    const along = (x1 - x0) * dx + (y1 - y0) * dy;
    const across = Math.abs((x1 - x0) * dy) + Math.abs((y1 - y0) * dx);
    if (along > 2 && along + across * 2.2 < least) {
      least = along + across * 2.2;
      best = x;
    }
  }
  if (best && !best.hasAttribute("tabindex") && !best.matches("button, a")) best.setAttribute("tabindex", "-1");
  best?.focus();
  e.preventDefault();
};
