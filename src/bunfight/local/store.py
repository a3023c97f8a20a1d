"""Saves tables as rows of a simple key-value storage, such as IndexedDB in a browser."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Final, Protocol, TypeVar

import msgspec

from bunfight.server.storage.interface import Attachment, Change, ChatLine, Kept, StoreBroken, StoredScore
from bunfight.server.storage.memory import MemoryStore

T = TypeVar("T")
SCORES: Final = "scores"  # the one row that belongs to no table


class RowStorage(Protocol):
    """A key-value storage. A write is atomic, and on disk when it returns; it raises OSError if it fails."""

    async def read(self) -> dict[str, bytes]:
        """All rows."""

    async def write(self, rows: dict[str, bytes], deleted: list[str]) -> None:
        """Write some rows and delete others, all or none."""


class LocalStore(MemoryStore):
    """Everything in memory, and every change also in rows, from which the next start reads it.

    The rows of a table are ``ID/table``, ``ID/chat``, ``ID/frozen``, ``ID/entry/N``, ``ID/attached/N`` and
    ``ID/review/PART``.
    """

    def __init__(self, storage: RowStorage) -> None:
        super().__init__()
        self._storage = storage
        self._rows: dict[str, dict[str, bytes]] = {}  # as they are on disk, by table

    async def open(self) -> None:
        try:
            rows = await self._storage.read()
        except OSError as error:
            raise StoreBroken(str(error)) from error
        for key, body in sorted(rows.items()):
            self._restore(key, body)

    def _restore(self, key: str, body: bytes) -> None:
        if key == SCORES:
            self._scores = msgspec.json.decode(body, type=dict[str, list[StoredScore]])
            return
        table, kind, *more = key.split("/")
        self._rows.setdefault(table, {})[key] = body
        if kind == "table":
            self._tables[table] = msgspec.json.decode(body, type=Kept)
        elif kind == "chat":
            self._lines[table] = msgspec.json.decode(body, type=list[ChatLine])
        elif kind == "frozen":
            self._frozen[table] = body.decode()
        elif kind == "entry":  # in order: numbers are written with leading zeros
            self._entries.setdefault(table, []).append(body)
        elif kind == "attached":
            self._attachments.setdefault(table, []).append(msgspec.json.decode(body, type=Attachment))
        elif kind == "review":
            self._reviews.setdefault(table, {})[more[0]] = body.decode()

    def _rows_of(self, table: str) -> dict[str, bytes]:
        rows: dict[str, bytes] = {}
        if table in self._tables:
            rows[f"{table}/table"] = msgspec.json.encode(self._tables[table])
        if self._lines.get(table):
            rows[f"{table}/chat"] = msgspec.json.encode(self._lines[table])
        if table in self._frozen:
            rows[f"{table}/frozen"] = self._frozen[table].encode()
        for n, entry in enumerate(self._entries.get(table, [])):
            rows[f"{table}/entry/{n:06}"] = entry
        for n, attached in enumerate(self._attachments.get(table, [])):
            rows[f"{table}/attached/{n:06}"] = msgspec.json.encode(attached)
        for part, body in self._reviews.get(table, {}).items():
            rows[f"{table}/review/{part}"] = body.encode()
        return rows

    async def _saved(self, table: str, work: Awaitable[T]) -> T:
        """Change a table in memory and on disk; if the disk refuses, memory is as before."""
        parts: list[dict[str, Any]] = [
            self._tables, self._entries, self._attachments, self._lines, self._reviews, self._frozen
        ]  # fmt: skip
        before = [(part, table in part, _copied(part.get(table))) for part in parts]
        result = await work
        old, new = self._rows.get(table, {}), self._rows_of(table)
        changed = {key: body for key, body in new.items() if old.get(key) != body}
        try:
            await self._storage.write(changed, [key for key in old if key not in new])
        except OSError as error:
            for part, existed, value in before:
                part.pop(table, None)
                if existed:
                    part[table] = value
            raise StoreBroken(str(error)) from error
        self._rows[table] = new
        return result

    async def commit(self, change: Change) -> None:
        await self._saved(change.id, super().commit(change))

    async def delete(self, table: str) -> bool:
        return await self._saved(table, super().delete(table))

    async def freeze(self, table: str, why: str) -> None:
        await self._saved(table, super().freeze(table, why))

    async def save_review(self, table: str, part: str, body: str) -> None:
        await self._saved(table, super().save_review(table, part, body))

    async def delete_chat(self, table: str, name: str) -> int:
        return await self._saved(table, super().delete_chat(table, name))

    async def save_score(self, board: str, one: StoredScore, replace: bool = False) -> None:
        await super().save_score(board, one, replace)
        await self._save_scores()

    async def delete_boards(self, before: str) -> None:
        await super().delete_boards(before)
        await self._save_scores()

    async def _save_scores(self) -> None:
        try:
            await self._storage.write({SCORES: msgspec.json.encode(self._scores)}, [])
        except OSError as error:
            raise StoreBroken(str(error)) from error


def _copied(value: Any) -> Any:
    """A copy of a list or dictionary that may be changed in place."""
    return value.copy() if isinstance(value, list | dict) else value
