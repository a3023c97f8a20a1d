"""What the modules of the HTTP API share: how a request is routed, read, answered and rejected."""

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
from bunfight.server.errors import HttpError, error_body
from bunfight.server.observability.logs import note
from bunfight.server.rate_limit import Buckets, limited
from bunfight.server.registry import TableRegistry
from bunfight.server.rooms.room import Room
from bunfight.server.settings import Settings
from bunfight.server.storage.interface import Conflict, Damaged, Gone, Store, StoreBroken
from bunfight.server.transport.middleware import client_of

T = TypeVar("T")
IMMUTABLE: Final = "public, max-age=31536000, immutable"
TRIES: Final = 5  # to find a table that leaves memory meanwhile
TABLE: Final = "/api/tables/{table}"


@dataclass(frozen=True)
class Query:
    """A query parameter of an operation."""

    name: str
    about: str
    type: Literal["string", "integer"] = "string"


MAX_CONSTANTS: Final = 64
Packed = tuple[bytes, bytes]  # a body, and the same compressed
_CONSTANTS: Final[dict[int, tuple[Any, Packed]]] = {}  # by id, with the object itself


@dataclass(frozen=True)
class Operation:
    """One operation of the API: its path, what it takes and what it returns."""

    method: Literal["GET", "POST"]
    path: str
    call: Callable[[Request], Awaitable[Response]]
    about: str
    takes: Any = None
    returns: Any = None
    token: str = ""  # whose token it needs
    query: tuple[Query, ...] = ()
    media_type: str = "application/json"
    status: int = 200


def answer(what: Any, request: Request, status: int = 200, cache: str = "no-store") -> Response:
    return _response(protocol.ENCODER.encode(what), None, request, status, cache)


def answer_constant(what: Any, request: Request) -> Response:
    """Answer with an object that never changes: it is encoded and compressed once."""
    return answer_packed(packed(what), request)


def answer_packed(what: Packed, request: Request) -> Response:
    """Answer with what is encoded and compressed already."""
    return _response(*what, request, 200, "no-cache")


def pack(what: Any) -> Packed:
    """Encode an object, and compress it as well."""
    body = protocol.ENCODER.encode(what)
    return body, gzip.compress(body, 5)


def packed(what: Any) -> Packed:
    """An object that never changes and that no stranger has made; it is packed once."""
    found = _CONSTANTS.get(id(what))
    if found is None:
        if len(_CONSTANTS) >= MAX_CONSTANTS:
            _CONSTANTS.pop(next(iter(_CONSTANTS)), None)
        found = _CONSTANTS[id(what)] = (what, pack(what))
    return found[1]


def _response(body: bytes, packed: bytes | None, request: Request, status: int, cache: str) -> Response:
    headers = {"cache-control": cache}
    if len(body) > 1400 and "gzip" in request.headers.get("accept-encoding", ""):
        body = packed or gzip.compress(body, 5)
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(body, status, headers, "application/json")


async def raw(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise HttpError(413, "too_large", "large_request") from error


async def body(request: Request, kind: type[T]) -> T:
    """The request's body as a ``kind``; raises HttpError if it is invalid."""
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


class TableLimit:
    """Limits how many tables a client may create, by whichever operation."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.proxy, self.store = settings.proxy, store
        self._rate = Buckets(settings.tables_per_hour / 3600, max(10.0, settings.tables_per_hour / 4))

    async def count(self, request: Request) -> None:
        """Count a new table, together with other servers that share the store; raises HttpError."""
        client = client_of(request.scope, self.proxy)
        allowed = await self.store.allow(client, self._rate.rate, self._rate.burst)
        if not (self._rate.take(client) if allowed is None else allowed):
            limited("tables")
            raise HttpError(429, "too_many", "many_tables")


async def find_room(registry: TableRegistry, request: Request) -> Room:
    """The table that a request is about, when everything that happened there is stored."""
    while (room := await registry.room(request.path_params["table"])) is not None:
        if await room.settled():
            return room
    raise HttpError(404, "unknown_table", "no_table")


def require_watching(room: Room, request: Request) -> None:
    """Raise HttpError if only players may see this table and the request brings no token of one."""
    if not room.may_watch(room.viewer(tokens(request))):
        raise HttpError(403, "not_allowed", "players_only")


def route(operation: Operation) -> Route:
    async def call(request: Request) -> Response:
        try:
            for _ in range(TRIES):
                with suppress(Gone):
                    return await operation.call(request)
            raise Conflict(request.path_params.get("table", ""))
        except HttpError as error:
            return answer(error_body(error.code, error), request, error.status)
        except BunfightError as error:
            return answer(error_body("not_possible", error), request, 400)
        except Damaged as error:
            return answer(error_body("damaged", InvalidInput("damaged", why=str(error))), request, 410)
        except (Conflict, StoreBroken) as error:
            cause = f"{type(error).__name__}: {error}"
            table = request.path_params.get("table", "")
            note("request failed", logging.WARNING, path=operation.path, table=table, why=cause)
            return answer(error_body("store", InvalidInput("not_saved")), request, 503)

    call.__name__ = f"{operation.method} {operation.path}"  # names the request if it stalls
    return Route(operation.path, call, methods=[operation.method])
