"""Tests of the server are coroutines: each runs in an event loop of its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for server_harness, which is no test itself
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))  # for private_postgres

import private_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[private_postgres.PrivatePostgres]:
    """A PostgreSQL of our own; without it the test is skipped, with the word that says how to get it."""
    pytest.importorskip("asyncpg", reason="asyncpg is not installed; run: pip install 'bunfight[postgres]'")
    if private_postgres.programs() is None:
        pytest.skip(private_postgres.ABSENT)
    mine = private_postgres.PrivatePostgres()
    yield mine
    mine.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of every kind in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "t.db")
    return str(request.getfixturevalue("postgres").database())
