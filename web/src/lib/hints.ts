/** A hint in one plain sentence, and every choice compared with it: what the coach's numbers mean. */

import type { Choice, HintResult } from "./protocol";
import type { Words } from "./words";
import { list, t } from "./i18n";

/** A chance as so many games of 100. */
export const outOf100 = (n: number): number => Math.round(n * 100);

const SURE = 2; // standard errors by which the hinted move must be ahead of another to be called better

/** What speaks for a choice, the strongest first. */
const terms = (choice: Choice, words: Words, most = 2): string =>
  list(choice.reasons.slice(0, most).map((r) => words.term(r.term)));

/** By how many games of 100 the hinted move is surely better than a choice; 0 if they are about as good. */
const ahead = (best: Choice, other: Choice): number =>
  other.lead > SURE * other.error ? Math.max(0, outOf100(best.value) - outOf100(other.value)) : 0;

export const opinionOn = (hint: HintResult, move: string): Choice | undefined =>
  hint.choices.find((c) => c.move === move || c.same?.includes(move));

/** Why the hinted move: what it wins, by how much more than the next best, and what it is better for. */
export const whyHinted = (hint: HintResult, words: Words): string => {
  const best = opinionOn(hint, hint.move);
  const next = hint.choices.find((c) => c !== best);
  if (!best) return t("hint_bot");
  if (!next) return t(best.same && best.same.length > 1 ? "hint_same" : "hint_only");
  const lead = ahead(best, next);
  const what = { n: outOf100(best.value), d: lead, other: words.move(next.move), terms: terms(best, words) };
  return t(`hint_${lead > 0 ? "more" : "even"}${what.terms ? "_for" : ""}`, what);
};

/** What a choice is worth beside the hinted one. */
export const whyChoice = (hint: HintResult, move: string, words: Words): string => {
  const one = opinionOn(hint, move);
  const best = opinionOn(hint, hint.move);
  if (!one || !best) return "";
  const fewer = ahead(best, one);
  const what = { n: outOf100(one.value), d: fewer, terms: terms(one, words) };
  const kind = one === best ? "best" : fewer > 0 ? "fewer" : "even";
  return t(`choice_${kind}${what.terms ? "_for" : ""}`, what);
};
