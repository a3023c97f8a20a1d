/** A hint in one plain sentence, and every choice compared with it: what the coach's numbers mean. */

import type { Choice, HintResult } from "./protocol";
import type { Words } from "./words";
import { list, t } from "./i18n";

const NOTICED = 0.005;
const outOf100 = (n: number): number => Math.round(n * 100);

/** The terms that speak for (or against) a choice, the strongest first. */
const terms = (choice: Choice, words: Words, sign: 1 | -1, most = 2): string =>
  list(
    choice.reasons
      .filter((r) => r.value * sign > NOTICED)
      .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
      .slice(0, most)
      .map((r) => words.term(r.term)),
  );

export const opinionOn = (hint: HintResult, move: string): Choice | undefined =>
  hint.choices.find((c) => c.move === move || c.same?.includes(move));

/** Why the hinted move: what it wins, by how much more than the next best, and what it is better for. */
export const whyHinted = (hint: HintResult, words: Words): string => {
  const best = opinionOn(hint, hint.move);
  const next = hint.choices.find((c) => c !== best);
  if (!best) return t("hint_bot");
  if (!next) return t(best.same && best.same.length > 1 ? "hint_same" : "hint_only");
  const lead = outOf100(best.value) - outOf100(next.value);
  const what = { n: outOf100(best.value), d: lead, other: words.move(next.move), terms: terms(best, words, 1) };
  return t(`hint_${lead > 0 ? "more" : "even"}${what.terms ? "_for" : ""}`, what);
};

/** What a choice is worth beside the hinted one. */
export const whyChoice = (hint: HintResult, move: string, words: Words): string => {
  const one = opinionOn(hint, move);
  const best = opinionOn(hint, hint.move);
  if (!one || !best) return "";
  const fewer = outOf100(best.value) - outOf100(one.value);
  if (one === best)
    return t(terms(one, words, 1) ? "choice_best_for" : "choice_best", {
      n: outOf100(one.value),
      terms: terms(one, words, 1),
    });
  const bad = terms(one, words, -1);
  if (fewer > 0) return t(bad ? "choice_fewer_for" : "choice_fewer", { n: outOf100(one.value), d: fewer, terms: bad });
  return t(bad ? "choice_even_for" : "choice_even", { n: outOf100(one.value), terms: bad });
};
