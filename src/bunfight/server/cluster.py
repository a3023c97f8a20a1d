"""Peers: what servers that share a store tell each other, and what this one makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bunfight.server.rooms.broadcast import who_is_here
from bunfight.server.rooms.presence import Elsewhere
from bunfight.server.storage.interface import News

if TYPE_CHECKING:
    from bunfight.server.registry import Hub
    from bunfight.server.rooms.room import Room


class Peers:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.shut_out: Callable[[str], None] | None = None
        self._there: dict[str, Elsewhere] = {}  # by table: who is connected to it at other servers

    def begin(self) -> None:
        """Listen, and ask who is where."""
        if self.hub.store.shared:
            self.hub.store.subscribe(self.hear)
            self.hub.store.publish(News(who=True))

    def at(self, table: str) -> Elsewhere:
        return self._there.setdefault(table, {}) if self.hub.store.shared else {}

    def announce(self, room: Room) -> None:
        """Tell others who is connected to a table here."""
        if self.hub.store.others:
            self.hub.store.publish(News(here={room.id: room.company.connected()}))

    def aim(self, room: Room, text: bytes) -> None:
        if room.company.elsewhere:
            self.hub.store.publish(News(aims={room.id: text.decode()}))

    def tell_shut(self, client: str) -> None:
        if self.hub.store.shared:
            self.hub.store.publish(News(shut=[client]))

    def prune(self) -> None:
        """Forget tables where nobody is."""
        self._there = {id: there for id, there in self._there.items() if there or id in self.hub.rooms}

    def hear(self, news: News) -> None:
        hub = self.hub
        for table, revision in news.changed.items():
            room = hub.rooms.get(table)
            if room is not None and room.revision < revision:
                room.spawn(room.follow())
        hub.lobby_changed |= news.lobby
        for table, (seats, watchers) in news.here.items():
            self._seen(table, news.by, seats, watchers)
        if news.who:
            for room in list(hub.rooms.values()):
                if room.company.pipes:
                    self.announce(room)
        for table, text in news.aims.items():
            if (room := hub.rooms.get(table)) is not None:
                for pipe in room.company.pipes:
                    pipe.post(text.encode())
        if self.shut_out is not None:
            for client in news.shut:
                self.shut_out(client)
        if news.gone:
            self._gone(news.gone)

    def _gone(self, servers: list[int]) -> None:
        """Servers are there no more: nobody is connected to them, and what they did last may not have been told."""
        for table, there in list(self._there.items()):
            for server in there.keys() & servers:
                self._seen(table, server, [], 0)
        self.hub.look_around()
        self.hub.store.publish(News(who=True))

    def _seen(self, table: str, server: int, seats: list[int], watchers: int) -> None:
        room = self.hub.rooms.get(table)
        if room is not None:
            room.company.told(server, seats, watchers)
            who_is_here(room)
            return
        there = self.at(table)
        there.pop(server, None)
        if seats or watchers:
            there[server] = (seats, watchers)
        elif not there:
            del self._there[table]
