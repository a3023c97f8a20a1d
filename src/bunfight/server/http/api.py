"""The HTTP API: one list of operations, from which both the routes and their description are made."""

from __future__ import annotations

import asyncio
import io
from functools import lru_cache
from hmac import compare_digest
from typing import Any, Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bunfight import __version__, protocol
from bunfight import games as registered
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages
from bunfight.i18n.words import error_texts
from bunfight.server.errors import HttpError
from bunfight.server.http import catalogue
from bunfight.server.http.routing import (
    TABLE,
    Operation,
    Packed,
    Query,
    TableLimit,
    answer,
    answer_constant,
    answer_packed,
    body,
    find_room,
    pack,
    raw,
    tokens,
)
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import limited
from bunfight.server.registry import TableRegistry
from bunfight.server.rooms import requests, seating
from bunfight.server.rooms.connection import Viewer
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.transport.endpoints import LiveEndpoint
from bunfight.server.transport.middleware import client_of

REQUESTS: Final = msgspec.json.Decoder(protocol.Request)


@lru_cache(maxsize=16)
def custom_book(game: AnyGame, cards: str, rated: bool) -> Packed:
    """The book of a custom card list, which costs as much as loading the list."""
    return pack(catalogue.custom_book(game, cards, rated))


@lru_cache(maxsize=128)
def qr_code(link: str) -> bytes:
    """A link as an SVG image. Choosing the best of the eight masks would take five times as long; any works."""
    import segno

    out = io.BytesIO()
    code = segno.make(link, error="m", mask=3, boost_error=False, micro=False)
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
    return out.getvalue()


class Api:
    def __init__(self, registry: TableRegistry, live: LiveEndpoint, limit: TableLimit) -> None:
        self.registry, self.live, self.limit = registry, live, limit

    def operations(self) -> list[Operation]:
        t, p = TABLE, protocol
        games = Query("game", "only tables of this game")
        states = Query("state", "only tables in this state: gathering, playing or over")
        return [
            Operation("GET", "/api/games", self.games, "All games with their options", None, list[p.GameInfo]),
            Operation("GET", "/api/skipped", self.skipped, "Packages that were skipped", None, list[p.SkippedGame]),
            Operation("GET", "/api/games/{game}", self.game, "A game's rules and words", None, p.GameBook),
            Operation("GET", "/api/languages", self.languages, "Languages that were added", None, dict[str, Any]),
            Operation(
                "GET", "/api/tables", self.tables, "Public tables", None, list[p.TableInfo], query=(states, games)
            ),
            Operation("POST", "/api/tables", self.make, "Create a table", p.NewTable, p.TableCreated, status=201),
            Operation("GET", t, self.table, "A table", None, p.TableInfo),
            Operation("GET", t + "/book", self.book, "Rules, and words of the cards played here", None, p.GameBook),
            Operation(
                "GET",
                t + "/cards",
                self.cards,
                "The table's custom card list",
                None,
                str,
                media_type="application/toml",
            ),
            Operation("POST", t + "/join", self.join, "Take a free seat", p.Join, p.Joined),
            Operation("POST", t + "/leave", self.leave, "Leave a seat", p.Leave, p.TableInfo, "seat"),
            Operation("POST", t + "/furnish", self.furnish, "Seat or remove a bot", p.SetSeat, p.TableInfo, "host"),
            Operation("POST", t + "/start", self.start, "Start the game", p.Start, p.TableInfo, "host or seat"),
            Operation("POST", t + "/again", self.again, "A rematch", None, p.Rematch, "seat or host"),
            Operation("POST", t + "/send", self.send, "Any live request", p.Request, p.ServerMessage, "seat"),
            Operation(
                "GET", t + "/view", self.view, "What a seat sees now", None, p.ViewUpdate, "seat, or none to watch"
            ),
            Operation(
                "POST",
                "/api/live",
                self.stream,
                "Live messages as an event stream",
                p.Hello,
                str,
                media_type="text/event-stream",
            ),
            Operation(
                "POST", t + "/reminder", self.reminder, "Confirm or stop mail", p.ReminderChoice, p.ReminderStatus
            ),
            Operation("POST", "/api/qr", self.qr, "A link as QR code", p.QrRequest, str, media_type="image/svg+xml"),
            Operation("GET", "/health", self.health, "Whether this process is alive", None, p.Health),
            Operation("GET", "/ready", self.ready, "Whether it can serve tables now", None, p.Health),
            Operation("GET", "/metrics", self.metrics, "Metrics for Prometheus", None, str, media_type="text/plain"),
        ]

    # Games

    async def games(self, request: Request) -> Response:
        return answer(
            [book.game for book in catalogue.usable_books(self.registry.offered(), self.registry.settings.ratings)],
            request,
        )

    async def skipped(self, request: Request) -> Response:
        """List games that could not be loaded, for somebody at the server's machine; others get an empty list."""
        reasons = registered.skipped() if self._is_local(request) else {}
        return answer([protocol.SkippedGame(name, error_texts(why)) for name, why in reasons.items()], request)

    async def game(self, request: Request) -> Response:
        name = request.path_params["game"]
        if name not in self.registry.offered():
            raise HttpError(404, "unknown_game", "game_not_here")
        return answer_constant(catalogue.game_book(name, self.registry.settings.ratings), request)

    async def languages(self, request: Request) -> Response:
        found = {code: languages.book(code) for code in languages.added()}
        return answer({code: {"name": code, **book} for code, book in found.items()}, request, cache="no-cache")

    # Tables

    async def _room(self, request: Request) -> Room:
        return await find_room(self.registry, request)

    def _client(self, request: Request) -> str:
        return client_of(request.scope, self.registry.settings.proxy)

    def _is_local(self, request: Request) -> bool:
        return self._client(request) in ("127.0.0.1", "::1", "testclient", "")

    def _viewer(self, room: Room, request: Request) -> Viewer:
        return room.viewer(tokens(request))

    def _require_host(self, room: Room, request: Request) -> None:
        if not self._viewer(room, request).host:
            raise HttpError(403, "not_host", "not_host")

    async def tables(self, request: Request) -> Response:
        wanted = request.query_params.get("state", "")
        states = [wanted] if wanted in ("gathering", "playing", "over") else ["gathering", "playing"]
        return answer(await self.registry.public_tables(states, request.query_params.get("game", "")[:40]), request)

    async def make(self, request: Request) -> Response:
        wanted = await body(request, protocol.NewTable)
        await self.limit.count(request)
        return answer(await self.registry.create(wanted, self._client(request)), request, 201)

    async def table(self, request: Request) -> Response:
        return answer((await self._room(request)).info(), request)

    async def book(self, request: Request) -> Response:
        room = await self._room(request)
        session, rated = room.session, self.registry.settings.ratings
        if not session.head.own_cards or session.frozen:
            return answer_constant(catalogue.game_book(session.head.game, rated), request)
        book = await asyncio.to_thread(custom_book, session.game, session.head.own_cards, rated)
        return answer_packed(book, request)

    async def cards(self, request: Request) -> Response:
        room = await self._room(request)
        if not room.session.head.own_cards:
            raise HttpError(404, "printed_cards", "printed_cards")
        return Response(room.session.head.own_cards, 200, {"cache-control": "no-cache"}, "application/toml")

    async def join(self, request: Request) -> Response:
        room, wanted = await self._room(request), await body(request, protocol.Join)
        return answer(
            await room.exclusively(lambda: seating.join(room, wanted, self._client(request))),
            request,
        )

    async def leave(self, request: Request) -> Response:
        room, wanted = await self._room(request), await body(request, protocol.Leave)
        if wanted.seat not in self._viewer(room, request).seats:
            raise HttpError(403, "not_yours", "seat_not_held")
        return answer(await room.exclusively(lambda: seating.leave(room, wanted.seat)), request)

    async def furnish(self, request: Request) -> Response:
        room, wanted = await self._room(request), await body(request, protocol.SetSeat)
        self._require_host(room, request)
        return answer(await room.exclusively(lambda: seating.set_seat(room, wanted)), request)

    async def start(self, request: Request) -> Response:
        room, wanted = await self._room(request), await body(request, protocol.Start)
        if wanted.fill or room.session.head.public or not self._viewer(room, request).seats:
            self._require_host(room, request)
        return answer(await room.exclusively(lambda: seating.start(room, wanted.fill)), request)

    async def again(self, request: Request) -> Response:
        room = await self._room(request)
        viewer = self._viewer(room, request)
        if not viewer.seats and not viewer.host:
            raise HttpError(403, "not_yours", "never_sat_here")
        if not room.session.head.again:
            await self.limit.count(request)
        return answer(await room.exclusively(lambda: self.registry.rematch(room)), request)

    async def send(self, request: Request) -> Response:
        room = await self._room(request)
        if not self.live.http_rate.take(self._client(request)):
            limited("messages")
            raise HttpError(429, "too_many", "many_messages")
        try:
            message = REQUESTS.decode(await raw(request))
        except msgspec.DecodeError as error:
            raise HttpError(400, "bad_body", "bad_body", why=str(error)) from error
        if not self.live.may_leave_address(self._client(request), message):
            raise HttpError(429, "too_many", "many_messages")
        reply = await requests.handle(room, self._viewer(room, request), message, self._client(request))
        return answer(reply, request, 409 if isinstance(reply, protocol.Rejected) else 200)

    async def view(self, request: Request) -> Response:
        room = await self._room(request)
        viewer = self._viewer(room, request)
        if room.session.table is None:
            raise HttpError(409, "not_begun", "not_begun")
        if not room.may_watch(viewer):
            raise HttpError(403, "not_allowed", "players_only")
        seat = min(viewer.seats) if viewer.seats else None

        async def now() -> protocol.ViewUpdate:
            return room.broadcast.view(seat, -1, True)

        return answer(await room.exclusively(now), request)

    async def reminder(self, request: Request) -> Response:
        """Confirm or stop mail, as its reader decides; the code proves that they received it."""
        room, wanted = await self._room(request), await body(request, protocol.ReminderChoice)

        async def choose() -> protocol.ReminderStatus:
            seats = room.session.seats
            place = seats[wanted.seat] if wanted.seat < len(seats) else None
            if place is None or not place.mail or not compare_digest(place.mail_code.encode(), wanted.code.encode()):
                raise HttpError(404, "unknown_code", "no_reminder")
            place.mail_waits = False
            if not wanted.wanted:
                place.mail = place.mail_code = ""
            await room.commit(head=True)
            return protocol.ReminderStatus(bool(place.mail))

        return answer(await room.exclusively(choose), request)

    async def stream(self, request: Request) -> Response:
        hello = await body(request, protocol.Hello)
        return Stream(self.live, self._client(request), hello)

    # Other

    async def qr(self, request: Request) -> Response:
        wanted = await body(request, protocol.QrRequest)
        return Response(
            await asyncio.to_thread(qr_code, wanted.text), 200, {"cache-control": "no-store"}, "image/svg+xml"
        )

    async def health(self, request: Request) -> Response:
        """Report to supervisors that this process lives; without its store it is not dead."""
        return answer(await self._health(), request)

    async def ready(self, request: Request) -> Response:
        """Report to load balancers whether this server can take requests."""
        health = await self._health()
        return answer(health, request, 200 if health.status == "ok" else 503)

    async def _health(self) -> protocol.Health:
        status: Literal["ok", "closing", "broken"] = "closing" if self.registry.closing else "ok"
        tables, why = 0, ""
        try:
            tables = await self.registry.check_health()
        except StoreBroken as error:
            status, why = "broken", str(error)
        return protocol.Health(
            status,
            __version__,
            protocol.PROTOCOL,
            tables,
            len(self.registry.connections),
            why,
            self.registry.store.server,
        )

    async def metrics(self, request: Request) -> Response:
        if not self._is_local(request) and not self.registry.settings.open_metrics:
            raise HttpError(403, "not_allowed", "metrics_at_home")
        return Response(METRICS.text(), 200, {"cache-control": "no-store"}, "text/plain; version=0.0.4")


class Stream(Response):
    """A response without an end."""

    def __init__(self, live: LiveEndpoint, client: str, hello: protocol.Hello) -> None:
        super().__init__(
            media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"}
        )
        del self.headers["content-length"]
        self.live, self.client, self.hello = live, client, hello

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not await self.live.stream(self.client, self.hello, receive, send, self.raw_headers):
            await Response(b"", 503, {"retry-after": "5"})(scope, receive, send)
