"""The lesson of Burger Up goes on until an order is served, whatever the other player does meanwhile."""

from __future__ import annotations

import pytest

from bunfight import games
from bunfight.bots import make
from bunfight.engine import Rng
from bunfight.engine.table import Table
from bunfight.tui.coach import Coach, lesson_of


@pytest.mark.parametrize("bot", ["random", "greedy", "heuristic"])
def test_the_lesson_ends_with_an_order_served(bot: str) -> None:
    game, told = games.load("burger_up"), lesson_of("burger_up")
    assert told is not None
    table = Table(game, ["Ann", "Bot"], told["seed"], told["options"])
    coach, other = Coach(told, game.grammar.shape(), "en"), make(bot, game)
    coach.turn(len(coach.intro))
    for number in range(60):
        if coach.over:
            break
        seat = table.state.awaiting()[0]
        view = game.view(table.state, seat)
        if seat:
            table.play(seat, other.choose(view, Rng("bot", str(number))))
            continue
        coach.look(view, list(view.moves))
        assert coach.step is not None and len(coach.wanted) == 1, "every move of the learner is led"
        assert set(coach.wanted) == {move for move in view.moves if coach.allows(move)}
        table.play(seat, coach.wanted[0])
        coach.passed()
    assert coach.over
    kitchen = game.view(table.state, 0).kitchens[0]
    assert [one.order for one in kitchen.served] == ["sunny_side_up"] and kitchen.money == 8
