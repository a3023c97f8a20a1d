"""GameView: what views are made of: frozen structs, because a server makes and writes thousands of them a second."""

from __future__ import annotations

from typing import Any

import msgspec

from bunfight.engine import Seat, State, View


class ViewPart(msgspec.Struct, frozen=True):
    """A part of a view."""


class Effect(ViewPart, frozen=True):
    """What a choice does, by a key of [previews] in words.toml; the other fields are the facts for its words."""

    key: str
    n: int = 0
    seat: Seat = -1
    thing: str = ""
    things: tuple[str, ...] = ()
    chance: bool = False  # comes true only if luck does not intervene


class Preview(ViewPart, frozen=True):
    """What one of the moves on offer gives, costs, finishes, ends or risks."""

    move: str
    effects: tuple[Effect, ...]


class GameView(View, msgspec.Struct, frozen=True, kw_only=True):
    """A view: first what all games show, then what the game adds."""

    seat: Seat | None
    seats: int
    awaits: tuple[Seat, ...]
    step: str
    moves: tuple[str, ...]
    over: bool
    previews: tuple[Preview, ...] = ()


def common(s: State, seat: Seat | None, seats: int) -> dict[str, Any]:
    """What every view shows: who looks, who is asked what, and what the one who looks may answer."""
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
