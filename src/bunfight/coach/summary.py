"""Reviews and the verdicts of puzzles in a few lines, for terminals."""

from __future__ import annotations

from collections.abc import Sequence

from bunfight.coach.phrases import of_puzzles, say
from bunfight.coach.puzzles import Puzzle, Verdict
from bunfight.coach.report import reason
from bunfight.coach.review import Review
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words


def summary_lines(game: AnyGame, review: Review, language: str) -> list[str]:
    """Summarise a review in a few lines."""
    words = Words(game, language)
    if review.note:
        return [reason(review, language)]
    lines = [say(f"verdict_{review.verdict}", language)]
    for one in review.accounts:
        parts = [
            f"{say('start', language)} {one.start:.1%}",
            f"{say('luck', language)} {one.luck:+.1%}",
            f"{say('skill', language)} {one.skill:+.1%}",
            f"{say('others', language)} {one.others:+.1%}",
            f"{say('result', language)} {one.result:.0%}",
        ]
        lines.append(f"  {review.names[one.seat]}: {', '.join(parts)}; {say(one.rating, language)}")
    for key, number in (("best", review.best), ("worst", review.worst)):
        if number >= 0:
            moment = review.moments[number]
            name, move = review.names[moment.seat], words.move(moment.move, review.names)
            lines.append(f"{say(key, language)}: {say('moment', language, number=number + 1, name=name, move=move)}")
            better = review.known.get(str(number))
            if better is not None and key == "worst":
                move = words.move(better.move, review.names)
                lost = max(0.0, better.lost)
                lines.append("  " + say("instead", language, move=move, chance=better.chance, lost=lost))
    return lines


def verdict_lines(puzzle: Puzzle, words: Words, names: Sequence[str], move: str, found: Verdict) -> list[str]:
    """Say what an answer to a puzzle is worth, and what speaks for the best one."""
    language, kind = words.language, "stays" if puzzle.stacking else "chance"

    def rate(chance: float) -> str:
        return of_puzzles(kind, language, rate=chance)

    answer = words.move(move, names)
    if found.right:
        lines = [of_puzzles("right", language, move=answer, chance=rate(found.chance))]
    else:
        best = words.move(found.move, names)
        chances = {"chance": rate(found.chance), "top": rate(found.best)}
        lines = [of_puzzles("wrong", language, move=answer, best=best, **chances)]
    first = next(each for each in puzzle.choices if puzzle.thought in each.moves)
    thought = words.move(puzzle.thought, names)
    lines.append(of_puzzles("thought", language, move=thought, chance=rate(first.chance)))
    if puzzle.reasons:
        lines.append(of_puzzles("why", language))
        lines += [f"  {words.term(term)}" for term, _ in puzzle.reasons]
    if puzzle.prospects:
        lines.append(of_puzzles("prospects", language))
        lines += [f"  {words.event(event, names)}" for event in puzzle.prospects]
    return lines
