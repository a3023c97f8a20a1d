"""Cluster membership over the shared database: migration, heartbeats, peer discovery and notifications."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg
import msgspec

from bunfight import __version__, games
from bunfight.server.observability.logs import note
from bunfight.server.storage import sql
from bunfight.server.storage.interface import News, StoreBroken, Unreachable

CHANNEL: Final = "bunfight"
BEAT_SECONDS: Final = 0.7
DEAD_SECONDS: Final = 2.5  # without a heartbeat; then others take over the tables of a server
ALIVE: Final = f"beat > now() - interval '{DEAD_SECONDS} s'"
LONGEST: Final = 7000  # bytes of one notification; the database accepts 8,000
CLAUSES: Final = {"clustered": "", "updated": "WITH (fillfactor = 60)"}
CREATE: Final = f"""
    {sql.SCHEMA}
    CREATE TABLE servers (
        id SERIAL PRIMARY KEY, version TEXT NOT NULL, kin TEXT NOT NULL, beat TIMESTAMPTZ NOT NULL DEFAULT now()
    );
    CREATE TABLE makers (client TEXT PRIMARY KEY, level DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL);
"""
MIGRATIONS: Final = {
    5: sql.SPLIT_FILMS,
    6: sql.RANK_SCORES,
}  # by the schema version that each one leads to; schemas 2 to 4 never existed
Lost: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
WRONG: Final = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError)
ENCODER: Final = msgspec.json.Encoder()
NEWS: Final = msgspec.json.Decoder(News)


def describe(error: BaseException) -> str:
    """Return what went wrong in one line, without the statement or its values."""
    lines = str(error).splitlines()
    return f"the database cannot be used ({type(error).__name__}{': ' + lines[0][:200] if lines and lines[0] else ''})"


async def connect(address: str) -> Any:
    """Open a connection on which a commit returns when it is on disk."""
    settings = {"synchronous_commit": "on", "application_name": "bunfight"}
    return await asyncpg.connect(address, timeout=5, command_timeout=30, server_settings=settings)


def fingerprint() -> str:
    """Return what servers that share tables must have in common: rules and cards of every game, and the schema."""
    each = [f"{name} {game.rules_version} {game.cards_digest}" for name in games.names() if (game := games.load(name))]
    return f"schema {sql.SCHEMA_VERSION}; " + "; ".join(each)


class Membership:
    """This server among those that share a database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.server = 0
        self.others: frozenset[int] = frozenset()
        self.receive: Callable[[News], None] | None = None
        self._db: Any = None
        self._turn = asyncio.Lock()  # a connection runs one statement at a time
        self._waiting: list[News] = []
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Migrate the database and join the servers that use it; StoreBroken says why that is impossible."""
        try:
            await self._join()
        except WRONG as error:
            raise StoreBroken(f"{describe(error)}; check --db") from error
        except ValueError as error:
            raise StoreBroken(f"the address of the database is invalid ({error}); check --db") from error
        except Lost as error:
            raise Unreachable(describe(error)) from error
        except asyncpg.PostgresError as error:
            raise StoreBroken(describe(error)) from error
        self._tasks = [asyncio.create_task(self._heartbeat()), asyncio.create_task(self._deliver())]

    async def close(self) -> None:
        """Leave, so that the others take over at once."""
        for task in self._tasks:
            task.cancel()
        with suppress(*Lost, asyncpg.PostgresError):
            if self._db is not None and not self._db.is_closed():
                await self._db.execute("DELETE FROM servers WHERE id = $1", self.server)
                farewell = ENCODER.encode(News(by=self.server, gone=[self.server])).decode()
                await self._db.execute("SELECT pg_notify($1, $2)", CHANNEL, farewell)
                await self._db.close(timeout=2)
        if self._db is not None:
            self._db.terminate()

    def publish(self, news: News) -> None:
        """Send news to the other servers soon."""
        self._waiting.append(news)
        self._wanted.set()

    async def _join(self) -> None:
        db = await connect(self.address)
        try:
            async with db.transaction():
                await migrate(db)
                others = await db.fetch(f"SELECT id, version, kin FROM servers WHERE id <> $1 AND {ALIVE}", self.server)
                self.others = frozenset(one[0] for one in others)
                for _, version, theirs in others:
                    if theirs != fingerprint():
                        raise StoreBroken(
                            f"a server with other rules or cards (Bunfight {version}; this is {__version__}) uses this "
                            "database; stop all of those first, then start this one"
                        )
                await db.execute("DELETE FROM servers WHERE beat < now() - interval '60 s'")
                if not self.server:
                    self.server = await db.fetchval(
                        "INSERT INTO servers (version, kin) VALUES ($1, $2) RETURNING id", __version__, fingerprint()
                    )
                else:
                    again = "INSERT INTO servers VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET beat = now()"
                    await db.execute(again, self.server, __version__, fingerprint())
            await db.execute("SET synchronous_commit = off")  # notifications need not survive a crash
            await db.add_listener(CHANNEL, self._notified)
        except BaseException:
            db.terminate()
            raise
        self._db = db

    def _notified(self, _: Any, __: int, ___: str, text: str) -> None:
        try:
            news = NEWS.decode(text)
        except msgspec.DecodeError:
            return  # not sent by Bunfight
        if news.by == self.server:
            return
        self.others = self.others.difference(news.gone) if news.gone else self.others | {news.by}
        self._pass_on(news)

    def _pass_on(self, news: News) -> None:
        """Give news to this server; an error there must not stop the heartbeat."""
        if self.receive is not None:
            asyncio.get_running_loop().call_soon(self.receive, news)

    async def _heartbeat(self) -> None:
        """Write that this server is alive, and read which others are."""
        pause = BEAT_SECONDS
        while True:
            try:
                async with self._turn:
                    if self._db is None or self._db.is_closed():
                        await self._join()
                        note("database reachable", server=self.server)
                        self._pass_on(News(gone=[0]))  # notifications may have been missed
                    updated = await self._db.execute("UPDATE servers SET beat = now() WHERE id = $1", self.server)
                    if updated == "UPDATE 0":
                        self._db.terminate()  # the others have dropped this server after a minute of silence
                        continue
                    alive = await self._db.fetch(f"SELECT id FROM servers WHERE {ALIVE}")
                now = frozenset(row[0] for row in alive) - {self.server}
                gone, self.others = self.others - now, now
                if gone:
                    self._pass_on(News(gone=sorted(gone)))
                pause = BEAT_SECONDS
            except (*Lost, asyncpg.PostgresError, StoreBroken) as error:
                note("database unreachable", logging.WARNING, why=describe(error), again_in=f"{pause:.1f} s")
                if self._db is not None:
                    self._db.terminate()
                pause = min(5.0, 1.5 * pause)
            await asyncio.sleep(pause)

    async def _deliver(self) -> None:
        """Send published news in as few notifications as possible."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            waiting, self._waiting = self._waiting, []
            try:
                async with self._turn:
                    for text in packed(waiting, self.server):
                        await self._db.execute("SELECT pg_notify($1, $2)", CHANNEL, text)
            except (*Lost, asyncpg.PostgresError) as error:  # the others poll from time to time
                note("notification failed", logging.WARNING, why=describe(error))
                await asyncio.sleep(BEAT_SECONDS)


def packed(waiting: list[News], server: int) -> list[str]:
    """Merge news into notifications that are short enough."""
    texts: list[str] = []
    whole = News(by=server)
    for news in waiting:
        whole.changed |= news.changed
        whole.lobby |= news.lobby
        whole.here |= news.here
        whole.who |= news.who
        whole.aims |= news.aims
        whole.shut = [*whole.shut, *news.shut]
        whole.gone = [*whole.gone, *news.gone]
    text = ENCODER.encode(whole).decode()
    if len(text.encode()) <= LONGEST:
        return [text]
    texts.append(
        ENCODER.encode(News(server, lobby=whole.lobby, who=whole.who, shut=whole.shut[:50], gone=whole.gone)).decode()
    )
    for part in _parts(whole.changed):
        texts.append(ENCODER.encode(News(server, changed=dict(part))).decode())
    for part in _parts(whole.here):
        texts.append(ENCODER.encode(News(server, here=dict(part))).decode())
    for table, aim in whole.aims.items():
        text = ENCODER.encode(News(server, aims={table: aim})).decode()
        if len(text.encode()) <= LONGEST:  # a longer one would stop the others, too
            texts.append(text)
    return texts


def _parts(whole: dict[str, Any], size: int = 60) -> list[list[tuple[str, Any]]]:
    items = list(whole.items())
    return [items[start : start + size] for start in range(0, len(items), size)]


async def migrate(db: Any, where: str = "the database") -> None:
    """Bring the database to the current schema. Call it in a transaction, so that all or nothing happens."""
    await db.execute("SELECT pg_advisory_xact_lock(8800)")  # one server at a time
    await db.execute(
        "CREATE TABLE IF NOT EXISTS about (schema INTEGER NOT NULL, beat TIMESTAMPTZ NOT NULL DEFAULT now())"
    )
    await db.execute("ALTER TABLE about ADD COLUMN IF NOT EXISTS needs TEXT NOT NULL DEFAULT ''")
    row = await db.fetchrow("SELECT schema, needs FROM about")
    if row is None:
        await db.execute("INSERT INTO about (schema) VALUES (0)")
    have, needs = row or (0, "")
    sql.refuse_newer(where, have, needs)
    if have == sql.SCHEMA_VERSION:
        return
    if have and (alive := await db.fetchval(f"SELECT count(*) FROM servers WHERE {ALIVE}")):
        raise StoreBroken(f"{alive} servers of an older Bunfight use this database; stop them, then start this one")
    for script in [script for number, script in MIGRATIONS.items() if number > have] if have else [CREATE]:
        for statement in sql.statements(script, **CLAUSES):
            await db.execute(statement, timeout=3600)  # seconds; it may have to copy a lot
    await db.execute("UPDATE about SET schema = $1, needs = $2", sql.SCHEMA_VERSION, sql.NEEDS)
