"""A conformance check for hints: what the estimator says about a position must be sound."""

from __future__ import annotations

from typing import Final

from bunfight.bots import estimate
from bunfight.bots.bot import listable
from bunfight.bots.estimate import Budget, Estimate
from bunfight.engine import Rng, Seat, State
from bunfight.engine.table import AnyGame
from bunfight.testing.laws import Position

SOME: Final = 17  # positions between two at which the law looks; it plays on from each of them many times
SELDOM: Final = 5  # times less often where a simulation is asked
PLAYOUTS: Final = 90
FEW: Final = 14  # there
AGAIN: Final = 2  # further states in which choices that count as one are tried


def a_hint_is_sound(p: Position) -> None:
    """Every choice is weighed, the recommended one is not below another, and what is hidden does not matter."""
    slow = estimate.Judge(p.game, p.case.seats).slow
    if not p.live or p.number % (SOME * (SELDOM if slow else 1)):
        return
    for seat in p.state.awaiting()[:1]:
        found = weighed(p.game, p.state, seat)
        _weighs_every_choice(p, seat, found)
        best = found.best
        for one in found.choices:
            assert 0.0 <= one.low <= one.chance <= one.high <= 1.0, f"{one.moves[0]!r} has a strange interval: {one}"
            assert one.low <= best.low and one.low <= best.high, (
                f"{best.moves[0]!r} ({best.low:.2f} to {best.high:.2f}) is recommended, but {one.moves[0]!r} "
                f"({one.low:.2f} to {one.high:.2f}) is better than the intervals allow"
            )
        assert weighed(p.game, p.game.resample_hidden(p.state, seat, p.rng), seat) == found, (
            f"the hint for seat {seat} depends on what it may not know, or on chance"
        )


def weighed(game: AnyGame, s: State, seat: Seat) -> Estimate:
    """What a seat is told in a position; the same for all positions that look the same to it."""
    view = game.view(s, seat)
    playouts = FEW if estimate.Judge(game, view.seats).slow else PLAYOUTS
    return estimate.weigh(game, view, Budget(playouts=playouts), Rng("law", "hint"))


def _weighs_every_choice(p: Position, seat: Seat, found: Estimate) -> None:
    """Each legal move belongs to one choice, and moves that belong to one choice come to the same."""
    texts = [text for one in found.choices for text in one.moves]
    assert len(texts) == len(set(texts)), "a move is weighed twice"
    if listable(p.state.agenda[-1]):
        legal = [move.text for move in p.legal(seat)]
        assert sorted(legal) == sorted(texts), f"{set(legal) ^ set(texts)} is weighed but not legal, or the other way"
    way = estimate.Judge(p.game, p.case.seats).way
    for one in found.choices:
        for number in range(AGAIN if len(one.moves) > 1 else 0):
            state = p.game.determinize(p.game.view(p.state, seat), p.rng.fork(f"same {p.number} {number}"))
            marks = {
                way.play(state.copy(), seat, p.game.grammar.parse(text), Rng("dice", str(number)), Rng("mind")).mark
                for text in one.moves
            }
            assert len(marks) == 1, f"{one.moves} count as one choice but come to different things"


HINTS: Final = {a_hint_is_sound.__name__: a_hint_is_sound}
