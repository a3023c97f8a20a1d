"""Defines Pig: options, views, outcome and bot."""

from __future__ import annotations

from typing import Final

from bunfight.engine import BotHooks, EventLog, Game, Luck, Move, Option, Options, Outcome, Rng, Seat
from bunfight.engine.view import GameView, common

from .rules import GRAMMAR, HOLD, ROLL, ROUNDS, PigState, Turn

DARE: Final = 20  # a turn total at which another roll is expected to cost as much as it brings


class PigView(GameView, frozen=True, kw_only=True):
    """Everyone sees everything."""

    goal: int
    scores: tuple[int, ...]
    pot: int
    die: int
    round: int


def policy(s: PigState, seat: Seat, rng: Rng) -> Move:
    return HOLD if s.pot >= DARE else ROLL


def terms(s: PigState, seat: Seat) -> list[tuple[str, float]]:
    at_risk = s.pot if s.agenda and s.awaiting()[0] == seat else 0
    return [("kept", float(s.scores[seat])), ("pot", 0.5 * at_risk)]


class Pig(Game[PigState, PigView]):
    api = 1
    id = "pig"
    title = "Pig"
    seats = range(2, 7)
    minutes = "10"
    rules_version = 1
    options = (Option("goal", 100, low=20, high=200, rule="PI-END-1"),)
    grammar = GRAMMAR
    bots = BotHooks(policy=policy, terms=terms)

    def setup(self, options: Options, seats: int, luck: Luck, log: EventLog) -> PigState:
        s = PigState(seats, int(options["goal"]))
        s.agenda.append(Turn(0))
        return s

    def outcome(self, s: PigState) -> Outcome | None:
        if s.agenda:
            return None
        reached = max(s.scores) >= s.goal
        reason, rule = ("reached", "PI-END-1") if reached else ("rounds", "PI-END-2")
        return Outcome.by_points(reason, rule, "kept", s.scores)

    def view(self, s: PigState, seat: Seat | None) -> PigView:
        return PigView(
            **common(s, seat, len(s.scores)),
            goal=s.goal,
            scores=tuple(s.scores),
            pot=s.pot,
            die=s.die,
            round=min(s.round, ROUNDS),
        )

    def determinize(self, view: PigView, rng: Rng) -> PigState:
        s = PigState(view.seats, view.goal)
        s.scores, s.pot, s.die, s.round = list(view.scores), view.pot, view.die, view.round
        s.agenda = [Turn(seat) for seat in view.awaits]
        return s

    def resample_hidden(self, s: PigState, seat: Seat | None, rng: Rng) -> PigState:
        return s.copy()

    def audit(self, s: PigState) -> None:
        assert all(0 <= score < s.goal + 6 for score in s.scores) and s.pot >= 0, f"{s.scores}, {s.pot}"

    def bound(self, options: Options, seats: int) -> int:
        return ROUNDS * seats * (int(options["goal"]) // 2 + 2)

    def value(self, s: PigState) -> list[float]:
        points = [1.0 + sum(amount for _, amount in terms(s, seat)) for seat in range(len(s.scores))]
        return [one / sum(points) for one in points]


GAME: Final = Pig()
