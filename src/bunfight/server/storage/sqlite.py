"""SQLite behind the store's port: write-ahead log, full sync, one writer thread that commits in groups."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Any, Final

import msgspec

from bunfight.server.observability.metrics import METRICS
from bunfight.server.storage.codec import complete, kept, lines, sorted_out
from bunfight.server.storage.interface import SHELF, Change, ChatLine, Conflict, Damaged, Kept, News, StoreBroken

GROUP: Final = 1000
LINGER: Final = 0.008  # seconds from one commit to the next when many come: few large groups cost less than many small
MIGRATIONS: Final = (
    # 1
    """
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
    """,
    # 2: what is only for the eye
    """
    CREATE TABLE films (
        tid TEXT NOT NULL, number INTEGER NOT NULL, film TEXT NOT NULL, PRIMARY KEY (tid, number)
    ) WITHOUT ROWID;
    """,
    # 3: what does not change with every decision apart from what does
    """
    CREATE TABLE heads (tid TEXT PRIMARY KEY, head TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO heads SELECT id, head FROM tables;
    ALTER TABLE tables DROP COLUMN head;
    """,
    # 4: every change is counted; a table that cannot be woken says why; something to try whether writing works
    """
    ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN frozen TEXT NOT NULL DEFAULT '';
    CREATE TABLE beats (one INTEGER PRIMARY KEY, at REAL NOT NULL, room BLOB NOT NULL);
    """,
)
BEAT: Final = "INSERT OR REPLACE INTO beats VALUES (1, ?, zeroblob(65536))"  # as much as a large change needs
WHAT_TO_DO: Final = "free some space, or name another file with --db"
UPDATE_MANY: Final = """
    UPDATE tables SET state = c.value ->> 2, version = c.value ->> 3, number = c.value ->> 4, changed = c.value ->> 5,
        due = c.value ->> 6, live = c.value ->> 7, revision = revision + 1
    FROM json_each(?) AS c WHERE tables.id = c.value ->> 0 AND tables.revision = c.value ->> 1
"""
HEAD_MANY: Final = "INSERT OR REPLACE INTO heads SELECT value ->> 0, value ->> 1 FROM json_each(?)"
INSERT_MANY: Final = "INSERT INTO decisions SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)"
OLD: Final = """
    SELECT id FROM tables WHERE (state = 'gathering' AND changed < ?) OR (state = 'over' AND changed < ?)
"""
KEPT: Final = """
    SELECT id, revision, state, version, number, made, changed, due, head, live
    FROM tables LEFT JOIN heads ON heads.tid = tables.id
"""

Work = Callable[[sqlite3.Connection], Exception | None]  # something to do in a transaction
Job = tuple[Change | Work, "asyncio.Future[None]"]


class SqliteStore:
    shared, server, others = False, 0, frozenset[int]()

    def __init__(self, path: str | Path, alone: bool = True) -> None:
        """``alone``: no other process may serve tables from this file meanwhile."""
        self.path, self.alone = str(path), alone
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()  # None: no more will come
        self._closing = False
        self._lock: IO[bytes] | None = None
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(1, "bunfight-read")
        self._reading: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Hold the file for this process alone."""
        if self._writer is not None:
            return
        self._lock = hold(self.path) if self.alone else None
        try:
            with closing(connect(self.path)) as db:
                migrate(db)
                db.execute(BEAT, (time.time(),))
        except (sqlite3.Error, StoreBroken) as error:
            if self._lock is not None:
                self._lock.close()
            if isinstance(error, StoreBroken):
                raise
            raise StoreBroken(f"{self.path}: tables cannot be kept there ({error}); {WHAT_TO_DO}") from error
        self._closing = False
        self._writer = threading.Thread(target=self._write, name="bunfight-write", daemon=True)
        self._writer.start()

    def listen(self, hear: Callable[[News], None]) -> None:
        """There are no others."""

    def tell(self, news: News) -> None:
        """There are no others."""

    async def close(self) -> None:
        """Write what waits, then fold the log into the file."""
        self._closing = True
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
            self._writer = None
        self._readers.submit(self._stop_reading).result()
        self._readers.shutdown()
        if self._lock is not None:
            self._lock.close()

    async def commit(self, change: Change) -> None:
        await self._enqueue(change)

    async def load(self, table: str) -> Kept | None:
        rows = await self._read(f"{KEPT} WHERE id = ?", (table,))
        return kept(rows[0]) if rows else None

    async def revisions(self, tables: list[str]) -> dict[str, int]:
        listed = msgspec.json.encode(tables).decode()
        rows = await self._read(
            "SELECT id, revision FROM tables WHERE id IN (SELECT value FROM json_each(?))", (listed,)
        )
        return dict(rows)

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        sql = "SELECT number, entry FROM decisions WHERE tid = ? AND number > ? ORDER BY number"
        return complete(await self._read(sql, (table, after)), after)

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        while (now := await self.load(table)) is not None:
            entries = await self.entries(table, number) if now.number > number else []
            if (await self.revisions([table])).get(table) == now.revision:
                return now, entries
        return None

    async def film(self, table: str, number: int) -> str:
        rows = await self._read("SELECT film FROM films WHERE tid = ? AND number = ?", (table, number))
        return str(rows[0][0]) if rows else ""

    async def shelve(self, name: str, number: int, text: str, first: bool = False) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(f"INSERT OR {'IGNORE' if first else 'REPLACE'} INTO films VALUES (?,?,?)", (name, number, text))

        await self._enqueue(write)

    async def shelf(self, name: str) -> dict[int, str]:
        sql = "SELECT number, film FROM films WHERE tid = ? AND number >= ?"
        return {int(number): str(text) for number, text in await self._read(sql, (name, SHELF))}

    async def shelves(self, begin: str) -> list[str]:
        sql = "SELECT DISTINCT tid FROM films WHERE tid >= ? AND substr(tid, 1, ?) = ? AND number >= ? ORDER BY tid"
        return [str(name) for (name,) in await self._read(sql, (begin, len(begin), begin, SHELF))]

    async def chat(self, table: str, limit: int) -> list[ChatLine]:
        rows = await self._read("SELECT line FROM chat WHERE tid = ? ORDER BY count DESC LIMIT ?", (table, limit))
        return lines([row[0] for row in reversed(rows)])

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        marks = ",".join("?" * len(states))
        sql = f"{KEPT} WHERE public AND state IN ({marks}) AND (? = '' OR game = ?)"
        rows = await self._read(f"{sql} ORDER BY changed DESC LIMIT ?", (*states, game, game, limit))
        return sorted_out(rows)

    async def due(self, before: float) -> list[str]:
        rows = await self._read(
            "SELECT id FROM tables WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT 1000", (before,)
        )
        return [str(row[0]) for row in rows]

    async def freeze(self, table: str, why: str) -> None:
        def note(db: sqlite3.Connection) -> None:
            due = ", due = NULL" if why else ""
            db.execute(f"UPDATE tables SET frozen = ?{due} WHERE id = ? AND frozen != ?", (why, table, why))

        await self._enqueue(note)

    async def frozen(self) -> dict[str, str]:
        return {
            str(id): str(why) for id, why in await self._read("SELECT id, frozen FROM tables WHERE frozen != ''", ())
        }

    async def sweep(self, untouched_since: float, over_since: float) -> int:
        return await self._delete(OLD, (untouched_since, over_since))

    async def forget(self, table: str) -> bool:
        return bool(await self._delete("SELECT ?", (table,)))

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        return sorted_out(await self._read(f"{KEPT} WHERE id > ? ORDER BY id LIMIT ?", (after, limit)))

    async def unsay(self, table: str, name: str) -> int:
        gone = 0

        def delete(db: sqlite3.Connection) -> None:
            nonlocal gone
            sql = "DELETE FROM chat WHERE tid = ? AND (? = '' OR line ->> 'name' = ?)"
            gone = db.execute(sql, (table, name, name)).rowcount

        await self._enqueue(delete)
        return gone

    async def _delete(self, which: str, values: tuple[object, ...]) -> int:
        gone = 0

        def delete(db: sqlite3.Connection) -> None:
            nonlocal gone
            for part in ("chat", "heads", "decisions", "films"):
                db.execute(f"DELETE FROM {part} WHERE tid IN ({which})", values)
            gone = db.execute(f"DELETE FROM tables WHERE id IN ({which})", values).rowcount

        await self._enqueue(delete)
        return gone

    async def count(self) -> int:
        return int((await self._read("SELECT count(*) FROM tables", ()))[0][0])

    async def beat(self) -> None:
        def write(db: sqlite3.Connection) -> None:
            db.execute(BEAT, (time.time(),))

        await self._enqueue(write)

    async def one_more(self, client: str, rate: float, burst: float) -> bool | None:
        return None

    async def _enqueue(self, what: Change | Work) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._closing or self._writer is None:
            raise StoreBroken("the store is closed")
        self._jobs.put((what, done))
        await done

    async def _read(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        def fetch() -> list[tuple[Any, ...]]:
            try:
                if self._reading is None:
                    self._reading = connect(self.path)
                    self._reading.text_factory = as_written
                return self._reading.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise StoreBroken(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, fetch)

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.close()
            self._reading = None

    def _write(self) -> None:
        begun = 0.0
        with closing(connect(self.path)) as db:
            open_ = True
            while open_:
                jobs, job = [], self._jobs.get()
                if (early := begun + LINGER - time.monotonic()) > 0:
                    time.sleep(early)
                begun = time.monotonic()
                while job is not None:
                    jobs.append(job)
                    if len(jobs) == GROUP or self._jobs.empty():
                        break
                    job = self._jobs.get()
                open_ = job is not None
                if jobs:
                    self._write_group(db, jobs)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _write_group(self, db: sqlite3.Connection, jobs: list[Job]) -> None:
        begun = time.perf_counter()
        try:
            results = _in_one(db, jobs)
        except sqlite3.OperationalError as error:  # the disk, not what was to be written
            results = [StoreBroken(str(error)) for _ in jobs]
        except sqlite3.Error:
            results = [_alone(db, job) for job in jobs]  # one of them does not fit; the others need not suffer
        METRICS.commits.seen(time.perf_counter() - begun)
        METRICS.group.seen(len(jobs))
        answers = [(done, result) for (_, done), result in zip(jobs, results, strict=True)]
        loop = jobs[0][1].get_loop()
        if not loop.is_closed():
            loop.call_soon_threadsafe(_answer, answers)


def _in_one(db: sqlite3.Connection, jobs: list[Job]) -> list[Exception | None]:
    try:
        db.execute("BEGIN IMMEDIATE")
        results = _write_jobs(db, jobs)
        db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            db.rollback()
        raise
    return results


def _alone(db: sqlite3.Connection, job: Job) -> Exception | None:
    try:
        return _in_one(db, [job])[0]
    except sqlite3.OperationalError as error:
        return StoreBroken(str(error))
    except sqlite3.Error as error:
        return Damaged(str(error))


def _answer(answers: list[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in answers:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _write_jobs(db: sqlite3.Connection, jobs: list[Job]) -> list[Exception | None]:
    """Carry out a group: plain decisions all at once if none of them is in conflict, the rest one by one."""
    plain = {what.id: what for what, _ in jobs if isinstance(what, Change) and _plain(what)}
    if len(plain) > 1 and not _apply_many(db, list(plain.values())):
        db.execute("ROLLBACK")
        db.execute("BEGIN IMMEDIATE")
        plain = {}
    elif len(plain) == 1:
        plain = {}
    results: list[Exception | None] = []
    for what, _ in jobs:
        if not isinstance(what, Change):
            results.append(what(db))
        elif plain.get(what.id) is what:
            results.append(None)
        else:
            results.append(_apply(db, what))
    return results


def _plain(change: Change) -> bool:
    """Whether a change only adds decisions to a table that is there."""
    simple = change.cut is None and not change.films and change.branch is None and not change.lines
    return change.expect >= 0 and simple


def _apply_many(db: sqlite3.Connection, changes: list[Change]) -> bool:
    """A few statements for all, whatever their number: each one waits for the interpreter, which is busy elsewhere."""
    rows, entries, heads = [], [], []
    for one in changes:
        rows.append((one.id, one.expect, one.state, one.version, one.number, one.changed, one.due, one.live.decode()))
        if one.head is not None:
            heads.append((one.id, one.head.decode()))
        first = one.number - len(one.entries) + 1
        entries += [(one.id, first + place, entry.decode()) for place, entry in enumerate(one.entries)]
    done = db.execute(UPDATE_MANY, (msgspec.json.encode(rows).decode(),)).rowcount
    if done != len(changes):
        return False
    if entries:
        db.execute(INSERT_MANY, (msgspec.json.encode(entries).decode(),))
    if heads:
        db.execute(HEAD_MANY, (msgspec.json.encode(heads).decode(),))
    return True


def _apply(db: sqlite3.Connection, change: Change) -> Exception | None:
    if change.expect < 0:
        assert change.head is not None
        columns = "id, game, public, state, version, number, made, changed, due, live"
        new = f"INSERT INTO tables ({columns}) VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING"
        first = (change.id, change.game, change.public, change.state, change.version, change.number)
        row = (*first, change.changed, change.changed, change.due, change.live.decode())
        if db.execute(new, row).rowcount != 1:
            return Conflict(change.id)
    else:
        now = (change.state, change.version, change.number, change.changed, change.due, change.live.decode())
        sql = "UPDATE tables SET state = ?, version = ?, number = ?, changed = ?, due = ?, live = ?"
        if (
            db.execute(
                f"{sql}, revision = revision + 1 WHERE id = ? AND revision = ?", (*now, change.id, change.expect)
            ).rowcount
            != 1
        ):
            return Conflict(change.id)
    if change.head is not None:
        db.execute("INSERT OR REPLACE INTO heads VALUES (?,?)", (change.id, change.head.decode()))
    if change.cut is not None:
        db.execute("DELETE FROM decisions WHERE tid = ? AND number > ?", (change.id, change.cut))
        db.execute("DELETE FROM films WHERE tid = ? AND number > ? AND number < ?", (change.id, change.cut, SHELF))
    if change.branch is not None:
        copied = "INSERT INTO films SELECT ?, number, film FROM films WHERE tid = ? AND number <= ?"
        db.execute(copied, (change.id, change.branch.table, change.branch.at))
    for number, film in change.films.items():
        db.execute("INSERT OR REPLACE INTO films VALUES (?,?,?)", (change.id, number, film))
    first_number = change.number - len(change.entries) + 1
    for line in change.lines:
        db.execute("INSERT INTO chat VALUES (?,?,?)", (change.id, line.count, msgspec.json.encode(line).decode()))
    for place, entry in enumerate(change.entries):
        db.execute("INSERT INTO decisions VALUES (?,?,?)", (change.id, first_number + place, entry.decode()))
    return None


def as_written(text: bytes) -> str:
    """What is no text is read nevertheless, and then understood by nobody."""
    return text.decode(errors="surrogateescape")


def connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA wal_autocheckpoint = 4000")
    return db


def migrate(db: sqlite3.Connection) -> int:
    """Bring the file to the present schema, one version after another; a newer one is refused."""
    (have,) = db.execute("PRAGMA user_version").fetchone()
    if have > len(MIGRATIONS):
        raise StoreBroken(f"the store has schema {have}, made by a newer Bunfight; this one knows {len(MIGRATIONS)}")
    for number, script in enumerate(MIGRATIONS[have:], have + 1):
        db.execute("BEGIN IMMEDIATE")
        for statement in script.split(";"):
            if statement.strip():
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")
    return len(MIGRATIONS)


def hold(path: str) -> IO[bytes]:
    """Hold a store for this process alone, until what is returned is closed or the process ends, however it does."""
    try:
        file = Path(f"{path}-lock").open("ab")  # noqa: SIM115  # held until the caller closes it
    except OSError as error:
        raise StoreBroken(f"{path}: tables cannot be kept there ({error.strerror}); {WHAT_TO_DO}") from error
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise StoreBroken(
            f"{path}: another server keeps its tables there; stop it first, or use another --db"
        ) from error
    return file
