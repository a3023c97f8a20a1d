"""Which store an address means: a file for SQLite, or a PostgreSQL database."""

from __future__ import annotations

from typing import Final

from bunfight.server.storage.interface import Store, StoreBroken
from bunfight.server.storage.sqlite import SqliteStore

POSTGRES: Final = ("postgresql://", "postgres://")


def is_postgres(db: str) -> bool:
    return db.startswith(POSTGRES)


def chosen(db: str) -> Store:
    """The store at ``db``, not open yet; StoreBroken if what it needs is not installed."""
    if not is_postgres(db):
        return SqliteStore(db)
    try:
        from bunfight.server.storage.postgres import PostgresStore
    except ModuleNotFoundError as error:
        raise StoreBroken(
            f"tables in PostgreSQL need {error.name}; run: pip install 'bunfight[server,postgres]'"
        ) from error
    return PostgresStore(db)


def shown(db: str) -> str:
    """An address without its password."""
    if not is_postgres(db) or "@" not in db:
        return db
    scheme, _, rest = db.partition("://")
    who, _, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}@{where}"
