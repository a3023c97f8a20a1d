"""Measures what a move costs a second server with clients at the same table: to follow it, or to proxy messages.

    python benchmarks/follow.py

Follow: read the table and the new decision from PostgreSQL, and play it on the copy in memory. Hand on (what a lease
would need): the request goes to the server that holds the table, view and reply come back, each through one more
socket. Both in processor time of this process, loopback only; views are made once in either case, so they do not count.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from private_postgres import PrivatePostgres

from bunfight import games
from bunfight.protocol import ENCODER, NewTable, Play, SeatSetup, encode
from bunfight.server.registry import TableRegistry
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.settings import Settings
from bunfight.server.storage.open import open_store

MOVES = 300


async def following(db: str) -> tuple[float, int]:
    """Microseconds of processor time to follow one move, and the size of a view."""
    store = open_store(db)
    registry = TableRegistry(Settings(), store, None)  # type: ignore[arg-type]  # no workers
    await store.open()
    spent, done, size = 0.0, 0, 0
    while done < MOVES:
        seats = [SeatSetup("me"), SeatSetup("me")]
        made = await registry.create(NewTable("burger_war", seats, pace="instant", start=True))
        room = await registry.room(made.table.id)
        assert room is not None
        stored = await store.load(room.id)
        assert stored is not None
        other = GameSession(stored)
        other.restore([], 0.0)
        while room.session.state == "playing" and done < MOVES:
            state = room.session.require_table().state
            seat = state.awaiting()[0]
            room.session.require_table().play(seat, room.session.game.bots.fallback(state, seat).text)
            entry = room.session.require_table().record.entries[-1]
            room.session.number, room.session.version = room.session.number + 1, room.session.version + 1
            if room.session.require_table().record.end is not None:
                room.session.state, room.session.head.outcome = "over", room.session.require_table().record.end
            room.session.running.streams = room.session.require_table().streams
            await room.commit(entries=[entry], head=room.session.state == "over")
            size = max(size, len(encode(room.broadcast.view(0, room.session.number - 1, False))))
            begun = time.process_time()
            now = await store.since(room.id, other.number)
            assert now is not None and other.continues_to(now[0])
            other.append(*now)
            spent += time.process_time() - begun
            done += 1
        registry.drop(room)
    await store.close()
    return 1e6 * spent / done, size


class Answering(asyncio.Protocol):
    """The server that holds the table: a request in, a view and a reply out."""

    view = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(self.view)  # type: ignore[attr-defined]


class Handing(asyncio.Protocol):
    """The proxying server: frames are read unparsed, tagged with their connection, and passed on."""

    onward: asyncio.Transport | None = None
    back: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        Handing.back = transport  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        assert Handing.onward is not None
        named = msgspec.json.encode(("line 17", data.decode()))
        Handing.onward.write(len(named).to_bytes(4, "big") + named)


class Returning(asyncio.Protocol):
    def data_received(self, data: bytes) -> None:
        assert Handing.back is not None
        Handing.back.write(data)


class Client(asyncio.Protocol):
    def __init__(self, wanted: int) -> None:
        self.wanted, self.got, self.answered = wanted, 0, asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        if self.got >= self.wanted:
            self.got = 0
            self.answered.set()


async def handing_on(size: int) -> float:
    """Microseconds of processor time that one more server in between costs for each move."""
    loop = asyncio.get_running_loop()
    Answering.view = b"v" * (size + 60)
    holder = await loop.create_server(Answering, "127.0.0.1", 0)
    between = await loop.create_server(Handing, "127.0.0.1", 0)
    at = holder.sockets[0].getsockname()
    Handing.onward, _ = await loop.create_connection(Returning, *at)
    request = ENCODER.encode(Play(id="0.123", seat=0, move="place bun_n1 2", version=17))
    costs = []
    for server in (at, between.sockets[0].getsockname(), at, between.sockets[0].getsockname()):
        client = Client(size + 60)
        connection, _ = await loop.create_connection(lambda client=client: client, *server)  # type: ignore[misc]
        begun = time.process_time()
        for _ in range(3000):
            client.answered.clear()
            connection.write(request)
            await client.answered.wait()
        costs.append(1e6 * (time.process_time() - begun) / 3000)
        connection.close()
    holder.close()
    between.close()
    return (costs[1] + costs[3] - costs[0] - costs[2]) / 2


def main() -> None:
    games.load("burger_war")
    mine = PrivatePostgres(sync=True)
    try:
        follow, size = uvloop.run(following(mine.database()))
        print(json.dumps({"follow_us": round(follow), "hand_on_us": round(uvloop.run(handing_on(size))), "view": size}))
    finally:
        mine.stop()


if __name__ == "__main__":
    main()
