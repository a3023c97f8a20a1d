"""Sight: what views are made of: frozen structs, because a server makes and writes thousands of them a second."""

from __future__ import annotations

import msgspec

from bunfight.kernel import Seat, View


class Shown(msgspec.Struct, frozen=True):
    """A part of a view."""


class Sight(View, msgspec.Struct, frozen=True, kw_only=True):
    """A view: first what all games show, then what the game adds."""

    seat: Seat | None
    seats: int
    awaits: tuple[Seat, ...]
    step: str
    moves: tuple[str, ...]
    over: bool
