"""The HTTP API: one list of doors, from which both the routes and their description are made."""

from __future__ import annotations

import asyncio
import io
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response

from bunfight import __version__, protocol
from bunfight.i18n import languages
from bunfight.protocol.errors import HttpError
from bunfight.server.http import catalogue
from bunfight.server.http.routing import TABLE, Door, Makers, answer, body, find_room, raw, tokens
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import limited
from bunfight.server.registry import Hub
from bunfight.server.rooms import broadcast, seating
from bunfight.server.rooms.connection import Who
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.transport.endpoints import Live
from bunfight.server.transport.middleware import client_of

WISHES: Final = msgspec.json.Decoder(protocol.Request)


own_book: Final = lru_cache(maxsize=16)(catalogue.own_book)  # making one takes as long as reading a card list


@lru_cache(maxsize=128)
def qr_code(link: str) -> bytes:
    """A link as an SVG image. Choosing the best of the eight masks would take five times as long; any can be read."""
    out = io.BytesIO()
    code = segno.make(link, error="m", mask=3, boost_error=False, micro=False)
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
    return out.getvalue()


class Api:
    def __init__(self, hub: Hub, live: Live, makers: Makers) -> None:
        self.hub, self.live = hub, live
        self.makers = makers

    def doors(self) -> list[Door]:
        t = TABLE
        return [
            Door("GET", "/api/games", self.games, "All games with their options", None, list[protocol.GameInfo]),
            Door("GET", "/api/games/{game}", self.game, "A game's rules and words", None, protocol.GameBook),
            Door("GET", "/api/languages", self.languages, "Languages that were added", None, dict[str, Any]),
            Door("GET", "/api/tables", self.tables, "Public tables (?state=, ?game=)", None, list[protocol.TableInfo]),
            Door("POST", "/api/tables", self.make, "Make a table", protocol.NewTable, protocol.TableCreated),
            Door("GET", t, self.table, "A table", None, protocol.TableInfo),
            Door("GET", t + "/book", self.book, "Rules, and words of the cards played here", None, protocol.GameBook),
            Door("GET", t + "/cards", self.cards, "The table's own card list (TOML)", None, str),
            Door("POST", t + "/join", self.join, "Take a free seat", protocol.Join, protocol.Joined),
            Door("POST", t + "/leave", self.leave, "Leave a seat", protocol.Leave, protocol.TableInfo, "seat"),
            Door(
                "POST",
                t + "/furnish",
                self.furnish,
                "Seat or unseat a bot",
                protocol.SetSeat,
                protocol.TableInfo,
                "host",
            ),
            Door(
                "POST", t + "/start", self.start, "Start the game", protocol.Start, protocol.TableInfo, "host or seat"
            ),
            Door("POST", t + "/again", self.again, "The same people once more", None, protocol.Rematch, "seat or host"),
            Door("POST", t + "/send", self.send, "Any live wish", protocol.Request, protocol.ServerMessage, "seat"),
            Door(
                "GET",
                t + "/view",
                self.view,
                "What a seat sees now",
                None,
                protocol.ViewUpdate,
                "seat, or none to watch",
            ),
            Door(
                "POST",
                "/api/live",
                self.stream,
                "Live messages as an event stream",
                protocol.Hello,
                protocol.ServerMessage,
            ),
            Door("POST", "/api/qr", self.qr, "A link as QR code (SVG)", protocol.QrRequest, str),
            Door("GET", "/health", self.health, "Whether this process is alive", None, protocol.Health),
            Door("GET", "/ready", self.ready, "Whether it can serve tables now", None, protocol.Health),
            Door("GET", "/metrics", self.metrics, "Numbers in Prometheus form", None, str),
        ]

    # Games

    async def games(self, request: Request) -> Response:
        return answer([catalogue.game_book(name).game for name in self.hub.offered()], request)

    async def game(self, request: Request) -> Response:
        name = request.path_params["game"]
        if name not in self.hub.offered():
            raise HttpError(404, "unknown_game", "game_not_here")
        return answer(catalogue.game_book(name), request, cache="no-cache")

    async def languages(self, request: Request) -> Response:
        found = {code: languages.book(code) for code in languages.added()}
        return answer({code: {"name": code, **book} for code, book in found.items()}, request, cache="no-cache")

    # Tables

    async def room(self, request: Request) -> Room:
        return await find_room(self.hub, request)

    def who(self, room: Room, request: Request) -> Who:
        return room.company.who(room.match.head, tokens(request))

    def host(self, room: Room, request: Request) -> None:
        if not self.who(room, request).host:
            raise HttpError(403, "not_host", "not_host")

    async def tables(self, request: Request) -> Response:
        wanted = request.query_params.get("state", "")
        states = [wanted] if wanted in ("gathering", "playing", "over") else ["gathering", "playing"]
        return answer(await self.hub.listed(states, request.query_params.get("game", "")[:40]), request)

    async def make(self, request: Request) -> Response:
        wish = await body(request, protocol.NewTable)
        await self.makers.one_more(request)
        return answer(await self.hub.make(wish, client_of(request.scope, self.hub.settings.proxy)), request, 201)

    async def table(self, request: Request) -> Response:
        return answer(broadcast.info(await self.room(request)), request)

    async def book(self, request: Request) -> Response:
        room = await self.room(request)
        head = room.match.head
        if not head.own_cards or room.match.frozen:
            return answer(catalogue.game_book(head.game), request, cache="no-cache")
        told = await asyncio.to_thread(own_book, room.match.game, head.own_cards)
        return answer(told, request, cache="no-cache")

    async def cards(self, request: Request) -> Response:
        room = await self.room(request)
        if not room.match.head.own_cards:
            raise HttpError(404, "printed_cards", "printed_cards")
        return Response(room.match.head.own_cards, 200, {"cache-control": "no-cache"}, "application/toml")

    async def join(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, protocol.Join)
        return answer(await room.alone(lambda: seating.join(room, wish)), request)

    async def leave(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, protocol.Leave)
        if wish.seat not in self.who(room, request).seats:
            raise HttpError(403, "not_yours", "seat_not_held")
        return answer(await room.alone(lambda: seating.leave(room, wish.seat)), request)

    async def furnish(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, protocol.SetSeat)
        self.host(room, request)
        return answer(await room.alone(lambda: seating.furnish(room, wish)), request)

    async def start(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, protocol.Start)
        if wish.fill or not self.who(room, request).seats:
            self.host(room, request)
        return answer(await room.alone(lambda: seating.start(room, wish.fill)), request)

    async def again(self, request: Request) -> Response:
        room = await self.room(request)
        who = self.who(room, request)
        if not who.seats and not who.host:
            raise HttpError(403, "not_yours", "never_sat_here")
        if not room.match.head.again:
            await self.makers.one_more(request)
        return answer(await room.alone(lambda: self.hub.again(room)), request)

    async def send(self, request: Request) -> Response:
        room = await self.room(request)
        if not self.live.rate.take(client_of(request.scope, self.hub.settings.proxy)):
            limited("messages")
            raise HttpError(429, "too_many", "many_messages")
        try:
            wish = WISHES.decode(await raw(request))
        except msgspec.DecodeError as error:
            raise HttpError(400, "bad_body", "bad_body", why=str(error)) from error
        reply = await room.grant(self.who(room, request), wish, client_of(request.scope, self.hub.settings.proxy))
        return answer(reply, request, 409 if isinstance(reply, protocol.Rejected) else 200)

    async def view(self, request: Request) -> Response:
        room = await self.room(request)
        who = self.who(room, request)
        if room.match.table is None:
            raise HttpError(409, "not_begun", "not_begun")
        if not who.seats and not who.host and not room.match.head.watch:
            raise HttpError(403, "not_allowed", "players_only")
        seat = min(who.seats) if who.seats else None

        async def now() -> protocol.ViewUpdate:
            return broadcast.view(room, seat, -1, True)

        return answer(await room.alone(now), request)

    async def stream(self, request: Request) -> Response:
        hello = await body(request, protocol.Hello)
        return Stream(self.live, client_of(request.scope, self.hub.settings.proxy), hello)

    # Around

    async def qr(self, request: Request) -> Response:
        wish = await body(request, protocol.QrRequest)
        return Response(
            await asyncio.to_thread(qr_code, wish.text), 200, {"cache-control": "no-store"}, "image/svg+xml"
        )

    async def health(self, request: Request) -> Response:
        """For whoever starts dead processes again: a process without its store is not dead."""
        return answer(await self.well(), request)

    async def ready(self, request: Request) -> Response:
        """For whoever sends clients here."""
        told = await self.well()
        return answer(told, request, 200 if told.status == "ok" else 503)

    async def well(self) -> protocol.Health:
        status: Literal["ok", "closing", "broken"] = "closing" if self.hub.closing else "ok"
        tables, why = 0, ""
        try:
            tables = await self.hub.well()
        except StoreBroken as error:
            status, why = "broken", str(error)
        return protocol.Health(
            status, __version__, protocol.PROTOCOL, tables, len(self.hub.pipes), why, self.hub.store.server
        )

    async def metrics(self, request: Request) -> Response:
        near = client_of(request.scope, self.hub.settings.proxy) in ("127.0.0.1", "::1", "testclient", "")
        if not near and not self.hub.settings.open_metrics:
            raise HttpError(403, "not_allowed", "metrics_at_home")
        return Response(METRICS.text(), 200, {"cache-control": "no-store"}, "text/plain; version=0.0.4")


class Stream(Response):
    """An endless answer."""

    def __init__(self, live: Live, client: str, hello: protocol.Hello) -> None:
        super().__init__(
            media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"}
        )
        del self.headers["content-length"]
        self.live, self.client, self.hello = live, client, hello

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not await self.live.stream(self.client, self.hello, receive, send, self.raw_headers):
            await Response(b"", 503, {"retry-after": "5"})(scope, receive, send)
