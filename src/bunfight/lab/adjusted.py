"""Computes luck-adjusted results: what a game says about its players when luck is subtracted.

A result is what the start was worth, plus what each decision changed against the game's own policy, plus luck. Luck has
mean zero, so the first two tell as much about the players with far less scatter. There are two ways to measure it:

- What a decision changed is measured by playing the position on to its end, with the same dice, once with the decision
  and once with the policy's. That is unbiased whatever the policy is worth; where a bot decides as the policy does,
  nothing is left to chance.
- Where decisions are many and each changes little, the luck is measured instead (``luck`` in ``BotHooks.coach``): each
  draw is compared with others that could have come, all played on for some turns. Its mean is zero whatever those are
  worth.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from bunfight.bots.estimate import Judge
from bunfight.bots.search import reseed
from bunfight.bots.search_playout import FULL
from bunfight.engine import EventLog, Luck, Move, Options, Outcome, Rng, Seat, State, advance, estimator
from bunfight.engine.table import AnyGame

PAIRS: Final = 12  # playouts with and without each decision
LUCK_TURNS: Final = 5  # for which a draw is played on, with two players
STARTS: Final = 400  # games of the policy, to estimate the chances at the start


class LuckAdjuster:
    """Measures the decisions of bots against the game's own policy, or the luck of their draws."""

    def __init__(self, game: AnyGame, seats: int, pairs: int = PAIRS) -> None:
        self.game, self.seats, self.pairs = game, seats, pairs
        self.draws = int(game.bots.coach.get("luck", 0))  # playouts for a draw, and as many for others
        self.way = Judge(game, seats).way
        self.way.draws, self.way.simulator = 0, estimator(game)
        if self.draws:
            self.way.turns = max(1, LUCK_TURNS * seats // 2)
        else:
            self.way.turns, self.way.horizon = FULL, 100_000
        self.dice_rng, self.policy_rng = Rng("ledger", "dice"), Rng("ledger", "mind")

    def measure_draw(self, ledger: Ledger, came: State, other: Callable[[Rng], State], rng: Rng) -> None:
        """Add the luck of a draw for every seat, against other draws that were possible."""
        ledger.playouts += 2 * self.draws
        for number in range(self.draws):
            for sign, s in ((1.0, came.copy()), (-1.0, other(rng.fork(f"other {number}")))):
                results = self.way.chances(s)
                if s.agenda:
                    base = rng.fork(f"{number} on")
                    reseed(self.dice_rng, base)
                    reseed(self.policy_rng, base)
                    results = self.way.play(s, s.awaiting()[0], None, self.dice_rng, self.policy_rng).results
                for one in range(self.seats):
                    ledger.luck[one] += sign * results[one] / self.draws

    def measure_decision(self, ledger: Ledger, s: State, seat: Seat, move: Move, rng: Rng) -> None:
        """Add what ``move`` instead of the policy's choice changes for every seat; ``s`` is the state before it."""
        for number in range(self.pairs):
            base = rng.fork(str(number))
            reseed(self.dice_rng, base)
            reseed(self.policy_rng, base)
            usual: Move = self.way.policy(s, seat, self.policy_rng)
            if usual.text == move.text:
                continue
            ledger.playouts += 2
            for sign, choice in ((1.0, move), (-1.0, usual)):
                base = rng.fork(f"{number} on")
                reseed(self.dice_rng, base)
                reseed(self.policy_rng, base)
                results = self.way.play(s.copy(), seat, choice, self.dice_rng, self.policy_rng).results
                for one in range(self.seats):
                    ledger.changed[one] += sign * results[one] / self.pairs

    def start(self, options: Options, games: int = STARTS) -> list[float]:
        """Return the share of games each seat wins if all play by the policy; zeros where luck itself is measured."""
        totals = [0.0] * self.seats
        if self.draws:
            return totals
        for number in range(games):
            luck = Luck(Rng("start", f"luck {number}"), estimator(self.game))
            s: State = self.game.setup(options, self.seats, luck, EventLog(False))
            policy_rng = Rng("start", f"mind {number}")
            played = self.way.play(s, s.awaiting()[0], None, luck.rng, policy_rng).results
            totals = [one + result for one, result in zip(totals, played, strict=True)]
        return [one / games for one in totals]


class Ledger:
    """What the decisions of one game changed, by seat, or how much luck its draws brought."""

    def __init__(self, adjuster: LuckAdjuster, seed: str) -> None:
        self.adjuster, self.seed = adjuster, seed
        self.changed = [0.0] * adjuster.seats
        self.luck = [0.0] * adjuster.seats
        self.decisions = self.playouts = 0

    def deal(self, s: State, options: Options) -> None:
        """Measure the luck of the deal ``s``."""
        if self.adjuster.draws:
            deal_again = partial(_deal, self.adjuster.game, options, self.adjuster.seats)
            self.adjuster.measure_draw(self, s, deal_again, Rng(self.seed, "books deal"))

    def advance(self, s: State, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        """Make a decision, and measure it or the luck that it drew."""
        rng = Rng(self.seed, f"books {self.decisions}")
        self.decisions += 1
        if not self.adjuster.draws:
            self.adjuster.measure_decision(self, s, seat, move, rng)
            advance(s, seat, move, luck, log)
            return
        before, drawn = s.copy(), (luck.rng.a, luck.rng.b, luck.rng.c)
        advance(s, seat, move, luck, log)
        if drawn != (luck.rng.a, luck.rng.b, luck.rng.c):
            self.adjuster.measure_draw(self, s, partial(_repeat, self.adjuster.game, before, seat, move), rng)

    def changes(self, end: Outcome) -> tuple[float, ...]:
        """What the decisions changed for each seat, or its result without the luck."""
        if not self.adjuster.draws:
            return tuple(self.changed)
        shares = [1 / len(end.winners) if seat in end.winners else 0.0 for seat in range(self.adjuster.seats)]
        return tuple(share - luck for share, luck in zip(shares, self.luck, strict=True))


def _deal(game: AnyGame, options: Options, seats: int, rng: Rng) -> State:
    """Deal with other luck."""
    s: State = game.setup(options, seats, Luck(rng, estimator(game)), EventLog(False))
    return s


def _repeat(game: AnyGame, before: State, seat: Seat, move: Move, rng: Rng) -> State:
    """Make the same decision with other luck."""
    s = before.copy()
    advance(s, seat, move, Luck(rng, estimator(game)), EventLog(False))
    return s
