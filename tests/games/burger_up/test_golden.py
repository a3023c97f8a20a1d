"""Whole recorded games, one at least for each way a game can end: they must never be played otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from bunfight.engine.record import load
from bunfight.engine.verify import verify
from bunfight.games.burger_up import GAME

GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_recorded_game_is_played_as_it_was(path: Path) -> None:
    record = load(path.read_text(encoding="utf-8"))
    assert len(verify(GAME, record)) == 2
    assert record.end is not None and path.stem.startswith((record.end["reason"], "upgrade"))


@pytest.mark.rule("BU-END-3", "BU-END-6", "BU-STALL-2", "BU-COL-3")
def test_every_ending_is_recorded() -> None:
    ends = [load(path.read_text(encoding="utf-8")) for path in GOLDEN]
    assert {one.end["reason"] for one in ends if one.end} == {"orders_ran_out", "nothing_left", "stalled"}
    assert any(entry.move == "reward upgrade" for one in ends for entry in one.entries)
    assert {len(one.seats) for one in ends} == {2, 3, 4}


@pytest.mark.rule("BU-END-4", "BU-TURN-1")
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_all_have_had_the_same_number_of_turns_unless_nothing_was_left(path: Path) -> None:
    record = load(path.read_text(encoding="utf-8"))
    told = [said["event"] for entry in (record.deal, *record.entries) for said in entry.said]
    turns = [event["seat"] for event in told if event["kind"] == "TurnBegun"]
    first, seats = turns[0], len(record.seats)
    assert turns == [(first + number) % seats for number in range(len(turns))]
    assert record.end is not None
    assert (len(turns) % seats == 0) or record.end["reason"] == "nothing_left"
