/** Short messages and offers that leave by themselves. */

import { announce } from "./announce.svelte";

export interface Toast {
  key: string;
  icon: string;
  text: string;
  /** buttons; choosing one closes the toast */
  actions?: Array<{ label: string; main?: boolean; act: () => void }>;
  /** it left without an answer */
  left?: () => void;
}

const STAY = 6000;
const OFFER = 12000;

class Toasts {
  all = $state.raw<Toast[]>([]);
  private readonly timers = new Map<string, number>();

  add(toast: Toast): void {
    if (this.all.some((one) => one.key === toast.key)) return;
    this.all = [...this.all, toast].slice(-3);
    if (!toast.actions) announce(toast.text);
    this.resume(toast);
  }

  /** While it is pointed at or has the focus, a toast stays. */
  pause(toast: Toast): void {
    clearTimeout(this.timers.get(toast.key));
  }

  resume(toast: Toast): void {
    this.pause(toast);
    this.timers.set(
      toast.key,
      window.setTimeout(
        () => {
          toast.left?.();
          this.close(toast.key);
        },
        toast.actions ? OFFER : STAY,
      ),
    );
  }

  close(key: string): void {
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.all = this.all.filter((one) => one.key !== key);
  }

  clear(): void {
    for (const toast of this.all) this.close(toast.key);
  }
}

export const toasts = new Toasts();
