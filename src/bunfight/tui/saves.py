"""Saved games and settings. Every game is saved after each decision, so that a killed terminal loses nothing."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bunfight.engine import Record
from bunfight.engine.cards import convert
from bunfight.engine.errors import InvalidInput
from bunfight.engine.record import load
from bunfight.tui.messages import Messages

KEPT = 30  # older saved games are deleted


def home() -> Path:
    """The folder of saved games and settings: BUNFIGHT_HOME, or the user's data folder."""
    given = os.environ.get("BUNFIGHT_HOME")
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "bunfight"


@dataclass
class Saved:
    """The part of a saved game besides the record: the bots, the seed and the custom card list."""

    game: str
    bots: dict[str, str]
    seed: str
    cards: str = ""
    at: float = 0.0
    over: bool = False
    names: list[str] = field(default_factory=list)
    decisions: int = 0


class SaveLock:
    """Locks a file until it is released or the process ends, even by a crash."""

    def __init__(self, path: Path, name: str) -> None:
        self.path: Path | None = path
        self.file = path.open("ab")
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self.file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.close()
            raise InvalidInput("save_open", name=name) from None

    def release(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)
            self.file.close()
            self.path = None


class SaveFolder:
    """A folder of saved games."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or home() / "games"

    def new(self, game: str) -> str:
        """A name for a new game; the oldest saved games are deleted."""
        for old in [one for one, _ in self.listed()[KEPT - 1 :]]:
            self.drop(old)
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        name, more = f"{game}-{stamp}", 1
        while any((self.folder / f"{name}.{end}").exists() for end in ("json", "lock")):
            more += 1
            name = f"{game}-{stamp}-{more}"
        return name

    def save(self, name: str, saved: Saved, record: Record) -> None:
        """Save a game atomically."""
        self.folder.mkdir(parents=True, exist_ok=True)
        saved.at, saved.over, saved.decisions = time.time(), record.end is not None, len(record.entries)
        saved.names = list(record.seats)
        _write(self.folder / f"{name}.jsonl", record.text())
        _write(self.folder / f"{name}.json", json.dumps(asdict(saved), ensure_ascii=False))

    def listed(self) -> list[tuple[str, Saved]]:
        """All readable saved games, the latest first."""
        found = []
        for path in self.folder.glob("*.json"):
            try:
                data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                found.append((path.stem, convert(data, Saved)))
            except (ValueError, OSError, InvalidInput):
                continue  # damaged
        return sorted(found, key=lambda one: -one[1].at)

    def record(self, name: str) -> Record:
        return load((self.folder / f"{name}.jsonl").read_text(encoding="utf-8"))

    def last(self, game: str = "") -> tuple[str, Saved] | None:
        """The latest game that is not over, of any game or of one."""
        return next((one for one in self.listed() if not one[1].over and game in ("", one[1].game)), None)

    def lock(self, name: str) -> SaveLock:
        """Lock a saved game for this terminal; InvalidInput if another one has it open."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return SaveLock(self.folder / f"{name}.lock", name)

    def drop(self, name: str) -> None:
        for end in ("json", "jsonl", "lock"):
            (self.folder / f"{name}.{end}").unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    draft = path.with_suffix(path.suffix + ".new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


@dataclass
class Settings:
    """The player's settings."""

    language: str = ""
    theme: str = "dark"
    name: str = ""
    auto_pass: bool = True
    motion: bool = True

    @classmethod
    def read(cls) -> Settings:
        try:
            return convert(json.loads((home() / "settings.json").read_text(encoding="utf-8")), cls)
        except (ValueError, OSError, InvalidInput):
            return cls()

    def write(self) -> None:
        home().mkdir(parents=True, exist_ok=True)
        _write(home() / "settings.json", json.dumps(asdict(self), ensure_ascii=False, indent=1))


def write_record(record: Record, name: str, t: Messages) -> str:
    """Write the record of a game to a file; returns a message about the result."""
    try:
        Path(name).expanduser().write_text(record.text(), encoding="utf-8")
    except OSError as error:
        return t("cannot_write", file=name, why=error.strerror)
    return t("saved", file=name)
