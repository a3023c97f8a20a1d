"""The server that benchmarks/fortress.py attacks, what is sent to it, and the table of results."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress
from typing import Any, ClassVar

import websockets

from bunfight import games
from bunfight.engine import Table, estimator

Fact = dict[str, Any]


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
