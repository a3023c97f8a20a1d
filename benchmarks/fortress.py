"""Attacks a local server for longer than the tests can; loopback only, bounded, exit code 1 if an attack succeeds.

    python benchmarks/fortress.py                      # all of them, about seven minutes
    python benchmarks/fortress.py kills soak --seconds 300

kills    kill -9 in mid-game: every acknowledged move and every announced version is on disk, none twice
floods   one client floods on many connections and comes back; how long a neighbour waits, and what memory it costs
slow     hundreds of requests that are never finished; how many are still there after half a minute
bombs    card lists made to hurt; how long a neighbour waits meanwhile, and what memory it costs
costly   small messages that are much work: why, QR codes, card lists; how long a neighbour waits during each kind
soak     quick games of bots, one after the other; memory for each finished table
walk     whole games of every kind: each view that a player and a spectator got is the one that the rules give them
crossed  hello at one table, a request, hello at another, all at once: every request is answered at its own table
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import websockets
from serve_client import memory

from bunfight import games
from bunfight.engine import EventLog, TapeLuck, play
from bunfight.engine.record import load
from bunfight.engine.table import replay
from bunfight.protocol import PROTOCOL

OPEN = {"MESSAGES_PER_SECOND": 1e6, "BURST": 10**6, "FRAMES_PER_SECOND": 1e6, "CONNECTS_PER_SECOND": 1e6}
MANY = {"TABLES_PER_HOUR": 10**8, "REQUESTS_PER_SECOND": 1e6, "CONNECTIONS_PER_CLIENT": 10**4}
Fact = dict[str, Any]


class Server:
    """A server in a process of its own; ``limits`` replace the default ones."""

    def __init__(self, folder: str, limits: dict[str, Any], port: int = 0) -> None:
        settings = {"HIDDEN_GAMES": "true", **limits}
        env = os.environ | {f"BUNFIGHT_{key}": str(value) for key, value in settings.items()}
        command = [sys.executable, "-m", "bunfight.server", "--log", "none", "--no-open", "--db", f"{folder}/f.db"]
        self.process = subprocess.Popen([*command, "--port", str(port)], env=env, stdout=subprocess.PIPE, text=True)
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

    async def post(self, path: str, body: Any) -> tuple[int, Any]:
        def send() -> tuple[int, Any]:
            head = {"content-type": "application/json"}
            setup = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), head)
            try:
                with urllib.request.urlopen(setup, timeout=60) as reply:
                    return reply.status, json.load(reply)
            except urllib.error.HTTPError as error:
                return error.code, json.load(error)

        return await asyncio.to_thread(send)

    def live(self) -> Any:
        return websockets.connect(f"ws://127.0.0.1:{self.port}/ws", max_size=None, ping_interval=None)

    def end(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(30)


async def kills(folder: str, seconds: float) -> Fact:
    dice, server = random.Random(1), Server(folder, OPEN | MANY)
    acknowledged: dict[str, int] = {}
    versions: dict[str, int] = {}
    told, keys, rounds, wrong = 0, {}, 0, list[str]()
    until = time.monotonic() + seconds

    async def play(table: str) -> None:
        nonlocal told
        with suppress(websockets.ConnectionClosed, OSError):
            async with server.live() as socket:
                await socket.send(
                    json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": keys[table]})
                )
                async for text in socket:
                    message = json.loads(text)
                    versions[table] = max(versions[table], message.get("version", 0))
                    if message["type"] == "ok" and message["id"][0] == "p":
                        acknowledged[table] += 1
                    view = message.get("view") if message["type"] == "view" else None
                    if view and view["moves"] and message["sealed"] is None:
                        told += 1
                        setup = {"id": f"p{told}", "seat": message["seat"], "version": message["version"]}
                        await socket.send(json.dumps({"type": "play", "move": dice.choice(view["moves"]), **setup}))
                        chat = {"type": "say", "id": f"s{told}", "seat": message["seat"], "emote": "wow"}
                        await socket.send(json.dumps(chat))

    while time.monotonic() < until:
        for _ in range(4):
            _, made = await server.post(
                "/api/tables", {"game": "_template", "places": [{"kind": "me"}] * 3, "start": True, "pace": "instant"}
            )
            table = made["table"]["id"]
            keys[table] = [key["token"] for key in made["seats"]]
            acknowledged[table] = versions[table] = 0
        players = [asyncio.create_task(play(table)) for table in list(keys)[-4:]]
        await asyncio.sleep(dice.uniform(0.2, 1.0))
        server.end(signal.SIGKILL)
        await asyncio.gather(*players)
        with closing(sqlite3.connect(f"{folder}/f.db")) as db:
            for table, version, number, live in db.execute("SELECT id, version, number, live FROM tables"):
                kept = number + len(json.loads(live)["sealed"])
                if kept < acknowledged[table] or version < versions[table]:
                    wrong.append(f"{table}: {acknowledged[table]} acknowledged, {kept} kept, {versions[table]} told")
        server, rounds = Server(folder, OPEN | MANY), rounds + 1
    server.end()
    return {"kills": rounds, "acknowledged": sum(acknowledged.values()), "lost": wrong, "good": not wrong}


async def neighbour(server: Server, during: Callable[[], Awaitable[None]]) -> Fact:
    """The latency of another client meanwhile, in milliseconds, and the memory used, in MB."""
    before, waits = memory(server.process.pid), list[float]()
    async with server.live() as quiet:
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


async def floods(folder: str, seconds: float) -> Fact:
    server, until = Server(folder, {"CONNECTIONS_PER_CLIENT": 60}), time.monotonic() + seconds
    ping, cuts = b"\x89\x80\0\0\0\0" * 2000, 0

    async def flood() -> None:
        nonlocal cuts
        while time.monotonic() < until:
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                socket = await server.live()
                while time.monotonic() < until:
                    socket.transport.write(ping)
                    await asyncio.sleep(0)
                    if socket.transport.is_closing():
                        break
                socket.transport.abort()
            cuts += 1
            await asyncio.sleep(0.01)

    async def crowd() -> None:
        await asyncio.gather(*[flood() for _ in range(20)])

    fact = await neighbour(server, crowd)
    server.end()
    return {**fact, "cut": cuts, "good": fact["p50_ms"] < 250 and fact["memory_mb"] < 100}


async def slow(folder: str, seconds: float) -> Fact:
    server = Server(folder, {})
    lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(150)]
    for _, writer in lines:
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
    await asyncio.sleep(30)
    left = sum(not reader.at_eof() and reader.exception() is None for reader, _ in lines)
    server.end()
    return {"half_requests": len(lines), "left_after_30_s": left, "good": left == 0}


async def bombs(folder: str, seconds: float) -> Fact:
    server, until = Server(folder, {"TABLES_PER_HOUR": 10**6}), time.monotonic() + seconds
    printed = files("bunfight.games.burger_war").joinpath("cards.toml").read_text(encoding="utf-8")
    card = 'name="X"\ncategory="ingredient"\ntype="BUN"\nmodifier=1\nrarity="plain"\neffect=""\nshort=20\nfull=20\n'
    codes: dict[int, int] = {}

    async def throw() -> None:
        number = 0
        while time.monotonic() < until:
            number += 1
            more = "".join(f'\n[[card]]\nid="x{n}"\n{card}' for n in range(40 * (1 + number % 6)))
            places = [{"kind": "me"}] * 2
            code, _ = await server.post(
                "/api/tables", {"game": "burger_war", "places": places, "cards": printed + more}
            )
            codes[code] = codes.get(code, 0) + 1

    fact = await neighbour(server, throw)
    server.end()
    return {**fact, "answers": codes, "good": fact["p50_ms"] < 250 and fact["memory_mb"] < 300}


async def costly(folder: str, seconds: float) -> Fact:
    server, facts = Server(folder, {"TABLES_PER_HOUR": 10**6}), dict[str, Fact]()
    abouts = [
        [{f"noun{n}": "1" for n in range(2000)}],
        [{f"noun{n}": "1" for n in range(8)}] * 8,
        [{"height": "0"}, {"moment": "x"}],
        [{"side": "up"}],
        [{"verb": "place"}],
        [{"key": "1"}],
    ]

    async def begun(game: str) -> Any:
        places = [{"kind": "me"}] * 3
        return (await server.post("/api/tables", {"game": game, "places": places, "start": True}))[1]

    async def questions(made: Any) -> None:
        tokens = [key["token"] for key in made["seats"]]
        async with server.live() as socket:
            await socket.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"]["id"], "tokens": tokens})
            )
            number, until = 0, time.monotonic() + seconds / 4
            while time.monotonic() < until:
                number += 1
                about = abouts[number % len(abouts)]
                await socket.send(json.dumps({"type": "why", "id": f"w{number}", "seat": number % 3, "about": about}))
                await asyncio.sleep(0.1)

    async def pictures() -> None:
        number, until = 0, time.monotonic() + seconds / 4
        while time.monotonic() < until:
            number += 1
            for text in ("\U0001f600" * 290 + str(number), f"http://{number:03d}/".ljust(150, "x")):
                with suppress(json.JSONDecodeError):  # a picture
                    await server.post("/api/qr", {"text": text})

    async def dotted() -> None:
        until = time.monotonic() + seconds / 4
        setup = {"game": "burger_war", "places": [{"kind": "me"}] * 2, "cards": ".".join("a" * 19_000) + " = 1"}
        while time.monotonic() < until:
            await asyncio.gather(*[server.post("/api/tables", setup) for _ in range(4)])

    buffet, war = await begun("buffet_boss"), await begun("burger_war")
    facts["why_buffet_boss"] = await neighbour(server, lambda: questions(buffet))
    facts["why_burger_war"] = await neighbour(server, lambda: questions(war))
    facts["qr"] = await neighbour(server, pictures)
    facts["dotted_key"] = await neighbour(server, dotted)
    server.end()
    return {**facts, "good": all(fact["p50_ms"] < 50 and fact["worst_ms"] < 500 for fact in facts.values())}


async def soak(folder: str, seconds: float) -> Fact:
    server, until = Server(folder, OPEN | MANY), time.monotonic() + seconds
    made, early, counted = 0, 0, 0
    setup = {"game": "_template", "places": [{"kind": "bot", "bot": "random"}] * 3, "start": True, "pace": "instant"}
    while time.monotonic() < until:
        for _ in range(20):
            await server.post("/api/tables", setup)
        made += 20
        rooms = await _over(server)
        if not early and time.monotonic() > until - seconds * 0.75:
            early, counted = memory(server.process.pid), made
    each = (memory(server.process.pid) - early) / 1024 / max(1, made - counted)
    server.end()
    return {"tables": made, "kib_for_each": round(each, 2), "rooms": rooms, "good": each < 8 and rooms == 0}


async def walk(folder: str, seconds: float) -> Fact:
    server, dice, until = Server(folder, OPEN | MANY), random.Random(3), time.monotonic() + seconds
    played, views, wrong = 0, 0, list[str]()
    while time.monotonic() < until:
        name = ("_template", *games.names())[played % (1 + len(games.names()))]
        game = games.load(name)
        places = [{"kind": "me"}, *[{"kind": "bot", "bot": "medium"}] * max(0, game.seats[0] - 1)]
        setup = {"game": name, "places": places, "pace": "instant", "start": True}
        _, made = await server.post("/api/tables", setup)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        got = await asyncio.gather(*(_game(server, table, keys, dice) for keys in ([token], [])))
        text = await asyncio.to_thread(lambda path=f"/api/tables/{table}/record": server.text(path))
        record = load(text)
        for reader, messages in zip((0, None), got, strict=True):
            told = {message["number"]: message["view"] for message in messages if message["type"] == "view"}
            state, _ = replay(game, record, 0)
            for number in range(len(record.entries) + 1):
                if number in told:
                    views += 1
                    if told[number] != json.loads(msgspec.json.encode(game.view(state, reader))):
                        wrong.append(f"{name}, decision {number}, seen by {reader}")
                if number < len(record.entries):
                    entry = record.entries[number]
                    play(state, entry.seat, game.grammar.parse(entry.move), TapeLuck(entry.luck), EventLog(False))
            if any(token in json.dumps(message) or made["host"] in json.dumps(message) for message in messages):
                wrong.append(f"{name}: a token was sent")
        played += 1
    server.end()
    return {"games": played, "views": views, "wrong": wrong[:10], "good": not wrong and views > 0}


async def _game(server: Server, table: str, keys: list[str], dice: random.Random) -> list[Any]:
    """All messages that a client receives of a game; with a token it plays random moves."""
    got: list[Any] = []
    async with server.live() as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": keys}))
        async for text in socket:
            message = json.loads(text)
            got.append(message)
            view = message.get("view") if message["type"] == "view" else None
            if view and view["over"]:
                break
            if keys and view and view["moves"] and message["sealed"] is None:
                move = {"type": "play", "id": f"p{len(got)}", "seat": 0, "version": message["version"]}
                await socket.send(json.dumps({**move, "move": dice.choice(view["moves"])}))
    return got


async def crossed(folder: str, seconds: float) -> Fact:
    server, until, said, wrong = Server(folder, OPEN | MANY), time.monotonic() + seconds, 0, 0
    setup = {"game": "_template", "places": [{"kind": "me"}] * 2, "start": True}
    made = [(await server.post("/api/tables", setup))[1] for _ in range(2)]
    hello = [
        json.dumps(
            {"type": "hello", "protocol": PROTOCOL, "table": one["table"]["id"], "tokens": [one["seats"][0]["token"]]}
        )
        for one in made
    ]
    while time.monotonic() < until:
        async with server.live() as socket:
            said += 1
            chat = json.dumps({"type": "say", "id": f"s{said}", "seat": 0, "text": f"A {said}"})
            for text in (hello[0], chat, hello[1], hello[0], hello[1]):
                await socket.send(text)
            welcomes, answered = 0, 0
            while welcomes < 4:
                message = json.loads(await asyncio.wait_for(socket.recv(), 30))
                welcomes += message["type"] == "welcome"
                answered = answered or (welcomes if message.get("id") == f"s{said}" else 0)
                if message["type"] == "welcome" and welcomes % 2 == 0:
                    wrong += bool(message["chat"])  # nothing was ever said at the second table
            wrong += answered != 1
    server.end()
    return {"crossings": said, "wrong": wrong, "good": not wrong}


async def _over(server: Server) -> int:
    """Wait until the tables have ended and left; how many are still in memory."""
    for _ in range(600):
        told = await asyncio.to_thread(_metrics, server)
        rooms = next(int(line.split()[1]) for line in told if line.startswith("bunfight_rooms "))
        if not rooms:
            break
        await asyncio.sleep(0.1)
    return rooms


def _metrics(server: Server) -> list[str]:
    return server.text("/metrics").splitlines()


ATTACKS = {one.__name__: one for one in (kills, floods, slow, bombs, costly, soak, walk, crossed)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Attacks on a server of our own.")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="which; all of them by default")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each")
    args = parser.parse_args()
    good = True
    for name in args.attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            fact = asyncio.run(ATTACKS[name](folder, args.seconds))
        good = good and fact["good"]
        print(json.dumps({"attack": name, **fact}), flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
