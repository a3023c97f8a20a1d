"""All 45 pairs of special ingredients: what both count on one plate and on two."""

from __future__ import annotations

from typing import Any

import pytest

SPECIALS = [
    "L-BUN",
    "L-CHEESE",
    "L-PATTY",
    "L-SAUCE",
    "L-VEGGIES",
    "C-BUN",
    "C-CHEESE",
    "C-PATTY",
    "C-SAUCE",
    "C-VEGGIES",
]

PAIRS = [
    pytest.param("L-BUN", "L-CHEESE", 3, 6, 3, 6, marks=pytest.mark.rule("IW-PAIR-01")),
    pytest.param("L-BUN", "L-PATTY", 3, 3, 3, 3, marks=pytest.mark.rule("IW-PAIR-02")),
    pytest.param("L-BUN", "L-SAUCE", 3, 3, 3, 3, marks=pytest.mark.rule("IW-PAIR-03")),
    pytest.param("L-BUN", "L-VEGGIES", 3, 3, 3, 3, marks=pytest.mark.rule("IW-PAIR-04")),
    pytest.param("L-BUN", "C-BUN", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-05")),
    pytest.param("L-BUN", "C-CHEESE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-06")),
    pytest.param("L-BUN", "C-PATTY", -3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-07")),
    pytest.param("L-BUN", "C-SAUCE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-08")),
    pytest.param("L-BUN", "C-VEGGIES", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-09")),
    pytest.param("L-CHEESE", "L-PATTY", 6, 3, 6, 3, marks=pytest.mark.rule("IW-PAIR-10")),
    pytest.param("L-CHEESE", "L-SAUCE", 6, 3, 6, 3, marks=pytest.mark.rule("IW-PAIR-11")),
    pytest.param("L-CHEESE", "L-VEGGIES", 6, 3, 6, 3, marks=pytest.mark.rule("IW-PAIR-12")),
    pytest.param("L-CHEESE", "C-BUN", 6, -3, 6, -3, marks=pytest.mark.rule("IW-PAIR-13")),
    pytest.param("L-CHEESE", "C-CHEESE", 6, 6, 6, -3, marks=pytest.mark.rule("IW-PAIR-14")),
    pytest.param("L-CHEESE", "C-PATTY", 6, -3, 6, -3, marks=pytest.mark.rule("IW-PAIR-15")),
    pytest.param("L-CHEESE", "C-SAUCE", 6, -3, 6, -3, marks=pytest.mark.rule("IW-PAIR-16")),
    pytest.param("L-CHEESE", "C-VEGGIES", 6, -3, 6, -3, marks=pytest.mark.rule("IW-PAIR-17")),
    pytest.param("L-PATTY", "L-SAUCE", 3, 3, 3, 3, marks=pytest.mark.rule("IW-PAIR-18")),
    pytest.param("L-PATTY", "L-VEGGIES", 3, 3, 3, -3, marks=pytest.mark.rule("IW-PAIR-19")),
    pytest.param("L-PATTY", "C-BUN", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-20")),
    pytest.param("L-PATTY", "C-CHEESE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-21")),
    pytest.param("L-PATTY", "C-PATTY", 3, 3, 3, -3, marks=pytest.mark.rule("IW-PAIR-22")),
    pytest.param("L-PATTY", "C-SAUCE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-23")),
    pytest.param("L-PATTY", "C-VEGGIES", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-24")),
    pytest.param("L-SAUCE", "L-VEGGIES", 3, 3, 3, 3, marks=pytest.mark.rule("IW-PAIR-25")),
    pytest.param("L-SAUCE", "C-BUN", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-26")),
    pytest.param("L-SAUCE", "C-CHEESE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-27")),
    pytest.param("L-SAUCE", "C-PATTY", -3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-28")),
    pytest.param("L-SAUCE", "C-SAUCE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-29")),
    pytest.param("L-SAUCE", "C-VEGGIES", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-30")),
    pytest.param("L-VEGGIES", "C-BUN", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-31")),
    pytest.param("L-VEGGIES", "C-CHEESE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-32")),
    pytest.param("L-VEGGIES", "C-PATTY", -3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-33")),
    pytest.param("L-VEGGIES", "C-SAUCE", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-34")),
    pytest.param("L-VEGGIES", "C-VEGGIES", 3, -3, 3, -3, marks=pytest.mark.rule("IW-PAIR-35")),
    pytest.param("C-BUN", "C-CHEESE", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-36")),
    pytest.param("C-BUN", "C-PATTY", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-37")),
    pytest.param("C-BUN", "C-SAUCE", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-38")),
    pytest.param("C-BUN", "C-VEGGIES", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-39")),
    pytest.param("C-CHEESE", "C-PATTY", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-40")),
    pytest.param("C-CHEESE", "C-SAUCE", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-41")),
    pytest.param("C-CHEESE", "C-VEGGIES", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-42")),
    pytest.param("C-PATTY", "C-SAUCE", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-43")),
    pytest.param("C-PATTY", "C-VEGGIES", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-44")),
    pytest.param("C-SAUCE", "C-VEGGIES", -3, -3, -3, -3, marks=pytest.mark.rule("IW-PAIR-45")),
]


@pytest.mark.parametrize(("one", "other", "same_one", "same_other", "apart_one", "apart_other"), PAIRS)
def test_a_pair_of_specials_counts_as_in_the_rulebook(
    board: Any, one: str, other: str, same_one: int, same_other: int, apart_one: int, apart_other: int
) -> None:
    assert board(2, plates={0: f"[{one} {other}]"}).values(0) == [same_one, same_other]
    assert board(2, plates={0: f"[{other}] [{one}]"}).values(0) == [same_other, same_one]
    for b in (board(2, plates={0: f"[{one}]", 1: f"[{other}]"}), board(3, plates={0: f"[{one}]", 1: f"[{other}]"})):
        assert b.values(0) + b.values(1) == [apart_one, apart_other]


def test_there_are_all_the_pairs() -> None:
    named = [{param.values[0], param.values[1]} for param in PAIRS]
    assert named == [{one, other} for i, one in enumerate(SPECIALS) for other in SPECIALS[i + 1 :]]


@pytest.mark.rule("IW-PAIR-04", "IW-PAIR-35")
def test_who_may_nuke_beside_the_legendary_veggies(board: Any) -> None:
    b = board(2, plates={0: "[L-BUN L-VEGGIES]", 1: "[BUN+1]"}, hands={0: "NUKE"})
    assert b.moves(0, "nuke") == ["nuke 1 BUN+1"]
    c = board(2, plates={0: "[L-BUN]", 1: "[L-VEGGIES]"}, hands={1: "NUKE"}, active=1)
    assert c.moves(1, "nuke") == ["nuke 1 L-VEGGIES"]
    d = board(2, plates={0: "[L-VEGGIES C-VEGGIES]", 1: "[BUN+1]"}, hands={0: "NUKE"})
    assert d.moves(0, "nuke") == ["nuke 0 L-VEGGIES", "nuke 0 C-VEGGIES"]
    e = board(2, plates={0: "[C-VEGGIES]", 1: "[L-VEGGIES]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    assert e.moves(0, "nuke") == [] and e.moves(0, "transmog") == ["transmog 0 C-VEGGIES SAUCE+1"]


@pytest.mark.rule("IW-PAIR-35", "IW-CVEG-1", "IW-DEFL-4")
def test_who_may_deflect_beside_the_legendary_veggies(board: Any) -> None:
    b = board(
        3, plates={0: "[L-VEGGIES C-VEGGIES]", 1: "[BUN+1]"}, hands={0: "DEFLECTOR", 1: "TRANSMOG SAUCE+1"}, active=1
    )
    assert b.play(1, "transmog 0 L-VEGGIES SAUCE+1").asked == [0] and b.step == "AnswerAttack"
    c = board(3, plates={0: "[C-VEGGIES]", 1: "[L-VEGGIES]"}, hands={0: "DEFLECTOR", 1: "NUKE"}, active=1)
    assert c.play(1, "nuke 0 C-VEGGIES").step == "TakeAction" and c.plate(0) == ""


@pytest.mark.rule("IW-PAIR-05", "IW-PAIR-09", "IW-LBUN-2")
def test_curses_under_the_legendary_bun(board: Any) -> None:
    b = board(2, plates={0: "[L-BUN C-VEGGIES]", 1: "[BUN+1]"}, hands={0: "NUKE TRANSMOG SAUCE+1"})
    assert b.moves(0) == ["draw", "place SAUCE+1 0", "place SAUCE+1 1"]
    c = board(2, plates={0: "[L-BUN C-BUN]"}, hands={0: "NUKE"})
    assert c.view(0).plates[0].cap == 2 and c.moves(0) == ["draw"]


@pytest.mark.rule("IW-PAIR-07", "IW-PAIR-28", "IW-PAIR-33", "IW-SPEC-3")
def test_effects_stay_when_a_card_counts_negative(board: Any) -> None:
    assert board(2, plates={0: "[L-BUN C-PATTY]"}).view(1).plates[0].immune
    assert board(2, plates={0: "[L-SAUCE C-PATTY]"}).view(1).allowance == 2
    assert board(2, plates={0: "[L-VEGGIES C-PATTY]"}).view(1).plates[1].banned


@pytest.mark.rule("IW-PAIR-22")
def test_both_patties_on_one_plate(board: Any) -> None:
    assert board(2, plates={0: "[L-PATTY C-PATTY BUN+2 SAUCE+1 VEGGIES+2]"}).values(0) == [3, 3, -2, -1, -2]
    assert board(2, plates={0: "[L-PATTY]", 1: "[C-PATTY VEGGIES+2]"}).values(1) == [-3, -2]


@pytest.mark.rule("IW-PAIR-29", "IW-PAIR-38", "IW-PAIR-45", "IW-PAIR-34")
def test_what_the_cursed_sauce_opens(board: Any) -> None:
    b = board(2, plates={1: "[BUN+1 L-SAUCE PATTY+1] [C-SAUCE]"}, hands={0: "NUKE"})
    assert "nuke 1 L-SAUCE" in b.moves(0)
    c = board(2, plates={1: "[C-BUN PATTY+1] [C-SAUCE]"}, hands={0: "NUKE"})
    assert "nuke 1 C-BUN" in c.moves(0)
    d = board(2, plates={0: "[C-SAUCE BUN+1 PATTY+1] [C-VEGGIES]", 1: "[BUN+2]"}, hands={0: "NUKE"})
    assert len(d.moves(0, "nuke")) == 4 and d.play(0, "draw", draw="WAR").view(0).battle.aims == (-1, 0)
    e = board(2, plates={0: "[C-SAUCE BUN+1 PATTY+1]", 1: "[L-VEGGIES]"}, hands={0: "NUKE TRANSMOG BUN+2", 1: "NUKE"})
    assert e.moves(0, "nuke") == [] and "transmog 0 PATTY+1 BUN+2" in e.moves(0)
    assert e.play(0, "draw", draw="BUN+2").moves(1, "nuke")[:3] == ["nuke 0 C-SAUCE", "nuke 0 BUN+1", "nuke 0 PATTY+1"]


@pytest.mark.rule("IW-PAIR-30")
def test_two_actions_for_a_pacifist(board: Any) -> None:
    b = board(2, plates={0: "[L-SAUCE C-VEGGIES]", 1: "[BUN+1]"}, hands={0: "NUKE"})
    assert b.view(0).allowance == 2 and b.moves(0, "nuke") == ["nuke 0 L-SAUCE", "nuke 0 C-VEGGIES"]


@pytest.mark.rule("IW-PAIR-40", "IW-PAIR-15")
def test_cheese_beside_the_cursed_patty(board: Any) -> None:
    assert board(2, plates={0: "[C-CHEESE C-PATTY CHEESE+1]"}).values(0) == [-3, -3, 1]
    assert board(2, plates={0: "[C-CHEESE]", 1: "[C-PATTY CHEESE-2]"}).values(1) == [-3, 4]
    assert board(2, plates={0: "[L-CHEESE C-PATTY CHEESE-2]"}).values(0) == [6, -3, 4]
