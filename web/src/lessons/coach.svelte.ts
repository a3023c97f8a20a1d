/** Leads through a lesson: first its cards, then one move after another, then tips while the learner plays on. */

import { untrack } from "svelte";
import type { View } from "../games/contract";
import { guide } from "../lib/why.svelte";
import { fits, isIntro, wants, type Lesson, type LessonCard, type LessonStep } from "./lesson";

export class Coach {
  /** how many cards were read */
  leaf = $state(0);
  /** the move that is asked for now */
  step = $state.raw<LessonStep | null>(null);
  wanted = $state.raw<string[]>([]);
  tip = $state.raw<LessonCard | null>(null);
  made = $state(0);
  readonly intro: LessonCard[];
  private readonly todo: LessonStep[];
  private readonly told = new Set<LessonCard>();

  constructor(readonly lesson: Lesson) {
    this.intro = lesson.cards.filter(isIntro);
    this.todo = [...lesson.steps];
  }

  get reading(): boolean {
    return this.leaf < this.intro.length;
  }

  get over(): boolean {
    return this.made === this.lesson.steps.length;
  }

  /** A new question, or another card: which step comes now. Steps wait until their move is possible. */
  look(view: View, moves: string[]): void {
    const reading = this.reading;
    void this.made;
    untrack(() => {
      const step = moves.length && !reading ? this.todo.find((s) => moves.some((m) => wants(this.lesson, s, m))) : undefined;
      const open = step ? moves.filter((m) => wants(this.lesson, step, m)) : [];
      this.step = step ?? null;
      this.wanted = step?.any ? open : open.slice(0, 1);
      guide.fits = step ? (m) => (step.any ? wants(this.lesson, step, m) : m === open[0]) : null;
      const tip = step || reading ? undefined : this.lesson.cards.find((c) => !this.told.has(c) && fits(c, view, moves));
      if (tip) this.told.add(tip);
      if (tip || step) this.tip = tip ?? null;
    });
  }

  /** Whether the lesson lets this move pass. */
  allows(move: string): boolean {
    return !this.reading && (!this.step || !!guide.fits?.(move));
  }

  /** The move of a step was made. */
  passed(step: LessonStep): void {
    this.todo.splice(this.todo.indexOf(step), 1);
    this.made++;
  }

  leave(): void {
    this.step = null;
    this.wanted = [];
    guide.fits = null;
  }
}
