"""Messages between servers that share a store, and what this server does about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bunfight.server.rooms.connection import Remote
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import News, Store


class Tables(Protocol):
    """The part of the table registry that the cluster uses."""

    store: Store
    rooms: dict[str, Room]
    lobby_changed: bool

    def check_tables(self) -> None: ...


class Cluster:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self.on_ban: Callable[[str], None] | None = None
        self._remote: dict[str, Remote] = {}  # by table: who is connected to it at other servers

    @property
    def _store(self) -> Store:
        return self._tables.store

    def start(self) -> None:
        """Listen, and ask the others who is connected where."""
        if self._store.shared:
            self._store.subscribe(self.receive)
            self._store.publish(News(who=True))

    def remote(self, table: str) -> Remote:
        return self._remote.setdefault(table, {}) if self._store.shared else {}

    def announce(self, room: Room) -> None:
        """Tell others who is connected to a table here."""
        if self._store.others:
            self._store.publish(News(here={room.id: room.presence.local()}))

    def relay_ephemeral(self, room: Room, text: bytes) -> None:
        if room.presence.remote:
            self._store.publish(News(aims={room.id: text.decode()}))

    def announce_ban(self, client: str) -> None:
        if self._store.shared:
            self._store.publish(News(shut=[client]))

    def prune(self) -> None:
        """Forget tables where nobody is connected."""
        self._remote = {id: remote for id, remote in self._remote.items() if remote or id in self._tables.rooms}

    def receive(self, news: News) -> None:
        rooms = self._tables.rooms
        for table, revision in news.changed.items():
            room = rooms.get(table)
            if room is not None and room.revision < revision:
                room.spawn(room.sync())
        self._tables.lobby_changed |= news.lobby
        for table, (seats, spectators) in news.here.items():
            self._update(table, news.by, seats, spectators)
        if news.who:
            for room in list(rooms.values()):
                if room.presence.connections:
                    self.announce(room)
        for table, text in news.aims.items():
            if (room := rooms.get(table)) is not None:
                room.presence.send_all_encoded(text.encode())
        if self.on_ban is not None:
            for client in news.shut:
                self.on_ban(client)
        if news.gone:
            self._servers_gone(news.gone)

    def _servers_gone(self, servers: list[int]) -> None:
        """Forget who was connected to these servers; their last changes may not have been announced."""
        for table, remote in list(self._remote.items()):
            for server in remote.keys() & servers:
                self._update(table, server, [], 0)
        self._tables.check_tables()
        self._store.publish(News(who=True))

    def _update(self, table: str, server: int, seats: list[int], spectators: int) -> None:
        room = self._tables.rooms.get(table)
        if room is not None:
            room.presence.update_remote(server, seats, spectators)
            room.broadcast.presence()
            return
        remote = self.remote(table)
        remote.pop(server, None)
        if seats or spectators:
            remote[server] = (seats, spectators)
        elif not remote:
            del self._remote[table]
