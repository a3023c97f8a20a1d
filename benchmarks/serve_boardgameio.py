"""The load of serve_load.py on boardgame.io's server, for comparison: loopback only, its storage in memory.

    mkdir /tmp/bgio && cd /tmp/bgio && npm init -y && npm install boardgame.io@0.50.2
    python benchmarks/serve_boardgameio.py --modules /tmp/bgio/node_modules --clients 50 500 2000 --rate 1500

A move counts as acknowledged when its player receives the state after it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from serve_client import Pace, Socket, connect
from serve_load import cpu, memory, percentile

SOCKET = "/socket.io/?EIO=4&transport=websocket"


class Player:
    def __init__(self, load: Load, match: str, seat: int, seats: int) -> None:
        self.load, self.match, self.seat, self.seats = load, match, str(seat), seats
        self.socket: Socket | None = None
        self.early: list[bytes] = []
        self.sent = 0.0
        self.state: dict[str, Any] | None = None

    async def come(self) -> None:
        self.socket = await connect(self.load.port, self.heard, SOCKET)
        for payload in self.early:
            self.heard(payload)

    def emit(self, *what: Any) -> None:
        assert self.socket is not None
        self.socket.send(b"42/plates," + json.dumps(what).encode())

    def heard(self, payload: bytes) -> None:
        if self.socket is None:
            self.early.append(payload)
        elif payload == b"2":
            self.socket.send(b"3")
        elif payload[:1] == b"0":
            self.socket.send(b"40/plates,")
        elif payload.startswith(b"40/plates"):
            self.emit("sync", self.match, self.seat, None, self.seats)
        elif payload.startswith(b"42/plates,"):
            kind, _, told, *_ = json.loads(payload[10:])
            if kind in ("sync", "update"):
                self.state = told["state"] if kind == "sync" else told
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

    async def run(self, seconds: float, pid: int) -> tuple[float, float]:
        self.going = True
        for player in self.players:
            player.consider()
        await asyncio.sleep(min(3.0, seconds / 3))
        self.counting, begun, worked = True, time.perf_counter(), cpu(pid)
        await asyncio.sleep(seconds)
        self.counting = self.going = False
        return time.perf_counter() - begun, cpu(pid) - worked


async def measure(clients: int, args: argparse.Namespace) -> dict[str, Any]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = Path(__file__).with_suffix(".cjs")
    env = os.environ | {"NODE_PATH": args.modules, "NODE_ENV": "production"}
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
        idle = (memory(process.pid) - before) / clients / 1024
        seconds, used = await load.run(args.seconds, process.pid)
    finally:
        process.kill()
        process.wait()
    moves = len(load.latencies)
    return {
        "server": "boardgame.io",
        "clients": clients,
        "moves_per_second": round(moves / seconds),
        "p50_ms": round(percentile(load.latencies, 0.5) * 1000, 1),
        "p99_ms": round(percentile(load.latencies, 0.99) * 1000, 1),
        "kib_per_idle_connection": round(idle, 1),
        "server_cpu_us_per_move": round(1e6 * used / max(1, moves)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on boardgame.io's server.")
    parser.add_argument("--modules", required=True, help="the node_modules folder with boardgame.io in it")
    parser.add_argument("--clients", type=int, nargs="+", default=[50, 500, 2000])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=1500.0)
    parser.add_argument("--people", type=int, default=2)
    args = parser.parse_args()
    for clients in args.clients:
        print(json.dumps(asyncio.run(measure(clients, args))), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
