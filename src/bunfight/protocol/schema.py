"""The JSON Schema of all messages: ``python -m bunfight.protocol.schema``."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any, Final, get_args

import msgspec

from bunfight import games, protocol
from bunfight.coach.review import Review
from bunfight.engine import Event
from bunfight.engine.table import AnyGame
from bunfight.protocol import coaching

HTTP: Final = (
    protocol.NewTable,
    protocol.Made,
    protocol.Join,
    protocol.Joined,
    protocol.Leave,
    protocol.Furnish,
    protocol.Start,
    protocol.Again,
    protocol.PlayOn,
    protocol.GameInfo,
    protocol.GameBook,
    protocol.ReplayInfo,
    protocol.ReplayStep,
    protocol.Chart,
    protocol.Verified,
    protocol.QrWanted,
    protocol.Health,
    protocol.Mistake,
    protocol.TableInfo,
)
COACH: Final = (
    Review,
    coaching.ReviewTold,
    coaching.PuzzleInfo,
    coaching.PuzzleAsked,
    coaching.PuzzleAnswer,
    coaching.PuzzleSolved,
    coaching.DailyDeal,
    coaching.DailyEntry,
)


def coach_schema() -> dict[str, Any]:
    """Definitions of what is said about reviews, puzzles and the daily deal."""
    return {"$defs": msgspec.json.schema_components(COACH, ref_template="#/$defs/{name}")[1]}


@cache
def schema() -> dict[str, Any]:
    """Definitions of every message; ``ClientMessage`` and ``ServerMessage`` are the two unions."""
    kinds = (protocol.ClientMessage, protocol.ServerMessage, *HTTP, *COACH)
    (client, server, *_), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bunfight wire, protocol {protocol.PROTOCOL}",
        "$defs": {**parts, "ClientMessage": client, "ServerMessage": server},
    }


@cache
def game_schema(game: AnyGame) -> dict[str, Any]:
    """What ``view`` and ``event`` of a message hold at a table of this game: ``View`` and ``GameEvent``."""
    view = next(args[1] for base in type(game).__orig_bases__ if (args := get_args(base)))  # type: ignore[attr-defined]
    events = events_of(game)
    (seen, *_), parts = msgspec.json.schema_components([view, *events], ref_template="#/$defs/{name}")
    for event in events:
        named = parts[event.__name__]
        named["properties"] = {"kind": {"const": event.__name__}, **named["properties"]}
        named["required"] = list(named["properties"])
    heard = [{"$ref": f"#/$defs/{event.__name__}"} for event in events]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.title}, rules version {game.rules_version}",
        "$defs": {**parts, "View": seen, "GameEvent": {"anyOf": heard}},
    }


def events_of(game: AnyGame) -> list[type[Event]]:
    """What can be said in a game: every event of its package, by room and in the order of the room."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    rooms = [room for name, room in sorted(sys.modules.items()) if name == package or name.startswith(f"{package}.")]
    return [
        one
        for room in rooms
        for one in vars(room).values()
        if isinstance(one, type) and issubclass(one, Event) and one is not Event and one.__module__ == room.__name__
    ]


def main() -> None:
    """``python -m bunfight.protocol.schema``, or of one game: ``python -m bunfight.protocol.schema GAME``."""
    told = game_schema(games.load(sys.argv[1])) if len(sys.argv) > 1 else schema()
    json.dump(told, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
