"""Plays one game with its own policy and prints positions as JSON, to look at a board without a server.

python web/scripts/fixture.py GAME SEATS SEED [keep=N] [option=value ...] > FOLDER/GAME.json

Each position is the view of the seat that is asked there. ``keep``: only so many, the fullest of each question first.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

import msgspec

from bunfight.kernel import Rng
from bunfight.kernel.event import plain
from bunfight.kernel.table import Table
from bunfight.words import Words


def fullest(steps: list[dict[str, Any]], keep: int) -> list[dict[str, Any]]:
    """The positions with most on the table, of each question first, in the order of the game."""
    by_size = sorted(range(len(steps)), key=lambda at: -len(json.dumps(steps[at]["view"])))
    first: dict[str, int] = {}
    for at in by_size:
        first.setdefault(steps[at]["view"]["step"], at)
    kept = dict.fromkeys([*first.values(), *by_size])
    return [steps[at] for at in sorted([*kept][:keep])]


def main() -> None:
    name, seats, seed, *rest = sys.argv[1:]
    game = __import__(f"bunfight.games.{name}", fromlist=["GAME"]).GAME
    options: dict[str, Any] = {}
    for item in rest:
        key, value = item.split("=")
        options[key] = int(value) if value.lstrip("-").isdigit() else {"true": True, "false": False}.get(value, value)
    keep = options.pop("keep", 0)
    names = ["Ann", "Ben", "Cara", "Dev", "Eve", "Fay"][: int(seats)]
    world = None
    if name == "buffet_boss":
        from bunfight.physics import answer as world
    table = Table(game, names, seed, options, world)
    rng = Rng(seed, "fixture")
    steps: list[dict[str, Any]] = []

    def note() -> None:
        seat = (table.state.awaiting() or [0])[0]
        heard = (s.event if s.to is None or seat in s.to else s.others for s in table.said[-1])
        events = [plain(event) for event in heard if event is not None]
        steps.append({"seat": seat, "view": msgspec.to_builtins(game.view(table.state, seat)), "events": events})

    note()
    while table.state.agenda and len(steps) < 1200:
        seat = table.state.awaiting()[0]
        table.play(seat, game.policy(table.state, seat, rng).text)
        note()
    end = table.outcome()
    words = Words(game)
    json.dump(
        {
            "game": name,
            "names": names,
            "options": table.options,
            "steps": fullest(steps, keep) if keep else steps,
            "outcome": None if end is None else asdict(end),
            "words": words.table,
            "book": words.book,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
