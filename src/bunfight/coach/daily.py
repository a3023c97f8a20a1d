"""Defines the daily deal: each game has one deal and fixed bots a day, derived from the date without a server."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from bunfight.coach.review import Account, Review
from bunfight.engine import Record, Seat
from bunfight.engine.errors import InvalidInput
from bunfight.games import load

BOT: Final = "medium"  # in the other seats
YOU: Final[Seat] = 0
SQUARES: Final = 5
PREFIX: Final = "daily "  # of all seeds; the date follows


@dataclass(frozen=True)
class Deal:
    """The game that everybody plays on one day. The seed decides the deal and what the bots draw."""

    game: str
    date: str
    seats: int
    seed: str
    bot: str = BOT


def today() -> str:
    """Return the date in UTC, so that it is the same for everybody."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def dated(text: str) -> str:
    """Validate an ISO date that is not in the future; InvalidInput says what is wrong."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("no_date", date=text[:20]) from None
    if day.isoformat() > today():
        raise InvalidInput("day_to_come", date=day.isoformat(), today=today())
    return day.isoformat()


def deal(game: str, date: str) -> Deal:
    """Return the deal of a day: two players on five days of seven, three on the others, if the game allows it."""
    rulebook, day = load(game), datetime.date.fromisoformat(date)
    wanted = 3 if day.toordinal() % 7 in (5, 6) else 2
    seats = wanted if wanted in rulebook.seats else max(rulebook.seats[0], min(2, rulebook.seats[-1]))
    return Deal(game, date, seats, f"{PREFIX}{date} {game}")


def is_open(seed: str) -> bool:
    """Return whether scores can still be entered for the deal with this seed: today's, or one to come."""
    return seed.startswith(PREFIX) and seed[len(PREFIX) :] >= today()


@dataclass(frozen=True)
class Score:
    """A player's score: the result, its luck, the result without the luck, and what the player's decisions lost."""

    result: float
    luck: float
    adjusted: float
    skill: float
    place: int
    rating: str


def score(review: Review, record: Record, seat: Seat = YOU) -> Score:
    """Score a reviewed game; ``adjusted`` is the result without the luck, from 0 to 1."""
    mine: Account = review.accounts[seat]
    assert record.end is not None
    adjusted = min(1.0, max(0.0, mine.result - mine.luck))
    return Score(mine.result, mine.luck, adjusted, mine.skill, int(record.end["ranks"][seat]), mine.rating)


def share(deal: Deal, title: str, found: Score) -> str:
    """Return a line to share without spoilers: the place, and squares for the luck-adjusted result."""
    full = max(0, min(SQUARES, round(found.adjusted * SQUARES)))
    squares = "🟧" * full + "⬜" * (SQUARES - full)
    return f"Bunfight {deal.date} {title} {squares} {found.place}/{deal.seats}"
