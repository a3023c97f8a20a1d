"""Limits: how much one client may ask for, and who must wait outside for a while."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from bunfight.server.rate_limit import MOST_CLIENTS, Bucket, Buckets, limited
from bunfight.server.settings import Settings

SHUT_SECONDS: Final = 10.0  # for which a client that went beyond all limits is not let in again
FRAMES_EACH: Final = 10  # times as many frames and bytes from one client as from one connection
SOCKETS_EACH: Final = 4  # times as many open sockets for one client as live connections
SPARE_SOCKETS: Final = 1000  # beside the live connections of all


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


class Gate:
    """Who may come in, how often, and how much of what comes is looked at at all."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        most, each = settings.connections, settings.connections_per_client
        self.live = Crowd(most, each)
        sockets = most + SPARE_SOCKETS
        self.sockets = Crowd(sockets, sockets if settings.proxy else SOCKETS_EACH * each)  # a proxy is one for all
        self._comes = Buckets(settings.connects_per_second, 10 * settings.connects_per_second)
        self._frames = Buckets(FRAMES_EACH * settings.frames_per_second, 4 * FRAMES_EACH * settings.frames_per_second)
        self._bytes = Buckets(FRAMES_EACH * settings.body, 4 * FRAMES_EACH * settings.body)
        self._shut: dict[str, float] = {}
        self.told: Callable[[str], None] | None = None  # other servers shut a client out too

    def admits(self, client: str) -> bool:
        """Whether a client may open a live connection now; it then counts among those who are in."""
        until = self._shut.get(client, 0.0)
        if until > time.monotonic():
            return limited("shut_out")
        if until:
            del self._shut[client]
        if not self._comes.take(client):
            return limited("connects")
        return self.live.enter(client) or limited("connections")

    def shut_out(self, client: str) -> None:
        """Not let a client in for a while, here and elsewhere."""
        self.shut(client)
        if self.told is not None:
            self.told(client)

    def shut(self, client: str) -> None:
        now = time.monotonic()
        if len(self._shut) >= MOST_CLIENTS:
            self._shut = {who: until for who, until in self._shut.items() if until > now}
        self._shut[client] = now + SHUT_SECONDS

    def meter(self, client: str) -> Meter:
        """What one live connection may send, before anything of it is understood."""
        frames, size = self.settings.frames_per_second, self.settings.body
        return Meter(
            Bucket(frames, 4 * frames), Bucket(size, 4 * size), self._frames.of(client), self._bytes.of(client)
        )


class Meter:
    """Counts frames and bytes of one connection, and of its client."""

    __slots__ = ("_bytes", "_bytes_of_all", "_frames", "_frames_of_all")

    def __init__(self, frames: Bucket, bytes_: Bucket, frames_of_all: Bucket, bytes_of_all: Bucket) -> None:
        self._frames, self._bytes = frames, bytes_
        self._frames_of_all, self._bytes_of_all = frames_of_all, bytes_of_all

    def bytes_(self, size: int) -> bool:
        return (self._bytes.take(size) and self._bytes_of_all.take(size)) or limited("bytes")

    def frame(self) -> bool:
        return (self._frames.take() and self._frames_of_all.take()) or limited("frames")


def block_of(address: str) -> str:
    """Whom an address stands for: with IPv6 everybody has at least 64 bits of addresses."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if whole.ipv4_mapped is not None:
        return str(whole.ipv4_mapped)
    return "::1" if whole.is_loopback else f"{whole.exploded[:19]}::/64"
