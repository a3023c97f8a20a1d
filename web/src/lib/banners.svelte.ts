/** Banners for the big moments of a game, shown in the line above the board. */

import { motion } from "./motion.svelte";
import { play } from "./sound";

export interface BannerContent {
  art: string;
  text: string;
  sound?: string;
  big?: boolean;
}

/** The end of a round in a few words: what it changed, line by line. */
export interface BeatContent {
  art: string;
  title: string;
  lines: string[];
}

const BEAT = 1500;
const LINE = 450;

class Banners {
  queue = $state.raw<Array<BannerContent & { key: string }>>([]);

  add(version: number, fresh: BannerContent[]): void {
    if (!fresh.length) return;
    this.queue = [...this.queue, ...fresh.map((f, i) => ({ ...f, key: `${version}-${i}` }))].slice(-3);
    if (fresh[0]?.sound) play(fresh[0].sound);
  }

  beat = $state.raw<(BeatContent & { key: number; ms: number }) | null>(null);

  /** Shows a beat; what others do next waits for it. At instant speed there is none. */
  addBeat(version: number, content: BeatContent): void {
    if (motion.pace === "instant") return;
    const ms = BEAT + LINE * content.lines.length;
    motion.hold(ms);
    this.beat = { ...content, key: version, ms };
  }

  endBeat(one: object): void {
    if (this.beat === one) this.beat = null;
  }

  next(): void {
    this.queue = this.queue.slice(1);
  }

  clear(): void {
    this.queue = [];
    this.beat = null;
  }
}

export const banners = new Banners();
