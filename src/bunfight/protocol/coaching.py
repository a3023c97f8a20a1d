"""Bodies of HTTP requests and responses of the coach: reviews, puzzles, the daily deal."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from bunfight.protocol.common import PersonName


class ReviewStatus(msgspec.Struct, frozen=True):
    """Progress of a review; ``review`` (see docs/coach.md) when it is done, until then the ``moments`` so far."""

    state: Literal["none", "making", "done", "failed"]
    done: int = 0
    total: int = 0
    review: Any = None
    moments: Any = None


class PuzzleInfo(msgspec.Struct, frozen=True):
    id: str
    game: str
    level: Literal["easy", "medium", "hard"]
    seats: int
    choices: int
    stacking: bool


class PuzzlePosition(msgspec.Struct, frozen=True):
    """A puzzle: the view of the seat and its choices, in an order that gives nothing away."""

    puzzle: PuzzleInfo
    seat: int
    names: list[str]
    view: Any
    moves: list[str]


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    move: Annotated[str, msgspec.Meta(max_length=200)]


class PuzzleChoice(msgspec.Struct, frozen=True):
    moves: list[str]
    chance: float
    low: float
    high: float


class PuzzleReason(msgspec.Struct, frozen=True):
    term: str
    value: float


class PuzzleTrial(msgspec.Struct, frozen=True):
    """What an answer to a stacking puzzle came to in one simulated trial."""

    view: Any
    events: list[dict[str, Any]]


class PuzzleResult(msgspec.Struct, frozen=True):
    """How good an answer is, and all choices, best first. ``thought``: the move of the bot's policy."""

    right: bool
    move: str
    chance: float
    best: str
    best_chance: float
    thought: str
    choices: list[PuzzleChoice]
    reasons: list[PuzzleReason]
    shown: PuzzleTrial | None = None
    prospects: list[dict[str, Any]] = []


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
    """The deal of a day. Create a table with ``practice`` = seed and these seats; the first one is yours."""

    game: str
    date: str
    seed: str
    seats: int
    bot: str
    scores: list[DailyScore]


class DailyEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Enter a finished and reviewed game of today, each once. ``browser``: a random id, whose first game counts."""

    table: Annotated[str, msgspec.Meta(max_length=60)]
    browser: Annotated[str, msgspec.Meta(min_length=16, max_length=64)]
    name: PersonName = ""
