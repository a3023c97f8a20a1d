"""Who is connected to a table, on this server and on others, and for how long a player has been away."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Literal

from bunfight import protocol
from bunfight.server import tokens as seat_tokens
from bunfight.server.rooms.connection import Connection, Viewer
from bunfight.server.storage.interface import Head

Remote = dict[int, tuple[list[int], int]]  # by server: the seats connected there, and how many spectators


class Presence:
    def __init__(self, remote: Remote | None = None) -> None:
        self.connections: set[Connection] = set()
        self.remote: Remote = {} if remote is None else remote
        self._since = time.monotonic()  # nobody was away before
        self._left: dict[int, float] = {}

    @staticmethod
    def viewer(head: Head, tokens: list[str]) -> Viewer:
        """What these tokens give access to."""
        digests = [seat_tokens.digest(token) for token in tokens]
        seats = {
            n for n, seat in enumerate(head.seats) for digest in digests if seat_tokens.matches(digest, seat.token)
        }
        return Viewer(frozenset(seats), sum(seat_tokens.matches(digest, head.host) for digest in digests) > 0)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        gone = connection.viewer.seats - self.here()
        self._left |= dict.fromkeys(gone, time.monotonic())

    def update_remote(self, server: int, seats: list[int], spectators: int) -> None:
        """Another server reports who is connected to this table there."""
        before = self.here()
        self.remote.pop(server, None)
        if seats or spectators:
            self.remote[server] = (seats, spectators)
        self._left |= dict.fromkeys(before - self.here(), time.monotonic())

    def local(self) -> tuple[list[int], int]:
        """The seats and the number of spectators connected to this server."""
        seats = sorted({seat for connection in self.connections for seat in connection.viewer.seats})
        return seats, sum(not connection.viewer.seats for connection in self.connections)

    def here(self) -> set[int]:
        """The seats connected to any server."""
        seats = {seat for connection in self.connections for seat in connection.viewer.seats}
        return seats.union(*[there for there, _ in self.remote.values()]) if self.remote else seats

    def states(self, head: Head) -> list[Literal["here", "away", "none"]]:
        here = self.here()
        return ["none" if s.kind != "person" else "here" if n in here else "away" for n, s in enumerate(head.seats)]

    def seconds_away(self, seat: int) -> float:
        return 0.0 if seat in self.here() else time.monotonic() - self._left.get(seat, self._since)

    def spectators(self) -> int:
        return self.local()[1] + sum(count for _, count in self.remote.values())

    # Sending

    def send_all(self, message: protocol.FromServer, besides: Connection | None = None) -> None:
        if self.connections:
            self.send_all_encoded(protocol.encode(message), besides)

    def send_all_encoded(self, text: bytes, besides: Connection | None = None) -> None:
        for connection in self.connections:
            if connection is not besides:
                connection.send_encoded(text)

    def send_seat(self, seat: int, message: protocol.FromServer) -> None:
        text = protocol.encode(message)
        for connection in self.connections:
            if seat in connection.viewer.seats:
                connection.send_encoded(text)

    def close_all(self, reason: Literal["gone"], why: str, retry: int) -> None:
        for connection in list(self.connections):
            connection.close(reason, why, retry)

    def close_unseated(self, claimed: Iterable[int]) -> None:
        """Disconnect whoever holds a seat that was given away."""
        still = frozenset(claimed)
        for connection in list(self.connections):
            if not connection.viewer.seats <= still:
                connection.close("not_allowed", "your seat was given away", 500)
