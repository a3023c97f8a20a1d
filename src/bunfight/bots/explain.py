"""Explains a choice: its estimated chance, the alternatives, and what it leads to.

Two moves are compared by playing both on for some turns, in the same states with the same dice. The reasons are terms
of the game's evaluation that are surely better after the one than after the other; the prospects are milestones of the
game, such as a finished burger, that the one makes likely and the other does not.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bunfight.bots.bot import Alternative, Explanation, Reason
from bunfight.bots.estimate import Budget, Estimate, Judge, weigh
from bunfight.engine import EventLog, Rng, Seat, State, View
from bunfight.engine.event import plain
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
LIKELY: Final = 0.5  # share of the playouts in which a milestone must be reached
MAX_PROSPECTS: Final = 2  # milestones, at most
RIVALS: Final = "rivals"  # the term for what the others have


@dataclass(frozen=True, slots=True)
class Comparison:
    """What speaks for a move rather than another, and the events that it makes likely, as plain data."""

    reasons: tuple[Reason, ...] = ()
    prospects: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Future:
    """What one playout came to: the terms of the evaluation, and the milestones reached on the way (as JSON)."""

    terms: dict[str, float]
    milestones: set[str]


def hint(game: AnyGame, view: View, rng: Rng, budget: Budget = HINT) -> Explanation:
    """Recommend a choice and explain it."""
    return explanation(game, view, weigh(game, view, budget, rng.fork("weigh")), "", rng)


def explained(game: AnyGame, view: View, choice: str, rng: Rng, budget: Budget = HINT) -> Explanation:
    """Explain ``choice`` by the same estimator."""
    return explanation(game, view, weigh(game, view, budget, rng.fork("weigh"), also=(choice,)), choice, rng)


def explanation(game: AnyGame, view: View, found: Estimate, choice: str, rng: Rng) -> Explanation:
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
    why = compare(game, view, choice, others[0], rng)
    return Explanation(view.seat, choice, ranked, others[0], why.reasons, why.prospects)


def compare(game: AnyGame, view: View, choice: str, other: str, rng: Rng) -> Comparison:
    """Compare a move with another: the reasons for it, strongest first, and what it makes likely."""
    return compare_all(game, view, other, (choice,), rng, 2 * REASONING)[choice]


def compare_all(
    game: AnyGame, view: View, choice: str, others: Sequence[str], rng: Rng, seconds: float = EVERY
) -> dict[str, Comparison]:
    """Compare each of the other moves with ``choice``."""
    assert view.seat is not None
    states = [game.determinize(view, rng.fork(f"dream {number}")) for number in range(STATES)]
    each = seconds / (len(others) + 1)
    base = _futures(game, states, view.seat, view.seats, choice, each)
    found = {}
    for other in others:
        mine = _futures(game, states, view.seat, view.seats, other, each)
        n = min(len(mine), len(base))
        found[other] = Comparison(_better(mine[:n], base[:n]), _likelier(mine[:n], base[:n]))
    return found


def _futures(game: AnyGame, states: list[State], seat: Seat, seats: int, text: str, seconds: float) -> list[Future]:
    """Play on after a move in each state, as far as the time allows."""
    judge, milestones = Judge(game, seats), game.bots.milestones
    judge.way.turns, judge.way.draws = (1 if judge.slow else ROUNDS * seats) + 1 - seats, 0
    move, until, found = game.grammar.parse(text), time.thread_time() + seconds, []
    for number, state in enumerate(states):
        if number >= (2 if judge.slow else FEWEST) and time.thread_time() > until:
            break
        s, log = state.copy(), EventLog(bool(milestones))
        judge.way.play(s, seat, move, Rng("terms", f"dice {number}"), Rng("terms", f"policy {number}"), log)
        terms = dict(game.bots.terms(s, seat))
        if seats > 1 and RIVALS not in terms:
            totals = [sum(one for _, one in game.bots.terms(s, other)) for other in range(seats) if other != seat]
            terms[RIVALS] = -max(totals)
        reached = {json.dumps(plain(event)) for event in log.heard(seat) if isinstance(event, milestones)}
        found.append(Future(terms, reached))
    return found


def _better(mine: list[Future], theirs: list[Future]) -> tuple[Reason, ...]:
    """Return the terms that are surely better after one move than after another."""
    n = len(mine)
    found = []
    for name in mine[0].terms:
        changes = [
            one.terms.get(name, 0.0) - other.terms.get(name, 0.0) for one, other in zip(mine, theirs, strict=True)
        ]
        mean = sum(changes) / n
        error = math.sqrt(sum((one - mean) ** 2 for one in changes) / max(1, n - 1) / n)
        if mean >= NOTICEABLE and mean > SURE * error:
            found.append(Reason(f"because_{name}", round(mean, 3)))
    found.sort(key=lambda reason: (-reason.difference, reason.term))
    return tuple(found[:REASONS])


def _likelier(mine: list[Future], theirs: list[Future]) -> tuple[dict[str, Any], ...]:
    """Return the milestones that most playouts after one move reach, and surely more than after the other."""
    n = len(mine)
    often, elsewhere = (Counter(name for one in futures for name in one.milestones) for futures in (mine, theirs))
    found = []
    for name, times in often.items():
        rates = [(count + 1) / (n + 2) for count in (times, elsewhere[name])]
        lead, error = rates[0] - rates[1], math.sqrt(sum(rate * (1 - rate) for rate in rates) / n)
        if times >= LIKELY * n and lead > SURE * error:
            found.append((-lead, name))
    return tuple(json.loads(name) for _, name in sorted(found)[:MAX_PROSPECTS])
