"""The laws, with estimated physics on a few rows of the covering design, and with the real simulation."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bunfight.games.buffet_boss import GAME
from bunfight.physics import answer
from bunfight.testing.laws import Case, cases, hold

ROWS: list[tuple[int, dict[str, Any]]] = [
    (1, {"level": "meal", "hand": "steady"}),
    (2, {"version": "lunch", "release": "calm", "adjusts_per_turn": 2}),
    (2, {"version": "dinner", "plate": "family", "two_hands": "0", "unhurried": "1", "rescues_per_piece": 1}),
    (3, {"version": "all_you_can_eat", "level": "buffet", "hand": "wild"}),
    (5, {"version": "all_you_can_eat", "level": "snack", "plate": "family", "adjusts_per_turn": 0}),
    (3, {"version": "dinner", "adjust": "any_time", "adjusts_per_turn": 4}),
    (2, {"version": "all_you_can_eat", "adjust": "any_time", "hand": "steady"}),
]
SOME = [Case(GAME, seats, options, f"row{n}") for n, (seats, options) in enumerate(ROWS)]


@pytest.mark.rule("FB-INV-1", "FB-INV-12", "FB-INV-13", "FB-INV-14")
@pytest.mark.parametrize("case", cases(GAME, 1) if os.environ.get("BUNFIGHT_ALL") else SOME, ids=str)
def test_all_laws_hold(case: Case) -> None:
    hold(case)


@pytest.mark.rule("FB-INV-6", "FB-INV-7", "FB-INV-14")
def test_laws_hold_in_the_real_world() -> None:
    laws = ["nothing_is_lost", "a_record_replays", "a_determinized_state_looks_the_same"]
    hold(Case(GAME, 1, {"level": "snack"}, "real0", answer), laws)
    hold(Case(GAME, 2, {"version": "lunch", "release": "calm"}, "real1", answer), laws)
