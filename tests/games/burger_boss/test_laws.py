"""Burger Boss obeys the laws: all of them at small tables, the quick ones at large tables."""

from __future__ import annotations

import pytest
from boss_scene import with_copies

from bunfight.games.burger_boss.cards import FILE
from bunfight.games.burger_boss.game import GAME
from bunfight.testing.laws import Case, hold

SMALL = [
    Case(GAME, 2, {"special_windows": "quick", "customer_deck": "face_down", "burger_recency": "1,0"}, "small0"),
    Case(
        GAME, 2, {"grill_mode": "one_per_space", "queue_rush_from": 4, "restaurants": "great_burger,hipster"}, "small1"
    ),
    Case(GAME, 2, {"special_windows": "literal", "second_cook": "leftovers", "queue_fill": "early"}, "small2"),
    Case(GAME, 2, {"special_windows": "quick", "blocking": True}, "small3"),
]
LARGE = [
    Case(GAME, 3, {"customer_deck": "face_down"}, "large0"),
    Case(GAME, 4, {"grill_mode": "one_per_space", "special_windows": "quick", "blocking": True}, "large1"),
    Case(GAME, 5, {"queue_rush_from": 4, "burger_recency": "4,2,0,1,3"}, "large2"),
    Case(GAME, 3, {"special_windows": "literal", "second_cook": "leftovers"}, "large3"),
    Case(GAME, 5, {"queue_fill": "early", "queue_rush_from": 4, "second_cook": "leftovers"}, "large4"),
]
QUICK = ["someone_can_answer", "nothing_is_lost", "what_is_hidden_cannot_be_seen", "scores_add_up"]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_all_laws_hold(case: Case) -> None:
    assert hold(case) > 50


@pytest.mark.parametrize("case", LARGE, ids=str)
def test_nothing_is_lost_or_leaked_at_large_tables(case: Case) -> None:
    assert hold(case, QUICK) > 100


def test_the_laws_hold_with_another_card_list() -> None:
    text = FILE.read_text(encoding="utf-8").replace("grill_spaces = 3", "grill_spaces = 6")
    text = text.replace("[[1], [2], [3], [4], [5]]", "[[4, 5], [1, 2, 3], [4]]")
    text = with_copies(text, steal=9, double=1, discount=1, tip=1)
    own = GAME.with_cards(text)
    laws = [*QUICK, "a_determinized_state_looks_the_same", "what_looks_alike_sounds_alike"]
    assert hold(Case(own, 3, {}, "own list"), laws) > 100
