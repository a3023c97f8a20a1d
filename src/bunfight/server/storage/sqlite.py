"""The SQLite driver: write-ahead log, full sync, one writer thread that commits in groups."""

from __future__ import annotations

import asyncio
import errno
import re
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Final

from bunfight.server.observability.metrics import METRICS
from bunfight.server.storage import sql
from bunfight.server.storage.interface import Change, Damaged, News, StoreBroken
from bunfight.server.storage.sql import Job, Result, Row, SqlStore, Work

CLAUSES: Final = {"clustered": "WITHOUT ROWID", "updated": "WITHOUT ROWID"}
MIGRATIONS: Final = {
    2: """
    CREATE TABLE films (
        tid TEXT NOT NULL, number INTEGER NOT NULL, film TEXT NOT NULL, PRIMARY KEY (tid, number)
    ) WITHOUT ROWID;
    """,
    3: """
    CREATE TABLE heads (tid TEXT PRIMARY KEY, head TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO heads SELECT id, head FROM tables;
    ALTER TABLE tables DROP COLUMN head;
    """,
    4: """
    ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN frozen TEXT NOT NULL DEFAULT '';
    CREATE TABLE beats (one INTEGER PRIMARY KEY, at REAL NOT NULL, room BLOB NOT NULL);
    """,
    5: f"""
    ALTER TABLE tables ADD COLUMN keeper INTEGER NOT NULL DEFAULT 0;
    DROP TABLE beats;
    CREATE TABLE about (needs TEXT NOT NULL, padding BLOB);
    INSERT INTO about (needs) VALUES ('');
    {sql.SPLIT_FILMS}
    """,
    6: sql.RANK_SCORES,
}  # by the schema version that each one leads to
CREATE: Final = f"""
    CREATE TABLE about (needs TEXT NOT NULL, padding BLOB);
    INSERT INTO about (needs) VALUES ('');
    {sql.SCHEMA}
"""
READERS: Final = 4  # threads; a long list does not delay a table that is loaded
ADVICE: Final = "name another file with --db"
UPDATE_MANY: Final = """
    UPDATE tables SET state = c.value ->> 2, version = c.value ->> 3, number = c.value ->> 4, changed = c.value ->> 5,
        due = c.value ->> 6, live = c.value ->> 7, revision = revision + 1
    FROM json_each(?) AS c WHERE tables.id = c.value ->> 0 AND tables.revision = c.value ->> 1
"""
UPSERT_HEADS: Final = "INSERT OR REPLACE INTO heads SELECT value ->> 0, value ->> 1 FROM json_each(?)"


@lru_cache(maxsize=256)
def translate(statement: str) -> str:
    """A statement of ``sql`` as SQLite writes it."""
    plain = re.sub(r"json_array_elements(_text)?", "json_each", re.sub(r"::\w+", "", statement))
    return plain.replace("$", "?")


class SqliteStore(SqlStore):
    PROBE = "UPDATE about SET padding = randomblob(65536)"  # the size of a large change; equal pages are not written
    shared, others = False, frozenset[int]()

    def __init__(self, path: str | Path, alone: bool = True) -> None:
        """``alone``: no other process may serve tables from this file at the same time."""
        self.path, self.alone = str(path), alone
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()  # None: no more will come
        self._closing = False
        self._lock: IO[bytes] | None = None
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(READERS, "bunfight-read")
        self._reading = threading.local()  # the connection of each reader
        self._opened: list[sqlite3.Connection] = []  # by readers

    async def open(self) -> None:
        """Lock the file, migrate it and start the writer."""
        if self._writer is not None:
            return
        self._lock = hold(self.path) if self.alone else None
        try:
            with closing(connect(self.path)) as db:
                migrate(db, self.path)
                db.execute(self.PROBE)
        except (sqlite3.Error, StoreBroken) as error:
            if self._lock is not None:
                self._lock.close()
            if isinstance(error, StoreBroken):
                raise
            raise StoreBroken(f"{self.path}: tables cannot be stored there ({error}); {advice(error)}") from error
        self._closing = False
        self._writer = threading.Thread(target=self._write, name="bunfight-write", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """Write what is queued, then fold the log into the file."""
        self._closing = True
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
            self._writer = None
        self._readers.shutdown()
        for db in self._opened:
            db.close()
        if self._lock is not None:
            self._lock.close()

    def subscribe(self, receive: Callable[[News], None]) -> None:
        """Does nothing: there are no other servers."""

    def publish(self, news: News) -> None:
        """Does nothing: there are no other servers."""

    async def allow(self, client: str, rate: float, burst: float) -> bool | None:
        return None

    async def _read(self, statement: str, *values: object) -> list[Row]:
        def fetch() -> list[Row]:
            try:
                db: sqlite3.Connection | None = getattr(self._reading, "db", None)
                if db is None:
                    db = self._reading.db = connect(self.path)
                    db.text_factory = lenient_text
                    self._opened.append(db)
                return db.execute(translate(statement), values).fetchall()
            except sqlite3.Error as error:
                raise StoreBroken(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, fetch)

    async def _enqueue(self, what: Change | Work) -> int:
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if self._closing or self._writer is None:
            raise StoreBroken("the store is closed")
        self._jobs.put((what, done))
        return await done

    def _write(self) -> None:
        """The writer thread: commit groups of jobs until None comes."""
        begun, open_ = 0.0, True
        waiting: list[Job] = []
        with closing(connect(self.path)) as db:
            while open_ or waiting:
                if not waiting:
                    open_ = self._take(waiting)
                if (early := begun + sql.LINGER - time.monotonic()) > 0:
                    time.sleep(early)
                begun = time.monotonic()
                while open_ and len(waiting) < sql.GROUP and not self._jobs.empty():
                    open_ = self._take(waiting)
                group, waiting = sql.next_group(waiting)
                if group:
                    self._write_group(db, group)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _take(self, waiting: list[Job]) -> bool:
        """Wait for a job; False if no more will come."""
        job = self._jobs.get()
        if job is not None:
            waiting.append(job)
        return job is not None

    def _write_group(self, db: sqlite3.Connection, jobs: list[Job]) -> None:
        begun = time.perf_counter()
        results: list[Result]
        try:
            results = _transact(db, jobs)
        except sqlite3.OperationalError as error:  # the disk is at fault, not a change
            results = [StoreBroken(str(error)) for _ in jobs]
        except sqlite3.Error:  # a change is at fault; the others go through
            results = [_transact_alone(db, job) for job in jobs]
        METRICS.commits.observe(time.perf_counter() - begun)
        METRICS.group.observe(len(jobs))
        loop = jobs[0][1].get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(sql.answer, jobs, results)


def _transact(db: sqlite3.Connection, jobs: list[Job]) -> list[Result]:
    """Carry out a group in one transaction: appends all at once if none is in conflict, the rest one by one."""
    try:
        db.execute("BEGIN IMMEDIATE")
        appends = [what for what, _ in jobs if isinstance(what, Change) and sql.is_append(what)]
        together = len(appends) > 1
        if together and not _append_all(db, appends):
            db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            together = False
        results: list[Result] = []
        for what, _ in jobs:
            if not isinstance(what, Change):
                results.append([db.execute(translate(one), values).rowcount for one, values in what][-1])
            elif together and sql.is_append(what):
                results.append(1)
            else:
                results.append(_apply(db, what))
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            db.rollback()
        raise
    return results


def _transact_alone(db: sqlite3.Connection, job: Job) -> Result:
    try:
        return _transact(db, [job])[0]
    except sqlite3.OperationalError as error:
        return StoreBroken(str(error))
    except sqlite3.Error as error:
        return Damaged(str(error))


def _append_all(db: sqlite3.Connection, changes: list[Change]) -> bool:
    """Use the same few statements for any number of changes: each one waits for the interpreter lock."""
    rows, entries, heads, lines = [], [], [], []
    for one in changes:
        rows.append((one.id, one.expect, one.state, one.version, one.number, one.changed, one.due, one.live.decode()))
        if one.head is not None:
            heads.append((one.id, one.head.decode()))
        entries += sql.decision_rows(one)
        lines += sql.chat_rows(one)
    if db.execute(UPDATE_MANY, (sql.json_rows(rows),)).rowcount != len(changes):
        return False
    for statement, listed in ((sql.INSERT_DECISIONS, entries), (UPSERT_HEADS, heads), (sql.INSERT_CHAT, lines)):
        if listed:
            db.execute(translate(statement), (sql.json_rows(listed),))
    return True


def _apply(db: sqlite3.Connection, change: Change) -> Result:
    script = sql.apply(change, 0)
    try:
        statement, values = next(script)
        while True:
            statement, values = script.send(db.execute(translate(statement), values).rowcount)
    except StopIteration as end:
        result: Result = end.value
        return result


def advice(error: Exception) -> str:
    """Return what to do about a file that cannot be used: free some space only if that is what is missing."""
    number = getattr(error, "errno", None) or getattr(error, "sqlite_errorcode", None)
    full = number in (errno.ENOSPC, errno.EDQUOT) or (
        isinstance(error, sqlite3.Error) and number == sqlite3.SQLITE_FULL
    )
    return f"free some space, or {ADVICE}" if full else ADVICE


def lenient_text(text: bytes) -> str:
    """Decode text that may be no valid UTF-8; its reader finds out that it is damaged."""
    return text.decode(errors="surrogateescape")


def connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 4000")
    return db


def schema_version(db: sqlite3.Connection, path: str) -> int:
    """The schema of a file; StoreBroken if it is newer than this version."""
    (have,) = db.execute("PRAGMA user_version").fetchone()
    needs = ""
    if have > sql.SCHEMA_VERSION and db.execute("SELECT 1 FROM sqlite_master WHERE name = 'about'").fetchone():
        (needs,) = db.execute("SELECT needs FROM about").fetchone()
    sql.refuse_newer(path, have, needs)
    return int(have)


def migrate(db: sqlite3.Connection, path: str) -> None:
    """Bring a file to the current schema, completely or not at all."""
    if schema_version(db, path) == sql.SCHEMA_VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        have = schema_version(db, path)  # another process may have been faster
        scripts = [MIGRATIONS[number] for number in range(have + 1, sql.SCHEMA_VERSION + 1)] if have else [CREATE]
        for script in scripts:
            for statement in sql.statements(script, **CLAUSES):
                db.execute(translate(statement))
        db.execute("UPDATE about SET needs = ?", (sql.NEEDS,))
        db.execute(f"PRAGMA user_version = {sql.SCHEMA_VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.rollback()
        raise


def hold(path: str) -> IO[bytes]:
    """Lock a store for this process until the returned file is closed or the process ends, however it does."""
    try:
        file = Path(f"{path}-lock").open("ab")  # noqa: SIM115  # stays open until the caller closes it
    except OSError as error:
        why = f"there is no folder {Path(path).parent}" if not Path(path).parent.is_dir() else error.strerror
        raise StoreBroken(f"{path}: tables cannot be stored there ({why}); {advice(error)}") from error
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StoreBroken(f"{path}: another server uses this file; stop it first, or use another --db") from error
    return file
