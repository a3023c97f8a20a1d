"""Records that people send: they are read, checked against the rules, and completed with their events."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Final

from bunfight import games
from bunfight.engine import InvalidInput, RecordError
from bunfight.engine.event import listed
from bunfight.engine.record import Record, load
from bunfight.engine.table import AnyGame, plain_events, replay
from bunfight.engine.verify import verify
from bunfight.server import policies

NAME_LENGTH: Final = 24
LARGEST: Final = 2**31


def checked(text: str, offered: Sequence[str], at: int | None = None) -> tuple[AnyGame, Record]:
    """The game and the record of a text; RecordError or InvalidInput says what is wrong with it.

    Events may be left out, because the rules lead to them. A finished game is verified, seeds included. Of a running
    game ``at`` decisions are kept.
    """
    record = load(text)
    if record.game not in offered:
        raise InvalidInput("game_not_offered", game=f"{record.game:.40}", known=", ".join(offered))
    game = games.load(record.game)
    counts = sorted(game.seats)
    if len(record.seats) not in counts:
        raise RecordError("record_seats", n=len(record.seats), low=counts[0], high=counts[-1])
    _check_numbers(record)
    record.seats = [policies.clean(name, NAME_LENGTH) or f"Player {n + 1}" for n, name in enumerate(record.seats)]
    if at is not None and record.end is None:
        if at > len(record.entries):
            raise InvalidInput("out_of_range", n=len(record.entries), seats=len(record.seats))
        record = record.cut(at)
    state, said = replay(game, record, vet=None if game.physics is None else game.physics.vet)
    for entry, events in zip([record.deal, *record.entries], said, strict=True):
        entry.said = plain_events(events)
    if state.agenda:
        if record.end is not None:
            raise RecordError("record_result")
        return game, record
    if record.end is None:
        raise RecordError("record_end")
    if record.end != json.loads(json.dumps(listed(game.outcome(state)))):
        raise RecordError("record_result")
    verify(game, record)
    return game, record


def _check_numbers(record: Record) -> None:
    """Check numbers and characters that the rules never see."""
    record.deal.seat, record.deal.move = -1, ""
    for entry in [record.deal, *record.entries]:
        if not -1 <= entry.seat < len(record.seats) or not -1 <= entry.stream < LARGEST:
            raise InvalidInput("out_of_range", n=len(record.entries), seats=len(record.seats))
    try:
        record.text().encode()
    except UnicodeError as error:
        raise RecordError("record_text") from error


def table_name(record: Record) -> str:
    """A name for the table of a finished game; the same game always gets the same one."""
    return f"shared-{hashlib.sha256(record.text().encode()).hexdigest()[:16]}"
