"""Compares a game with a changed option or card list to the standard one, on the same seeds.

Many measures are compared, so a difference counts only if it remains significant after Holm's correction: without a
true difference, 5% of all comparisons report one. Below a number of games nothing is claimed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from bunfight.engine.errors import InvalidInput
from bunfight.games import load
from bunfight.i18n.words import Words
from bunfight.lab.plan import Plan, Row
from bunfight.lab.stats import Z, holm, mean_interval

ENOUGH = 40  # games below which nothing is claimed


@dataclass(frozen=True)
class Change:
    """One measure before and after, and the paired difference with its 95% interval.

    ``sure``: it is significant after the correction for the number of measures. ``fixed``: it is the same in all games.
    """

    measure: str
    standard: float
    changed: float
    difference: float
    low: float
    high: float
    percent: bool
    sure: bool = False
    fixed: bool = False

    def verdict(self) -> str:
        unit = 100 if self.percent else 1
        tail = " points" if self.percent else ""
        low, high = unit * min(abs(self.low), abs(self.high)), unit * max(abs(self.low), abs(self.high))
        if self.fixed:
            way = f"{unit * self.difference:+.2f}{tail} in every game" if self.difference else "the same in every game"
            return f"{self.measure}: {way}"
        if not self.sure:
            between = f"between {unit * self.low:+.2f} and {unit * self.high:+.2f}{tail}"
            return f"{self.measure}: no difference beyond chance ({between})"
        way = "more" if self.difference > 0 else "less"
        return f"{self.measure}: {unit * abs(self.difference):.2f}{tail} {way} (between {low:.2f} and {high:.2f})"


def paired_plans(plan: Plan, options: dict[str, Any], cards: str) -> tuple[Plan, Plan]:
    """Return the standard plan and the changed one, on the same seeds."""
    standard = {option.name: option.default for option in plan.rulebook.options}  # a list may have other standards
    chosen = {name: value for name, value in plan.options.items() if value != standard[name]}
    twin = (load(plan.game, cards) if cards else plan.rulebook).settle({**chosen, **options}, plan.seats)
    if twin == plan.options and not cards:
        raise InvalidInput("nothing_to_compare")
    return plan, replace(plan, options=twin, cards=cards)


def compare(standard: list[Row], changed: list[Row], seats: int, words: Words) -> list[Change]:
    """Compare what matters to players, before and after; ``words`` name the endings and what scores."""
    measures: dict[str, tuple[Callable[[Row], float], bool]] = {}
    for seat in range(seats):
        measures[f"wins of seat {seat + 1}"] = (_won(seat), True)
    measures["games without a winner"] = (lambda row: float(not row["winners"]), True)
    measures["shared wins"] = (lambda row: float(len(row["winners"]) > 1), True)
    measures["mean score"] = (lambda row: sum(row["totals"]) / seats, False)
    measures["best score"] = (lambda row: float(max(row["totals"])), False)
    measures["margin of the winner"] = (_margin, False)
    measures["decisions per game"] = (lambda row: float(row["decisions"]), False)
    measures["lead changes"] = (lambda row: float(row["lead_changes"] or 0), False)
    for reason in sorted({row["reason"] for row in [*standard, *changed]}):
        measures[_apart(f"ending: {words.reason(reason).rstrip('.')}", reason, measures)] = (_ends(reason), True)
    labels = sorted({name.rpartition("_")[0] for row in [*standard, *changed] for name in row["lines"]})
    for label in labels:
        measures[_apart(f"score: {words.score(label)}", label, measures)] = (_line(label, seats), False)
    found = []
    for name, (measure, percent) in measures.items():
        before, after = [measure(row) for row in standard], [measure(row) for row in changed]
        mean, low, high = mean_interval([b - a for a, b in zip(before, after, strict=True)])
        n = len(before)
        fixed = low == high
        found.append(Change(name, sum(before) / n, sum(after) / n, mean, low, high, percent, fixed=fixed))
    likely = [(change, _chance(change)) for change in found if not (change.fixed and not change.difference)]
    sure = holm([chance for _, chance in likely]) if len(standard) >= ENOUGH else [False] * len(likely)
    claimed = {change.measure for (change, _), one in zip(likely, sure, strict=True) if one}
    return [replace(change, sure=change.measure in claimed) for change in found]


def _apart(name: str, key: str, others: Iterable[str]) -> str:
    """Return the name of a measure, with its key if another one has the same name."""
    return f"{name} ({key})" if name in others else name


def _chance(change: Change) -> float:
    """Return how likely chance alone is to produce a difference as large as this one."""
    error = (change.high - change.low) / 2 / Z
    return math.erfc(abs(change.difference) / error / math.sqrt(2)) if error > 0.0 else 0.0


def _won(seat: int) -> Callable[[Row], float]:
    return lambda row: 1 / len(row["winners"]) if seat in row["winners"] else 0.0


def _ends(reason: str) -> Callable[[Row], float]:
    return lambda row: float(row["reason"] == reason)


def _line(label: str, seats: int) -> Callable[[Row], float]:
    return lambda row: sum(row["lines"].get(f"{label}_{seat}", 0) for seat in range(seats)) / seats


def _margin(row: Row) -> float:
    ordered = sorted(row["totals"], reverse=True)
    return float(ordered[0] - ordered[1]) if len(ordered) > 1 else 0.0  # in a cooperative game there is one total


def verdict(changes: list[Change], seats: int, games: int) -> str:
    """Say in one sentence whether the change moves wins between the seats."""
    if games < ENOUGH:
        return f"{games} games are too few to tell; play at least {ENOUGH}."
    wins = [change for change in changes if change.measure.startswith("wins of seat")]
    before = max(abs(change.standard - 1 / seats) for change in wins)
    after = max(abs(change.changed - 1 / seats) for change in wins)
    sure = [change for change in changes if change.sure]
    if not sure:
        return "No difference beyond chance; more games would show smaller ones."
    if not any(change.sure for change in wins):
        return f"The seats are as fair as before; {len(sure)} other measures differ."
    way = "fairer" if after < before else "less fair"
    return f"The seats become {way}: the seat farthest from an even share was {before:.1%} off and is {after:.1%} off."
