"""Pipes: the server's end of one live connection, whatever carries it; a slow reader is let go, not waited for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bunfight.serve.limits import Bucket
from bunfight.serve.wire import Bye, FromServer, encode

if TYPE_CHECKING:
    from bunfight.serve.room import Room

MOST_WAITING: Final = 2_000_000  # characters
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
    __slots__ = ("_carry", "_out", "_task", "_waiting", "client", "closed", "ghosts", "hang_up", "rate", "room", "who")

    def __init__(
        self, client: str, carry: Callable[[str], Awaitable[None]], hang_up: Callable[[], None], rate: Bucket
    ) -> None:
        self.client = client
        self.who: Who = NOBODY
        self.room: Room | None = None
        self.rate = rate
        self.ghosts: Bucket | None = None
        self.closed = False
        self.hang_up = hang_up
        self._carry = carry
        self._out: deque[str] | None = None
        self._waiting = 0
        self._task: asyncio.Task[None] | None = None

    def send(self, message: FromServer) -> None:
        self.post(encode(message))

    def post(self, text: str) -> None:
        """Hand over a message that is encoded already; it goes out in order, and never makes the caller wait."""
        if self.closed:
            return
        self._waiting += len(text)
        if self._waiting > MOST_WAITING:
            self.close("slow", "messages were not read fast enough", 1000)
            return
        if self._out is None:
            self._out = deque()
        self._out.append(text)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._drain())

    def close(self, reason: Why, why: str, retry: int) -> None:
        """Say goodbye and hang up."""
        if self.closed:
            return
        if reason != "slow":
            self.send(Bye(reason=reason, why=why, retry=retry))
        self.closed = True
        if self._task is None or reason == "slow":
            self.hang_up()

    async def _drain(self) -> None:
        try:
            while self._out:
                text = self._out.popleft()
                self._waiting -= len(text)
                await self._carry(text)
        except (OSError, RuntimeError):  # the line is cut; the server below says it in either way
            self.closed = True
        finally:
            self._task = None
            self._out = None
            if self.closed:
                self.hang_up()
