"""Puts load on the table server, loopback only: acknowledged moves per second, latency, processor time, memory.

    python benchmarks/serve_load.py --clients 50 500 2000 --seconds 15 --rate 1500
    python benchmarks/serve_load.py --clients 4000 --rate 2500 --db postgres --workers 2

One process is the server with full sync, this one is all clients. Two people sit at each table, at every fifth one
with a bot. Latency is from sending a move to its acknowledgement, which means that it is on disk. Processor time is
given for each acknowledged move: of the server with its threads, of its bot processes, and of the clients.

boardgame.io's server under the same load in the same run, each number of clients first ours, then theirs:

    mkdir /tmp/bgio && cd /tmp/bgio && npm init -y && npm install boardgame.io@0.50.2
    python benchmarks/serve_load.py --boardgameio /tmp/bgio/node_modules
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

import uvloop

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

from private_postgres import PrivatePostgres
from serve_client import (
    DECODER,
    Door,
    LightMessage,
    Pace,
    Socket,
    Work,
    connect,
    memory,
    processes,
    report,
    stat,
)  # fmt: skip

from bunfight.protocol import ENCODER, PROTOCOL, Hello, Play

LIMITS = {
    "CONNECTIONS": 20000,
    "CONNECTIONS_PER_CLIENT": 20000,
    "CONNECTS_PER_SECOND": 1e6,
    "FRAMES_PER_SECOND": 1e6,
    "BODY": 10**7,
    "MESSAGES_PER_SECOND": 1e6,
    "BURST": 10**6,
    "TABLES_PER_HOUR": 10**8,
    "REQUESTS_PER_SECOND": 1e6,
    "HIDDEN_GAMES": "true",
}


class Server:
    def __init__(self, folder: str, db: str = "", workers: int = 1) -> None:
        env = os.environ | {f"BUNFIGHT_{key}": str(value) for key, value in LIMITS.items()}
        self.postgres = PrivatePostgres(sync=True) if db == "postgres" else None
        where = self.postgres.database() if self.postgres else db or f"{folder}/load.db"
        command = [sys.executable, "-m", "bunfight.server", "--port", "0", "--log", "none", "--db", where]
        command += ["--workers", str(workers)]
        self.workers = workers
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])
        self.pid = self.process.pid
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/ready").close()
                return
            except OSError:
                time.sleep(0.1)

    def inside(self) -> dict[str, float]:
        """Where time goes inside: 99 of 100 were below this many milliseconds (the bound of a histogram's step)."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics") as reply:
            lines = reply.read().decode().splitlines()
        slowest = {}
        for name in ("move", "commit", "lag", "gc"):
            steps = [
                line.split('"')[1::2] + line.split()[1:]
                for line in lines
                if line.startswith(f"bunfight_{name}_seconds_b")
            ]
            most = int(steps[-1][1])
            slowest[f"{name}_p99_ms"] = next(1000 * float(step) for step, below in steps if int(below) >= 0.99 * most)
        return slowest

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.postgres is not None:
            self.postgres.stop()

    def servers(self) -> list[int]:
        """The processes that serve."""
        return (
            [self.pid] if self.workers == 1 else [pid for pid in self._children() if "workers.shared" not in _said(pid)]
        )

    def work(self) -> Work:
        helpers = [] if self.workers == 1 else [pid for pid in self._children() if "workers.shared" in _said(pid)]
        return Work(self.servers(), helpers, self.postgres.pid() if self.postgres else 0)

    def memory(self) -> int:
        return sum(memory(pid) for pid in self.servers())

    def _children(self) -> list[int]:
        return [pid for pid, parent, _ in map(stat, processes()) if pid and parent == self.pid]


def _said(pid: int) -> str:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode().replace("\0", " ")


class Player:
    """One person at one seat; makes the first offered move when its table's turn in the pace has come."""

    def __init__(self, load: Load, table: str, token: str, seat: int) -> None:
        self.load, self.table, self.token, self.seat = load, table, token, seat
        self.socket: Socket | None = None
        self.sent: dict[str, float] = {}
        self.at = table
        self.last: LightMessage | None = None
        self.waiting = False
        self.moved = -1
        self.count = 0

    async def come(self) -> None:
        self.socket = await connect(self.load.port, self.on_message)
        self.hello()

    def hello(self) -> None:
        assert self.socket is not None
        self.socket.send(ENCODER.encode(Hello(protocol=PROTOCOL, table=self.table, tokens=[self.token])))

    def on_message(self, payload: bytes) -> None:
        message = DECODER.decode(payload)
        if message.table is not None:
            self.at = message.table.id
        elif message.type == "view" and message.view is not None:
            self.last = message
            if message.view.over:
                self.load.ended(self.at)
            self.consider()
        elif message.type == "ok":
            self.load.acknowledged(time.perf_counter() - self.sent.pop(message.id))
            self.consider()
        elif message.type in ("refused", "trouble"):
            self.sent.pop(message.id, None)
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
        self.socket.send(ENCODER.encode(Play(id=id, seat=self.seat, move=move, version=last.version)))


class Load:
    def __init__(self, port: int, game: str, clients: int, rate: float, bots: int, people: int) -> None:
        self.port, self.game, self.bots, self.people, self.clients = port, game, bots, people, clients
        self.door = Door(port)
        self.pace = Pace(max(1, clients // people), rate)
        self.players: list[Player] = []
        self.tables: dict[str, tuple[str, list[Player]]] = {}  # the host's key, and who sits there
        self.opening: set[asyncio.Task[None]] = set()  # where the next game is being created
        self.latencies: list[float] = []
        self.refused = 0
        self.going = False
        self.counting = False

    async def gather(self) -> None:
        while len(self.players) < self.clients:
            places: list[dict[str, str]] = [{"kind": "me"}] * self.people
            if self.bots and len(self.tables) % self.bots == 0:
                places = [*places[: 4 - 1], {"kind": "bot", "bot": "easy"}]
            request = {"game": self.game, "places": places, "start": True, "pace": "instant"}
            made = await self.door.post("/api/tables", request)
            table = made["table"]["id"]
            players = [Player(self, table, key["token"], key["seat"]) for key in made["seats"]]
            self.tables[table] = (made["host"], players)
            self.players += players

    def acknowledged(self, seconds: float) -> None:
        if self.counting:
            self.latencies.append(seconds)

    def ended(self, table: str) -> None:
        if table in self.tables and self.going:
            task = asyncio.get_running_loop().create_task(self.again(table, *self.tables.pop(table)))
            self.opening.add(task)
            task.add_done_callback(self.opening.discard)

    async def again(self, table: str, host: str, players: list[Player]) -> None:
        there = (await self.door.post(f"/api/tables/{table}/again", {}, host))["table"]["id"]
        self.tables[there] = (host, players)
        for player in players:
            player.table, player.moved, player.last = there, -1, None
            player.hello()

    async def connect(self) -> None:
        for start in range(0, len(self.players), 100):
            await asyncio.gather(*[player.come() for player in self.players[start : start + 100]])
        await asyncio.sleep(1.0)

    async def run(self, seconds: float, server: Server) -> tuple[float, tuple[float, ...]]:
        """Play for a while; the seconds that were counted, and the processor time spent in them."""
        self.going = True
        for player in self.players:
            player.consider()
        await asyncio.sleep(min(3.0, seconds / 3))
        self.counting, begun, work = True, time.perf_counter(), server.work()
        await asyncio.sleep(seconds)
        self.counting = False
        counted, spent = time.perf_counter() - begun, work.spent()
        self.going = False
        await asyncio.gather(*self.opening)
        await asyncio.sleep(0.5)
        return counted, spent


async def measure(clients: int, args: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, args.db, args.workers)
        try:
            load = Load(server.port, args.game, clients, args.rate, args.bots, args.people)
            await load.gather()
            before = server.memory()
            await load.connect()
            await asyncio.sleep(1.0)
            idle = (server.memory() - before) / len(load.players)
            seconds, spent = await load.run(args.seconds, server)
            inside = server.inside()
        finally:
            server.stop()
    store = args.db or "sqlite"
    who = {"server": f"bunfight, {args.game}, {store}, {args.workers} workers", "clients": len(load.players)}
    return {**who, **report(load.latencies, seconds, spent, idle), "refused": load.refused, **inside}


def main() -> None:
    parser = argparse.ArgumentParser(description="Load on the table server.")
    parser.add_argument("--clients", type=int, nargs="+", default=[50, 500, 2000])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=1500.0, help="moves a second of all tables; 0: no pause at all")
    parser.add_argument("--game", default="burger_war")
    parser.add_argument("--people", type=int, default=2, help="people at each table")
    parser.add_argument("--bots", type=int, default=5, help="every n-th table has a bot; 0: none")
    parser.add_argument("--db", default="", help="postgres: one of our own; or an address; otherwise an SQLite file")
    parser.add_argument("--workers", type=int, default=1, help="server processes; more than one need --db postgres")
    parser.add_argument("--boardgameio", metavar="NODE_MODULES", help="also load boardgame.io's server, found there")
    args = parser.parse_args()
    servers = [measure]
    if args.boardgameio:
        import serve_boardgameio

        servers.append(serve_boardgameio.measure)
    for clients in args.clients:
        for one in servers:
            print(json.dumps(uvloop.run(one(clients, args))), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
