"""Live connections: WebSocket and, where that is blocked, an event stream. Both lead to the same messages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, Protocol

import msgspec

from bunfight import protocol
from bunfight.server import attachments
from bunfight.server.observability.metrics import METRICS
from bunfight.server.observability.stalls import STALL_SECONDS, stalled, watched
from bunfight.server.rate_limit import Bucket, Buckets, limited
from bunfight.server.registry import TableRegistry
from bunfight.server.rooms import requests
from bunfight.server.rooms.connection import Connection
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import Damaged, StoreBroken
from bunfight.server.transport.limits import BAN_SECONDS, ClientLimits, Meter

EPHEMERAL_PER_SECOND: Final = 15.0
ADDRESSES: Final = (1 / 600, 6)  # for mail, left by one client: one in ten minutes, six at once
KEEP_ALIVE_SECONDS: Final = 15.0
MAX_STRIKES: Final = 20  # messages beyond a limit before the connection is closed
Receive = Any
Send = Any


class MessageSocket(Protocol):
    """A socket that hands text messages over as soon as they arrive (``on_text``) and writes several at once."""

    on_text: Callable[[bytes], bool] | None
    meter: Meter | None
    on_flood: Callable[[], None] | None

    def end(self) -> None: ...

    def write(self, texts: list[bytes]) -> bool: ...


class LiveConnection(Connection):
    """A connection and the table that it has entered."""

    __slots__ = ("ephemeral_rate", "room")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.room: Room | None = None
        self.ephemeral_rate: Bucket | None = None


class LiveEndpoint:
    def __init__(self, registry: TableRegistry, limits: ClientLimits) -> None:
        self.registry, self.limits = registry, limits
        settings = registry.settings
        self._addresses = Buckets(*ADDRESSES)
        self.http_rate = Buckets(settings.messages_per_second, settings.burst)  # for requests that come by HTTP

    def may_leave_address(self, client: str, message: protocol.Request) -> bool:
        """Return whether a client may have mail sent to one more address: each costs its owner a mail."""
        if not isinstance(message, protocol.SetReminder) or not message.mail:
            return True
        return self._addresses.take(client) or limited("addresses")

    def _rate(self) -> Bucket:
        return Bucket(self.registry.settings.messages_per_second, self.registry.settings.burst)

    async def websocket(self, client: str, receive: Receive, send: Send, socket: MessageSocket) -> None:
        """Serve one WebSocket from accept to close; ``socket`` hands most messages over without this task."""
        await receive()
        if self.registry.closing or not self.limits.admit(client):
            await send({"type": "websocket.close", "code": 1013, "reason": "too many connections"})
            return

        async def send_one(text: bytes) -> None:
            await send({"type": "websocket.send", "text": text.decode()})

        connection = LiveConnection(client, send_one, socket.end, self._rate(), socket.write)
        self.registry.connections.add(connection)
        try:
            socket.meter = self.limits.meter(client)
            socket.on_flood = partial(self.limits.ban, client)
            await send({"type": "websocket.accept"})
            while True:
                socket.on_text = partial(self.take, connection)
                event = await receive()
                socket.on_text = None
                if event["type"] != "websocket.receive":
                    break
                text = event.get("text")
                if text is None:
                    text = event.get("bytes") or b""
                if not connection.closed:  # otherwise the last message is still going out
                    await self._receive(connection, text)
        finally:
            socket.on_text = socket.on_flood = None
            connection.closed = True
            self._disconnected(connection)

    def _disconnected(self, connection: LiveConnection) -> None:
        self.registry.connections.discard(connection)
        self.registry.lobby.discard(connection)
        if connection.room is not None:
            connection.room.exit(connection)
        self.limits.live.leave(connection.client)

    def take(self, connection: LiveConnection, text: str | bytes) -> bool:
        """Handle a message at once if it is valid and nothing has to be awaited first."""
        started = time.perf_counter()
        try:
            try:
                message = protocol.CLIENT_DECODER.decode(text)
            except (msgspec.DecodeError, UnicodeError):
                return False
            if isinstance(message, protocol.Hello):
                return False
            if connection.closed:
                return True
            if isinstance(message, protocol.Ephemeral):
                METRICS.messages.add("ephemeral")
                self._relay(connection, message)
            elif not self._within_rate(connection, message):
                pass
            elif isinstance(message, protocol.Ping):
                connection.send(protocol.Pong(id=message.id, now=time.time()))
            elif (room := connection.room) is None:
                why = "say hello to a table first"
                connection.send(protocol.RequestError(id=message.id, error="hello_first", why=why))
            elif not self.may_leave_address(connection.client, message):
                why = "too many mail addresses; wait a while"
                connection.send(protocol.RequestError(id=message.id, error="too_many", why=why))
            else:  # a request belongs to the table where it was made, wherever its connection is when it is handled
                work = requests.handle(room, connection.viewer, message, connection.client, connection.send)
                connection.add_request(room.spawn(watched(lambda: type(message).__name__.lower(), work)))
            return True
        finally:
            if (seconds := time.perf_counter() - started) > STALL_SECONDS:
                stalled("message", seconds)

    async def _receive(self, connection: LiveConnection, text: str | bytes) -> None:
        """Handle any message, also an invalid one and hello, which has to wait for the table."""
        if self.take(connection, text):
            return
        try:
            message = protocol.CLIENT_DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            METRICS.invalid.add("invalid")
            connection.rate.take()
            connection.send(protocol.RequestError(id=_id_of(text), error="invalid", why=str(error)[:200]))
            self._strike(connection)
            return
        assert isinstance(message, protocol.Hello)
        if not self._within_rate(connection, message):
            return
        if await self.registry.turns.take(connection.client):
            await watched(lambda: "hello", self._hello(connection, message))
        else:
            connection.send(protocol.RequestError(id=message.id, error="too_many", why=requests.MANY))

    def _within_rate(
        self, connection: LiveConnection, message: protocol.Hello | protocol.Request | protocol.Ping
    ) -> bool:
        METRICS.messages.add(type(message).__name__.lower())
        if not connection.rate.take():
            limited("messages")
            connection.send(protocol.RequestError(id=message.id, error="too_many", why=requests.MANY))
            self._strike(connection)
            return False
        if connection.strikes and connection.rate.full():
            connection.strikes = 0
        return True

    def _strike(self, connection: LiveConnection) -> None:
        connection.strikes += 1
        if connection.strikes > MAX_STRIKES:
            limited("messages")
            connection.close("too_many", "too many messages", int(BAN_SECONDS * 1000))
            self.limits.ban(connection.client)

    async def _hello(self, connection: LiveConnection, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL:
            connection.close("protocol", _wrong_protocol(hello.protocol), -1)
            return
        await connection.requests_answered()
        if connection.room is not None:
            connection.room.exit(connection)
            connection.room = None
        self.registry.lobby.discard(connection)
        if not hello.table:
            self.registry.lobby.add(connection)
            await self.registry.send_lobby({connection})
            return
        try:
            room = await self.registry.room(hello.table)
        except StoreBroken:
            connection.close("gone", "the store cannot be read just now", 2000)
            return
        except Damaged as error:
            connection.close("unknown_table", f"this table is damaged and cannot be opened: {error}", -1)
            return
        if room is None and self.registry.closing:
            connection.close("shutdown", "the server is restarting", 300)
            return
        if room is None:
            connection.close("unknown_table", "there is no such table", -1)
            return
        viewer = room.viewer(hello.tokens)
        if not room.may_watch(viewer):
            connection.close("not_allowed", "this table is for its players only", -1)
        elif await room.enter(connection, viewer, hello):
            connection.room = room

    def _relay(self, connection: LiveConnection, message: protocol.Ephemeral) -> None:
        """Send an ephemeral message to the others at the table; it is never stored, and its rate is limited."""
        room = connection.room
        if room is None or message.seat not in connection.viewer.seats or room.session.table is None:
            return
        if connection.ephemeral_rate is None:
            connection.ephemeral_rate = Bucket(EPHEMERAL_PER_SECOND, 4)
        session = room.session
        if message.seat not in session.awaiting() or not connection.ephemeral_rate.take():
            return
        if attachments.relays_ephemeral(session.game, message.kind, message.body):
            copy = protocol.EphemeralMessage(seat=message.seat, kind=message.kind, body=message.body)
            text = protocol.encode(copy)
            room.presence.send_all_encoded(text, connection)
            self.registry.cluster.relay_ephemeral(room, text)

    async def stream(self, client: str, hello: protocol.Hello, receive: Receive, send: Send, headers: Any) -> bool:
        """The fallback: server-sent events, one message each. False: too many connections."""
        if self.registry.closing or not self.limits.admit(client):
            return False
        ended = asyncio.Event()

        async def send_one(text: bytes) -> None:
            await send({"type": "http.response.body", "body": b"data: %b\n\n" % text, "more_body": True})

        connection = LiveConnection(client, send_one, ended.set, self._rate())
        self.registry.connections.add(connection)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._hello(connection, hello)
            gone = asyncio.create_task(_disconnected(receive))
            closed = asyncio.create_task(ended.wait())
            while True:
                done, _ = await asyncio.wait(
                    {gone, closed}, timeout=KEEP_ALIVE_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                if done:
                    break
                await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})
            gone.cancel()
            closed.cancel()
        finally:
            connection.closed = True
            self._disconnected(connection)
        await send({"type": "http.response.body", "body": b""})
        return True


def _wrong_protocol(theirs: int) -> str:
    if theirs < protocol.PROTOCOL:
        return f"the server was updated (protocol {protocol.PROTOCOL}, yours is {theirs}); reload the page"
    return (
        f"this server is older than your client (protocol {protocol.PROTOCOL}, yours is {theirs}); load the page again"
    )


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _WithId(msgspec.Struct):
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


def _id_of(text: str | bytes) -> str:
    """The id of a message that is invalid otherwise."""
    try:
        return msgspec.json.decode(text, type=_WithId).id
    except (msgspec.DecodeError, UnicodeError):
        return ""
