"""Copies a whole store into another one, row by row, between SQLite and PostgreSQL in any direction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

from bunfight.server.storage.interface import StoreBroken
from bunfight.server.storage.open import is_postgres, require_asyncpg, without_password
from bunfight.server.storage.sql import COLUMNS
from bunfight.server.storage.sqlite import connect, hold, lenient_text, migrate

ROWS: Final = 1000
Rows = Sequence[Sequence[Any]]
Select = Callable[[str], AsyncIterator[Rows]]  # the rows of a query, some at a time
Insert = Callable[[str, Rows], Any]  # rows into one of COLUMNS


class SqliteEnd:
    """A file that is copied from or to."""

    def __init__(self, path: str) -> None:
        self.path = path

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Select]:
        """A snapshot, also while a server uses the file."""
        if not Path(self.path).exists():
            raise StoreBroken(f"{self.path}: there is no such database")
        with closing(connect(self.path)) as db:
            migrate(db, self.path)
            db.text_factory = lenient_text

            async def select(statement: str) -> AsyncIterator[Rows]:
                cursor = db.execute(statement)
                while rows := cursor.fetchmany(ROWS):
                    yield rows

            db.execute("BEGIN")
            yield select

    @asynccontextmanager
    async def filling(self) -> AsyncIterator[Insert]:
        """One transaction that fills an empty store."""

        async def insert(part: str, rows: Rows) -> None:
            columns = COLUMNS[part]
            marks = ", ".join("?" * len(columns))
            db.executemany(f"INSERT INTO {part} ({', '.join(columns)}) VALUES ({marks})", rows)

        with hold(self.path), closing(connect(self.path)) as db:
            migrate(db, self.path)
            if db.execute("SELECT count(*) FROM tables").fetchone()[0]:
                raise StoreBroken(f"{self.path}: there are tables already; copy into an empty store")
            db.execute("BEGIN IMMEDIATE")
            yield insert
            db.execute("COMMIT")


class PostgresEnd:
    """A database that is copied from or to."""

    def __init__(self, address: str) -> None:
        require_asyncpg()
        self.address = address

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Select]:
        """A snapshot, also while servers use the database."""
        async with self._connected() as db, db.transaction(isolation="repeatable_read"):

            async def select(statement: str) -> AsyncIterator[Rows]:
                cursor = await db.cursor(statement)
                while rows := await cursor.fetch(ROWS):
                    yield rows

            yield select

    @asynccontextmanager
    async def filling(self) -> AsyncIterator[Insert]:
        """One transaction that fills an empty database."""
        from bunfight.server.storage.membership import ALIVE

        async def insert(part: str, rows: Rows) -> None:
            fitting = [(*row[:2], bool(row[2]), *row[3:]) for row in rows] if part == "tables" else rows
            await db.copy_records_to_table(part, records=map(tuple, fitting), columns=COLUMNS[part])

        async with self._connected() as db, db.transaction():
            if await db.fetchval(f"SELECT count(*) FROM servers WHERE {ALIVE}"):
                raise StoreBroken(f"{without_password(self.address)}: servers use it; stop them first")
            if await db.fetchval("SELECT count(*) FROM tables"):
                raise StoreBroken(f"{without_password(self.address)}: there are tables already; copy into an empty one")
            yield insert

    async def empty(self) -> None:
        async with self._connected() as db:
            await db.execute(f"TRUNCATE {', '.join(COLUMNS)}")

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        from bunfight.server.storage.membership import Lost, connect, describe, migrate

        shown = without_password(self.address)
        try:
            db = await connect(self.address)
            async with db.transaction():
                await migrate(db, shown)
        except (*Lost, ValueError) as error:
            raise StoreBroken(f"{shown}: {describe(error)}; is it running, and is the address right?") from error
        try:
            yield db
        finally:
            db.terminate()


def end_at(address: str) -> SqliteEnd | PostgresEnd:
    return PostgresEnd(address) if is_postgres(address) else SqliteEnd(address)


def copy(source: str, target: str, report: Callable[[str], None] = lambda _: None) -> str:
    """Copy everything into an empty store; returns a summary. ``report`` is called with the progress."""
    counts = dict.fromkeys(COLUMNS, 0)
    if not is_postgres(source) and not Path(source).exists():
        raise StoreBroken(f"{source}: there is no such database")
    fresh = not is_postgres(target) and not Path(target).exists()

    async def run() -> None:
        async with end_at(source).reading() as select, end_at(target).filling() as insert:
            for part, columns in COLUMNS.items():
                async for rows in select(f"SELECT {', '.join(columns)} FROM {part}"):
                    await insert(part, rows)
                    counts[part] += len(rows)
                    if counts[part] % 100_000 < len(rows):
                        report(f"{part}: {counts[part]:,} rows so far")

    done = False
    try:
        asyncio.run(run())
        done = True
    except sqlite3.Error as error:
        raise StoreBroken(f"the copy could not be written: {error}") from error
    finally:
        for part in ("", "-wal", "-shm", "-lock") if fresh and not done else ():
            Path(f"{target}{part}").unlink(missing_ok=True)  # half a copy is of no use
    return f"{without_password(target)}: {counts['tables']:,} tables, {counts['decisions']:,} decisions"
