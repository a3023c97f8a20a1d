"""The JSON Schema of all messages: ``python -m bunfight.serve.schema``."""

from __future__ import annotations

import json
import sys
from typing import Any, Final

import msgspec

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


def main() -> None:
    json.dump(schema(), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
