"""Opens the store at an address: a file for SQLite, or a PostgreSQL database."""

from __future__ import annotations

from typing import Final

from bunfight.server.storage.interface import Store, StoreBroken

POSTGRES: Final = ("postgresql://", "postgres://")


def is_postgres(db: str) -> bool:
    return db.startswith(POSTGRES)


def open_store(db: str, alone: bool = True) -> Store:
    """The store at an address, not opened yet; StoreBroken if its driver is not installed.

    ``alone``: no other process may serve tables from the same file.
    """
    if not is_postgres(db):
        from bunfight.server.storage.sqlite import SqliteStore

        return SqliteStore(db, alone)
    require_asyncpg()
    from bunfight.server.storage.postgres import PostgresStore

    return PostgresStore(db)


def require_asyncpg() -> None:
    try:
        import asyncpg  # noqa: F401
    except ModuleNotFoundError as error:
        raise StoreBroken("tables in PostgreSQL need asyncpg; run: pip install 'bunfight[server,postgres]'") from error


def without_password(db: str) -> str:
    """An address that can be shown."""
    if not is_postgres(db) or "@" not in db:
        return db
    scheme, _, rest = db.partition("://")
    who, _, where = rest.rpartition("@")
    return f"{scheme}://{who.partition(':')[0]}@{where}"
