"""A store that lasts as long as the process: for tables that nobody needs tomorrow, and where there is no disk."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bunfight.server.storage.interface import Change, ChatLine, Conflict, Damaged, Head, Kept, News, Running


class MemoryStore:
    shared, server, others = False, 0, frozenset[int]()

    def __init__(self) -> None:
        self._tables: dict[str, Kept] = {}
        self._entries: dict[str, list[bytes]] = {}
        self._films: dict[str, dict[int, str]] = {}
        self._lines: dict[str, list[ChatLine]] = {}
        self._shelf: dict[str, dict[int, str]] = {}
        self._frozen: dict[str, str] = {}

    async def open(self) -> None:
        """Nothing to hold."""

    async def close(self) -> None:
        """Nothing to write."""

    def listen(self, hear: Callable[[News], None]) -> None:
        """There are no others."""

    def tell(self, news: News) -> None:
        """There are no others."""

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
        films = {number: film for number, film in self._films.get(id, {}).items() if number <= len(entries)}
        if change.branch is not None:
            told = self._films.get(change.branch.table, {})
            films |= {number: film for number, film in told.items() if number <= change.branch.at}
        self._films[id] = films | change.films
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

    async def film(self, table: str, number: int) -> str:
        return self._films.get(table, {}).get(number, "")

    async def shelve(self, name: str, number: int, text: str, first: bool = False) -> None:
        kept = self._shelf.setdefault(name, {})
        kept[number] = kept.get(number, text) if first else text

    async def shelf(self, name: str) -> dict[int, str]:
        return dict(self._shelf.get(name, {}))

    async def shelves(self, begin: str) -> list[str]:
        return sorted(name for name in self._shelf if name.startswith(begin))

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

    async def sweep(self, untouched_since: float, over_since: float) -> int:
        since = {"gathering": untouched_since, "over": over_since}
        old = [one.id for one in self._tables.values() if one.changed < since.get(one.state, 0.0)]
        return sum([await self.forget(id) for id in old])

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        return [self._tables[id] for id in sorted(self._tables) if id > after][:limit], {}

    async def unsay(self, table: str, name: str) -> int:
        lines = self._lines.get(table, [])
        self._lines[table] = [line for line in lines if name and line.name != name]
        return len(lines) - len(self._lines[table])

    async def forget(self, table: str) -> bool:
        was = table in self._tables
        for kept in (self._tables, self._entries, self._films, self._lines, self._frozen, self._shelf):
            kept.pop(table, None)
        return was

    async def one_more(self, client: str, rate: float, burst: float) -> bool | None:
        return None

    async def count(self) -> int:
        return len(self._tables)

    async def beat(self) -> None:
        """There is nothing that could be full."""
