"""The server that benchmarks/fortress.py attacks, what is sent to it, and the table of results."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from typing import Any, ClassVar

import websockets
from serve_client import memory

from bunfight import games
from bunfight.engine import Table, estimator
from bunfight.protocol import PROTOCOL

Fact = dict[str, Any]
NEIGHBOUR = "127.0.0.2"  # another client than the attacker, who comes from 127.0.0.1


class Server:
    """A server in a process of its own; ``limits`` replace the default ones."""

    started: ClassVar[list[Server]] = []

    def __init__(self, folder: str, limits: dict[str, Any], port: int = 0) -> None:
        settings = {"HIDDEN_GAMES": "true", **limits}
        env = os.environ | {f"BUNFIGHT_{key}": str(value) for key, value in settings.items()}
        command = [sys.executable, "-m", "bunfight.server", "--log", "none", "--no-open", "--db", f"{folder}/f.db"]
        self.process = subprocess.Popen([*command, "--port", str(port)], env=env, stdout=subprocess.PIPE, text=True)
        self.started.append(self)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])
        for _ in range(200):
            with suppress(OSError):
                self.get("/health")
                return
            time.sleep(0.05)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as reply:
            return json.load(reply)

    def text(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as reply:
            return str(reply.read().decode())

    async def post(self, path: str, body: Any, source: str = "127.0.0.1") -> tuple[int, Any]:
        def send() -> tuple[int, Any]:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(source, 0))
            with closing(connection):
                connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
                reply = connection.getresponse()
                return reply.status, json.load(reply)

        return await asyncio.to_thread(send)

    def live(self, source: str = "127.0.0.1") -> Any:
        address = f"ws://127.0.0.1:{self.port}/ws"
        return websockets.connect(address, max_size=None, ping_interval=None, local_addr=(source, 0))

    def fetch(self, path: str, source: str = "127.0.0.1") -> int:
        """Read a page as another client; its status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(source, 0))
        with closing(connection):
            connection.request("GET", path, headers={"accept-encoding": "gzip"})
            reply = connection.getresponse()
            reply.read()
            return reply.status

    def end(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(30)


async def neighbour(server: Server, during: Callable[[], Awaitable[None]]) -> Fact:
    """The latency of another client meanwhile, in milliseconds, and the memory used, in MB."""
    before, waits = memory(server.process.pid), list[float]()
    async with server.live(NEIGHBOUR) as quiet:
        attack = asyncio.ensure_future(during())
        while not attack.done():
            then = time.perf_counter()
            await quiet.send('{"type":"ping","id":"q"}')
            await quiet.recv()
            waits.append(1000 * (time.perf_counter() - then))
            await asyncio.sleep(0.15)
        await attack
    waits.sort()
    cost = (memory(server.process.pid) - before) / 2**20
    return {"p50_ms": round(waits[len(waits) // 2], 1), "worst_ms": round(waits[-1], 1), "memory_mb": round(cost, 1)}


async def together(calls: list[Callable[[], Awaitable[None]]]) -> None:
    await asyncio.gather(*[call() for call in calls])


async def drained(socket: Any) -> None:
    """Read whatever comes."""
    async for _ in socket:
        pass


async def waits_for_bot(server: Server, table: str, token: str) -> list[float]:
    """A game against one bot: how long it took, after each move, until it was this player's turn again, in ms."""
    waits, then, dice = list[float](), 0.0, random.Random(5)
    async with server.live(NEIGHBOUR) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [token]}))
        async for text in socket:
            message = json.loads(text)
            view = message.get("view") if message["type"] == "view" else None
            if not view or message["sealed"] is not None or not (view["moves"] or view["over"]):
                continue
            if then:
                waits.append(1000 * (time.perf_counter() - then))
            if view["over"]:
                return waits
            then = time.perf_counter()
            move = {"type": "play", "id": f"p{len(waits)}", "seat": 0, "version": message["version"]}
            await socket.send(json.dumps({**move, "move": dice.choice(view["moves"])}))
    return waits


def fill(folder: str, statement: str, *values: Any) -> None:
    """Write into the store of a server that is not running, past all limits."""
    with closing(sqlite3.connect(f"{folder}/f.db")) as db, db:
        db.execute(statement, values)


def record_of(name: str) -> str:
    """A whole game of random moves, without its events."""
    game, dice = games.load(name), random.Random(1)
    table = Table(game, ["a", "b"], "fortress", {}, estimator(game))
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        table.play(seat, dice.choice(game.view(table.state, seat).moves))
    rows = [json.loads(line) for line in table.record.lines()]
    return "\n".join(json.dumps({key: row[key] for key in row if key != "said"}) for row in rows)


def table(facts: dict[str, Fact]) -> str:
    """What a neighbour waited during each attack, in Markdown; for attacks without a neighbour what they found."""
    rows = ["| Attack | Worst | Median | Also |", "| --- | --- | --- | --- |"]
    for name, fact in facts.items():
        parts = {
            f"{name}: {key}": value for key, value in fact.items() if isinstance(value, dict) and "p50_ms" in value
        }
        for label, one in (parts or {name: fact}).items():
            wait = [f"{one[key]} ms" if key in one else "" for key in ("worst_ms", "p50_ms")]
            rest = {key: value for key, value in one.items() if key not in ("worst_ms", "p50_ms", "good", "stalls")}
            also = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in rest.items())
            rows.append(f"| {' | '.join([label, *wait, also + ('' if fact['good'] else ' **failed**')])} |")
    return "\n".join(rows)
