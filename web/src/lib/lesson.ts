/**
 * A lesson at a real table whose luck and bots always go the same way: cards to read, then moves to make one after
 * another, then a card for each new situation while the learner plays on. The lessons are data in the folders of the
 * games (lesson.json); the terminal reads the same.
 */

import type { View } from "../games/contract";
import { api, wordsOf } from "./api";
import { involves, verbOf, type Shape, type Thing } from "./selection";
import { say, type Lang, type Worded } from "./words";

/** What it says stands by language, as in words.toml. */
export interface LessonCard {
  en: string;
  /** picture of the kit */
  art?: string;
  /** what it says instead where fingers play */
  touch?: Worded;
  /** for tips: the open question (step) that it belongs to, or a verb that has become possible */
  step?: string;
  verb?: string;
}

export interface LessonStep {
  en: string;
  art?: string;
  touch?: Worded;
  /** the move to make, by verb and nouns: the first possible one that is about it, and not about `not` */
  move: Thing;
  not?: Thing;
  /** any matching move is accepted */
  any?: boolean;
  /** it should lead to this question, which the next step is about; otherwise it is asked for once more */
  until?: string;
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

/** What a card or a step says in a language; with the words for fingers on a touch screen. */
export const cardText = (card: LessonCard | LessonStep, lang: Lang, touch = false): string => {
  const text = say(touch && card.touch ? card.touch : (card as unknown as Worded), lang);
  return touch ? text.replace(/\bclick\b/g, "tap").replace(/\bClick\b/g, "Tap") : text;
};

export const isIntro = (c: LessonCard): boolean => !c.step && !c.verb;

export const fits = (c: LessonCard, view: View, moves: string[]): boolean =>
  !isIntro(c) &&
  (!c.step || view.step === c.step) &&
  (!c.verb || moves.some((m) => verbOf(m) === c.verb)) &&
  moves.length > 0;

/** Whether a move is the one that a step asks for. */
export const wants = (lesson: Lesson, step: LessonStep, move: string): boolean =>
  involves(lesson.shape ?? {}, move, [step.move]) && !(step.not && involves(lesson.shape ?? {}, move, [step.not]));

const lessons = import.meta.glob<Lesson>("../../../src/bunfight/games/*/text/lesson.json", { import: "default" });
const shapes = import.meta.glob<Shape>("../generated/*.ts", { import: "shape" });

export const lessonOf = async (game: string): Promise<Lesson | null> => {
  const own = lessons[`../../../src/bunfight/games/${game}/text/lesson.json`];
  if (!own) return brought(game);
  const [lesson, shape] = await Promise.all([own(), shapes[`../generated/${game}.ts`]?.()]);
  return { ...lesson, shape };
};

/** The lesson of a game of another package, from the server. */
const brought = async (game: string): Promise<Lesson | null> => {
  const book = await api.book(game);
  if (!book.game.lesson) return null;
  const lesson = (await (await fetch(`/brought/${game}/text/lesson.json`)).json()) as Lesson;
  return { ...lesson, shape: wordsOf(book).grammar?.shape };
};
