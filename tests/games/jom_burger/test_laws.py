"""The laws over a covering design: every pair of seats and option values is played."""

from __future__ import annotations

from itertools import combinations

import pytest

from bunfight.games.jom_burger import GAME
from bunfight.testing.laws import Case, cases, hold
from bunfight.testing.option_pairs import playable, values

CASES = cases(GAME, 1, "jom")


def test_the_design_holds_every_pair() -> None:
    table = values(GAME)
    rows = [{"seats": case.seats, **case.options} for case in CASES]
    for a, b in combinations(table, 2):
        for x in table[a]:
            for y in table[b]:
                completed = {"seats": 6 if "advanced2" not in (x, y) else 2} | {a: x, b: y}
                if playable(GAME, completed):
                    assert any(row[a] == x and row[b] == y for row in rows), f"{a}={x} with {b}={y} is not played"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_laws_hold(case: Case) -> None:
    hold(case)
