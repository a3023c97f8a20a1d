"""Finished games over HTTP: records, replays from any seat after any decision, charts, and playing on."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from typing import Any, Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bunfight import protocol
from bunfight.engine import EventLog, Luck, Record, RecordError, State, TapeLuck, play
from bunfight.engine.record import heard as heard_by
from bunfight.engine.table import AnyGame, replay
from bunfight.engine.verify import verify
from bunfight.i18n.words import error_text
from bunfight.server import attachments
from bunfight.server.errors import HttpError
from bunfight.server.http.routing import (
    IMMUTABLE,
    TABLE,
    Operation,
    Query,
    TableLimit,
    answer,
    body,
    find_room,
    require_watching,
)
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.registry import TableRegistry
from bunfight.server.rooms.room import Room
from bunfight.server.transport.middleware import client_of

CACHED: Final = 16  # replays
REPLAYS: Final = (1.0, 30.0)  # of one client that have to be read and replayed: each second, and at once
MARK: Final = 25  # decisions between two remembered states of a replay


class Replay:
    """One finished game. It is replayed by the rules if they are still the same; else only its events are shown."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        self.game, self.record = game, record
        self.total = len(record.entries)
        self.how: Literal["rules", "events"] = "rules"
        self.why = ""
        self._at = 0
        self._marks: dict[int, State] = {}  # states on the way, so that no jump costs a walk from the start
        self._chart: protocol.Chart | None = None
        self._verified: protocol.Verification | None = None
        self._lock = threading.Lock()  # threads share one walk through the states
        try:
            self._state, _ = replay(game, record, 0)
            self._start: State | None = self._state.copy()
        except RecordError as error:
            self.how, self.why, self._start = "events", error_text(error), None

    def state(self, number: int) -> State | None:
        """The state after ``number`` decisions, at most MARK of them from a state that was seen before."""
        if self._start is None:
            return None
        mark = number // MARK * MARK
        if mark in self._marks and not mark <= self._at <= number:
            self._state, self._at = self._marks[mark].copy(), mark
        elif number < self._at:
            self._state, self._at = self._start.copy(), 0
        while self._at < number:
            if self._at % MARK == 0 and self._at not in self._marks:
                self._marks[self._at] = self._state.copy()
            entry = self.record.entries[self._at]
            luck: Luck = TapeLuck(entry.luck)
            play(self._state, entry.seat, self.game.grammar.parse(entry.move), luck, EventLog(False))
            self._at += 1
        return self._state

    def step(self, number: int, eyes: int | Literal["all"] | None, attachment: str = "") -> protocol.ReplayStep:
        """Return what one seat, a spectator (None) or all saw and heard after a decision."""
        entry = self.record.entries[number - 1] if number else self.record.deal
        perspectives = (*range(len(self.record.seats)), None) if eyes == "all" else (eyes,)
        with self._lock:
            state = self.state(number)
            views = [] if state is None else [self.game.view(state, seat) for seat in perspectives]
        if eyes == "all":
            heard = [protocol.NumberedEvent(number, attachments.strip(self.game, said["event"])) for said in entry.said]
            view = None
        else:
            heard = [
                protocol.NumberedEvent(number, attachments.strip(self.game, event)) for event in heard_by(entry, eyes)
            ]
            view, views = views[0] if views else None, []
        seat = None if eyes == "all" else eyes
        body = msgspec.Raw(attachment.encode()) if attachment else None
        return protocol.ReplayStep(number, self.total, seat, heard, view, views, body)

    def chart(self) -> protocol.Chart:
        if self._chart is None:
            self._chart = self._make_chart()
        return self._chart

    def _make_chart(self) -> protocol.Chart:
        values = []
        with self._lock:
            for number in range(self.total + 1):
                state = self.state(number)
                if state is None:
                    return protocol.Chart([])
                values.append([round(value, 4) for value in self.game.value(state)])
        return protocol.Chart(values)

    def verified(self) -> protocol.Verification:
        with self._lock:
            if self._verified is None:
                try:
                    self._verified = protocol.Verification(True, verify(self.game, self.record))
                except RecordError as error:
                    self._verified = protocol.Verification(False, [error_text(error)])
        return self._verified

    def info(self, table: protocol.TableInfo) -> protocol.ReplayInfo:
        """About the game; of one that was frozen before its end nothing that is secret."""
        over = table.state == "over"
        entries = self.record.entries if over else []
        moves = [protocol.ReplayMove(entry.seat, entry.move, _drawn(entry.luck)) for entry in entries]
        deal = _drawn(self.record.deal.luck) if over else []
        return protocol.ReplayInfo(table, self.record.seats, self.total, moves, deal, self.how, self.why)


def _drawn(luck: list[int | str]) -> list[int]:
    return [answer for answer in luck if isinstance(answer, int)]


class ReplayCache:
    """The replays that were requested last. One whose players have other names now is made again."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, Replay] = OrderedDict()

    def __contains__(self, room: Room) -> bool:
        replay = self._replays.get(room.id)
        return replay is not None and replay.record.seats == room.session.head.names

    async def find(self, room: Room) -> Replay:
        replay = self._replays[room.id] if room in self else None
        if replay is None:
            record = room.session.record(await room.registry.store.entries(room.id))
            replay = self._replays[room.id] = await asyncio.to_thread(Replay, room.session.game, record)
            if len(self._replays) > CACHED:
                self._replays.popitem(last=False)
        self._replays.move_to_end(room.id)
        return replay


class ReplayApi:
    """``open_records``: records of running games, which hold secrets, may be read too."""

    def __init__(self, registry: TableRegistry, limit: TableLimit, open_records: bool = False) -> None:
        self.registry, self.limit, self._cache = registry, limit, ReplayCache()
        self._rate = Buckets(*REPLAYS)
        self.open_records = open_records

    def operations(self) -> list[Operation]:
        t, p = TABLE, protocol
        seat = Query("seat", "whose view: a seat, all, or none for a spectator's")
        number = t + "/replay/{number}"
        return [
            Operation(
                "GET",
                t + "/record",
                self.record,
                "A finished game as a file",
                None,
                str,
                media_type="application/jsonl",
            ),
            Operation(
                "POST",
                "/api/records",
                self.load,
                "Load a game from its record",
                p.LoadRecord,
                p.TableCreated,
                status=201,
            ),
            Operation("GET", t + "/replay", self.replay, "A finished game", None, p.ReplayInfo),
            Operation("GET", number, self.step, "After a decision", None, p.ReplayStep, query=(seat,)),
            Operation("GET", t + "/attachments/{number}", self.attachment, "The attachment of a decision", None, Any),
            Operation("GET", t + "/chart", self.chart, "How each seat stood", None, p.Chart),
            Operation("GET", t + "/verify", self.verify, "Check rules, events and luck", None, p.Verification),
            Operation(
                "POST", t + "/play-on", self.play_on, "Go on from a finished game", p.PlayOn, p.TableCreated, status=201
            ),
        ]

    async def _finished(self, request: Request, frozen: bool = False) -> tuple[Room, Replay]:
        """A game that is over; or, where nothing secret is shown, one that can never end."""
        room = await find_room(self.registry, request)
        if room.session.state != "over" and not (frozen and room.session.frozen):
            raise HttpError(409, "running", "not_over")
        require_watching(room, request)
        if room not in self._cache and not self._rate.take(client_of(request.scope, self.registry.settings.proxy)):
            limited("replays")
            raise HttpError(429, "too_many", "many_requests")
        return room, await self._cache.find(room)

    async def record(self, request: Request) -> Response:
        if self.open_records:
            room = await find_room(self.registry, request)
            record = room.session.record(await room.registry.store.entries(room.id))
        else:
            room, replay = await self._finished(request)
            record = replay.record
        name = f'attachment; filename="{room.session.head.game}-{room.id}.jsonl"'
        headers = {"content-disposition": name, "cache-control": "no-store"}
        return Response(await asyncio.to_thread(record.text), 200, headers, "application/jsonl")

    async def load(self, request: Request) -> Response:
        wanted = await body(request, protocol.LoadRecord)
        await self.limit.count(request)
        return answer(await self.registry.load_record(wanted), request, 201)

    async def replay(self, request: Request) -> Response:
        room, replay = await self._finished(request, frozen=True)
        return answer(replay.info(room.info()), request)

    async def step(self, request: Request) -> Response:
        room, replay = await self._finished(request, frozen=True)
        number, wanted = _number(request, replay), request.query_params.get("seat", "none")
        seat: int | Literal["all"] | None = None
        if wanted == "all":
            seat = "all"
        elif wanted.isascii() and wanted.isdecimal() and len(wanted) < 3 and int(wanted) < len(room.session.seats):
            seat = int(wanted)
        elif wanted != "none":
            raise HttpError(404, "seat", "no_seat")
        if room.session.state != "over" and seat is not None:
            raise HttpError(409, "running", "not_over")
        public = room.session.head.watch
        body = await attachments.stored_body(self.registry.store, room.id, number)
        step = await asyncio.to_thread(replay.step, number, seat, body)
        return answer(step, request, cache=IMMUTABLE if room.session.state == "over" and public else "no-store")

    async def attachment(self, request: Request) -> Response:
        room, replay = await self._finished(request)
        body = await attachments.stored_body(self.registry.store, room.id, _number(request, replay))
        cache = IMMUTABLE if room.session.head.watch else "no-store"
        return answer(msgspec.Raw(body.encode()) if body else None, request, cache=cache)

    async def chart(self, request: Request) -> Response:
        room, replay = await self._finished(request)
        cache = "public, max-age=3600" if room.session.head.watch else "no-store"
        return answer(await asyncio.to_thread(replay.chart), request, cache=cache)

    async def verify(self, request: Request) -> Response:
        _, replay = await self._finished(request)
        return answer(await asyncio.to_thread(replay.verified), request)

    async def play_on(self, request: Request) -> Response:
        room, replay = await self._finished(request)
        wanted = await body(request, protocol.PlayOn)
        await self.limit.count(request)
        return answer(await self.registry.play_on(room, replay.record, wanted), request, 201)


def _number(request: Request, replay: Replay) -> int:
    text = request.path_params["number"]
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else -1
    if not 0 <= number <= replay.total:
        raise HttpError(404, "number", "few_decisions", n=replay.total)
    return number
