/**
 * Guides through a lesson: first its cards, then one move after another, then tips while the learner plays on. A light
 * guide only explains the goal and a turn, gives the tips, and never blocks a move.
 */

import { untrack } from "svelte";
import type { View } from "../games/contract";
import type { Progress } from "./saved_tables.svelte";
import { languages } from "./languages";
import { say, type Aid, type Lang } from "./words";
import { guide } from "./explanations.svelte";
import { fits, isIntro, wants, type Lesson, type LessonCard, type LessonStep } from "./lesson";

/** The cards that a light coach begins with. */
export const welcome = (aid: Aid): LessonCard[] => {
  const turn = (lang: Lang): string => aid.turn.map((l, i) => `${i + 1}. ${say(l, lang)}`).join("\n");
  const others = Object.fromEntries(languages().map(([lang]) => [lang, turn(lang)]));
  return [
    { en: "", ...aid.goal, art: "trophy" },
    { en: "", ...others },
  ];
};

export class LessonGuide {
  /** how many cards were read */
  leaf = $state(0);
  /** the move that is asked for now */
  step = $state.raw<LessonStep | null>(null);
  wanted = $state.raw<string[]>([]);
  tip = $state.raw<LessonCard | null>(null);
  made = $state(0);
  readonly intro: LessonCard[];
  readonly light: boolean;
  private readonly todo: LessonStep[];
  private readonly shown = new Set<LessonCard>();

  /** `from`: where the learner was when the table was left. */
  constructor(
    readonly lesson: Lesson,
    from: Progress,
    intro?: LessonCard[],
  ) {
    this.light = !!from.light;
    this.intro = intro ?? lesson.cards.filter(isIntro);
    this.leaf = Math.min(from.leaf, this.intro.length);
    this.todo = this.light ? [] : lesson.steps.filter((_, i) => !from.done.includes(i));
    this.made = this.light ? 0 : lesson.steps.length - this.todo.length;
  }

  /** What to remember of it. */
  get progress(): Omit<Progress, "game"> {
    void this.made;
    const done = this.light ? [] : this.lesson.steps.flatMap((s, i) => (this.todo.includes(s) ? [] : [i]));
    return { leaf: this.leaf, done, light: this.light };
  }

  get reading(): boolean {
    return this.leaf < this.intro.length;
  }

  get over(): boolean {
    return !this.light && this.made === this.lesson.steps.length;
  }

  /** A new question, or another card: which step comes now. Steps wait until their move is possible. */
  look(view: View, moves: string[]): void {
    const reading = this.reading;
    void this.made;
    untrack(() => {
      const step =
        moves.length && !reading ? this.todo.find((s) => moves.some((m) => wants(this.lesson, s, m))) : undefined;
      const open = step ? moves.filter((m) => wants(this.lesson, step, m)) : [];
      this.step = step ?? null;
      this.wanted = step?.any ? open : open.slice(0, 1);
      guide.fits = step ? (m) => (step.any ? wants(this.lesson, step, m) : m === open[0]) : null;
      const tip =
        step || reading ? undefined : this.lesson.cards.find((c) => !this.shown.has(c) && fits(c, view, moves));
      if (tip) this.shown.add(tip);
      if (tip || step) this.tip = tip ?? null;
    });
  }

  /** Whether the lesson lets this move pass. */
  allows(move: string): boolean {
    return this.light || (!this.reading && (!this.step || !!guide.fits?.(move)));
  }

  /** A move was made, perhaps the one of a step. */
  passed(step: LessonStep | null): void {
    if (this.light) this.leaf = this.intro.length;
    if (!step) return;
    this.todo.splice(this.todo.indexOf(step), 1);
    this.made++;
  }

  leave(): void {
    this.step = null;
    this.wanted = [];
    guide.fits = null;
  }
}
