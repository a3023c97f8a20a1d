/**
 * A lesson at a real table whose luck and bots always go the same way: cards to read, then moves to make one after
 * another, then a card for each new situation while the learner plays on.
 */

import type { View } from "../games/contract";
import { about, type Shape, type Thing } from "../lib/pointing";

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
  /** the move to make, by verb and nouns: the first possible one that is about it, and not about `not` */
  move: RegExp | Thing;
  not?: Thing;
  /** every fitting move will do */
  any?: boolean;
}

export interface Lesson {
  /** of the game's file in ../generated */
  shape?: Shape;
  seats: number;
  seed: string;
  options?: Record<string, string | number | boolean>;
  cards: LessonCard[];
  steps: LessonStep[];
}

export const isIntro = (c: LessonCard): boolean => !c.step && !c.verb && !c.when;

export const fits = (c: LessonCard, view: View, moves: string[]): boolean =>
  !isIntro(c) && (!c.step || view.step === c.step) && (!c.verb || moves.some((m) => m.split(" ")[0] === c.verb)) && (!c.when || c.when(view)) && moves.length > 0;

/** Whether a move is the one that a step asks for. */
export const wants = (lesson: Lesson, step: LessonStep, move: string): boolean =>
  step.move instanceof RegExp ? step.move.test(move) : about(lesson.shape ?? {}, move, [step.move]) && !(step.not && about(lesson.shape ?? {}, move, [step.not]));

export const lessonOf = async (game: string): Promise<Lesson | null> => {
  const all = import.meta.glob<{ lesson: Lesson }>("./*_*.ts");
  return (await all[`./${game}.ts`]?.())?.lesson ?? null;
};
