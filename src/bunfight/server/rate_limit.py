"""Rates: how often somebody may do something, and how often it was too much."""

from __future__ import annotations

import time
from typing import Final

from bunfight.server.observability.metrics import METRICS

MOST_CLIENTS: Final = 10_000  # whose buckets are remembered


class Bucket:
    """Room for a burst, refilled at a steady rate."""

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
    """One bucket for each client; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.by_client: dict[str, Bucket] = {}

    def of(self, client: str) -> Bucket:
        bucket = self.by_client.get(client)
        if bucket is None:
            if len(self.by_client) >= MOST_CLIENTS:
                self.by_client = {who: one for who, one in self.by_client.items() if not one.full()}
            bucket = self.by_client[client] = Bucket(self.rate, self.burst)
        return bucket

    def take(self, client: str, amount: float = 1.0) -> bool:
        return self.of(client).take(amount)


def limited(limit: str) -> bool:
    """Count a refusal by a limit; False."""
    METRICS.limited.add(limit)
    return False
