"""Reads and writes the record of a game as JSON Lines: seats, decisions, random results and events.

Saved games, replays, bug reports and golden tests all use it. States are never stored; they are replayed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from bunfight.engine import cards
from bunfight.engine.errors import InvalidInput

FORMAT = 1
T = TypeVar("T")


class RecordError(InvalidInput):
    """A record that cannot be read or does not match the game; the message names the line and the reason."""

    game: Any = None  # whose rules it breaks, so that the reason can be put into words


@dataclass
class Entry:
    """One decision (seat -1: the deal). ``stream``: which sequence of the seed its luck came from, -1 for no luck."""

    seat: int
    move: str
    luck: list[int | str] = field(default_factory=list)
    stream: int = -1
    said: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Chapter:
    """From entry ``start`` on luck came from a seed with this hash; the seed is published when the game is over."""

    start: int
    commit: str
    seed: str | None = None


@dataclass
class Record:
    game: str
    rules: int
    options: dict[str, bool | int | str]
    cards: str
    seats: list[str]
    chapters: list[Chapter]
    deal: Entry
    entries: list[Entry] = field(default_factory=list)
    end: dict[str, Any] | None = None

    def lines(self) -> list[str]:
        """The record as JSON Lines. Only a finished game contains its seeds."""
        head = {"bunfight": FORMAT, "game": self.game, "rules": self.rules, "options": self.options}
        out: list[dict[str, Any]] = [{**head, "cards": self.cards, "seats": self.seats}]
        out += [{"luck": self.chapters[0].commit}, vars(self.deal)]
        for number in range(len(self.entries) + 1):
            out += [{"luck": chapter.commit} for chapter in self.chapters[1:] if chapter.start == number]
            out += [vars(entry) for entry in self.entries[number : number + 1]]
        if self.end is not None:
            out.append({"end": self.end, "seeds": [chapter.seed for chapter in self.chapters]})
        return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in out]

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"

    def cut(self, length: int) -> Record:
        """The record of the same game up to its first ``length`` decisions."""
        chapters = [chapter for chapter in self.chapters if chapter.start <= length]
        seats, entries = list(self.seats), self.entries[:length]
        return Record(self.game, self.rules, dict(self.options), self.cards, seats, chapters, self.deal, entries)


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a record."""

    bunfight: int
    game: str
    rules: int
    options: dict[str, bool | int | str]
    cards: str
    seats: list[str]


class _Commit(msgspec.Struct, forbid_unknown_fields=True):
    """The hash of a seed, written before the seed is used."""

    luck: str


class _Entry(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    move: str
    luck: list[int | str] = []
    stream: int = -1
    said: list[dict[str, Any]] = []


class _End(msgspec.Struct, forbid_unknown_fields=True):
    """The last line of a finished game."""

    end: dict[str, Any]
    seeds: list[str | None]


def load(text: str) -> Record:
    """Read a record; RecordError names the line and what is wrong with it."""
    rows = [_line(number, line) for number, line in enumerate(text.splitlines() or [""], 1)]
    if isinstance(form := rows[0].get("bunfight"), int) and form > FORMAT:
        raise _error(1, "record_newer", format=form, known=FORMAT)
    if form != FORMAT:
        raise _error(1, "record_format", format=FORMAT)
    head = _as(_Header, rows[0], 1)
    if len(rows) < 3:
        raise _error(len(rows) + 1, "record_short")
    first = Chapter(0, _as(_Commit, rows[1], 2).luck)
    record = Record(head.game, head.rules, head.options, head.cards, head.seats, [first], _entry(rows[2], 3))
    for number, row in enumerate(rows[3:], 4):
        if record.end is not None:
            raise _error(number, "record_over")
        if "move" in row:
            record.entries.append(_entry(row, number))
        elif "luck" in row:
            record.chapters.append(Chapter(len(record.entries), _as(_Commit, row, number).luck))
        else:
            last = _as(_End, row, number)
            if len(last.seeds) != len(record.chapters):
                raise _error(number, "record_seeds", n=len(record.chapters))
            record.end = last.end
            for chapter, seed in zip(record.chapters, last.seeds, strict=True):
                chapter.seed = seed
    return record


def heard(entry: Entry, seat: int | None) -> list[dict[str, Any]]:
    """The events of one recorded decision that were sent to a seat, or to spectators (None)."""
    events = []
    for said in entry.said:
        to = said.get("to")
        event = said.get("event") if to is None or (seat is not None and seat in to) else said.get("others")
        if event is not None:
            events.append(event)
    return events


def _error(line: int, key: str, **facts: Any) -> RecordError:
    return RecordError("record_line", line=line, why=InvalidInput(key, **facts))


def _line(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _error(number, "record_json", why=str(error).partition(": line")[0]) from error
    if not isinstance(row, dict):
        raise _error(number, "must_be_table", value=f"{row!r:.60}")
    return row


def _entry(row: dict[str, Any], number: int) -> Entry:
    return Entry(**msgspec.structs.asdict(_as(_Entry, row, number)))


def _as(kind: type[T], row: dict[str, Any], number: int) -> T:
    try:
        return cards.convert(row, kind)
    except InvalidInput as error:
        raise RecordError("record_line", line=number, why=error) from None
