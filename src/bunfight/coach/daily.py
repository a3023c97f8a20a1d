"""The daily deal: one deal and fixed bots a day for each game, the same for everybody; no server is needed to agree."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from bunfight.coach.review import Account, Review
from bunfight.engine import Record, Seat
from bunfight.engine.errors import InvalidInput
from bunfight.games import load

BOT: Final = "medium"  # who sits in the other seats
YOU: Final[Seat] = 0
SQUARES: Final = 5


@dataclass(frozen=True)
class Deal:
    """What everybody plays on one day: the seed decides the deal and what the bots draw."""

    game: str
    date: str
    seats: int
    seed: str
    bot: str = BOT


def today() -> str:
    """The day by universal time, so that it is the same for everybody."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def dated(text: str) -> str:
    """A day that has come, as it is written; InvalidInput says what is wrong."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        raise InvalidInput("no_date", date=text[:20]) from None
    if day.isoformat() > today():
        raise InvalidInput("day_to_come", date=day.isoformat(), today=today())
    return day.isoformat()


def deal(game: str, date: str) -> Deal:
    """The deal of a game on a day: for two where that is possible, on other days for three."""
    rulebook, day = load(game), datetime.date.fromisoformat(date)
    wanted = 3 if day.toordinal() % 7 in (5, 6) else 2
    seats = wanted if wanted in rulebook.seats else max(rulebook.seats[0], min(2, rulebook.seats[-1]))
    return Deal(game, date, seats, f"daily {date} {game}")


@dataclass(frozen=True)
class Score:
    """What a day brought: the result, the luck in it, what is left without it, and what the own decisions gave away."""

    result: float
    luck: float
    adjusted: float
    skill: float
    place: int
    rating: str


def score(review: Review, record: Record, seat: Seat = YOU) -> Score:
    """The luck-adjusted score of a reviewed game: the result without the luck, as a chance from 0 to 1."""
    mine: Account = review.accounts[seat]
    assert record.end is not None
    adjusted = min(1.0, max(0.0, mine.result - mine.luck))
    return Score(mine.result, mine.luck, adjusted, mine.skill, int(record.end["ranks"][seat]), mine.rating)


def share(deal: Deal, title: str, found: Score) -> str:
    """A line to share that spoils nothing: the place, and squares for what is left without the luck."""
    full = max(0, min(SQUARES, round(found.adjusted * SQUARES)))
    squares = "🟧" * full + "⬜" * (SQUARES - full)
    return f"Bunfight {deal.date} {title} {squares} {found.place}/{deal.seats}"
