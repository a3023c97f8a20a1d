"""Rewatch: finished games over HTTP: records, replays, charts, and going on from there."""

from __future__ import annotations

import asyncio
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from bunfight import protocol
from bunfight.protocol.errors import HttpError
from bunfight.server.http.replays import Replay, Shelf
from bunfight.server.http.routing import FOR_EVER, TABLE, Door, Makers, answer, body, find_room
from bunfight.server.registry import Hub
from bunfight.server.rooms import broadcast
from bunfight.server.rooms.room import Room


class Rewatch:
    def __init__(self, hub: Hub, makers: Makers) -> None:
        self.hub, self.makers, self.shelf = hub, makers, Shelf()

    def doors(self) -> list[Door]:
        t = TABLE
        return [
            Door("GET", t + "/record", self.record, "A finished game as JSON Lines", None, str),
            Door("GET", t + "/replay", self.replay, "A finished game", None, protocol.ReplayInfo),
            Door("GET", t + "/replay/{number}", self.step, "After a decision (?seat=)", None, protocol.ReplayStep),
            Door("GET", t + "/chart", self.chart, "How each seat stood", None, protocol.Chart),
            Door("GET", t + "/verify", self.verify, "Rules, events and luck checked", None, protocol.Verification),
            Door("POST", t + "/play-on", self.play_on, "Go on from a finished game", protocol.PlayOn, protocol.TableCreated),
        ]  # fmt: skip

    async def finished(self, request: Request, frozen: bool = False) -> tuple[Room, Replay]:
        """A game that is over; or, where nothing secret is told, one that can never end."""
        room = await find_room(self.hub, request)
        if room.match.state != "over" and not (frozen and room.match.frozen):
            raise HttpError(409, "running", "not_over")
        return room, await self.shelf.find(room)

    async def record(self, request: Request) -> Response:
        room, replay = await self.finished(request)
        name = f'attachment; filename="{room.match.head.game}-{room.id}.jsonl"'
        headers = {"content-disposition": name, "cache-control": "no-store"}
        return Response(replay.record.text(), 200, headers, "application/jsonl")

    async def replay(self, request: Request) -> Response:
        room, replay = await self.finished(request, frozen=True)
        return answer(replay.info(broadcast.info(room)), request)

    async def step(self, request: Request) -> Response:
        room, replay = await self.finished(request, frozen=True)
        asked, said = request.path_params["number"], request.query_params.get("seat", "none")
        number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else -1
        eyes: int | Literal["all"] | None = None
        if said == "all":
            eyes = "all"
        elif said.isascii() and said.isdecimal() and len(said) < 3 and int(said) < len(room.match.head.seats):
            eyes = int(said)
        elif said != "none":
            raise HttpError(404, "seat", "no_seat")
        if not 0 <= number <= replay.total:
            raise HttpError(404, "number", "few_decisions", n=replay.total)
        if room.match.state != "over" and eyes is not None:
            raise HttpError(409, "running", "not_over")
        film = await room.film(number)
        told = await asyncio.to_thread(replay.step, number, eyes, film)
        return answer(told, request, cache=FOR_EVER if room.match.state == "over" else "no-store")

    async def chart(self, request: Request) -> Response:
        _, replay = await self.finished(request)
        return answer(await asyncio.to_thread(replay.chart), request, cache="public, max-age=3600")

    async def verify(self, request: Request) -> Response:
        _, replay = await self.finished(request)
        return answer(await asyncio.to_thread(replay.verified), request)

    async def play_on(self, request: Request) -> Response:
        room, replay = await self.finished(request)
        wish = await body(request, protocol.PlayOn)
        await self.makers.one_more(request)
        return answer(await self.hub.play_on(room, replay.record, wish), request, 201)
