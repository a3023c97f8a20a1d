"""The JSON Schema of all messages: ``python -m bunfight.serve.schema``."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any, Final, get_args

import msgspec

from bunfight import games
from bunfight.kernel import Event
from bunfight.kernel.table import AnyGame
from bunfight.serve import wire

HTTP: Final = (
    wire.NewTable, wire.Made, wire.Join, wire.Joined, wire.Leave, wire.Furnish, wire.Start, wire.Again, wire.PlayOn,
    wire.GameInfo, wire.GameBook, wire.ReplayInfo, wire.ReplayStep, wire.Chart, wire.Verified, wire.QrWanted,
    wire.Health, wire.Mistake, wire.TableInfo,
)  # fmt: skip


def schema() -> dict[str, Any]:
    """Definitions of every message; ``ClientMessage`` and ``ServerMessage`` are the two unions."""
    kinds = (wire.ClientMessage, wire.ServerMessage, *HTTP)
    (client, server, *_), parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Bunfight wire, protocol {wire.PROTOCOL}",
        "$defs": {**parts, "ClientMessage": client, "ServerMessage": server},
    }


def game_schema(game: AnyGame) -> dict[str, Any]:
    """What ``view`` and ``event`` of a message hold at a table of this game: ``View`` and ``GameEvent``."""
    view = next(args[1] for base in type(game).__orig_bases__ if (args := get_args(base)))  # type: ignore[attr-defined]
    room = import_module(f"{type(game).__module__.rpartition('.')[0]}.events")
    events = [
        one for one in vars(room).values() if isinstance(one, type) and issubclass(one, Event) and one is not Event
    ]
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


def main() -> None:
    """``python -m bunfight.serve.schema``, or of one game: ``python -m bunfight.serve.schema GAME``."""
    told = game_schema(games.load(sys.argv[1])) if len(sys.argv) > 1 else schema()
    json.dump(told, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
