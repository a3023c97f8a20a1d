"""The structs that a view of Crumbs is made of."""

from __future__ import annotations

from bunfight.engine import Seat
from bunfight.engine.view import GameView, ViewPart


class OpenStep(ViewPart, frozen=True):
    """A step of the agenda as a seat sees it. ``answers`` by seat: "open", "sealed", or the viewer's own answer."""

    kind: str
    seat: Seat  # who acts, -1 for all
    other: Seat = -1
    bun: str = ""
    draws: bool = False
    answers: tuple[str, ...] = ()


class CrumbsView(GameView, frozen=True, kw_only=True):
    """``hand`` is empty for a spectator; counts are by size, smallest first."""

    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]  # buns of each hand that the viewer has seen
    eaten: tuple[tuple[int, ...], ...]
    crumbs: tuple[int, ...]
    basket_size: int
    agenda: tuple[OpenStep, ...]
