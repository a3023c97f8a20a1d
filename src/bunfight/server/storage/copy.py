"""Copying: all that is kept goes from one store into another, row by row, whatever lies behind each of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from bunfight.server.storage import backup as file_backup
from bunfight.server.storage.codec import readable, sorted_out
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.storage.open import is_postgres, shown
from bunfight.server.storage.sqlite import as_written, connect, hold, migrate

PARTS: Final = {
    "tables": (
        "id", "game", "public", "state", "version", "number", "made", "changed", "due", "live", "revision", "frozen",
    ),
    "heads": ("tid", "head"),
    "decisions": ("tid", "number", "entry"),
    "films": ("tid", "number", "film"),
    "chat": ("tid", "count", "line"),
}  # fmt: skip
ROWS: Final = 1000
Rows = Sequence[Sequence[Any]]
Say = Callable[[str], None]


class SqliteEnd:
    """One end of a copy."""

    def __init__(self, path: str) -> None:
        self.path = path

    async def rows(self) -> AsyncIterator[tuple[str, Rows]]:
        if not Path(self.path).exists():
            raise StoreBroken(f"{self.path}: there is no such store")
        file_backup.examine(self.path)
        with closing(connect(self.path)) as db:
            db.text_factory = as_written
            migrate(db)
            db.execute("BEGIN")  # one moment, whatever a server does meanwhile
            for part, columns in PARTS.items():
                found = db.execute(f"SELECT {', '.join(columns)} FROM {part}")
                while rows := found.fetchmany(ROWS):
                    yield part, rows

    async def fill(self, rows: AsyncIterator[tuple[str, Rows]], told: Callable[[str, int], None]) -> None:
        with hold(self.path), closing(connect(self.path)) as db:
            migrate(db)
            if db.execute("SELECT count(*) FROM tables").fetchone()[0]:
                raise StoreBroken(f"{self.path}: there are tables already; copy into an empty store")
            db.execute("BEGIN IMMEDIATE")
            async for part, some in rows:
                columns = PARTS[part]
                marks = ", ".join("?" * len(columns))
                db.executemany(f"INSERT INTO {part} ({', '.join(columns)}) VALUES ({marks})", some)
                told(part, len(some))
            db.execute("COMMIT")


class PostgresEnd:
    def __init__(self, address: str) -> None:
        self.address = address

    async def rows(self) -> AsyncIterator[tuple[str, Rows]]:
        db = await self._open()
        try:
            async with db.transaction(isolation="repeatable_read"):
                for part, columns in PARTS.items():
                    some: list[tuple[Any, ...]] = []
                    async for row in db.cursor(f"SELECT {', '.join(columns)} FROM {part}", prefetch=ROWS):
                        some.append(tuple(row))
                        if len(some) == ROWS:
                            yield part, some
                            some = []
                    if some:
                        yield part, some
        finally:
            db.terminate()

    async def fill(self, rows: AsyncIterator[tuple[str, Rows]], told: Callable[[str, int], None]) -> None:
        from bunfight.server.storage.membership import LIVING

        db = await self._open()
        try:
            if await db.fetchval(f"SELECT count(*) FROM servers WHERE {LIVING}"):
                raise StoreBroken(f"{shown(self.address)}: servers use it; stop them first")
            async with db.transaction():
                if await db.fetchval("SELECT count(*) FROM tables"):
                    raise StoreBroken(f"{shown(self.address)}: there are tables already; copy into an empty database")
                async for part, some in rows:
                    fitting = [(*row[:2], bool(row[2]), *row[3:]) for row in some] if part == "tables" else some
                    await db.copy_records_to_table(part, records=fitting, columns=PARTS[part])
                    told(part, len(some))
        finally:
            db.terminate()

    async def empty(self) -> None:
        db = await self._open()
        try:
            await db.execute(f"TRUNCATE {', '.join(PARTS)}")
        finally:
            db.terminate()

    async def _open(self) -> Any:
        from bunfight.server.storage.membership import Lost, connect, migrate, words

        try:
            db = await connect(self.address)
            async with db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock(8800)")
                await migrate(db)
        except (*Lost, ValueError) as error:
            raise StoreBroken(
                f"{shown(self.address)}: {words(error)}; is it running, and is the address right?"
            ) from error
        return db


def end(address: str) -> SqliteEnd | PostgresEnd:
    if not is_postgres(address):
        return SqliteEnd(address)
    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError as error:
        raise StoreBroken("tables in PostgreSQL need asyncpg; run: pip install 'bunfight[server,postgres]'") from error
    return PostgresEnd(address)


def copy(source: str, target: str, say: Say = lambda _: None) -> str:
    """Copy everything into an empty store; says what was copied."""
    counts = dict.fromkeys(PARTS, 0)

    def told(part: str, count: int) -> None:
        if counts[part] // 100_000 != (counts[part] + count) // 100_000:
            say(f"{part}: {counts[part] + count:,} rows so far")
        counts[part] += count

    async def go() -> None:
        try:
            await end(target).fill(end(source).rows(), told)
        except sqlite3.Error as error:
            raise StoreBroken(f"the copy could not be written: {error}") from error

    asyncio.run(go())
    return f"{shown(target)}: {counts['tables']:,} tables, {counts['decisions']:,} decisions"


def backup(db: str, target: str) -> str:
    """A copy in a file, also while servers run; of PostgreSQL as an SQLite store."""
    if not is_postgres(db):
        return file_backup.backup(db, target)
    if Path(target).exists():
        raise StoreBroken(f"{target}: there is a file already")
    return copy(db, target)


def restore(source: str, db: str, force: bool = False) -> str:
    if not is_postgres(db):
        return file_backup.restore(source, db, force)
    file_backup.examine(source)
    if force:
        asyncio.run(PostgresEnd(db).empty())
    return copy(source, db)


def examine(db: str) -> tuple[str, dict[str, str]]:
    """What is in a store, and which of its tables are damaged or frozen and why."""
    return asyncio.run(_examine(db)) if is_postgres(db) else file_backup.examine(db)


async def _examine(address: str) -> tuple[str, dict[str, str]]:
    from bunfight.server.storage.membership import MIGRATIONS
    from bunfight.server.storage.postgres import KEPT

    db = await PostgresEnd(address)._open()
    try:
        tables, decisions, bad = 0, 0, dict(await db.fetch("SELECT id, frozen FROM tables WHERE frozen <> ''"))
        async with db.transaction(isolation="repeatable_read"):
            numbers: dict[str, int] = {}
            async for row in db.cursor(KEPT, prefetch=ROWS):
                good, wrong = sorted_out([row])
                tables, bad = tables + 1, wrong | bad
                numbers |= {one.id: one.number for one in good}
            found = dict.fromkeys(numbers, 0)
            listed = "SELECT tid, number, entry FROM decisions ORDER BY tid, number"
            async for table, number, entry in db.cursor(listed, prefetch=ROWS):
                decisions += 1
                if table in found and (number != found[table] + 1 or not readable(entry)):
                    bad.setdefault(table, f"decision {found[table] + 1} is missing or makes no sense")
                found[table] = number
        for table, number in numbers.items():
            if found[table] != number:
                bad.setdefault(table, f"{number} decisions were made, {found[table]} are kept")
    finally:
        db.terminate()
    return f"schema {len(MIGRATIONS)}, {tables} tables, {decisions} decisions", bad
