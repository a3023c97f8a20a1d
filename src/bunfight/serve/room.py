"""Room: one live table. What is wished is granted one at a time, kept on disk, and only then told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bunfight.grammar import Misread
from bunfight.kernel import RuleBreak
from bunfight.kernel.record import Entry
from bunfight.serve import tell, wire, wishes
from bunfight.serve.company import Chat, Company
from bunfight.serve.house import Refusal
from bunfight.serve.logs import LOG, note
from bunfight.serve.match import Match
from bunfight.serve.metrics import METRICS
from bunfight.serve.pipes import Pipe, Who
from bunfight.serve.pulse import Pulse
from bunfight.serve.store import Change, Conflict, Damaged, Kept, Line, StoreBroken

if TYPE_CHECKING:
    from bunfight.serve.hub import Hub

REMEMBERED: Final = 32  # granted wishes that outlive a restart
REPLIES: Final = 64
OVER_SECONDS: Final = 5.0  # for which a finished table without anybody stays in memory
NOT_KEPT: Final = (Conflict, Damaged, StoreBroken)


class Room:
    """A table in memory; it can be dropped at any moment and read again from the store."""

    def __init__(self, hub: Hub, kept: Kept, lines: list[Line]) -> None:
        self.id, self.made, self.changed = kept.id, kept.made, kept.changed
        self.hub, self.minds = hub, hub.minds
        self.match = Match(kept)
        self.company, self.chat = Company(), Chat(lines)
        self.touched = time.monotonic()
        self.dead = False
        self._revision = kept.revision
        self._lock = asyncio.Lock()  # first come, first served
        self._loop = asyncio.get_running_loop()
        self._replies: dict[str, asyncio.Future[wire.FromServer]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.pulse = Pulse(self)

    # Coming and going

    async def enter(self, pipe: Pipe, who: Who, hello: wire.Hello) -> None:
        """Let a connection in and tell it what it has missed: between two changes, when all that is told is kept."""
        async with self._lock:
            if self.dead:
                pipe.close("gone", "the table is reloading", 300)
            elif not pipe.closed:
                pipe.who, pipe.room = who, self
                self.company.pipes.add(pipe)
                self.touched = time.monotonic()
                tell.welcome(self, pipe, hello)

    def exit(self, pipe: Pipe) -> None:
        self.company.leave(pipe)
        self.touched = time.monotonic()
        tell.who_is_here(self, pipe)

    # Wishes

    async def grant(self, who: Who, wish: wire.Wish, client: str = "") -> wire.FromServer:
        """Do what was wished, once, and say how it went."""
        self.touched = time.monotonic()
        key = f"{wish.seat}:{wish.id}"
        known = self._replies.get(key) if wish.seat in who.seats else None
        if known is not None:
            return await asyncio.shield(known)
        answer: asyncio.Future[wire.FromServer] = self._loop.create_future()
        if wish.seat in who.seats and not isinstance(wish, wire.Why):
            self._replies[key] = answer
            if len(self._replies) > REPLIES:
                self._replies.pop(next(iter(self._replies)))
        reply: wire.FromServer = wire.Trouble(id=wish.id, error="server", why="the server made a mistake; try again")
        try:
            reply = await self._reply(who, wish, key, client)
        finally:
            answer.set_result(reply)
        return reply

    async def _reply(self, who: Who, wish: wire.Wish, key: str, client: str) -> wire.FromServer:
        """Whatever is answered is answered between two changes, so that no version is told that is not kept."""
        reply: wire.FromServer
        try:
            async with self._lock:
                if self.dead:
                    why = "the table is reloading; try again"
                    return wire.Trouble(id=wish.id, error="gone", why=why)
                if wish.seat not in who.seats:
                    raise Refusal("TABLE-SEAT", "you do not hold that seat")
                if key in self.match.live.done:
                    return wire.Ok(id=wish.id, version=self.match.version)
                if not isinstance(wish, wire.Hint):
                    return await wishes.grant(self, who, wish, key)
                view = wishes.view_for_hint(self, wish)
            return await wishes.hint(self, wish, view, client)
        except (RuleBreak, Misread) as error:
            reply = tell.broken(self, wish.id, error)
        except Refusal as error:
            reply = tell.refused(self, wish.id, error.rule, error.why, error.stale)
        except ValueError as error:
            reply = tell.refused(self, wish.id, "HOUSE-CHOICE", str(error))
        except NOT_KEPT as error:
            reply = wire.Trouble(
                id=wish.id, error="store", why="your change could not be saved, so nothing happened; try again"
            )
            self.lost(error)
        if isinstance(reply, wire.Refused):
            METRICS.refused.add(reply.rule)
        return reply

    async def alone(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Do something about the table while nothing else happens there; a lost table is read again next time."""
        async with self._lock:
            if self.dead:
                raise Conflict(self.id)
            try:
                return await call()
            except NOT_KEPT as error:
                self.lost(error)
                raise

    async def settled(self) -> bool:
        """Wait until all that happened here is kept; whether this is still the table."""
        async with self._lock:
            return not self.dead

    # Keeping

    async def commit(
        self,
        *,
        head: bool = False,
        entries: list[Entry] | None = None,
        cut: int | None = None,
        films: dict[int, str] | None = None,
        lines: list[Line] | None = None,
        key: str = "",
    ) -> None:
        """Put what changed on disk. Raises one of NOT_KEPT; then this room is not to be trusted any more."""
        match = self.match
        if key:
            match.live.done = [*match.live.done[1 - REMEMBERED :], key]
        if head or entries or cut is not None:
            self.changed = time.time()
        await self.hub.store.commit(
            Change(
                id=self.id,
                expect=self._revision,
                state=match.state,
                version=match.version,
                number=match.number,
                changed=self.changed,
                live=msgspec.json.encode(match.live),
                due=self.pulse.due(),
                head=msgspec.json.encode(match.head) if head else None,
                public=match.head.public,
                game=match.head.game,
                cut=cut,
                entries=[msgspec.json.encode(vars(entry)) for entry in entries or ()],
                films=films or {},
                lines=lines or [],
            )
        )
        self._revision += 1
        if head:
            self.hub.lobby_changed = True

    def lost(self, error: Exception) -> None:
        """What is in memory is not what is on disk: forget it; clients come back and find the table as it was kept."""
        if self.dead:
            return
        note("table lost", logging.ERROR, table=self.id, why=f"{type(error).__name__}: {error}")
        self.leave_memory()
        if isinstance(error, Damaged):
            self.hub.freeze(self.id, str(error))
        self._loop.call_later(0.05, self._send_away)  # after the answers to what was not done

    def _send_away(self) -> None:
        for pipe in list(self.company.pipes):
            pipe.close("gone", "the table is reloading", 300)

    def leave_memory(self) -> None:
        self.dead = True
        self.hub.drop(self)
        self.pulse.stop()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NOT_KEPT):
            trouble(self.id, error)

    def idle(self, seconds: float) -> bool:
        """Whether nobody would miss this room in memory."""
        patience = min(seconds, OVER_SECONDS) if self.match.state == "over" else seconds
        if self.company.pipes or self._tasks or self._lock.locked() or time.monotonic() - self.touched < patience:
            return False
        due = self.pulse.due()
        return due is None or due > time.time() + 2 * seconds


def trouble(table: str, error: BaseException) -> None:
    """A mistake of ours, with its trace; the table goes on as it was."""
    LOG.error("a mistake of ours", exc_info=error, extra={"facts": {"table": table, "error": repr(error)}})
