"""Rate limits, and turns that clients take."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from bunfight.server.observability.metrics import METRICS

MAX_CLIENTS: Final = 10_000  # whose buckets are remembered


class Bucket:
    """A token bucket: allows a burst, and is refilled at a steady rate."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level, self.then = rate, burst, burst, time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < amount:
            return False
        self.level -= amount
        return True

    def full(self) -> bool:
        return self.level + (time.monotonic() - self.then) * self.rate >= self.burst


class Buckets:
    """A bucket for each client; full ones are dropped when there are too many."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.by_client: dict[str, Bucket] = {}
        self._most = MAX_CLIENTS

    def of(self, client: str) -> Bucket:
        bucket = self.by_client.get(client)
        if bucket is None:
            if len(self.by_client) >= self._most:
                self.by_client = {client: one for client, one in self.by_client.items() if not one.full()}
                self._most = max(MAX_CLIENTS, 2 * len(self.by_client))  # looking at all of them is work, too
            bucket = self.by_client[client] = Bucket(self.rate, self.burst)
        return bucket

    def take(self, client: str, amount: float = 1.0) -> bool:
        return self.of(client).take(amount)


def limited(limit: str) -> bool:
    """Count a rejection by a limit; returns False."""
    METRICS.limited.add(limit)
    return False


class Turns:
    """Lets clients take turns: of each client one request or message is handled in each round of the event loop.

    However many a client sends at once, on however many connections, the others wait for one of them. Nobody waits
    while nobody else wants anything.
    """

    def __init__(self, most: int) -> None:
        self._most = most  # that may wait for one client
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by client that had a turn in this round

    async def take(self, client: str) -> bool:
        """Return when it is this client's turn; False if too many of its requests are waiting already."""
        waiting = self._waiting.get(client)
        if waiting is None:
            self._waiting[client] = deque()
            asyncio.get_running_loop().call_soon(self._next, client)
            return True
        if len(waiting) >= self._most:
            return limited("turns")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        await turn
        return True

    def _next(self, client: str) -> None:
        """Begin the client's next turn, one round later."""
        waiting = self._waiting[client]
        while waiting and waiting[0].cancelled():
            waiting.popleft()
        if waiting:
            waiting.popleft().set_result(None)
            asyncio.get_running_loop().call_soon(self._next, client)
        else:
            del self._waiting[client]
