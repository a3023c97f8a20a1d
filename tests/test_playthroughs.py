"""Playthroughs as text: a change of rules, views or words shows as a readable diff."""

from pathlib import Path

import pytest

from bunfight import games
from bunfight.testing.playthrough import playthrough

HERE = Path(__file__).parent / "games"


@pytest.mark.parametrize("name", games.names())
def test_a_playthrough_is_as_recorded(name: str) -> None:
    kept = (HERE / name / "playthrough.txt").read_text(encoding="utf-8").splitlines()
    told = playthrough(games.load(name), "playthrough").splitlines()
    for number, (before, now) in enumerate(zip(kept, told, strict=False), 1):
        assert now == before, f"line {number} differs; if that is meant: python tools/golden.py {name}"
    assert len(told) == len(kept)


def test_a_playthrough_tells_every_secret_only_to_its_owner() -> None:
    told = playthrough(games.load("_template"), "secrets").splitlines()
    hands = [line for line in told if " sees hand = " in line]
    assert any(line.startswith("  seat 0 sees") for line in hands)
    assert [line for line in hands if line.startswith("  spectator")] == ["  spectator sees hand = []"]
