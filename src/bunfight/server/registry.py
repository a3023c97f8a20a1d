"""Hub: all tables of this process. A table is read from the store when it is wanted and let go when it is idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from bunfight import games, protocol
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.engine.record import Record
from bunfight.engine.table import Table, commit
from bunfight.i18n.words import error_text
from bunfight.protocol.errors import HttpError
from bunfight.server import card_lists
from bunfight.server.cluster import Peers
from bunfight.server.observability import gc
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import limited
from bunfight.server.rooms import broadcast, policies, seating, tokens
from bunfight.server.rooms.bots import DEFAULT_BOT, BotFailed, CardWish, Minds, settled_bot
from bunfight.server.rooms.connection import Pipe
from bunfight.server.rooms.presence import CHAT_SHOWN, Elsewhere
from bunfight.server.rooms.reminders import NoPost, Post
from bunfight.server.rooms.room import Room, trouble
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

SWEEP_SECONDS: Final = 2.0
LAG_SECONDS: Final = 0.1
LISTED: Final = 100
LOOK_LOOPS: Final = 4  # until what is in memory is compared with what is kept
QUIET_LOOPS: Final = 10  # without any connection, until there is time to look for garbage


class Hub:
    def __init__(self, settings: Settings, store: Store, minds: Minds, post: Post | None = None) -> None:
        self.settings, self.store, self.minds, self.post = settings, store, minds, post or NoPost()
        self.grace = settings.grace
        self.rooms: dict[str, Room] = {}
        self.pipes: set[Pipe] = set()
        self.lobby: set[Pipe] = set()
        self.lobby_changed = False
        self.closing = False
        self.frozen: dict[str, str] = {}  # tables that cannot go on, and why
        self._opened = 0.0
        self._beat = asyncio.Lock()
        self._beaten = -1.0
        self._freezing: set[asyncio.Task[None]] = set()
        self._quiet_since = 0  # by the loops of the sweeper
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._feeling: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None
        self.peers = Peers(self)
        self.ready = False  # whether tables can be read and kept
        self._looking: asyncio.Task[None] | None = None
        METRICS.connections.read = lambda: len(self.pipes)
        METRICS.rooms.read = lambda: len(self.rooms)
        METRICS.frozen.read = lambda: len(self.frozen)

    async def open(self) -> None:
        """Begin; a store that cannot be reached just now is tried again and again."""
        if self._sweeper is not None:
            return
        try:
            await self._open_store()
        except Unreachable as error:
            note("the store is away", logging.WARNING, why=str(error))
            self._opening = asyncio.create_task(self._keep_trying())
        self._sweeper = asyncio.create_task(self._sweep())
        self._feeling = asyncio.create_task(self._feel_lag())
        self._warming = asyncio.create_task(self.minds.warm())

    async def _open_store(self) -> None:
        await self.store.open()
        self._opened = 0.0 if self.store.others else time.time()  # time stood still while there was no server at all
        self.frozen = await self.store.frozen()
        self.peers.begin()
        self.ready = True

    async def _keep_trying(self) -> None:
        pause = 0.5
        while not self.ready:
            await asyncio.sleep(pause)
            pause = min(10.0, 2 * pause)
            try:
                await self._open_store()
                note("the store is there")
            except StoreBroken as error:
                note("the store is away", logging.WARNING, why=str(error), again_in=f"{pause:.1f} s")

    async def drain(self, seconds: float) -> None:
        """Take nothing new, finish what people wished, and tell every client that the server closes."""
        self.closing = True
        until = time.monotonic() + seconds
        for pipe in list(self.pipes):
            await asyncio.wait([asyncio.ensure_future(pipe.granted())], timeout=max(0.0, until - time.monotonic()))
        for pipe in list(self.pipes):
            pipe.close("shutdown", "the server is restarting", 200 + secrets.randbelow(800))

    async def close(self) -> None:
        """Stop thinking, leave everything on disk, and hand tables over to other servers."""
        await self.drain(2.0)
        for task in (self._sweeper, self._feeling, self._warming, self._looking, self._opening):
            if task is not None:
                task.cancel()
        for room in list(self.rooms.values()):
            room.leave_memory()
        self.minds.close()
        self.post.close()
        await asyncio.sleep(0.05)
        await self.store.close()

    def offered(self) -> list[str]:
        return [*games.found()] if self.settings.hidden_games else [*games.names()]

    async def room(self, table: str) -> Room | None:
        """The table of this name, from memory or from the store."""
        room = self.rooms.get(table)
        if room is not None:
            room.touched = time.monotonic()
            if self.store.shared and (await self.store.revisions([table])).get(table) != room.revision:
                await room.follow()
            if not room.dead:
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
            kept, entries = now
            if kept.head.game not in games.found():
                raise Damaged(f"there is no game {kept.head.game!r:.50} here")
            room = Room(self, kept, await self.store.chat(table, CHAT_SHOWN))
            await self._wake(room, entries)
        except Damaged as error:
            self.freeze(table, str(error))
            raise
        if room.match.frozen:
            self.freeze(table, room.match.frozen)
        elif table in self.frozen:
            self.freeze(table, "")
        if (made := self.rooms.get(table)) is not None:
            return made  # it was made here in this moment
        self.rooms[table] = room
        room.pulse.plan()
        due = room.pulse.due()
        if (
            kept.due is not None
            and room.mine
            and not room.match.frozen
            and (due is None or due > max(kept.due, time.time()) + 1)
        ):
            await room.alone(room.commit)  # or it would be woken for nothing again and again
        return room

    async def _wake(self, room: Room, entries: list[bytes]) -> None:
        """Replay a table's game; whatever goes wrong with it stays inside this table."""
        match = room.match
        if match.head.own_cards:
            wish = CardWish(match.head.game, match.head.own_cards, match.head.options, len(match.head.seats))
            try:
                await self.minds.settle(wish, room.id)
            except (BotFailed, BunfightError) as error:
                match.frozen = f"its card list cannot be played: {error_text(error)}"
                return
        try:
            await asyncio.to_thread(match.wake, entries, self._opened)
        except Damaged:
            raise
        except Exception as error:  # what is kept may be damaged in any way, and must not hurt another table
            trouble(room.id, error)
            raise Damaged(f"it cannot be replayed ({type(error).__name__})") from error

    def freeze(self, table: str, why: str) -> None:
        """Remember that a table cannot go on, and do not wake it by itself any more; without a reason it can again."""
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
            note("not kept", logging.WARNING, table=table, why=str(error))

    async def well(self) -> int:
        """Write something to see whether that is possible, at most once a second; how many tables there are."""
        if not self.ready:
            raise StoreBroken("the store cannot be reached; it is tried again and again")
        async with self._beat:
            if time.monotonic() - self._beaten > 1:
                await self.store.probe()
                self._beaten = time.monotonic()
        return await self.store.count()

    def elsewhere(self, table: str) -> Elsewhere:
        return self.peers.at(table)

    def came_or_went(self, room: Room) -> None:
        self.peers.announce(room)

    def look_around(self) -> None:
        """Soon: compare what is in memory with what is kept, and mind what nobody minds."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())

    async def _look(self) -> None:
        rooms = {room.id: room for room in self.rooms.values() if room.company.pipes or room.mine}
        kept = await self.store.revisions(list(rooms))
        for table, room in rooms.items():
            if kept.get(table) != room.revision and not room.busy():
                room.spawn(room.follow())
        await self._wake_due()

    def drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    # New tables

    async def make(self, wish: protocol.NewTable, client: str = "") -> protocol.TableCreated:
        """A new table as it was wished; a ValueError says what is wrong with the wish."""
        games.load(wish.game)
        if wish.game not in self.offered():
            raise InvalidInput(
                "game_not_offered",
                game=wish.game,
                known=", ".join(self.offered()),
            )
        options = await self._settled(wish, client)
        if wish.practice and (wish.public or any(place.kind == "open" for place in wish.places)):
            raise InvalidInput("practice")
        keys, kept = _seated(wish.places, wish.game)
        host = tokens.new_token()
        head = Head(
            wish.game,
            options,
            kept,
            public=wish.public,
            watch=wish.watch,
            clock=wish.clock,
            timeout=wish.timeout,
            undo=wish.undo,
            pace=wish.pace,
            host=tokens.digest(host),
            practice=bool(wish.practice),
            own_cards=wish.cards,
        )
        if wish.practice:
            head.chapters = [KeptChapter(0, commit(wish.practice), wish.practice)]
        room = await self._new(head)
        if wish.start:
            await room.alone(lambda: seating.start(room, ""))
        return protocol.TableCreated(broadcast.info(room), host, keys)

    async def _settled(self, wish: protocol.NewTable, client: str) -> protocol.Values:
        """The options of a table; cards of its own are tried where they can hurt nobody, then read."""
        asked = CardWish(wish.game, wish.cards, wish.options, len(wish.places))
        if not wish.cards:
            return card_lists.settled(asked)
        try:
            card_lists.check_length(wish.cards, self.settings.cards)
            options = await self.minds.settle(asked, client)
        except BotFailed as error:
            limited("cards")
            raise InvalidInput("cards_not_tried", why=str(error)) from error
        except InvalidInput:
            limited("cards")
            raise
        await asyncio.to_thread(games.load, wish.game, wish.cards)
        return options

    async def again(self, room: Room) -> protocol.Rematch:
        """The same people once more; their keys open the same seats at the new table."""
        if room.match.state != "over":
            raise HttpError(409, "running", "not_over")
        if not room.match.head.again:
            room.match.head.again = tokens.table_name(room.match.head.public)
            await seating.changed(room)  # first: of two servers one is told the other's name
        there = await self.room(room.match.head.again)
        if there is not None:
            return protocol.Rematch(broadcast.info(there))
        head = msgspec.json.decode(msgspec.json.encode(room.match.head), type=Head)
        head.chapters, head.deal, head.outcome, head.branch, head.note, head.practice = [], None, None, None, "", False
        head.again = ""
        for seat, kept in enumerate(head.seats):
            if kept.kind == "open":
                head.seats[seat] = seating.bot_seat(head.seats, seat, kept.bot or DEFAULT_BOT)
            elif kept.kind == "person":
                kept.bot, kept.stand_in, kept.resigned = "", False, False
                kept.mail, kept.hook = "", False
        there = await self._new(head, name=room.match.head.again)
        await there.alone(lambda: seating.start(there, ""))
        return protocol.Rematch(broadcast.info(there))

    async def play_on(self, room: Room, record: Record, wish: protocol.PlayOn) -> protocol.TableCreated:
        """A new table that goes on from a finished game."""
        if wish.at > len(record.entries) or any(seat >= len(record.seats) for seat in wish.seats):
            raise InvalidInput(
                "out_of_range",
                n=len(record.entries),
                seats=len(record.seats),
            )
        if wish.at == len(record.entries) and record.end is not None:
            raise InvalidInput("over_there")
        game, name = room.match.head.game, policies.clean(wish.name, 24)
        bot = settled_bot(wish.bot, game, len(record.seats))
        places = [
            protocol.SeatSetup("me", name or record.seats[n])
            if n in wish.seats
            else protocol.SeatSetup("bot", record.seats[n], bot)
            for n in range(len(record.seats))
        ]
        keys, kept = _seated(places, game)
        host, seed = tokens.new_token(), tokens.new_seed()
        branch = protocol.Branch(room.id, wish.at)
        head = Head(game, record.options, kept, undo="free", pace=room.match.head.pace, branch=branch)
        head.host, head.own_cards = tokens.digest(host), room.match.head.own_cards
        table = await asyncio.to_thread(Table.resume, room.match.game, record.cut(wish.at), seed)
        there = await self._new(head, table)
        return protocol.TableCreated(broadcast.info(there), host, keys)

    async def _new(self, head: Head, table: Table | None = None, name: str = "") -> Room:
        if self.closing:
            raise StoreBroken("this server is closing; ask again in a second")
        while True:
            now = time.time()
            kept = Kept(name or tokens.table_name(head.public), 0, "gathering", 0, 0, now, now, None, head, Running())
            room = Room(self, kept, [])
            if table is not None:
                room.match.sit(table)
                room.match.live.streams = table.streams
            entries = [] if table is None else [msgspec.json.encode(vars(one)) for one in table.record.entries]
            change = Change(
                id=room.id,
                expect=-1,
                state=room.match.state,
                version=room.match.version,
                number=room.match.number,
                changed=now,
                live=msgspec.json.encode(room.match.live),
                due=room.pulse.due(),
                head=msgspec.json.encode(head),
                public=head.public,
                game=head.game,
                entries=entries,
                branch=head.branch,
            )
            try:
                await self.store.commit(change)
            except Conflict:
                if name and (there := await self.room(name)) is not None:
                    return there  # another server has made it in this moment
                continue  # the name is taken
            if (woken := self.rooms.get(room.id)) is not None:
                return woken  # it was due, and woken, before we knew that it is kept
            self.rooms[room.id] = room
            self.lobby_changed = True
            room.pulse.plan()
            note("table made", table=room.id, game=head.game, seats=len(head.seats))
            return room

    # The lobby

    async def listed(self, states: Sequence[str], game: str = "") -> list[protocol.TableInfo]:
        """Public tables as they are kept, and who is there."""
        kept, damaged = await self.store.public(tuple(states), game, LISTED)
        for table, why in damaged.items():
            self.freeze(table, why)
        told = []
        for one in kept:
            room, shown = self.rooms.get(one.id), Room(self, one, [])  # with who is there, as far as others told
            if room is not None:
                shown.company, shown.match.frozen = room.company, room.match.frozen
            told.append(broadcast.info(shown))
        return told

    async def tell_lobby(self, pipes: set[Pipe]) -> None:
        text = protocol.encode(protocol.Lobby(tables=await self.listed(("gathering", "playing"))))
        for pipe in pipes:
            pipe.post(text)

    async def _sweep(self) -> None:
        """Wake tables where something is due, let idle ones go, keep the lobby posted."""
        loops = 0
        while True:
            loops += 1
            turn = asyncio.create_task(self._sweep_once(loops))
            await asyncio.wait([turn])
            if turn.exception() is not None:
                trouble("hub", turn.exception() or AssertionError())
            await asyncio.sleep(SWEEP_SECONDS / 2)

    async def _feel_lag(self) -> None:
        """How late the event loop is, ten times a second: whatever blocks it shows here."""
        while True:
            gc.little()
            planned = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            METRICS.lag.seen(max(0.0, time.perf_counter() - planned))

    async def _sweep_once(self, loops: int) -> None:
        if self.pipes:
            self._quiet_since = loops
        elif loops == self._quiet_since + QUIET_LOOPS:
            gc.thorough()
        if self.lobby_changed and self.lobby:
            self.lobby_changed = False
            await self.tell_lobby(set(self.lobby))
        if not self.ready:
            return
        if loops % 2:
            await self._wake_due()
        elif loops % LOOK_LOOPS == 0:
            self.peers.prune()
            self.look_around()
        for room in list(self.rooms.values()):
            if room.idle(self.settings.idle_seconds):
                room.leave_memory()
        if loops % 3600 == 1:
            keep = self.settings.keep_days * 86_400
            forgotten = time.time() - self.settings.forget_hours * 3600
            gone = await self.store.expire(forgotten, time.time() - keep if keep else 0.0)
            if gone:
                note("tables forgotten", tables=gone)
            if keep:
                day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - keep))
                await self.store.delete_boards(before=f"{BOARDS}{day}")  # they name players, as finished games do

    async def _wake_due(self) -> None:
        """Mind tables where something must happen and nobody does it."""
        for table in await self.store.due(time.time() + SWEEP_SECONDS):
            room = self.rooms.get(table)
            if room is None:
                with suppress(Damaged):  # it is frozen now
                    await self.room(table)
            elif not room.mine:
                room.spawn(room.adopt())
            elif not room.busy():
                room.pulse.plan()  # whatever has stopped it


def _seated(places: Sequence[protocol.SeatSetup], game: str) -> tuple[list[protocol.SeatToken], list[KeptSeat]]:
    """Seats for those who sit down when a table is made, and their keys."""
    keys: list[protocol.SeatToken] = []
    kept: list[KeptSeat] = []
    for seat, place in enumerate(places):
        name = policies.clean(place.name, 24)
        if place.kind == "me":
            keys.append(protocol.SeatToken(seat, tokens.new_token()))
            kept.append(KeptSeat("person", name or f"Player {seat + 1}", token=tokens.digest(keys[-1].token)))
        elif place.kind == "bot":
            kept.append(seating.bot_seat(kept, seat, settled_bot(place.bot, game, len(places)), name))
        else:
            kept.append(KeptSeat())
    return keys, kept
