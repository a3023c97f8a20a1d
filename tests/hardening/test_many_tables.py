"""With many stored tables, lists, counts and checks read only what they show."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight.server import registry
from bunfight.server.storage import sql
from bunfight.server.storage.sqlite import CREATE, READERS, SqliteStore, translate


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A database with 20,000 finished public tables and a few others."""
    with closing(sqlite3.connect(":memory:")) as db:
        for statement in sql.statements(CREATE, clustered="WITHOUT ROWID", updated="WITHOUT ROWID"):
            db.execute(translate(statement))
        rows = [(f"t{n}", "over" if n % 1000 else ("gathering", "playing")[n % 2000 > 0], n) for n in range(20_000)]
        db.executemany(
            "INSERT INTO tables (id, game, public, state, version, number, made, changed, live) "
            "VALUES (?, 'burger_up', 1, ?, 0, 0, 0, ?, '{}')",
            rows,
        )
        db.execute("ANALYZE")
        yield db


def steps(db: sqlite3.Connection, statement: str, *values: object) -> int:
    """How many hundreds of instructions of SQLite's machine a query takes."""
    count = 0

    def one_more() -> int:
        nonlocal count
        count += 1
        return 0

    db.set_progress_handler(one_more, 100)
    db.execute(translate(statement), values).fetchall()
    db.set_progress_handler(None, 0)
    return count


async def test_lists_of_public_tables_do_not_read_the_finished_ones(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    async def read(self: SqliteStore, statement: str, *values: object) -> list[Any]:
        counted.append(steps(db, statement, *values))
        return []

    monkeypatch.setattr(SqliteStore, "_read", read)
    store = SqliteStore("")
    for states in (("gathering", "playing"), ("over",)):
        for game in ("", "burger_up", "nothing"):
            await store.public(states, game, 100)
    await store.frozen()
    assert counted and max(counted) < 100, counted
    assert steps(db, sql.EXPIRED, -1.0, -1.0) < 10


async def test_a_long_query_does_not_delay_a_table(tmp_path: Path) -> None:
    """Readers work side by side: while all but one are busy, another query is answered."""
    store = SqliteStore(tmp_path / "many.db")
    await store.open()
    loop = asyncio.get_running_loop()
    free = asyncio.Event()
    busy = [loop.run_in_executor(store._readers, lambda: _wait(loop, free)) for _ in range(READERS - 1)]
    assert await asyncio.wait_for(store.load("nothing"), 60) is None
    free.set()
    await asyncio.gather(*busy)
    await store.close()


def _wait(loop: asyncio.AbstractEventLoop, free: asyncio.Event) -> None:
    asyncio.run_coroutine_threadsafe(free.wait(), loop).result()


async def test_lists_and_counts_are_remembered_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    whole = SqliteStore._read

    async def counted(self: SqliteStore, statement: str, *values: object) -> Any:
        read.append(statement)
        return await whole(self, statement, *values)

    for name in ("LIST_SECONDS", "COUNT_SECONDS"):
        monkeypatch.setattr(registry, name, 1e9)
    async with run_server(tmp_path) as server:
        await server.make("me", "me", public=True)
        monkeypatch.setattr(SqliteStore, "_read", counted)
        for _ in range(20):
            await server.get("/health")
            assert (await server.get("/ready"))["tables"] == 1
            for game in ("", "burger_up", "nonsense", "x" * 40):
                await server.get(f"/api/tables?game={game}")
        assert sum("count(*)" in one for one in read) <= 1
        assert sum("WHERE public" in one for one in read) == 4, "two states of two lists; none of unknown games"
