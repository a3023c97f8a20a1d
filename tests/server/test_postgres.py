"""PostgreSQL unreachable, of another version, or used by other servers: clear errors, and nothing lost."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from private_postgres import PrivatePostgres
from server_harness import run_server
from test_cluster import until

from bunfight.server.start import main
from bunfight.server.storage import membership, sql
from bunfight.server.storage import postgres as postgres_store
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.storage.open import open_store


@pytest.fixture
def own(postgres: Any) -> Iterator[PrivatePostgres]:
    """A database server that only this test stops and starts."""
    mine = PrivatePostgres()
    yield mine
    mine.stop()


async def test_the_server_waits_for_a_database_that_is_down_at_the_start(tmp_path: Path, own: PrivatePostgres) -> None:
    db = own.database()
    own.halt()
    async with run_server(tmp_path, db=db) as server:
        told = await server.get("/ready", 503)
        assert told["status"] == "broken" and "cannot be reached" in told["why"]
        assert (await server.get("/health"))["status"] == "broken", "the process itself is well"
        request = {"game": "_template", "places": [{"kind": "me"}, {"kind": "me"}]}
        assert (await server.post("/api/tables", request, status=503))["error"] == "store"
        await asyncio.to_thread(own.start)
        await until(lambda: server.registry._ready, "the server does not try again")
        await server.get("/ready")
        await server.make("me", "me", start=True)


async def test_a_database_outage_during_a_game_loses_nothing(
    tmp_path: Path, own: PrivatePostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short absence is waited for; in a long one nothing is acknowledged, and the table is as it was."""
    async with run_server(tmp_path, db=own.database()) as server:
        made = await server.make("me", "me", start=True)
        table, keys = made["table"]["id"], [one["token"] for one in made["seats"]]
        async with server.connect(table, *keys) as client:
            asked = await client.until(lambda one: one["type"] == "view" and one["view"]["moves"])
            await asyncio.to_thread(own.halt)
            request = asyncio.create_task(client.play(asked["seat"], id="through"))
            await asyncio.sleep(0.3)
            assert not request.done()
            await asyncio.to_thread(own.start)
            assert (await request)["type"] == "ok"
            number = len(await server.registry.store.entries(table))
            monkeypatch.setattr(postgres_store, "PATIENCE", 0.5)
            await asyncio.to_thread(own.halt)
            seat = next(s for s in (0, 1) if (v := client.view(s)) and v["view"]["moves"])
            reply = await client.play(seat, id="lost")
            assert (reply["type"], reply["error"]) == ("trouble", "store")
            assert (await client.of("bye"))["retry"] >= 0
            assert (await server.get("/ready", 503))["status"] == "broken"
        monkeypatch.undo()
        await asyncio.to_thread(own.start)
        async with server.connect(table, *keys) as client:
            assert (await client.of("view"))["number"] == number
            assert (await client.play(seat, id="lost"))["type"] == "ok"


async def test_the_creators_of_tables_are_forgotten_after_a_day(postgres: Any) -> None:
    store = open_store(postgres.database())
    await store.open()
    try:
        assert await store.allow("10.0.0.1", 1.0, 10.0) and await store.allow("10.0.0.2", 1.0, 10.0)
        await store._read("UPDATE makers SET at = at - interval '25 h' WHERE client = '10.0.0.1'")  # type: ignore[attr-defined]
        await store.expire(0.0, 0.0)
        assert [row[0] for row in await store._read("SELECT client FROM makers")] == ["10.0.0.2"]  # type: ignore[attr-defined]
    finally:
        await store.close()


def test_unusable_databases_are_refused_in_one_sentence(postgres: Any, capsys: pytest.CaptureFixture[str]) -> None:
    address = postgres.database()
    for db in (f"{address}missing", "postgresql://[bad", address.replace("127.0.0.1", "127.0.0.1:1") + "?port=x"):
        assert main(["--db", db, "--port", "0", "--log", "none"]) == 2, db
        told = capsys.readouterr()
        assert told.out == "" and len(told.err.strip().splitlines()) == 1 and "Traceback" not in told.err, told.err
    assert main(["--db", "tables.db", "--workers", "2", "--port", "0"]) == 2
    assert "postgresql://" in capsys.readouterr().err


async def test_servers_with_another_schema_or_other_rules_do_not_share_a_database(
    postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = postgres.database()
    first, second = open_store(db), open_store(db)
    await first.open()
    monkeypatch.setattr(membership, "fingerprint", lambda: "other rules")
    with pytest.raises(StoreBroken, match="other rules or cards"):
        await second.open()
    with monkeypatch.context() as later:
        later.setattr(sql, "SCHEMA_VERSION", sql.SCHEMA_VERSION + 1)
        later.setattr(sql, "NEEDS", "0.9.0")
        later.setitem(membership.MIGRATIONS, sql.SCHEMA_VERSION, "CREATE TABLE later (one INTEGER)")
        with pytest.raises(StoreBroken, match="older Bunfight"):
            await open_store(db).open()
        await first.close()
        third = open_store(db)
        await third.open()  # nobody is there any more
        await third.close()
    with pytest.raises(StoreBroken, match=r"needs Bunfight 0\.9\.0 or newer"):
        await open_store(db).open()
    connection = await asyncpg.connect(db)
    assert await connection.fetchval("SELECT schema FROM about") == sql.SCHEMA_VERSION + 1
    await connection.close()


@pytest.mark.timeout(200)
def test_several_workers_behind_one_port(postgres: Any, tmp_path: Path) -> None:
    """One is killed and comes back; all are replaced one after the other; all end when they are told to."""
    command = [sys.executable, "-m", "bunfight.server", "--db", postgres.database(), "--workers", "2", "--port", "0"]
    env = os.environ | {"BUNFIGHT_BOT_WORKERS": "1"}
    with (tmp_path / "log").open("w") as log:
        supervisor = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
    try:
        assert supervisor.stdout is not None
        url = supervisor.stdout.readline().strip().rpartition(" ")[2]
        assert url.startswith("http://127.0.0.1:"), (tmp_path / "log").read_text()

        def servers() -> set[int]:
            seen = set()
            for _ in range(20):
                try:
                    with urllib.request.urlopen(f"{url}/ready", timeout=5) as reply:
                        seen.add(json.loads(reply.read())["server"])
                except OSError:
                    continue
            return seen

        def eventually(wanted: Any) -> set[int]:
            for _ in range(300):
                if wanted(found := servers()):
                    return found
            pytest.fail(f"{found}; {(tmp_path / 'log').read_text()}")

        both = eventually(lambda found: len(found) == 2)
        listed = Path(f"/proc/{supervisor.pid}/task/{supervisor.pid}/children").read_text().split()
        worker = next(pid for pid in listed if b"--config" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(int(worker), signal.SIGKILL)
        again = eventually(lambda found: len(found) == 2 and found != both)
        supervisor.send_signal(signal.SIGHUP)
        eventually(lambda found: len(found) == 2 and not found & again)
        supervisor.send_signal(signal.SIGTERM)
        assert supervisor.wait(30) == 0
    finally:
        supervisor.kill()
        supervisor.wait()
