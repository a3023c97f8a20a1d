"""Playouts that count their luck: what the coach's estimates are made of (compiled).

A position is played on by the game's own policy to the end of the game, or until the turn has passed on often enough:
then the evaluation judges it each time that the turn passes on, once around the table, because an evaluation seldom
knows what it is worth to be next. On the way each draw is held against other draws that could have come: what the
drawn one is worth more than they are is the luck of the playout, for each seat. Luck has mean zero whatever the
evaluation is like, so it may be subtracted.
"""

from typing import Any, Final

from mypy_extensions import i64

from bunfight.bots.search import same_start
from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import Move, State

FULL: Final = 1_000_000  # turns: until the game is over


class Played:
    """What came of a playout: results and luck by seat, and a mark by which playouts can be told apart."""

    def __init__(self, results: list[float], luck: list[float], mark: str) -> None:
        self.results = results
        self.luck = luck
        self.mark = mark


class Way:
    """How positions are played on: until ``turns`` have passed or ``horizon`` decisions were made.

    From there on one more turn of each other seat is played, and the evaluations after each turn are averaged.

    The luck of the first ``draws`` draws is measured against ``others`` other draws each. ``sureness``: the power to
    which the evaluation's shares are raised, so that they come true as chances.
    """

    def __init__(
        self, game: Any, seats: int, turns: int, horizon: int, draws: int, others: int, sureness: float, simulator: Any
    ) -> None:
        self.game = game
        self.seats = seats
        self.turns = turns
        self.horizon = horizon
        self.draws = draws
        self.others = others
        self.sureness = sureness
        self.simulator = simulator
        self.later = simulator  # answers once the turn has passed on
        self.policy: Any = game.bots.rollout

    def chances(self, s: State) -> list[float]:
        """The chance of each seat: how it ended, or what the evaluation says."""
        if not s.agenda:
            return final(self.game, s)
        shares: list[float] = self.game.value(s)
        if self.sureness == 1.0:
            return shares
        whole = 0.0
        for share in shares:
            whole += share
        if whole <= 0.0:
            return shares
        total = 0.0
        sharp: list[float] = []
        for share in shares:
            power: float = (share / whole) ** self.sureness
            sharp.append(power)
            total += power
        return [min(1.0, whole) * one / total for one in sharp]

    def play(
        self, s: State, seat: int, move: Move | None, dice: Rng, policy_rng: Rng, events: EventLog | None = None
    ) -> Played:
        """Play ``s`` on, after ``move`` of ``seat`` (None: whatever the policy does). Changes ``s``.

        ``events`` receives the events, also those of the other draws; so record them only without (``draws`` 0).
        """
        log = EventLog(False) if events is None else events
        luck = Luck(dice, self.simulator)
        other_dice = Rng("other", "draws")
        other_luck = Luck(other_dice, self.simulator)
        seats = self.seats
        fortune = [0.0] * seats
        draws: i64 = self.draws
        turns: i64 = self.turns
        horizon: i64 = self.horizon
        depth = len(s.agenda)
        player = seat
        made: i64 = 0
        judged: i64 = 0
        shares = [0.0] * seats
        while s.agenda and made < horizon:
            step = s.agenda[-1]
            asked = step.awaits()
            actor = seat if made == 0 else asked[0]
            if made and len(s.agenda) <= depth and actor != player:
                player = actor
                turns -= 1
                if turns <= 0:
                    if turns <= 1 - seats:
                        break
                    judged += 1
                    between = self.chances(s)
                    for i in range(seats):
                        shares[i] += between[i]
                luck.simulator = self.later
            choice: Move
            if made == 0 and move is not None:
                choice = move
            else:
                choice = self.policy(s, actor, policy_rng)
            made += 1
            if draws <= 0:
                step.take(s, actor, choice, luck, log)
                continue
            before = s.copy()
            a, b, c = dice.a, dice.b, dice.c
            step.take(s, actor, choice, luck, log)
            if dice.a == a and dice.b == b and dice.c == c:
                continue
            draws -= 1
            same_start(other_dice, dice)
            other_dice.a = int(other_dice.a) ^ 0x5BD1E995
            drawn = self.chances(s)
            for _ in range(self.others):
                twin = before.copy()
                twin.agenda[-1].take(twin, actor, choice, other_luck, log)
                came = self.chances(twin)
                for i in range(seats):
                    fortune[i] += (drawn[i] - came[i]) / self.others
        results = self.chances(s)
        if judged:
            left = float(int(seats - judged))
            results = [(shares[i] + left * results[i]) / seats for i in range(seats)]
        mark = str(made)
        for result in results:
            mark += " " + str(result)
        return Played(results, fortune, mark)


def final(game: Any, s: State) -> list[float]:
    """The result of a finished game: a win, or a share of one."""
    ended = game.outcome(s)
    winners: tuple[int, ...] = ended.winners
    seats = len(ended.totals)
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
