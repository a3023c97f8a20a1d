"""Fixtures for server tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for server_harness
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))  # for private_postgres

import private_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[private_postgres.PrivatePostgres]:
    """A temporary PostgreSQL; without it the test is skipped, with a hint how to install it."""
    pytest.importorskip("asyncpg", reason="asyncpg is not installed; run: pip install 'bunfight[postgres]'")
    if private_postgres.programs() is None:
        pytest.skip(private_postgres.ABSENT)
    mine = private_postgres.PrivatePostgres()
    yield mine
    mine.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, for each kind of store."""
    if request.param == "sqlite":
        return str(tmp_path / "t.db")
    return str(request.getfixturevalue("postgres").database())
