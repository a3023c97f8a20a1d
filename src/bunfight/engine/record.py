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
