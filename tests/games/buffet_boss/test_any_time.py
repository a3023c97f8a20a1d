"""The option ``adjust=any_time``: own food may also be pushed in the turns of others (FB-ADJ-20)."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.engine import Rng, Table, estimator
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules.events import FoodAdjusted, SeatReady

PUSH = "adjust steak.a 10 0 0 calm"


def table(kit: Any, **options: Any) -> Any:
    """Seat 0 has stacked an egg; seat 1, with a steak from before, is in turn after it; seat 0 may adjust."""
    s = kit.state(2, line="egg.a lemon.b ribs.a", adjust="any_time", **options)
    kit.serve(s, 0, "steak.a mussel.a")
    kit.turn(s, 0, "egg.a")
    return s


@pytest.mark.rule("FB-ADJ-20", "FB-ADJ-2")
def test_food_is_pushed_in_the_turn_of_another_seat(kit: Any) -> None:
    s = table(kit)
    assert s.turn == 1 and s.awaiting() == [1, 0] and kit.mode(s, 0) == "adjust"
    view = GAME.view(s, 0)
    assert view.step == "MayAdjust" and view.moves == ("ready",) and view.players[0].may_adjust
    assert GAME.view(s, 1).step == "MustPick"
    heard = kit.play(s, 0, PUSH)
    assert [type(event) for event in heard if isinstance(event, FoodAdjusted)] == [FoodAdjusted]
    assert s.turn == 1 and kit.step(s) == "MustPick", "nothing else has changed"
    kit.play(s, 1, "take lemon.b")
    assert s.awaiting() == [1, 0] and kit.refused(s, 0, PUSH) == "", "while the other seat holds its food, too"


@pytest.mark.rule("FB-ADJ-20")
def test_nobody_waits_for_those_who_may_adjust(kit: Any) -> None:
    s = table(kit)
    kit.turn(s, 1, "lemon.b")
    assert s.round == 2


@pytest.mark.rule("FB-ADJ-20", "FB-ADJ-1", "FB-STACK-11")
def test_only_the_own_plate_and_only_pushes(kit: Any) -> None:
    s = table(kit)
    assert kit.refused(s, 0, "take lemon.b") == "FB-ADJ-20" and kit.why(s, 0, "take lemon.b") == "adjust_only"
    kit.play(s, 1, "take lemon.b")
    assert kit.refused(s, 0, "place lemon.b 0 lower 0 front calm") == "FB-ADJ-20"
    kit.place(s, 1, "lemon.b")
    assert kit.refused(s, 0, "adjust lemon.b 10 0 0 calm") == "FB-ADJ-1"


@pytest.mark.rule("FB-ADJ-20", "FB-ADJ-7")
def test_the_pushes_of_the_last_turn_are_not_renewed(kit: Any) -> None:
    s = table(kit, adjusts_per_turn="2")
    kit.play(s, 0, PUSH)
    kit.play(s, 0, PUSH)
    assert s.awaiting() == [1] and kit.refused(s, 0, PUSH) == "FB-ADJ-2"
    kit.turn(s, 1, "lemon.b")
    assert s.turn == 1 and s.awaiting() == [1], "still the same turn for seat 0, which is last now"


@pytest.mark.rule("FB-ADJ-20")
def test_who_is_done_is_asked_again_in_the_next_turn_only(kit: Any) -> None:
    s = kit.state(3, line="egg.a lemon.b ribs.a doughnut.a", adjust="any_time")
    kit.turn(s, 0, "egg.a")
    assert kit.play(s, 0, "ready") == [SeatReady(0)]
    assert (
        s.awaiting() == [1] and kit.mode(s, 0) == "wait" and kit.refused(s, 0, "adjust egg.a 10 0 0 calm") == "FB-ADJ-2"
    )
    kit.turn(s, 1, "lemon.b")
    assert s.turn == 2 and s.awaiting() == [2, 0, 1]


@pytest.mark.rule("FB-ADJ-20", "FB-ADJ-8", "FB-RESC-1")
def test_what_falls_is_saved_before_the_turn_goes_on(kit: Any) -> None:
    s = table(kit)
    kit.play(s, 1, "take lemon.b")
    kit.play(s, 0, PUSH, falls="egg.a")
    assert kit.step(s) == "MaySave" and s.awaiting() == [0] and kit.mode(s, 1) == "wait"
    assert kit.refused(s, 1, "place lemon.b 0 lower 0 front calm") == "FB-ROUND-2"
    kit.play(s, 0, "grab egg.a")
    assert kit.step(s) == "MustStack" and s.awaiting() == [0]
    kit.place(s, 0, "egg.a")
    assert kit.step(s) == "MustStack" and s.awaiting() == [1, 0] and s.hands[1] and s.turn == 1
    kit.place(s, 1, "lemon.b")
    assert s.round == 2


@pytest.mark.rule("FB-ADJ-20", "FB-COOP-8")
def test_together_a_careless_push_loses_the_game(kit: Any) -> None:
    s = kit.setup(2, version="all_you_can_eat", hand="steady", adjust="any_time")
    for seat in (0, 1):
        kit.play(s, seat, "vote 0")
    first = s.line[0]
    kit.turn(s, 0, kit.names([first]))
    assert s.awaiting() == [1, 0]
    kit.play(s, 0, f"adjust {kit.names([first])} 10 0 0 calm", falls=kit.names([first]))
    assert not s.agenda and s.lost


@pytest.mark.rule("FB-ADJ-20", "FB-INV-12")
@pytest.mark.parametrize("version", ["lunch", "dinner"])
def test_bots_play_such_a_game_to_its_end(version: str) -> None:
    game = Table(GAME, ["a", "b", "c"], "any time", {"version": version, "adjust": "any_time"}, estimator(GAME))
    rng, asked = Rng("any time", "order"), 0
    while game.state.agenda:
        waiting = game.state.awaiting()
        asked += len(waiting) > 1
        seat = waiting[rng.below(len(waiting))]
        game.play(seat, GAME.bots.policy(game.state, seat, rng))  # type: ignore[arg-type]
    assert asked and game.outcome() is not None
