"""Schema, statements and methods that both databases share. A driver adds connections, group commit and locks.

Statements are written for PostgreSQL and use only what SQLite has too; ``sqlite.translate`` changes the notation of
placeholders and casts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterable, Sequence
from typing import Any, ClassVar, Final

import msgspec

from bunfight import __version__
from bunfight.server.storage.codec import read_chat, read_entries, read_table, read_tables
from bunfight.server.storage.interface import Attachment, Change, ChatLine, Conflict, Kept, StoreBroken, StoredScore

GROUP: Final = 1000  # changes in one commit, at most
LINGER: Final = 0.008  # seconds from one commit to the next under load: a few large groups cost less than many small

SCORES_KEPT: Final = 1000  # of one leaderboard, the best ones

SCHEMA_VERSION: Final = 6
NEEDS: Final = "0.3.0"  # the first version that reads this schema; a database tells it to older ones
NEW_TABLES: Final = """
    CREATE TABLE attachments (
        tid TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (tid, number, kind)
    ) {clustered};
    CREATE TABLE reviews (
        tid TEXT NOT NULL, part TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tid, part)
    ) {clustered};
"""
SCORES: Final = """
    CREATE TABLE scores (
        board TEXT NOT NULL, tid TEXT NOT NULL, player INTEGER NOT NULL, adjusted DOUBLE PRECISION NOT NULL,
        skill DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL, score TEXT NOT NULL,
        PRIMARY KEY (board, tid), UNIQUE (board, player)
    ) {clustered};
    CREATE INDEX scores_best ON scores (board, adjusted DESC, skill DESC, at);
"""
INDEXES: Final = """
    CREATE INDEX tables_public ON tables (state, changed) WHERE public;
    CREATE INDEX tables_public_game ON tables (state, game, changed) WHERE public;
    CREATE INDEX tables_gathering ON tables (changed) WHERE state = 'gathering';
    CREATE INDEX tables_over ON tables (changed) WHERE state = 'over';
    CREATE INDEX tables_frozen ON tables (id) WHERE frozen <> '';
"""
SCHEMA: Final = f"""
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, public BOOLEAN NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL,
        number INTEGER NOT NULL, made DOUBLE PRECISION NOT NULL, changed DOUBLE PRECISION NOT NULL,
        due DOUBLE PRECISION, live TEXT NOT NULL, revision BIGINT NOT NULL DEFAULT 0, frozen TEXT NOT NULL DEFAULT '',
        keeper INTEGER NOT NULL DEFAULT 0
    ) {{updated}};
    {INDEXES}
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE TABLE heads (tid TEXT PRIMARY KEY, head TEXT NOT NULL) {{clustered}};
    CREATE TABLE decisions (
        tid TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (tid, number)
    ) {{clustered}};
    CREATE TABLE chat (
        tid TEXT NOT NULL, count INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tid, count)
    ) {{clustered}};
    {NEW_TABLES}
    {SCORES}
"""
# Until schema 5 (PostgreSQL: 1) reviews and scores were films whose numbers began at a billion.
SPLIT_FILMS: Final = f"""
    {NEW_TABLES}
    CREATE TABLE scores (
        board TEXT NOT NULL, player INTEGER NOT NULL, score TEXT NOT NULL, PRIMARY KEY (board, player)
    ) {{clustered}};
    INSERT INTO attachments SELECT tid, number, 'motion', film FROM films WHERE number < 1000000000;
    INSERT INTO reviews SELECT tid,
        CASE number WHEN 1000000000 THEN 'review' WHEN 1000000001 THEN 'progress' ELSE 'maker' END, film
        FROM films WHERE number BETWEEN 1000000000 AND 1000000002 AND substr(tid, 1, 6) <> 'daily ';
    INSERT INTO scores SELECT tid, number - 1000000000, film FROM films
        WHERE number > 1000000002 OR (number >= 1000000000 AND substr(tid, 1, 6) = 'daily ');
    DROP TABLE films;
"""
# Until schema 5 a score had no table, and every list of public tables read the finished ones too.
RANK_SCORES: Final = f"""
    CREATE TABLE moved AS SELECT board, player, score FROM scores;
    DROP TABLE scores;
    {SCORES}
    INSERT INTO scores SELECT board, 'player ' || player, player, (score::json ->> 'adjusted')::float,
        (score::json ->> 'skill')::float, (score::json ->> 'at')::float, score FROM moved;
    DROP TABLE moved;
    DROP INDEX tables_public;
    {INDEXES}
"""
COLUMNS: Final = {  # what a copy of a store consists of
    "tables": (
        "id", "game", "public", "state", "version", "number", "made", "changed", "due", "live", "revision", "frozen",
    ),
    "heads": ("tid", "head"),
    "decisions": ("tid", "number", "entry"),
    "attachments": ("tid", "number", "kind", "body"),
    "chat": ("tid", "count", "line"),
    "reviews": ("tid", "part", "body"),
    "scores": ("board", "tid", "player", "adjusted", "skill", "at", "score"),
}  # fmt: skip

TABLE: Final = """
    SELECT id, revision, state, version, number, made, changed, due, head, live, keeper
    FROM tables LEFT JOIN heads ON heads.tid = tables.id
"""
CHANGED: Final = 6  # the column of TABLE
DECISIONS: Final = "SELECT tid, number, entry FROM decisions ORDER BY tid, number"
FROZEN: Final = "SELECT id, frozen FROM tables WHERE frozen <> ''"
EXPIRED: Final = """
    SELECT id FROM tables WHERE state = 'gathering' AND changed < $1
    UNION ALL SELECT id FROM tables WHERE state = 'over' AND changed < $2
"""
INSERT_TABLE: Final = """
    INSERT INTO tables (id, game, public, state, version, number, made, changed, due, live, keeper)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10) ON CONFLICT DO NOTHING
"""
UPDATE_TABLE: Final = """
    UPDATE tables SET state = $3, version = $4, number = $5, changed = $6, due = $7, live = $8, keeper = $9,
        revision = revision + 1
    WHERE id = $1 AND revision = $2
"""
UPSERT_HEAD: Final = "INSERT INTO heads VALUES ($1, $2) ON CONFLICT (tid) DO UPDATE SET head = excluded.head"
INSERT_DECISIONS: Final = """
    INSERT INTO decisions SELECT value ->> 0, (value ->> 1)::int, value ->> 2 FROM json_array_elements($1::json)
"""
INSERT_CHAT: Final = """
    INSERT INTO chat SELECT value ->> 0, (value ->> 1)::int, value ->> 2 FROM json_array_elements($1::json)
"""
UPSERT_ATTACHMENT: Final = """
    INSERT INTO attachments VALUES ($1, $2, $3, $4)
    ON CONFLICT (tid, number, kind) DO UPDATE SET body = excluded.body
"""
BEST: Final = "FROM scores WHERE board = $1 ORDER BY adjusted DESC, skill DESC, at, tid"
COPY_ATTACHMENTS: Final = """
    INSERT INTO attachments SELECT $1::text, number, kind, body FROM attachments WHERE tid = $2 AND number <= $3
"""

Row = Sequence[Any]
Statement = tuple[str, tuple[object, ...]]
Work = tuple[Statement, ...]  # carried out in one transaction
Result = int | Exception  # how many rows the last statement changed, or what went wrong
Job = tuple[Change | Work, "asyncio.Future[int]"]


def refuse_newer(where: str, schema: int, needs: str) -> None:
    """Raise StoreBroken if a later version wrote this schema."""
    if schema > SCHEMA_VERSION:
        wanted = f"Bunfight {needs} or newer" if needs else "a newer Bunfight"
        raise StoreBroken(f"{where} has schema {schema} and needs {wanted}; this is Bunfight {__version__}")


def statements(script: str, **clauses: str) -> Iterable[str]:
    """The statements of a migration."""
    return [one for one in script.format(**clauses).split(";") if one.strip()]


def json_rows(rows: Sequence[Row]) -> str:
    return msgspec.json.encode(rows).decode()


def is_append(change: Change) -> bool:
    """Return whether a change only adds to a table that exists, so that one statement can carry out many of them."""
    return change.expect >= 0 and change.cut is None and not change.attachments and change.branch is None


def decision_rows(change: Change) -> list[tuple[str, int, str]]:
    first = change.number - len(change.entries) + 1
    return [(change.id, number, entry.decode()) for number, entry in enumerate(change.entries, first)]


def chat_rows(change: Change) -> list[tuple[str, int, str]]:
    return [(change.id, line.count, msgspec.json.encode(line).decode()) for line in change.lines]


def apply(change: Change, server: int) -> Generator[Statement, int, Result]:
    """Yield the statements of one change; send each one's number of changed rows back."""
    id, live = change.id, change.live.decode()
    now = (change.state, change.version, change.number, change.changed, change.due, live, server)
    if change.expect < 0:
        assert change.head is not None
        written = yield INSERT_TABLE, (id, change.game, change.public, *now)
    else:
        written = yield UPDATE_TABLE, (id, change.expect, *now)
    if written != 1:
        return Conflict(id)
    if change.head is not None:
        yield UPSERT_HEAD, (id, change.head.decode())
    if change.cut is not None:
        yield "DELETE FROM decisions WHERE tid = $1 AND number > $2", (id, change.cut)
        yield "DELETE FROM attachments WHERE tid = $1 AND number > $2", (id, change.cut)
    if change.branch is not None:
        yield COPY_ATTACHMENTS, (id, change.branch.table, change.branch.at)
    for one in change.attachments:
        yield UPSERT_ATTACHMENT, (id, one.number, one.kind, one.body)
    if change.entries:
        yield INSERT_DECISIONS, (json_rows(decision_rows(change)),)
    if change.lines:
        yield INSERT_CHAT, (json_rows(chat_rows(change)),)
    return written


def next_group(jobs: list[Job]) -> tuple[list[Job], list[Job]]:
    """The jobs to commit together, with at most one change of each table; and those that come after them."""
    group: list[Job] = []
    later: list[Job] = []
    seen: set[str] = set()
    for job in jobs:
        what = job[0]
        if len(group) == GROUP or (isinstance(what, Change) and what.id in seen):
            later.append(job)
            continue
        group.append(job)
        if isinstance(what, Change):
            seen.add(what.id)
    return group, later


def answer(jobs: list[Job], results: list[Result]) -> None:
    """Set the results of these jobs for those who wait for them."""
    for (_, done), result in zip(jobs, results, strict=True):
        if done.done():
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


class SqlStore:
    """The methods of a store that need nothing but SQL."""

    PROBE: ClassVar[str]  # a statement that writes something

    @property
    def server(self) -> int:
        return 0

    async def _read(self, sql: str, *values: object) -> Sequence[Row]:
        raise NotImplementedError

    async def _enqueue(self, what: Change | Work) -> int:
        raise NotImplementedError

    async def _execute(self, sql: str, *values: object) -> int:
        return await self._enqueue(((sql, values),))

    # Tables

    async def commit(self, change: Change) -> None:
        await self._enqueue(change)

    async def load(self, table: str) -> Kept | None:
        rows = await self._read(f"{TABLE} WHERE id = $1", table)
        return read_table(rows[0]) if rows else None

    async def revisions(self, tables: list[str]) -> dict[str, int]:
        listed = "SELECT value FROM json_array_elements_text($1::json)"
        sql = f"SELECT id, revision FROM tables WHERE id IN ({listed})"
        return {str(id): int(revision) for id, revision in await self._read(sql, json_rows(tables))}

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        sql = "SELECT number, entry FROM decisions WHERE tid = $1 AND number > $2 ORDER BY number"
        return read_entries(await self._read(sql, table, after), after)

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        while (now := await self.load(table)) is not None:
            entries = await self.entries(table, number) if now.number > number else []
            if (await self.revisions([table])).get(table) == now.revision:
                return now, entries
        return None

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        """One index scan for each state: finished tables, however many, are not read for a list of running ones."""
        sql = f"{TABLE} WHERE public AND state = $1{' AND game = $3' if game else ''} ORDER BY changed DESC LIMIT $2"
        rows = [row for state in states for row in await self._read(sql, state, limit, *([game] if game else []))]
        rows.sort(key=lambda row: -float(row[CHANGED]))
        return read_tables(rows[:limit])

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        return read_tables(await self._read(f"{TABLE} WHERE id > $1 ORDER BY id LIMIT $2", after, limit))

    async def count(self) -> int:
        return int((await self._read("SELECT count(*) FROM tables"))[0][0])

    async def due(self, before: float) -> list[str]:
        sql = "SELECT id FROM tables WHERE due <= $1 AND keeper = $2 ORDER BY due LIMIT 1000"
        return [str(row[0]) for row in await self._read(sql, before, self.server)]

    async def freeze(self, table: str, why: str) -> None:
        due = ", due = NULL" if why else ""
        await self._execute(f"UPDATE tables SET frozen = $1{due} WHERE id = $2 AND frozen <> $1", why, table)

    async def frozen(self) -> dict[str, str]:
        return {str(id): str(why) for id, why in await self._read(FROZEN)}

    async def expire(self, untouched_since: float, over_since: float) -> int:
        return await self._delete(EXPIRED, untouched_since, over_since)

    async def delete(self, table: str) -> bool:
        return bool(await self._delete("SELECT $1::text", table))

    async def _delete(self, ids: str, *values: object) -> int:
        parts = [part for part, (key, *_) in COLUMNS.items() if key == "tid"]  # a score stays on its leaderboard
        rest = [(f"DELETE FROM {part} WHERE tid IN ({ids})", values) for part in parts]
        return await self._enqueue((*rest, (f"DELETE FROM tables WHERE id IN ({ids})", values)))

    async def probe(self) -> None:
        await self._execute(self.PROBE)

    # What belongs to tables

    async def attachments(self, table: str, first: int, last: int | None = None) -> list[Attachment]:
        sql = "SELECT number, kind, body FROM attachments WHERE tid = $1 AND number BETWEEN $2 AND $3"
        rows = await self._read(f"{sql} ORDER BY number, kind", table, first, first if last is None else last)
        return [Attachment(int(number), str(kind), str(body)) for number, kind, body in rows]

    async def chat(self, table: str, limit: int) -> list[ChatLine]:
        rows = await self._read("SELECT line FROM chat WHERE tid = $1 ORDER BY count DESC LIMIT $2", table, limit)
        return read_chat([row[0] for row in reversed(rows)])

    async def delete_chat(self, table: str, name: str) -> int:
        sql = "DELETE FROM chat WHERE tid = $1 AND ($2 = '' OR line::json ->> 'name' = $2)"
        return await self._execute(sql, table, name)

    async def reviews(self, table: str) -> dict[str, str]:
        rows = await self._read("SELECT part, body FROM reviews WHERE tid = $1", table)
        return {str(part): str(body) for part, body in rows}

    async def save_review(self, table: str, part: str, body: str) -> None:
        sql = "INSERT INTO reviews VALUES ($1, $2, $3) ON CONFLICT (tid, part) DO UPDATE SET body = excluded.body"
        await self._execute(sql, table, part, body)

    # Leaderboards

    async def boards(self) -> list[str]:
        return [str(row[0]) for row in await self._read("SELECT DISTINCT board FROM scores ORDER BY board")]

    async def scores(self, board: str, limit: int) -> dict[str, str]:
        rows = await self._read(f"SELECT tid, score {BEST} LIMIT $2", board, limit)
        return {str(table): str(score) for table, score in rows}

    async def save_score(self, board: str, one: StoredScore, replace: bool = False) -> None:
        if replace:
            update = "UPDATE scores SET score = $3 WHERE board = $1 AND tid = $2"
            await self._execute(update, board, one.table, one.score)
            return
        insert = "INSERT INTO scores VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING"
        values = (board, one.table, one.player, one.adjusted, one.skill, one.at, one.score)
        trim = f"DELETE FROM scores WHERE board = $1 AND tid IN (SELECT tid {BEST} LIMIT 1000 OFFSET $2)"
        await self._enqueue(((insert, values), (trim, (board, SCORES_KEPT))))

    async def delete_boards(self, before: str) -> None:
        await self._execute("DELETE FROM scores WHERE board < $1", before)
