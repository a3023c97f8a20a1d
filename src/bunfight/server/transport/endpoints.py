"""Live: WebSocket and, where those are blocked, an event stream; both end in the same pipe."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Annotated, Any, Final

import msgspec

from bunfight import protocol
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import Bucket, Buckets, limited
from bunfight.server.registry import Hub
from bunfight.server.rooms.connection import Pipe
from bunfight.server.storage.interface import Damaged, StoreBroken
from bunfight.server.transport.limits import SHUT_SECONDS, Gate
from bunfight.server.transport.websocket import WebLine

GHOSTS_PER_SECOND: Final = 15.0
KEEP_OPEN_SECONDS: Final = 15.0
STRIKES: Final = 20  # messages beyond all limits before the line is cut
Receive = Any
Send = Any


class Live:
    def __init__(self, hub: Hub, gate: Gate) -> None:
        self.hub, self.gate = hub, gate
        self.rate = Buckets(hub.settings.messages_per_second, hub.settings.burst)  # for wishes that come by HTTP

    def bucket(self) -> Bucket:
        return Bucket(self.hub.settings.messages_per_second, self.hub.settings.burst)

    async def socket(self, client: str, receive: Receive, send: Send, line: WebLine) -> None:
        """One WebSocket from accept to close; most messages go the short way that its ``line`` has."""
        await receive()
        if self.hub.closing or not self.gate.admits(client):
            await send({"type": "websocket.close", "code": 1013, "reason": "too many connections"})
            return

        async def carry(text: bytes) -> None:
            await send({"type": "websocket.send", "text": text.decode()})

        pipe = Pipe(client, carry, line.end, self.bucket(), line.write)
        self.hub.pipes.add(pipe)
        try:
            line.meter = self.gate.meter(client)
            line.flooded = partial(self.gate.shut_out, client)
            await send({"type": "websocket.accept"})
            while True:
                line.taker = partial(self.take, pipe)
                event = await receive()
                line.taker = None
                if event["type"] != "websocket.receive":
                    break
                text = event.get("text")
                if text is None:
                    text = event.get("bytes") or b""
                if not pipe.closed:  # what was said before goodbye is still going out
                    await self.heard(pipe, text)
        finally:
            line.taker = line.flooded = None
            pipe.closed = True
            self.gone(pipe)

    def gone(self, pipe: Pipe) -> None:
        self.hub.pipes.discard(pipe)
        self.hub.lobby.discard(pipe)
        if pipe.room is not None:
            pipe.room.exit(pipe)
        self.gate.live.leave(pipe.client)

    def take(self, pipe: Pipe, text: str | bytes) -> bool:
        """The short way: deal with a message at once, if it makes sense and there is nothing to wait for."""
        try:
            message = protocol.CLIENT_DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            return False
        if isinstance(message, protocol.Hello):
            return False
        if pipe.closed:
            return True
        if isinstance(message, protocol.Ghost):
            METRICS.messages.add("ghost")
            self.ghost(pipe, message)
        elif not self.within_rate(pipe, message):
            pass
        elif isinstance(message, protocol.Ping):
            pipe.send(protocol.Pong(id=message.id, now=time.time()))
        elif pipe.room is None:
            pipe.send(protocol.RequestError(id=message.id, error="hello_first", why="say hello to a table first"))
        else:  # a wish belongs to the table where it was said, wherever its connection is when it is granted
            pipe.wish(pipe.room.spawn(pipe.room.grant(pipe.who, message, pipe.client, pipe.send)))
        return True

    async def heard(self, pipe: Pipe, text: str | bytes) -> None:
        """The long way: what makes no sense, and hello, which has to wait for the table."""
        if self.take(pipe, text):
            return
        try:
            message = protocol.CLIENT_DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError) as error:
            METRICS.troubles.add("nonsense")
            pipe.rate.take()
            pipe.send(protocol.RequestError(id=_id_of(text), error="nonsense", why=str(error)[:200]))
            self.strike(pipe)
            return
        assert isinstance(message, protocol.Hello)
        if self.within_rate(pipe, message):
            await self.hello(pipe, message)

    def within_rate(self, pipe: Pipe, message: protocol.Hello | protocol.Request | protocol.Ping) -> bool:
        METRICS.messages.add(type(message).__name__.lower())
        if not pipe.rate.take():
            limited("messages")
            pipe.send(protocol.RequestError(id=message.id, error="too_many", why="many_messages"))
            self.strike(pipe)
            return False
        if pipe.strikes and pipe.rate.full():
            pipe.strikes = 0
        return True

    def strike(self, pipe: Pipe) -> None:
        pipe.strikes += 1
        if pipe.strikes > STRIKES:
            limited("messages")
            pipe.close("too_many", "too many messages", int(SHUT_SECONDS * 1000))
            self.gate.shut_out(pipe.client)

    async def hello(self, pipe: Pipe, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL:
            pipe.close("protocol", f"this server speaks protocol {protocol.PROTOCOL}; load the page again", -1)
            return
        await pipe.granted()
        if pipe.room is not None:
            pipe.room.exit(pipe)
            pipe.room = None
        self.hub.lobby.discard(pipe)
        if not hello.table:
            self.hub.lobby.add(pipe)
            await self.hub.tell_lobby({pipe})
            return
        try:
            room = await self.hub.room(hello.table)
        except StoreBroken:
            pipe.close("gone", "the store cannot be read just now", 2000)
            return
        except Damaged as error:
            pipe.close("unknown_table", f"this table is damaged and cannot be opened: {error}", -1)
            return
        if room is None and self.hub.closing:
            pipe.close("shutdown", "the server is restarting", 300)
            return
        if room is None:
            pipe.close("unknown_table", "no_table", -1)
            return
        who = room.company.who(room.match.head, hello.tokens)
        if not who.seats and not who.host and not room.match.head.watch:
            pipe.close("not_allowed", "players_only", -1)
            return
        await room.enter(pipe, who, hello)

    def ghost(self, pipe: Pipe, ghost: protocol.Ghost) -> None:
        """Show others where a piece is held; never kept, never more often than the eye needs."""
        room = pipe.room
        if room is None or ghost.seat not in pipe.who.seats or room.match.table is None:
            return
        if pipe.ghosts is None:
            pipe.ghosts = Bucket(GHOSTS_PER_SECOND, 4)
        if (
            not (room.match.game.physics and room.match.game.physics.shows_aim)
            or ghost.seat not in room.match.table.state.awaiting()
            or not pipe.ghosts.take()
        ):
            return
        seen = protocol.GhostSeen(seat=ghost.seat, piece=ghost.piece, x=ghost.x, y=ghost.y, a=ghost.a, flip=ghost.flip)
        text = protocol.encode(seen)
        for other in room.company.pipes:
            if other is not pipe:
                other.post(text)
        self.hub.peers.aim(room, text)

    async def stream(self, client: str, hello: protocol.Hello, receive: Receive, send: Send, headers: Any) -> bool:
        """The fallback: server-sent events, one message in each. False: too many connections."""
        if self.hub.closing or not self.gate.admits(client):
            return False
        ended = asyncio.Event()

        async def carry(text: bytes) -> None:
            await send({"type": "http.response.body", "body": b"data: %b\n\n" % text, "more_body": True})

        pipe = Pipe(client, carry, ended.set, self.bucket())
        self.hub.pipes.add(pipe)
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self.hello(pipe, hello)
            gone = asyncio.create_task(_disconnected(receive))
            closed = asyncio.create_task(ended.wait())
            while True:
                done, _ = await asyncio.wait(
                    {gone, closed}, timeout=KEEP_OPEN_SECONDS, return_when=asyncio.FIRST_COMPLETED
                )
                if done:
                    break
                await send({"type": "http.response.body", "body": b": still here\n\n", "more_body": True})
            gone.cancel()
            closed.cancel()
        finally:
            pipe.closed = True
            self.gone(pipe)
        await send({"type": "http.response.body", "body": b""})
        return True


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Named(msgspec.Struct):
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


def _id_of(text: str | bytes) -> str:
    """The id of a message that makes no sense otherwise."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, UnicodeError):
        return ""
