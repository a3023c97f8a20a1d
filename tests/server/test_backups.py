"""Backups that replace one another, and copies that fail without a trace."""

import asyncio
import errno
import os
import sqlite3
import time
from pathlib import Path

import pytest

from bunfight.cli import main
from bunfight.server.storage.sqlite import SqliteStore, advice


@pytest.fixture
def db(tmp_path: Path) -> str:
    """An empty store."""
    path = str(tmp_path / "tables.db")

    async def create() -> None:
        store = SqliteStore(path)
        await store.open()
        await store.close()

    asyncio.run(create())
    return path


def test_a_backup_replaces_another_only_with_force(db: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = str(tmp_path / "copy.db")
    assert main(["serve", "backup", copy, "--db", db]) == 0
    assert main(["serve", "backup", copy, "--db", db]) == 2
    assert "use --force" in capsys.readouterr().err
    assert main(["serve", "--db", db, "backup", copy, "--force"]) == 0, "options may stand before the action, too"
    assert main(["serve", "check", "--db", copy]) == 0
    assert main(["serve", "backup", db, "--db", db, "--force"]) == 2, "a store does not replace itself"
    assert main(["serve", "restore", copy, "--db", db, "--force"]) == 0


def test_the_newest_backups_are_kept(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "backups"
    for second in range(5):
        monkeypatch.setattr(time, "strftime", lambda form, second=second: f"bunfight-20260101-00000{second}.db")
        assert main(["serve", "backup", str(folder), "--keep", "3", "--db", db]) == 0
    (folder / "other.txt").touch()
    assert [path.name for path in sorted(folder.glob("bunfight-*"))] == [
        f"bunfight-20260101-00000{second}.db" for second in (2, 3, 4)
    ]
    assert (folder / "other.txt").exists()


def test_a_restored_store_belongs_to_whom_the_old_one_did(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root restores what a service with a user of its own must be able to write."""
    given: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.update({Path(path).name: (user, group)}))
    assert main(["serve", "backup", str(tmp_path / "copy.db"), "--db", db]) == 0
    before, given["tables.db"] = Path(db).stat(), (-1, -1)
    assert main(["serve", "restore", str(tmp_path / "copy.db"), "--db", db, "--force"]) == 0
    assert {given[name] for name in ("tables.db", "tables.db-lock")} == {(before.st_uid, before.st_gid)}
    assert not list(tmp_path.glob("tables.db-new*")), "nothing is left beside it"


@pytest.mark.parametrize("source", ["missing.db", "game.txt"])
def test_a_failed_copy_leaves_nothing(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text("not a database")
    assert main(["serve", "copy", source, "new.db"]) == 2
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("new.db")]


def test_space_is_mentioned_only_if_the_disk_is_full() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    assert "space" in advice(OSError(errno.ENOSPC, "No space left on device")) and "space" in advice(full)
    assert "space" not in advice(PermissionError(errno.EACCES, "Permission denied"))
    assert "space" not in advice(sqlite3.DatabaseError("file is not a database"))
