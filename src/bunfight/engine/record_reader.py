"""Records read back from text: a damaged or foreign file is refused by line and reason."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from bunfight.engine import toml
from bunfight.engine.record import FORMAT, Chapter, Entry, Record, RecordError

T = TypeVar("T")


@dataclass
class Header:
    """The first line of a record."""

    bunfight: int
    game: str
    rules: int
    options: dict[str, bool | int | str]
    cards: str
    seats: list[str]


@dataclass
class Told:
    """The last line of a finished game."""

    end: dict[str, Any]
    seeds: list[str | None]


def load(text: str) -> Record:
    """Read a record; RecordError names the line and what is wrong with it."""
    rows = [_line(number, line) for number, line in enumerate(text.splitlines() or [""], 1)]
    if isinstance(form := rows[0].get("bunfight"), int) and form > FORMAT:
        raise RecordError(f"line 1: a record of format {form} needs a newer Bunfight; this one reads format {FORMAT}")
    if form != FORMAT:
        raise RecordError(f"line 1: not a Bunfight record of format {FORMAT}")
    head = _as(Header, rows[0], 1)
    if len(rows) < 3:
        raise RecordError(f"line {len(rows) + 1}: the file ends before the deal")
    first = Chapter(0, _as(_Promise, rows[1], 2).luck)
    seats = head.seats
    record = Record(head.game, head.rules, head.options, head.cards, seats, [first], _as(Entry, rows[2], 3))
    for at, row in enumerate(rows[3:], 4):
        if record.end is not None:
            raise RecordError(f"line {at}: the game was over in the line before")
        if "move" in row:
            record.entries.append(_as(Entry, row, at))
        elif "luck" in row:
            record.chapters.append(Chapter(len(record.entries), _as(_Promise, row, at).luck))
        else:
            told = _as(Told, row, at)
            if len(told.seeds) != len(record.chapters):
                raise RecordError(f"line {at}: 'seeds' must name one seed for each of {len(record.chapters)} hashes")
            record.end = told.end
            for chapter, seed in zip(record.chapters, told.seeds, strict=True):
                chapter.seed = seed
    return record


def heard(entry: Entry, seat: int | None) -> list[dict[str, Any]]:
    """The events that a seat, or a spectator (None), heard of one decision on record."""
    events = []
    for said in entry.said:
        to = said.get("to")
        event = said.get("event") if to is None or (seat is not None and seat in to) else said.get("others")
        if event is not None:
            events.append(event)
    return events


@dataclass
class _Promise:
    luck: str


def _line(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number}: not JSON: {error}") from error
    if not isinstance(row, dict):
        raise RecordError(f"line {number}: must be a JSON object")
    return row


def _as(kind: type[T], row: dict[str, Any], at: int) -> T:
    try:
        return toml.row(row, kind, f"line {at}")
    except ValueError as error:
        raise RecordError(str(error)) from None
