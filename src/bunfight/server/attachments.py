"""Attachments and ephemeral messages: what the server asks a game about them, and where they are stored."""

from __future__ import annotations

from typing import Any, Final

from bunfight.engine.hooks import MotionHooks
from bunfight.engine.record import Entry
from bunfight.engine.table import AnyGame
from bunfight.server.storage.interface import Store

KIND: Final = "motion"


def motion(game: AnyGame) -> MotionHooks | None:
    return None if game.physics is None else game.physics.motion


def has_attachments(game: AnyGame) -> bool:
    return motion(game) is not None


def relays_ephemeral(game: AnyGame, kind: str, body: dict[str, Any]) -> bool:
    """Return whether others may get an ephemeral message; boards can rely on its form."""
    return game.physics is not None and game.physics.shows(kind, body)


def split(game: AnyGame, answer: str) -> tuple[str, str]:
    """An answer of the simulation without its recording, and the recording as JSON ("" if there is none)."""
    hooks = motion(game)
    return (answer, "") if hooks is None else hooks.split(answer)


def strip(game: AnyGame, event: dict[str, Any]) -> dict[str, Any]:
    """An event without its recording, which is sent as an attachment instead."""
    hooks = motion(game)
    return event if hooks is None else hooks.strip(event)


async def stored_body(store: Store, table: str, number: int) -> str:
    """The body of the attachment of a decision; "" if it has none."""
    found = await store.attachments(table, number)
    return found[0].body if found else ""


def show_seconds(game: AnyGame, entry: Entry) -> float:
    """Return how long the motion of a decision takes."""
    hooks = motion(game)
    return 0.0 if hooks is None else max([hooks.seconds(said["event"]) for said in entry.said], default=0.0)
