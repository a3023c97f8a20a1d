"""The PostgreSQL driver: many servers share one database, and one statement carries out a group of decisions.

A change names the revision that it builds on, so of two servers that change a table at once one gets a Conflict. For
the same reason it is safe to retry after a lost connection, whatever became of the first attempt.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import asyncpg

from bunfight.server.observability.metrics import METRICS
from bunfight.server.storage import sql
from bunfight.server.storage.codec import read_entries, read_table
from bunfight.server.storage.interface import Change, Conflict, Damaged, Kept, News, StoreBroken
from bunfight.server.storage.membership import Lost, Membership, connect, describe
from bunfight.server.storage.sql import Job, Result, SqlStore, Work

T = TypeVar("T")
PATIENCE: Final = 8.0  # seconds for which a change waits for a database that is away
READERS: Final = 4
SINCE: Final = """
    SELECT id, revision, state, version, tables.number, made, changed, due, head, live, keeper,
        array_agg(d.number ORDER BY d.number) FILTER (WHERE d.number IS NOT NULL) AS numbers,
        array_agg(d.entry ORDER BY d.number) FILTER (WHERE d.number IS NOT NULL) AS entries
    FROM tables LEFT JOIN heads ON heads.tid = id LEFT JOIN decisions d ON d.tid = id AND d.number > $2
    WHERE id = $1 GROUP BY id, head
"""
APPEND: Final = """
    WITH c AS (
        SELECT * FROM unnest($2::text[], $3::bigint[], $4::text[], $5::int[], $6::int[], $7::float8[], $8::float8[],
            $9::text[]) AS c(id, expect, state, version, number, changed, due, live)
    ), done AS (
        UPDATE tables SET state = c.state, version = c.version, number = c.number, changed = c.changed, due = c.due,
            live = c.live, revision = tables.revision + 1, keeper = $1
        FROM c WHERE tables.id = c.id AND tables.revision = c.expect RETURNING tables.id
    ), added AS (
        INSERT INTO decisions SELECT e.tid, e.number, e.entry
        FROM unnest($10::text[], $11::int[], $12::text[]) AS e(tid, number, entry) JOIN done ON done.id = e.tid
    ), headed AS (
        INSERT INTO heads SELECT h.tid, h.head FROM unnest($13::text[], $14::text[]) AS h(tid, head)
        JOIN done ON done.id = h.tid ON CONFLICT (tid) DO UPDATE SET head = excluded.head
    ), spoken AS (
        INSERT INTO chat SELECT l.tid, l.count, l.line
        FROM unnest($15::text[], $16::int[], $17::text[]) AS l(tid, count, line) JOIN done ON done.id = l.tid
    )
    SELECT id FROM done
"""
CLAIM: Final = """
    UPDATE tables SET keeper = $2 WHERE id IN (
        SELECT id FROM tables WHERE due <= $1 AND keeper <> ALL($3::int[]) ORDER BY due LIMIT 200
        FOR UPDATE SKIP LOCKED
    )
"""
ALLOW: Final = """
    INSERT INTO makers AS m VALUES ($1, $3 - 1, now()) ON CONFLICT (client) DO UPDATE
    SET level = LEAST($3, m.level + EXTRACT(EPOCH FROM now() - m.at) * $2) - 1, at = now()
    WHERE LEAST($3, m.level + EXTRACT(EPOCH FROM now() - m.at) * $2) >= 1 RETURNING level
"""


class PostgresStore(SqlStore):
    PROBE = "UPDATE about SET beat = now()"
    shared = True

    def __init__(self, address: str) -> None:
        self.address = address
        self._membership = Membership(address)
        self._jobs: list[Job] = []
        self._wanted = asyncio.Event()
        self._db: Any = None  # the writer's connection
        self._pool: Any = None  # the readers' connections
        self._writer: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def server(self) -> int:
        return self._membership.server

    @property
    def others(self) -> frozenset[int]:
        return self._membership.others

    async def open(self) -> None:
        if self._writer is not None:
            return
        await self._membership.open()
        self._pool = await asyncpg.create_pool(
            self.address,
            min_size=0,  # or it would fill the log with tracebacks while the database is away
            max_size=READERS,
            command_timeout=30,
            max_inactive_connection_lifetime=60,
            reset=_no_reset,
        )
        self._closing = False
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what is queued, then leave the other servers."""
        self._closing = True
        self._wanted.set()
        if self._writer is not None:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._writer, PATIENCE)
            self._writer = None
            await self._membership.close()
        if self._db is not None:
            self._db.terminate()
            self._db = None
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    def subscribe(self, receive: Callable[[News], None]) -> None:
        self._membership.receive = receive

    def publish(self, news: News) -> None:
        self._membership.publish(news)

    async def allow(self, client: str, rate: float, burst: float) -> bool | None:
        return bool(await self._read(ALLOW, client, float(rate), float(burst)))

    async def expire(self, untouched_since: float, over_since: float) -> int:
        await self._execute("DELETE FROM makers WHERE at < now() - interval '1 day'")  # addresses of clients
        return await super().expire(untouched_since, over_since)

    async def due(self, before: float) -> list[str]:
        await self._read(CLAIM, before, self.server, [self.server, *self.others])
        return await super().due(before)

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        rows = await self._read(SINCE, table, number)
        if not rows:
            return None
        *row, numbers, entries = rows[0]
        return read_table(row), read_entries(list(zip(numbers or (), entries or (), strict=True)), number)

    async def _read(self, statement: str, *values: object) -> Sequence[Any]:
        async def fetch() -> Sequence[Any]:
            if self._pool is None:
                raise StoreBroken("the store is closed")
            rows: Sequence[Any] = await self._pool.fetch(statement, *values)
            return rows

        try:
            return await self._retrying(fetch)
        except asyncpg.PostgresError as error:
            raise StoreBroken(describe(error)) from error

    async def _retrying(self, call: Callable[[], Awaitable[T]], lost: Callable[[], None] = lambda: None) -> T:
        """Call again, for a while, until the database is there."""
        until, pause = time.monotonic() + PATIENCE, 0.05
        while True:
            try:
                return await call()
            except Lost as error:
                lost()
                if time.monotonic() + pause > until or self._closing:
                    raise StoreBroken(describe(error)) from error
            except asyncpg.DeadlockDetectedError:
                pass
            await asyncio.sleep(pause)
            pause = min(1.0, 2 * pause)

    async def _enqueue(self, what: Change | Work) -> int:
        if self._closing or self._writer is None:
            raise StoreBroken("the store is closed")
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._jobs.append((what, done))
        self._wanted.set()
        return await done

    async def _write(self) -> None:
        """The writer task: commit groups of jobs until the store closes."""
        begun = 0.0
        while not self._closing or self._jobs:
            await self._wanted.wait()
            if (early := begun + sql.LINGER - time.monotonic()) > 0:
                await asyncio.sleep(early)
            begun = time.monotonic()
            jobs, self._jobs = sql.next_group(self._jobs)
            if not self._jobs and not self._closing:
                self._wanted.clear()
            if jobs:
                await self._write_group(jobs)

    async def _write_group(self, jobs: list[Job]) -> None:
        begun = time.perf_counter()
        results: list[Result]
        try:
            results = await self._transact(jobs)
        except StoreBroken as error:
            results = [error] * len(jobs)
        except asyncpg.PostgresError:  # a change is at fault; the others go through
            results = [await self._transact_alone(job) for job in jobs]
        METRICS.commits.observe(time.perf_counter() - begun)
        METRICS.group.observe(len(jobs))
        news = News()
        for (what, _), result in zip(jobs, results, strict=True):
            if isinstance(what, Change) and not isinstance(result, Exception):
                news.changed[what.id] = what.expect + 1
                news.lobby |= what.public and what.head is not None
        sql.answer(jobs, results)
        if news.changed and self.others:
            self._membership.publish(news)

    async def _transact(self, jobs: list[Job]) -> list[Result]:
        """Carry out a group, as soon as the database is there; StoreBroken if it cannot write."""

        async def attempt() -> list[Result]:
            if self._db is None or self._db.is_closed():
                self._db = await connect(self.address)
            return await self._transact_once(jobs)

        def lost() -> None:
            if self._db is not None:
                self._db.terminate()
                self._db = None

        try:
            return await self._retrying(attempt, lost)
        except (asyncpg.InsufficientResourcesError, asyncpg.ReadOnlySQLTransactionError) as error:
            raise StoreBroken(describe(error)) from error

    async def _transact_alone(self, job: Job) -> Result:
        try:
            return (await self._transact([job]))[0]
        except StoreBroken as error:
            return error
        except asyncpg.PostgresError as error:
            return Damaged(describe(error))

    async def _transact_once(self, jobs: list[Job]) -> list[Result]:
        """Carry out a group: appends in one statement, the rest one by one in one transaction."""
        appends = [what for what, _ in jobs if isinstance(what, Change) and sql.is_append(what)]
        if len(appends) == len(jobs):
            done = await self._append(appends)
            return [1 if what.id in done else Conflict(what.id) for what in appends]
        results: list[Result] = []
        async with self._db.transaction():
            done = await self._append(appends) if appends else set()
            for what, _ in jobs:
                if not isinstance(what, Change):
                    results.append([await self._run(*one) for one in what][-1])
                elif sql.is_append(what):
                    results.append(1 if what.id in done else Conflict(what.id))
                else:
                    results.append(await self._apply(what))
        return results

    async def _append(self, changes: list[Change]) -> set[str]:
        """The tables that were changed; each of the others is in conflict."""
        changes = sorted(changes, key=lambda one: one.id)  # servers that want the same tables lock them in one order
        entries = [row for one in changes for row in sql.decision_rows(one)]
        lines = [row for one in changes for row in sql.chat_rows(one)]
        headed = [one for one in changes if one.head is not None]
        rows = await self._db.fetch(
            APPEND,
            self.server,
            [one.id for one in changes],
            [one.expect for one in changes],
            [one.state for one in changes],
            [one.version for one in changes],
            [one.number for one in changes],
            [one.changed for one in changes],
            [one.due for one in changes],
            [one.live.decode() for one in changes],
            *_columns(entries),
            [one.id for one in headed],
            [one.head.decode() for one in headed if one.head is not None],
            *_columns(lines),
        )
        return {row[0] for row in rows}

    async def _apply(self, change: Change) -> Result:
        script = sql.apply(change, self.server)
        try:
            statement = next(script)
            while True:
                statement = script.send(await self._run(*statement))
        except StopIteration as end:
            result: Result = end.value
            return result

    async def _run(self, statement: str, values: tuple[object, ...]) -> int:
        """Execute a statement; how many rows it changed."""
        return int((await self._db.execute(statement, *values)).split()[-1])


async def _no_reset(_: Any) -> None:
    """Leave a reader's connection as it is: reading changes nothing there, and a reset costs a round trip."""


def _columns(rows: list[tuple[str, int, str]]) -> Sequence[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else ([], [], [])
