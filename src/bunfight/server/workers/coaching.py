"""Reviews a finished game in a worker process, a slice at a time, so that it can be interrupted and continued."""

from __future__ import annotations

import time
from typing import Final

import msgspec

from bunfight import games
from bunfight.coach.review import Moment, Review, ReviewBuilder, plain, unjudged
from bunfight.engine import RecordError
from bunfight.engine.record import load
from bunfight.i18n.words import error_text
from bunfight.server.bots import GameSource, ReviewSlice

SLICE_SECONDS: Final = 1.5  # of processor time for one slice
LONG_GAME: Final = 220  # decisions; in a longer game each gets fewer playouts, so that a review costs no more
BRIEF: Final = 8  # times fewer playouts when the whole budget is used up
MOMENTS: Final = msgspec.json.Decoder(list[Moment])


def review_slice(source: GameSource, text: str, done: bytes, brief: bool) -> ReviewSlice:
    """Judge some more decisions of a game; after the last one the whole review is returned."""
    game, record = games.load(*source), load(text)
    moments = MOMENTS.decode(done) if done else []
    speedup = BRIEF if brief else 1 + len(record.entries) // LONG_GAME
    try:
        builder = ReviewBuilder(game, record, speedup)
    except RecordError as error:
        return ReviewSlice(
            b"[]", msgspec.json.encode(plain(unjudged(game, record, error_text(error)))), len(record.entries)
        )
    until = time.thread_time() + SLICE_SECONDS
    whole = False
    if len(moments) == len(record.entries):
        whole = True
    else:
        for one in builder.moments(moments):
            moments.append(one)
            if time.thread_time() > until:
                break
    review: Review | None = builder.review(moments) if whole else None
    encoded = b"" if review is None else msgspec.json.encode(plain(review))
    return ReviewSlice(msgspec.json.encode(moments), encoded, len(moments))
