"""Record: a whole game as JSON Lines: who sat where, what each decided, what luck said, what was heard.

It is the save file, the replay, the bug report and the golden test. States are never stored; they are replayed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

FORMAT = 1


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


def load(text: str) -> Record:
    """Read a record; RecordError names the line and what is wrong with it."""
    lines = text.splitlines()
    if not lines:
        raise RecordError("line 1: the file is empty")
    head = _line(lines, 0)
    if head.get("bunfight") != FORMAT:
        raise RecordError(f"line 1: not a Bunfight record of format {FORMAT}")
    for key, kind in (("game", str), ("rules", int), ("options", dict), ("cards", str), ("seats", list)):
        _want(head, key, kind, 1)
    if not all(type(name) is str for name in head["seats"]) or not head["seats"]:
        raise RecordError("line 1: 'seats' must be a list of names")
    if len(lines) < 3:
        raise RecordError(f"line {len(lines) + 1}: the file ends before the deal")
    first = Chapter(0, _want(_line(lines, 1), "luck", str, 2))
    deal = _entry(_line(lines, 2), 3)
    record = Record(head["game"], head["rules"], head["options"], head["cards"], head["seats"], [first], deal)
    for number in range(3, len(lines)):
        row, at = _line(lines, number), number + 1
        if record.end is not None:
            raise RecordError(f"line {at}: the game was over in the line before")
        if "move" in row:
            record.entries.append(_entry(row, at))
        elif isinstance(row.get("luck"), str):
            record.chapters.append(Chapter(len(record.entries), row["luck"]))
        else:
            record.end = _want(row, "end", dict, at)
            seeds = _want(row, "seeds", list, at)
            if len(seeds) != len(record.chapters) or not all(s is None or type(s) is str for s in seeds):
                raise RecordError(f"line {at}: 'seeds' must name one seed for each of {len(record.chapters)} hashes")
            for chapter, seed in zip(record.chapters, seeds, strict=True):
                chapter.seed = seed
    return record


def _line(lines: list[str], number: int) -> dict[str, Any]:
    try:
        row = json.loads(lines[number])
    except (ValueError, RecursionError) as error:
        raise RecordError(f"line {number + 1}: not JSON: {error}") from error
    if not isinstance(row, dict):
        raise RecordError(f"line {number + 1}: must be a JSON object")
    return row


def _want(row: dict[str, Any], key: str, kind: type, at: int) -> Any:
    if key not in row:
        raise RecordError(f"line {at}: {key!r} is missing")
    if type(row[key]) is not kind:
        raise RecordError(f"line {at}: {key!r} must be of type {kind.__name__}, not {row[key]!r:.60}")
    return row[key]


def _entry(row: dict[str, Any], at: int) -> Entry:
    for key, kind in (("seat", int), ("move", str), ("luck", list), ("stream", int), ("said", list)):
        _want(row, key, kind, at)
    if not all(type(answer) in (int, str) for answer in row["luck"]):
        raise RecordError(f"line {at}: 'luck' must be a list of numbers and texts")
    for said in row["said"]:
        if not isinstance(said, dict) or not isinstance(said.get("event"), dict):
            raise RecordError(f"line {at}: 'said' must be a list of events")
    return Entry(row["seat"], row["move"], row["luck"], row["stream"], row["said"])
