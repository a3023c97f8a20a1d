"""The live half of the client: a connection to a table that survives interruptions."""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bunfight import protocol
from bunfight.client.http import TIMEOUT, Server, parse_link
from bunfight.protocol import Ok, Rejected, RequestError, TableInfo, ViewUpdate

BACKOFF: Final = (0.3, 1.0, 2.0, 5.0, 10.0)  # seconds before each attempt to reconnect
RELOADING: Final = 0.3  # seconds after which a request is repeated that met a table that was being reloaded

Reply = Ok | Rejected | protocol.Explanation | protocol.HintResult | RequestError | protocol.Pong
Message = protocol.ServerMessage


class Disconnected(msgspec.Struct, frozen=True):
    """The connection broke; the next attempt comes after ``retry`` seconds. Requests wait until then."""

    reason: str
    retry: float


class TableConnection:
    """A connection to a table. Iterate over it to receive messages; replies go to the caller that sent the request.

    ``info`` (the table), ``seats`` (yours) and ``views`` (the last ViewUpdate by seat, None for a spectator) are kept
    up to date. Iteration ends when the connection is closed or the server asks not to reconnect.
    """

    def __init__(
        self,
        server: str,
        table: str,
        tokens: Sequence[str] = (),
        *,
        trust: ssl.SSLContext | None = None,
        backoff: Sequence[float] = BACKOFF,
    ) -> None:
        """``trust``: the certificates to trust instead of the usual ones; ``backoff``: seconds before each retry."""
        self.server, self.table, self.tokens = Server(server, trust), table, list(tokens)
        self.backoff = backoff
        self.info: TableInfo | None = None
        self.seats: list[int] = []
        self.views: dict[int | None, ViewUpdate] = {}
        self._messages: asyncio.Queue[Message | Disconnected | None] = asyncio.Queue()
        self._pending: dict[str, tuple[protocol.ClientMessage, asyncio.Future[Reply]]] = {}
        self._ids = (f"{secrets.token_hex(4)}-{number}" for number in count(1))
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def connected(self) -> bool:
        """Whether the server has welcomed this connection."""
        return self._socket is not None

    # -- lifetime

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
        if self._task is not None:
            with suppress(asyncio.CancelledError):
                await self._task

    def start(self) -> None:
        """Connect in the background, and reconnect until ``close``."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def drop(self) -> None:
        """Break the connection, which then reconnects. For tests."""
        if self._socket is not None:
            await self._socket.close()

    async def __aiter__(self) -> AsyncIterator[Message | Disconnected]:
        while (message := await self._messages.get()) is not None:
            yield message

    # -- requests

    def to_move(self, view: ViewUpdate) -> bool:
        """Return whether a view is the latest of its seat and offers moves that were not answered yet."""
        return view is self.views.get(view.seat) and bool(view.view["moves"]) and view.sealed is None

    async def play(self, seat: int, move: str, version: int | None = None) -> Reply:
        """Make a decision, by default on the last view."""
        based_on = self.views[seat].version if version is None else version
        return await self.request(protocol.Play, seat=seat, move=move, version=based_on)

    async def undo(self, seat: int, keep: int | None = None) -> Reply:
        return await self.request(protocol.Undo, seat=seat, keep=keep)

    async def answer_undo(self, seat: int, request: int, yes: bool) -> Reply:
        return await self.request(protocol.UndoAnswer, seat=seat, request=request, yes=yes)

    async def why(self, seat: int, move: str = "", about: Sequence[dict[str, str]] = ()) -> Reply:
        """Ask why a move is illegal, or why nothing can be done with some things."""
        return await self.request(protocol.Why, seat=seat, move=move, about=list(about))

    async def hint(self, seat: int, bot: str = "") -> Reply:
        return await self.request(protocol.Hint, seat=seat, bot=bot)

    async def chat(self, seat: int, text: str) -> Reply:
        return await self.request(protocol.SendChat, seat=seat, text=text[:200])

    async def request(self, kind: type[Any], *, timeout: float | None = TIMEOUT, **fields: Any) -> Reply:
        """Send any request and wait for its reply; TimeoutError if none comes. Repeated after a reconnection.

        With the ``id`` of an earlier request it counts as the same request, which is carried out once.
        """
        message = kind(**{"id": next(self._ids), **fields})
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = message, reply
        try:
            await self.send(message)
            return await asyncio.wait_for(reply, timeout)
        finally:
            del self._pending[message.id]

    async def send(self, message: protocol.ClientMessage) -> None:
        """Send a message that has no reply; it is lost while there is no connection."""
        if self._socket is not None:
            with suppress(WebSocketException):  # pending requests are sent again after the next welcome
                await self._socket.send(protocol.ENCODER.encode(message), text=True)

    # -- receiving

    async def _run(self) -> None:
        attempts, retry = 0, 0.0
        address = f"{self.server.url.replace('http', 'ws', 1)}/ws?table={self.table}"
        try:
            while True:
                reason = ""
                try:
                    async with connect(address, ssl=self.server.trust, max_size=None) as socket:
                        await socket.send(protocol.ENCODER.encode(self._hello()), text=True)
                        async for text in socket:
                            try:
                                message = protocol.SERVER_DECODER.decode(text)
                            except msgspec.ValidationError:
                                continue  # a kind of message that a newer server has
                            if isinstance(message, protocol.Welcome):
                                attempts = 0
                                await self._welcome(message, socket)
                            self._receive(message)
                            if isinstance(message, protocol.Bye):
                                reason, retry = message.why, message.retry / 1000
                                if message.retry < 0:
                                    return
                except (OSError, WebSocketException) as error:
                    reason = reason or str(error)
                self._socket = None
                retry = max(retry, self.backoff[min(attempts, len(self.backoff) - 1)])
                self._messages.put_nowait(Disconnected(reason, retry))
                await asyncio.sleep(retry)
                attempts, retry = attempts + 1, 0.0
        finally:
            self._socket = None
            self._messages.put_nowait(None)

    def _hello(self) -> protocol.Hello:
        """Says what this client has already, so that only what is new is sent."""
        last = min(self.views.values(), key=lambda view: view.number, default=None)
        version, number = (-1, -1) if last is None else (last.version, last.number)
        return protocol.Hello(
            protocol=protocol.PROTOCOL, table=self.table, tokens=self.tokens, version=version, number=number
        )

    async def _welcome(self, message: protocol.Welcome, socket: ClientConnection) -> None:
        self._socket, self.info, self.seats = socket, message.table, message.seats
        for request, _ in list(self._pending.values()):
            await self.send(request)

    def _receive(self, message: Message) -> None:
        if isinstance(message, Reply) and message.id:
            self._resolve(message)
            return
        if isinstance(message, protocol.TableUpdate):
            self.info = message.table
        elif isinstance(message, ViewUpdate):
            self.views[message.seat] = message
        self._messages.put_nowait(message)

    def _resolve(self, reply: Reply) -> None:
        request, future = self._pending.get(reply.id, (None, None))
        if request is None or future is None or future.done():
            return
        if isinstance(reply, RequestError) and reply.error == "gone":
            loop = asyncio.get_running_loop()
            loop.call_later(RELOADING, lambda: loop.create_task(self._repeat(reply.id)))
        else:
            future.set_result(reply)

    async def _repeat(self, id: str) -> None:
        if id in self._pending:
            await self.send(self._pending[id][0])


async def join(link: str, name: str = "", *, trust: ssl.SSLContext | None = None) -> TableConnection:
    """A connection by the link of a seat or of a table, where it takes a free seat or else watches."""
    url, table, token = parse_link(link)
    server, tokens = Server(url, trust), [token] if token else []
    info = await server.table(table)
    if not token and info.state == "gathering" and any(seat.kind == "open" for seat in info.seats):
        tokens = [(await server.join(table, name[:20])).token]
    return TableConnection(url, table, tokens, trust=trust)
