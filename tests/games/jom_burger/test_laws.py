"""The laws of the house over a covering design: every pair of seats and option values is played."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from bunfight.games.jom_burger import GAME
from bunfight.testing.covering import playable, values
from bunfight.testing.laws import Case, hold

Pair = frozenset[tuple[str, Any]]


def pairs(row: dict[str, Any]) -> set[Pair]:
    return {frozenset(two) for two in combinations(row.items(), 2)}


def can_be_played(row: dict[str, Any]) -> bool:
    """Whether a part of a row can be completed: advanced2 needs two seats, young seats must exist."""
    seats = row.get("seats", 2 if row.get("supply") == "advanced2" else 6)
    return playable(GAME, {"seats": seats} | row)


def design() -> list[dict[str, Any]]:
    """Few rows, greedily, that hold every pair of values that can be played together."""
    table = values(GAME)
    wanted = {
        frozenset(((a, x), (b, y)))
        for a, b in combinations(table, 2)
        for x in table[a]
        for y in table[b]
        if can_be_played({a: x, b: y})
    }
    rows = []
    while wanted:
        row = dict(min(wanted, key=lambda pair: sorted(map(repr, pair))))
        for name in sorted(table, key=lambda name: name != "seats"):
            if name not in row:
                fine = [value for value in table[name] if can_be_played(row | {name: value})]
                row[name] = max(fine, key=lambda value: len(pairs(row | {name: value}) & wanted))
        assert pairs(row) & wanted
        wanted -= pairs(row)
        rows.append(row)
    return rows


ROWS = design()
CASES = [
    Case(GAME, row["seats"], {name: value for name, value in row.items() if name != "seats"}, f"jom{number}")
    for number, row in enumerate(ROWS)
]


def test_the_design_holds_every_pair() -> None:
    played = set().union(*map(pairs, ROWS))
    for seats in range(2, 7):
        for scoring in ("additional", "multiplication"):
            for salad in (False, True):
                assert {frozenset((("seats", seats), ("scoring", scoring)))} <= played
                assert {frozenset((("scoring", scoring), ("salad", salad)))} <= played
    for left_first in ("row", "column", "ingredient"):
        for extra in ("same_ingredient", "any_ingredient"):
            assert frozenset((("left_first", left_first), ("extra_supply", extra))) in played
        assert frozenset((("left_first", left_first), ("supply", "advanced2"))) in played


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_laws_hold(case: Case) -> None:
    hold(case)
