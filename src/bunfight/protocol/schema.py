"""The JSON Schema of all messages: ``python -m bunfight.protocol.schema``."""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import Any, Final

import msgspec

from bunfight import games, protocol
from bunfight.coach.review import Review
from bunfight.engine import Event
from bunfight.engine.table import AnyGame
from bunfight.engine.view import view_type
from bunfight.protocol import coaching

HTTP: Final = (
    protocol.NewTable,
    protocol.TableCreated,
    protocol.Join,
    protocol.Joined,
    protocol.Leave,
    protocol.SetSeat,
    protocol.Start,
    protocol.Rematch,
    protocol.PlayOn,
    protocol.LoadRecord,
    protocol.GameInfo,
    protocol.SkippedGame,
    protocol.GameBook,
    protocol.ReplayInfo,
    protocol.ReplayStep,
    protocol.Chart,
    protocol.Verification,
    protocol.ReminderChoice,
    protocol.ReminderStatus,
    protocol.QrRequest,
    protocol.Health,
    protocol.ErrorBody,
    protocol.TableInfo,
)
COACH: Final = (
    Review,
    coaching.ReviewStatus,
    coaching.PuzzleInfo,
    coaching.PuzzlePosition,
    coaching.PuzzleAnswer,
    coaching.PuzzleResult,
    coaching.DailyDeal,
    coaching.DailyEntry,
)


def coach_schema() -> dict[str, Any]:
    """Definitions of the messages about reviews, puzzles and the daily deal."""
    return {"$defs": msgspec.json.schema_components(COACH, ref_template="#/$defs/{name}")[1]}


@cache
def schema() -> dict[str, Any]:
    """Definitions of every message; ``ClientMessage`` and ``ServerMessage`` are the two unions."""
    kinds = (protocol.ClientMessage, protocol.ServerMessage, *HTTP, *COACH)
    (client, server, *_), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bunfight protocol {protocol.PROTOCOL}",
        "$defs": {**parts, "ClientMessage": client, "ServerMessage": server},
    }


@cache
def game_schema(game: AnyGame) -> dict[str, Any]:
    """Definitions of ``View`` and ``GameEvent``: what ``view`` and ``event`` of a message contain in this game."""
    view = view_type(game)
    events = events_of(game)
    (view_schema, *_), parts = msgspec.json.schema_components([view, *events], ref_template="#/$defs/{name}")
    for event in events:
        named = parts[event.__name__]
        named["properties"] = {"kind": {"const": event.__name__}, **named["properties"]}
        named["required"] = list(named["properties"])
    refs = [{"$ref": f"#/$defs/{event.__name__}"} for event in events]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.title}, rules version {game.rules_version}",
        "$defs": {**parts, "View": view_schema, "GameEvent": {"anyOf": refs}},
    }


def events_of(game: AnyGame) -> list[type[Event]]:
    """All events of a game, by module of its package and in the order of definition."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    modules = [
        module for name, module in sorted(sys.modules.items()) if name == package or name.startswith(f"{package}.")
    ]
    return [
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Event) and one is not Event and one.__module__ == module.__name__
    ]


def main() -> None:
    """Print the schema of all messages, or with an argument that of a game."""
    found = game_schema(games.load(sys.argv[1])) if len(sys.argv) > 1 else schema()
    json.dump(found, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
