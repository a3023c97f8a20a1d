/**
 * Plays the recorded motion of an act, with the fall in slow motion, and remembers where fallen food came to lie. With reduced
 * motion a fall is one still: the moment when the first piece reaches the table.
 */
import type { Film } from "../../generated/buffet_boss";
import { motion } from "../../lib/motion.svelte";
import { lessMotion } from "../../lib/settings.svelte";
import { Reel, SlowMotion, firstContact, seenWhole, type Body } from "./view";

/** How long a still is shown, in ms. */
const STILL = 1200;

export interface Running {
  seat: number;
  bodies: Body[];
  /** something falls in this film */
  falls: boolean;
}

export class FilmPlayer {
  running = $state.raw<Running | null>(null);
  /** the film that was started last */
  shown = $state("");
  /** where food that fell came to lie, by piece */
  lay = $state.raw(new Map<string, Body>());
  readonly flips = new Map<string, boolean>();
  private number = 0;

  /** Plays a film in real time, or in so many seconds. */
  play(id: string, seat: number, film: Film, fallen: readonly string[], seconds = Infinity): void {
    this.shown = id;
    const reel = new Reel(film);
    const last = reel.at(reel.length, this.flips);
    this.lay = new Map(last.filter((b) => fallen.includes(b.id)).map((b) => [b.id, b]));
    const timing = new SlowMotion(reel, seconds === Infinity ? fallen : [], this.flips);
    const began = performance.now();
    const speed = Math.min(1e6, Math.max(1, timing.length / (seconds * 1000)));
    const number = ++this.number;
    if (lessMotion()) return this.still(seat, reel, fallen, number);
    const step = () => {
      if (number !== this.number) return;
      const ms = (performance.now() - began) * speed;
      if (ms >= timing.length + 60) {
        this.running = null;
        return;
      }
      this.running = { seat, bodies: reel.at(timing.at(ms), this.flips), falls: fallen.length > 0 };
      requestAnimationFrame(step);
    };
    motion.hold(timing.length / speed);
    if (reel.length > 0) step();
  }

  private still(seat: number, reel: Reel, fallen: readonly string[], number: number): void {
    this.running = null;
    const contact = fallen.length && motion.pace !== "instant" ? firstContact(reel, fallen, this.flips) : null;
    if (contact === null) return;
    const bodies = reel.at(contact, this.flips).map((b) => (fallen.includes(b.id) ? seenWhole(b) : b));
    this.running = { seat, bodies, falls: true };
    motion.hold(STILL);
    setTimeout(() => number === this.number && (this.running = null), STILL);
  }
}
