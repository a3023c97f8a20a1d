"""Record: a whole game as JSON Lines: who sat where, what each decided, what luck said, what was heard.

It is the save file, the replay, the bug report and the golden test. States are never stored; they are replayed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bunfight import data

FORMAT = 1
T = TypeVar("T")


class RecordError(ValueError):
    """A record cannot be read or does not fit; the message names the line and the reason."""


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
    """From entry ``start`` on luck came from a seed with this hash; the seed itself is told when all is over."""

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
        """The record as JSON Lines. Seeds are told only of a finished game."""
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


@dataclass
class Head:
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
    if rows[0].get("bunfight") != FORMAT:
        raise RecordError(f"line 1: not a Bunfight record of format {FORMAT}")
    head = _as(Head, rows[0], 1)
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
        return data.row(row, kind, f"line {at}")
    except ValueError as error:
        raise RecordError(str(error)) from None
