"""The server's end of live connections, whatever transports them, and who is present at a table."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal

import msgspec

from bunfight.protocol import Bye, FromServer, encode
from bunfight.server import tokens as seat_tokens
from bunfight.server.rate_limit import Bucket, limited
from bunfight.server.storage.interface import Head

MAX_BUFFERED: Final = 2_000_000  # bytes
CloseReason = Literal["shutdown", "protocol", "unknown_table", "not_allowed", "too_many", "slow", "gone"]
_waiting: Final[Counter[str]] = Counter()  # calls of worker processes, by the client they work for
Remote = dict[int, tuple[list[int], int]]  # by server: the seats connected there, and how many spectators


class Viewer(msgspec.Struct, frozen=True):
    """The seats and rights that somebody's tokens give at a table."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    def perspectives(self) -> list[int | None]:
        """The seats whose views they receive, or the spectator's (None)."""
        return [*sorted(self.seats)] or [None]


SPECTATOR: Final = Viewer()


class Connection:
    """One connection. A slow reader is disconnected, not waited for.

    ``write`` sends all queued messages at once or returns False; then ``send_one`` sends one after the other.
    """

    __slots__ = (
        "_buffered", "_flush_planned", "_loop", "_queue", "_requests", "_send_one", "_write", "client", "closed",
        "disconnect", "rate", "strikes", "viewer",
    )  # fmt: skip

    def __init__(
        self,
        client: str,
        send_one: Callable[[bytes], Awaitable[None]],
        disconnect: Callable[[], None],
        rate: Bucket,
        write: Callable[[list[bytes]], bool] | None = None,
    ) -> None:
        self.client = client
        self.viewer: Viewer = SPECTATOR
        self.rate = rate
        self.strikes = 0
        self.closed = False
        self.disconnect = disconnect
        self._send_one, self._write = send_one, write
        self._queue: list[bytes] | None = None
        self._loop = asyncio.get_running_loop()  # looked up once: each lookup costs a system call
        self._buffered = 0
        self._requests: set[asyncio.Task[None]] = set()  # not answered yet
        self._flush_planned: asyncio.Handle | asyncio.Task[None] | None = None

    def add_request(self, task: asyncio.Task[None]) -> None:
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def requests_answered(self) -> None:
        """Wait until every request so far has its answer."""
        if self._requests:
            await asyncio.wait(set(self._requests))

    def send(self, message: FromServer) -> None:
        self.send_encoded(encode(message))

    def send_encoded(self, text: bytes) -> None:
        """Queue an encoded message; messages keep their order, and the caller never waits."""
        if self.closed:
            return
        self._buffered += len(text)
        if self._buffered > MAX_BUFFERED:
            limited("slow_reader")
            self.close("slow", "messages were not read fast enough", 1000)
            return
        if self._queue is None:
            self._queue = [text]
        else:
            self._queue.append(text)
        if self._flush_planned is None:
            self._flush_planned = self._loop.call_soon(self._flush)

    def close(self, reason: CloseReason, why: str, retry: int) -> None:
        """Send a last message and disconnect."""
        if self.closed:
            return
        if reason != "slow":
            self.send(Bye(reason=reason, why=why, retry=retry))
        self.closed = True
        if self._flush_planned is None or reason == "slow":
            self.disconnect()

    def _flush(self) -> None:
        if self._queue is not None and self._write is not None and self._write(self._queue):
            self._flushed()
        else:
            self._flush_planned = self._loop.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._queue:
                texts, self._queue = self._queue, None
                for text in texts:
                    self._buffered -= len(text)
                    await self._send_one(text)
        except (OSError, RuntimeError):  # the ASGI server reports a lost connection as one or the other
            self.closed = True
        finally:
            self._flushed()

    def _flushed(self) -> None:
        self._flush_planned = None
        self._queue = None
        self._buffered = 0
        if self.closed:
            self.disconnect()


class Presence:
    """Who is connected to a table, on this server and on others, and for how long a player has been away."""

    def __init__(self, remote: Remote | None = None) -> None:
        self.connections: set[Connection] = set()
        self.last_client = ""  # who created the table here, or came last
        self.remote: Remote = {} if remote is None else remote
        self._since = time.monotonic()  # nobody was away before
        self._left: dict[int, float] = {}

    @staticmethod
    def viewer(head: Head, tokens: list[str]) -> Viewer:
        """Return what these tokens give access to."""
        digests = [seat_tokens.digest(token) for token in tokens]
        seats = {
            n for n, seat in enumerate(head.seats) for digest in digests if seat_tokens.matches(digest, seat.token)
        }
        return Viewer(frozenset(seats), sum(seat_tokens.matches(digest, head.host) for digest in digests) > 0)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.last_client = connection.client

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        gone = connection.viewer.seats - self.here()
        self._left |= dict.fromkeys(gone, time.monotonic())

    def update_remote(self, server: int, seats: list[int], spectators: int) -> None:
        """Another server reports who is connected to this table there."""
        before = self.here()
        self.remote.pop(server, None)
        if seats or spectators:
            self.remote[server] = (seats, spectators)
        self._left |= dict.fromkeys(before - self.here(), time.monotonic())

    def local(self) -> tuple[list[int], int]:
        """The seats and the number of spectators connected to this server."""
        seats = sorted({seat for connection in self.connections for seat in connection.viewer.seats})
        return seats, sum(not connection.viewer.seats for connection in self.connections)

    def here(self) -> set[int]:
        """The seats connected to any server."""
        seats = {seat for connection in self.connections for seat in connection.viewer.seats}
        return seats.union(*[there for there, _ in self.remote.values()]) if self.remote else seats

    def states(self, head: Head) -> list[Literal["here", "away", "none"]]:
        here = self.here()
        return ["none" if s.kind != "person" else "here" if n in here else "away" for n, s in enumerate(head.seats)]

    def seconds_away(self, seat: int) -> float:
        return 0.0 if seat in self.here() else time.monotonic() - self._left.get(seat, self._since)

    def spectators(self) -> int:
        return self.local()[1] + sum(count for _, count in self.remote.values())

    # Sending

    def send_all(self, message: FromServer, besides: Connection | None = None) -> None:
        if self.connections:
            self.send_all_encoded(encode(message), besides)

    def send_all_encoded(self, text: bytes, besides: Connection | None = None) -> None:
        for connection in self.connections:
            if connection is not besides:
                connection.send_encoded(text)

    def send_seat(self, seat: int, message: FromServer) -> None:
        text = encode(message)
        for connection in self.connections:
            if seat in connection.viewer.seats:
                connection.send_encoded(text)

    def close_all(self, reason: Literal["gone"], why: str, retry: int) -> None:
        for connection in list(self.connections):
            connection.close(reason, why, retry)

    def close_unseated(self, head: Head) -> None:
        """Disconnect the former holder of a seat that was given away."""
        still = {n for n, seat in enumerate(head.seats) if seat.token}
        for connection in list(self.connections):
            if not connection.viewer.seats <= still:
                connection.close("not_allowed", "your seat was given away", 500)


@contextmanager
def waiting(presence: Presence) -> Iterator[str]:
    """Count a call of a worker process for a client: of those connected to the table the one with the fewest.

    Clients, not tables, take turns: whoever opens thirty tables waits for thirty bots or simulations, and a player who
    joins one of those tables does not. If nobody is connected, it is the last client that was; tables loaded without a
    client share one queue.
    """
    clients = {connection.client for connection in presence.connections} or {presence.last_client}
    owner = min(clients, key=lambda client: (_waiting[client], client))
    _waiting[owner] += 1
    try:
        yield owner
    finally:
        _waiting[owner] -= 1
        if not _waiting[owner]:
            del _waiting[owner]
