"""Runs the load of serve_load.py on boardgame.io's server, for comparison; loopback only, storage in memory.

It runs beside ours with ``serve_load.py --boardgameio NODE_MODULES``. A move counts as acknowledged when its player
receives the state after it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import msgspec
from serve_client import Pace, Socket, Work, connect, memory, report

SOCKET = "/socket.io/?EIO=4&transport=websocket"


class Player:
    def __init__(self, load: Load, match: str, seat: int, seats: int) -> None:
        self.load, self.match, self.seat, self.seats = load, match, str(seat), seats
        self.socket: Socket | None = None
        self.early: list[bytes] = []
        self.sent = 0.0
        self.state: dict[str, Any] | None = None

    async def come(self) -> None:
        self.socket = await connect(self.load.port, self.on_message, SOCKET)
        for payload in self.early:
            self.on_message(payload)

    def emit(self, *what: Any) -> None:
        assert self.socket is not None
        self.socket.send(b"42/plates," + json.dumps(what).encode())

    def on_message(self, payload: bytes) -> None:
        if self.socket is None:
            self.early.append(payload)
        elif payload == b"2":
            self.socket.send(b"3")
        elif payload[:1] == b"0":
            self.socket.send(b"40/plates,")
        elif payload.startswith(b"40/plates"):
            self.emit("sync", self.match, self.seat, None, self.seats)
        elif payload.startswith(b"42/plates,"):
            kind, _, message, *_ = msgspec.json.decode(payload[10:])
            if kind in ("sync", "update"):
                self.state = message["state"] if kind == "sync" else message
                if self.sent and kind == "update" and self.state and self.state["ctx"]["currentPlayer"] != self.seat:
                    self.load.acknowledged(time.perf_counter() - self.sent)
                    self.sent = 0.0
                self.consider()

    def consider(self) -> None:
        if self.load.going and self.state and self.state["ctx"]["currentPlayer"] == self.seat and not self.sent:
            self.sent = -1.0
            asyncio.get_running_loop().call_later(self.load.pace.wait(self.match), self.play)

    def play(self) -> None:
        if not self.load.going or self.state is None:
            return
        self.sent = time.perf_counter()
        payload = {"type": "play", "args": [0], "playerID": self.seat, "credentials": None}
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.state["_stateID"], self.match, self.seat)


class Load:
    def __init__(self, port: int, clients: int, rate: float, people: int) -> None:
        self.port = port
        self.pace = Pace(max(1, clients // people), rate)
        self.players = [Player(self, f"m{n // people}", n % people, people) for n in range(clients)]
        self.latencies: list[float] = []
        self.going = self.counting = False

    def acknowledged(self, seconds: float) -> None:
        if self.counting:
            self.latencies.append(seconds)

    async def run(self, seconds: float, pid: int) -> tuple[float, tuple[float, float, float]]:
        self.going = True
        for player in self.players:
            player.consider()
        await asyncio.sleep(min(3.0, seconds / 3))
        self.counting, begun, work = True, time.perf_counter(), Work([pid])
        await asyncio.sleep(seconds)
        self.counting = self.going = False
        return time.perf_counter() - begun, work.spent()


async def measure(clients: int, args: argparse.Namespace) -> dict[str, Any]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = Path(__file__).with_suffix(".cjs")
    env = os.environ | {"NODE_PATH": args.boardgameio, "NODE_ENV": "production"}
    process = subprocess.Popen(
        ["node", str(script), str(port)], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        while "ready" not in process.stdout.readline():
            pass
        load = Load(port, clients, args.rate, args.people)
        before = memory(process.pid)
        for start in range(0, clients, 100):
            await asyncio.gather(*[player.come() for player in load.players[start : start + 100]])
        await asyncio.sleep(2.0)
        idle = (memory(process.pid) - before) / clients
        seconds, spent = await load.run(args.seconds, process.pid)
    finally:
        process.kill()
        process.wait()
    return {"server": "boardgame.io", "clients": clients, **report(load.latencies, seconds, spent, idle)}
