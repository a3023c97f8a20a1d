/**
 * Animates what happened: pieces travel one after another from where they were to where they go, and what changed stays
 * marked until the player's next decision. A board says of each event what travels (`travels` of its Board.svelte) and names its
 * places by `data-place`; everything must be right without it.
 */

import type { GameEvent } from "../games/contract";
import { lessMotion, settings } from "./settings.svelte";

/**
 * A piece on its way. Places are values of `data-place`, several of them with `|` between: the first that is there. `look`
 * says whose picture is seen on the way.
 */
export interface Flight {
  from: string;
  to: string;
  look?: "to" | "from";
}

export type Travels = (e: GameEvent) => Flight[];
export type Pace = "instant" | "brisk" | "calm";

/** The seat that an event is about. */
export const seatOf = (e: GameEvent): number | null =>
  [e.seat, e.giver, e.by].find((x): x is number => typeof x === "number") ?? null;

const FLIGHT: Record<Pace, number> = { instant: 0, brisk: 420, calm: 850 };
const PAUSE: Record<Pace, number> = { instant: 0, brisk: 160, calm: 600 };
/** The longest that one step may take, in ms. */
const MOST: Record<Pace, number> = { instant: 0, brisk: 1500, calm: 4000 };
/** What a picture needs of the place that it is taken from. */
const SIZES = ["--die", "--cell", "--w", "--chip", "--tok", "--food"];

interface Spot {
  rect: DOMRect;
  node: HTMLElement | SVGElement;
  /** how many parts it shows */
  parts: number;
}
/** A place that changed: who changed it, and how many parts it showed before and after. */
interface Mark {
  seat: number | null;
  before: number;
  after: number;
}

const spots = (board: HTMLElement): Map<string, Spot> =>
  new Map(
    [...board.querySelectorAll<HTMLElement | SVGElement>("[data-place]")].map((node) => [
      node.dataset.place!,
      { rect: node.getBoundingClientRect(), node, parts: node.childElementCount },
    ]),
  );

class Motion {
  /** places that changed since the own last decision */
  private readonly marks = new Map<string, Mark>();
  private before = new Map<string, Spot>();
  private running: Animation[] = [];
  /** when everything that travels will have arrived */
  until = 0;

  /** How quickly other players' moves are shown. */
  get pace(): Pace {
    return settings.pace;
  }

  /** The pause after everything has arrived. */
  get pause(): number {
    return PAUSE[this.pace];
  }

  /** A board shows something for this long; what follows waits. */
  hold(ms: number): void {
    this.until = Math.max(this.until, performance.now() + ms);
  }

  /** Calls back once nothing has moved for `rest` ms; returns a function that stops waiting. */
  whenStill(rest: number, then: () => void): () => void {
    const began = performance.now();
    const look = () => {
      const wait = Math.max(this.until, began) + rest - performance.now();
      if (wait <= 0) then();
      else timer = window.setTimeout(look, Math.min(wait, 200));
    };
    let timer = window.setTimeout(look, rest ? 50 : 0);
    return () => clearTimeout(timer);
  }

  /** Remember where everything is, before the board changes. */
  remember(board: HTMLElement): void {
    this.before = spots(board);
  }

  /** After a decision of your own: what was marked has been seen. */
  forget(board: HTMLElement | null = null): void {
    this.marks.clear();
    (board ?? document).querySelectorAll("[data-changed]").forEach((e) => e.removeAttribute("data-changed"));
  }

  /** Let everything that is moving arrive at once. */
  land(): void {
    for (const a of this.running) a.finish();
    this.running = [];
    this.until = 0;
  }

  /** After the board has changed: let pieces travel, and mark what changed. */
  show(board: HTMLElement, sky: HTMLElement, events: readonly GameEvent[], travels: Travels, own: number | null): void {
    const flights = events.flatMap((e) => travels(e).map((f) => ({ ...f, seat: seatOf(e) })));
    const now = spots(board);
    for (const f of flights) {
      const place = f.to.split("|").find((one) => now.has(one));
      if (!place || f.seat === own || f.look === "from") continue;
      const after = now.get(place)!.parts;
      const before = this.marks.get(place)?.before ?? this.before.get(place)?.parts ?? after;
      this.marks.set(place, { seat: f.seat, before, after });
    }
    this.mark(now);
    const each = FLIGHT[this.pace];
    if (!flights.length || !each || lessMotion() || document.visibilityState !== "visible") return;
    const step = Math.min(each * 0.8, MOST[this.pace] / flights.length);
    flights.forEach((f, i) => this.fly(sky, f, now, i * step, each));
    this.until = Math.max(this.until, performance.now() + (flights.length - 1) * step + each);
  }

  private mark(now: Map<string, Spot>): void {
    for (const [place, { node, parts }] of now) {
      const mark = this.marks.get(place);
      /* what was put there is gone again: an empty place is nothing new */
      if (mark && mark.before !== mark.after && parts === mark.before) this.marks.delete(place);
      const seat = this.marks.get(place)?.seat;
      if (seat === undefined) node.removeAttribute("data-changed");
      else {
        node.setAttribute("data-changed", "");
        node.style.setProperty("--mark", seat === null ? "var(--mustard)" : `var(--seat-${seat % 6})`);
      }
    }
  }

  private fly(sky: HTMLElement, f: Flight, now: Map<string, Spot>, delay: number, duration: number): void {
    const one = (places: string, where: Map<string, Spot>) =>
      where.get(places.split("|").find((place) => where.has(place)) ?? "");
    const from = one(f.from, this.before) ?? one(f.from, now);
    const to = one(f.to, now);
    if (!from || !to) return;
    const seen = f.look === "from" ? from : to;
    const [a, b] = [from.rect, to.rect];
    if (!a.width || !b.width) return;
    const copy = seen.node.cloneNode(true) as HTMLElement | SVGElement;
    const style = getComputedStyle(seen.node.isConnected ? seen.node : to.node);
    for (const size of SIZES) {
      const value = style.getPropertyValue(size);
      if (value) copy.style.setProperty(size, value);
    }
    copy.removeAttribute("data-place");
    copy.removeAttribute("data-changed");
    copy.querySelectorAll("[id]").forEach((x) => x.removeAttribute("id"));
    const room = sky.getBoundingClientRect();
    const box = f.look === "from" ? a : b;
    const hull = document.createElement("div");
    hull.className = "flying";
    hull.style.cssText = `left:${box.x - room.x}px;top:${box.y - room.y}px;width:${box.width}px;height:${box.height}px`;
    copy.classList.remove("lit", "chosen", "dim");
    Object.assign(copy.style, { width: "100%", height: "100%", margin: "0", position: "static", animation: "none" });
    hull.append(copy);
    sky.append(hull);
    const at = (r: DOMRect): string => {
      const scale = Math.min(1.6, Math.max(0.3, Math.min(r.width / box.width, r.height / box.height)));
      return `translate(${r.x + r.width / 2 - box.x - box.width / 2}px, ${r.y + r.height / 2 - box.y - box.height / 2}px) scale(${scale})`;
    };
    const arrived = f.look !== "from" && to.node instanceof HTMLElement ? to.node : null;
    const hidden = arrived?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration });
    const move = hull.animate(
      [
        { transform: at(a), opacity: 1 },
        { transform: at(b), opacity: f.look === "from" ? 0.4 : 1 },
      ],
      { duration, delay, fill: "backwards", easing: "cubic-bezier(0.4, 0.1, 0.2, 1)" },
    );
    this.running.push(move, ...(hidden ? [hidden] : []));
    move.onfinish = move.oncancel = () => {
      hull.remove();
      hidden?.cancel();
      this.running = this.running.filter((x) => x !== move && x !== hidden);
    };
  }
}

export const motion = new Motion();
