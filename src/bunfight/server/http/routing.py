"""Doors: what the rooms of the HTTP API share: how a request is read, answered and refused."""

from __future__ import annotations

import gzip
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bunfight import protocol
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.protocol.errors import HttpError, error_body
from bunfight.server.observability.logs import note
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.registry import Hub
from bunfight.server.rooms.room import Room
from bunfight.server.settings import Settings
from bunfight.server.storage.interface import Conflict, Damaged, Gone, Store, StoreBroken
from bunfight.server.transport.middleware import client_of

T = TypeVar("T")
FOR_EVER: Final = "public, max-age=31536000, immutable"
TRIES: Final = 5  # to find a table that leaves memory meanwhile
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


def answer(what: Any, request: Request, status: int = 200, cache: str = "no-store") -> Response:
    body = protocol.ENCODER.encode(what)
    headers = {"cache-control": cache}
    if len(body) > 1400 and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5)
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(body, status, headers, "application/json")


async def raw(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise HttpError(413, "too_large", "large_request") from error


async def body(request: Request, kind: type[T]) -> T:
    """The request's body as a ``kind``; a HttpError says what is wrong with it."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HttpError(415, "not_json", "not_json")
    try:
        return msgspec.json.decode(await raw(request) or b"{}", type=kind)
    except msgspec.DecodeError as error:
        raise HttpError(400, "bad_body", "bad_body", why=str(error)) from error


def tokens(request: Request) -> list[str]:
    """Tokens in the Authorization header, several with commas between."""
    scheme, _, rest = request.headers.get("authorization", "").partition(" ")
    return [token.strip()[:64] for token in rest.split(",")][:16] if scheme.lower() == "bearer" and rest else []


class Makers:
    """How many tables a client may make, through whichever door."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.proxy, self.store = settings.proxy, store
        self._rate = Buckets(settings.tables_per_hour / 3600, max(10.0, settings.tables_per_hour / 4))

    async def one_more(self, request: Request) -> None:
        """Count a new table; together with other servers where they share a store."""
        client = client_of(request.scope, self.proxy)
        allowed = await self.store.allow(client, self._rate.rate, self._rate.burst)
        if not (self._rate.take(client) if allowed is None else allowed):
            limited("tables")
            raise HttpError(429, "too_many", "many_tables")


async def find_room(hub: Hub, request: Request) -> Room:
    """The table that a request is about, when all that happened there is kept."""
    while (room := await hub.room(request.path_params["table"])) is not None:
        if await room.settled():
            return room
    raise HttpError(404, "unknown_table", "no_table")


def route(door: Door) -> Route:
    async def guarded(request: Request) -> Response:
        try:
            for _ in range(TRIES):
                with suppress(Gone):
                    return await door.call(request)
            raise Conflict(request.path_params.get("table", ""))
        except HttpError as error:
            return answer(error_body(error.error, error), request, error.status)
        except BunfightError as error:
            return answer(error_body("not_possible", error), request, 400)
        except Damaged as error:
            damaged = InvalidInput("damaged", why=str(error))
            return answer(error_body("damaged", damaged), request, 410)
        except (Conflict, StoreBroken) as error:
            cause = f"{type(error).__name__}: {error}"
            note("not done", logging.WARNING, path=door.path, table=request.path_params.get("table", ""), why=cause)
            unsaved = InvalidInput("not_saved")
            return answer(error_body("store", unsaved), request, 503)

    return Route(door.path, guarded, methods=[door.method])
