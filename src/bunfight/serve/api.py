"""The HTTP API: one list of doors, from which both the routes and their description are made."""

from __future__ import annotations

import asyncio
import gzip
import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import msgspec
import segno
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bunfight import __version__, languages
from bunfight.serve import books, seating, tell, wire
from bunfight.serve.guard import client_of
from bunfight.serve.hub import Hub
from bunfight.serve.limits import Buckets, limited
from bunfight.serve.live import Live
from bunfight.serve.metrics import METRICS
from bunfight.serve.mistakes import mistake
from bunfight.serve.pipes import Who
from bunfight.serve.replays import Replay, Shelf
from bunfight.serve.room import Room
from bunfight.serve.seating import Unseated
from bunfight.serve.store import Conflict, Damaged, StoreBroken

T = TypeVar("T")
WISHES: Final = msgspec.json.Decoder(wire.Wish)
FOR_EVER: Final = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Door:
    """One operation: where it is, what goes in and what comes out."""

    method: Literal["GET", "POST"]
    path: str
    call: Callable[[Request], Awaitable[Response]]
    about: str
    takes: Any = None
    gives: Any = None
    token: str = ""  # whose token it needs


class Problem(Exception):
    def __init__(self, status: int, error: str, why: str) -> None:
        super().__init__(why)
        self.status, self.error, self.why = status, error, why


def answer(what: Any, request: Request, status: int = 200, cache: str = "no-store") -> Response:
    body = wire.ENCODER.encode(what)
    headers = {"cache-control": cache}
    if len(body) > 1400 and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5)
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(body, status, headers, "application/json")


async def raw(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise Problem(413, "too_large", "that request is too large") from error


async def body(request: Request, kind: type[T]) -> T:
    """The request's body as a ``kind``; a Problem says what is wrong with it."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Problem(415, "not_json", "send application/json")
    try:
        return msgspec.json.decode(await raw(request) or b"{}", type=kind)
    except msgspec.DecodeError as error:
        raise Problem(400, "bad_body", str(error)) from error


def tokens(request: Request) -> list[str]:
    """Tokens in the Authorization header, several with commas between."""
    scheme, _, rest = request.headers.get("authorization", "").partition(" ")
    return [token.strip()[:64] for token in rest.split(",")][:16] if scheme.lower() == "bearer" and rest else []


class Api:
    def __init__(self, hub: Hub, live: Live) -> None:
        self.hub, self.live = hub, live
        self.shelf = Shelf()
        self.makers = Buckets(hub.settings.tables_per_hour / 3600, max(10.0, hub.settings.tables_per_hour / 4))

    def doors(self) -> list[Door]:
        t = "/api/tables/{table}"
        return [
            Door("GET", "/api/games", self.games, "All games with their options", None, list[wire.GameInfo]),
            Door("GET", "/api/games/{game}", self.game, "A game's rules and words", None, wire.GameBook),
            Door("GET", "/api/languages", self.languages, "Languages that were added", None, dict[str, Any]),
            Door("GET", "/api/tables", self.tables, "Public tables (?state=, ?game=)", None, list[wire.TableInfo]),
            Door("POST", "/api/tables", self.make, "Make a table", wire.NewTable, wire.Made),
            Door("GET", t, self.table, "A table", None, wire.TableInfo),
            Door("GET", t + "/book", self.book, "Rules, and words of the cards played here", None, wire.GameBook),
            Door("GET", t + "/cards", self.cards, "The table's own card list (TOML)", None, str),
            Door("POST", t + "/join", self.join, "Take a free seat", wire.Join, wire.Joined),
            Door("POST", t + "/leave", self.leave, "Leave a seat", wire.Leave, wire.TableInfo, "seat"),
            Door("POST", t + "/furnish", self.furnish, "Seat or unseat a bot", wire.Furnish, wire.TableInfo, "host"),
            Door("POST", t + "/start", self.start, "Start the game", wire.Start, wire.TableInfo, "host or seat"),
            Door("POST", t + "/again", self.again, "The same people once more", None, wire.Again, "seat or host"),
            Door("POST", t + "/send", self.send, "Any live wish", wire.Wish, wire.ServerMessage, "seat"),
            Door("GET", t + "/view", self.view, "What a seat sees now", None, wire.View, "seat, or none to watch"),
            Door("POST", "/api/live", self.stream, "Live messages as an event stream", wire.Hello, wire.ServerMessage),
            Door("GET", t + "/record", self.record, "A finished game as JSON Lines", None, str),
            Door("GET", t + "/replay", self.replay, "A finished game", None, wire.ReplayInfo),
            Door("GET", t + "/replay/{number}", self.step, "After a decision (?seat=)", None, wire.ReplayStep),
            Door("GET", t + "/chart", self.chart, "How each seat stood", None, wire.Chart),
            Door("GET", t + "/verify", self.verify, "Rules, events and luck checked", None, wire.Verified),
            Door("POST", t + "/play-on", self.play_on, "Go on from a finished game", wire.PlayOn, wire.Made),
            Door("POST", "/api/qr", self.qr, "A text as QR code (SVG)", wire.QrWanted, str),
            Door("GET", "/health", self.health, "Whether the server is well", None, wire.Health),
            Door("GET", "/metrics", self.metrics, "Numbers in Prometheus form", None, str),
        ]  # fmt: skip

    def routes(self) -> list[Route]:
        return [Route(door.path, self._guarded(door.call), methods=[door.method]) for door in self.doors()]

    def _guarded(self, call: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            try:
                return await call(request)
            except (Problem, Unseated) as error:
                return answer(mistake(error.error, error.why), request, error.status)
            except ValueError as error:
                return answer(mistake("not_possible", str(error)), request, 400)
            except Damaged as error:
                why = f"this table is damaged and cannot be opened: {error}"
                return answer(mistake("damaged", why), request, 410)
            except (Conflict, StoreBroken):
                why = "your change could not be saved, so nothing happened; try again"
                return answer(mistake("store", why), request, 503)

        return guarded

    # Games

    async def games(self, request: Request) -> Response:
        return answer([books.game_book(name).game for name in self.hub.offered()], request)

    async def game(self, request: Request) -> Response:
        name = request.path_params["game"]
        if name not in self.hub.offered():
            raise Problem(404, "unknown_game", "this server does not offer that game")
        return answer(books.game_book(name), request, cache="no-cache")

    async def languages(self, request: Request) -> Response:
        found = {code: languages.book(code) for code in languages.added()}
        return answer({code: {"name": code, **book} for code, book in found.items()}, request, cache="no-cache")

    # Tables

    async def room(self, request: Request) -> Room:
        """The table, when all that happened there is kept."""
        while (room := await self.hub.room(request.path_params["table"])) is not None:
            if await room.settled():
                return room
        raise Problem(404, "unknown_table", "there is no such table")

    def who(self, room: Room, request: Request) -> Who:
        return room.company.who(room.match.head, tokens(request))

    def host(self, room: Room, request: Request) -> None:
        if not self.who(room, request).host:
            raise Problem(403, "not_host", "only the host can do that")

    async def tables(self, request: Request) -> Response:
        wanted = request.query_params.get("state", "")
        states = [wanted] if wanted in ("gathering", "playing", "over") else ["gathering", "playing"]
        return answer(await self.hub.listed(states, request.query_params.get("game", "")[:40]), request)

    async def make(self, request: Request) -> Response:
        wish = await body(request, wire.NewTable)
        self.may_make(request)
        return answer(await self.hub.make(wish, client_of(request.scope, self.hub.settings.proxy)), request, 201)

    def may_make(self, request: Request) -> None:
        if not self.makers.take(client_of(request.scope, self.hub.settings.proxy)):
            limited("tables")
            raise Problem(429, "too_many", "too many new tables; wait a while")

    async def table(self, request: Request) -> Response:
        return answer(tell.info(await self.room(request)), request)

    async def book(self, request: Request) -> Response:
        room = await self.room(request)
        head = room.match.head
        if not head.own_cards or room.match.frozen:
            return answer(books.game_book(head.game), request, cache="no-cache")
        told = await asyncio.to_thread(books.own_book, room.match.game, head.own_cards)
        return answer(told, request, cache="no-cache")

    async def cards(self, request: Request) -> Response:
        room = await self.room(request)
        if not room.match.head.own_cards:
            raise Problem(404, "printed_cards", "this table is played with the list that comes with the game")
        return Response(room.match.head.own_cards, 200, {"cache-control": "no-cache"}, "application/toml")

    async def join(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, wire.Join)
        return answer(await room.alone(lambda: seating.join(room, wish)), request)

    async def leave(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, wire.Leave)
        if wish.seat not in self.who(room, request).seats:
            raise Problem(403, "not_yours", "you do not hold that seat")
        return answer(await room.alone(lambda: seating.leave(room, wish.seat)), request)

    async def furnish(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, wire.Furnish)
        self.host(room, request)
        return answer(await room.alone(lambda: seating.furnish(room, wish)), request)

    async def start(self, request: Request) -> Response:
        room, wish = await self.room(request), await body(request, wire.Start)
        if wish.fill or not self.who(room, request).seats:
            self.host(room, request)
        return answer(await room.alone(lambda: seating.start(room, wish.fill)), request)

    async def again(self, request: Request) -> Response:
        room = await self.room(request)
        who = self.who(room, request)
        if not who.seats and not who.host:
            raise Problem(403, "not_yours", "only people who sat at this table can do that")
        if not room.match.head.again:
            self.may_make(request)
        return answer(await room.alone(lambda: self.hub.again(room)), request)

    async def send(self, request: Request) -> Response:
        room = await self.room(request)
        if not self.live.rate.take(client_of(request.scope, self.hub.settings.proxy)):
            limited("messages")
            raise Problem(429, "too_many", "too many messages; wait a moment")
        try:
            wish = WISHES.decode(await raw(request))
        except msgspec.DecodeError as error:
            raise Problem(400, "bad_body", str(error)) from error
        reply = await room.grant(self.who(room, request), wish, client_of(request.scope, self.hub.settings.proxy))
        return answer(reply, request, 409 if isinstance(reply, wire.Refused) else 200)

    async def view(self, request: Request) -> Response:
        room = await self.room(request)
        who = self.who(room, request)
        if room.match.table is None:
            raise Problem(409, "not_begun", "the game has not begun yet")
        if not who.seats and not who.host and not room.match.head.watch:
            raise Problem(403, "not_allowed", "this table is for its players only")
        seat = min(who.seats) if who.seats else None

        async def now() -> wire.View:
            return tell.view(room, seat, -1, True)

        return answer(await room.alone(now), request)

    async def stream(self, request: Request) -> Response:
        hello = await body(request, wire.Hello)
        return Stream(self.live, client_of(request.scope, self.hub.settings.proxy), hello)

    # Replays

    async def finished(self, request: Request, frozen: bool = False) -> tuple[Room, Replay]:
        """A game that is over; or, where nothing secret is told, one that can never end."""
        room = await self.room(request)
        if room.match.state != "over" and not (frozen and room.match.frozen):
            raise Problem(409, "running", "the game is not over yet")
        return room, await self.shelf.find(room)

    async def record(self, request: Request) -> Response:
        room, replay = await self.finished(request)
        name = f'attachment; filename="{room.match.head.game}-{room.id}.jsonl"'
        headers = {"content-disposition": name, "cache-control": "no-store"}
        return Response(replay.record.text(), 200, headers, "application/jsonl")

    async def replay(self, request: Request) -> Response:
        room, replay = await self.finished(request, frozen=True)
        return answer(replay.info(tell.info(room)), request)

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
            raise Problem(404, "seat", "there is no such seat")
        if not 0 <= number <= replay.total:
            raise Problem(404, "number", f"there are {replay.total} decisions")
        if room.match.state != "over" and eyes is not None:
            raise Problem(409, "running", "the game is not over yet")
        film = await self.hub.store.film(room.id, number)
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
        wish = await body(request, wire.PlayOn)
        self.may_make(request)
        return answer(await self.hub.play_on(room, replay.record, wish), request, 201)

    # Around

    async def qr(self, request: Request) -> Response:
        wish = await body(request, wire.QrWanted)
        out = io.BytesIO()
        segno.make(wish.text, error="m").save(out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True)
        return Response(out.getvalue(), 200, {"cache-control": "no-store"}, "image/svg+xml")

    async def health(self, request: Request) -> Response:
        status: Literal["ok", "closing", "broken"] = "closing" if self.hub.closing else "ok"
        try:
            tables = await self.hub.well()
        except StoreBroken:
            status, tables = "broken", 0
        told = wire.Health(status, __version__, wire.PROTOCOL, tables, len(self.hub.pipes))
        return answer(told, request, 200 if status == "ok" else 503)

    async def metrics(self, request: Request) -> Response:
        near = client_of(request.scope, self.hub.settings.proxy) in ("127.0.0.1", "::1", "testclient", "")
        if not near and not self.hub.settings.open_metrics:
            raise Problem(403, "not_allowed", "metrics are for this machine only; see the setting open_metrics")
        return Response(METRICS.text(), 200, {"cache-control": "no-store"}, "text/plain; version=0.0.4")


class Stream(Response):
    """An endless answer."""

    def __init__(self, live: Live, client: str, hello: wire.Hello) -> None:
        super().__init__(
            media_type="text/event-stream", headers={"cache-control": "no-store", "x-accel-buffering": "no"}
        )
        del self.headers["content-length"]
        self.live, self.client, self.hello = live, client, hello

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not await self.live.stream(self.client, self.hello, receive, send, self.raw_headers):
            await Response(b"", 503, {"retry-after": "5"})(scope, receive, send)
