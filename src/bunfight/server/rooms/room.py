"""Room: one live table. What is wished is granted one at a time, kept on disk, and only then told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol

import msgspec

from bunfight import protocol
from bunfight.engine import View
from bunfight.engine.errors import BunfightError
from bunfight.engine.record import Entry
from bunfight.server.observability.logs import LOG, note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms import broadcast, requests, sync
from bunfight.server.rooms.bots import Minds
from bunfight.server.rooms.connection import Pipe, Who
from bunfight.server.rooms.game_session import Match
from bunfight.server.rooms.policies import Refusal
from bunfight.server.rooms.presence import CHAT_SHOWN, Chat, Company, Elsewhere
from bunfight.server.rooms.reminders import Post
from bunfight.server.rooms.scheduler import Pulse
from bunfight.server.storage.interface import (
    Attachment,
    Change,
    ChatLine,
    Conflict,
    Damaged,
    Gone,
    Kept,
    Store,
    StoreBroken,
)

REMEMBERED: Final = 32  # granted wishes that outlive a restart
REPLIES: Final = 64
TRIES: Final = 5  # to change a table that other servers change too
OVER_SECONDS: Final = 5.0  # for which a finished table without anybody stays in memory
NOT_KEPT: Final = (Conflict, Damaged, StoreBroken)


Told = Callable[[protocol.FromServer], None]


def quietly(_: protocol.FromServer) -> None:
    """Tell nobody."""


class Hall(Protocol):
    """Where a table stands, as far as a table knows it."""

    store: Store
    minds: Minds
    post: Post
    lobby_changed: bool
    grace: float  # seconds after which a bot may stand in for a player whose line broke

    def freeze(self, table: str, why: str) -> None: ...

    def elsewhere(self, table: str) -> Elsewhere: ...

    def came_or_went(self, room: Room) -> None: ...

    def drop(self, room: Room) -> None: ...


class Room:
    """A table in memory; it can be dropped at any moment and read again from the store."""

    def __init__(self, hub: Hall, kept: Kept, lines: list[ChatLine]) -> None:
        self.id, self.made, self.changed = kept.id, kept.made, kept.changed
        self.hub, self.minds = hub, hub.minds
        self.match = Match(kept)
        self.company, self.chat = Company(hub.elsewhere(kept.id)), Chat(lines)
        self.touched = time.monotonic()
        self.dead = False
        self.revision = kept.revision
        self.mine = self.is_mine(kept)  # whether bots and clocks are minded here
        self._lock = asyncio.Lock()  # first come, first served
        self._loop = asyncio.get_running_loop()
        self._replies: dict[str, asyncio.Future[protocol.FromServer]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.pulse = Pulse(self)

    # Coming and going

    async def enter(self, pipe: Pipe, who: Who, hello: protocol.Hello) -> None:
        """Let a connection in and tell it what it has missed: between two changes, when all that is told is kept."""
        async with self._lock:
            if self.dead:
                pipe.close("gone", "the table is reloading", 300)
            elif not pipe.closed:
                pipe.who, pipe.room = who, self
                self.company.pipes.add(pipe)
                self.touched = time.monotonic()
                self.hub.came_or_went(self)
                broadcast.welcome(self, pipe, hello)

    def exit(self, pipe: Pipe) -> None:
        self.company.leave(pipe)
        self.hub.came_or_went(self)
        self.touched = time.monotonic()
        broadcast.who_is_here(self, pipe)

    # Wishes

    async def grant(
        self, who: Who, wish: protocol.Request, client: str = "", told: Told = quietly
    ) -> protocol.FromServer:
        """Do what was wished, once, and say how it went.

        Whatever is answered is answered between two changes, so that no version is told that is not kept.
        """
        begun = time.perf_counter()
        self.touched = time.monotonic()
        key, mine = f"{wish.seat}:{wish.id}", wish.seat in who.seats
        if mine and (known := self._replies.get(key)) is not None:
            again = await asyncio.shield(known)
            told(again)
            return again
        answer: asyncio.Future[protocol.FromServer] = self._loop.create_future()
        if mine and not isinstance(wish, protocol.Why):
            self._replies[key] = answer
            if len(self._replies) > REPLIES:
                self._replies.pop(next(iter(self._replies)))
        reply: protocol.FromServer = protocol.RequestError(
            id=wish.id, error="server", why="the server made a mistake; try again"
        )
        view: View | None = None
        try:
            async with self._lock:
                if self.dead:
                    reply = protocol.RequestError(id=wish.id, error="gone", why="the table is reloading; try again")
                elif not mine:
                    raise Refusal("TABLE-SEAT", "seat_not_held")
                elif key in self.match.live.done:
                    reply = protocol.Ok(id=wish.id, version=self.match.version)
                elif isinstance(wish, protocol.Hint):
                    view = requests.view_for_hint(self, wish)
                else:
                    for _ in range(TRIES):
                        try:
                            said = await requests.GRANT[type(wish)](self, who, wish, key)
                            reply = said or protocol.Ok(id=wish.id, version=self.match.version)
                            break
                        except Conflict:  # another server was faster: look again
                            await sync.catch_up(self, whole=True)
                            if key in self.match.live.done:
                                reply = protocol.Ok(id=wish.id, version=self.match.version)
                                break
                    else:
                        raise Conflict(self.id)
            if view is not None and isinstance(wish, protocol.Hint):
                reply = await requests.hint(self, wish, view, client)
        except BunfightError as error:
            reply = refusal = broadcast.refused(self, wish.id, error)
            METRICS.refused.add(refusal.rule)
        except NOT_KEPT as error:
            why = "not_saved"
            reply = protocol.RequestError(id=wish.id, error="store", why=why)
            self.lost(error)
        finally:
            answer.set_result(reply)
            told(reply)
        if isinstance(wish, protocol.Play) and isinstance(reply, protocol.Ok):
            METRICS.latency.seen(time.perf_counter() - begun)
        return reply

    async def alone(self, call: Callable[[], Awaitable[Any]]) -> Any:
        """Do something about the table while nothing else happens there; a lost table is read again next time."""
        async with self._lock:
            if self.dead:
                raise Gone(self.id)
            try:
                for _ in range(TRIES):
                    try:
                        return await call()
                    except Conflict:
                        await sync.catch_up(self, whole=True)
                raise Conflict(self.id)
            except NOT_KEPT as error:
                self.lost(error)
                raise

    async def follow(self) -> None:
        """Catch up with what another server did."""
        async with self._lock:
            if not self.dead:
                try:
                    await sync.catch_up(self)
                except NOT_KEPT as error:
                    self.lost(error)

    async def adopt(self) -> None:
        """Mind bots and clocks from now on: the server that did is gone."""
        await self.follow()
        async with self._lock:
            if not self.dead:
                self.mine = True
                self.pulse.plan()

    def busy(self) -> bool:
        """Whether something is being done here just now, so that what is kept may be ahead."""
        return self._lock.locked()

    def is_mine(self, kept: Kept) -> bool:
        return not self.hub.store.shared or kept.keeper == self.hub.store.server

    async def film(self, number: int) -> str:
        attached = await self.hub.store.attachments(self.id, number)
        return attached[0].body if attached else ""

    def send_away_strangers(self) -> None:
        """Say goodbye to connections whose seat was given away."""
        for pipe in list(self.company.pipes):
            still = frozenset(seat for seat in pipe.who.seats if self.match.head.seats[seat].token)
            if still != pipe.who.seats:
                pipe.close("not_allowed", "your seat was given away", 500)

    async def forget_chat(self) -> None:
        """Some of what was said here is to be forgotten: everybody comes back and hears only what is left."""
        self.chat = Chat(await self.hub.store.chat(self.id, CHAT_SHOWN))
        self._send_away()

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
        attachments: list[Attachment] | None = None,
        lines: list[ChatLine] | None = None,
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
                expect=self.revision,
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
                attachments=attachments or [],
                lines=lines or [],
            )
        )
        self.revision, self.mine = self.revision + 1, True
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
