"""All tables of this process. A table is loaded from storage when it is needed and dropped when it is idle."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from bunfight import games, protocol
from bunfight.engine.errors import InvalidInput
from bunfight.engine.record import Record
from bunfight.engine.table import Table, commitment
from bunfight.i18n.words import error_text
from bunfight.server import card_lists, policies, shared_records, tokens
from bunfight.server.bots import BotFailed, TableSetup, Workers, checked_bot
from bunfight.server.cluster import Cluster
from bunfight.server.errors import HttpError
from bunfight.server.observability import gc
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.observability.stalls import watched
from bunfight.server.rate_limit import Buckets, Turns, limited
from bunfight.server.reminders import NoNotifier, Notifier
from bunfight.server.rooms import broadcast, seating
from bunfight.server.rooms.chat import CHAT_SHOWN
from bunfight.server.rooms.connection import Connection, Presence, Remote
from bunfight.server.rooms.room import Room, log_error, restored
from bunfight.server.rooms.scheduler import open_room
from bunfight.server.settings import Settings
from bunfight.server.storage.interface import (
    BOARDS,
    Change,
    Conflict,
    Damaged,
    Head,
    Kept,
    KeptChapter,
    KeptSeat,
    Running,
    Store,
    StoreBroken,
    Unreachable,
)

SWEEP_SECONDS: Final = 1.0
LAG_SECONDS: Final = 0.1
MAX_LISTED: Final = 100
LIST_SECONDS: Final = 1.0  # for which a list of public tables is reused if none of them was made, joined or left here
COUNT_SECONDS: Final = 60.0  # between two counts of all stored tables
CHECK_EVERY: Final = 4  # sweeps between two comparisons of memory and storage
MAX_TRIED: Final = 4096  # card lists that need no second trial
QUIET_SWEEPS: Final = 10  # without any connection, until there is time for a full garbage collection


class TableRegistry:
    def __init__(self, settings: Settings, store: Store, workers: Workers, notifier: Notifier | None = None) -> None:
        self.settings, self.store, self.workers = settings, store, workers
        self.notifier: Notifier = notifier or NoNotifier()
        self.turns = Turns(settings.burst * settings.connections_per_client)
        self.rooms: dict[str, Room] = {}
        self.connections: set[Connection] = set()
        self.lobby: set[Connection] = set()
        self.closing = False
        self._ready = False  # whether the store is open
        self.frozen: dict[str, str] = {}  # tables that cannot go on, and why
        self._lobby_changed = False
        self._lists: dict[
            tuple[tuple[str, ...], str], tuple[float, list[Kept]]
        ] = {}  # of public tables, and since when
        self._count, self._counted = 0, -COUNT_SECONDS  # stored tables, and when they were counted
        self.cluster = Cluster(self)
        self._seat_rate = Buckets(settings.seats_per_hour / 3600, max(1.0, settings.seats_per_hour / 2))
        self._opened = 0.0
        self._health_lock = asyncio.Lock()
        self._health_checked = -1.0
        self._quiet_since = 0  # by sweeps
        self._tried: dict[bytes, None] = {}  # the latest card lists whose trial went well
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._freezing: set[asyncio.Task[None]] = set()
        self._background: list[asyncio.Task[None]] = []
        self._checking: asyncio.Task[None] | None = None
        METRICS.connections.read = lambda: len(self.connections)
        METRICS.rooms.read = lambda: len(self.rooms)
        METRICS.frozen.read = lambda: len(self.frozen)

    async def open(self) -> None:
        """Start. A store that cannot be reached is tried again and again."""
        if self._background:
            return
        for name, why in games.skipped().items():
            note("game skipped", logging.WARNING, game=name, why=error_text(why))
        try:
            await self._open_store()
        except Unreachable as error:
            note("store unreachable", logging.WARNING, why=str(error))
            self._background.append(asyncio.create_task(self._retry_store()))
        for work in (self._sweep(), self._measure_lag(), self.workers.warm_up()):
            self._background.append(asyncio.create_task(work))

    async def _open_store(self) -> None:
        await self.store.open()
        self._opened = 0.0 if self.store.others else time.time()  # clocks were stopped while no server was running
        self.frozen = await self.store.frozen()
        self.cluster.start()
        self._ready = True

    async def _retry_store(self) -> None:
        pause = 0.5
        while not self._ready:
            await asyncio.sleep(pause)
            pause = min(10.0, 2 * pause)
            try:
                await self._open_store()
                note("store reachable")
            except StoreBroken as error:
                note("store unreachable", logging.WARNING, why=str(error), again_in=f"{pause:.1f} s")

    async def drain(self, seconds: float) -> None:
        """Accept nothing new, finish pending requests, and tell every client that the server closes."""
        self.closing = True
        until = time.monotonic() + seconds
        for connection in list(self.connections):
            pending = asyncio.ensure_future(connection.requests_answered())
            await asyncio.wait([pending], timeout=max(0.0, until - time.monotonic()))
        for connection in list(self.connections):
            connection.close("shutdown", "the server is restarting", 200 + secrets.randbelow(800))

    async def close(self) -> None:
        """Stop, and hand tables over to other servers; everything is stored already."""
        await self.drain(2.0)
        for task in (*self._background, self._checking):
            if task is not None:
                task.cancel()
        for room in list(self.rooms.values()):
            room.close()
        self.workers.close()
        self.notifier.close()
        await asyncio.sleep(0.05)
        await self.store.close()

    @property
    def lobby_changed(self) -> bool:
        return self._lobby_changed

    @lobby_changed.setter
    def lobby_changed(self, changed: bool) -> None:
        self._lobby_changed = changed
        if changed:
            self._lists.clear()

    def offered(self) -> list[str]:
        hidden = [name for name in games.housed() if name.startswith("_")] if self.settings.hidden_games else []
        return [*hidden, *games.names()]

    async def room(self, table: str) -> Room | None:
        """The table of this name, from memory or from the store."""
        room = self.rooms.get(table)
        if room is not None:
            room.last_used = time.monotonic()
            if self.store.shared and (await self.store.revisions([table])).get(table) != room.revision:
                await room.sync()
            if not room.closed:
                return room
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room | None:
        try:
            now = await self.store.since(table, 0)
            if now is None or self.closing:
                return None
            stored, entries = now
            if stored.head.game not in games.found():
                raise Damaged(f"there is no game {stored.head.game!r:.50} here")
            room = open_room(self, stored, await self.store.chat(table, CHAT_SHOWN))
            await self._restore(room, entries)
        except Damaged as error:
            self.freeze(table, str(error))
            raise
        session = room.session
        if session.frozen:
            self.freeze(table, session.frozen)
        elif table in self.frozen:
            self.freeze(table, "")
        if (made := self.rooms.get(table)) is not None:
            return made  # it was created here meanwhile
        self.rooms[table] = room
        room.schedule.plan()
        due, expected = room.clocks.due(), stored.due
        later = expected is not None and (due is None or due > max(expected, time.time()) + 1)
        if later and room.owned and not session.frozen:
            await room.exclusively(room.commit)  # otherwise it would be loaded again and again
        return room

    async def _restore(self, room: Room, entries: list[bytes]) -> None:
        """Replay a table's game; a custom card list is tried in a worker process first."""
        head = room.session.head
        setup = TableSetup(head.game, head.own_cards, head.options, len(head.seats))
        if head.own_cards and _digest(setup) not in self._tried:
            try:
                await self.workers.try_setup(setup, room.id)
                self._note_tried(setup)
            except (BotFailed, InvalidInput) as error:
                room.session.frozen = f"its card list cannot be played: {error_text(error)}"
                return
        await restored(room.id, room.session, entries, self._opened)

    def freeze(self, table: str, why: str) -> None:
        """Remember that a table cannot go on, and do not load it automatically; without a reason, allow it again."""
        if self.frozen.get(table, "") == why:
            return
        if why:
            note("table frozen", logging.WARNING, table=table, why=why)
            self.frozen[table] = why
        else:
            del self.frozen[table]
        task = asyncio.create_task(self._freeze(table, why))
        self._freezing.add(task)
        task.add_done_callback(self._freezing.discard)

    async def _freeze(self, table: str, why: str) -> None:
        try:
            await self.store.freeze(table, why)
        except StoreBroken as error:
            note("not saved", logging.WARNING, table=table, why=str(error))

    async def check_health(self) -> int:
        """Write to the store, at most once a second, and return the number of tables; raises StoreBroken."""
        if not self._ready:
            raise StoreBroken("the store cannot be reached; it is tried again and again")
        async with self._health_lock:
            if time.monotonic() - self._health_checked > 1:
                await self.store.probe()
                self._health_checked = time.monotonic()
            if time.monotonic() - self._counted > COUNT_SECONDS:
                self._count, self._counted = await self.store.count(), time.monotonic()
        return self._count

    def remote(self, table: str) -> Remote:
        return self.cluster.remote(table)

    def presence_changed(self, room: Room) -> None:
        self.cluster.announce(room)

    def check_tables(self) -> None:
        """Start to compare memory with storage, and to adopt tables whose server is gone."""
        if self._checking is None or self._checking.done():
            self._checking = asyncio.create_task(self._check_tables())

    async def _check_tables(self) -> None:
        rooms = {room.id: room for room in self.rooms.values() if room.presence.connections or room.owned}
        stored = await self.store.revisions(list(rooms))
        for table, room in rooms.items():
            if stored.get(table) != room.revision and not room.lock.locked():
                room.spawn(room.sync())
        await self._wake_due()

    def drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    # New tables

    async def create(self, request: protocol.NewTable, client: str = "") -> protocol.TableCreated:
        """Create a table; raises InvalidInput."""
        games.load(request.game)
        if request.game not in self.offered():
            raise InvalidInput("game_not_offered", game=request.game, known=", ".join(self.offered()))
        options = await self._checked_options(request, client)
        if request.practice and (request.public or any(place.kind == "open" for place in request.places)):
            raise InvalidInput("practice")
        keys, seats = _seated(request.places, request.game)
        host = tokens.new_token()
        for seat in seats:
            if request.public and seat.kind == "person":
                seat.client = tokens.client_mark(tokens.digest(host), client)
        head = Head(
            request.game,
            options,
            seats,
            public=request.public,
            watch=request.watch,
            clock=request.clock,
            timeout=request.timeout,
            undo=request.undo,
            pace=request.pace,
            stand_in_bot=checked_bot(request.stand_in_bot, request.game, len(request.places)),
            host=tokens.digest(host),
            practice=bool(request.practice),
            own_cards=request.cards,
        )
        if request.practice:
            head.chapters = [KeptChapter(0, commitment(request.practice), request.practice)]
        room = await self._new(head)
        room.presence.last_client = client
        if request.start:
            await room.exclusively(lambda: seating.start(room, ""))
        return protocol.TableCreated(room.info(), host, keys)

    async def _checked_options(self, request: protocol.NewTable, client: str) -> protocol.Values:
        """The options of a new table. A custom card list is tried in a worker process before it is loaded here."""
        setup = TableSetup(request.game, request.cards, request.options, len(request.places))
        if not request.cards:
            return card_lists.checked_options(setup)
        try:
            card_lists.check_length(request.cards, self.settings.cards)
            options = await self.workers.try_setup(setup, client)
        except BotFailed as error:
            limited("cards")
            raise InvalidInput("cards_not_tried", why=str(error)) from error
        except InvalidInput:
            limited("cards")
            raise
        self._note_tried(TableSetup(request.game, request.cards, options, len(request.places)))
        await asyncio.to_thread(games.load, request.game, request.cards)
        return options

    def _note_tried(self, setup: TableSetup) -> None:
        """Remember a card list that was dealt, so that its tables leave and enter memory without another trial."""
        self._tried[_digest(setup)] = None
        if len(self._tried) > MAX_TRIED:
            del self._tried[next(iter(self._tried))]

    async def may_sit(self, client: str) -> bool:
        """Count a seat that a client takes at a public table, together with other servers that share the store."""
        rate, burst = self._seat_rate.rate, self._seat_rate.burst
        allowed = await self.store.allow(f"seats {client}", rate, burst)
        return self._seat_rate.take(client) if allowed is None else allowed

    async def rematch(self, room: Room) -> protocol.Rematch:
        """A new table for the same people; their tokens open the same seats there."""
        session = room.session
        if session.state != "over":
            raise HttpError(409, "running", "not_over")
        if not session.head.again:
            session.head.again = tokens.table_name(session.head.public)
            await room.save_seats()  # first: of two servers one gets the name that the other chose
        name = room.session.head.again
        other = await self.room(name)
        if other is not None:
            return protocol.Rematch(other.info())
        head = msgspec.json.decode(msgspec.json.encode(room.session.head), type=Head)
        head.chapters, head.deal, head.outcome, head.branch, head.note, head.practice = [], None, None, None, "", False
        head.again = ""
        for seat, place in enumerate(head.seats):
            if place.kind == "open":
                head.seats[seat] = seating.bot_seat(head.seats, seat, place.bot or head.stand_in_bot)
            elif place.kind == "person":
                place.bot, place.stand_in, place.resigned = "", False, False
                place.mail, place.hook = "", False
        new = await self._new(head, name=name)
        await new.exclusively(lambda: seating.start(new, ""))
        return protocol.Rematch(new.info())

    async def play_on(self, room: Room, record: Record, request: protocol.PlayOn) -> protocol.TableCreated:
        """A new table that goes on from a finished game."""
        if request.at > len(record.entries) or any(seat >= len(record.seats) for seat in request.seats):
            raise InvalidInput("out_of_range", n=len(record.entries), seats=len(record.seats))
        if request.at == len(record.entries) and record.end is not None:
            raise InvalidInput("over_there")
        old, name = room.session.head, policies.clean_name(request.name)
        bot = checked_bot(request.bot, old.game, len(record.seats))
        places = [
            protocol.SeatSetup("me", name or record.seats[n])
            if n in request.seats
            else protocol.SeatSetup("bot", record.seats[n], bot)
            for n in range(len(record.seats))
        ]
        keys, seats = _seated(places, old.game)
        host, seed = tokens.new_token(), tokens.new_seed()
        branch = protocol.Branch(room.id, request.at)
        head = Head(old.game, record.options, seats, undo="free", pace=old.pace, branch=branch)
        head.host, head.own_cards = tokens.digest(host), old.own_cards
        table = await asyncio.to_thread(Table.resume, room.session.game, record.cut(request.at), seed)
        new = await self._new(head, table)
        return protocol.TableCreated(new.info(), host, keys)

    async def load_record(self, request: protocol.LoadRecord) -> protocol.TableCreated:
        """A new table from a record that somebody sent. The same finished game gets the same table."""
        game, record = await asyncio.to_thread(shared_records.checked, request.record, self.offered(), request.at)
        mine = request.seats or [0]
        if any(seat >= len(record.seats) for seat in mine):
            raise InvalidInput("out_of_range", n=len(record.entries), seats=len(record.seats))
        over, bot = record.end is not None, checked_bot(request.bot, record.game, len(record.seats))
        name = shared_records.table_name(record) if over else ""
        if over and (known := await self.room(name)) is not None:
            return protocol.TableCreated(known.info(), "", [])
        person = policies.clean(request.name, 24)
        places = [
            protocol.SeatSetup("me", (person if not over else "") or player)
            if seat in mine
            else protocol.SeatSetup("bot", player, bot)
            for seat, player in enumerate(record.seats)
        ]
        keys, seats = _seated(places, record.game)
        host = tokens.new_token()
        head = Head(record.game, record.options, seats, undo="free", host=tokens.digest(host), casual=True)
        seed = record.chapters[-1].seed if over else tokens.new_seed()
        table = await asyncio.to_thread(Table.resume, game, record, str(seed))
        new = await self._new(head, table, name)
        return protocol.TableCreated(new.info(), host, keys)

    async def _new(self, head: Head, table: Table | None = None, name: str = "") -> Room:
        if self.closing:
            raise StoreBroken("this server is closing; ask again in a second")
        while True:
            now = time.time()
            stored = Kept(name or tokens.table_name(head.public), 0, "gathering", 0, 0, now, now, None, head, Running())
            room = open_room(self, stored, [])
            session = room.session
            if table is not None:
                session.start(table)
                room.clocks.start()
            entries = [] if table is None else [msgspec.json.encode(vars(one)) for one in table.record.entries]
            change = Change(
                id=room.id,
                expect=-1,
                state=session.state,
                version=session.version,
                number=session.number,
                changed=now,
                live=msgspec.json.encode(session.running),
                due=room.clocks.due(),
                head=msgspec.json.encode(head),
                public=head.public,
                game=head.game,
                entries=entries,
                branch=head.branch,
            )
            try:
                await self.store.commit(change)
            except Conflict:
                if name and (other := await self.room(name)) is not None:
                    return other  # another server has created it meanwhile
                continue  # the name is taken
            if (loaded := self.rooms.get(room.id)) is not None:
                return loaded  # it was due, and loaded, before the commit returned
            self.rooms[room.id] = room
            self.lobby_changed = True
            self._count += 1
            room.schedule.plan()
            note("table created", table=room.id, game=head.game, seats=len(head.seats))
            return room

    # The lobby

    async def public_tables(self, states: Sequence[str], game: str = "") -> list[protocol.TableInfo]:
        """Public tables as they are stored, and who is connected to them."""
        if game and game not in games.found():
            return []
        key = (tuple(states), game)
        since, stored = self._lists.get(key, (-LIST_SECONDS, []))
        if time.monotonic() - since > LIST_SECONDS:
            began = time.monotonic()
            stored, damaged = await self.store.public(*key, MAX_LISTED)
            for table, why in damaged.items():
                self.freeze(table, why)
            self._lists[key] = (began, stored)
        return [self._stored_info(one) for one in stored]

    def _stored_info(self, stored: Kept) -> protocol.TableInfo:
        room = self.rooms.get(stored.id)
        if room is None:
            return broadcast.stored_info(stored, Presence(self.remote(stored.id)), "")
        return broadcast.stored_info(stored, room.presence, room.session.frozen)

    async def send_lobby(self, connections: set[Connection]) -> None:
        tables = await self.public_tables(("gathering", "playing"))
        text = protocol.encode(protocol.Lobby(tables=tables))
        for connection in connections:
            connection.send_encoded(text)

    # Background work

    async def _sweep(self) -> None:
        """Load tables where something is due, drop idle ones, and keep the lobby up to date."""
        sweeps = 0
        while True:
            sweeps += 1
            sweep: asyncio.Task[None] = asyncio.create_task(watched(lambda: "sweep", self._sweep_once(sweeps)))
            await asyncio.wait([sweep])
            if (error := sweep.exception()) is not None:
                log_error("sweep", error)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _measure_lag(self) -> None:
        """Measure ten times a second how late the event loop is: whatever blocks it shows here."""
        while True:
            gc.collect_young()
            planned = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            METRICS.lag.observe(max(0.0, time.perf_counter() - planned))

    async def _sweep_once(self, sweeps: int) -> None:
        if self.connections:
            self._quiet_since = sweeps
        elif sweeps == self._quiet_since + QUIET_SWEEPS:
            gc.collect_all()
        if self.lobby_changed and self.lobby:
            self.lobby_changed = False
            await self.send_lobby(set(self.lobby))
        if not self._ready:
            return
        if sweeps % 2:
            await self._wake_due()
        elif sweeps % CHECK_EVERY == 0:
            self.cluster.prune()
            self.check_tables()
        for room in list(self.rooms.values()):
            if room.idle(self.settings.idle_seconds):
                if room.schedule.paused():
                    room.spawn(room.exclusively(partial(_unload, room)))
                else:
                    room.close()
        if sweeps % 3600 == 1:
            await self._delete_old()

    async def _delete_old(self) -> None:
        """Delete tables that never started, and finished games and leaderboards after their time."""
        keep, now = self.settings.keep_days * 86_400, time.time()
        deleted = await self.store.expire(now - self.settings.forget_hours * 3600, now - keep if keep else 0.0)
        if deleted:
            self._count -= deleted
            self._lists.clear()
            note("old tables deleted", tables=deleted)
        if keep:
            day = time.strftime("%Y-%m-%d", time.gmtime(now - keep))
            await self.store.delete_boards(before=f"{BOARDS}{day}")  # they name players, as finished games do

    async def _wake_due(self) -> None:
        """Load or adopt tables where something must happen and nobody does it."""
        for table in await self.store.due(time.time() + 2 * SWEEP_SECONDS):
            room = self.rooms.get(table)
            if room is None:
                with suppress(Damaged):  # it is frozen now
                    await self.room(table)
            elif not room.owned:
                room.spawn(room.sync(adopt=True))
            elif not room.lock.locked():
                room.schedule.plan()  # its timer may have been lost


async def _unload(room: Room) -> None:
    """Drop a table whose bots pause. First store that nothing is due, or it would be loaded again."""
    if room.schedule.paused():
        await room.commit()
        room.close()


def _digest(setup: TableSetup) -> bytes:
    return hashlib.sha256(msgspec.json.encode(setup)).digest()


def _seated(places: Sequence[protocol.SeatSetup], game: str) -> tuple[list[protocol.SeatToken], list[KeptSeat]]:
    """The seats of a new table, and the tokens of those that belong to its creator."""
    keys: list[protocol.SeatToken] = []
    seats: list[KeptSeat] = []
    for seat, place in enumerate(places):
        name = policies.clean_name(place.name)
        if place.kind == "me":
            keys.append(protocol.SeatToken(seat, tokens.new_token()))
            seats.append(KeptSeat("person", name or f"Player {seat + 1}", token=tokens.digest(keys[-1].token)))
        elif place.kind == "bot":
            seats.append(seating.bot_seat(seats, seat, checked_bot(place.bot, game, len(places)), name))
        else:
            seats.append(KeptSeat())
    return keys, seats
