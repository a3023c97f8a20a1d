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
from bunfight.server.reminders import Notifier
from bunfight.server.rooms import messages
from bunfight.server.rooms.chat import CHAT_SHOWN, Chat, chat_message
from bunfight.server.rooms.connection import Connection, Viewer
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.rooms.presence import Presence, Remote
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
    """What a room uses of the registry that holds it."""

    store: Store
    workers: Workers
    notifier: Notifier
    lobby_changed: bool
    grace: float  # seconds after which a bot may stand in for a player who lost the connection

    def freeze(self, table: str, why: str) -> None: ...

    def remote(self, table: str) -> Remote: ...

    def presence_changed(self, room: Room) -> None: ...

    def drop(self, room: Room) -> None: ...


class Schedule(Protocol):
    """Starts what happens without a request."""

    def plan(self) -> None:
        """Look at the table again: something has changed."""

    def stop(self) -> None: ...


class Room:
    """A table in memory; it can be dropped at any moment and loaded from storage again.

    ``scheduler.open_room`` makes rooms, because a room needs its schedule.
    """

    schedule: Schedule

    def __init__(self, registry: Registry, stored: Kept, lines: list[ChatLine]) -> None:
        self.id, self.created, self.changed = stored.id, stored.made, stored.changed
        self.registry = registry
        self.session = GameSession(stored)
        self.presence, self.chat = Presence(registry.remote(stored.id)), Chat(lines)
        self.lock = asyncio.Lock()  # held while the table changes; first come, first served
        self.last_used = time.monotonic()
        self.closed = False
        self.revision = stored.revision
        self.owned = self._is_owned(stored)  # whether this server runs the bots and clocks of the table
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._replies: dict[str, asyncio.Future[protocol.FromServer]] = {}

    @property
    def workers(self) -> Workers:
        return self.registry.workers

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
            return True

    def _welcome(self, connection: Connection, hello: protocol.Hello) -> None:
        session, viewer = self.session, connection.viewer
        reminders = messages.reminder_offer(session, viewer, self.registry.notifier)
        connection.send(messages.welcome(self.info(), viewer, self.chat, reminders))
        if session.table is not None:
            caught_up = session.caught_up(hello.version, hello.number)
            since = hello.number if caught_up else -1
            for seat in viewer.perspectives():
                connection.send(messages.view(session, seat, since, since < 0))
            connection.send(messages.clock(session))
        self.broadcast_presence(connection)

    def exit(self, connection: Connection) -> None:
        self.presence.leave(connection)
        self.registry.presence_changed(self)
        self.last_used = time.monotonic()
        self.broadcast_presence(connection)

    def viewer(self, tokens: list[str]) -> Viewer:
        """What these tokens give access to."""
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
                self.discard(error)
                raise

    def reply_to(self, key: str) -> asyncio.Future[protocol.FromServer] | None:
        """The reply to a recent request, if this is a repetition."""
        return self._replies.get(key)

    def new_reply(self, key: str = "") -> asyncio.Future[protocol.FromServer]:
        """A reply that will be set later; one with a key is remembered for repetitions of the request."""
        reply: asyncio.Future[protocol.FromServer] = self._loop.create_future()
        if key:
            self._replies[key] = reply
            if len(self._replies) > MAX_REPLIES:
                self._replies.pop(next(iter(self._replies)))
        return reply

    def busy(self) -> bool:
        """Whether a change is under way, so that storage may be ahead of memory."""
        return self.lock.locked()

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
            self.changed = time.time()
        await self.registry.store.commit(
            Change(
                id=self.id,
                expect=self.revision,
                state=session.state,
                version=session.version,
                number=session.number,
                changed=self.changed,
                live=msgspec.json.encode(session.running),
                due=session.due(),
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
        self.presence.close_unseated(session.claimed_seats())
        self.broadcast_table()
        if session.table is not None:
            self.broadcast_views(-1 if started else session.number, reset=started)
        self.schedule.plan()
        return self.info()

    async def attachment(self, number: int) -> str:
        """The body of the attachment of a decision; "" if it has none."""
        found = await self.registry.store.attachments(self.id, number)
        return found[0].body if found else ""

    async def record_entries(self) -> list[bytes]:
        return await self.registry.store.entries(self.id)

    # Other servers

    async def sync(self) -> None:
        """Catch up with what another server did."""
        async with self.lock:
            if not self.closed:
                try:
                    await self.catch_up()
                except NOT_SAVED as error:
                    self.discard(error)

    async def adopt(self) -> None:
        """Run bots and clocks here from now on: the server that did is gone."""
        await self.sync()
        async with self.lock:
            if not self.closed:
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
        sealed, undone, unsaid = old.sealed_moves(), old.running.undone, old.running.unsaid
        if reload:
            self.session = await restored(self.id, GameSession(stored), entries, 0.0)
        else:
            try:
                old.append(stored, entries)
            except (TapeError, IllegalMove, InvalidInput):
                await self.catch_up(reload=True)
                return
        session = self.session
        self.revision, self.changed = stored.revision, stored.changed
        self.owned = self._is_owned(stored)
        if not self.owned:
            self.schedule.stop()
        self.presence.close_unseated(session.claimed_seats())
        if session.fingerprint() != before[0]:
            self.broadcast_table()
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
            self.broadcast_attachments({n: body for n in numbers if (body := await self.attachment(n))})
        self.broadcast_views(since, reset)

    def _broadcast_sealed(self, before: dict[int, str]) -> None:
        after = self.session.sealed_moves()
        for seat in {*before, *after}:
            if before.get(seat) != after.get(seat):
                self.send_seat_view(seat)

    async def _read_chat(self, count: int) -> list[ChatLine]:
        return await self.registry.store.chat(self.id, count)

    async def _reload_chat(self) -> None:
        """Some chat was deleted: everybody reconnects and gets only what is left."""
        self.chat = Chat(await self._read_chat(CHAT_SHOWN))
        self._close_connections()

    def _is_owned(self, stored: Kept) -> bool:
        return not self.registry.store.shared or stored.keeper == self.registry.store.server

    # Broadcasting

    def info(self) -> protocol.TableInfo:
        return messages.table_info(self.id, self.created, self.changed, self.session, self.presence)

    def broadcast_table(self) -> None:
        if self.presence.connections:
            self.presence.send_all(protocol.TableUpdate(table=self.info()))

    def broadcast_views(self, since: int, reset: bool = False) -> None:
        """Send every connection what its seats may see. A view is encoded once, however many receive it."""
        session = self.session
        texts: dict[int | None, bytes] = {}
        clock = protocol.encode(messages.clock(session)) if session.has_clock() else b""
        for connection in self.presence.connections:
            for seat in connection.viewer.perspectives():
                if seat not in texts:
                    texts[seat] = protocol.encode(messages.view(session, seat, since, reset))
                connection.send_encoded(texts[seat])
            if clock:
                connection.send_encoded(clock)

    def send_seat_view(self, seat: int) -> None:
        self.presence.send_seat(seat, messages.view(self.session, seat, self.session.number, False))

    def broadcast_presence(self, besides: Connection | None = None) -> None:
        if self.presence.connections - {besides}:
            self.presence.send_all(messages.presence_update(self.session, self.presence), besides)

    def broadcast_attachments(self, bodies: dict[int, str]) -> None:
        """Send attachments by the number of their decision, and how long each is shown."""
        seconds = round(self.session.show_left(), 2)
        for number, body in bodies.items():
            seat, raw = self.session.seat_of(number), msgspec.Raw(body.encode())
            self.presence.send_all(protocol.Attachment(seat=seat, number=number, kind=KIND, body=raw, seconds=seconds))

    # Closing

    def discard(self, error: Exception) -> None:
        """Close a room whose memory differs from storage; clients reconnect and find the table as it is stored."""
        if self.closed:
            return
        note("room discarded", logging.ERROR, table=self.id, why=f"{type(error).__name__}: {error}")
        self.close()
        if isinstance(error, Damaged):
            self.registry.freeze(self.id, str(error))
        self._loop.call_later(0.05, self._close_connections)  # after the replies to what was not done

    def _close_connections(self) -> None:
        self.presence.close_all("gone", "the table is reloading", 300)

    def close(self) -> None:
        """Leave memory."""
        self.closed = True
        self.registry.drop(self)
        self.schedule.stop()

    def idle(self, seconds: float) -> bool:
        """Whether nobody needs this room in memory."""
        limit = min(seconds, FINISHED_IDLE_SECONDS) if self.session.state == "over" else seconds
        if self.presence.connections or self._tasks or self.busy() or time.monotonic() - self.last_used < limit:
            return False
        due = self.session.due()
        return due is None or due > time.time() + 2 * seconds

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
