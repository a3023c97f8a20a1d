"""Stores that are damaged, full, locked or restored at the wrong moment."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_harness import ServerHarness, run_server

from bunfight.server.start import main
from bunfight.server.storage import sqlite
from bunfight.server.storage.interface import Change, Conflict, Damaged, StoreBroken


def damage(path: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql, values)


DAMAGES = {
    "head": "UPDATE heads SET head = 'not JSON' WHERE tid = ?",
    "head of another kind": "UPDATE heads SET head = '[1, 2]' WHERE tid = ?",
    "no head": "DELETE FROM heads WHERE tid = ?",
    "no text": "UPDATE heads SET head = CAST(x'fffe7b7d' AS TEXT) WHERE tid = ?",
    "live": "UPDATE tables SET live = '{\"asked\": 7}' WHERE id = ?",
    "entry": "UPDATE decisions SET entry = '{}' WHERE tid = ? AND number = 1",
    "entry of null": "UPDATE decisions SET entry = x'00' WHERE tid = ? AND number = 1",
    "missing decision": "DELETE FROM decisions WHERE tid = ? AND number = 1",
    "unknown move": "UPDATE decisions SET entry = json_set(entry, '$.move', 'fly') WHERE tid = ? AND number = 1",
    "unknown seat": "UPDATE decisions SET entry = json_set(entry, '$.seat', 99) WHERE tid = ? AND number = 1",
    "deal": "UPDATE heads SET head = json_set(head, '$.deal', json('{\"x\": 1}')) WHERE tid = ?",
    "options": "UPDATE heads SET head = json_set(head, '$.options', json('{\"hand\": \"x\"}')) WHERE tid = ?",
    "no chapters": "UPDATE heads SET head = json_set(head, '$.chapters', json('[]')) WHERE tid = ?",
    "another game": "UPDATE heads SET head = json_set(head, '$.game', 'chess') WHERE tid = ?",
    "one seat less": "UPDATE heads SET head = json_remove(head, '$.seats[0]') WHERE tid = ?",
}


async def test_damage_stays_inside_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.db"
    bad: dict[str, str] = {}
    async with run_server(tmp_path) as server:
        for kind in DAMAGES:
            made = await server.make("me", "me", public=True, start=True)
            async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
                await client.play(0)
            bad[kind] = made["table"]["id"]
        good = await server.make("medium", "medium", public=True, start=True, pace="calm", clock={"kind": "relaxed"})
    for kind, sql in DAMAGES.items():
        damage(path, sql, bad[kind])
    damage(path, "UPDATE tables SET due = 1")
    async with run_server(tmp_path) as server:
        room = None
        for _ in range(1000):
            room = server.registry.rooms.get(good["table"]["id"])
            if room is not None and len(server.registry.frozen) >= len(bad):
                break
            await asyncio.sleep(0.01)
        assert room is not None and not room.session.frozen, "the others are woken"
        listed = [one["id"] for one in await server.get("/api/tables")]
        assert good["table"]["id"] in listed and bad["head"] not in listed
        async with server.connect("") as lobby:
            assert good["table"]["id"] in str((await lobby.of("lobby"))["tables"])
        for kind, table in bad.items():
            reply = await server.http.get(f"/api/tables/{table}")
            assert reply.status_code in (200, 410), (kind, reply.text)
            if reply.status_code == 200:
                assert reply.json()["state"] == "frozen" and reply.json()["note"], kind
            async with server.connect(table) as client:
                told = await client.until(lambda m: m["type"] in ("welcome", "bye"))
                assert told["type"] == "welcome" or told["retry"] == -1, kind
        assert set(bad.values()) == set(server.registry.frozen)
        assert not set(bad.values()) & set(await server.registry.store.due(2.0)), (
            "none of them is tried again by itself"
        )
        assert f"bunfight_frozen_tables {len(server.registry.frozen)}" in (await server.http.get("/metrics")).text
        assert (await server.get("/health"))["status"] == "ok"
    capsys.readouterr()
    assert main(["--db", str(path), "check"]) == 1
    told = capsys.readouterr().out
    assert all(f"table {table} cannot go on" in told for table in bad.values())


async def test_a_change_that_does_not_fit_affects_no_other_change(tmp_path: Path) -> None:
    store = sqlite.SqliteStore(tmp_path / "s.db")
    await store.open()
    fields: dict[str, Any] = {"state": "playing", "version": 1, "changed": 1.0, "live": b"{}"}
    for table in "abc":
        await store.commit(Change(id=table, expect=-1, number=0, head=b"{}", **fields))
    damage(tmp_path / "s.db", "INSERT INTO decisions VALUES ('b', 1, 'left over')")
    changes = [Change(id=table, expect=0, number=1, entries=[b"{}"], **fields) for table in "abc"]
    told = await asyncio.gather(*[store.commit(one) for one in changes], return_exceptions=True)
    assert [type(one) for one in told] == [type(None), Damaged, type(None)]
    assert await store.entries("a") == await store.entries("c") == [b"{}"]
    await store.close()


async def test_every_write_builds_on_what_was_read(tmp_path: Path) -> None:
    """Also one that leaves the version as it is, as a sealed answer or a line of chat does."""
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            await client.of("view")
            damage(tmp_path / "t.db", "UPDATE tables SET revision = revision + 1")  # as another server would
            assert (await client.ask(type="say", seat=0, text="hi"))["type"] == "ok"
            assert (await server.registry.store.revisions([table]))[table] == server.registry.rooms[table].revision == 3
    store = sqlite.SqliteStore(tmp_path / "s.db")
    await store.open()
    fields: dict[str, Any] = {"state": "playing", "version": 1, "number": 0, "changed": 1.0, "live": b"{}"}
    await store.commit(Change(id="a", expect=-1, head=b"{}", **fields))
    told = await asyncio.gather(
        *[store.commit(Change(id="a", expect=0, **fields)) for _ in range(5)], return_exceptions=True
    )
    assert [type(one) for one in told].count(Conflict) == 4
    await store.close()


async def test_one_store_has_one_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, copy = str(tmp_path / "t.db"), str(tmp_path / "copy.db")
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        assert main(["--db", path, "backup", copy]) == 0
        capsys.readouterr()
        assert await asyncio.to_thread(main, ["--db", path, "--port", "0"]) == 2
        told = capsys.readouterr()
        assert "another server" in told.err and "served at" not in told.out
        assert main(["--db", path, "restore", "--force", copy]) == 2
        assert "another server" in capsys.readouterr().err
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            assert (await client.play(0))["type"] == "ok"
    assert main(["--db", path, "restore", "--force", path]) == 2
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert main(["--db", str(link), "restore", "--force", path]) == 2
    assert "the store itself" in capsys.readouterr().err
    async with run_server(tmp_path) as server:
        assert await server.registry.store.count() == 1
    assert main(["--db", path, "restore", "--force", copy]) == 0


@pytest.mark.parametrize("kind", ["folder", "no folder", "nonsense", "newer", "read only"])
def test_a_store_that_cannot_be_used_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    path = tmp_path / "t.db"
    if kind == "folder":
        path.mkdir()
    elif kind == "no folder":
        path = tmp_path / "none" / "t.db"
    elif kind == "nonsense":
        path.write_bytes(b"x" * 5000)
    elif kind == "newer":
        with closing(sqlite.connect(str(path))) as db:
            db.execute("PRAGMA user_version = 99")
    else:
        path = Path("/proc/version")
    assert main(["--db", str(path), "--port", "0", "--log", "none"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.strip().splitlines()) == 1 and "Traceback" not in told.err
    assert str(path) in told.err or "newer" in told.err


def test_an_address_that_is_taken_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for port in ("99999", "1"):
        host = "203.0.113.7"  # of nobody
        assert main(["--db", str(tmp_path / "t.db"), "--host", host, "--port", port]) == 2
        assert "--port" in capsys.readouterr().err


async def test_a_full_disk_shows_in_the_health(tmp_path: Path) -> None:
    """A real one: the server may write no file beyond some size."""
    room = 400_000

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    command = [sys.executable, "-m", "bunfight.server", "--port", "0", "--db", str(tmp_path / "f.db"), "--log", "none"]
    env = os.environ | {"BUNFIGHT_TABLES_PER_HOUR": "100000", "BUNFIGHT_REQUESTS_PER_SECOND": "10000"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, preexec_fn=confine)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rpartition(":")[2])
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=20) as http:
            for _ in range(200):
                try:
                    assert (await http.get("/health")).status_code == 200
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
            body = {"game": "burger_up", "places": [{"kind": "me"}] * 2, "start": True}
            codes: list[int] = []
            while not codes or codes[-1] == 201:
                codes.append((await http.post("/api/tables", json=body)).status_code)
                assert len(codes) < 2000
            assert codes[-1] == 503
            await asyncio.sleep(1.1)
            health = await http.get("/ready")
            assert (health.status_code, health.json()["status"]) == (503, "broken")
            assert (await http.get("/health")).status_code == 200, "who has no disk is not dead"
            resource.prlimit(
                process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            )  # somebody made room
            await asyncio.sleep(1.1)
            assert (await http.get("/health")).status_code == 200
            assert (await http.post("/api/tables", json=body)).status_code == 201
    finally:
        process.kill()
        process.wait()


async def restarted(tmp_path: Path, server: ServerHarness, name: str) -> Path:
    """The store as a kill -9 would leave it just now."""
    there = tmp_path / name
    there.mkdir()
    for file in tmp_path.glob("t.db*"):
        if not file.name.endswith("-lock"):
            shutil.copy(file, there / file.name)
    return there


async def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client, server.connect(table, two) as other:
            await client.play(0)
            await other.play(1)
            await client.until(lambda m: m["type"] == "view" and m["number"] == 2)
            assert (await client.ask(type="say", seat=0, text="once", id="said"))["type"] == "ok"
            assert (await client.ask(type="undo", seat=0, id="back"))["type"] == "ok"
            request = (await other.until(lambda m: m["type"] == "table" and m["table"]["request"]))["table"]["request"]
            there = await restarted(tmp_path, server, "killed")
    async with run_server(there) as server, server.connect(table, one) as client, server.connect(table, two) as other:
        assert (await other.of("welcome"))["table"]["request"] == request
        assert (await client.ask(type="say", seat=0, text="once", id="said"))["type"] == "ok"
        assert (await client.ask(type="undo", seat=0, id="back"))["type"] == "ok"
        assert len(server.registry.rooms[table].chat.lines) == 1
        assert not [m for m in other.got if m["type"] == "spoke"]
        yes = await other.ask(type="answer", seat=1, request=request["request"], yes=True)
        assert yes["type"] == "ok" and server.registry.rooms[table].session.number == request["keep"]


async def test_no_version_is_sent_before_it_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a decision is being written nobody is told anything about it: no player, no spectator, no lobby, no request."""
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", public=True, start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        store, go = server.registry.store, asyncio.Event()
        commit = store.commit
        async with server.connect(table, one) as client, server.connect(table, two) as other:
            view = await client.asked(0)
            await other.of("view")

            async def slowly(change: Change) -> None:
                await go.wait()
                if change.version > view["version"] + 1:
                    raise StoreBroken("full")
                await commit(change)

            monkeypatch.setattr(store, "commit", slowly)
            before = len(other.got)
            playing = asyncio.create_task(client.play(0))
            await asyncio.sleep(0.05)
            asked: list[Any] = [
                asyncio.create_task(other.ask(type="say", seat=1, text="hm")),
                asyncio.create_task(other.ask(type="why", seat=1, move="let")),
                asyncio.create_task(other.ask(type="play", seat=1, move="x", version=0)),
                asyncio.create_task(other.ask(type="say", seat=0, text="not mine")),
                asyncio.create_task(server.get(f"/api/tables/{table}")),
                asyncio.create_task(server.get(f"/api/tables/{table}/view", token=two)),
            ]
            listed = await server.get("/api/tables")
            assert [info["version"] for info in listed] == [view["version"]]
            await asyncio.sleep(0.1)
            assert not [task for task in asked if task.done()] and len(other.got) == before
            go.set()
            assert (await playing)["type"] == "ok"
            told = await asyncio.gather(*asked)
            assert {m["version"] for m in told if "version" in m} == {view["version"] + 1}


def test_a_kill_of_the_holder_frees_the_store(tmp_path: Path) -> None:
    path = str(tmp_path / "t.db")
    script = f"from bunfight.server.storage.sqlite import hold; h = hold({path!r}); print('held', flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None and holder.stdout.readline() == "held\n"
    with pytest.raises(StoreBroken, match="another server"):
        sqlite.hold(path)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    sqlite.hold(path).close()


def test_damage_is_named_as_json_readers_see_it() -> None:
    assert json.loads(sqlite.lenient_text(b'"\xc3\xa9"')) == "\u00e9"
