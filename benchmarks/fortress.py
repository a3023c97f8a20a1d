"""Attacks a local server for longer than the tests can; loopback only, bounded, exit code 1 if an attack succeeds.

    python benchmarks/fortress.py                      # all of them, about twelve minutes
    python benchmarks/fortress.py --table              # all but soak, ten seconds each: the table of serve.md
    python benchmarks/fortress.py kills soak --seconds 300

kills    kill -9 in mid-game: every acknowledged move and every announced version is on disk, none twice
floods   one client floods on many connections and comes back; how long a neighbour waits, and what memory it costs
slow     hundreds of requests that are never finished; how many are still there after half a minute
crowd    one client with 45 connections, each with a burst of hello or why; how long a neighbour waits
requests one client sends HTTP requests as fast as it can, on forty connections; how long a neighbour waits
uploads  records of whole games, of running games and invented ones, and puzzles; how long a neighbour waits
bombs    card lists made to hurt; how long a neighbour waits meanwhile, and what memory it costs
costly   small messages that are much work: why, QR codes, card lists; how long a neighbour waits during each kind
flows    replays, charts, checks, schemas and rules, again and again; how long a neighbour waits
board    a leaderboard of 100,000 rows, written past the limits, and everybody looks; how long a neighbour waits
bots     thirty tables of Hard bots; how long a neighbour's bot takes to answer
stored   300,000 stored tables, lists and health checks; how long a neighbour waits, and how long a cold table takes
calm     nothing at all: how long a neighbour waits because of the machine itself
soak     quick games of bots, one after the other; memory for each finished table
walk     whole games of every kind: each view that a player and a spectator got is the one that the rules give them
crossed  hello at one table, a request, hello at another, all at once: every request is answered at its own table
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import websockets
from attack_server import NEIGHBOUR, Fact, Server, drained, fill, neighbour, record_of, table, together, waits_for_bot
from serve_client import memory

from bunfight import games
from bunfight.coach import daily
from bunfight.engine import EventLog, TapeLuck, play
from bunfight.engine.record import load
from bunfight.engine.table import replay
from bunfight.protocol import PROTOCOL
from bunfight.protocol.coaching import DailyScore
from bunfight.server.http.coaching import board_of

GOAL, CARD_GOAL = 250, 1000  # milliseconds that a neighbour may wait on an idle machine: at most, and for card lists
OPEN = {"MESSAGES_PER_SECOND": 1e6, "BURST": 10**6, "FRAMES_PER_SECOND": 1e6, "CONNECTS_PER_SECOND": 1e6}
MANY = {"TABLES_PER_HOUR": 10**8, "REQUESTS_PER_SECOND": 1e6, "CONNECTIONS_PER_CLIENT": 10**4}


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
    return {**fact, "cut": cuts, "good": fact["worst_ms"] < GOAL and fact["memory_mb"] < 100}


async def crowd(folder: str, seconds: float) -> Fact:
    server, facts = Server(folder, {}), dict[str, Fact]()
    _, made = await server.post("/api/tables", {"game": "buffet_boss", "places": [{"kind": "me"}] * 5, "start": True})
    tokens = [key["token"] for key in made["seats"]]
    hello = json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"]["id"], "tokens": tokens})
    why = json.dumps({"type": "why", "id": "w", "seat": 0, "about": [{"verb": "place"}]})

    async def flood(message: str, until: float) -> None:
        async with server.live() as socket:
            reading = asyncio.create_task(drained(socket))
            await socket.send(hello)
            await asyncio.sleep(1)
            for _ in range(35):  # what a connection may send at once
                await socket.send(message)
            while time.monotonic() < until:
                await socket.send(message)
                await asyncio.sleep(0.1)
            reading.cancel()

    for name, message in (("hello", hello), ("why", why)):
        until = time.monotonic() + 1 + seconds / 2
        facts[name] = await neighbour(server, partial(together, [partial(flood, message, until)] * 45))
        await asyncio.sleep(10)  # until the client may open so many connections again
    server.end()
    return {**facts, "good": all(fact["worst_ms"] < GOAL for fact in facts.values())}


async def slow(folder: str, seconds: float) -> Fact:
    server = Server(folder, {})
    lines = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(150)]
    for _, writer in lines:
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
    await asyncio.sleep(30)
    left = sum(not reader.at_eof() and reader.exception() is None for reader, _ in lines)
    server.end()
    return {"half_requests": len(lines), "left_after_30_s": left, "good": left == 0}


async def requests(folder: str, seconds: float) -> Fact:
    server, until, sent = Server(folder, {}), time.monotonic() + seconds, 0
    batch = 10 * b"GET /api/games/burger_war HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def ask() -> None:
        nonlocal sent
        while time.monotonic() < until:
            with suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                while time.monotonic() < until:
                    writer.write(batch)
                    sent += 10
                    if not await asyncio.wait_for(reader.read(2**20), 5):
                        break
                writer.close()

    async def crowd() -> None:
        await asyncio.gather(*[ask() for _ in range(40)])

    fact = await neighbour(server, crowd)
    server.end()
    return {**fact, "sent": sent, "good": fact["worst_ms"] < GOAL}


async def uploads(folder: str, seconds: float) -> Fact:
    server, until = Server(folder, MANY), time.monotonic() + seconds
    whole = [record_of(name) for name in ("buffet_boss", "burger_boss", "burger_war")]
    running = [text.rpartition("\n")[0] for text in whole]
    invented = [text.replace('{\\"plate\\":', '{\\"plate\\":0,\\"x\\":') for text in running]
    puzzles = [one["id"] for one in await asyncio.to_thread(server.get, "/api/puzzles")]
    codes: dict[int, int] = {}

    async def send(number: int) -> None:
        texts = (*whole, *running, *invented, "[" * 60_000)
        while time.monotonic() < until:
            number += 1
            code, _ = await server.post("/api/records", {"record": texts[number % len(texts)]})
            codes[code] = codes.get(code, 0) + 1
            await asyncio.to_thread(server.fetch, f"/api/puzzles/{puzzles[number * 7 % len(puzzles)]}")

    async def crowd() -> None:
        await asyncio.gather(*[send(number * 3) for number in range(4)])

    fact = await neighbour(server, crowd)
    server.end()
    return {**fact, "answers": codes, "good": fact["worst_ms"] < GOAL and not any(code >= 500 for code in codes)}


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
    return {**fact, "answers": codes, "good": bool(codes) and fact["worst_ms"] < CARD_GOAL and fact["memory_mb"] < 300}


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
    lists = facts["dotted_key"]["worst_ms"] < CARD_GOAL
    return {**facts, "good": lists and all(f["worst_ms"] < GOAL for name, f in facts.items() if name != "dotted_key")}


async def read_often(server: Server, paths: list[str], seconds: float, clients: int = 6) -> dict[int, int]:
    """One client asks for all of these again and again; how often each status was the answer."""
    codes: dict[int, int] = {}
    until = time.monotonic() + seconds

    async def ask(number: int) -> None:
        while time.monotonic() < until:
            number += 1
            with suppress(OSError, http.client.HTTPException):
                code = await asyncio.to_thread(server.fetch, paths[number % len(paths)])
                codes[code] = codes.get(code, 0) + 1
            await asyncio.sleep(0.05)  # this process measures too; it still asks for three times what one client may

    await asyncio.gather(*[ask(number * 7) for number in range(clients)])
    return codes


async def measured(server: Server, paths: list[str], seconds: float) -> Fact:
    codes: dict[int, int] = {}

    async def attack() -> None:
        codes.update(await read_often(server, paths, seconds))

    fact = await neighbour(server, attack)
    stalls = [line.partition('"')[2] for line in await asyncio.to_thread(_metrics, server) if "stalls_total{" in line]
    good = fact["worst_ms"] < GOAL and not any(code >= 500 for code in codes)
    return {**fact, "answers": codes, "stalls": stalls, "good": good}


async def flows(folder: str, seconds: float) -> Fact:
    server = Server(folder, MANY)
    places = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    setup = {"game": "burger_war", "places": places, "start": True, "pace": "instant"}
    _, made = await server.post("/api/tables", setup)
    await _game(server, made["table"]["id"], [made["seats"][0]["token"]], random.Random(1))
    at = f"/api/tables/{made['table']['id']}"
    last = (await asyncio.to_thread(server.get, f"{at}/replay"))["total"]
    jumps = [f"{at}/replay/{number}?seat=all" for number in (0, last // 2, 1, last // 3)]
    paths = [*jumps, f"{at}/chart", f"{at}/verify", f"{at}/record", f"{at}/replay", f"{at}/book"]
    paths += ["/api/schema.json", "/api/schema/buffet_boss.json", "/api/games/buffet_boss", "/api/puzzles"]
    fact = await measured(server, paths, seconds)
    server.end()
    return fact


async def board(folder: str, seconds: float) -> Fact:
    Server(folder, {}).end()
    one = daily.deal("burger_war", daily.today())
    score = msgspec.json.encode(DailyScore("Ann", 1.0, 0.0, 0.5, 0.0, 1, 1.0)).decode()
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
    ranked = "SELECT ?, 't' || i, i, (i * 7919 % 100000) / 100000.0, 0.0, i, ? FROM n"
    fill(folder, f"INSERT INTO scores {rows} {ranked}", board_of(one), score)
    server = Server(folder, {})
    fact = await measured(server, ["/api/daily/burger_war"], seconds)
    server.end()
    return fact


async def stored(folder: str, seconds: float) -> Fact:
    server = Server(folder, {})
    setup = {"game": "burger_up", "places": [{"kind": "me"}, {"kind": "open"}], "public": True}
    for _ in range(2):
        _, made = await server.post("/api/tables", setup)
    server.end()
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
    columns = "version, number, made, changed - i / 1000.0, due, live, revision, frozen, keeper"
    state = "CASE WHEN i % 300 THEN 'over' ELSE 'gathering' END"
    table = made["table"]["id"]
    fill(
        folder,
        f"INSERT INTO tables {rows} SELECT 'x' || i, game, i % 2, {state}, {columns} FROM tables, n WHERE id = ?",
        table,
    )
    fill(folder, f"INSERT INTO heads {rows} SELECT 'x' || i, head FROM heads, n WHERE tid = ?", table)
    server, cold = Server(folder, {}), list[float]()

    async def open_tables() -> None:
        for number in range(300, 300 * 40, 300):
            then = time.perf_counter()
            await asyncio.to_thread(server.fetch, f"/api/tables/x{number}", NEIGHBOUR)
            cold.append(1000 * (time.perf_counter() - then))
            await asyncio.sleep(seconds / 40)

    paths = ["/api/tables", "/health", "/api/tables?state=over", "/ready", "/api/tables?game=burger_up"]
    fact, _ = await asyncio.gather(measured(server, paths, seconds), open_tables())
    server.end()
    worst = round(max(cold), 1)
    return {**fact, "cold_table_ms": worst, "good": fact["good"] and worst < GOAL}


async def bots(folder: str, seconds: float) -> Fact:
    server = Server(folder, {"TABLES_PER_HOUR": 10**6})
    hard = {"game": "burger_boss", "places": [{"kind": "bot", "bot": "hard"}] * 3, "start": True, "pace": "instant"}

    async def watch(until: float) -> None:
        while time.monotonic() < until:
            _, made = await server.post("/api/tables", hard)
            async with server.live() as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"]["id"]}))
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(asyncio.get_running_loop().time() + until - time.monotonic()):
                        async for text in socket:
                            if (json.loads(text).get("view") or {}).get("over"):
                                break

    async def quiet(until: float) -> list[float]:
        waits: list[float] = []
        places = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        setup = {"game": "_template", "places": places, "start": True, "pace": "instant"}
        while time.monotonic() < until:
            _, made = await server.post("/api/tables", setup, NEIGHBOUR)
            waits += await waits_for_bot(server, made["table"]["id"], made["seats"][0]["token"])
        return waits

    before = max(await quiet(time.monotonic() + seconds / 4))
    until = time.monotonic() + seconds
    attack = asyncio.gather(*[watch(until) for _ in range(30)])
    await asyncio.sleep(seconds / 4)
    waits = await quiet(until)
    await attack
    server.end()
    worst, usual = max(waits), sorted(waits)[len(waits) // 2]
    facts = {"p50_ms": round(usual, 1), "worst_ms": round(worst, 1), "without_ms": round(before, 1)}
    return {**facts, "answers": len(waits), "good": worst < GOAL}


async def calm(folder: str, seconds: float) -> Fact:
    server = Server(folder, {})
    fact = await neighbour(server, lambda: asyncio.sleep(seconds))
    server.end()
    return {**fact, "good": True}


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


LISTED = (
    calm,
    kills,
    floods,
    crowd,
    slow,
    requests,
    uploads,
    bombs,
    costly,
    flows,
    board,
    bots,
    stored,
    soak,
    walk,
    crossed,
)
ATTACKS = {one.__name__: one for one in LISTED}


def attacked(name: str, folder: str, seconds: float) -> Fact:
    """What an attack found. One that fails is reported, and the others go on."""
    try:
        return asyncio.run(ATTACKS[name](folder, seconds))
    except Exception as error:  # noqa: BLE001 (whatever a server in trouble causes)
        return {"error": f"{type(error).__name__}: {error}", "good": False}
    finally:
        for server in Server.started:
            server.process.kill()
            server.process.wait()
        Server.started.clear()


def main() -> int:
    parser = argparse.ArgumentParser(description="Attacks on a server of our own.")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="which; all of them by default")
    parser.add_argument("--seconds", type=float, help="for each; 60 by default")
    parser.add_argument("--table", action="store_true", help="print a table at the end; 10 seconds for each by default")
    args = parser.parse_args()
    seconds = args.seconds or (10.0 if args.table else 60.0)
    facts: dict[str, Fact] = {}
    for name in args.attacks or [name for name in ATTACKS if not args.table or name != "soak"]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            fact = facts[name] = attacked(name, folder, seconds)
        load = {"load": round(os.getloadavg()[0], 1)} if hasattr(os, "getloadavg") else {}
        print(json.dumps({"attack": name, **fact, **load}), flush=True)
    if args.table:
        print(table(facts))
    return 0 if all(fact["good"] for fact in facts.values()) else 1


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
