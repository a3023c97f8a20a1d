"""Explains a choice: what the estimator says about it and its alternatives, and which evaluation terms differ."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from bunfight.bots.bot import Alternative, Explanation, Reason
from bunfight.bots.estimate import Budget, Estimate, Judge, weigh
from bunfight.engine import EventLog, Luck, Rng, Seat, State, View, advance
from bunfight.engine.table import AnyGame

STATES: Final = 12  # sampled states in which the terms of two choices are compared
OWN_STEPS: Final = 4  # further decisions of the same seat that belong to one choice
HINT: Final = Budget(seconds=0.6)  # what a hint may cost, of processor time, besides its reasons
REASONING: Final = 0.1  # seconds after which no more states are sampled for the reasons of a choice
EVERY: Final = 0.4  # the same for all the choices that were not recommended, together
REASONS: Final = 3
NOTICEABLE: Final = 0.005


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
        Alternative(choice if one is mine else one.moves[0], one.chance, one.tries, one.low, one.high, one.moves)
        for one in found.choices
    )
    others = [one.move for one in ranked if one.move != choice]
    if not others:
        return Explanation(view.seat, choice, ranked, "", ())
    return Explanation(view.seat, choice, ranked, others[0], reasons(game, view, choice, others[0], rng))


def reasons(game: AnyGame, view: View, choice: str, other: str, rng: Rng) -> tuple[Reason, ...]:
    """What choosing one move rather than another changes in the game's evaluation, the greatest changes first."""
    assert view.seat is not None
    states = _states(game, view, rng)
    return _changes(_terms(game, states, view.seat, choice), _terms(game, states, view.seat, other))


def compared(game: AnyGame, view: View, choice: str, others: Sequence[str], rng: Rng) -> dict[str, tuple[Reason, ...]]:
    """What each of the other moves changes, compared with ``choice``."""
    assert view.seat is not None
    states, each = _states(game, view, rng), EVERY / max(1, len(others))
    base = _terms(game, states, view.seat, choice)
    return {other: _changes(_terms(game, states, view.seat, other, each), base) for other in others}


def _states(game: AnyGame, view: View, rng: Rng) -> list[State]:
    return [game.determinize(view, rng.fork(f"dream {n}")) for n in range(STATES)]


def _changes(mine: dict[str, float], theirs: dict[str, float]) -> tuple[Reason, ...]:
    names = list(dict.fromkeys([*mine, *theirs]))
    found = [Reason(name, round(mine.get(name, 0.0) - theirs.get(name, 0.0), 3)) for name in names]
    found = [reason for reason in found if abs(reason.difference) >= NOTICEABLE]
    found.sort(key=lambda reason: (-abs(reason.difference), reason.term))
    return tuple(found[:REASONS])


def _terms(game: AnyGame, states: list[State], seat: Seat, text: str, seconds: float = REASONING) -> dict[str, float]:
    """The evaluation terms after a choice and the seat's own further decisions that belong to it."""
    found: dict[str, float] = {}
    until, tries = time.thread_time() + seconds, 0
    simulate = Judge(game, game.seats[-1]).way.simulator
    for number, state in enumerate(states):
        if tries and time.thread_time() > until:
            break
        tries += 1
        s, rng = state.copy(), Rng("terms", str(number))
        luck, log = Luck(rng, simulate), EventLog(False)
        advance(s, seat, game.grammar.parse(text), luck, log)
        for _ in range(OWN_STEPS):
            if s.awaiting() != [seat]:
                break
            advance(s, seat, game.bots.policy(s, seat, rng), luck, log)
        for name, amount in game.bots.terms(s, seat):
            found[name] = found.get(name, 0.0) + amount
    return {name: amount / tries for name, amount in found.items()}
