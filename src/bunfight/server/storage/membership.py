"""The heart of a server that shares a database: it beats there, hears who else does, and carries news between them."""

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
from bunfight.server.storage.interface import News, StoreBroken, Unreachable

CHANNEL: Final = "bunfight"
BEAT_SECONDS: Final = 0.7
DEAD_SECONDS: Final = 2.5  # without a beat; then others take over what a server kept
LIVING: Final = f"beat > now() - interval '{DEAD_SECONDS} s'"
LONGEST: Final = 7000  # bytes of one notification; the database takes 8,000
MIGRATIONS: Final = (
    # 1
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, public BOOLEAN NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL,
        number INTEGER NOT NULL, made DOUBLE PRECISION NOT NULL, changed DOUBLE PRECISION NOT NULL,
        due DOUBLE PRECISION, live TEXT NOT NULL, revision BIGINT NOT NULL DEFAULT 0, frozen TEXT NOT NULL DEFAULT '',
        keeper INTEGER NOT NULL DEFAULT 0
    ) WITH (fillfactor = 60);
    CREATE INDEX tables_public ON tables (changed) WHERE public;
    CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
    CREATE TABLE heads (tid TEXT PRIMARY KEY, head TEXT NOT NULL);
    CREATE TABLE decisions (tid TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (tid, number));
    CREATE TABLE films (tid TEXT NOT NULL, number INTEGER NOT NULL, film TEXT NOT NULL, PRIMARY KEY (tid, number));
    CREATE TABLE chat (tid TEXT NOT NULL, count INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (tid, count));
    CREATE TABLE servers (
        id SERIAL PRIMARY KEY, version TEXT NOT NULL, kin TEXT NOT NULL, beat TIMESTAMPTZ NOT NULL DEFAULT now()
    );
    CREATE TABLE makers (client TEXT PRIMARY KEY, level DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL);
    """,
)
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


def words(error: BaseException) -> str:
    """What went wrong, in one line without what was written or asked."""
    told = str(error).splitlines()
    return f"the database cannot be used ({type(error).__name__}{': ' + told[0][:200] if told and told[0] else ''})"


async def connect(address: str) -> Any:
    """A connection on which what is committed is on disk."""
    settings = {"synchronous_commit": "on", "application_name": "bunfight"}
    return await asyncpg.connect(address, timeout=5, command_timeout=30, server_settings=settings)


def kin() -> str:
    """What servers must have in common to play at the same tables: rules and cards of every game, and the schema."""
    told = [f"{name} {game.rules_version} {game.cards_digest}" for name in games.names() if (game := games.load(name))]
    return f"schema {len(MIGRATIONS)}; " + "; ".join(told)


class Heart:
    def __init__(self, address: str) -> None:
        self.address = address
        self.server = 0
        self.others: frozenset[int] = frozenset()
        self.hear: Callable[[News], None] | None = None
        self._db: Any = None
        self._turn = asyncio.Lock()  # a connection does one thing at a time
        self._waiting: list[News] = []
        self._wanted = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Bring the database up to date, and join the servers that use it; StoreBroken if that cannot be."""
        try:
            await self._join()
        except WRONG as error:
            raise StoreBroken(f"{words(error)}; check --db") from error
        except ValueError as error:
            raise StoreBroken(f"the address of the database makes no sense ({error}); check --db") from error
        except Lost as error:
            raise Unreachable(words(error)) from error
        except asyncpg.PostgresError as error:
            raise StoreBroken(words(error)) from error
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._carry())]

    async def close(self) -> None:
        """Leave: others take over at once."""
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

    def tell(self, news: News) -> None:
        self._waiting.append(news)
        self._wanted.set()

    async def _join(self) -> None:
        db = await connect(self.address)
        try:
            async with db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock(8800)")  # one server at a time comes in
                await migrate(db)
                others = await db.fetch(
                    f"SELECT id, version, kin FROM servers WHERE id <> $1 AND {LIVING}", self.server
                )
                self.others = frozenset(one[0] for one in others)
                for _, version, theirs in others:
                    if theirs != kin():
                        raise StoreBroken(
                            f"a server with other rules or cards (Bunfight {version}; this is {__version__}) uses this "
                            "database; stop all of those first, then start this one"
                        )
                await db.execute("DELETE FROM servers WHERE beat < now() - interval '60 s'")
                if not self.server:
                    self.server = await db.fetchval(
                        "INSERT INTO servers (version, kin) VALUES ($1, $2) RETURNING id", __version__, kin()
                    )
                else:
                    again = "INSERT INTO servers VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET beat = now()"
                    await db.execute(again, self.server, __version__, kin())
            await db.execute("SET synchronous_commit = off")  # what is told here need not outlive the database
            await db.add_listener(CHANNEL, self._heard)
        except BaseException:
            db.terminate()
            raise
        self._db = db

    def _heard(self, _: Any, __: int, ___: str, text: str) -> None:
        try:
            news = NEWS.decode(text)
        except msgspec.DecodeError:
            return  # it is not from one of us
        if news.by == self.server:
            return
        self.others = self.others.difference(news.gone) if news.gone else self.others | {news.by}
        self._tell_here(news)

    def _tell_here(self, news: News) -> None:
        """Whatever this server makes of the news, it must not stop its heart."""
        if self.hear is not None:
            asyncio.get_running_loop().call_soon(self.hear, news)

    async def _beat(self) -> None:
        """Say that we are here, and see who else is."""
        pause = BEAT_SECONDS
        while True:
            try:
                async with self._turn:
                    if self._db is None or self._db.is_closed():
                        await self._join()
                        note("the database is back", server=self.server)
                        self._tell_here(News(gone=[0]))  # whatever was told meanwhile was not heard
                    told = await self._db.execute("UPDATE servers SET beat = now() WHERE id = $1", self.server)
                    if told == "UPDATE 0":
                        self._db.terminate()  # others thought us dead for a minute
                        continue
                    living = await self._db.fetch(f"SELECT id FROM servers WHERE {LIVING}")
                now = frozenset(row[0] for row in living) - {self.server}
                gone, self.others = self.others - now, now
                if gone:
                    self._tell_here(News(gone=sorted(gone)))
                pause = BEAT_SECONDS
            except (*Lost, asyncpg.PostgresError, StoreBroken) as error:
                note("the database is away", logging.WARNING, why=words(error), again_in=f"{pause:.1f} s")
                if self._db is not None:
                    self._db.terminate()
                pause = min(5.0, 1.5 * pause)
            await asyncio.sleep(pause)

    async def _carry(self) -> None:
        """Hand on what waits, in as few notifications as it fits in."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            waiting, self._waiting = self._waiting, []
            try:
                async with self._turn:
                    for text in packed(waiting, self.server):
                        await self._db.execute("SELECT pg_notify($1, $2)", CHANNEL, text)
            except (*Lost, asyncpg.PostgresError) as error:  # others look for themselves now and then
                note("not told", logging.WARNING, why=words(error))
                await asyncio.sleep(BEAT_SECONDS)


def packed(waiting: list[News], server: int) -> list[str]:
    """News as texts that are not too long."""
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
        texts.append(ENCODER.encode(News(server, aims={table: aim})).decode())
    return texts


def _parts(whole: dict[str, Any], size: int = 60) -> list[list[tuple[str, Any]]]:
    items = list(whole.items())
    return [items[start : start + size] for start in range(0, len(items), size)]


async def migrate(db: Any) -> int:
    """Bring the database to the present schema; a newer one is refused."""
    await db.execute(
        "CREATE TABLE IF NOT EXISTS about (schema INTEGER NOT NULL, beat TIMESTAMPTZ NOT NULL DEFAULT now())"
    )
    have = await db.fetchval("SELECT max(schema) FROM about")
    if have is None:
        await db.execute("INSERT INTO about VALUES (0)")
        have = 0
    if have > len(MIGRATIONS):
        raise StoreBroken(f"the database has schema {have}, made by a newer Bunfight; this one knows {len(MIGRATIONS)}")
    if 0 < have < len(MIGRATIONS):
        living = await db.fetchval(f"SELECT count(*) FROM servers WHERE {LIVING}")
        if living:
            raise StoreBroken(
                f"{living} servers of an older Bunfight use this database; stop them, then start this one"
            )
    for script in MIGRATIONS[have:]:
        await db.execute(script)
    await db.execute("UPDATE about SET schema = $1", len(MIGRATIONS))
    return len(MIGRATIONS)
