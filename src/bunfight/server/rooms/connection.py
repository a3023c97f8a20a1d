"""Pipes: the server's end of one live connection, whatever carries it; a slow reader is let go, not waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bunfight.protocol import Bye, FromServer, encode
from bunfight.server.rate_limit import Bucket, limited

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room

MOST_WAITING: Final = 2_000_000  # bytes
Why = Literal["shutdown", "protocol", "unknown_table", "not_allowed", "too_many", "slow", "gone"]


class Who(msgspec.Struct, frozen=True):
    """What somebody's tokens open at a table."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    def eyes(self) -> list[int | None]:
        """Through whose eyes they see the table: their seats', or a spectator's."""
        return [*sorted(self.seats)] or [None]


NOBODY: Final = Who()


class Pipe:
    """``write`` takes all that waits at once, or says that it cannot; then ``carry`` takes one after the other."""

    __slots__ = (
        "_carry", "_loop", "_out", "_planned", "_waiting", "_wishes", "_write", "client", "closed", "ghosts", "hang_up",
        "rate", "room", "strikes", "who",
    )  # fmt: skip

    def __init__(
        self,
        client: str,
        carry: Callable[[bytes], Awaitable[None]],
        hang_up: Callable[[], None],
        rate: Bucket,
        write: Callable[[list[bytes]], bool] | None = None,
    ) -> None:
        self.client = client
        self.who: Who = NOBODY
        self.room: Room | None = None
        self.rate = rate
        self.strikes = 0
        self.ghosts: Bucket | None = None
        self.closed = False
        self.hang_up = hang_up
        self._carry, self._write = carry, write
        self._out: list[bytes] | None = None
        self._loop = asyncio.get_running_loop()  # asked once: each time costs a call of the system
        self._waiting = 0
        self._wishes: set[asyncio.Task[None]] = set()  # not answered yet
        self._planned: asyncio.Handle | asyncio.Task[None] | None = None

    def wish(self, task: asyncio.Task[None]) -> None:
        self._wishes.add(task)
        task.add_done_callback(self._wishes.discard)

    async def granted(self) -> None:
        """Wait until everything that was wished so far has its answer."""
        if self._wishes:
            await asyncio.wait(set(self._wishes))

    def send(self, message: FromServer) -> None:
        self.post(encode(message))

    def post(self, text: bytes) -> None:
        """Hand over a message that is encoded already; it goes out in order, and never makes the caller wait."""
        if self.closed:
            return
        self._waiting += len(text)
        if self._waiting > MOST_WAITING:
            limited("slow_reader")
            self.close("slow", "messages were not read fast enough", 1000)
            return
        if self._out is None:
            self._out = [text]
        else:
            self._out.append(text)
        if self._planned is None:
            self._planned = self._loop.call_soon(self._flush)

    def close(self, reason: Why, why: str, retry: int) -> None:
        """Say goodbye and hang up."""
        if self.closed:
            return
        if reason != "slow":
            self.send(Bye(reason=reason, why=why, retry=retry))
        self.closed = True
        if self._planned is None or reason == "slow":
            self.hang_up()

    def _flush(self) -> None:
        if self._out is not None and self._write is not None and self._write(self._out):
            self._sent()
        else:
            self._planned = self._loop.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._out:
                texts, self._out = self._out, None
                for text in texts:
                    self._waiting -= len(text)
                    await self._carry(text)
        except (OSError, RuntimeError):  # the line is cut; the server below says it in either way
            self.closed = True
        finally:
            self._sent()

    def _sent(self) -> None:
        self._planned = None
        self._out = None
        self._waiting = 0
        if self.closed:
            self.hang_up()
