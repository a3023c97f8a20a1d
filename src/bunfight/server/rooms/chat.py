"""The chat of a table."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from bunfight.protocol import ChatMessage, Emote
from bunfight.server.errors import RequestRejected
from bunfight.server.policies import clean
from bunfight.server.rate_limit import Bucket, limited
from bunfight.server.storage.interface import ChatLine

CHAT_SHOWN: Final = 50  # lines that a new connection gets
CHAT_RATE: Final = (0.5, 5)  # lines per second and seat, and burst


class Chat:
    def __init__(self, lines: list[ChatLine]) -> None:
        self.lines = lines
        self._count = lines[-1].count if lines else 0
        self._rates: dict[int, Bucket] = {}

    def compose(self, seat: int, name: str, text: str, emote: Emote | None) -> ChatLine:
        """The next line; ``add`` it when it is stored."""
        text = clean(text, 200)
        if not text and emote is None:
            raise RequestRejected("TABLE-CHAT", "empty_message")
        if not self._rates.setdefault(seat, Bucket(*CHAT_RATE)).take():
            limited("chat")
            raise RequestRejected("TABLE-CHAT", "chat_wait")
        return ChatLine(self._count + 1, seat, name, text, emote or "", time.time())

    async def catch_up(self, count: int, read: Callable[[int], Awaitable[list[ChatLine]]]) -> list[ChatLine]:
        """Add the lines that other servers stored since, and return them. ``count``: lines written so far."""
        if count <= self._count:
            return []
        new = [line for line in await read(min(count - self._count, CHAT_SHOWN)) if line.count > self._count]
        for line in new:
            self.add(line)
        return new

    def add(self, line: ChatLine) -> None:
        self._count = line.count
        self.lines = [*self.lines[1 - CHAT_SHOWN :], line]

    def messages(self) -> list[ChatMessage]:
        return [chat_message(line) for line in self.lines]


def chat_message(line: ChatLine) -> ChatMessage:
    return ChatMessage(**msgspec.structs.asdict(line))
