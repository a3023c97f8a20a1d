"""The HTTP half of the client: creating, joining and starting tables."""

from __future__ import annotations

import asyncio
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Final, TypeVar

import msgspec

from bunfight.engine.errors import InvalidInput
from bunfight.protocol import ErrorBody, Join, Joined, NewTable, Start, TableCreated, TableInfo

TIMEOUT: Final = 15.0  # seconds for a response
T = TypeVar("T")


class ServerError(InvalidInput):
    """The server cannot be reached or rejected a request. ``body`` has the reason in every language, if it sent one."""

    body: ErrorBody | None = None


def parse_link(link: str) -> tuple[str, str, str]:
    """The server, table and token (or "") of a link ``http://SERVER/t/TABLE#TOKEN``; InvalidInput if it is none."""
    try:
        parts = urllib.parse.urlsplit(link if "://" in link else f"http://{link}")
    except ValueError as error:  # such as an unfinished IPv6 address
        raise InvalidInput("no_link", link=link) from error
    path = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(path) != 2 or path[0] != "t":
        raise InvalidInput("no_link", link=link)
    return f"{parts.scheme}://{parts.netloc}", path[1], parts.fragment


class Server:
    """A server by its address. Every method raises ServerError with the server's reason."""

    def __init__(self, url: str, trust: ssl.SSLContext | None = None) -> None:
        self.url, self.trust = url.rstrip("/"), trust

    async def create_table(self, wanted: NewTable) -> TableCreated:
        return await self.request("/api/tables", TableCreated, wanted)

    async def table(self, table: str) -> TableInfo:
        return await self.request(f"/api/tables/{table}", TableInfo)

    async def join(self, table: str, name: str = "", seat: int | None = None) -> Joined:
        """Take a free seat."""
        return await self.request(f"/api/tables/{table}/join", Joined, Join(name, seat))

    async def start(self, table: str, token: str, fill: str = "") -> TableInfo:
        """Start the game. ``fill``: the bot for free seats; needs the host's token."""
        return await self.request(f"/api/tables/{table}/start", TableInfo, Start(fill), token)

    async def cards(self, table: str) -> str:
        """The custom card list of a table (TOML)."""
        return (await self.fetch(f"/api/tables/{table}/cards")).decode()

    async def request(self, path: str, kind: type[T], body: Any = None, token: str = "") -> T:
        """A GET, or a POST if there is a ``body``; the response as a ``kind``."""
        return msgspec.json.decode(await self.fetch(path, body, token), type=kind)

    async def fetch(self, path: str, body: Any = None, token: str = "") -> bytes:
        return await asyncio.to_thread(self._fetch, path, body, token)

    def _fetch(self, path: str, body: Any, token: str) -> bytes:
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(f"{self.url}{path}", data, headers)  # noqa: S310  # http or https
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT, context=self.trust) as response:  # noqa: S310
                content: bytes = response.read()
                return content
        except urllib.error.HTTPError as error:
            raise _rejection(error) from error
        except OSError as error:
            reason = getattr(error, "reason", error)  # urllib wraps the error of the system
            why = reason if isinstance(reason, OSError) else str(reason)
            raise ServerError("no_server", server=self.url, why=why) from error


def _rejection(error: urllib.error.HTTPError) -> ServerError:
    try:
        body = msgspec.json.decode(error.read(), type=ErrorBody)
    except msgspec.MsgspecError:
        return ServerError("server_says", why=f"{error.url}: {error.reason}")
    rejection = ServerError("server_says", why=body.why)
    rejection.body = body
    return rejection
