"""Explains a choice: what the estimator says about it and its alternatives, and what it leads to.

The reasons are terms of the game's evaluation some turns later, after both moves have been played on in the same states
with the same dice. Only what speaks for a move is a reason, and only if it is more than chance.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from bunfight.bots.bot import Alternative, Explanation, Reason
from bunfight.bots.estimate import Budget, Estimate, Judge, weigh
from bunfight.engine import Rng, Seat, State, View
from bunfight.engine.table import AnyGame

STATES: Final = 40  # sampled states in which two choices are played on
FEWEST: Final = 4  # of them, however long they take
ROUNDS: Final = 2  # of the table, after which the terms are compared
HINT: Final = Budget(seconds=0.6)  # what a hint may cost, of processor time, besides its reasons
REASONING: Final = 0.1  # seconds after which a choice is not played on any more
EVERY: Final = 0.4  # the same for all the choices that were not recommended, together
REASONS: Final = 3
NOTICEABLE: Final = 0.05
SURE: Final = 2.0  # standard errors
RIVALS: Final = "rivals"  # the term for what the others have


def hint(game: AnyGame, view: View, rng: Rng, budget: Budget = HINT) -> Explanation:
    """What to do here, and why: the choice that the estimator recommends."""
    return told(game, view, weigh(game, view, budget, rng.fork("weigh")), "", rng)


def explained(game: AnyGame, view: View, choice: str, rng: Rng, budget: Budget = HINT) -> Explanation:
    """Explain ``choice`` by the same estimator."""
    return told(game, view, weigh(game, view, budget, rng.fork("weigh"), also=(choice,)), choice, rng)


def told(game: AnyGame, view: View, found: Estimate, choice: str, rng: Rng) -> Explanation:
    """Turn an estimate into an explanation of a choice ("": of the recommended one)."""
    assert view.seat is not None
    best = found.best.moves[0]
    choice = choice or best
    mine = found.of(choice)
    ranked = tuple(
        Alternative(
            choice if one is mine else one.moves[0],
            one.chance,
            one.tries,
            one.low,
            one.high,
            one.moves,
            *found.pairs.get(one.moves[0], (0.0, 0.0)),
        )
        for one in found.choices
    )
    others = [one.move for one in ranked if one.move != choice]
    if not others:
        return Explanation(view.seat, choice, ranked, "", ())
    return Explanation(view.seat, choice, ranked, others[0], reasons(game, view, choice, others[0], rng))


def reasons(game: AnyGame, view: View, choice: str, other: str, rng: Rng) -> tuple[Reason, ...]:
    """What speaks for one move rather than another: the terms that are better some turns later, the best first."""
    return compared(game, view, other, (choice,), rng, 2 * REASONING)[choice]


def compared(
    game: AnyGame, view: View, choice: str, others: Sequence[str], rng: Rng, seconds: float = EVERY
) -> dict[str, tuple[Reason, ...]]:
    """What speaks for each of the other moves, compared with ``choice``."""
    assert view.seat is not None
    states = [game.determinize(view, rng.fork(f"dream {number}")) for number in range(STATES)]
    each = seconds / (len(others) + 1)
    base = _terms(game, states, view.seat, view.seats, choice, each)
    return {other: _better(_terms(game, states, view.seat, view.seats, other, each), base) for other in others}


def _terms(
    game: AnyGame, states: list[State], seat: Seat, seats: int, text: str, seconds: float
) -> list[dict[str, float]]:
    """The terms of the evaluation after a move was played on, in each state."""
    judge = Judge(game, seats)
    judge.way.turns, judge.way.draws = (1 if judge.slow else ROUNDS * seats) + 1 - seats, 0
    move, until, found = game.grammar.parse(text), time.thread_time() + seconds, []
    for number, state in enumerate(states):
        if number >= (2 if judge.slow else FEWEST) and time.thread_time() > until:
            break
        s = state.copy()
        judge.way.play(s, seat, move, Rng("terms", f"dice {number}"), Rng("terms", f"policy {number}"))
        terms = dict(game.bots.terms(s, seat))
        if seats > 1 and RIVALS not in terms:
            totals = [sum(one for _, one in game.bots.terms(s, other)) for other in range(seats) if other != seat]
            terms[RIVALS] = -max(totals)
        found.append(terms)
    return found


def _better(mine: list[dict[str, float]], theirs: list[dict[str, float]]) -> tuple[Reason, ...]:
    """The terms that are surely better after one move than after another."""
    n = min(len(mine), len(theirs))
    found = []
    for name in mine[0]:
        changes = [one.get(name, 0.0) - other.get(name, 0.0) for one, other in zip(mine[:n], theirs[:n], strict=True)]
        mean = sum(changes) / n
        error = math.sqrt(sum((one - mean) ** 2 for one in changes) / max(1, n - 1) / n)
        if mean >= NOTICEABLE and mean > SURE * error:
            found.append(Reason(f"because_{name}", round(mean, 3)))
    found.sort(key=lambda reason: (-reason.difference, reason.term))
    return tuple(found[:REASONS])
