/**
 * Explains why a control is disabled. Such a control carries `aria-disabled` and what it stands for: things or moves
 * (`data-why`) or a table rule (`data-rule`). One listener for the whole page asks for the reason and shows it.
 */

import type { Thing } from "./selection";
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

/**
 * Provides the reasons: the table page. `eager`: hovering is enough, no click is needed. `together`: null unless a move could
 * ever be about all of the things.
 */
export interface Explainer {
  rules: string;
  eager: () => boolean;
  explain: (moves: string[], rule: string, things: Thing[], together?: boolean) => Promise<Answer | null>;
}

const BETWEEN = "|";
const GREY = '[aria-disabled="true"]';
const PATIENCE = 650;

/** Set by lessons and tips: marks what is part of the move they are about. `dim`: everything else steps back. */
export const guide = $state<{ fits: ((move: string) => boolean) | null; dim: boolean }>({ fits: null, dim: false });

/** A hint marks what its move is about, until the move is made or the hint is closed. */
export const hinted = $state<{ move: string }>({ move: "" });

/** Attributes of an element on a board: usable now, or disabled with the moves that it would be part of. */
export const availability = (usable: boolean, ...moves: string[]) =>
  usable
    ? ({
        tabindex: 0,
        "data-guide": guide.fits && moves.some(guide.fits) ? "" : undefined,
        "data-hint": hinted.move && moves.includes(hinted.move) ? "" : undefined,
      } as const)
    : ({ tabindex: -1, "aria-disabled": "true", "data-why": moves.filter(Boolean).join(BETWEEN) } as const);

/** Attributes of a button of the page: usable, or disabled by a table rule. */
export const disabledBy = (rule: string) => (rule ? ({ "aria-disabled": "true", "data-rule": rule } as const) : {});

class Explanations {
  shown = $state.raw<{ answer: Answer; at: DOMRect | null; rules: string; quiet: boolean } | null>(null);
  /** whether the help card of a component shows the reason anyway */
  covered: (about: string) => boolean = () => false;
  /** whether a click on a disabled thing means the whole object around it instead; then it was done */
  instead: (grey: Element) => boolean = () => false;
  private explainer: Explainer | null = null;
  private count = 0;
  private timer = 0;

  /** Sets the page that explains; returns a function that stops it. */
  serve(explainer: Explainer): () => void {
    this.explainer = explainer;
    return () => {
      if (this.explainer !== explainer) return;
      this.explainer = null;
      this.hide();
    };
  }

  show(answer: Answer, at: DOMRect | null = null, quiet = false): void {
    this.count++;
    this.shown = { answer, at, rules: this.explainer?.rules ?? "", quiet };
  }

  hide(): void {
    this.count++;
    clearTimeout(this.timer);
    this.shown = null;
  }

  /** Why an element is disabled. */
  async reason(grey: HTMLElement | SVGElement): Promise<Answer | null> {
    const why = grey.dataset.why ?? "";
    const things = why.startsWith("[") ? (JSON.parse(why) as Thing[]) : [];
    const moves = things.length ? [] : why.split(BETWEEN).filter(Boolean);
    return (await this.explainer?.explain(moves, grey.dataset.rule ?? "", things)) ?? null;
  }

  /** Says why a thing cannot be put there. `onto`: what is there, the innermost first; what it could ever go with counts. */
  async refuse(thing: Thing, onto: Thing[], at: DOMRect): Promise<void> {
    const mine = ++this.count;
    let answer: Answer | null | undefined;
    for (const one of onto) answer ??= await this.explainer?.explain([], "", [thing, one], true);
    answer ??= await this.explainer?.explain([], "", [thing, ...onto.slice(0, 1)]);
    if (answer && mine === this.count) this.show(answer, at);
  }

  /** Says why an element is disabled, beside it. */
  async explain(grey: HTMLElement | SVGElement, quiet = false): Promise<void> {
    const mine = ++this.count;
    const answer = await this.reason(grey);
    if (answer && mine === this.count) this.show(answer, grey.getBoundingClientRect(), quiet);
  }

  private greyAt(e: Event): HTMLElement | SVGElement | null {
    const found = e.target instanceof Element ? e.target.closest<HTMLElement | SVGElement>(GREY) : null;
    return found && (found.dataset.why !== undefined || found.dataset.rule !== undefined) ? found : null;
  }

  /** Listens on the whole page; returns a function that stops it. */
  listen(): () => void {
    const click = (e: Event) => {
      const grey = this.greyAt(e);
      if (grey) {
        e.preventDefault();
        e.stopPropagation();
        clearTimeout(this.timer);
        if (!this.instead(grey)) void this.explain(grey);
      } else if (this.shown && !(e.target instanceof Element && e.target.closest(".explanation"))) this.hide();
    };
    const point = (e: PointerEvent) => {
      clearTimeout(this.timer);
      if (this.shown?.quiet) this.hide();
      const grey = this.greyAt(e);
      if (!grey || this.shown || (grey.dataset.about && this.covered(grey.dataset.about))) return;
      const touched = e.type === "pointerdown" && e.pointerType !== "mouse";
      const pointed = e.type === "pointerover" && e.pointerType === "mouse" && this.explainer?.eager();
      if (touched || pointed) this.timer = window.setTimeout(() => void this.explain(grey, !touched), PATIENCE);
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

export const explanations = new Explanations();

/** Arrow keys move the focus on a board to the next control in that direction, usable or not. */
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
