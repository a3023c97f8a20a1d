/**
 * Shows the steps of other players one after another when they act faster than an eye can follow. Nothing is delayed at
 * instant pace or while the page is hidden.
 */

import { motion } from "./motion.svelte";

interface Step {
  version: number;
  view: { awaits: number[] };
  fresh: ReadonlyArray<unknown>;
}

/** One bot's turn is over after this, at brisk speed. */
const TURN = 5500;

export class Playback<S extends Step> {
  /** the step on the table */
  shown = $state.raw<S | undefined>();
  private waiting: S[] = [];
  /** steps are waiting to be shown */
  behind = $state(false);
  private timer = 0;
  private actor = "";
  private began = 0;
  /** on the way to the own turn: what comes before it is shown at once */
  private skipping = false;

  /** `own` says whether a step is one to stop at. */
  constructor(private readonly own: (step: S) => boolean) {}

  /** A new step, or another pair of eyes (`anew`), which is shown at once. */
  take(step: S | undefined, anew: boolean): void {
    const newest = this.waiting.at(-1) ?? this.shown;
    if (anew || !step || !newest || document.visibilityState === "hidden" || step.version < newest.version) {
      this.skipping = false;
      this.put(step);
      return;
    }
    if (step.version === newest.version) {
      /* the same position with other rights, such as an answer to a request */
      if (this.waiting.length) this.waiting[this.waiting.length - 1] = step;
      else this.shown = step;
      return;
    }
    this.waiting.push(step);
    this.behind = true;
    if (this.skipping) this.skip();
    else if (!this.timer) this.next();
  }

  /** To the newest step at once, and on to the own turn as the others decide. */
  skip(): void {
    motion.land();
    const last = this.waiting.at(-1);
    if (!last) return;
    this.skipping = !this.own(last);
    this.put({ ...last, fresh: this.waiting.flatMap((s) => s.fresh) });
  }

  private put(step: S | undefined): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
    this.behind = false;
    this.shown = step;
  }

  private next(): void {
    this.timer = 0;
    const step = this.waiting.shift();
    if (!step) {
      this.behind = false;
      return;
    }
    const actor = String(this.shown?.view.awaits);
    if (actor !== this.actor) {
      this.actor = actor;
      this.began = performance.now();
    }
    this.shown = step;
    this.behind = this.waiting.length > 0;
    /* Pieces begin to travel when the board has changed; then it is known how long that takes. */
    this.timer = window.setTimeout(() => {
      const now = performance.now();
      const late = motion.pace === "brisk" && now - this.began > TURN;
      const rest = late ? 0 : Math.max(0, motion.until - now) + (step.fresh.length ? motion.pause : 0);
      if (late) motion.land();
      this.timer = window.setTimeout(() => this.next(), rest);
    }, 0);
  }

  close(): void {
    clearTimeout(this.timer);
  }
}
