/**
 * Drag and drop on boards, with the selection that clicks use: a dragged thing is selected, what it goes with lights up, and
 * dropping it there is the second click. Anything with `data-thing` can be dragged; anything with `data-thing` or `data-drop`
 * takes a drop. A mouse drags at once, a finger after a short rest, so that swiping still scrolls. A drop that is not
 * allowed says why.
 */

import type { BoardSelection } from "./board_selection.svelte";
import { componentHelp } from "./component_help.svelte";
import { explanations } from "./explanations.svelte";
import { t } from "./i18n";
import type { Thing } from "./selection";

const FAR = 7;
const REST = 160;

type Piece = HTMLElement | SVGElement;

/** The things under a point, the innermost first. */
const under = (x: number, y: number): Array<{ thing: Thing; on: Piece }> => {
  const found: Array<{ thing: Thing; on: Piece }> = [];
  for (let at = document.elementFromPoint(x, y); at; at = at.parentElement)
    if (at instanceof HTMLElement || at instanceof SVGElement) {
      const said = at.dataset.thing ?? at.dataset.drop;
      if (said) found.push({ thing: JSON.parse(said) as Thing, on: at });
    }
  return found;
};

class Drag {
  private piece: Piece | null = null;
  private thing: Thing = {};
  private from: [number, number] = [0, 0];
  private began = 0;
  private pointer = -1;
  private preview: HTMLElement | null = null;
  private over: Element | null = null;
  private had = false;
  private swallow = false;

  private get selection(): BoardSelection | null {
    return componentHelp.selection;
  }

  private down(e: PointerEvent): void {
    this.swallow = false;
    const piece = e.target instanceof Element ? e.target.closest<Piece>("[data-thing]") : null;
    if (!piece?.closest(".board") || !e.isPrimary || e.button !== 0 || !this.selection || this.preview) return;
    this.piece = piece;
    this.thing = JSON.parse(piece.dataset.thing!) as Thing;
    this.from = [e.clientX, e.clientY];
    this.began = e.timeStamp;
    this.pointer = e.pointerId;
  }

  private move(e: PointerEvent): void {
    if (!this.piece || e.pointerId !== this.pointer) return;
    if (this.preview) return this.follow(e);
    if (Math.hypot(e.clientX - this.from[0], e.clientY - this.from[1]) < FAR) return;
    /* a finger that moves at once scrolls */
    if (e.pointerType !== "mouse" && e.timeStamp - this.began < REST) this.piece = null;
    else this.lift(e);
  }

  private lift(e: PointerEvent): void {
    const piece = this.piece!;
    if ("verb" in this.thing && Object.keys(this.thing).length === 1) return void (this.piece = null);
    const box = piece.getBoundingClientRect();
    this.had = this.selection!.has(this.thing);
    if (piece.ariaDisabled !== "true") this.selection!.hold(this.thing);
    componentHelp.hide();
    explanations.hide();
    const preview = document.createElement("div");
    preview.className = "dragged";
    preview.dataset.game = piece.closest<HTMLElement>("[data-game]")?.dataset.game ?? "";
    preview.style.cssText = `left:${box.x}px;top:${box.y}px;width:${box.width}px;height:${box.height}px`;
    const copy = piece.cloneNode(true) as Piece;
    const style = getComputedStyle(piece);
    for (const size of ["--die", "--cell", "--w", "--chip", "--tok", "--food"]) {
      const value = style.getPropertyValue(size);
      if (value) preview.style.setProperty(size, value);
    }
    copy.querySelectorAll("[id]").forEach((x) => x.removeAttribute("id"));
    for (const name of ["data-thing", "data-place", "data-about", "data-guide", "data-hint", "data-changed"])
      copy.removeAttribute(name);
    copy.classList.remove("lit", "chosen", "dim");
    Object.assign(copy.style, { position: "static", margin: "0", width: "100%", height: "100%" });
    if (copy instanceof SVGElement && !(copy instanceof SVGSVGElement)) {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      const inner = (piece as SVGGraphicsElement).getBBox();
      svg.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
      copy.removeAttribute("transform");
      svg.append(copy);
      preview.append(svg);
    } else preview.append(copy);
    preview.inert = true;
    document.body.append(preview);
    this.preview = preview;
    document.documentElement.dataset.dragging = "";
    piece.dataset.lifted = "";
    this.follow(e);
  }

  private follow(e: PointerEvent): void {
    this.preview!.style.transform = `translate(${e.clientX - this.from[0]}px, ${e.clientY - this.from[1]}px) rotate(2deg)`;
    const goal = under(e.clientX, e.clientY).find((one) => this.selection?.takes(one.thing))?.on ?? null;
    if (goal === this.over) return;
    this.over?.removeAttribute("data-over");
    goal?.setAttribute("data-over", "");
    this.over = goal;
  }

  private drop(e: PointerEvent): void {
    if (!this.piece || e.pointerId !== this.pointer) return;
    const { piece, thing, selection } = this;
    const lifted = !!this.preview;
    this.clear();
    if (!lifted || !selection) return;
    this.swallow = true;
    setTimeout(() => (this.swallow = false));
    const things = under(e.clientX, e.clientY).filter((one) => one.on !== piece);
    const grey = piece.ariaDisabled === "true";
    const goal = grey ? undefined : things.find((one) => selection.takes(one.thing));
    if (goal) return selection.click(goal.thing);
    const whole = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-drop-any]");
    /* a place for everything: what is dropped there is meant */
    if (whole && !grey && selection.has(thing)) return selection.drop(thing);
    if (!this.had) selection.rest();
    const wrong = things[0];
    const closed = document
      .elementFromPoint(e.clientX, e.clientY)
      ?.closest<Piece>("[aria-disabled='true'][data-why], [aria-disabled='true'][data-rule]");
    const onto = things.map((one) => one.thing);
    if (wrong) void explanations.refuse(thing, onto, wrong.on.getBoundingClientRect());
    else if (closed) void explanations.explain(closed);
    else if (grey) void explanations.refuse(thing, [], piece.getBoundingClientRect());
    else {
      /* a place of the board that takes nothing, such as another player's card */
      const place = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-place]");
      if (place && !place.contains(piece) && !piece.contains(place))
        setTimeout(() =>
          explanations.show({ rule: "", why: t("whyApart"), text: null }, place.getBoundingClientRect()),
        );
    }
  }

  private clear(): void {
    this.preview?.remove();
    this.preview = null;
    this.over?.removeAttribute("data-over");
    this.over = null;
    this.piece?.removeAttribute("data-lifted");
    this.piece = null;
    delete document.documentElement.dataset.dragging;
  }

  private cancel(): void {
    if (this.preview && !this.had) this.selection?.rest();
    this.clear();
  }

  /** Listens on the whole page; returns a function that stops it. */
  listen(): () => void {
    const kinds: Record<string, (e: never) => void> = {
      pointerdown: (e: PointerEvent) => this.down(e),
      pointermove: (e: PointerEvent) => this.move(e),
      pointerup: (e: PointerEvent) => this.drop(e),
      pointercancel: () => this.cancel(),
      keydown: (e: KeyboardEvent) => void (e.key === "Escape" && this.cancel()),
      dragstart: (e: Event) => void (this.piece && e.preventDefault()),
      /* once a finger drags, the page stays where it is */
      touchmove: (e: TouchEvent) => {
        if (this.preview || (this.piece && e.timeStamp - this.began >= REST && e.cancelable)) e.preventDefault();
      },
      click: (e: Event) => {
        if (!this.swallow) return;
        this.swallow = false;
        e.preventDefault();
        e.stopImmediatePropagation();
      },
    };
    for (const [kind, heard] of Object.entries(kinds))
      window.addEventListener(kind, heard as EventListener, { capture: true, passive: false });
    return () => {
      this.cancel();
      for (const [kind, heard] of Object.entries(kinds))
        window.removeEventListener(kind, heard as EventListener, { capture: true });
    };
  }
}

export const drag = new Drag();
