"""Hub: all tables of this process. A table is read from the store when it is wanted and let go when it is idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from bunfight import __version__, games
from bunfight.kernel.record import Record
from bunfight.kernel.table import Table, commit
from bunfight.serve import decks, garbage, house, seating, seats, tell, wire
from bunfight.serve.company import CHAT_SHOWN
from bunfight.serve.limits import limited
from bunfight.serve.logs import note
from bunfight.serve.metrics import METRICS
from bunfight.serve.minds import Minds, Puzzled, settled_bot
from bunfight.serve.pipes import Pipe
from bunfight.serve.room import Room, trouble
from bunfight.serve.seating import Unseated
from bunfight.serve.settings import Settings
from bunfight.serve.store import Change, Conflict, Damaged, Head, Kept, KeptChapter, KeptSeat, Live, Store, StoreBroken

SWEEP_SECONDS: Final = 2.0
LAG_SECONDS: Final = 0.1
LISTED: Final = 100
QUIET_LOOPS: Final = 10  # without any connection, until there is time to look for garbage


class Hub:
    def __init__(self, settings: Settings, store: Store, minds: Minds) -> None:
        self.settings, self.store, self.minds = settings, store, minds
        self.version = __version__
        self.rooms: dict[str, Room] = {}
        self.pipes: set[Pipe] = set()
        self.lobby: set[Pipe] = set()
        self.lobby_changed = False
        self.closing = False
        self.frozen: dict[str, str] = {}  # tables that cannot go on, and why
        self.opened = 0.0
        self._beat = asyncio.Lock()
        self._beaten = -1.0
        self._freezing: set[asyncio.Task[None]] = set()
        self._quiet_since = 0  # by the loops of the sweeper
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._feeling: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        METRICS.connections.read = lambda: len(self.pipes)
        METRICS.rooms.read = lambda: len(self.rooms)
        METRICS.frozen.read = lambda: len(self.frozen)

    async def open(self) -> None:
        self.opened = time.time()
        self.store.open()
        self.frozen = await self.store.frozen()
        self._sweeper = asyncio.create_task(self._sweep())
        self._feeling = asyncio.create_task(self._feel_lag())
        self._warming = asyncio.create_task(self.minds.warm())

    def farewell(self) -> None:
        """Tell every client that the server closes."""
        self.closing = True
        for pipe in list(self.pipes):
            pipe.close("shutdown", "the server is restarting", 1000)

    async def close(self) -> None:
        """Stop thinking, and leave everything on disk."""
        self.farewell()
        for task in (self._sweeper, self._feeling, self._warming):
            if task is not None:
                task.cancel()
        for room in list(self.rooms.values()):
            room.leave_memory()
        self.minds.close()
        await asyncio.sleep(0.05)
        self.store.close()

    def offered(self) -> list[str]:
        return [*games.names(), *(["_template"] if self.settings.hidden_games else [])]

    async def room(self, table: str) -> Room | None:
        """The table of this name, from memory or from the store."""
        room = self.rooms.get(table)
        if room is not None:
            room.touched = time.monotonic()
            return room
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Room | None:
        try:
            kept = await self.store.load(table)
            if kept is None or self.closing:
                return None
            if kept.head.game not in (*games.names(), "_template"):
                raise Damaged(f"there is no game {kept.head.game!r:.50} here")
            chat, entries = await self.store.chat(table, CHAT_SHOWN), await self.store.entries(table)
            room = Room(self, kept, chat)
            await self._wake(room, entries)
        except Damaged as error:
            self.freeze(table, str(error))
            raise
        if room.match.frozen:
            self.freeze(table, room.match.frozen)
        elif table in self.frozen:
            self.freeze(table, "")
        self.rooms[table] = room
        room.pulse.plan()
        due = room.pulse.due()
        if kept.due is not None and not room.match.frozen and (due is None or due > max(kept.due, time.time()) + 1):
            await room.alone(room.commit)  # or it would be woken for nothing again and again
        return room

    async def _wake(self, room: Room, entries: list[bytes]) -> None:
        """Replay a table's game; whatever goes wrong with it stays inside this table."""
        match = room.match
        if match.head.own_cards:
            wish = decks.Wish(match.head.game, match.head.own_cards, match.head.options, len(match.head.seats))
            try:
                await self.minds.settle(wish, room.id)
            except (Puzzled, ValueError) as error:
                match.frozen = f"its card list cannot be played: {error}"
                return
        try:
            await asyncio.to_thread(match.wake, entries, self.opened)
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
        async with self._beat:
            if time.monotonic() - self._beaten > 1:
                await self.store.beat()
                self._beaten = time.monotonic()
        return await self.store.count()

    def drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    # New tables

    async def make(self, wish: wire.NewTable, client: str = "") -> wire.Made:
        """A new table as it was wished; a ValueError says what is wrong with the wish."""
        games.load(wish.game)
        if wish.game not in self.offered():
            raise ValueError(f"this server does not offer {wish.game!r}; choose one of: {', '.join(self.offered())}")
        options = await self._settled(wish, client)
        if wish.practice and (wish.public or any(place.kind == "open" for place in wish.places)):
            raise ValueError("a practice table has a seed that is no secret, so nobody else can join it")
        keys, kept = _seated(wish.places)
        host = seats.new_token()
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
            host=seats.digest(host),
            practice=bool(wish.practice),
            own_cards=wish.cards,
        )
        if wish.practice:
            head.chapters = [KeptChapter(0, commit(wish.practice), wish.practice)]
        room = await self._new(head)
        if wish.start:
            await room.alone(lambda: seating.start(room, ""))
        return wire.Made(tell.info(room), host, keys)

    async def _settled(self, wish: wire.NewTable, client: str) -> wire.Values:
        """The options of a table; cards of its own are tried where they can hurt nobody, then read."""
        asked = decks.Wish(wish.game, wish.cards, wish.options, len(wish.places))
        if not wish.cards:
            return decks.settled(asked)
        try:
            await asyncio.to_thread(decks.look_at, wish.cards, self.settings.cards)
            options = await self.minds.settle(asked, client)
        except Puzzled as error:
            limited("cards")
            raise ValueError(f"the card list could not be tried: {error}") from error
        except ValueError:
            limited("cards")
            raise
        await asyncio.to_thread(games.load, wish.game, wish.cards)
        return options

    async def again(self, room: Room) -> wire.Again:
        """The same people once more; their keys open the same seats at the new table."""
        if room.match.state != "over":
            raise Unseated(409, "running", "the game is not over yet")
        if room.match.head.again:
            there = await self.room(room.match.head.again)
            if there is not None:
                return wire.Again(tell.info(there))
        head = msgspec.json.decode(msgspec.json.encode(room.match.head), type=Head)
        head.chapters, head.deal, head.outcome, head.branch, head.note, head.practice = [], None, None, None, "", False
        for seat, kept in enumerate(head.seats):
            if kept.kind == "open":
                head.seats[seat] = seating.bot_seat(head.seats, seat, kept.bot or settled_bot(""))
            elif kept.kind == "person":
                kept.bot, kept.stand_in, kept.resigned = "", False, False
        there = await self._new(head)
        await there.alone(lambda: seating.start(there, ""))
        room.match.head.again = there.id
        await seating.changed(room)
        return wire.Again(tell.info(there))

    async def play_on(self, room: Room, record: Record, wish: wire.PlayOn) -> wire.Made:
        """A new table that goes on from a finished game."""
        if wish.at > len(record.entries) or any(seat >= len(record.seats) for seat in wish.seats):
            here = f"{len(record.entries)} decisions and {len(record.seats)} seats"
            raise ValueError(f"this game has {here}; choose a decision and seats within that range")
        if wish.at == len(record.entries) and record.end is not None:
            raise ValueError("the game is over there; go on from an earlier decision")
        bot, name = settled_bot(wish.bot), house.clean(wish.name, 24)
        places = [
            wire.Place("me", name or record.seats[n]) if n in wish.seats else wire.Place("bot", record.seats[n], bot)
            for n in range(len(record.seats))
        ]
        keys, kept = _seated(places)
        host, seed = seats.new_token(), seats.new_seed()
        branch = wire.Branch(room.id, wish.at)
        head = Head(room.match.head.game, record.options, kept, undo="free", pace=room.match.head.pace, branch=branch)
        head.host, head.own_cards = seats.digest(host), room.match.head.own_cards
        table = await asyncio.to_thread(Table.resume, room.match.game, record.cut(wish.at), seed)
        there = await self._new(head, table)
        return wire.Made(tell.info(there), host, keys)

    async def _new(self, head: Head, table: Table | None = None) -> Room:
        while True:
            now = time.time()
            kept = Kept(seats.table_name(head.public), 0, "gathering", 0, 0, now, now, None, head, Live())
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
                continue  # the name is taken
            self.rooms[room.id] = room
            self.lobby_changed = True
            room.pulse.plan()
            note("table made", table=room.id, game=head.game, seats=len(head.seats))
            return room

    # The lobby

    async def listed(self, states: Sequence[str], game: str = "") -> list[wire.TableInfo]:
        """Public tables as they are kept, and who is there."""
        kept, damaged = await self.store.public(tuple(states), game, LISTED)
        for table, why in damaged.items():
            self.freeze(table, why)
        told = []
        for one in kept:
            room, shown = self.rooms.get(one.id), Room(self, one, [])
            if room is not None:
                shown.company, shown.match.frozen = room.company, room.match.frozen
            told.append(tell.info(shown))
        return told

    async def tell_lobby(self, pipes: set[Pipe]) -> None:
        text = wire.encode(wire.Lobby(tables=await self.listed(("gathering", "playing"))))
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
            garbage.little()
            planned = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            METRICS.lag.seen(max(0.0, time.perf_counter() - planned))

    async def _sweep_once(self, loops: int) -> None:
        if self.pipes:
            self._quiet_since = loops
        elif loops == self._quiet_since + QUIET_LOOPS:
            garbage.thorough()
        if self.lobby_changed and self.lobby:
            self.lobby_changed = False
            await self.tell_lobby(set(self.lobby))
        if loops % 2:
            for table in await self.store.due(time.time() + SWEEP_SECONDS):
                if table not in self.rooms:
                    with suppress(Damaged):  # it is frozen now
                        await self.room(table)
        for room in list(self.rooms.values()):
            if room.idle(self.settings.idle_seconds):
                room.leave_memory()
        if loops % 3600 == 1:
            gone = await self.store.sweep(time.time() - self.settings.forget_hours * 3600)
            if gone:
                note("tables forgotten", tables=gone)


def _seated(places: Sequence[wire.Place]) -> tuple[list[wire.SeatKey], list[KeptSeat]]:
    """Seats for those who sit down when a table is made, and their keys."""
    keys: list[wire.SeatKey] = []
    kept: list[KeptSeat] = []
    for seat, place in enumerate(places):
        name = house.clean(place.name, 24)
        if place.kind == "me":
            keys.append(wire.SeatKey(seat, seats.new_token()))
            kept.append(KeptSeat("person", name or f"Player {seat + 1}", token=seats.digest(keys[-1].token)))
        elif place.kind == "bot":
            kept.append(seating.bot_seat(kept, seat, settled_bot(place.bot), name))
        else:
            kept.append(KeptSeat())
    return keys, kept
