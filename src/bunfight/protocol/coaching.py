"""What goes over HTTP about the coach: reviews, puzzles, the daily deal."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from bunfight.protocol.parts import PersonName


class ReviewTold(msgspec.Struct, frozen=True):
    """How far a review is; ``review`` (see docs/coach.md) when it is done."""

    state: Literal["none", "making", "done", "failed"]
    done: int = 0
    total: int = 0
    review: Any = None


class PuzzleInfo(msgspec.Struct, frozen=True):
    id: str
    game: str
    level: Literal["easy", "medium", "hard"]
    seats: int
    choices: int
    stacking: bool


class PuzzleAsked(msgspec.Struct, frozen=True):
    """A puzzle: what the seat sees, and what it may choose (in no order that tells anything)."""

    puzzle: PuzzleInfo
    seat: int
    names: list[str]
    view: Any
    moves: list[str]


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    move: Annotated[str, msgspec.Meta(max_length=200)]


class PuzzleWorth(msgspec.Struct, frozen=True):
    moves: list[str]
    chance: float
    low: float
    high: float


class PuzzleReason(msgspec.Struct, frozen=True):
    term: str
    value: float


class PuzzleSolved(msgspec.Struct, frozen=True):
    """What an answer is worth, and all choices, best first; ``thought`` is the policy's."""

    right: bool
    move: str
    chance: float
    best: str
    best_chance: float
    thought: str
    choices: list[PuzzleWorth]
    reasons: list[PuzzleReason]


class DailyScore(msgspec.Struct, frozen=True):
    """One line of a day's leaderboard."""

    name: str
    result: float
    luck: float
    adjusted: float
    skill: float
    place: int
    at: float


class DailyDeal(msgspec.Struct, frozen=True):
    """The deal of a day: make a table with ``practice`` = seed and these seats; the first one is yours."""

    game: str
    date: str
    seed: str
    seats: int
    bot: str
    scores: list[DailyScore]


class DailyEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished and reviewed game of today for the leaderboard; ``browser``: so that each has one entry."""

    table: Annotated[str, msgspec.Meta(max_length=60)]
    browser: Annotated[str, msgspec.Meta(min_length=16, max_length=64)]
    name: PersonName = ""
