"""Reviews a finished game in a worker process, a slice at a time, so that it can be interrupted and continued."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import msgspec

from bunfight import games
from bunfight.coach.review import Closer, Moment, ReviewBuilder, plain, unjudged
from bunfight.engine import RecordError
from bunfight.engine.record import load
from bunfight.i18n.words import error_text
from bunfight.server.bots import GameSource, ReviewSlice

SLICE_SECONDS: Final = 1.5  # of processor time for one slice
LONG_GAME: Final = 220  # decisions; in a longer game each gets fewer playouts, so that a review costs no more
BRIEF: Final = 8  # times fewer playouts when the whole budget is used up
MOMENTS: Final = msgspec.json.Decoder(list[Moment])
LOOKS: Final = msgspec.json.Decoder(dict[int, Closer])


def review_slice(source: GameSource, text: str, before: ReviewSlice, brief: bool) -> ReviewSlice:
    """Judge some more decisions of a game, then look closer at some of them. The last slice has the whole review."""
    game, record = games.load(*source), load(text)
    moments = MOMENTS.decode(before.moments) if before.moments else []
    looks = LOOKS.decode(before.looks) if before.looks else {}
    speedup = BRIEF if brief else 1 + len(record.entries) // LONG_GAME
    try:
        builder = ReviewBuilder(game, record, speedup)
    except RecordError as error:
        review = msgspec.json.encode(plain(unjudged(game, record, error_text(error))))
        return ReviewSlice(b"[]", b"", review, len(record.entries))
    until = time.thread_time() + SLICE_SECONDS
    complete = True
    for _ in _work(builder, moments, looks):
        if time.thread_time() > until:
            complete = False
            break
    review = msgspec.json.encode(plain(builder.review(moments, looks))) if complete else b""
    return ReviewSlice(msgspec.json.encode(moments), msgspec.json.encode(looks), review, len(moments))


def _work(builder: ReviewBuilder, moments: list[Moment], looks: dict[int, Closer]) -> Iterator[None]:
    """Add what is missing, one decision after the other."""
    for moment in builder.moments(moments):
        moments.append(moment)
        yield
    for number, look in builder.looks(moments, looks):
        looks[number] = look
        yield
