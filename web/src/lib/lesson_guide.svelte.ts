/**
 * Guides through a lesson: first its cards, then one move after another, then tips while the learner plays on. A light
 * guide only gives the tips, and never blocks a move. A tip belongs to a question: it goes when the question does.
 */

import { untrack } from "svelte";
import type { View } from "../games/contract";
import type { Progress } from "./saved_tables.svelte";
import { guide } from "./explanations.svelte";
import { verbOf } from "./selection";
import { fits, isIntro, wants, type Lesson, type LessonCard, type LessonStep } from "./lesson";

/** After so many attempts that led elsewhere, a step is left out, with the next one, which needs it. */
const MISSES = 2;

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

  /** a move was made for this step; the next question tells whether it led where it should */
  private tried = $state.raw<{ step: LessonStep; at: number } | null>(null);
  private missed = 0;
  /** the question of the first step, with which a turn begins */
  private opening = "";
  /** the question that was looked at last */
  private question = -1;

  /** `from`: the progress when the table was left. */
  constructor(
    readonly lesson: Lesson,
    from: Progress,
  ) {
    this.light = !!from.light;
    this.intro = this.light ? [] : lesson.cards.filter(isIntro);
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

  /**
   * A question, or another card: which step comes now. Steps wait until their move is possible. `question` is the number of
   * the position that asks.
   */
  look(view: View, moves: string[], question: number): void {
    const reading = this.reading;
    void [this.made, this.tried];
    untrack(() => {
      if (this.tried && moves.length && question !== this.tried.at) {
        const { step } = this.tried;
        this.tried = null;
        if (step.until === view.step) this.done(step);
        else if (++this.missed === MISSES)
          this.todo.filter((_, i, all) => all[i] === step || all[i - 1] === step).forEach((s) => this.done(s));
      }
      const step =
        moves.length && !reading ? this.todo.find((s) => moves.some((m) => wants(this.lesson, s, m))) : undefined;
      const open = step ? moves.filter((m) => wants(this.lesson, step, m)) : [];
      this.step = step ?? null;
      if (step) this.opening ||= view.step;
      this.wanted = step?.any ? open : open.slice(0, 1);
      if (step || reading || !moves.length || question !== this.question) this.tip = null;
      if (!step && !reading && moves.length && question !== this.question) {
        this.question = question;
        this.tip = this.lesson.cards.find((c) => !this.shown.has(c) && fits(c, view, moves)) ?? null;
        if (this.tip) this.shown.add(this.tip);
      }
      const told = this.tip?.verb ? moves.filter((m) => verbOf(m) === this.tip!.verb) : [];
      guide.dim = !!step && !step.any;
      guide.fits = step
        ? (m) => (step.any ? wants(this.lesson, step, m) : m === open[0])
        : told.length === 1
          ? (m) => m === told[0]
          : null;
    });
  }

  /** The tip was read. */
  close(): void {
    this.tip = null;
    if (!this.step) guide.fits = null;
  }

  /** Whether a question begins a turn: a lesson may end there, but not inside another question. */
  begins(step: string): boolean {
    return step === this.opening;
  }

  /** Whether the lesson lets this move pass. */
  allows(move: string): boolean {
    return this.light || (!this.reading && (!this.step || !!guide.fits?.(move)));
  }

  /** A move was made at this question, perhaps the one of a step. */
  passed(step: LessonStep | null, at: number): void {
    if (step?.until) this.tried = { step, at };
    else if (step) this.done(step);
  }

  private done(step: LessonStep): void {
    this.todo.splice(this.todo.indexOf(step), 1);
    this.made++;
  }

  leave(): void {
    this.step = null;
    this.wanted = [];
    guide.fits = null;
  }
}
