/**
 * A lesson at a real table whose luck and bots always go the same way: cards to read, then moves to make one after
 * another, then a card for each new situation while the learner plays on.
 */

import type { View } from "../games/contract";

export interface LessonCard {
  en: string;
  zh: string;
  /** picture of the kit */
  art?: string;
  /** for tips: the open question (step) that it belongs to, or a verb that has become possible */
  step?: string;
  verb?: string;
  when?: (view: View) => boolean;
}

export interface LessonStep {
  en: string;
  zh: string;
  art?: string;
  /** the move to make: the first possible one that fits */
  move: RegExp;
  /** every fitting move will do */
  any?: boolean;
}

export interface Lesson {
  seats: number;
  seed: string;
  options?: Record<string, string | number | boolean>;
  cards: LessonCard[];
  steps: LessonStep[];
}

export const isIntro = (c: LessonCard): boolean => !c.step && !c.verb && !c.when;

export const fits = (c: LessonCard, view: View, moves: string[]): boolean =>
  !isIntro(c) && (!c.step || view.step === c.step) && (!c.verb || moves.some((m) => m.split(" ")[0] === c.verb)) && (!c.when || c.when(view)) && moves.length > 0;

export const lessonOf = async (game: string): Promise<Lesson | null> => {
  const all = import.meta.glob<{ lesson: Lesson }>("./*_*.ts");
  return (await all[`./${game}.ts`]?.())?.lesson ?? null;
};
