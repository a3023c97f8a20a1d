/**
 * Help on the components of a board. An element carries what it stands for (`data-about`, set by the selection or the
 * board). A card with its picture and what it does opens when the pointer moves onto it and rests, on focus, after a long
 * press, or with the key I. It never opens because something moved under a resting pointer, nor soon after a click.
 */

import type { BoardSelection } from "./board_selection.svelte";
import type { Thing } from "./selection";
import { explanations, type Answer } from "./explanations.svelte";
import type { Worded } from "./words";

/** What the catalogue of a game says about a component. */
export interface ComponentText {
  kind: Worded;
  does: Worded;
  rules: string[];
  art: string;
}

interface Shown {
  id: string;
  text: ComponentText;
  at: DOMRect;
  /** stays until it is closed; otherwise it goes with the pointer */
  pinned: boolean;
  thing: Thing | null;
  why: Answer | null;
}

const SLOW = 450;
const NEXT = 200;
/** After a click the board shows what came of it; no card opens. */
const AFTER_CLICK = 1500;
const LONG = 500;
const FAR = 10;

class ComponentHelp {
  shown = $state.raw<Shown | null>(null);
  /** the selection of the board on the page: knows what a click would do */
  selection: BoardSelection | null = null;
  private things: Readonly<Record<string, ComponentText>> = {};
  private timer = 0;
  private count = 0;
  private swallow = false;
  private from: [number, number] = [0, 0];
  private pointer: [number, number] = [-1, -1];
  private clicked = -Infinity;
  private described: Element | null = null;

  /** Sets the components of the game on the page; returns a function that stops it. */
  serve(things: Readonly<Record<string, ComponentText>>): () => void {
    this.things = things;
    return () => {
      if (this.things === things) this.things = {};
      this.hide();
    };
  }

  /** The id under which the catalogue explains one of these; a numbered copy like its kind, a die like its ingredient. */
  known(ids: string): string {
    for (const id of ids.split(" "))
      for (const name of [id, id.replace(/#.*$/, ""), id.replace(/\d$/, "")])
        if (Object.hasOwn(this.things, name)) return name;
    return "";
  }

  private at(target: EventTarget | null): HTMLElement | SVGElement | null {
    const found = target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-about]") : null;
    return found && this.known(found.dataset.about ?? "") ? found : null;
  }

  hide(): void {
    this.count++;
    clearTimeout(this.timer);
    this.described?.removeAttribute("aria-describedby");
    this.described = null;
    this.shown = null;
  }

  private async show(on: HTMLElement | SVGElement, pinned: boolean): Promise<void> {
    const id = this.known(on.dataset.about ?? "");
    if (!id || !on.isConnected) return;
    explanations.hide();
    this.hide();
    const mine = ++this.count;
    const thing = on.dataset.thing ? (JSON.parse(on.dataset.thing) as Thing) : null;
    this.shown = { id, text: this.things[id]!, at: on.getBoundingClientRect(), pinned, thing, why: null };
    this.described = on;
    on.setAttribute("aria-describedby", "component-help");
    if (on.ariaDisabled !== "true" || on.dataset.why === undefined) return;
    const why = await explanations.reason(on);
    if (why && mine === this.count && this.shown) this.shown = { ...this.shown, why };
  }

  /** Listens on the whole page; returns a function that stops it. */
  listen(): () => void {
    /* Browsers also report a pointer as moved when the page moved under it. */
    const travelled = (e: PointerEvent): boolean => {
      const far = Math.hypot(e.clientX - this.pointer[0], e.clientY - this.pointer[1]);
      this.pointer = [e.clientX, e.clientY];
      return far > 0.5;
    };
    const rested = (e: PointerEvent) => {
      if (!travelled(e) || this.shown?.pinned) return;
      const on = this.at(e.target);
      if (on && on === this.described) return;
      const soon = this.shown ? NEXT : SLOW;
      this.hide();
      const early = this.clicked + AFTER_CLICK - performance.now();
      if (on && !e.buttons)
        this.timer = window.setTimeout(
          () => {
            const still = document.elementFromPoint(...this.pointer);
            if (still && on.contains(still)) void this.show(on, false);
          },
          Math.max(soon, early),
        );
    };
    const down = (e: PointerEvent) => {
      clearTimeout(this.timer);
      this.clicked = performance.now();
      this.swallow = false;
      if (this.shown && !(e.target instanceof Element && e.target.closest(".component-help"))) this.hide();
      const on = e.pointerType === "mouse" ? null : this.at(e.target);
      if (!on) return;
      this.from = [e.clientX, e.clientY];
      this.timer = window.setTimeout(() => {
        this.swallow = true;
        void this.show(on, true);
      }, LONG);
    };
    const moved = (e: PointerEvent) => {
      if (e.pointerType === "mouse") return rested(e);
      if (Math.hypot(e.clientX - this.from[0], e.clientY - this.from[1]) > FAR) clearTimeout(this.timer);
    };
    const rest = (e: PointerEvent) => void (e.pointerType !== "mouse" && clearTimeout(this.timer));
    /* The click that ends a long press must not act on the board. */
    const click = (e: Event) => {
      this.clicked = performance.now();
      if (this.swallow) {
        this.swallow = false;
        e.preventDefault();
        e.stopImmediatePropagation();
      } else if (this.shown && !this.shown.pinned) this.hide();
    };
    const menu = (e: Event) => void (this.swallow && e.preventDefault());
    const focus = (e: FocusEvent) => {
      const on = this.at(e.target);
      if (!this.shown?.pinned) this.hide();
      if (on?.matches(":focus-visible") && !this.shown)
        this.timer = window.setTimeout(() => void this.show(on, false), SLOW);
    };
    const key = (e: KeyboardEvent) => {
      if (e.key === "Escape" && this.shown) return this.hide();
      const on = this.at(e.target);
      if (e.key !== "i" || !on || e.ctrlKey || e.metaKey || e.altKey) return;
      if (this.shown?.pinned) this.hide();
      else void this.show(on, true);
      e.preventDefault();
    };
    const scroll = () => void (this.shown && !this.shown.pinned && this.hide());
    const kinds: Record<string, unknown> = {
      pointerdown: down,
      pointermove: moved,
      pointerup: rest,
      pointercancel: rest,
      click,
      contextmenu: menu,
      focusin: focus,
      keydown: key,
      scroll,
    };
    for (const [kind, heard] of Object.entries(kinds))
      window.addEventListener(kind, heard as EventListener, { capture: true });
    return () => {
      for (const [kind, heard] of Object.entries(kinds))
        window.removeEventListener(kind, heard as EventListener, { capture: true });
    };
  }
}

export const componentHelp = new ComponentHelp();
