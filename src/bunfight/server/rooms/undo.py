"""Undo: how far a seat may go back, who must agree, and what that changes in a session."""

from __future__ import annotations

from typing import Final

from bunfight import protocol
from bunfight.engine import IllegalMove
from bunfight.server.errors import RequestRejected
from bunfight.server.rate_limit import Bucket, limited
from bunfight.server.rooms.clocks import Clocks
from bunfight.server.rooms.game_session import GameSession

REQUEST_RATE: Final = (1 / 60, 3)  # requests for consent per second and seat, and burst


class Undo:
    """Decides how far a seat may go back and who must agree, and goes back."""

    __slots__ = ("_clocks", "_rates", "_session")

    def __init__(self, session: GameSession, clocks: Clocks) -> None:
        self._session, self._clocks = session, clocks
        self._rates: dict[int, Bucket] = {}

    def offer(self, seat: int | None) -> protocol.UndoOffer:
        """Return how far a seat may go back: at once, and with consent."""
        table, head = self._session.table, self._session.head
        if (
            seat is None
            or table is None
            or self._session.state != "playing"
            or head.undo == "off"
            or head.seats[seat].bot
        ):
            return protocol.UndoOffer()
        if seat in self._session.running.sealed:
            return protocol.UndoOffer(self._session.number)
        point = table.undo_point(seat)
        return protocol.UndoOffer(point if point < self._session.number else None, self.last_own_decision(seat))

    def last_own_decision(self, seat: int) -> int | None:
        """Return how many decisions remain if the seat's last decision and everything after it is undone."""
        entries = self._session.require_table().record.entries
        for number in range(len(entries) - 1, -1, -1):
            if entries[number].seat == seat:
                return number
        return None

    def target(self, seat: int, keep: int | None) -> int:
        """Return how many decisions remain after an undo; by default the seat's last decision is undone."""
        if self._session.state != "playing":
            raise IllegalMove("HOUSE-OVER", "over")
        if self._session.head.undo == "off":
            raise RequestRejected("TABLE-UNDO", "undo_off")
        if keep is None:
            free = self._session.require_table().undo_point(seat) < self._session.number
            keep = self._session.number - 1 if free else self.last_own_decision(seat)
        if keep is None or not 0 <= keep < self._session.number:
            raise IllegalMove("HOUSE-UNDO", "nothing_yours")
        return keep

    def request(self, seat: int, keep: int, others: list[int]) -> None:
        """Ask the others for their consent."""
        running = self._session.running
        if running.request is not None:
            raise RequestRejected("TABLE-ASKED", "undo_open")
        if not self._rates.setdefault(seat, Bucket(*REQUEST_RATE)).take():
            limited("undo")
            raise RequestRejected("TABLE-ASKED", "undo_wait")
        running.request, running.declined = (
            protocol.UndoRequest(self._session.version, seat, keep, [seat], others),
            None,
        )

    def answer(self, seat: int, number: int, yes: bool) -> int | None:
        """Count an answer. Returns how many decisions remain if now all agree, else None."""
        running, asked = self._session.running, self._session.running.request
        if asked is None or asked.request != number or seat not in asked.waiting:
            raise RequestRejected("TABLE-STALE", "undo_gone", stale=True)
        if not yes:
            running.request, running.declined = None, seat
            return None
        waiting = [other for other in asked.waiting if other != seat]
        running.request = protocol.UndoRequest(asked.request, asked.seat, asked.keep, [*asked.yes, seat], waiting)
        return None if waiting else asked.keep

    def cut(self, keep: int, agreed: bool) -> None:
        """Go back to the first ``keep`` decisions; no luck is drawn again, and no time is given back."""
        self._session.cut(keep)
        self._session.running.request, self._session.running.sealed = None, {}
        self._session.running.undone = self._session.version
        self._clocks.ask_again(keep, agreed)
