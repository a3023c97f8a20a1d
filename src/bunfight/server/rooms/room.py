"""A live table. Changes happen one at a time: they are applied, written to storage, then broadcast."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Protocol, TypeVar

import msgspec

from bunfight import protocol
from bunfight.engine import IllegalMove, InvalidInput, TapeError
from bunfight.engine.record import Entry
from bunfight.server import attachments
from bunfight.server.attachments import KIND
from bunfight.server.bots import Workers
from bunfight.server.observability.logs import LOG, note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import Turns
from bunfight.server.reminders import Notifier
from bunfight.server.rooms import broadcast
from bunfight.server.rooms.broadcast import Broadcaster
from bunfight.server.rooms.chat import CHAT_SHOWN, Chat, chat_message
from bunfight.server.rooms.clocks import Clocks, RevealWindow
from bunfight.server.rooms.connection import Connection, Presence, Remote, Viewer
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.rooms.undo import Undo
from bunfight.server.settings import Settings
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

T = TypeVar("T")
MAX_REPLIES: Final = 64  # of recent requests, so that a repeated one gets the same reply
TRIES: Final = 5  # to change a table that other servers change too
FINISHED_IDLE_SECONDS: Final = 5.0  # for which a finished table without connections stays in memory
NOT_SAVED: Final = (Conflict, Damaged, StoreBroken)


class Registry(Protocol):
    """The part of the registry that a room uses."""

    settings: Settings
    store: Store
    workers: Workers
    notifier: Notifier
    lobby_changed: bool
    turns: Turns

    def freeze(self, table: str, why: str) -> None: ...

    async def may_sit(self, client: str) -> bool: ...

    def remote(self, table: str) -> Remote: ...

    def presence_changed(self, room: Room) -> None: ...

    def drop(self, room: Room) -> None: ...


class Schedule(Protocol):
    """Starts what happens without a request."""

    def paused(self) -> bool: ...

    def plan(self) -> None:
        """Look at the table again: something has changed."""

    def stop(self) -> None: ...


class Replies:
    """The replies to recent requests, so that a repeated request gets the same one."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._made: dict[str, asyncio.Future[protocol.FromServer]] = {}

    def find(self, key: str) -> asyncio.Future[protocol.FromServer] | None:
        return self._made.get(key)

    def new(self, key: str = "") -> asyncio.Future[protocol.FromServer]:
        """A reply that will be set later; one with a key is remembered."""
        reply: asyncio.Future[protocol.FromServer] = self._loop.create_future()
        if key:
            self._made[key] = reply
            if len(self._made) > MAX_REPLIES:
                self._made.pop(next(iter(self._made)))
        return reply


class Room:
    """A table in memory; it can be dropped at any moment and loaded from storage again.

    ``scheduler.open_room`` makes rooms, because a room needs its schedule.
    """

    schedule: Schedule

    def __init__(self, registry: Registry, stored: Kept, lines: list[ChatLine]) -> None:
        self.id, self._created, self._changed = stored.id, stored.made, stored.changed
        self.registry = registry
        self.presence, self.chat, self.replies = Presence(registry.remote(stored.id)), Chat(lines), Replies()
        self._use(GameSession(stored))
        self.lock = asyncio.Lock()  # held while the table changes; first come, first served
        self.last_used = time.monotonic()
        self.closed = False
        self.revision = stored.revision
        self.owned = self._is_owned(stored)  # whether this server runs the bots and clocks of the table
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()

    def _use(self, session: GameSession) -> None:
        """Make this the table's game."""
        self.session, self.window = session, RevealWindow(session)
        self.clocks = Clocks(session, self.window)
        self.undo = Undo(session, self.clocks)
        self.broadcast = Broadcaster(self.presence, session, self.window, self.clocks, self.undo)

    # Connections

    async def enter(self, connection: Connection, viewer: Viewer, hello: protocol.Hello) -> bool:
        """Let a connection in and send what it has missed. Waits its turn, so that only stored changes are sent."""
        async with self.lock:
            if self.closed:
                connection.close("gone", "the table is reloading", 300)
                return False
            if connection.closed:
                return False
            connection.viewer = viewer
            self.presence.enter(connection)
            self.last_used = time.monotonic()
            self.registry.presence_changed(self)
            self._welcome(connection, hello)
            if self.owned and not self.session.people():
                self.schedule.plan()  # a table of bots may have paused
            return True

    def _welcome(self, connection: Connection, hello: protocol.Hello) -> None:
        session, viewer = self.session, connection.viewer
        reminders = broadcast.reminder_offer(session, viewer, self.registry.notifier)
        connection.send(broadcast.welcome(self.info(), viewer, self.chat, reminders))
        if session.table is not None:
            caught_up = session.caught_up(hello.version, hello.number)
            since = hello.number if caught_up else -1
            for seat in viewer.perspectives():
                connection.send(self.broadcast.view(seat, since, since < 0))
            connection.send(self.broadcast.clock())
        if session.crash is not None:
            connection.send(broadcast.rejected(session, "", session.crash))
        self.broadcast.presence(connection)

    def exit(self, connection: Connection) -> None:
        self.presence.leave(connection)
        self.registry.presence_changed(self)
        self.last_used = time.monotonic()
        self.broadcast.presence(connection)

    def viewer(self, tokens: list[str]) -> Viewer:
        """Return what these tokens give access to."""
        return self.presence.viewer(self.session.head, tokens)

    def may_watch(self, viewer: Viewer) -> bool:
        return bool(viewer.seats) or viewer.host or self.session.head.watch

    # One change at a time

    async def exclusively(self, call: Callable[[], Awaitable[T]]) -> T:
        """Change the table while nothing else changes it. A change that cannot be stored closes the room."""
        async with self.lock:
            if self.closed:
                raise Gone(self.id)
            try:
                for _ in range(TRIES):
                    try:
                        return await call()
                    except Conflict:  # another server was faster
                        await self.catch_up(reload=True)
                raise Conflict(self.id)
            except NOT_SAVED as error:
                self.close(error)
                raise

    async def settled(self) -> bool:
        """Wait until every change is stored; False if the room was closed meanwhile."""
        async with self.lock:
            return not self.closed

    # Storage

    async def commit(
        self,
        *,
        head: bool = False,
        entries: list[Entry] | None = None,
        cut: int | None = None,
        bodies: dict[int, str] | None = None,  # of attachments, by number of their decision
        lines: list[ChatLine] | None = None,
        key: str = "",
    ) -> None:
        """Store what changed. Raises one of NOT_SAVED; then this room must be discarded."""
        session = self.session
        if key:
            session.remember_request(key)
        if head or entries or cut is not None:
            self._changed = time.time()
        await self.registry.store.commit(
            Change(
                id=self.id,
                expect=self.revision,
                state=session.state,
                version=session.version,
                number=session.number,
                changed=self._changed,
                live=msgspec.json.encode(session.running),
                due=self._due(),
                head=msgspec.json.encode(session.head) if head else None,
                public=session.head.public,
                game=session.head.game,
                cut=cut,
                entries=[msgspec.json.encode(vars(entry)) for entry in entries or ()],
                attachments=[Attachment(number, KIND, body) for number, body in (bodies or {}).items()],
                lines=lines or [],
            )
        )
        self.revision, self.owned = self.revision + 1, True
        if head:
            self.registry.lobby_changed = True

    async def save_seats(self, started: bool = False, key: str = "") -> protocol.TableInfo:
        """Store and broadcast a change of the seats or settings of the table."""
        session = self.session
        session.version += 1
        await self.commit(head=True, key=key)
        self.presence.close_unseated(session.head)
        self.broadcast.table(self.info())
        if session.table is not None:
            self.broadcast.views(-1 if started else session.number, reset=started)
        self.schedule.plan()
        return self.info()

    def info(self) -> protocol.TableInfo:
        return broadcast.table_info(self.id, self._created, self._changed, self.session, self.presence)

    # Other servers

    async def sync(self, adopt: bool = False) -> None:
        """Catch up with what another server did. ``adopt``: it is gone; run bots and clocks here from now on."""
        async with self.lock:
            if self.closed:
                return
            try:
                await self.catch_up()
            except NOT_SAVED as error:
                self.close(error)
                return
            if adopt:
                self.owned = True
                self.schedule.plan()

    async def catch_up(self, reload: bool = False) -> None:
        """Read what is stored and broadcast what is new. The caller holds the lock.

        ``reload``: memory cannot be trusted, because it holds a change that could not be stored.
        """
        old = self.session
        stored, entries, reload = await self._read(reload)
        if stored.revision == self.revision and not reload:
            return
        METRICS.synced.add("reload" if reload else "append")
        before = (old.fingerprint(), old.version, old.number, old.table is not None)
        sealed, undone, unsaid = self.window.moves(), old.running.undone, old.running.unsaid
        if reload:
            self._use(await restored(self.id, GameSession(stored), entries, 0.0))
        else:
            try:
                old.append(stored, entries)
            except (TapeError, IllegalMove, InvalidInput):
                await self.catch_up(reload=True)
                return
        session = self.session
        self.revision, self._changed = stored.revision, stored.changed
        self.owned = self._is_owned(stored)
        if not self.owned:
            self.schedule.stop()
        self.presence.close_unseated(session.head)
        if session.fingerprint() != before[0]:
            self.broadcast.table(self.info())
        if session.running.unsaid != unsaid:
            await self._reload_chat()
        if session.table is not None:
            reset = reload or not before[3] or session.running.undone != undone
            if session.version != before[1] or reset:
                await self._broadcast_progress(-1 if reset else before[2], reset)
            else:
                self._broadcast_sealed(sealed)
        for line in await self.chat.catch_up(session.running.said, self._read_chat):
            self.presence.send_all(chat_message(line))
        if self.owned:
            self.schedule.plan()

    async def _read(self, reload: bool) -> tuple[Kept, list[bytes], bool]:
        """The stored table and the new decisions, or all of them if memory does not lead to what is stored."""
        store = self.registry.store
        now = await store.since(self.id, 0 if reload else self.session.number)
        if now is not None and not reload and not self.session.continues_to(now[0]):
            now, reload = await store.since(self.id, 0), True
        if now is None:
            raise Conflict(self.id)
        return *now, reload

    async def _broadcast_progress(self, since: int, reset: bool) -> None:
        session = self.session
        if not reset and attachments.has_attachments(session.game):
            numbers = range(since + 1, session.number + 1)
            store, id = self.registry.store, self.id
            bodies = {n: body for n in numbers if (body := await attachments.stored_body(store, id, n))}
            self.broadcast.attachments(bodies)
        self.broadcast.views(since, reset)

    def _broadcast_sealed(self, before: dict[int, str]) -> None:
        after = self.window.moves()
        for seat in {*before, *after}:
            if before.get(seat) != after.get(seat):
                self.broadcast.seat_view(seat)

    async def _read_chat(self, count: int) -> list[ChatLine]:
        return await self.registry.store.chat(self.id, count)

    async def _reload_chat(self) -> None:
        """Some chat was deleted: everybody reconnects and gets only what is left."""
        self.chat = Chat(await self._read_chat(CHAT_SHOWN))
        self._close_connections()

    def _is_owned(self, stored: Kept) -> bool:
        return not self.registry.store.shared or stored.keeper == self.registry.store.server

    # Closing

    def close(self, error: Exception | None = None) -> None:
        """Leave memory.

        After an error memory differs from storage: clients reconnect and find the table as it is stored.
        """
        if self.closed:
            return
        self.closed = True
        self.registry.drop(self)
        self.schedule.stop()
        if error is not None:
            note("room discarded", logging.ERROR, table=self.id, why=f"{type(error).__name__}: {error}")
            self._loop.call_later(0.05, self._close_connections)  # after the replies to what was not done
        if isinstance(error, Damaged):
            self.registry.freeze(self.id, str(error))

    def _close_connections(self) -> None:
        self.presence.close_all("gone", "the table is reloading", 300)

    def idle(self, seconds: float) -> bool:
        """Return whether nobody needs this room in memory."""
        limit = min(seconds, FINISHED_IDLE_SECONDS) if self.session.state == "over" else seconds
        if self.presence.connections or self._tasks or self.lock.locked() or time.monotonic() - self.last_used < limit:
            return False
        due = self._due()
        return due is None or due > time.time() + 2 * seconds

    def _due(self) -> float | None:
        """Return when this table must be in memory although nobody is connected; never while its bots pause."""
        return None if self.schedule.paused() else self.clocks.due()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NOT_SAVED):
            log_error(self.id, error)


async def restored(table: str, session: GameSession, entries: list[bytes], since: float) -> GameSession:
    """Replay a session in a thread; whatever is wrong with its data concerns only this table."""
    try:
        await asyncio.to_thread(session.restore, entries, since)
    except Damaged:
        raise
    except Exception as error:
        log_error(table, error)
        raise Damaged(f"it cannot be replayed ({type(error).__name__})") from error
    return session


def log_error(table: str, error: BaseException) -> None:
    """Log an unexpected error with its traceback; the table goes on as it was."""
    LOG.error("unexpected error", exc_info=error, extra={"facts": {"table": table, "error": repr(error)}})
