"""Base classes of views: frozen structs, because a server builds and encodes thousands of them per second."""

from __future__ import annotations

from typing import Any

import msgspec

from bunfight.engine import Seat, State, View


class ViewPart(msgspec.Struct, frozen=True):
    """A part of a view."""


class Effect(ViewPart, frozen=True):
    """An effect of a move, by a key of [previews] in words.toml; the other fields are the facts for its text."""

    key: str
    n: int = 0
    seat: Seat = -1
    thing: str = ""
    things: tuple[str, ...] = ()
    chance: bool = False  # happens only if luck does not intervene


class Preview(ViewPart, frozen=True):
    """The effects of one legal move: what it gives, costs, finishes, ends or risks."""

    move: str
    effects: tuple[Effect, ...]


class GameView(View, msgspec.Struct, frozen=True, kw_only=True):
    """A view: the fields that all games have; a game adds its own."""

    seat: Seat | None
    seats: int
    awaits: tuple[Seat, ...]
    step: str
    moves: tuple[str, ...]
    over: bool
    previews: tuple[Preview, ...] = ()


def common(s: State, seat: Seat | None, seats: int) -> dict[str, Any]:
    """The fields that every view has, as keyword arguments."""
    asked = s.awaiting()
    step = s.agenda[-1] if s.agenda else None
    return {
        "seat": seat,
        "seats": seats,
        "awaits": tuple(asked),
        "step": type(step).__name__ if step else "",
        "moves": tuple(move.text for move in step.legal(s, seat))
        if step and seat is not None and seat in asked
        else (),
        "over": step is None,
    }
