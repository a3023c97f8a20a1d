"""Rooms work without network and database, and a move passes few calls."""

from __future__ import annotations

import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight.engine.table import Table
from bunfight.server.rooms.room import Room

ALONE = """
import asyncio, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"starlette", "uvicorn", "websockets", "h11", "sqlite3", "_sqlite3", "asyncpg"}:
            raise ImportError(f"{name} is not here")
sys.meta_path.insert(0, Absent())

from bunfight import games
from bunfight.bots import make
from bunfight.engine import Rng
from bunfight import protocol
from bunfight.server.registry import TableRegistry
from bunfight.server.settings import Settings
from bunfight.server.storage.memory import MemoryStore
from bunfight.server.rooms import requests
from bunfight.server.rooms.connection import Viewer

class Here:
    async def choose(self, game, view, spec, seed, stream, owner=""):
        return str(make(spec, games.load(*game)).choose(view, Rng(seed, stream)))
    async def warm_up(self): pass
    def close(self): pass

async def main():
    registry = TableRegistry(Settings(hidden_games=True), MemoryStore(), Here())
    await registry.open()
    places = [protocol.SeatSetup("me", "Ann"), protocol.SeatSetup("bot", "", "random")]
    made = await registry.create(protocol.NewTable("_template", places, pace="instant", start=True))
    room, count = await registry.room(made.table.id), 0
    while room.session.state == "playing":
        if 0 in room.session.table.state.awaiting():
            count += 1
            move = room.session.game.bots.fallback(room.session.table.state, 0).text
            request = protocol.Play(id=str(count), seat=0, move=move, version=room.session.version)
            reply = await requests.handle(room, Viewer(frozenset([0])), request)
            assert isinstance(reply, protocol.Ok), reply
        await asyncio.sleep(0)
    print("over after", room.session.number, "decisions,", count, "by a person")
    await registry.close()

asyncio.run(asyncio.wait_for(main(), 60))
"""


def test_a_table_is_played_without_network_and_without_database() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("over after")


async def test_a_move_goes_at_most_six_calls_from_the_socket_to_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: list[list[str]] = []
    spawned: list[list[str]] = []
    real_play, real_spawn = Table.play, Room.spawn

    def ours() -> list[str]:
        """The server's functions on the stack; what only times a task is no step of the way."""
        files = [(one.name, one.filename.replace("\\", "/")) for one in traceback.extract_stack()[:-2]]
        return [name for name, file in files if "/bunfight/server/" in file and not file.endswith("/stalls.py")]

    def play(self: Table, seat: int, move: Any) -> Any:
        ways.append(ours())
        return real_play(self, seat, move)

    def spawn(self: Room, work: Any) -> Any:
        spawned.append(ours())
        return real_spawn(self, work)

    monkeypatch.setattr(Table, "play", play)
    monkeypatch.setattr(Room, "spawn", spawn)
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"], made["seats"][1]["token"]) as client:
            view = await client.of("view")
            seat = view["seat"] if view["view"]["moves"] else 1 - view["seat"]
            assert (await client.play(seat))["type"] == "ok"
    (to_room,) = [way[way.index("data_received") :] for way in spawned if "data_received" in way][:1]
    (to_table,) = ways[:1]
    way = [*to_room[1:], *to_table]
    assert way == ["_frame", "take", "handle", "play", "decide", "advance"]
