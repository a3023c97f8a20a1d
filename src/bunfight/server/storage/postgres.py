"""PostgreSQL behind the store's port: many servers on one database, one statement for a group of decisions.

Whoever changes a table names the revision that the change builds on; of two servers one is told that it was too late.
So it is safe to try again after a broken connection, whatever had become of the first try.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import asyncpg
import msgspec

from bunfight.server.observability.metrics import METRICS
from bunfight.server.storage.codec import complete, kept, lines, sorted_out
from bunfight.server.storage.interface import SHELF, Change, ChatLine, Conflict, Damaged, Kept, News, StoreBroken
from bunfight.server.storage.membership import Heart, Lost, connect, words

T = TypeVar("T")
GROUP: Final = 1000
LINGER: Final = 0.008  # seconds from one commit to the next when many come: few large groups cost less than many small
PATIENCE: Final = 8.0  # seconds for which a change waits for a database that is away
READERS: Final = 4
KEPT: Final = """
    SELECT id, revision, state, version, number, made, changed, due, head, live, keeper
    FROM tables LEFT JOIN heads ON heads.tid = tables.id
"""
SINCE: Final = """
    SELECT id, revision, state, version, tables.number, made, changed, due, head, live, keeper,
        array_agg(d.number ORDER BY d.number) FILTER (WHERE d.number IS NOT NULL) AS numbers,
        array_agg(d.entry ORDER BY d.number) FILTER (WHERE d.number IS NOT NULL) AS entries
    FROM tables LEFT JOIN heads ON heads.tid = id LEFT JOIN decisions d ON d.tid = id AND d.number > $2
    WHERE id = $1 GROUP BY id, head
"""
PLAIN: Final = """
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
NEW: Final = """
    INSERT INTO tables (id, game, public, state, version, number, made, changed, due, live, keeper)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id
"""
CLAIM: Final = """
    UPDATE tables SET keeper = $2 WHERE id IN (
        SELECT id FROM tables WHERE due <= $1 AND keeper <> ALL($3::int[]) ORDER BY due LIMIT 200
        FOR UPDATE SKIP LOCKED
    )
"""
ONE_MORE: Final = """
    INSERT INTO makers AS m VALUES ($1, $3 - 1, now()) ON CONFLICT (client) DO UPDATE
    SET level = LEAST($3, m.level + EXTRACT(EPOCH FROM now() - m.at) * $2) - 1, at = now()
    WHERE LEAST($3, m.level + EXTRACT(EPOCH FROM now() - m.at) * $2) >= 1 RETURNING level
"""
OLD: Final = "SELECT id FROM tables WHERE (state = 'gathering' AND changed < $1) OR (state = 'over' AND changed < $2)"

Work = Callable[[Any], Awaitable[Exception | None]]  # something to do in a transaction
Job = tuple[Change | Work, "asyncio.Future[None]"]


class PostgresStore:
    shared = True

    def __init__(self, address: str) -> None:
        self.address = address
        self._heart = Heart(address)
        self._jobs: list[Job] = []
        self._wanted = asyncio.Event()
        self._db: Any = None  # what writes
        self._pool: Any = None  # what reads
        self._writer: asyncio.Task[None] | None = None
        self._closing = False

    @property
    def server(self) -> int:
        return self._heart.server

    @property
    def others(self) -> frozenset[int]:
        return self._heart.others

    async def open(self) -> None:
        if self._writer is not None:
            return
        await self._heart.open()
        self._pool = await asyncpg.create_pool(
            self.address,
            min_size=0,  # or it would fill the log with traces while the database is away
            max_size=READERS,
            command_timeout=30,
            max_inactive_connection_lifetime=60,
            reset=_as_it_is,
        )
        self._closing = False
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what waits, then say goodbye to the other servers."""
        self._closing = True
        self._wanted.set()
        if self._writer is not None:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._writer, PATIENCE)
            self._writer = None
            await self._heart.close()
        if self._db is not None:
            self._db.terminate()
            self._db = None
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    def listen(self, hear: Callable[[News], None]) -> None:
        self._heart.hear = hear

    def tell(self, news: News) -> None:
        self._heart.tell(news)

    # Writing

    async def commit(self, change: Change) -> None:
        await self._enqueue(change)

    async def freeze(self, table: str, why: str) -> None:
        async def note(db: Any) -> None:
            due = ", due = NULL" if why else ""
            await db.execute(f"UPDATE tables SET frozen = $1{due} WHERE id = $2 AND frozen <> $1", why, table)

        await self._enqueue(note)

    async def sweep(self, untouched_since: float, over_since: float) -> int:
        async def forget(db: Any) -> None:
            await db.execute("DELETE FROM makers WHERE at < now() - interval '1 day'")  # addresses of clients

        await self._enqueue(forget)
        return await self._delete(OLD, untouched_since, over_since)

    async def forget(self, table: str) -> bool:
        return bool(await self._delete("SELECT $1::text", table))

    async def unsay(self, table: str, name: str) -> int:
        gone = 0

        async def delete(db: Any) -> None:
            nonlocal gone
            sql = "DELETE FROM chat WHERE tid = $1 AND ($2 = '' OR line::json ->> 'name' = $2)"
            gone = int((await db.execute(sql, table, name)).split()[1])

        await self._enqueue(delete)
        return gone

    async def _delete(self, which: str, *values: object) -> int:
        gone = 0

        async def delete(db: Any) -> None:
            nonlocal gone
            for part in ("chat", "heads", "decisions", "films"):
                await db.execute(f"DELETE FROM {part} WHERE tid IN ({which})", *values)
            gone = int((await db.execute(f"DELETE FROM tables WHERE id IN ({which})", *values)).split()[1])

        await self._enqueue(delete)
        return gone

    async def beat(self) -> None:
        async def write(db: Any) -> None:
            await db.execute("UPDATE about SET beat = now()")

        await self._enqueue(write)

    async def one_more(self, client: str, rate: float, burst: float) -> bool | None:
        return bool(await self._read(ONE_MORE, client, float(rate), float(burst)))

    async def _enqueue(self, what: Change | Work) -> None:
        if self._closing or self._writer is None:
            raise StoreBroken("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.append((what, done))
        self._wanted.set()
        await done

    async def _write(self) -> None:
        begun = 0.0
        while not self._closing or self._jobs:
            await self._wanted.wait()
            if (early := begun + LINGER - time.monotonic()) > 0:
                await asyncio.sleep(early)
            begun = time.monotonic()
            jobs, self._jobs = _one_each(self._jobs)
            if not self._jobs and not self._closing:
                self._wanted.clear()
            if jobs:
                await self._write_group(jobs)

    async def _write_group(self, jobs: list[Job]) -> None:
        begun = time.perf_counter()
        try:
            results = await self._trying(lambda: self._in_one(jobs))
        except StoreBroken as error:
            results = [error] * len(jobs)
        except asyncpg.PostgresError:  # one of them does not fit; the others need not suffer
            results = [await self._alone(job) for job in jobs]
        METRICS.commits.seen(time.perf_counter() - begun)
        METRICS.group.seen(len(jobs))
        news = News()
        for (what, done), result in zip(jobs, results, strict=True):
            if result is None and isinstance(what, Change):
                news.changed[what.id] = what.expect + 1
                news.lobby |= what.public and what.head is not None
            if done.done():
                continue
            if result is None:
                done.set_result(None)
            else:
                done.set_exception(result)
        if news.changed and self.others:
            self._heart.tell(news)

    async def _alone(self, job: Job) -> Exception | None:
        try:
            return (await self._trying(lambda: self._in_one([job])))[0]
        except StoreBroken as error:
            return error
        except asyncpg.PostgresError as error:
            return Damaged(words(error))

    async def _trying(self, call: Callable[[], Awaitable[T]]) -> T:
        """Try until the database is there again, for a while; what was done without our knowing is not done twice."""
        until, pause = time.monotonic() + PATIENCE, 0.05
        while True:
            try:
                if self._db is None or self._db.is_closed():
                    self._db = await connect(self.address)
                return await call()
            except Lost as error:
                if self._db is not None:
                    self._db.terminate()
                    self._db = None
                if time.monotonic() + pause > until or self._closing:
                    raise StoreBroken(words(error)) from error
            except asyncpg.DeadlockDetectedError:
                pass
            except (asyncpg.InsufficientResourcesError, asyncpg.ReadOnlySQLTransactionError) as error:
                raise StoreBroken(words(error)) from error
            await asyncio.sleep(pause)
            pause = min(1.0, 2 * pause)

    async def _in_one(self, jobs: list[Job]) -> list[Exception | None]:
        """Carry out a group: plain decisions in one statement, the rest one by one in one transaction."""
        plain = [what for what, _ in jobs if isinstance(what, Change) and _plain(what)]
        if len(plain) == len(jobs):
            done = await self._plain(plain)
            return [None if what.id in done else Conflict(what.id) for what in plain]
        results: list[Exception | None] = []
        async with self._db.transaction():
            done = await self._plain(plain) if plain else set()
            for what, _ in jobs:
                if not isinstance(what, Change):
                    results.append(await what(self._db))
                elif _plain(what):
                    results.append(None if what.id in done else Conflict(what.id))
                else:
                    results.append(await self._apply(what))
        return results

    async def _plain(self, changes: list[Change]) -> set[str]:
        """Those of these changes that were made; each of the others was not the first to build on its revision."""
        changes = sorted(changes, key=lambda one: one.id)  # servers that want the same tables wait in one order
        tids: list[str] = []
        numbers: list[int] = []
        entries: list[str] = []
        for one in changes:
            first = one.number - len(one.entries) + 1
            for place, entry in enumerate(one.entries):
                tids.append(one.id)
                numbers.append(first + place)
                entries.append(entry.decode())
        headed = [one for one in changes if one.head is not None]
        said = [(one.id, line.count, msgspec.json.encode(line).decode()) for one in changes for line in one.lines]
        rows = await self._db.fetch(
            PLAIN,
            self.server,
            [one.id for one in changes],
            [one.expect for one in changes],
            [one.state for one in changes],
            [one.version for one in changes],
            [one.number for one in changes],
            [one.changed for one in changes],
            [one.due for one in changes],
            [one.live.decode() for one in changes],
            tids,
            numbers,
            entries,
            [one.id for one in headed],
            [one.head.decode() for one in headed if one.head is not None],
            *([list(column) for column in zip(*said, strict=True)] if said else ([], [], [])),
        )
        return {row[0] for row in rows}

    async def _apply(self, change: Change) -> Exception | None:
        """A change that makes a table, cuts it, or has films."""
        db, id = self._db, change.id
        if change.expect < 0:
            assert change.head is not None
            first = (id, change.game, change.public, change.state, change.version, change.number, change.changed)
            if not await db.fetch(NEW, *first, change.due, change.live.decode(), self.server):
                return Conflict(id)
            await db.execute("INSERT INTO heads VALUES ($1, $2)", id, change.head.decode())
            listed = [(id, number, entry.decode()) for number, entry in enumerate(change.entries, 1)]
            await db.executemany("INSERT INTO decisions VALUES ($1, $2, $3)", listed)
        else:
            if change.cut is not None:
                await db.execute("SELECT FROM tables WHERE id = $1 AND revision = $2 FOR UPDATE", id, change.expect)
                now = await db.fetch("SELECT FROM tables WHERE id = $1 AND revision = $2", id, change.expect)
                if not now:
                    return Conflict(id)
                await db.execute("DELETE FROM decisions WHERE tid = $1 AND number > $2", id, change.cut)
                films = "DELETE FROM films WHERE tid = $1 AND number > $2 AND number < $3"
                await db.execute(films, id, change.cut, SHELF)
            if not await self._plain([change]):
                return Conflict(id)
        if change.branch is not None:
            copied = "INSERT INTO films SELECT $1, number, film FROM films WHERE tid = $2 AND number <= $3"
            await db.execute(copied, id, change.branch.table, change.branch.at)
        keep = "INSERT INTO films VALUES ($1, $2, $3) ON CONFLICT (tid, number) DO UPDATE SET film = excluded.film"
        await db.executemany(keep, [(id, number, film) for number, film in change.films.items()])
        return None

    # Reading

    async def load(self, table: str) -> Kept | None:
        rows = await self._read(f"{KEPT} WHERE id = $1", table)
        return kept(rows[0]) if rows else None

    async def revisions(self, tables: list[str]) -> dict[str, int]:
        return dict(await self._read("SELECT id, revision FROM tables WHERE id = ANY($1::text[])", tables))

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        sql = "SELECT number, entry FROM decisions WHERE tid = $1 AND number > $2 ORDER BY number"
        return complete(await self._read(sql, table, after), after)

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        rows = await self._read(SINCE, table, number)
        if not rows:
            return None
        *row, numbers, entries = rows[0]
        return kept(row), complete(list(zip(numbers or (), entries or (), strict=True)), number)

    async def film(self, table: str, number: int) -> str:
        rows = await self._read("SELECT film FROM films WHERE tid = $1 AND number = $2", table, number)
        return str(rows[0][0]) if rows else ""

    async def shelve(self, name: str, number: int, text: str, first: bool = False) -> None:
        again = "NOTHING" if first else "UPDATE SET film = excluded.film"
        keep = f"INSERT INTO films VALUES ($1, $2, $3) ON CONFLICT (tid, number) DO {again}"

        async def write(db: Any) -> None:
            await db.execute(keep, name, number, text)

        await self._enqueue(write)

    async def shelf(self, name: str) -> dict[int, str]:
        sql = "SELECT number, film FROM films WHERE tid = $1 AND number >= $2"
        return {int(number): str(text) for number, text in await self._read(sql, name, SHELF)}

    async def shelves(self, begin: str) -> list[str]:
        sql = "SELECT DISTINCT tid FROM films WHERE starts_with(tid, $1) AND number >= $2 ORDER BY tid"
        return [str(row[0]) for row in await self._read(sql, begin, SHELF)]

    async def chat(self, table: str, limit: int) -> list[ChatLine]:
        rows = await self._read("SELECT line FROM chat WHERE tid = $1 ORDER BY count DESC LIMIT $2", table, limit)
        return lines([row[0] for row in reversed(rows)])

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        sql = f"{KEPT} WHERE public AND state = ANY($1::text[]) AND ($2 = '' OR game = $2)"
        return sorted_out(await self._read(f"{sql} ORDER BY changed DESC LIMIT $3", list(states), game, limit))

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        return sorted_out(await self._read(f"{KEPT} WHERE id > $1 ORDER BY id LIMIT $2", after, limit))

    async def due(self, before: float) -> list[str]:
        await self._read(CLAIM, before, self.server, [self.server, *self._heart.others])
        sql = "SELECT id FROM tables WHERE due <= $1 AND keeper = $2 ORDER BY due LIMIT 1000"
        return [str(row[0]) for row in await self._read(sql, before, self.server)]

    async def frozen(self) -> dict[str, str]:
        return dict(await self._read("SELECT id, frozen FROM tables WHERE frozen <> ''"))

    async def count(self) -> int:
        return int((await self._read("SELECT count(*) FROM tables"))[0][0])

    async def _read(self, sql: str, *values: object) -> Sequence[Any]:
        until, pause = time.monotonic() + PATIENCE, 0.05
        while True:
            if self._pool is None:
                raise StoreBroken("the store is closed")
            try:
                rows: Sequence[Any] = await self._pool.fetch(sql, *values)
                return rows
            except Lost as error:
                if time.monotonic() + pause > until or self._closing:
                    raise StoreBroken(words(error)) from error
            except asyncpg.PostgresError as error:
                raise StoreBroken(words(error)) from error
            await asyncio.sleep(pause)
            pause = min(1.0, 2 * pause)


async def _as_it_is(_: Any) -> None:
    """What only reads leaves nothing behind on its connection, so nothing need be tidied up at the cost of a trip."""


def _plain(change: Change) -> bool:
    """Whether a change only adds to a table that is there."""
    return change.expect >= 0 and change.cut is None and not change.films and change.branch is None


def _one_each(jobs: list[Job]) -> tuple[list[Job], list[Job]]:
    """What can be done at once, at most one change of each table, and what comes after it."""
    now: list[Job] = []
    later: list[Job] = []
    seen: set[str] = set()
    for job in jobs:
        what = job[0]
        if len(now) == GROUP or (isinstance(what, Change) and what.id in seen):
            later.append(job)
            continue
        now.append(job)
        if isinstance(what, Change):
            seen.add(what.id)
    return now, later
