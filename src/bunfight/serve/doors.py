"""Doors: what the rooms of the HTTP API share: how a request is read, answered and refused."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bunfight.serve import wire
from bunfight.serve.guard import client_of
from bunfight.serve.hub import Hub
from bunfight.serve.limits import Buckets, limited
from bunfight.serve.mistakes import mistake
from bunfight.serve.room import Room
from bunfight.serve.seating import Unseated
from bunfight.serve.settings import Settings
from bunfight.serve.store import Conflict, Damaged, StoreBroken

T = TypeVar("T")
FOR_EVER: Final = "public, max-age=31536000, immutable"
TABLE: Final = "/api/tables/{table}"


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


class Makers:
    """How many tables a client may make, through whichever door."""

    def __init__(self, settings: Settings) -> None:
        self.proxy = settings.proxy
        self._rate = Buckets(settings.tables_per_hour / 3600, max(10.0, settings.tables_per_hour / 4))

    def one_more(self, request: Request) -> None:
        if not self._rate.take(client_of(request.scope, self.proxy)):
            limited("tables")
            raise Problem(429, "too_many", "too many new tables; wait a while")


async def find_room(hub: Hub, request: Request) -> Room:
    """The table that a request is about, when all that happened there is kept."""
    while (room := await hub.room(request.path_params["table"])) is not None:
        if await room.settled():
            return room
    raise Problem(404, "unknown_table", "there is no such table")


def route(door: Door) -> Route:
    async def guarded(request: Request) -> Response:
        try:
            return await door.call(request)
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

    return Route(door.path, guarded, methods=[door.method])
