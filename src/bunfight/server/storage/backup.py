"""Backs up, restores and examines stores."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bunfight.server.storage import sql
from bunfight.server.storage.codec import Inspection
from bunfight.server.storage.copy import PostgresEnd, copy
from bunfight.server.storage.interface import StoreBroken
from bunfight.server.storage.open import is_postgres
from bunfight.server.storage.sqlite import connect, hold, lenient_text, migrate, schema_version

PREFIX: Final = "bunfight-"  # of backups in a folder


def backup(db: str, target: str, force: bool = False) -> str:
    """Copy a store into an SQLite file, also while servers use it; returns a summary.

    ``force`` replaces the file if it exists. It appears only when it is complete, so a failed backup changes nothing.
    """
    here, fresh = Path(target), Path(f"{target}-new")
    if here.is_dir():
        raise StoreBroken(f"{target} is a folder; name a file, or use --keep N to store several backups in it")
    if here.exists() and not force:
        raise StoreBroken(f"{target} already exists; use --force to replace it")
    if not is_postgres(db) and not Path(db).exists():
        raise StoreBroken(f"{db}: there is no such database")
    if not is_postgres(db) and here.exists() and here.samefile(db):
        raise StoreBroken(f"{target}: that is the store itself; name another file")
    if not here.parent.is_dir():
        raise StoreBroken(f"{target}: there is no folder {here.parent}")
    try:
        _discard(fresh)
        if is_postgres(db):
            copy(db, str(fresh))
        else:
            with closing(connect(db)) as source, closing(sqlite3.connect(fresh)) as made:
                source.backup(made)
        summary = examine(str(fresh))[0]
        fresh.replace(here)
    except sqlite3.Error as error:
        raise StoreBroken(f"{target}: the copy could not be written: {error}") from error
    finally:
        _discard(fresh)
    return f"{target}: {summary}"


def rotate(db: str, folder: str, keep: int) -> str:
    """Back up into a folder, under the date and time, and delete all but the newest ``keep`` backups there."""
    here = Path(folder)
    if here.exists() and not here.is_dir():
        raise StoreBroken(f"{folder} is a file; with --keep, name a folder")
    here.mkdir(parents=True, exist_ok=True)
    written = backup(db, str(here / time.strftime(f"{PREFIX}%Y%m%d-%H%M%S.db")), force=True)
    for old in sorted(here.glob(f"{PREFIX}*.db"))[:-keep]:
        old.unlink()
    return written


def _discard(path: Path) -> None:
    """Remove an unfinished copy with the files that belong to it."""
    for part in ("", "-wal", "-shm", "-lock"):
        Path(f"{path}{part}").unlink(missing_ok=True)


def restore(source: str, db: str, force: bool = False) -> str:
    """Put a backup in place of a store; the old one stays as it is until the new one is complete."""
    summary, _ = examine(source)
    if is_postgres(db):
        if force:
            asyncio.run(PostgresEnd(db).empty())
        return copy(source, db)
    here, fresh = Path(db), Path(f"{db}-new")
    if here.exists() and not force:
        raise StoreBroken(f"{db} already exists; use --force to replace it")
    if here.exists() and here.samefile(source):
        raise StoreBroken(f"{db}: that is the store itself, not a copy of it")
    owner = (here if here.exists() else here.absolute().parent).stat()
    with hold(db):
        _discard(fresh)
        try:
            with closing(sqlite3.connect(source)) as saved, closing(sqlite3.connect(fresh)) as made:
                saved.backup(made)
                migrate(made, str(fresh))
            examine(str(fresh))
        except sqlite3.Error as error:
            raise StoreBroken(f"{db}: the copy could not be written: {error}") from error
        for log in (f"{db}-wal", f"{db}-shm"):
            Path(log).unlink(missing_ok=True)
        fresh.replace(here)
        _discard(fresh)
        _give(db, owner)
    return f"{db}: {summary}"


def _give(db: str, owner: os.stat_result) -> None:
    """Give a store and the files next to it to its owner: root may look after what a service of another user needs."""
    if hasattr(os, "chown"):
        for part in ("", "-wal", "-shm", "-lock"):
            with suppress(OSError):
                os.chown(f"{db}{part}", owner.st_uid, owner.st_gid)


def examine(db: str) -> tuple[str, dict[str, str]]:
    """A summary of a store, and what is wrong with its damaged or frozen tables; StoreBroken if it is no store."""
    return asyncio.run(_examine_postgres(db)) if is_postgres(db) else _examine_file(db)


async def _examine_postgres(address: str) -> tuple[str, dict[str, str]]:
    found = Inspection()
    async with PostgresEnd(address).reading() as select:
        async for rows in select(sql.TABLE):
            found.add_tables(rows)
        async for rows in select(sql.DECISIONS):
            found.add_decisions(rows)
        frozen = [row async for rows in select(sql.FROZEN) for row in rows]
    return found.summary(sql.SCHEMA_VERSION), found.finish(frozen)


def _examine_file(path: str) -> tuple[str, dict[str, str]]:
    if not Path(path).exists():
        raise StoreBroken(f"{path}: there is no such file")
    found = Inspection()
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            db.text_factory = lenient_text
            (state,) = db.execute("PRAGMA integrity_check").fetchone()
            have = schema_version(db, path)
            if state != "ok" or not have:
                raise StoreBroken(f"{path}: damaged, or not a database of Bunfight: {state}")
            if have < sql.SCHEMA_VERSION:  # it is checked after the migration
                found.tables, found.decisions = db.execute(
                    "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM decisions)"
                ).fetchone()
                return found.summary(have), {}
            found.add_tables(db.execute(sql.TABLE))
            found.add_decisions(db.execute(sql.DECISIONS))
            return found.summary(have), found.finish(db.execute(sql.FROZEN))
    except sqlite3.Error as error:
        raise StoreBroken(f"{path}: not a database of Bunfight: {error}") from error
    finally:
        _give(path, Path(path).stat())
