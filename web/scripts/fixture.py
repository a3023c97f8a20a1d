"""Plays one game with its own policy and prints views, events and words as JSON, to look at a board without a server.

python web/scripts/fixture.py GAME SEATS SEED [key=value ...] > public/fixture-GAME.json
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from bunfight.kernel import Rng
from bunfight.kernel.event import plain
from bunfight.kernel.table import Table
from bunfight.words import Words


def main() -> None:
    name, seats, seed, *rest = sys.argv[1:]
    module = __import__(f"bunfight.games.{name}", fromlist=["GAME"])
    game = module.GAME
    options: dict[str, Any] = {}
    for item in rest:
        key, value = item.split("=")
        options[key] = int(value) if value.lstrip("-").isdigit() else {"true": True, "false": False}.get(value, value)
    n = int(seats)
    names = ["Ann", "Ben", "Cara", "Dev", "Eve", "Fay"][:n]
    world = None
    if name == "buffet_boss":
        from bunfight.physics import answer as world
    table = Table(game, names, seed, options, world)
    rng = Rng(seed, "fixture")
    steps: list[dict[str, Any]] = []

    def note() -> None:
        heard = [
            [
                plain(e)
                for s in table.said[-1]
                if (e := s.event if s.to is None or seat in s.to else s.others) is not None
            ]
            for seat in range(n)
        ]
        views = [asdict(game.view(table.state, seat)) for seat in range(n)]
        steps.append({"views": views, "events": heard})

    note()
    while table.state.agenda and len(steps) < 600:
        seat = table.state.agenda[-1].awaits()[0]
        table.play(seat, game.policy(table.state, seat, rng).text)
        note()
    end = table.outcome()
    words = Words(game)
    json.dump(
        {
            "game": name,
            "names": names,
            "options": table.options,
            "steps": steps,
            "outcome": None if end is None else asdict(end),
            "words": words.table,
            "book": words.book,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
