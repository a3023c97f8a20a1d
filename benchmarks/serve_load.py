"""Load on the table server, loopback only: acknowledged moves a second, latency, memory of an idle connection.

    python benchmarks/serve_load.py --clients 50 500 2000 --seconds 15 --rate 1500

One process is the server with full sync, this one is all clients. Two people sit at each table, at every fifth one
with a bot. Latency is from sending a move to its acknowledgement, which means that it is on disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from serve_client import DECODER, Pace, Socket, Told, connect

LIMITS = {
    "CONNECTIONS": 20000,
    "CONNECTIONS_PER_CLIENT": 20000,
    "MESSAGES_PER_SECOND": 1e6,
    "BURST": 10**6,
    "TABLES_PER_HOUR": 10**8,
    "REQUESTS_PER_SECOND": 1e6,
    "HIDDEN_GAMES": "true",
}


def post(port: int, path: str, body: Any, token: str = "") -> Any:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def memory(pid: int) -> int:
    """Resident bytes of one process."""
    with Path(f"/proc/{pid}/statm").open() as told:
        return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def cpu(pid: int) -> float:
    with Path(f"/proc/{pid}/stat").open() as told:
        fields = told.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    def __init__(self, folder: str) -> None:
        env = os.environ | {f"BUNFIGHT_{key}": str(value) for key, value in LIMITS.items()}
        command = [sys.executable, "-m", "bunfight.serve", "--port", "0", "--log", "none", "--db", f"{folder}/load.db"]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])
        self.pid = self.process.pid
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health").close()
                return
            except OSError:
                time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Player:
    """One person at one seat; makes the first offered move when its table's turn in the pace has come."""

    def __init__(self, load: Load, table: str, token: str, seat: int) -> None:
        self.load, self.table, self.token, self.seat = load, table, token, seat
        self.socket: Socket | None = None
        self.sent: dict[str, float] = {}
        self.at = table
        self.last: Told | None = None
        self.waiting = False
        self.moved = -1
        self.count = 0

    async def come(self) -> None:
        self.socket = await connect(self.load.port, self.heard)
        self.hello()

    def hello(self) -> None:
        assert self.socket is not None
        hello = {"type": "hello", "protocol": 1, "table": self.table, "tokens": [self.token]}
        self.socket.send(msgspec.json.encode(hello))

    def heard(self, payload: bytes) -> None:
        told = DECODER.decode(payload)
        if told.table is not None:
            self.at = told.table.id
        elif told.type == "view" and told.view is not None:
            self.last = told
            if told.view.over:
                self.load.ended(self.at)
            self.consider()
        elif told.type == "ok":
            self.load.acknowledged(time.perf_counter() - self.sent.pop(told.id))
            self.consider()
        elif told.type in ("refused", "trouble"):
            self.sent.pop(told.id, None)
            self.load.refused += 1

    def consider(self) -> None:
        """Decide on the last view, unless a decision is on its way."""
        last = self.last
        if last is None or last.view is None or self.sent or self.waiting or not self.load.going:
            return
        if last.view.moves and last.sealed is None and last.version > self.moved:
            self.waiting = True
            asyncio.get_running_loop().call_later(self.load.pace.wait(self.table), self.play)

    def play(self) -> None:
        self.waiting = False
        last = self.last
        if not self.load.going or self.socket is None or last is None or last.view is None or not last.view.moves:
            return
        self.count += 1
        self.moved = last.version
        id = f"{self.seat}.{self.count}"
        self.sent[id] = time.perf_counter()
        move = last.view.moves[self.count % len(last.view.moves)]
        wish = {"type": "play", "id": id, "seat": self.seat, "move": move, "version": last.version}
        self.socket.send(msgspec.json.encode(wish))


class Load:
    def __init__(self, port: int, game: str, clients: int, rate: float, bots: int, people: int) -> None:
        self.port, self.game, self.bots = port, game, bots
        self.people = people
        self.pace = Pace(max(1, clients // people), rate)
        self.players: list[Player] = []
        self.hosts: dict[str, str] = {}
        self.latencies: list[float] = []
        self.refused = 0
        self.going = False
        self.counting = False
        while len(self.players) < clients:
            self.table()

    def table(self) -> None:
        places: list[dict[str, str]] = [{"kind": "me"}] * self.people
        if self.bots and len(self.hosts) % self.bots == 0:
            places = [*places[: 4 - 1], {"kind": "bot", "bot": "easy"}]
        wish = {"game": self.game, "places": places, "start": True, "pace": "instant"}
        made = post(self.port, "/api/tables", wish)
        table = made["table"]["id"]
        self.hosts[table] = made["host"]
        self.players += [Player(self, table, key["token"], key["seat"]) for key in made["seats"]]

    def acknowledged(self, seconds: float) -> None:
        if self.counting:
            self.latencies.append(seconds)

    def ended(self, table: str) -> None:
        host = self.hosts.pop(table, None)
        if host is not None and self.going:
            asyncio.get_running_loop().create_task(self.again(table, host))

    async def again(self, table: str, host: str) -> None:
        there = (await asyncio.to_thread(post, self.port, f"/api/tables/{table}/again", {}, host))["table"]["id"]
        self.hosts[there] = host
        for player in self.players:
            if player.table == table:
                player.table, player.moved, player.last = there, -1, None
                player.hello()

    async def connect(self) -> None:
        for start in range(0, len(self.players), 100):
            await asyncio.gather(*[player.come() for player in self.players[start : start + 100]])
        await asyncio.sleep(1.0)

    async def run(self, seconds: float, pid: int) -> tuple[float, float]:
        """Play for a while; the seconds that were counted, and those in which the server was at work."""
        self.going = True
        for player in self.players:
            player.hello()  # a fresh view starts everybody
        await asyncio.sleep(min(3.0, seconds / 3))
        self.counting, begun, worked = True, time.perf_counter(), cpu(pid)
        await asyncio.sleep(seconds)
        self.counting = False
        counted, worked = time.perf_counter() - begun, cpu(pid) - worked
        self.going = False
        await asyncio.sleep(0.5)
        return counted, worked


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


async def measure(clients: int, args: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            load = Load(server.port, args.game, clients, args.rate, args.bots, args.people)
            before = memory(server.pid)
            await load.connect()
            await asyncio.sleep(1.0)
            idle = (memory(server.pid) - before) / len(load.players) / 1024
            seconds, used = await load.run(args.seconds, server.pid)
        finally:
            server.stop()
        moves = len(load.latencies)
        return {
            "server": f"bunfight, {args.game}",
            "clients": len(load.players),
            "moves_per_second": round(moves / seconds),
            "p50_ms": round(percentile(load.latencies, 0.5) * 1000, 1),
            "p99_ms": round(percentile(load.latencies, 0.99) * 1000, 1),
            "refused": load.refused,
            "kib_per_idle_connection": round(idle, 1),
            "server_cpu_us_per_move": round(1e6 * used / max(1, moves)),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on the table server.")
    parser.add_argument("--clients", type=int, nargs="+", default=[50, 500, 2000])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=1500.0, help="moves a second of all tables; 0: no pause at all")
    parser.add_argument("--game", default="burger_war")
    parser.add_argument("--people", type=int, default=2, help="people at each table")
    parser.add_argument("--bots", type=int, default=5, help="every n-th table has a bot; 0: none")
    args = parser.parse_args()
    for clients in args.clients:
        print(json.dumps(asyncio.run(measure(clients, args))), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
