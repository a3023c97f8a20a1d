"""The server's end of one live connection, whatever transports it. A slow reader is disconnected, not waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

import msgspec

from bunfight.protocol import Bye, FromServer, encode
from bunfight.server.rate_limit import Bucket, limited

MAX_BUFFERED: Final = 2_000_000  # bytes
CloseReason = Literal["shutdown", "protocol", "unknown_table", "not_allowed", "too_many", "slow", "gone"]


class Viewer(msgspec.Struct, frozen=True):
    """What somebody's tokens give access to at a table."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    def perspectives(self) -> list[int | None]:
        """The seats whose views they receive, or the spectator's (None)."""
        return [*sorted(self.seats)] or [None]


SPECTATOR: Final = Viewer()


class Connection:
    """``write`` sends all queued messages at once or returns False; then ``send_one`` sends one after the other."""

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
