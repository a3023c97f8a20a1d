"""Limits: how much one client may ask for."""

from __future__ import annotations

import time
from collections import Counter


class Bucket:
    """Room for a burst, refilled at a steady rate."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level, self.then = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def full(self) -> bool:
        return self.level + (time.monotonic() - self.then) * self.rate >= self.burst


class Buckets:
    """One bucket for each client; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.by_client: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        bucket = self.by_client.get(client)
        if bucket is None:
            if len(self.by_client) > 10_000:
                self.by_client = {who: one for who, one in self.by_client.items() if not one.full()}
            bucket = self.by_client[client] = Bucket(self.rate, self.burst)
        return bucket.take()


class Crowd:
    """How many connections are open, in all and by client."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self.by_client: Counter[str] = Counter()
        self.total = 0

    def enter(self, client: str) -> bool:
        if self.total >= self.most or self.by_client[client] >= self.most_each:
            return False
        self.total += 1
        self.by_client[client] += 1
        return True

    def leave(self, client: str) -> None:
        self.total -= 1
        self.by_client[client] -= 1
        if not self.by_client[client]:
            del self.by_client[client]
