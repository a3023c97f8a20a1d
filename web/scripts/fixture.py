"""Plays a game with its own policy and prints positions as JSON, to look at a board without a server.

python web/scripts/fixture.py GAME SEATS SEED [games=N] [keep=N] [record=1] [option=value ...] > FOLDER/GAME.json

Each position is the view of the seat that is asked there. ``games``: of so many games. ``keep``: only so many of them,
the extremes: every question, every list of the view at its longest, then the fullest. ``record``: with the record of
the (last) game, from which a table can go on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import msgspec

from bunfight.engine import Rng
from bunfight.engine.event import plain
from bunfight.engine.table import Table
from bunfight.i18n.words import Words


def lengths(value: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """How long each list in a view is, the lists of all seats under one name."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from lengths(inner, f"{path}.{key}")
    elif isinstance(value, list):
        yield path, len(value)
        for inner in value:
            yield from lengths(inner, path)


def extremes(steps: list[dict[str, Any]], keep: int) -> list[dict[str, Any]]:
    """The positions in which most is at its longest, so few that they are soon looked at, in the order of the games."""
    longest: dict[str, int] = {}
    marks: list[dict[str, int]] = []
    for step in steps:
        marks.append({})
        for path, length in lengths(step["view"]):
            marks[-1][path] = max(length, marks[-1].get(path, 0))
            longest[path] = max(length, longest.get(path, 0))
    sizes = [len(json.dumps(step["view"])) for step in steps]
    shows = [
        {path for path, length in mark.items() if length == longest[path] > 1} | {step["view"]["step"]}
        for mark, step in zip(marks, steps, strict=True)
    ]
    missing = set().union(*shows)
    left = set(range(len(steps)))
    kept: list[int] = []
    while left and len(kept) < keep:
        best = max(left, key=lambda at: (len(shows[at] & missing), sizes[at], -at))
        missing -= shows[best]
        left.remove(best)
        kept.append(best)
    return [steps[at] for at in sorted(kept)]


def main() -> None:
    name, seats, seed, *rest = sys.argv[1:]
    game = __import__(f"bunfight.games.{name}", fromlist=["GAME"]).GAME
    options: dict[str, Any] = {}
    for item in rest:
        key, value = item.split("=")
        options[key] = int(value) if value.lstrip("-").isdigit() else {"true": True, "false": False}.get(value, value)
    keep, games, recorded = options.pop("keep", 0), options.pop("games", 1), options.pop("record", 0)
    names = ["Ann", "Ben", "Cara", "Dev", "Eve", "Fay"][: int(seats)]
    world = None
    if name == "buffet_boss":
        from bunfight.physics import answer as world
    steps: list[dict[str, Any]] = []

    def note(table: Table) -> None:
        seat = (table.state.awaiting() or [0])[0]
        heard = (s.event if s.to is None or seat in s.to else s.others for s in table.said[-1])
        events = [plain(event) for event in heard if event is not None]
        steps.append({"seat": seat, "view": msgspec.to_builtins(game.view(table.state, seat)), "events": events})

    for number in range(games):
        own = f"{seed}-{number}" if number else seed
        table = Table(game, names, own, options, world)
        rng = Rng(own, "fixture")
        most = len(steps) + 1200
        note(table)
        while table.state.agenda and len(steps) < most:
            seat = table.state.awaiting()[0]
            table.play(seat, game.bots.policy(table.state, seat, rng).text)
            note(table)
    end = table.outcome()
    words = Words(game)
    record = table.record.cut(len(table.record.entries))  # as of a game that goes on
    for entry in [record.deal, *record.entries]:
        entry.said = []  # the rules lead to the events
    json.dump(
        {
            "game": name,
            "names": names,
            "options": table.options,
            "steps": extremes(steps, keep) if keep else steps,
            "outcome": None if end is None else asdict(end),
            "words": words.table,
            "book": words.book,
            "record": record.text() if recorded else None,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
