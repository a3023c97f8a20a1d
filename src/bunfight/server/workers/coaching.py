"""What the coach does in a worker process: a slice of a review at a time, so that it can be stopped and carried on."""

from __future__ import annotations

import time
from typing import Final

import msgspec

from bunfight import games
from bunfight.coach.review import Moment, Review, Reviewing, plain, unjudged
from bunfight.engine import RecordError
from bunfight.engine.record import load
from bunfight.i18n.words import error_text
from bunfight.server.rooms.bots import Rulebook, Slice

SECONDS: Final = 1.5  # of processor time for one slice
LONG: Final = 220  # decisions: of a longer game each is looked at less closely, so that a review costs no more
SPARE: Final = 8  # times fewer playouts when the whole budget is used up
MOMENTS: Final = msgspec.json.Decoder(list[Moment])


def look_back(which: Rulebook, text: str, done: bytes, hurry: bool) -> Slice:
    """Some more moments of a game; with the last of them the whole review."""
    game, record = games.load(*which), load(text)
    moments = MOMENTS.decode(done) if done else []
    thrift = SPARE if hurry else 1 + len(record.entries) // LONG
    try:
        making = Reviewing(game, record, thrift)
    except RecordError as error:
        return Slice(b"[]", msgspec.json.encode(plain(unjudged(game, record, error_text(error)))), len(record.entries))
    until = time.thread_time() + SECONDS
    whole = False
    if len(moments) == len(record.entries):
        whole = True
    else:
        for one in making.moments(moments):
            moments.append(one)
            if time.thread_time() > until:
                break
    review: Review | None = making.review(moments) if whole else None
    told = b"" if review is None else msgspec.json.encode(plain(review))
    return Slice(msgspec.json.encode(moments), told, len(moments))
