/** A lesson: cards shown beside a real table with a fixed deal. Intro cards first, then one card for each new situation. */

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

export interface Lesson {
  seats: number;
  seed: string;
  options?: Record<string, string | number | boolean>;
  cards: LessonCard[];
}

export const isIntro = (c: LessonCard): boolean => !c.step && !c.verb && !c.when;

export const fits = (c: LessonCard, view: View, moves: string[]): boolean =>
  !isIntro(c) && (!c.step || view.step === c.step) && (!c.verb || moves.some((m) => m.split(" ")[0] === c.verb)) && (!c.when || c.when(view)) && moves.length > 0;

export const lessonOf = async (game: string): Promise<Lesson | null> => {
  const all = import.meta.glob<{ lesson: Lesson }>("./*_*.ts");
  return (await all[`./${game}.ts`]?.())?.lesson ?? null;
};
