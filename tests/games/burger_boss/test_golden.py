"""Whole recorded games, one for each way in which the game can end. Run this file to record them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bunfight.engine import Outcome, Rng, Table, replay
from bunfight.engine.record import load
from bunfight.engine.verify import verify
from bunfight.games.burger_boss.game import GAME

GOLDEN = Path(__file__).parent / "golden"
WANTED: dict[str, tuple[int, dict[str, Any], int]] = {  # seats, options, how many of four decisions are sensible
    "last_served": (2, {}, 4),
    "last_left": (2, {"customer_deck": "face_down", "queue_rush_from": 4}, 3),
    "tie_broken": (2, {}, 4),
    "tie_shared": (3, {}, 0),
    "quick_one_per_space": (3, {"special_windows": "quick", "grill_mode": "one_per_space"}, 3),
    "literal_leftovers_early": (
        3,
        {"special_windows": "literal", "second_cook": "leftovers", "queue_fill": "early"},
        3,
    ),
}
ANY_ENDING = ("quick_one_per_space", "literal_leftovers_early")


def ending(outcome: Outcome) -> str:
    """What a game shows: a shared win, a tie that the customers broke, or why it ended."""
    if len(outcome.winners) > 1:
        return "tie_shared"
    return "tie_broken" if outcome.totals.count(max(outcome.totals)) > 1 else outcome.reason


@pytest.mark.rule("BB-OVER-1", "BB-OVER-7", "BB-OVER-8", "BB-OVER-9")
@pytest.mark.parametrize("wanted", WANTED)
def test_a_recorded_game_replays(wanted: str) -> None:
    record = load((GOLDEN / f"{wanted}.jsonl").read_text(encoding="utf-8"))
    state, _ = replay(GAME, record)
    outcome = GAME.outcome(state)  # type: ignore[arg-type]  # a record of this game
    assert outcome is not None and record.end is not None
    assert wanted in (ending(outcome), *ANY_ENDING)
    assert list(outcome.totals) == list(record.end["totals"])
    assert len(verify(GAME, record)) == 2


def played(seats: int, options: dict[str, Any], sense: int, seed: str) -> Table:
    table = Table(GAME, [f"P{seat}" for seat in range(seats)], seed, options)
    rng = Rng(seed, "golden")
    while table.state.agenda:
        waiting = table.state.awaiting()
        seat = waiting[rng.below(len(waiting))]
        move = table.state.agenda[-1].suggest(table.state, seat, rng)
        if rng.below(4) < sense:
            move = GAME.bots.policy(table.state, seat, rng)  # type: ignore[arg-type]
        table.play(seat, move)
    return table


if __name__ == "__main__":
    for wanted, (seats, options, sense) in WANTED.items():
        for number in range(2000):
            table = played(seats, options, sense, f"golden {number}")
            if (ended := table.outcome()) is not None and wanted in (ending(ended), *ANY_ENDING):
                (GOLDEN / f"{wanted}.jsonl").write_text(table.record.text(), encoding="utf-8")
                print(wanted, number, len(table.record.entries))
                break
