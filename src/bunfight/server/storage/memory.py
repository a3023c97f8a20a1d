"""A store without a disk: a test double, and a way to embed the server in a process whose tables need not last.

Everything is lost when the process ends. The command line never uses it; pass one to ``App(settings, store)``.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bunfight.server.storage.interface import (
    Attachment,
    Change,
    ChatLine,
    Conflict,
    Damaged,
    Head,
    Kept,
    News,
    Running,
    StoredScore,
)
from bunfight.server.storage.sql import SCORES_KEPT


class MemoryScores:
    """Leaderboards in a dictionary."""

    def __init__(self) -> None:
        self._scores: dict[str, list[StoredScore]] = {}

    async def boards(self) -> list[str]:
        return sorted(self._scores)

    async def scores(self, board: str, limit: int) -> dict[str, str]:
        return {one.table: one.score for one in self._scores.get(board, [])[:limit]}

    async def save_score(self, board: str, one: StoredScore, replace: bool = False) -> None:
        scores = self._scores.setdefault(board, [])
        for other in scores if replace else ():
            if other.table == one.table:
                other.score = one.score
        if not replace and all(one.table != other.table and one.player != other.player for other in scores):
            scores.append(one)
            scores.sort(key=lambda each: (-each.adjusted, -each.skill, each.at, each.table))
            del scores[SCORES_KEPT:]

    async def delete_boards(self, before: str) -> None:
        self._scores = {board: scores for board, scores in self._scores.items() if board >= before}


class MemoryStore(MemoryScores):
    """Implements the interface with dictionaries, with the same conflicts as a database."""

    shared, server, others = False, 0, frozenset[int]()

    def __init__(self) -> None:
        super().__init__()
        self._tables: dict[str, Kept] = {}
        self._entries: dict[str, list[bytes]] = {}
        self._attachments: dict[str, list[Attachment]] = {}
        self._lines: dict[str, list[ChatLine]] = {}
        self._reviews: dict[str, dict[str, str]] = {}
        self._frozen: dict[str, str] = {}

    async def open(self) -> None:
        """Does nothing."""

    async def close(self) -> None:
        """Does nothing."""

    def subscribe(self, receive: Callable[[News], None]) -> None:
        """Does nothing: there are no other servers."""

    def publish(self, news: News) -> None:
        """Does nothing: there are no other servers."""

    async def commit(self, change: Change) -> None:
        old, id = self._tables.get(change.id), change.id
        if (old is None) != (change.expect < 0) or (old is not None and old.revision != change.expect):
            raise Conflict(id)
        made = change.changed if old is None else old.made
        head = msgspec.json.decode(change.head, type=Head) if change.head is not None else None
        if head is None:
            assert old is not None
            head = old.head
        entries = self._entries.get(id, [])[: change.cut]
        if len(entries) + len(change.entries) != change.number:
            raise Damaged("its decisions would not be complete")
        live = msgspec.json.decode(change.live, type=Running)
        state, version, number = change.state, change.version, change.number
        self._tables[id] = Kept(
            id, max(change.expect, -1) + 1, state, version, number, made, change.changed, change.due, head, live
        )
        self._entries[id] = [*entries, *change.entries]
        attached = [one for one in self._attachments.get(id, []) if one.number <= len(entries)]
        if change.branch is not None:
            theirs = self._attachments.get(change.branch.table, [])
            attached += [one for one in theirs if one.number <= change.branch.at]
        self._attachments[id] = attached + change.attachments
        self._lines.setdefault(id, []).extend(change.lines)

    async def load(self, table: str) -> Kept | None:
        kept = self._tables.get(table)
        return None if kept is None else msgspec.json.decode(msgspec.json.encode(kept), type=Kept)

    async def revisions(self, tables: list[str]) -> dict[str, int]:
        return {id: self._tables[id].revision for id in tables if id in self._tables}

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        return self._entries.get(table, [])[after:]

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        kept = await self.load(table)
        return None if kept is None else (kept, await self.entries(table, number))

    async def attachments(self, table: str, first: int, last: int | None = None) -> list[Attachment]:
        wanted = range(first, (first if last is None else last) + 1)
        return [one for one in self._attachments.get(table, []) if one.number in wanted]

    async def reviews(self, table: str) -> dict[str, str]:
        return dict(self._reviews.get(table, {}))

    async def save_review(self, table: str, part: str, body: str) -> None:
        self._reviews.setdefault(table, {})[part] = body

    async def chat(self, table: str, limit: int) -> list[ChatLine]:
        return self._lines.get(table, [])[-limit:]

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        here = [one for one in self._tables.values() if one.head.public and one.state in states]
        wanted = [one for one in here if game in ("", one.head.game)]
        return sorted(wanted, key=lambda one: -one.changed)[:limit], {}

    async def due(self, before: float) -> list[str]:
        waiting = [(one.due, one.id) for one in self._tables.values() if one.due is not None and one.due <= before]
        return [id for _, id in sorted(waiting)]

    async def freeze(self, table: str, why: str) -> None:
        if why:
            self._frozen[table], self._tables[table].due = why, None
        else:
            self._frozen.pop(table, None)

    async def frozen(self) -> dict[str, str]:
        return dict(self._frozen)

    async def expire(self, untouched_since: float, over_since: float) -> int:
        since = {"gathering": untouched_since, "over": over_since}
        old = [one.id for one in self._tables.values() if one.changed < since.get(one.state, 0.0)]
        return sum([await self.delete(id) for id in old])

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        return [self._tables[id] for id in sorted(self._tables) if id > after][:limit], {}

    async def delete_chat(self, table: str, name: str) -> int:
        lines = self._lines.get(table, [])
        self._lines[table] = [line for line in lines if name and line.name != name]
        return len(lines) - len(self._lines[table])

    async def delete(self, table: str) -> bool:
        existed = table in self._tables
        for parts in (self._tables, self._entries, self._attachments, self._lines, self._frozen, self._reviews):
            parts.pop(table, None)
        return existed

    async def allow(self, client: str, rate: float, burst: float) -> bool | None:
        return None

    async def count(self) -> int:
        return len(self._tables)

    async def probe(self) -> None:
        """Does nothing: no disk can be full."""
