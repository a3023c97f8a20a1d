"""Recorded whole games, one for each way the game can end, and one of the real world: they never change."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from bunfight.engine import replay
from bunfight.engine.record import load
from bunfight.engine.table import plain_events
from bunfight.games.buffet_boss import GAME
from bunfight.i18n.words import Words

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.jsonl"))


@pytest.mark.rule("FB-LOG-1", "FB-INV-14")
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_replay(path: Path) -> None:
    record = load(path.read_text(encoding="utf-8"))
    state, said = replay(GAME, record)
    ended = GAME.outcome(state)  # type: ignore[arg-type]
    assert ended is not None and record.end is not None
    assert asdict(ended)["totals"] == tuple(record.end["totals"]) and ended.reason == record.end["reason"]
    heard = json.loads(json.dumps([plain_events(one) for one in said[1:]]))  # tuples become lists on paper
    assert heard == [entry.said for entry in record.entries]
    GAME.audit(state)  # type: ignore[arg-type]


def test_there_is_a_golden_game_for_each_ending() -> None:
    worded = set(Words(GAME).table["reasons"])
    reasons = {reason for reason in worded if not reason.endswith("_solo")}
    assert {reason.removesuffix("_solo") for reason in worded} == reasons  # other words for the ending of one player
    ends = {load(path.read_text(encoding="utf-8")).end["reason"] for path in GOLDEN}  # type: ignore[index]
    assert ends == reasons


def test_the_record_of_the_real_world_keeps_its_films() -> None:
    record = load((Path(__file__).parent / "golden" / "real_world.jsonl").read_text(encoding="utf-8"))
    films = [said["event"]["film"] for entry in record.entries for said in entry.said if "film" in said["event"]]
    assert films and all(film["frames"] and film["bodies"][0] == "plate" for film in films)
