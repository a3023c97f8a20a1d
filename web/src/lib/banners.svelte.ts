/** Banners for the big moments of a game, shown in the line above the board. */

import { play } from "./sound";

export interface BannerContent {
  art: string;
  text: string;
  sound?: string;
  big?: boolean;
}

class Banners {
  queue = $state.raw<Array<BannerContent & { key: string }>>([]);

  add(version: number, fresh: BannerContent[]): void {
    if (!fresh.length) return;
    this.queue = [...this.queue, ...fresh.map((f, i) => ({ ...f, key: `${version}-${i}` }))].slice(-3);
    if (fresh[0]?.sound) play(fresh[0].sound);
  }

  next(): void {
    this.queue = this.queue.slice(1);
  }

  clear(): void {
    this.queue = [];
  }
}

export const banners = new Banners();
