"""Whole recorded games: each scoring variant, each option away from its default, a win alone and a shared one.

``python tests/games/jom_burger/test_golden.py`` records them anew, which is right only when the rules have changed on
purpose (then raise ``rules_version``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bunfight.engine import Rng, Table, replay
from bunfight.engine.record import load
from bunfight.engine.verify import verify
from bunfight.games.jom_burger import GAME

FOLDER = Path(__file__).parent / "golden"
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "additional_2": (2, {}),
    "additional_4": (4, {"order_bonus": "highest", "left_first": "row"}),
    "multiplication_3": (3, {"scoring": "multiplication"}),
    "multiplication_easy_2": (2, {"scoring": "multiplication", "single_die": "one"}),
    "multiplication_young_5": (5, {"scoring": "multiplication", "young_seats": "0,3", "burgers": "special"}),
    "additional_salad_3": (3, {"salad": True, "burgers": "choose"}),
    "multiplication_salad_6": (
        6,
        {"scoring": "multiplication", "salad": True, "extra_supply": "any_ingredient", "burgers": "mixed"},
    ),
    "advanced_2": (2, {"supply": "advanced2", "burgers": "special", "left_first": "ingredient"}),
    "shared_2": (2, {"extra_supply": "any_ingredient"}),
}


def played(seats: int, options: dict[str, Any], seed: str) -> Table:
    """Sensible play with a random move now and then, so that every card is used."""
    table = Table(GAME, [f"Player {seat + 1}" for seat in range(seats)], seed, options)
    rng = Rng(seed, "golden")
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        state: Any = table.state
        move = GAME.bots.policy(state, seat, rng) if rng.below(9) else state.agenda[-1].suggest(state, seat, rng)
        if type(state.agenda[-1]).__name__ == "MayRerollOnce" and seat % 2:
            move = GAME.bots.fallback(state, seat)
        table.play(seat, move)
    return table


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rule("JB-END-1", "JB-WIN-1", "JB-WIN-2")
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    record = load((FOLDER / f"{name}.jsonl").read_text(encoding="utf-8"))
    seats, options = GAMES[name]
    assert len(record.seats) == seats and record.options == GAME.settle(options, seats)
    assert record.end is not None and not replay(GAME, record)[0].agenda
    assert len(record.end["winners"]) == (2 if name.startswith("shared") else 1)
    assert verify(GAME, record)


def test_every_kind_of_move_is_on_record() -> None:
    verbs = {
        entry.move.split()[0]
        for path in FOLDER.glob("*.jsonl")
        for entry in load(path.read_text(encoding="utf-8")).entries
    }
    assert verbs == {text.split()[0] for text in GAME.grammar.catalogue(2)}
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(GAMES)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for title, (count, chosen) in GAMES.items():
        for number in range(1000):
            table = played(count, chosen, f"golden {title} {number}")
            ended = table.outcome()
            assert ended is not None
            if (len(ended.winners) == 2) == title.startswith("shared"):
                (FOLDER / f"{title}.jsonl").write_text(table.record.text(), encoding="utf-8")
                break
