"""Databases of earlier versions are migrated without loss; those of later versions are refused."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from server_harness import run_server

from bunfight.server.start import main
from bunfight.server.storage import sql, sqlite
from bunfight.server.storage.backup import examine
from bunfight.server.storage.interface import Head, KeptSeat, StoreBroken
from bunfight.server.storage.open import is_postgres, open_store

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "second_edition.json").read_text())
OLD = {
    "tables": "id, game, public, state, version, number, made, changed, due, live, revision, frozen",
    "heads": "tid, head",
    "decisions": "tid, number, entry",
    "chat": "tid, count, line",
}
FILMS = "SELECT tid, number, film FROM films"
SPLIT = """
    SELECT tid, number, body FROM attachments WHERE kind = 'motion' UNION ALL
    SELECT tid, CASE part WHEN 'review' THEN 1000000000 WHEN 'progress' THEN 1000000001 ELSE 1000000002 END, body
    FROM reviews UNION ALL SELECT board, player + 1000000000, score FROM scores
"""
KILL = """
import asyncio, os, signal, sqlite3, sys
from bunfight.server.storage import membership, sql, sqlite
kind, address = sys.argv[1:]
whole = sql.statements

async def postgres():
    db = await membership.connect(address)
    async with db.transaction():
        await membership.migrate(db)

killed = 0
while True:
    def some(script, **clauses):
        for place, statement in enumerate(whole(script, **clauses)):
            if place == killed:
                os.kill(os.getpid(), signal.SIGKILL)
            yield statement
        if place + 1 == killed:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if not child:
        sql.statements = some
        asyncio.run(postgres()) if kind == "postgres" else sqlite.migrate(sqlite.connect(address), address)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
    killed += 1
    print(killed, flush=True)
    sys.stdin.readline()
"""


def write_sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(gzip.decompress((DATA / "second_edition.sql.gz").read_bytes()).decode())


async def write_postgres(address: str, source: Path) -> None:
    db = await asyncpg.connect(address)
    await db.execute((DATA / "second_edition_postgres.sql").read_text())
    with closing(sqlite3.connect(source)) as old:
        for part, columns in (OLD | {"films": "tid, number, film"}).items():
            rows = old.execute(f"SELECT {columns} FROM {part}").fetchall()
            if part == "tables":
                rows = [(*row[:2], bool(row[2]), *row[3:]) for row in rows]
            await db.copy_records_to_table(part, records=rows, columns=columns.split(", "))
    await db.close()


@pytest.fixture
def old(db: str, tmp_path: Path) -> str:
    """The address of a database of the second edition, of every kind in turn."""
    path = tmp_path / "old.db"
    write_sqlite(path)
    if not is_postgres(db):
        return str(path)
    asyncio.run(write_postgres(db, path))
    return db


async def rows(address: str, query: str) -> list[tuple[Any, ...]]:
    if not is_postgres(address):
        with closing(sqlite3.connect(address)) as file:
            return sorted(map(tuple, file.execute(query)), key=repr)
    db = await asyncpg.connect(address)
    found: Sequence[Any] = await db.fetch(query)
    await db.close()
    return sorted(map(tuple, found), key=repr)


async def contents(address: str, migrated: bool) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a database, as the second edition had it."""
    found = {part: await rows(address, f"SELECT {columns} FROM {part}") for part, columns in OLD.items()}
    return found | {"films": await rows(address, SPLIT if migrated else FILMS)}


def test_everything_of_the_second_edition_is_still_there(old: str) -> None:
    before = asyncio.run(contents(old, migrated=False))
    assert {part: len(listed) for part, listed in before.items()} == {
        "tables": 12,
        "heads": 12,
        "decisions": 221,
        "chat": 4,
        "films": 43,
    }

    async def migrate() -> None:
        store = open_store(old)
        await store.open()
        await store.close()

    asyncio.run(migrate())
    assert asyncio.run(contents(old, migrated=True)) == before
    summary, bad = examine(old)
    assert summary == f"schema {sql.SCHEMA_VERSION}, 12 tables, 221 decisions" and list(bad) == [EXPECTED["frozen"]]


def test_tables_of_the_second_edition_are_played_on(old: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with run_server(tmp_path, db=old) as server:
            store = server.registry.store
            for table, about in EXPECTED["running"].items():
                room = await server.registry.room(table)
                assert room is not None and not room.session.frozen, about["game"]
                assert (room.session.head.game, room.session.number) == (about["game"], about["number"])
                attached = await store.attachments(table, 1, room.session.number)
                assert [one.number for one in attached] == about.get("films", [])
                async with server.connect(table, *about["tokens"]) as client:
                    assert [one["text"] for one in (await client.of("welcome"))["chat"]] == about["chat"]
                    assert room.session.table is not None
                    seat = room.session.table.state.awaiting()[0]
                    if about["game"] == "buffet_boss":
                        assert (await client.asked(seat))["number"] == about["number"]
                        continue
                    assert (await client.play(seat))["type"] == "ok", about["game"]
            buffet = EXPECTED["buffet"]
            assert (await server.get(f"/api/tables/{buffet['table']}/verify"))["good"]
            whole = await store.attachments(buffet["table"], 1, 99)
            assert [one.number for one in whole] == buffet["films"]
            assert await store.attachments(buffet["branch"], 1, 99) == whole[: len(buffet["films"])]
            review = await server.get(f"/api/tables/{EXPECTED['reviewed']}/review")
            assert review["state"] == "done" and len(review["review"]["moments"]) == review["total"]
            assert (await store.reviews(EXPECTED["half_reviewed"])).keys() == {"progress"}
            daily = EXPECTED["daily"]
            board = await server.get(f"/api/daily/burger_war?date={daily['date']}")
            assert sorted(score["name"] for score in board["scores"]) == daily["names"]
            assert (await server.get(f"/api/tables/{EXPECTED['gathering']}"))["state"] == "gathering"
            assert EXPECTED["frozen"] in server.registry.frozen

    asyncio.run(play())


def test_a_migrated_database_looks_like_a_new_one(old: str, db: str, tmp_path: Path, request: Any) -> None:
    fresh = request.getfixturevalue("postgres").database() if is_postgres(db) else str(tmp_path / "fresh.db")
    listed = (
        "SELECT table_name, column_name, is_nullable FROM information_schema.columns WHERE table_schema = 'public'"
        if is_postgres(db)
        else 'SELECT m.name, c.name, c."notnull", c.pk FROM sqlite_master m JOIN pragma_table_info(m.name) c'
    )
    indices = "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public'"
    if not is_postgres(db):
        indices = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite_%'"

    async def look() -> None:
        for address in (old, fresh):
            store = open_store(address)
            await store.open()
            await store.close()
        assert await rows(old, listed) == await rows(fresh, listed)
        assert await rows(old, indices) == await rows(fresh, indices)

    asyncio.run(look())


def test_a_killed_migration_loses_nothing(old: str) -> None:
    """Killed before each of its statements, then before its commit; each time all is as it was, and it starts again."""
    before = asyncio.run(contents(old, migrated=False))
    command = [sys.executable, "-c", KILL, "postgres" if is_postgres(old) else "sqlite", old]
    killed = 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        while process.stdout.readline():
            killed += 1
            assert asyncio.run(contents(old, migrated=False)) == before
            process.stdin.write("\n")
            process.stdin.flush()
    assert process.returncode == 0 and killed >= 8
    assert asyncio.run(contents(old, migrated=True)) == before


def test_a_database_of_a_newer_version_is_refused_with_the_version_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.db")
    with closing(sqlite.connect(path)) as db:
        sqlite.migrate(db, path)
        sqlite.migrate(db, path)  # does nothing
        db.execute("UPDATE about SET needs = '0.9.0'")
        db.execute("PRAGMA user_version = 99")
        with pytest.raises(StoreBroken, match=r"schema 99 and needs Bunfight 0\.9\.0 or newer; this is Bunfight"):
            sqlite.migrate(db, path)
    other = str(tmp_path / "other.db")
    for command in (["--db", path, "--port", "0"], ["--db", path, "check"], ["--db", other, "restore", path]):
        assert main(command) == 2
        assert "needs Bunfight 0.9.0 or newer" in capsys.readouterr().err


FIRST = """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, public INTEGER NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL,
        number INTEGER NOT NULL, made REAL NOT NULL, changed REAL NOT NULL, due REAL,
        head TEXT NOT NULL, live TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_public ON tables (changed) WHERE public;
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE TABLE decisions (
        tid TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (tid, number)
    ) WITHOUT ROWID;
    CREATE TABLE chat (
        tid TEXT NOT NULL, count INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tid, count)
    ) WITHOUT ROWID;
"""  # schema 1


@pytest.mark.parametrize("schema", range(1, sql.SCHEMA_VERSION))
async def test_every_older_file_is_migrated(tmp_path: Path, schema: int) -> None:
    path = str(tmp_path / "s.db")
    head = msgspec.json.encode(Head("_template", {"buns": 3}, [KeptSeat(name="Ann")])).decode()
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(FIRST)
        row = ("old", "_template", 1, "playing", 4, 2, 1.0, 2.0, 3.0, head, '{"streams": 5}')
        db.execute("INSERT INTO tables VALUES (?,?,?,?,?,?,?,?,?,?,?)", row)
        db.execute("INSERT INTO decisions VALUES ('old', 1, 'x')")
        for number in range(2, schema + 1):
            db.executescript(sqlite.translate(sqlite.MIGRATIONS[number].format(**sqlite.CLAUSES)))
        db.execute(f"PRAGMA user_version = {schema}")
    store = sqlite.SqliteStore(path)
    await store.open()
    kept = await store.load("old")
    assert kept is not None and (kept.version, kept.number, kept.live.streams) == (4, 2, 5)
    assert kept.head.options == {"buns": 3} and kept.head.seats[0].name == "Ann"
    assert [one.id for one in (await store.public(("playing",), "", 9))[0]] == ["old"]
    assert await store.entries("old") == [b"x"] and kept.revision == 0 and await store.due(9.0) == ["old"]
    await store.close()


async def test_an_older_server_that_still_runs_stops_the_migration(old: str, postgres: Any) -> None:
    if not is_postgres(old):
        with sqlite.hold(old), pytest.raises(StoreBroken, match="another server"):
            await open_store(old).open()
        return
    db = await asyncpg.connect(old)
    await db.execute("INSERT INTO servers (version, kin) VALUES ('0.1.0', 'x')")
    with pytest.raises(StoreBroken, match="older Bunfight"):
        await open_store(old).open()
    assert await db.fetchval("SELECT schema FROM about") == 1
    await db.close()
