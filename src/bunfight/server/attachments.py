"""What the server asks a game about attachments and ephemeral messages."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from bunfight.engine.record import Entry
from bunfight.engine.table import AnyGame

KIND: Final = "motion"
FIELD: Final = "film"  # where an answer of the simulation, and an event made from it, holds the recording


def has_attachments(game: AnyGame) -> bool:
    return game.physics is not None and game.physics.records_motion


def relays_ephemeral(game: AnyGame) -> bool:
    return game.physics is not None and game.physics.shows_aim


def split(game: AnyGame, answer: str) -> tuple[str, str]:
    """An answer of the simulation without its recording, and the recording as JSON ("" if there is none)."""
    decoded = msgspec.json.decode(answer)
    recording = decoded.pop(FIELD, None) if isinstance(decoded, dict) else None
    if recording is None:
        return answer, ""
    return msgspec.json.encode(decoded).decode(), msgspec.json.encode(recording).decode()


def strip(game: AnyGame, event: dict[str, Any]) -> dict[str, Any]:
    """An event without its recording, which is sent as an attachment instead."""
    if FIELD not in event or not has_attachments(game):
        return event
    return {key: value for key, value in event.items() if key != FIELD}


def show_seconds(game: AnyGame, entry: Entry) -> float:
    """How long the motion of a decision takes."""
    if not has_attachments(game):
        return 0.0
    return float(max([said["event"].get("sim_ms", 0) for said in entry.said], default=0)) / 1000
