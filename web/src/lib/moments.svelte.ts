/** The big moments of a game: told by the board, shown in the line over it, where they cover nothing. */

import { play } from "./sound";

export interface Shown {
  art: string;
  text: string;
  sound?: string;
  big?: boolean;
}

class Moments {
  queue = $state.raw<Array<Shown & { key: string }>>([]);

  tell(version: number, fresh: Shown[]): void {
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

export const moments = new Moments();
