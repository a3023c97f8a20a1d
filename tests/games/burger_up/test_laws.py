"""Runs the laws over every number of players and every pair of option values.

Interpreted, a law takes seconds for one long random game. So the short games are looked at by all laws and the long
ones by one each, in turn. ``bunfight laws burger_up`` holds all of them against all.
"""

import pytest

from bunfight.games.burger_up import GAME
from bunfight.testing.laws import LAWS, Case, cases, hold

DESIGN = cases(GAME, 1)
SHORT = [case for case in DESIGN if case.options["stall_rounds"] == "5"]
LONG = sorted([case for case in DESIGN if case not in SHORT], key=lambda case: -case.seats)
QUICKEST_FIRST = (
    "nothing_is_lost",
    "scores_add_up",
    "everything_has_words",
    "hostile_input_is_rejected",
    "a_record_replays",
    "a_determinized_state_looks_the_same",
    "undo_reveals_nothing",
    "order_is_stable",
    "a_rejected_move_changes_nothing",
)


@pytest.mark.parametrize("case", SHORT, ids=str)
def test_all_laws_hold_in_short_games(case: Case) -> None:
    hold(case)


@pytest.mark.parametrize(("number", "case"), list(enumerate(LONG)), ids=str)
def test_laws_hold_in_long_games(number: int, case: Case) -> None:
    every = case.options["stall_rounds"] != "off"  # those games are far longer still
    hold(case, [QUICKEST_FIRST[number % len(QUICKEST_FIRST)]], every)


def test_every_number_of_players_and_every_law_is_there() -> None:
    assert {case.seats for case in SHORT} == {2, 3, 4} == {case.seats for case in LONG}
    assert len(LONG) >= len(QUICKEST_FIRST) and set(QUICKEST_FIRST) < set(LAWS)
