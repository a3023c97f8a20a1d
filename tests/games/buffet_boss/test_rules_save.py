"""Dropped food: the three seconds, half of what fell, and stacking again."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.rules.steps import LastLook
from bunfight.games.buffet_boss.views.view import clock


def fallen(kit: Any, falls: str, on: str = "ribs.a steak.a lettuce.a pea_pod.a", **options: Any) -> Any:
    s = kit.state(2, "egg.a lemon.b broccoli.b", **options)
    kit.serve(s, 0, on)
    kit.play(s, 0, "take egg.a")
    kit.place(s, 0, "egg.a", falls=falls)
    return s


@pytest.mark.rule("FB-RESC-1", "FB-RESC-2")
def test_one_piece_may_be_saved(kit: Any) -> None:
    s = fallen(kit, "egg.a")
    assert (kit.step(s), s.quota[0], kit.legal(s, 0)) == ("MaySave", 1, ["grab egg.a", "leave"])


@pytest.mark.rule("FB-RESC-3", "FB-INV-8")
@pytest.mark.parametrize(
    ("falls", "quota"),
    [("egg.a steak.a", 1), ("egg.a steak.a ribs.a", 2), ("egg.a steak.a ribs.a lettuce.a pea_pod.a", 3)],
)
def test_half_of_several_rounded_up(kit: Any, falls: str, quota: int) -> None:
    s = fallen(kit, falls)
    assert s.quota[0] == quota
    for piece in falls.split()[-quota:]:
        kit.play(s, 0, f"grab {piece}")
    assert kit.names(s.hands[0]).split() == falls.split()[-quota:]
    assert kit.names(s.gone[0]).split() == falls.split()[:-quota] and s.fallen[0] == []


@pytest.mark.rule("FB-RESC-4")
def test_the_clock_is_the_hosts_and_starts_when_the_fall_was_shown(kit: Any) -> None:
    s = fallen(kit, "egg.a", rescue_seconds="6")
    seen = GAME.view(s, None).players[0]
    assert (seen.clock, seen.fall_ms, clock(s, 0)) == (6, 1234, 6)
    kit.play(s, 0, GAME.bots.fallback(s, 0).text)
    assert kit.refused(s, 1, "grab egg.a") == "FB-RESC-5"
    later = fallen(kit, "steak.a egg.a")
    kit.play(later, 0, "leave")
    assert later.awaiting() == [1]


@pytest.mark.rule("FB-RESC-4")
def test_after_the_time_nothing_can_be_grabbed(kit: Any) -> None:
    s = fallen(kit, "egg.a steak.a ribs.a")
    kit.play(s, 0, "grab egg.a")
    kit.play(s, 0, "leave")
    assert kit.refused(s, 0, "grab steak.a") == "FB-RESC-4"


@pytest.mark.rule("FB-RESC-5")
def test_the_window_closes_when_the_quota_is_used_or_the_rest_is_left(kit: Any) -> None:
    s = fallen(kit, "egg.a steak.a")
    assert kit.refused(s, 0, "grab ribs.a") == "FB-RESC-5"
    kit.play(s, 0, "grab egg.a")
    assert kit.step(s) == "MustStack" and kit.refused(s, 0, "grab steak.a") == "FB-RESC-3"
    assert kit.refused(s, 0, "leave") == "FB-RESC-5"


@pytest.mark.rule("FB-RESC-6", "FB-RESC-7")
def test_saved_food_comes_back_and_the_rest_is_binned(kit: Any) -> None:
    s = fallen(kit, "egg.a steak.a")
    heard = kit.play(s, 0, "grab egg.a")
    assert "egg.a" in kit.names(s.rows[0]) and "steak.a" not in kit.names(s.rows[0])
    assert kit.names(s.bin) == "steak.a"
    assert [type(event).__name__ for event in heard] == ["FoodSaved", "FoodBinned"]


@pytest.mark.rule("FB-RESC-8")
def test_saved_food_is_stacked_in_any_order(kit: Any) -> None:
    s = fallen(kit, "egg.a steak.a lettuce.a")
    kit.play(s, 0, "grab egg.a")
    kit.play(s, 0, "grab lettuce.a")
    assert kit.refused(s, 0, "place egg.a 0 lower 0 front calm") == ""
    assert kit.refused(s, 0, "place lettuce.a 0 lower 0 front calm") == ""
    assert kit.refused(s, 0, "place lettuce.a 1200 lower 0 front calm") == "FB-STACK-2"
    assert GAME.view(s, 0).players[0].clock == 45  # the stacking clock, not the three seconds


@pytest.mark.rule("FB-RESC-9", "FB-FALL-6")
def test_a_new_fall_is_a_new_event(kit: Any) -> None:
    s = fallen(kit, "egg.a steak.a lettuce.a")
    kit.play(s, 0, "grab egg.a")
    kit.play(s, 0, "grab lettuce.a")
    kit.place(s, 0, "egg.a", falls="egg.a ribs.a")
    assert kit.names(s.fallen[0]) == "egg.a ribs.a" and s.quota[0] == 1 and kit.names(s.hands[0]) == "lettuce.a"


@pytest.mark.rule("FB-RESC-10", "FB-INV-12")
def test_a_piece_is_saved_only_so_often(kit: Any) -> None:
    s = fallen(kit, "egg.a", rescues_per_piece=2)
    for _ in range(2):
        kit.play(s, 0, "grab egg.a")
        kit.place(s, 0, "egg.a", falls="egg.a")
    assert kit.names(s.bin) == "egg.a" and s.awaiting() == [1]
    s = fallen(kit, "egg.a", rescues_per_piece=1)
    kit.play(s, 0, "grab egg.a")
    kit.place(s, 0, "egg.a", falls="egg.a ribs.a steak.a")
    assert s.quota[0] == 2 and kit.legal(s, 0) == ["grab ribs.a", "grab steak.a", "leave"]
    assert kit.refused(s, 0, "grab egg.a") == "FB-RESC-10"


@pytest.mark.rule("FB-RESC-10")
def test_the_quota_is_at_most_what_can_be_grabbed(kit: Any) -> None:
    s = fallen(kit, "egg.a", rescues_per_piece=1)
    kit.play(s, 0, "grab egg.a")
    s.saves[0][kit.numbers("ribs.a")[0]] = 1
    kit.place(s, 0, "egg.a", falls="egg.a ribs.a steak.a")
    assert s.quota[0] == 1 and kit.legal(s, 0) == ["grab steak.a", "leave"]


@pytest.mark.rule("FB-RESC-11", "FB-PICK-6")
def test_saved_food_may_be_thrown_away(kit: Any) -> None:
    s = fallen(kit, "egg.a")
    kit.play(s, 0, "grab egg.a")
    assert "bin egg.a" in kit.legal(s, 0)
    kit.play(s, 0, "bin egg.a")
    assert kit.names(s.bin) == "egg.a" and s.awaiting() == [1]


@pytest.mark.rule("FB-RESC-12")
def test_saved_food_comes_first(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.serve(s, 0, "ribs.a steak.a")
    kit.play(s, 0, "adjust steak.a 30 0 0 calm", falls="steak.a")
    assert kit.refused(s, 0, "take egg.a") == "FB-RESC-1" and kit.why(s, 0, "take egg.a") == "pick_up_first"
    kit.play(s, 0, "grab steak.a")
    assert kit.refused(s, 0, "take egg.a") == "FB-RESC-12" and kit.refused(s, 0, "ready") == "FB-END-1"


@pytest.mark.rule("FB-RESC-1", "FB-RESC-12", "FB-END-1")
def test_nobody_is_ready_with_food_on_the_table_or_in_the_hand(kit: Any) -> None:
    s = kit.state(2)
    kit.serve(s, 0, "ribs.a steak.a")
    kit.finish(s)
    s.last_look, s.turn, s.agenda = True, -1, [LastLook([0])]
    kit.play(s, 0, "adjust steak.a 30 0 0 calm", falls="steak.a")
    assert kit.refused(s, 0, "ready") == "FB-RESC-1" and kit.why(s, 0, "ready") == "pick_up_first"
    kit.play(s, 0, "grab steak.a")
    assert kit.refused(s, 0, "ready") == "FB-RESC-12" and kit.why(s, 0, "ready") == "put_back_first"


@pytest.mark.rule("FB-INV-1", "FB-INV-3")
def test_cards_are_never_lost(kit: Any) -> None:
    s = kit.state(2, "egg.a lemon.b broccoli.b")
    kit.play(s, 0, "take egg.a")
    kit.place(s, 0, "egg.a", falls="egg.a")
    GAME.audit(s)
    kit.play(s, 0, "leave")
    GAME.audit(s)
    assert s.plates[0].ids == s.rows[0] == []
    s.bin.append(s.deck[0])
    with pytest.raises(AssertionError, match="FB-INV-1"):
        GAME.audit(s)
