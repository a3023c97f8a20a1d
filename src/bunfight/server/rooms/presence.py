"""Company: who is connected to a table, and since when a player is missing; and what is said there."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from bunfight.protocol import Emote
from bunfight.server.rate_limit import Bucket, limited
from bunfight.server.rooms import tokens as seat_tokens
from bunfight.server.rooms.connection import Pipe, Who
from bunfight.server.rooms.policies import Refusal, clean
from bunfight.server.storage.interface import ChatLine, Head

CHAT_SHOWN: Final = 50
CHAT_RATE: Final = (0.5, 5)  # lines a second, and at once


Elsewhere = dict[int, tuple[list[int], int]]  # by server: the seats that are connected there, and how many watch


class Company:
    def __init__(self, elsewhere: Elsewhere | None = None) -> None:
        self.pipes: set[Pipe] = set()
        self.elsewhere: Elsewhere = {} if elsewhere is None else elsewhere
        self._since = time.monotonic()  # nobody was missing before
        self._left: dict[int, float] = {}

    def who(self, head: Head, tokens: list[str]) -> Who:
        """What these tokens open."""
        digests = [seat_tokens.digest(token) for token in tokens]
        held = {n for n, seat in enumerate(head.seats) for digest in digests if seat_tokens.opens(digest, seat.token)}
        return Who(frozenset(held), sum(seat_tokens.opens(digest, head.host) for digest in digests) > 0)

    def leave(self, pipe: Pipe) -> None:
        self.pipes.discard(pipe)
        gone = pipe.who.seats - self.here()
        self._left |= dict.fromkeys(gone, time.monotonic())

    def here(self) -> set[int]:
        seats = {seat for pipe in self.pipes for seat in pipe.who.seats}
        return seats.union(*[there for there, _ in self.elsewhere.values()]) if self.elsewhere else seats

    def told(self, server: int, seats: list[int], watchers: int) -> None:
        """Another server says who is connected to this table there."""
        before = self.here()
        self.elsewhere.pop(server, None)
        if seats or watchers:
            self.elsewhere[server] = (seats, watchers)
        self._left |= dict.fromkeys(before - self.here(), time.monotonic())

    def connected(self) -> tuple[list[int], int]:
        """Who is connected here, for other servers."""
        return sorted({seat for pipe in self.pipes for seat in pipe.who.seats}), self._watchers_here()

    def presence(self, head: Head) -> list[Literal["here", "away", "none"]]:
        here = self.here()
        return ["none" if s.kind != "person" else "here" if n in here else "away" for n, s in enumerate(head.seats)]

    def away(self, seat: int) -> float:
        """For how many seconds a seat's player is missing."""
        return 0.0 if seat in self.here() else time.monotonic() - self._left.get(seat, self._since)

    def watchers(self) -> int:
        return self._watchers_here() + sum(count for _, count in self.elsewhere.values())

    def _watchers_here(self) -> int:
        return sum(not pipe.who.seats for pipe in self.pipes)


class Chat:
    def __init__(self, lines: list[ChatLine]) -> None:
        self.lines = lines
        self._spoken = lines[-1].count if lines else 0
        self._voices: dict[int, Bucket] = {}

    def spoken(self, seat: int, name: str, said: str, emote: Emote | None) -> ChatLine:
        """The next line, if it is one; ``add`` it when it is kept."""
        text = clean(said, 200)
        if not text and emote is None:
            raise Refusal("TABLE-CHAT", "empty_message")
        if not self._voices.setdefault(seat, Bucket(*CHAT_RATE)).take():
            limited("chat")
            raise Refusal("TABLE-CHAT", "chat_wait")
        return ChatLine(self._spoken + 1, seat, name, text, emote or "", time.time())

    async def catch_up(self, said: int, read: Callable[[int], Awaitable[list[ChatLine]]]) -> list[ChatLine]:
        """What was said at other servers since."""
        if said <= self._spoken:
            return []
        new = [line for line in await read(min(said - self._spoken, CHAT_SHOWN)) if line.count > self._spoken]
        for line in new:
            self.add(line)
        return new

    def add(self, line: ChatLine) -> None:
        self._spoken = line.count
        self.lines = [*self.lines[1 - CHAT_SHOWN :], line]
