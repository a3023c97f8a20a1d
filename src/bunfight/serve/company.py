"""Company: who is connected to a table, and since when a player is missing; and what is said there."""

from __future__ import annotations

import time
from typing import Final, Literal

from bunfight.serve import seats
from bunfight.serve.house import Refusal, clean
from bunfight.serve.limits import Bucket
from bunfight.serve.pipes import Pipe, Who
from bunfight.serve.store import Head, Line
from bunfight.serve.wire import Emote

CHAT_SHOWN: Final = 50
CHAT_RATE: Final = (0.5, 5)  # lines a second, and at once


class Company:
    def __init__(self) -> None:
        self.pipes: set[Pipe] = set()
        self._since = time.monotonic()  # nobody was missing before
        self._left: dict[int, float] = {}

    def who(self, head: Head, tokens: list[str]) -> Who:
        """What these tokens open."""
        digests = [seats.digest(token) for token in tokens]
        held = {n for n, seat in enumerate(head.seats) for digest in digests if seats.opens(digest, seat.token)}
        return Who(frozenset(held), sum(seats.opens(digest, head.host) for digest in digests) > 0)

    def leave(self, pipe: Pipe) -> None:
        self.pipes.discard(pipe)
        gone = pipe.who.seats - self.here()
        self._left |= dict.fromkeys(gone, time.monotonic())

    def here(self) -> set[int]:
        return {seat for pipe in self.pipes for seat in pipe.who.seats}

    def presence(self, head: Head) -> list[Literal["here", "away", "none"]]:
        here = self.here()
        return ["none" if s.kind != "person" else "here" if n in here else "away" for n, s in enumerate(head.seats)]

    def away(self, seat: int) -> float:
        """For how many seconds a seat's player is missing."""
        return 0.0 if seat in self.here() else time.monotonic() - self._left.get(seat, self._since)

    def watchers(self) -> int:
        return sum(not pipe.who.seats for pipe in self.pipes)


class Chat:
    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self._spoken = lines[-1].count if lines else 0
        self._voices: dict[int, Bucket] = {}

    def spoken(self, seat: int, name: str, said: str, emote: Emote | None) -> Line:
        """The next line, if it is one; ``add`` it when it is kept."""
        text = clean(said, 200)
        if not text and emote is None:
            raise Refusal("TABLE-CHAT", "your message is empty")
        if not self._voices.setdefault(seat, Bucket(*CHAT_RATE)).take():
            raise Refusal("TABLE-CHAT", "wait a moment before your next message")
        return Line(self._spoken + 1, seat, name, text, emote or "", time.time())

    def add(self, line: Line) -> None:
        self._spoken = line.count
        self.lines = [*self.lines[1 - CHAT_SHOWN :], line]
