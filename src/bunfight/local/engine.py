"""The server's application, reached by function calls instead of a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

from bunfight.server.app import App
from bunfight.server.bots import Workers
from bunfight.server.settings import Settings
from bunfight.server.storage.interface import Store
from bunfight.server.transport.limits import Meter

CLIENT: Final = "local"
MANY: Final = 1_000_000  # the limits are for strangers
SETTINGS: Final = Settings(
    log="none",
    requests_per_second=MANY,
    messages_per_second=MANY,
    burst=MANY,
    connects_per_second=MANY,
    tables_per_hour=MANY,
    body=4_000_000,
    bot_timeout=60.0,
    ratings=False,
    forget_hours=24.0 * 30,
)


class Response(NamedTuple):
    """The answer to a request."""

    status: int
    kind: str  # content type
    body: bytes


class PageSocket:
    """One live connection of a page. ``deliver`` gets each message, ``closed`` is called at the end."""

    def __init__(self, deliver: Callable[[str], None], closed: Callable[[], None]) -> None:
        self.on_text: Callable[[bytes], bool] | None = None
        self.meter: Meter | None = None
        self.on_flood: Callable[[], None] | None = None
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._deliver, self._closed = deliver, closed
        self._open = True

    def write(self, texts: list[bytes]) -> bool:
        for text in texts:
            self._deliver(text.decode())
        return True

    def end(self) -> None:
        if self._open:
            self._open = False
            self.queue.put_nowait({"type": "websocket.disconnect"})
            self._closed()

    def receive(self, text: str) -> None:
        """Take a message from the page."""
        if self.on_text is None or not self.on_text(text.encode()):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._deliver(message["text"])
        elif message["type"] == "websocket.close":
            self.end()


class Engine:
    """A whole server for the pages of one browser."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.app = App(SETTINGS, store, workers, open_records=True)  # all tables belong to the user of the browser
        self._serving: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.app.registry.open()

    async def close(self) -> None:
        await self.app.registry.close()

    async def request(self, method: str, target: str, body: bytes = b"", token: str = "") -> Response:
        """Answer an HTTP request; ``target`` is the path with its query."""
        path, _, query = target.partition("?")
        headers = [(b"content-type", b"application/json")] if body else []
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (CLIENT, 0),
            "server": (CLIENT, 80),
        }
        incoming = [{"type": "http.request", "body": body, "more_body": False}]
        status, kind, parts = 500, "", []

        async def receive() -> dict[str, Any]:
            return incoming.pop() if incoming else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status, kind
            if message["type"] == "http.response.start":
                status = message["status"]
                kind = next((value.decode() for key, value in message["headers"] if key == b"content-type"), "")
            else:
                parts.append(message.get("body", b""))

        await self.app(scope, receive, send)
        return Response(status, kind, b"".join(parts))

    def connect(self, deliver: Callable[[str], None], closed: Callable[[], None]) -> PageSocket:
        """Open a live connection, as a WebSocket would."""
        socket = PageSocket(deliver, closed)
        socket.queue.put_nowait({"type": "websocket.connect"})
        task = asyncio.ensure_future(self.app.live.websocket(CLIENT, socket.queue.get, socket.send, socket))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        return socket
