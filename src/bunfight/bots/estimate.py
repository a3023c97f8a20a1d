"""Estimates the chance of each choice, with an interval, for hints, reasons, reviews and puzzles alike.

Every choice is tried in the same states with the same dice (common random numbers), luck is subtracted (a control
variate whose weight is found by regression), choices that always have the same effect count as one, and those that
are clearly behind leave the race. The recommended choice is never below another by more than the intervals allow.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bunfight.bots.search import reseed
from bunfight.bots.search_playout import FULL, Played, Way
from bunfight.engine import EventLog, Luck, Move, Rng, Seat, State, View, advance, estimator
from bunfight.engine.table import AnyGame
from bunfight.testing.freeze import freeze

FIRST: Final = 6  # rounds in which every choice is tried before any can leave
TWINS: Final = 2  # states in which choices must lead to the same position to count as one
MANY: Final = 200  # with more choices than this, equivalent ones are not looked for
ALONE: Final = 60  # rounds for a choice without an alternative
BEHIND: Final = 2.6  # standard errors behind the best at which a choice leaves the race
ASKED: Final = 100  # playouts before the caller is first asked whether the race may end
SCARCE: Final = 12  # playouts that must be left for each choice in the race
PRIOR: Final = 4.0  # weight of the pooled variance, in results, when the variance of one choice is estimated
PAIRED: Final = 1.0  # the same for the difference between two choices
DEPTHS: Final = {"turns": FULL, "horizon": 10_000, "draws": 8, "others": 2, "sureness": 1.0, "effort": 1.0}
T95: Final = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13)


@dataclass(frozen=True)
class Budget:
    """Limits what an estimate may cost: playouts (0: any number) and seconds of processor time (0: any time).

    ``each``: rounds in which every choice is tried before any can leave, so that all intervals say something.
    """

    playouts: int = 0
    seconds: float = 0.0
    each: int = FIRST


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice (or several equivalent ones), the chances of all seats after it, and the actor's with its interval."""

    moves: tuple[str, ...]
    chances: tuple[float, ...]
    chance: float
    low: float
    high: float
    tries: int


@dataclass(frozen=True)
class Estimate:
    """All choices of a seat, the recommended one first, then by chance."""

    seat: Seat
    choices: tuple[Weighed, ...]
    playouts: int
    spread: float = 0.0  # of one playout's result, luck subtracted
    plain_spread: float = 0.0  # the same without subtraction
    pairs: dict[str, tuple[float, float]] = field(default_factory=dict)  # by choice: lead of the best, and its error
    shifts: dict[str, tuple[float, ...]] = field(default_factory=dict)  # by choice: what it changes for all seats

    @property
    def best(self) -> Weighed:
        return self.choices[0]

    def of(self, move: str) -> Weighed | None:
        """Return the choice that a move belongs to, if it was weighed."""
        return next((one for one in self.choices if move in one.moves), None)

    def lost(self, move: str) -> tuple[float, float]:
        """Return how much the actor gives away with a move (0 or more), and its standard error."""
        mine = self.of(move)
        if mine is None or mine is self.best:
            return 0.0, 0.0
        lead, error = self.pairs[mine.moves[0]]
        return max(0.0, lead), error

    def shift(self, move: str) -> tuple[float, ...]:
        """Return how the chances of all seats change if this move is made instead of the best one."""
        mine = self.of(move)
        if mine is None or mine is self.best:
            return (0.0,) * len(self.best.chances)
        return self.shifts[mine.moves[0]]


class Judge:
    """Lists the choices in a position and plays them on.

    ``whole``: play to the end of the game, even where the coach usually stops earlier.
    """

    def __init__(self, game: AnyGame, seats: int, whole: bool = False) -> None:
        self.game = game
        physics = game.physics
        # A simulation is slow, so equivalent choices are not looked for.
        self.slow = physics is not None and physics.simplify is not None
        depths: dict[str, Any] = {**DEPTHS, **game.bots.coach}
        self.effort = float(depths["effort"])  # share of the usual playouts that a review makes
        turns = FULL if whole else int(depths["turns"])
        self.way = Way(
            game,
            seats,
            FULL if turns >= FULL else max(1, turns * seats // 2),
            int(depths["horizon"]),
            int(depths["draws"]),
            int(depths["others"]),
            float(depths["sureness"]),
            estimator(game),
        )
        if physics is not None:
            self.way.simulator = physics.answer_quickly

    def choices(self, s: State, seat: Seat, rng: Rng) -> list[Move]:
        """List the legal choices; where there are too many, one of each kind."""
        listed = self.game.bots.coach_moves
        return (listed(s, seat, rng) if listed else None) or s.agenda[-1].legal(s, seat)


class Sums:
    """Running sums over results and luck; they give mean and variance with any share of the luck subtracted."""

    def __init__(self) -> None:
        self.n = 0
        self.result = self.luck = self.squares = self.luck_squares = self.products = 0.0

    def add(self, result: float, luck: float) -> None:
        self.n += 1
        self.result += result
        self.luck += luck
        self.squares += result * result
        self.luck_squares += luck * luck
        self.products += result * luck

    def mean(self, weight: float) -> float:
        return (self.result - weight * self.luck) / self.n

    def scatter(self, weight: float) -> float:
        """Return the sum of squared deviations from the mean."""
        squares = self.squares - 2.0 * weight * self.products + weight * weight * self.luck_squares
        return max(0.0, squares - self.n * self.mean(weight) ** 2)


class Choice:
    """One choice in the race, with its results and its luck by round and seat."""

    def __init__(self, moves: list[Move]) -> None:
        self.moves = moves
        self.results: list[list[float]] = []
        self.luck: list[list[float]] = []

    def add(self, played: Played) -> None:
        self.results.append(played.results)
        self.luck.append(played.luck)

    def adjusted(self, seat: Seat, weight: float) -> list[float]:
        return [one[seat] - weight * luck[seat] for one, luck in zip(self.results, self.luck, strict=True)]


class Race:
    """Tries all choices of a question, round by round; choices that fall clearly behind are dropped."""

    def __init__(
        self, judge: Judge, state: Callable[[int], State], seat: Seat, kinds: list[list[Move]], rng: Rng
    ) -> None:
        self.judge = judge
        self.state = state
        self.seat = seat
        self.rng = rng
        self.seats = judge.way.seats
        self.choices = [Choice(moves) for moves in kinds]
        self.racing = list(self.choices)
        self.rounds = self.playouts = 0
        self.sums = {choice: Sums() for choice in self.choices}  # of the actor
        self.pairs: dict[tuple[Choice, Choice], Sums] = {}  # of one choice less another, where both were tried
        self.dice, self.policy_rng = Rng("race", "1"), Rng("race", "2")

    def run(self, budget: Budget, enough: Callable[[Estimate], bool] | None = None) -> None:
        """Run until the budget is used up; a single choice is tried only as often as its chance requires.

        ``enough`` is called after 100, 200, 400 … playouts and may end the race early.
        """
        began, asked = time.thread_time(), ASKED
        while True:
            self.rounds += 1
            for choice in self.racing:
                while len(choice.results) < self.rounds:  # a choice that returns to the race catches up
                    self.try_out(choice)
                    if self.rounds > 1 and self.spent(budget, began) >= 1.0:
                        return
            used = self.spent(budget, began)
            if used >= 1.0 or (len(self.choices) == 1 and self.rounds >= ALONE):
                return
            if enough is not None and self.rounds > FIRST and self.playouts >= asked:
                if enough(self.estimate()):
                    return
                asked = 2 * self.playouts
            if self.rounds > 1 and (self.rounds <= FIRST or self.rounds % 3 == 0):
                self.racing = self.contenders(self.playouts / used * (1.0 - used) if used else math.inf, budget.each)

    def spent(self, budget: Budget, began: float) -> float:
        """Return the share of the budget that is used up."""
        playouts = self.playouts / budget.playouts if budget.playouts else 0.0
        seconds = (time.thread_time() - began) / budget.seconds if budget.seconds else 0.0
        return max(playouts, seconds)

    def try_out(self, choice: Choice) -> None:
        """Play the next round of a choice, with the same state, dice and policy stream as every other choice."""
        number = len(choice.results)
        base = self.rng.fork(str(number))
        reseed(self.dice, base)
        reseed(self.policy_rng, base)
        s = self.state(number).copy()
        choice.add(self.judge.way.play(s, self.seat, choice.moves[0], self.dice, self.policy_rng))
        self.playouts += 1

    def contenders(self, left: float, each: int = FIRST) -> list[Choice]:
        """Return the choices that are not clearly behind the best, fewer if few playouts are left."""
        enough = len(self.choices) * FIRST <= left
        if self.rounds < each and enough:
            return list(self.choices)
        for choice, sums in self.sums.items():
            for number in range(sums.n, len(choice.results)):
                sums.add(choice.results[number][self.seat], choice.luck[number][self.seat])
        weight = self.running_weight()
        freedom = sum(sums.n - 1 for sums in self.sums.values())
        pooled = sum(sums.scatter(weight) for sums in self.sums.values()) / freedom if freedom else 0.0
        order = sorted(self.choices, key=lambda one: -self.sums[one].mean(weight))
        kept = []
        for choice in order:
            if choice is not order[0]:
                pair = self.pair(order[0], choice)
                spread = (pair.scatter(weight) + PAIRED * pooled) / (pair.n - 1 + PAIRED)
                if pair.mean(weight) > BEHIND * math.sqrt(spread / pair.n):
                    continue
            kept.append(choice)
        return kept[: max(2, int(left / SCARCE))]

    def pair(self, one: Choice, other: Choice) -> Sums:
        """Update and return the sums over the differences between two choices."""
        sums, seat = self.pairs.setdefault((one, other), Sums()), self.seat
        for n in range(sums.n, min(len(one.results), len(other.results))):
            sums.add(one.results[n][seat] - other.results[n][seat], one.luck[n][seat] - other.luck[n][seat])
        return sums

    def running_weight(self) -> float:
        """Return ``weight`` of the actor, computed from the running sums."""
        above = below = 0.0
        for sums in self.sums.values():
            above += sums.products - sums.result * sums.luck / sums.n
            below += sums.luck_squares - sums.luck * sums.luck / sums.n
        return above / below if below > 1e-12 else 0.0

    def weight(self, seat: Seat) -> float:
        """Return how much of the luck to subtract, by regression over all playouts within choices."""
        above = below = 0.0
        for choice in self.choices:
            if len(choice.results) < 2:
                continue
            results, luck = [one[seat] for one in choice.results], [one[seat] for one in choice.luck]
            result, fortune = _mean(results), _mean(luck)
            for one, other in zip(results, luck, strict=True):
                above += (one - result) * (other - fortune)
                below += (other - fortune) ** 2
        return above / below if below > 1e-12 else 0.0

    def estimate(self) -> Estimate:
        """Return the estimate so far."""
        weights = [self.weight(seat) for seat in range(self.seats)]
        own = weights[self.seat]
        values = {choice: choice.adjusted(self.seat, own) for choice in self.choices}
        pooled = _pooled(list(values.values()))
        plain = _pooled([choice.adjusted(self.seat, 0.0) for choice in self.choices])
        weighed: list[tuple[Choice, Weighed]] = []
        for choice in self.choices:
            chances = tuple(
                min(1.0, max(0.0, _mean(choice.adjusted(seat, weights[seat])))) for seat in range(self.seats)
            )
            low, high = interval(values[choice], pooled)
            texts = tuple(move.text for move in choice.moves)
            weighed.append((choice, Weighed(texts, chances, chances[self.seat], low, high, len(choice.results))))
        first = max(weighed, key=lambda one: (one[1].low, one[1].chance))
        weighed.sort(key=lambda one: (one is not first, -one[1].chance, one[1].moves))
        top = values[first[0]]
        pairs = {one.moves[0]: _lead(top, values[choice], pooled) for choice, one in weighed[1:]}
        first_values = [first[0].adjusted(seat, weights[seat]) for seat in range(self.seats)]
        shifts = {}
        for choice, one in weighed[1:]:
            each = [choice.adjusted(seat, weights[seat]) for seat in range(self.seats)]
            shifts[one.moves[0]] = tuple(-_lead(first_values[seat], each[seat], 0.0)[0] for seat in range(self.seats))
        return Estimate(self.seat, tuple(one for _, one in weighed), self.playouts, pooled, plain, pairs, shifts)


def weigh(
    game: AnyGame,
    view: View,
    budget: Budget,
    rng: Rng,
    also: Sequence[str] = (),
    whole: bool = False,
    enough: Callable[[Estimate], bool] | None = None,
) -> Estimate:
    """Weigh the choices of ``view.seat`` in states sampled from nothing but what it may know.

    ``also``: moves to weigh even if they are not listed. ``whole``: play on to the end of the game.
    ``enough``: returns whether the estimate so far is all that the caller needs.
    """
    assert view.seat is not None, "a spectator has nothing to choose"
    states: list[State] = []

    def state(number: int) -> State:
        while len(states) <= number:
            states.append(game.determinize(view, rng.fork(f"dream {len(states)}")))
        return states[number]

    return _raced(Judge(game, view.seats, whole), state, view.seat, budget, rng, also, enough)


def weigh_known(
    game: AnyGame, s: State, seat: Seat, seats: int, budget: Budget, rng: Rng, also: Sequence[str] = ()
) -> Estimate:
    """Weigh the choices with everything known, for reviews of finished games."""
    return _raced(Judge(game, seats), lambda number: s, seat, budget, rng, also)


def _raced(
    how: Judge,
    state: Callable[[int], State],
    seat: Seat,
    budget: Budget,
    rng: Rng,
    also: Sequence[str],
    enough: Callable[[Estimate], bool] | None = None,
) -> Estimate:
    moves = how.choices(state(0), seat, rng.fork("choices"))
    found = {move.text: move for move in moves}
    for text in also:
        found.setdefault(text, how.game.grammar.parse(text))
    race = Race(how, state, seat, alike(how, state, seat, list(found.values())), rng.fork("race"))
    race.run(budget, enough)
    return race.estimate()


def alike(how: Judge, state: Callable[[int], State], seat: Seat, moves: list[Move]) -> list[list[Move]]:
    """Group the moves that lead to the same position, with the same dice, in every state tried."""
    if len(moves) > MANY or how.slow:
        return [[move] for move in moves]

    def split(group: list[Move], number: int, shown: bool) -> list[list[Move]]:
        kinds: dict[Any, list[Move]] = {}
        for move in group if len(group) > 1 else []:
            s = state(number).copy()
            advance(s, seat, move, Luck(Rng("alike", str(number)), how.way.simulator), EventLog(False))
            kinds.setdefault(repr(how.game.view(s, seat)) if shown else freeze(s), []).append(move)
        return list(kinds.values()) or [group]

    groups = [moves]
    for number in range(TWINS):
        for shown in (False, True):  # only groups that are still equal are looked at again
            groups = [kind for group in groups for kind in split(group, number, shown)]
    return sorted(groups, key=lambda group: moves.index(group[0]))


def standing(
    game: AnyGame, s: State, seats: int, playouts: int, rng: Rng, whole: bool = False
) -> tuple[list[float], list[float]]:
    """Estimate the chances of all seats in a fully known position, with their standard errors."""
    how = Judge(game, seats, whole)
    if not s.agenda:
        return how.way.chances(s), [0.0] * seats
    choice, seat = Choice([]), s.awaiting()[0]
    dice, policy_rng = Rng("standing", "1"), Rng("standing", "2")
    for number in range(playouts):
        base = rng.fork(str(number))
        reseed(dice, base)
        reseed(policy_rng, base)
        choice.add(how.way.play(s.copy(), seat, None, dice, policy_rng))
    race = Race(how, lambda _: s, seat, [], rng)
    race.choices = [choice]
    values = [choice.adjusted(one, race.weight(one)) for one in range(seats)]
    return [min(1.0, max(0.0, _mean(one))) for one in values], [math.sqrt(_spread(one) / len(one)) for one in values]


def gained(game: AnyGame, view: View, move: str, rounds: int, rng: Rng) -> tuple[list[float], float]:
    """Measure how a move changes the chances of all seats compared with the policy's move, with the actor's error.

    Both moves are played on equally often, in the same states with the same dice. Nothing is selected, so the mean is
    unbiased even with few rounds. If the policy makes the same move, the change is zero.
    """
    assert view.seat is not None, "a spectator has nothing to choose"
    seat, way, mine = view.seat, Judge(game, view.seats).way, game.grammar.parse(move)
    way.draws = 0
    dice, policy_rng = Rng("gained", "1"), Rng("gained", "2")
    changes: list[list[float]] = []
    for number in range(rounds):
        s = game.determinize(view, rng.fork(f"dream {number}"))
        usual: Move = way.policy(s, seat, rng.fork(f"usual {number}"))
        if usual.text == mine.text:
            changes.append([0.0] * view.seats)
            continue
        results = []
        for choice in (mine, usual):
            base = rng.fork(str(number))
            reseed(dice, base)
            reseed(policy_rng, base)
            results.append(way.play(s.copy(), seat, choice, dice, policy_rng).results)
        changes.append([one - other for one, other in zip(*results, strict=True)])
    own = [one[seat] for one in changes]
    return [_mean([one[other] for one in changes]) for other in range(view.seats)], math.sqrt(_spread(own) / rounds)


def interval(values: Sequence[float], pooled: float) -> tuple[float, float]:
    """Return the 95% interval of a chance; the variance comes from its own results and, if they are few, from all."""
    n, mean = len(values), _mean(values)
    spread = (sum((one - mean) ** 2 for one in values) + PRIOR * pooled) / max(1.0, n - 1 + PRIOR)
    if spread < 1e-9:  # all results are equal: always won, always lost, or nothing left to chance
        return (max(0.0, mean - 3.0 / (n + 3)), min(1.0, mean + 3.0 / (n + 3)))
    freedom = n - 1 + int(PRIOR)
    half = (T95[freedom - 1] if freedom <= len(T95) else 1.96 + 2.4 / freedom) * math.sqrt(spread / n)
    return max(0.0, mean - half), min(1.0, mean + half)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _spread(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((one - mean) ** 2 for one in values) / max(1, len(values) - 1)


def _pooled(groups: Sequence[Sequence[float]]) -> float:
    """Return the variance within groups."""
    freedom = sum(len(group) - 1 for group in groups)
    if not freedom:
        return 0.0
    total = 0.0
    for group in groups:
        mean = _mean(group)
        total += sum((one - mean) ** 2 for one in group)
    return total / freedom


def _lead(one: Sequence[float], other: Sequence[float], pooled: float) -> tuple[float, float]:
    """Return by how much one is better than the other where both were tried, with the standard error."""
    n = min(len(one), len(other))
    differences = [one[k] - other[k] for k in range(n)]
    mean = _mean(differences)
    spread = (sum((each - mean) ** 2 for each in differences) + PAIRED * pooled) / (n - 1 + PAIRED)
    return mean, math.sqrt(spread / n)
