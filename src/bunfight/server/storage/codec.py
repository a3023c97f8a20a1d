"""Decodes database rows strictly. A row that cannot be decoded makes its table Damaged and affects no other table."""

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


def read_table(row: Sequence[Any]) -> Kept:
    """Decode a row of ``sql.TABLE``."""
    id, revision, state, version, number, made, changed, due, head, live, keeper = row
    try:
        plain = (str(id), revision, state, version, number, made, changed, due)
        table = Kept(*plain, HEAD.decode(head), LIVE.decode(live), keeper)
    except UNREADABLE as error:
        raise Damaged(f"its data cannot be read ({error})") from error
    if table.head.names and len(table.head.names) != len(table.head.seats):
        raise Damaged("its seats do not match the deal")
    return table


def read_tables(rows: Iterable[Sequence[Any]]) -> tuple[list[Kept], dict[str, str]]:
    """Decode many rows: the readable tables, and for each damaged one what is wrong with it."""
    good, damaged = [], {}
    for row in rows:
        try:
            good.append(read_table(row))
        except Damaged as error:
            damaged[str(row[0])] = str(error)
    return good, damaged


def read_entries(rows: Sequence[Sequence[Any]], after: int) -> list[bytes]:
    """The decisions in rows of (number, entry); Damaged if one is missing."""
    if [row[0] for row in rows] != [*range(after + 1, after + len(rows) + 1)]:
        raise Damaged("its decisions are not complete")
    if not all(isinstance(row[1], str) for row in rows):
        raise Damaged("its decisions are not complete")
    return [row[1].encode(errors="surrogateescape") for row in rows]


def read_chat(texts: Iterable[Any]) -> list[ChatLine]:
    """The readable lines of chat; an unreadable line is skipped."""
    lines = []
    for text in texts:
        with suppress(*UNREADABLE):
            lines.append(LINE.decode(text))
    return lines


class Inspection:
    """Collects what is wrong with the tables of a store while all of its rows pass by."""

    def __init__(self) -> None:
        self.tables = self.decisions = 0
        self.damaged: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        self._found: dict[str, int] = {}

    def add_tables(self, rows: Iterable[Sequence[Any]]) -> None:
        """Check rows of ``sql.TABLE``. All of them come before the first decision."""
        for row in rows:
            self.tables += 1
            good, damaged = read_tables([row])
            self.damaged |= damaged
            self._numbers |= {table.id: table.number for table in good}

    def add_decisions(self, rows: Iterable[Sequence[Any]]) -> None:
        """Check rows of ``sql.DECISIONS``."""
        for table, number, entry in rows:
            self.decisions += 1
            expected = self._found.get(table, 0) + 1
            if table in self._numbers and (number != expected or not _is_entry(entry)):
                self.damaged.setdefault(table, f"decision {expected} is missing or cannot be read")
            self._found[table] = number

    def finish(self, frozen: Iterable[Sequence[Any]]) -> dict[str, str]:
        """Return what is wrong, by table; ``frozen`` are rows of ``sql.FROZEN``."""
        for table, number in self._numbers.items():
            if (found := self._found.get(table, 0)) != number:
                self.damaged.setdefault(table, f"{number} decisions were made, {found} are stored")
        return self.damaged | {str(table): str(why) for table, why in frozen}

    def summary(self, schema: int) -> str:
        return f"schema {schema}, {self.tables} tables, {self.decisions} decisions"


def _is_entry(text: Any) -> bool:
    try:
        ENTRY.decode(text)
    except UNREADABLE:
        return False
    return True
