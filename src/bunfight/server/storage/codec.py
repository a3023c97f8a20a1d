"""What every database gives back is read in one way: strictly, and a table that makes no sense is named as damaged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from bunfight.engine.record import Entry
from bunfight.server.storage.interface import ChatLine, Damaged, Head, Kept, Running

HEAD: Final = msgspec.json.Decoder(Head)
LIVE: Final = msgspec.json.Decoder(Running)
ENTRY: Final = msgspec.json.Decoder(Entry)
LINE: Final = msgspec.json.Decoder(ChatLine)
UNREADABLE: Final = (msgspec.DecodeError, UnicodeError, TypeError)


def kept(row: Sequence[Any]) -> Kept:
    """A table from its row: id, revision, state, version, number, made, changed, due, head, live, and its keeper."""
    id, revision, state, version, number, made, changed, due, head, live, *keeper = row
    try:
        plain = (str(id), revision, state, version, number, made, changed, due)
        read = Kept(*plain, HEAD.decode(head), LIVE.decode(live), *keeper)
    except UNREADABLE as error:
        raise Damaged(f"what is kept of it makes no sense ({error})") from error
    if read.head.names and len(read.head.names) != len(read.head.seats):
        raise Damaged("its seats are not those of the deal")
    return read


def sorted_out(rows: Iterable[Sequence[Any]]) -> tuple[list[Kept], dict[str, str]]:
    """Tables that can be read, and what is wrong with the others."""
    good, bad = [], {}
    for row in rows:
        try:
            good.append(kept(row))
        except Damaged as error:
            bad[str(row[0])] = str(error)
    return good, bad


def complete(rows: Sequence[Sequence[Any]], after: int) -> list[bytes]:
    """Decisions, if none of them is missing."""
    if [row[0] for row in rows] != [*range(after + 1, after + len(rows) + 1)]:
        raise Damaged("its decisions are not complete")
    if not all(isinstance(row[1], str) for row in rows):
        raise Damaged("its decisions are not complete")
    return [row[1].encode(errors="surrogateescape") for row in rows]


def readable(entry: Any) -> bool:
    """Whether a decision makes sense."""
    try:
        ENTRY.decode(entry)
    except UNREADABLE:
        return False
    return True


def lines(texts: Iterable[Any]) -> list[ChatLine]:
    """What was said, as far as it can be read: a line of chat is not worth a table."""
    read = []
    for text in texts:
        with suppress(*UNREADABLE):
            read.append(LINE.decode(text))
    return read
