"""Vault: copies of a store are made, put back and examined."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bunfight.server.storage.codec import kept, readable
from bunfight.server.storage.interface import Damaged, StoreBroken
from bunfight.server.storage.sqlite import KEPT, MIGRATIONS, as_written, connect, hold, migrate


def backup(path: str, target: str) -> str:
    """Copy a store, also while a server uses it; says what was copied."""
    if not Path(path).exists():
        raise StoreBroken(f"{path}: there is no such store")
    if Path(target).exists():
        raise StoreBroken(f"{target}: there is a file already")
    try:
        with closing(connect(path)) as db, closing(sqlite3.connect(target)) as copy:
            db.backup(copy)
    except sqlite3.Error as error:
        raise StoreBroken(f"{target}: the copy could not be written: {error}") from error
    return f"{target}: {examine(target)[0]}"


def restore(source: str, path: str, force: bool = False) -> str:
    """Put a backup in place of a store; the old one stays as it is until the new one is whole."""
    summary, _ = examine(source)
    here, fresh = Path(path), Path(f"{path}-new")
    if here.exists() and not force:
        raise StoreBroken(f"{path} already exists; use --force to replace it")
    if here.exists() and here.samefile(source):
        raise StoreBroken(f"{path}: that is the store itself, not a copy of it")
    with hold(path):
        fresh.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(source)) as copy, closing(sqlite3.connect(fresh)) as db:
                copy.backup(db)
                migrate(db)
            examine(str(fresh))
        except sqlite3.Error as error:
            raise StoreBroken(f"{path}: the copy could not be written: {error}") from error
        for log in (f"{path}-wal", f"{path}-shm"):
            Path(log).unlink(missing_ok=True)
        fresh.replace(here)
    return f"{path}: {summary}"


def examine(path: str) -> tuple[str, dict[str, str]]:
    """What is in a store, and which of its tables are damaged or frozen and why; StoreBroken if it is none."""
    if not Path(path).exists():
        raise StoreBroken(f"{path}: there is no such file")
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            db.text_factory = as_written
            (sound,) = db.execute("PRAGMA integrity_check").fetchone()
            (have,) = db.execute("PRAGMA user_version").fetchone()
            (tables,) = db.execute("SELECT count(*) FROM tables").fetchone()
            (decisions,) = db.execute("SELECT count(*) FROM decisions").fetchone()
            bad = _damage(db) if sound == "ok" and have == len(MIGRATIONS) else {}
    except sqlite3.Error as error:
        raise StoreBroken(f"{path}: not a store: {error}") from error
    if sound != "ok" or not 1 <= have <= len(MIGRATIONS):
        raise StoreBroken(f"{path}: damaged, or of another version (schema {have}): {sound}")
    return f"schema {have}, {tables} tables, {decisions} decisions", bad


def _damage(db: sqlite3.Connection) -> dict[str, str]:
    bad = dict(db.execute("SELECT id, frozen FROM tables WHERE frozen != ''").fetchall())
    numbers: dict[str, int] = {}
    for row in db.execute(KEPT):
        try:
            numbers[row[0]] = kept(row).number
        except Damaged as error:
            bad[str(row[0])] = str(error)
    found = dict.fromkeys(numbers, 0)
    for table, number, entry in db.execute("SELECT tid, number, entry FROM decisions ORDER BY tid, number"):
        if table in found and (number != found[table] + 1 or not readable(entry)):
            bad.setdefault(table, f"decision {found[table] + 1} is missing or makes no sense")
        found[table] = number
    for table, number in numbers.items():
        if found[table] != number:
            bad.setdefault(table, f"{number} decisions were made, {found[table]} are kept")
    return bad
