"""Whole recorded games, one for each way in which the game can end. Run this file to record them anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bunfight.engine import Rng, Table, replay
from bunfight.engine.record import load
from bunfight.engine.verify import verify
from bunfight.games.burger_war.game import GAME

GOLDEN = Path(__file__).parent / "golden"
WANTED: dict[str, tuple[int, dict[str, Any], str]] = {
    "served": (4, {"war_priority": "random"}, "policy"),
    "served_tie": (3, {"war_loot": "hand", "war_take": "must", "recycle_war": "fires"}, "random"),
    "closing": (5, {"max_rounds": 20, "war_priority": "first_lock"}, "random"),
    "closing_tie": (6, {"max_rounds": 20, "cheese_stack": "twice"}, "policy"),
    "closing_none": (2, {"max_rounds": 20, "first_player": "seat", "first_seat": 2}, "default"),
}


@pytest.mark.rule("IW-END-1", "IW-GUARD-1", "IW-GUARD-4", "IW-SCORE-5")
@pytest.mark.parametrize("ending", WANTED)
def test_a_recorded_game_replays(ending: str) -> None:
    record = load((GOLDEN / f"{ending}.jsonl").read_text(encoding="utf-8"))
    state, _ = replay(GAME, record)
    outcome = GAME.outcome(state)  # type: ignore[arg-type]  # a record of this game
    assert outcome is not None and outcome.reason == ending == record.end["reason"]  # type: ignore[index]
    assert json.loads(json.dumps(list(outcome.totals))) == list(record.end["totals"])  # type: ignore[index]
    assert len(verify(GAME, record)) >= 2


def played(seats: int, options: dict[str, Any], how: str, seed: str) -> Table:
    table = Table(GAME, [f"P{seat}" for seat in range(seats)], seed, options)
    rng = Rng(seed, "golden")
    while table.state.agenda:
        waiting = table.state.awaiting()
        seat = waiting[rng.below(len(waiting))]
        step, state = table.state.agenda[-1], table.state
        if how == "policy":
            move = GAME.bots.policy(state, seat, rng)  # type: ignore[arg-type]
        elif how == "default":
            move = GAME.bots.fallback(state, seat)  # type: ignore[arg-type]
        else:
            move = step.suggest(state, seat, rng)
        table.play(seat, move)
    return table


if __name__ == "__main__":
    for wanted, (seats, options, how) in WANTED.items():
        for number in range(2000):
            table = played(seats, options, how, f"golden {number}")
            if (ended := table.outcome()) is not None and ended.reason == wanted:
                (GOLDEN / f"{wanted}.jsonl").write_text(table.record.text(), encoding="utf-8")
                print(wanted, number, len(table.record.entries))
                break
