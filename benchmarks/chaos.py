"""Kills servers behind a proxy, and their database, while clients play; loopback only.

    python benchmarks/chaos.py --kills 100 --restarts 5 --every 3

Three server processes share a PostgreSQL of our own; nginx is in front of them with the configuration that we ship
(deploy/nginx.conf). Each person holds one live line through the proxy and does what the browser does: after a broken
line it connects again, and sends again what was not answered. In the end the record of every table is compared with
what was acknowledged: every acknowledged move is there once and in its order, every game obeys its rules and its dice,
and every table goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from private_postgres import PrivatePostgres  # noqa: E402

from bunfight import games, protocol  # noqa: E402
from bunfight.client import Disconnected, TableConnection  # noqa: E402
from bunfight.engine.table import Table  # noqa: E402
from bunfight.protocol import ViewUpdate  # noqa: E402
from bunfight.server.rooms.game_session import GameSession  # noqa: E402
from bunfight.server.storage.open import open_store  # noqa: E402

GAME = "burger_war"
LIMITS = {
    "CONNECTIONS_PER_CLIENT": 5000, "CONNECTS_PER_SECOND": 1e6, "FRAMES_PER_SECOND": 1e6, "MESSAGES_PER_SECOND": 1e6,
    "BURST": 10**6, "TABLES_PER_HOUR": 10**8, "REQUESTS_PER_SECOND": 1e6, "PROXY": "true", "BOT_WORKERS": 1,
}  # fmt: skip


def free_ports(count: int) -> list[int]:
    held = [socket.socket() for _ in range(count)]
    for one in held:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in held]
    for one in held:
        one.close()
    return ports


class Proxy:
    """nginx with the configuration from deploy/, on its own port, with a self-signed certificate."""

    def __init__(self, folder: Path, ports: list[int]) -> None:
        self.folder = folder
        (self.port,) = free_ports(1)
        key, certificate = folder / "key.pem", folder / "cert.pem"
        openssl = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        named = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
        subprocess.run([*openssl, *named], check=True, capture_output=True)
        shipped = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
        (plain,) = free_ports(1)
        lines = [line for line in shipped.splitlines() if "[::]" not in line and not line.strip().startswith("limit_")]
        site = "\n".join(lines)  # everybody comes from one address here
        site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl")
        site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
        site = site.replace("play.example.org", "localhost").replace("/etc/ssl/certs/bunfight.pem", str(certificate))
        site = site.replace("/etc/ssl/private/bunfight.key", str(key))
        for shown, port in zip((8800, 8801, 8802), ports, strict=True):
            site = site.replace(f"127.0.0.1:{shown} ", f"127.0.0.1:{port} ")
        whole = folder / "nginx.conf"
        paths = "".join(
            f"{what}_temp_path {folder}/{what};\n" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;\n" if os.getuid() == 0 else ""
        whole.write_text(
            f"{user}worker_processes 1;\ndaemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/error.log;\n"
            f"events {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n{paths}{site}\n}}\n",
            encoding="utf-8",
        )
        checked = subprocess.run(["nginx", "-t", "-c", str(whole)], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        self.trust = ssl.create_default_context(cafile=str(certificate))
        self.process = subprocess.Popen(["nginx", "-c", str(whole)], stderr=subprocess.DEVNULL)
        for _ in range(200):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Fleet:
    """A database, three servers and a proxy."""

    def __init__(self, servers: int = 3, sync: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bunfight-chaos-"))
        self.postgres = PrivatePostgres(sync)
        self.db = self.postgres.database()
        self.ports = free_ports(servers)
        self.processes: list[subprocess.Popen[str]] = [self.start(n) for n in range(servers)]
        for process in self.processes:
            assert process.stdout is not None and process.stdout.readline(), "a server did not start"
        self.proxy = Proxy(self.folder, self.ports)
        self.kills = 0

    def start(self, number: int) -> subprocess.Popen[str]:
        env = os.environ | {f"BUNFIGHT_{key}": str(value) for key, value in LIMITS.items()}
        command = [sys.executable, "-m", "bunfight.server", "--log", "json", "--no-open", "--db", self.db]
        command += ["--port", str(self.ports[number])]
        with (self.folder / f"server{number}.log").open("a") as log:
            return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)

    def kill(self, number: int, how: int = signal.SIGKILL) -> None:
        """Stop a server, gracefully or not, and start a new one in its place."""
        self.processes[number].send_signal(how)
        self.processes[number].wait(20)
        self.processes[number] = self.start(number)
        self.kills += 1
        up = self.processes[number].stdout
        assert up is not None and up.readline(), "a server did not come back"

    def logs(self) -> str:
        return "".join(one.read_text() for one in sorted(self.folder.glob("server*.log")))

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
        self.proxy.stop()
        self.postgres.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Person:
    """A player at one seat, as persistent as the browser: requests are repeated until they are answered."""

    def __init__(self, play: Play, table: str, token: str, seat: int) -> None:
        self.play, self.table, self.token, self.seat = play, table, token, seat
        self.acknowledged: list[str] = []
        self.pending = ""  # the move that waits for its acknowledgement
        self.longest = 0.0  # seconds from a decision to its acknowledgement
        self.over = False
        self.reconnects = 0

    async def run(self) -> None:
        dice, proxy = random.Random(f"{self.table}/{self.seat}"), self.play.fleet.proxy
        address = f"https://localhost:{proxy.port}"
        async with TableConnection(
            address, self.table, [self.token], trust=proxy.trust, backoff=(0.1, 0.2, 0.3)
        ) as table:
            async for message in table:
                if isinstance(message, Disconnected):
                    self.reconnects += 1
                    self.play.broken[message.reason[:60]] += 1
                elif isinstance(message, ViewUpdate):
                    if message.view["over"]:
                        self.over = True
                        return
                    await self.decide(table, message, dice)

    async def decide(self, table: TableConnection, view: ViewUpdate, dice: random.Random) -> None:
        """Make a move on a view, again after a rejection."""
        while table.to_move(view):
            await asyncio.sleep(self.play.pause * dice.random())
            self.pending, since = dice.choice(view.view["moves"]), time.monotonic()
            wanted = {"id": secrets.token_hex(8), "seat": self.seat, "move": self.pending, "version": view.version}
            reply = await table.request(protocol.Play, timeout=None, **wanted)
            while isinstance(reply, protocol.RequestError):
                self.play.troubles.append(reply.why)
                await asyncio.sleep(0.1)
                reply = await table.request(protocol.Play, timeout=None, **wanted)
            self.longest = max(self.longest, time.monotonic() - since)
            if isinstance(reply, protocol.Ok):
                self.acknowledged.append(self.pending)
                self.play.moves += 1
            elif isinstance(reply, protocol.Rejected):
                self.play.refused.append(reply.why)
            self.pending = ""
            if isinstance(reply, protocol.Ok):
                return
            view = table.views[self.seat]


class Play:
    def __init__(self, fleet: Fleet, tables: int, pause: float) -> None:
        self.fleet, self.pause = fleet, pause
        self.people: dict[str, list[Person]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.refused: list[str] = []
        self.troubles: list[str] = []
        self.broken: Counter[str] = Counter()  # why connections ended
        self.ending = False
        self.moves = 0
        self.wanted = tables

    async def table(self, number: int) -> None:
        """Play at one table; when the game is over, at another one."""
        while not self.ending:
            made = await self.make(number)
            table = made["table"]["id"]
            here = [Person(self, table, key["token"], key["seat"]) for key in made["seats"]]
            self.people[table] = here
            await asyncio.gather(*[one.run() for one in here])

    async def make(self, number: int) -> Any:
        places = [{"kind": "me"}, {"kind": "me"}] + ([{"kind": "bot", "bot": "random"}] if number % 2 else [])
        request = {"game": GAME, "places": places, "start": True, "pace": "instant"}
        while True:
            with suppress(OSError, AssertionError, ValueError, EOFError, TimeoutError, asyncio.IncompleteReadError):
                return await asyncio.wait_for(self.post("/api/tables", request), 10)
            await asyncio.sleep(0.3)

    async def post(self, path: str, body: Any) -> Any:
        proxy, text = self.fleet.proxy, json.dumps(body)
        reader, writer = await asyncio.open_connection("localhost", proxy.port, ssl=proxy.trust)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(text)}\r\n\r\n{text}".encode())
        answer = await reader.read()
        writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        assert first.startswith(b"HTTP/1.1 20"), first[:60]
        return json.loads(rest)

    def begin(self) -> None:
        for number in range(self.wanted):
            task = asyncio.create_task(self.table(number))
            self.tasks.add(task)

    async def goes_on(self, seconds: float) -> list[str]:
        """Tables where a client waits and nobody got a reply within this many seconds."""
        marks = {table: sum(len(one.acknowledged) for one in here) for table, here in self.people.items()}
        running = {table for table, here in self.people.items() if not any(one.over for one in here)}
        until = time.monotonic() + seconds
        still = running
        while still and time.monotonic() < until:
            await asyncio.sleep(0.1)
            still = {
                table
                for table in running
                if sum(len(one.acknowledged) for one in self.people[table]) <= marks[table]
                and not any(one.over for one in self.people[table])
            }
        return sorted(still)

    async def end(self) -> None:
        self.ending = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def compare(play: Play) -> dict[str, int]:
    """Compare the record of every table with the acknowledged moves; raises AssertionError."""
    store = open_store(play.fleet.db)
    await store.open()
    found = {"tables": 0, "decisions": 0, "acknowledged": 0, "bots": 0}
    try:
        for table, here in play.people.items():
            stored = await store.load(table)
            assert stored is not None, f"{table} is lost"
            entries = [msgspec.json.decode(one) for one in await store.entries(table)]
            assert len(entries) == stored.number, table
            for one in here:
                made = [entry["move"] for entry in entries if entry["seat"] == one.seat]
                if one.seat in stored.live.sealed:  # answered, and to be opened when all have
                    made.append(stored.live.sealed[one.seat].move)
                doubt = [one.pending] if one.pending else []
                assert made in (one.acknowledged, one.acknowledged + doubt), (
                    f"{table}, seat {one.seat}: acknowledged {one.acknowledged[-3:]} of {len(one.acknowledged)}, "
                    f"kept {made[-3:]} of {len(made)}"
                )
                found["acknowledged"] += len(one.acknowledged)
            people = {one.seat for one in here}
            found["bots"] += sum(entry["seat"] not in people for entry in entries)
            session = GameSession(stored)
            record = session.record(await store.entries(table))
            Table.resume(games.load(GAME), record, stored.head.chapters[-1].seed)  # a move too many breaks a rule
            found["tables"] += 1
            found["decisions"] += len(entries)
    finally:
        await store.close()
    return found


async def waiting(fleet: Fleet, tables: list[str]) -> dict[str, str]:
    """Describe what each table waits for."""
    store, report = open_store(fleet.db), {}
    await store.open()
    for table in tables:
        now = await store.since(table, 0)
        assert now is not None
        session = GameSession(now[0])
        session.restore(now[1], 0.0)
        seats = session.awaiting()
        who = ["bot" if session.seats[seat].bot else "person" for seat in seats if seat not in session.running.sealed]
        report[table] = f"{', '.join(who)}; owned by {now[0].keeper}, due {now[0].due}, peers {sorted(store.others)}"
    await store.close()
    return report


async def chaos(fleet: Fleet, tables: int, kills: int, restarts: int, every: float, pause: float) -> dict[str, Any]:
    """Let clients play, kill servers, and check the result."""
    play, dice = Play(fleet, tables, pause), random.Random("chaos")
    play.begin()
    begun = time.monotonic()
    await asyncio.sleep(every)
    polite = 0
    for number in range(kills):
        if restarts and number % max(1, kills // restarts) == max(1, kills // restarts) // 2:
            await asyncio.to_thread(fleet.postgres.halt, "immediate" if dice.random() < 0.5 else "fast")
            await asyncio.to_thread(fleet.postgres.start)
        how = signal.SIGTERM if dice.random() < 0.2 else signal.SIGKILL
        polite += how == signal.SIGTERM
        await asyncio.to_thread(fleet.kill, number % len(fleet.processes), how)
        await asyncio.sleep(every)
        if kills > 10 and number % 10 == 9:
            print(f"{number + 1} kills, {play.moves} moves acknowledged", file=sys.stderr, flush=True)
    stuck = await waiting(fleet, await play.goes_on(30.0))
    seconds = time.monotonic() - begun
    pauses = sorted(one.longest for here in play.people.values() for one in here)
    again = sum(max(0, one.reconnects) for here in play.people.values() for one in here)
    await play.end()
    found = await compare(play)
    return {
        "seconds": round(seconds), "kills": fleet.kills, "polite": polite, "database_restarts": restarts, **found,
        "reconnects": again, "lines_ended": dict(play.broken.most_common(8)),
        "refused": len(play.refused), "troubles": len(play.troubles), "stuck": stuck,
        "longest_pause_s": round(pauses[-1], 1), "median_longest_pause_s": round(pauses[len(pauses) // 2], 1),
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Chaos among servers that share a database.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--restarts", type=int, default=5, help="of the database, among them")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two kills")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--pause", type=float, default=0.3, help="seconds that people think, at most")
    args = parser.parse_args()
    fleet = Fleet()
    try:
        report = asyncio.run(chaos(fleet, args.tables, args.kills, args.restarts, args.every, args.pause))
        print(json.dumps(report))
        return 1 if report["stuck"] else 0
    finally:
        fleet.stop()


if __name__ == "__main__":
    sys.exit(main())
