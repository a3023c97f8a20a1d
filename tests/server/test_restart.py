"""Durability: what was acknowledged is on disk, whatever happens to the server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import websockets
from server_harness import ClientConnection, run_server

from bunfight.server.start import main
from bunfight.server.storage import sqlite


async def test_backup_of_a_running_server_and_restore(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy, other = str(tmp_path / "copy.db"), str(tmp_path / "other.db")
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            await client.play(0)
        assert main(["--db", str(tmp_path / "t.db"), "backup", copy]) == 0
        assert main(["--db", str(tmp_path / "t.db"), "backup", copy]) == 2
    assert main(["--db", other, "restore", copy]) == 0
    assert main(["--db", other, "restore", copy]) == 2
    assert main(["--db", other, "restore", "--force", copy]) == 0
    assert main(["--db", other, "check"]) == 0
    assert "1 tables, 1 decisions" in capsys.readouterr().out
    (tmp_path / "bad.db").write_bytes(b"x" * 5000)
    assert main(["--db", other, "restore", "--force", str(tmp_path / "bad.db")]) == 2
    async with run_server(tmp_path, db=other) as server, server.connect(table, token) as client:
        assert (await client.of("view"))["number"] == 1


async def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            view = await client.asked(0)

            def fail(*_: object) -> None:
                raise sqlite3.OperationalError("database or disk is full")

            monkeypatch.setattr(sqlite, "_apply", fail)
            request = {"type": "play", "seat": 0, "move": view["view"]["moves"][0], "version": view["version"]}
            assert (await client.ask(**request, id="w"))["type"] == "trouble"
            assert (await client.of("bye"))["retry"] >= 0
        monkeypatch.undo()
        async with server.connect(table, token) as client:
            assert (await client.of("view"))["number"] == 0
            assert (await client.ask(**request, id="w"))["type"] == "ok"


async def test_another_process_changed_the_table(tmp_path: Path) -> None:
    """What is in memory is read again, and the move is made on what is kept."""
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            await client.asked(0)
            with closing(sqlite3.connect(tmp_path / "t.db")) as db, db:
                db.execute("UPDATE tables SET revision = revision + 1")
            assert (await client.play(0))["type"] == "ok"
            assert (await server.registry.store.revisions([table]))[table] == server.registry.rooms[table].revision


def start_server(folder: Path, port: int = 0) -> tuple[subprocess.Popen[str], int]:
    env = os.environ | {
        "BUNFIGHT_HIDDEN_GAMES": "true",
        "BUNFIGHT_FRAMES_PER_SECOND": "10000",
        "BUNFIGHT_MESSAGES_PER_SECOND": "10000",
        "BUNFIGHT_BURST": "10000",
    }
    command = [
        sys.executable,
        "-m",
        "bunfight.server",
        "--port",
        str(port),
        "--db",
        str(folder / "k.db"),
        "--log",
        "none",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    assert process.stdout is not None
    told = process.stdout.readline()
    return process, int(told.strip().rpartition(":")[2])


async def until_it_serves(port: int) -> None:
    """Wait for a server that has said its address but still loads its games."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http, asyncio.timeout(120):
        while True:
            try:
                await http.get("/health")
                return
            except httpx.TransportError:
                await asyncio.sleep(0.1)


async def test_kill_at_any_moment_loses_nothing_acknowledged(tmp_path: Path) -> None:
    process, port = start_server(tmp_path)
    acknowledged: dict[str, list[tuple[int, str]]] = {}
    keys: dict[str, list[str]] = {}
    try:
        await until_it_serves(port)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            for _ in range(4):
                request = {"game": "_template", "places": [{"kind": "me"}] * 3, "start": True, "pace": "instant"}
                made = (await http.post("/api/tables", json=request)).json()
                keys[made["table"]["id"]] = [key["token"] for key in made["seats"]]

        async def play(table: str) -> None:
            async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as socket:
                client = ClientConnection(socket)
                reader = asyncio.create_task(client.read())
                await client.say(type="hello", protocol=2, table=table, tokens=keys[table])
                while True:
                    for seat in range(3):
                        view = client.view(seat)
                        if view is None or not view["view"]["moves"] or view["sealed"]:
                            await asyncio.sleep(0.001)
                            continue
                        move = view["view"]["moves"][-1]
                        reply = await client.ask(type="play", seat=seat, move=move, version=view["version"])
                        if reply["type"] == "ok":
                            acknowledged.setdefault(table, []).append((seat, move))
                    if reader.done():
                        return

        tasks = [asyncio.create_task(play(table)) for table in keys]
        while sum(map(len, acknowledged.values())) < 30:
            await asyncio.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        process.kill()
        process.wait()
    assert sum(map(len, acknowledged.values())) >= 30
    again, port = start_server(tmp_path, port)
    try:
        await until_it_serves(port)
        for table, made_moves in acknowledged.items():
            with closing(sqlite3.connect(tmp_path / "k.db")) as db:
                rows = db.execute("SELECT entry FROM decisions WHERE tid = ? ORDER BY number", (table,)).fetchall()
                (live,) = db.execute("SELECT live FROM tables WHERE id = ?", (table,)).fetchone()
            entries = [json.loads(row[0]) for row in rows]
            kept = [(entry["seat"], entry["move"]) for entry in entries]
            kept += [(int(seat), sealed["move"]) for seat, sealed in json.loads(live)["sealed"].items()]
            for one in set(made_moves):
                assert kept.count(one) >= made_moves.count(one), (one, made_moves, kept)
            async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as socket:
                client = ClientConnection(socket)
                reader = asyncio.create_task(client.read())
                await client.say(type="hello", protocol=2, table=table, tokens=keys[table])
                assert (await client.of("view"))["number"] == len(entries)
                await client.play_out(0, 1, 2)
                reader.cancel()
        again.send_signal(signal.SIGTERM)
        assert again.wait(60) == 0
    finally:
        again.kill()
        again.wait()


async def test_tables_wake_by_themselves_after_a_restart(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("medium", "medium", "me", start=True, pace="brisk", clock={"kind": "relaxed"})
        table = made["table"]["id"]
    async with run_server(tmp_path) as server:
        for _ in range(2000):
            await asyncio.sleep(0.01)
            if table in server.registry.rooms and server.registry.rooms[table].session.number > 1:
                break
        else:
            pytest.fail("the bots did not go on")


async def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    async with run_server(tmp_path, idle_seconds=0.05) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            await client.play(0)
        for _ in range(500):
            if table not in server.registry.rooms:
                break
            await asyncio.sleep(0.01)
        assert table not in server.registry.rooms
        async with server.connect(table, token) as client:
            assert (await client.of("view"))["number"] == 1
