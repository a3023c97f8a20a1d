"""Runs the laws on every number of players and every value of every option."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.games.burger_war import cards
from bunfight.games.burger_war.game import GAME
from bunfight.testing.laws import Case, hold

OWN = GAME.with_cards(cards.FILE.read_text(encoding="utf-8").replace('id = "sauce_p2"', 'id = "mustard"'))

ROWS: list[tuple[int, str, dict[str, Any]]] = [
    (
        2,
        "laws 10",
        {"deck": "full", "war_priority": "random", "war_loot": "hand", "recycle_war": "fires", "max_rounds": 100},
    ),
    (2, "laws 22", {"first_player": "seat", "first_seat": 2, "cheese_stack": "twice", "max_rounds": 0}),
    (3, "laws 39", {"war_priority": "first_lock", "recycle_war": "fires"}),
    (3, "laws 12", {"deck": "full", "first_player": "seat", "first_seat": 3, "war_loot": "hand", "max_rounds": 20}),
    (4, "laws 10", {"deck": "short", "war_priority": "random", "war_take": "must"}),
    (5, "laws 20", {"war_priority": "first_lock", "war_loot": "hand", "cheese_stack": "twice", "max_rounds": 20}),
    (6, "laws 23", {"deck": "short", "max_rounds": 20}),
]


@pytest.mark.parametrize(("seats", "seed", "options"), ROWS)
def test_all_laws_hold(seats: int, seed: str, options: dict[str, Any]) -> None:
    hold(Case(GAME, seats, GAME.settle(options, seats), seed))


def test_all_laws_hold_with_a_custom_list() -> None:
    hold(Case(OWN, 2, OWN.settle({"deck": "custom"}, 2), "own list"))


def test_every_value_of_every_option_is_played() -> None:
    played = [(option.name, row.get(option.name, option.default)) for _, _, row in ROWS for option in GAME.options]
    for option in GAME.options:
        for value in option.choices:
            assert value == "custom" or (option.name, value) in played
    assert {seats for seats, _, _ in ROWS} == set(GAME.seats)
