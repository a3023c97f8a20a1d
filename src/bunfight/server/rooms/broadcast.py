"""Builds the messages about a table and sends them to those at it.

Nothing else puts a game into a message, and it uses only what a seat may know.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from bunfight import __version__, protocol
from bunfight.engine import BunfightError
from bunfight.engine.record import Entry, heard
from bunfight.games import GameCrashed
from bunfight.server import policies
from bunfight.server.attachments import KIND, has_attachments, strip
from bunfight.server.errors import RequestRejected, localized
from bunfight.server.reminders import Notifier
from bunfight.server.rooms.chat import Chat
from bunfight.server.rooms.clocks import Clocks, RevealWindow
from bunfight.server.rooms.connection import Connection, Presence, Viewer
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.rooms.undo import Undo
from bunfight.server.storage.interface import Kept

SHARED = (
    "game", "options", "public", "watch", "clock", "timeout", "undo", "pace", "stand_in_bot", "outcome", "again",
    "branch",
)  # fmt: skip


def table_info(id: str, created: float, changed: float, session: GameSession, presence: Presence) -> protocol.TableInfo:
    head, running = session.head, session.running
    states = presence.states(head)
    seats = [
        protocol.SeatInfo(n, s.kind, s.name, s.bot, states[n], s.stand_in, s.resigned, s.choices)  # type: ignore[arg-type]
        for n, s in enumerate(head.seats)
    ]
    shared: dict[str, Any] = {name: getattr(head, name) for name in SHARED}
    reveal_seeds = session.state == "over" or head.practice
    return protocol.TableInfo(
        **shared,
        id=id,
        seats=seats,
        state="frozen" if session.frozen and session.state == "playing" else session.state,  # type: ignore[arg-type]
        version=session.version,
        number=session.number,
        made=created,
        changed=changed,
        watchers=presence.spectators(),
        commits=[chapter.commit for chapter in head.chapters],
        seeds=[chapter.seed for chapter in head.chapters] if reveal_seeds else [],
        request=running.request,
        declined=running.declined,
        practice=head.practice,
        casual=head.casual,
        own_cards=bool(head.own_cards),
        note=session.frozen or head.note,
    )


def stored_info(stored: Kept, presence: Presence, frozen: str) -> protocol.TableInfo:
    """A table as it is stored, without loading its game."""
    session = GameSession(stored)
    session.frozen = session.frozen or frozen
    return table_info(stored.id, stored.made, stored.changed, session, presence)


def welcome(
    table: protocol.TableInfo, viewer: Viewer, chat: Chat, reminders: protocol.Reminders | None
) -> protocol.Welcome:
    return protocol.Welcome(
        protocol=protocol.PROTOCOL,
        server=__version__,
        table=table,
        seats=sorted(viewer.seats),
        host=viewer.host,
        chat=chat.messages(),
        now=time.time(),
        reminders=reminders,
    )


def reminder_offer(session: GameSession, viewer: Viewer, notifier: Notifier) -> protocol.Reminders | None:
    """Return how this viewer's seats may be reminded, and which of them want to be."""
    if session.head.clock.kind != "days" or not viewer.seats or not (notifier.mails or notifier.hooks):
        return None
    wanted = sorted(n for n in viewer.seats if session.seats[n].mail or session.seats[n].hook)
    return protocol.Reminders(notifier.mails, notifier.hooks, wanted)


def explanation(session: GameSession, error: BunfightError) -> tuple[str, protocol.Sentence]:
    """The rule behind an error and its message by language."""
    text = localized(error, session.game, [seat.name for seat in session.seats])
    if isinstance(error, GameCrashed):  # no rule is behind it
        return "", text
    return error.rule or "HOUSE-CHOICE", text


def rejected(session: GameSession, id: str, error: BunfightError) -> protocol.Rejected:
    """The answer to a request that a rule forbids or that is invalid at this table."""
    rule, message = explanation(session, error)
    return protocol.Rejected(
        id=id,
        rule=rule,
        why=message["en"],
        text=policies.rule_text(session.head.game, rule),
        version=session.version,
        stale=isinstance(error, RequestRejected) and error.stale,
        told=message,
    )


class Broadcaster:
    """Sends the table to everybody at it, each what they may see."""

    __slots__ = ("_clocks", "_presence", "_session", "_undo", "_window")

    def __init__(
        self, presence: Presence, session: GameSession, window: RevealWindow, clocks: Clocks, undo: Undo
    ) -> None:
        self._presence, self._session = presence, session
        self._window, self._clocks, self._undo = window, clocks, undo

    # Messages

    def view(self, seat: int | None, since: int, reset: bool) -> protocol.ViewUpdate:
        session = self._session
        return protocol.ViewUpdate(
            seat=seat,
            version=session.version,
            number=session.number,
            since=since,
            reset=reset,
            view=session.view(seat),
            heard=self._events_since(seat, since),
            undo=self._undo.offer(seat),
            sealed=self._window.move(seat),
        )

    def _events_since(self, seat: int | None, since: int) -> list[protocol.NumberedEvent]:
        """Return what a seat, or a spectator, heard after the first ``since`` decisions; -1: from the deal on."""
        record = self._session.require_table().record
        events = self._events_of(seat, 0, record.deal) if since < 0 else []
        for number in range(max(since, 0), len(record.entries)):
            events += self._events_of(seat, number + 1, record.entries[number])
        return events

    def _events_of(self, seat: int | None, number: int, entry: Entry) -> list[protocol.NumberedEvent]:
        events, game = heard(entry, seat), self._session.game
        if has_attachments(game):
            events = [strip(game, event) for event in events]
        return [protocol.NumberedEvent(number, event) for event in events]

    def clock(self) -> protocol.Clock:
        now, seats = time.time(), list[protocol.ClockSeat]()
        if self._session.is_playing:
            for seat in self._session.awaiting():
                deadline = self._clocks.deadline(seat)
                if deadline is not None:  # sealed answers too: a clock that stops would reveal them
                    left = max(0.0, deadline - now)
                    seats.append(protocol.ClockSeat(seat, int(left * 1000), int(self._clocks.bank(seat) * 1000)))
        return protocol.Clock(version=self._session.version, seats=seats)

    # Sending

    def table(self, info: protocol.TableInfo) -> None:
        self._presence.send_all(protocol.TableUpdate(table=info))

    def views(self, since: int, reset: bool = False) -> None:
        """Send every connection what its seats may see. A view is encoded once, however many receive it."""
        texts: dict[int | None, bytes] = {}
        clock = protocol.encode(self.clock()) if self._clocks.in_use() else b""
        for connection in self._presence.connections:
            for seat in connection.viewer.perspectives():
                if seat not in texts:
                    texts[seat] = protocol.encode(self.view(seat, since, reset))
                connection.send_encoded(texts[seat])
            if clock:
                connection.send_encoded(clock)

    def seat_view(self, seat: int) -> None:
        self._presence.send_seat(seat, self.view(seat, self._session.number, False))

    def presence(self, besides: Connection | None = None) -> None:
        present = self._presence
        if present.connections - {besides}:
            states = present.states(self._session.head)
            present.send_all(protocol.Presence(seats=states, watchers=present.spectators()), besides)

    def attachments(self, bodies: dict[int, str]) -> None:
        """Send attachments by the number of their decision, and how long each is shown."""
        seconds, entries = round(self._clocks.show_left(), 2), self._session.require_table().record.entries
        for number, body in bodies.items():
            seat, raw = entries[number - 1].seat, msgspec.Raw(body.encode())
            self._presence.send_all(protocol.Attachment(seat=seat, number=number, kind=KIND, body=raw, seconds=seconds))
