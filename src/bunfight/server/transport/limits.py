"""Limits on what one client may do, and temporary bans."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from bunfight.server.rate_limit import MAX_CLIENTS, Bucket, Buckets, limited
from bunfight.server.settings import Settings

EXTENSION: Final = "bunfight.websocket"  # the key of a live connection's socket in the ASGI scope
BAN_SECONDS: Final = 10.0  # for which a client that ignored all limits cannot connect
FRAMES_PER_CLIENT: Final = 10  # times as many frames and bytes from one client as from one connection
SOCKETS_PER_CLIENT: Final = 4  # times as many open sockets for one client as live connections
SPARE_SOCKETS: Final = 1000  # in addition to all live connections


class ConnectionCount:
    """Counts open connections, in total and by client."""

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


class ClientLimits:
    """Limits connections, frames and bytes by client, and bans clients for a while."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        most, each = settings.connections, settings.connections_per_client
        self.live = ConnectionCount(most, each)
        sockets = most + SPARE_SOCKETS
        self.sockets = ConnectionCount(
            sockets, sockets if settings.proxy else SOCKETS_PER_CLIENT * each
        )  # behind a proxy all share an address
        self._connects = Buckets(settings.connects_per_second, 10 * settings.connects_per_second)
        self._frames = Buckets(
            FRAMES_PER_CLIENT * settings.frames_per_second, 4 * FRAMES_PER_CLIENT * settings.frames_per_second
        )
        self._bytes = Buckets(FRAMES_PER_CLIENT * settings.body, 4 * FRAMES_PER_CLIENT * settings.body)
        self._banned: dict[str, float] = {}
        self.on_ban: Callable[[str], None] | None = None  # announces a ban to other servers

    def admit(self, client: str) -> bool:
        """Count a new live connection, or return False if the client may not open one now."""
        until = self._banned.get(client, 0.0)
        if until > time.monotonic():
            return limited("shut_out")
        if until:
            del self._banned[client]
        if not self._connects.take(client):
            return limited("connects")
        return self.live.enter(client) or limited("connections")

    def ban(self, client: str) -> None:
        """Reject a client for a while, here and at other servers."""
        self.ban_here(client)
        if self.on_ban is not None:
            self.on_ban(client)

    def ban_here(self, client: str) -> None:
        now = time.monotonic()
        if len(self._banned) >= MAX_CLIENTS:
            self._banned = {client: until for client, until in self._banned.items() if until > now}
        self._banned[client] = now + BAN_SECONDS

    def meter(self, client: str) -> Meter:
        """Meters what one live connection sends, before anything is parsed."""
        frames, size = self.settings.frames_per_second, self.settings.body
        return Meter(
            Bucket(frames, 4 * frames), Bucket(size, 4 * size), self._frames.of(client), self._bytes.of(client)
        )


class Meter:
    """Counts frames and bytes of one connection, and of its client."""

    __slots__ = ("_bytes", "_client_bytes", "_client_frames", "_frames")

    def __init__(self, frames: Bucket, bytes_: Bucket, client_frames: Bucket, client_bytes: Bucket) -> None:
        self._frames, self._bytes = frames, bytes_
        self._client_frames, self._client_bytes = client_frames, client_bytes

    def bytes_(self, size: int) -> bool:
        return (self._bytes.take(size) and self._client_bytes.take(size)) or limited("bytes")

    def frame(self) -> bool:
        return (self._frames.take() and self._client_frames.take()) or limited("frames")


def block_of(address: str) -> str:
    """The client an address belongs to: with IPv6 everybody has at least 64 bits of addresses."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    if whole.ipv4_mapped is not None:
        return str(whole.ipv4_mapped)
    return "::1" if whole.is_loopback else f"{whole.exploded[:19]}::/64"
