"""The worked examples of WAR, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from bunfight.games.burger_war.rules import events as told


def war_of_four(board: Any, **options: Any) -> Any:
    return board(
        4,
        plates={0: "[CHEESE+2 SAUCE-1]", 1: "[BUN+1]", 2: "[VEGGIES+1]"},
        hands={0: "BUN+2", 1: "BUN+2", 2: "BUN+2", 3: "BUN+2"},
        active=1,
        **options,
    ).play(1, "draw", draw="WAR")


@pytest.mark.rule(
    "IW-WAR-1", "IW-WAR-4", "IW-WAR-7", "IW-WAR-8", "IW-WAR-12", "IW-WAR-13", "IW-WAR-14", "IW-WAR-15", "IW-WAR-16",
    "IW-WAR-17", "IW-WAR-19", "IW-WAR-20",
)  # fmt: skip
def test_e24_a_war_of_four(board: Any) -> None:
    b = war_of_four(board, war_take="must")
    assert b.step == "TakeAim" and b.asked == [0, 1, 2, 3]
    for seat, target in ((3, 0), (0, 2), (2, 1), (1, 0)):
        b.play(seat, f"aim {target}")
    assert b.step == "RaiseShield" and b.asked == [0, 1, 2]
    for seat in (0, 1, 2):
        b.play(seat, "decline")
    assert b.step == "TakeLoot" and b.asked == [1]
    assert b.view(None).battle.order == (1, 2, 3, 0)
    b.play(1, "loot CHEESE+2")
    assert [b.plate(seat) for seat in range(4)] == ["[VEGGIES+1]", "[CHEESE+2]", "[BUN+1]", "[SAUCE-1]"]
    assert b.pile == "WAR" and b.asked == [2] and b.step == "TakeAction"


@pytest.mark.rule("IW-WAR-16")
def test_e25_with_may_a_looter_can_take_nothing(board: Any) -> None:
    b = war_of_four(board)
    for seat, target in ((3, 0), (0, 2), (2, 1), (1, 0)):
        b.play(seat, f"aim {target}")
    for seat in (0, 1, 2):
        b.play(seat, "decline")
    b.play(1, "loot CHEESE+2").play(2, "loot BUN+1")
    assert b.asked == [3] and b.moves(3) == ["loot SAUCE-1", "spare"]
    b.play(3, "spare")
    assert b.asked == [0] and b.plate(0) == "[SAUCE-1]"


@pytest.mark.rule("IW-WAR-13")
def test_e26_first_to_lock_is_first_to_loot(board: Any) -> None:
    b = war_of_four(board, war_priority="first_lock", war_take="must")
    for seat, target in ((3, 0), (0, 2), (2, 1), (1, 0)):
        b.play(seat, f"aim {target}")
    for seat in (0, 1, 2):
        b.play(seat, "decline")
    assert b.asked == [3] and b.moves(3) == ["loot CHEESE+2", "loot SAUCE-1"]
    assert b.view(None).battle.order == (3, 0, 2, 1)


@pytest.mark.rule("IW-WAR-9", "IW-WAR-10")
def test_e27_who_deflects_neither_loses_nor_steals(board: Any) -> None:
    b = board(
        3,
        plates={0: "[CHEESE+2]", 1: "[BUN+1]", 2: "[VEGGIES+1]"},
        hands={0: "DEFLECTOR", 1: "SAUCE+1"},
        active=1,
    ).play(1, "draw", draw="WAR")
    b.play(0, "aim 1").play(1, "aim 0").play(2, "aim 0").play(0, "deflect").play(1, "decline")
    assert [b.plate(seat) for seat in range(3)] == ["[CHEESE+2]", "[BUN+1]", "[VEGGIES+1]"]
    assert b.pile == "DEFLECTOR WAR"


@pytest.mark.rule("IW-WAR-2", "IW-WAR-8", "IW-WAR-15", "IW-WAR-17")
def test_e28_loot_is_in_no_pool(board: Any) -> None:
    b = board(
        3, plates={1: "[BUN+2 CHEESE+1]", 2: "[SAUCE+1]"}, hands={0: "BUN+1", 1: "BUN+1", 2: "BUN+1"}, war_take="must"
    ).play(0, "draw", draw="WAR")  # fmt: skip
    b.play(0, "aim 1").play(1, "aim 2").play(2, "aim 0")
    assert b.asked == [1, 2]
    b.play(1, "decline").play(2, "decline").play(0, "loot BUN+2")
    assert [b.plate(seat) for seat in range(3)] == ["[BUN+2]", "[CHEESE+1 SAUCE+1]", ""]


@pytest.mark.rule("IW-WAR-7", "IW-WAR-19", "IW-WAR-20", "IW-END-1")
def test_e29_landing_loot_can_end_the_game(board: Any) -> None:
    b = board(
        2,
        plates={0: "[BUN+1 CHEESE+1]", 1: "[BUN-2 PATTY+1 SAUCE+2] [SAUCE+1 PATTY+2]"},
        hands={0: "SAUCE+2", 1: "BUN+1"},
    ).play(0, "draw", draw="WAR")
    assert b.step == "RaiseShield" and b.asked == [0, 1]
    b.play(1, "decline").play(0, "decline").play(0, "loot PATTY+2").play(1, "loot CHEESE+1")
    assert b.over and b.plate(0) == "[BUN+1 PATTY+2]*" and b.outcome.totals == (3, 1) and b.outcome.winners == (0,)


@pytest.mark.rule("IW-WAR-17", "IW-WAR-19")
def test_e30_loot_lands_after_everyone_has_looted(board: Any) -> None:
    b = board(2, plates={0: "[BUN+1 CHEESE+1]", 1: "[PATTY+1 SAUCE+1]"}).play(0, "draw", draw="WAR")
    b.play(0, "loot PATTY+1").play(1, "loot BUN+1")
    assert (b.plate(0), b.plate(1)) == ("[CHEESE+1 PATTY+1]", "[SAUCE+1 BUN+1]")


def leaking_war(board: Any) -> Any:
    plates = {1: "[BUN+2 PATTY+1] [C-SAUCE]", 2: "[BUN+1 PATTY+1]"}
    b = board(3, plates=plates, hands={1: "SAUCE+1"}, war_take="must")
    b.play(0, "draw", draw="WAR").play(0, "aim 1").play(1, "aim 2").play(2, "aim 1").play(1, "decline")
    return b


@pytest.mark.rule("IW-CSAU-1", "IW-REOPEN-1", "IW-WAR-2", "IW-WAR-6")
def test_e31_war_robs_a_leaking_plate(board: Any) -> None:
    b = leaking_war(board)
    assert len(b.view(None).battle.pools[1]) == 3
    b.play(0, "loot BUN+2").play(2, "loot C-SAUCE")
    assert [b.plate(seat) for seat in range(3)] == ["[BUN+2]", "[PATTY+1]", "[BUN+1 PATTY+1]* [C-SAUCE]"]


@pytest.mark.rule("IW-WAR-18")
def test_e32_the_pools_stay_as_they_were(board: Any) -> None:
    b = leaking_war(board).play(0, "loot C-SAUCE")
    assert b.moves(2) == ["loot BUN+2", "loot PATTY+1"]


@pytest.mark.rule("IW-WAR-5", "IW-CVEG-1")
def test_e33_the_pacifist_does_not_aim_but_may_deflect(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[C-VEGGIES BUN+1]", 2: "[BUN+2]"}, hands={1: "DEFLECTOR"})
    b.play(0, "draw", draw="WAR")
    assert b.asked == [0, 2] and b.refused(1, "aim 0") == "IW-WAR-5"
    b.play(0, "aim 1").play(2, "aim 1")
    assert b.asked == [1]
    b.play(1, "deflect")
    assert b.plate(1) == "[C-VEGGIES BUN+1]" and b.pile == "DEFLECTOR WAR"


@pytest.mark.rule("IW-WAR-21", "IW-DRAW-2")
def test_e34_a_war_over_nothing(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1 PATTY+1]"}, hands={0: "BUN+1 BUN+2 PATTY+1 PATTY+2 NUKE"})
    b.play(0, "draw", draw="WAR")
    assert b.pile == "WAR" and b.asked == [1] and b.step == "TakeAction" and len(b.state.hands[0]) == 5


@pytest.mark.rule("IW-WAR-16", "IW-WAR-19", "IW-HAND-3", "IW-RECY-6")
def test_e35_loot_goes_to_the_hand(board: Any) -> None:
    b = board(
        2,
        plates={0: "[CHEESE+1]", 1: "[BUN+1]"},
        hands={0: "BUN+2 BUN+2 PATTY+1 PATTY+2 NUKE", 1: "SAUCE+1"},
        war_loot="hand",
        war_take="must",
    ).play(0, "draw", draw="WAR")
    b.play(0, "decline").play(1, "decline")
    assert b.step == "MustDiscard" and b.asked == [0] and len(b.state.hands[0]) == 6 and len(b.state.hands[1]) == 2
    assert (b.plate(0), b.plate(1)) == ("", "") and (b.known(0), b.known(1)) == ("BUN+1", "CHEESE+1")


@pytest.mark.rule("IW-LVEG-2", "IW-DEFL-4", "IW-REACT-2")
def test_e52_only_the_owner_of_the_legendary_veggies_deflects(board: Any) -> None:
    b = board(
        3,
        plates={0: "[BUN+1]", 1: "[L-VEGGIES]", 2: "[BUN+2]"},
        hands={0: "DEFLECTOR", 1: "DEFLECTOR", 2: "DEFLECTOR"},
    ).play(0, "draw", draw="WAR")
    b.play(0, "aim 1").play(1, "aim 2").play(2, "aim 0")
    assert b.asked == [1] and b.moves(1) == ["deflect", "decline"]
    assert b.refused(0, "deflect") == "IW-DEFL-4"


@pytest.mark.rule("IW-WAR-9", "IW-WAR-10", "IW-WAR-11", "IW-DEFL-3", "IW-REACT-4")
def test_e59_two_shields_against_each_other(board: Any) -> None:
    b = board(3, plates={0: "[BUN+1]", 1: "[CHEESE+1]"}, hands={0: "DEFLECTOR", 1: "DEFLECTOR"})
    b.play(0, "draw", draw="WAR").play(0, "aim 1").play(1, "aim 0").play(2, "aim 0")
    b.play(0, "deflect")
    assert b.view(1).battle.answers == ("sealed", "open", "") and b.view(0).battle.answers == ("deflect", "open", "")
    assert b.heard(1) == [told.AnswerGiven(0, None)] and b.heard(0) == [told.AnswerGiven(0, "deflect")]
    b.play(1, "deflect")
    assert (b.plate(0), b.plate(1), b.plate(2)) == ("[BUN+1]", "[CHEESE+1]", "")
    assert b.pile == "DEFLECTOR DEFLECTOR WAR"


@pytest.mark.rule("IW-WAR-15", "IW-WAR-19", "IW-WAR-20", "IW-REOPEN-1", "IW-REOPEN-3", "IW-SETTLE-2")
def test_e68_a_robbed_burger_is_finished_by_loot(board: Any) -> None:
    b = board(
        3,
        plates={1: "[BUN+1 PATTY+1 C-SAUCE]", 2: "[PATTY-2 CHEESE+1]"},
        hands={1: "SAUCE+1", 2: "SAUCE+1"},
    ).play(0, "draw", draw="WAR")
    b.play(0, "aim 1").play(1, "aim 2").play(2, "aim 0").play(1, "decline").play(2, "decline")
    b.play(0, "loot PATTY+1").play(1, "loot PATTY-2")
    assert [b.plate(seat) for seat in range(3)] == ["[PATTY+1]", "[BUN+1 C-SAUCE PATTY-2]*", "[CHEESE+1]"]
    assert b.finished(1) == -4 and not b.over
