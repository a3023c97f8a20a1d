"""Builds the messages about a table. Nothing else puts a game into a message, and it uses only what a seat may know."""

from __future__ import annotations

import time
from typing import Any

from bunfight import __version__, protocol
from bunfight.engine import BunfightError
from bunfight.server import policies
from bunfight.server.errors import RequestRejected, localized
from bunfight.server.reminders import Notifier
from bunfight.server.rooms.chat import Chat
from bunfight.server.rooms.connection import Viewer
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.rooms.presence import Presence
from bunfight.server.storage.interface import Kept

SHARED = ("game", "options", "public", "watch", "clock", "timeout", "undo", "pace", "outcome", "again", "branch")


def table_info(id: str, created: float, changed: float, session: GameSession, presence: Presence) -> protocol.TableInfo:
    head, running = session.head, session.running
    states = presence.states(head)
    seats = [
        protocol.SeatInfo(n, s.kind, s.name, s.bot, states[n], s.stand_in, s.resigned)  # type: ignore[arg-type]
        for n, s in enumerate(head.seats)
    ]
    shared: dict[str, Any] = {name: getattr(head, name) for name in SHARED}
    reveal_seeds = session.state == "over" or head.practice
    return protocol.TableInfo(
        **shared,
        id=id,
        seats=seats,
        state=session.shown_state(),
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


def view(session: GameSession, seat: int | None, since: int, reset: bool) -> protocol.ViewUpdate:
    return protocol.ViewUpdate(
        seat=seat,
        version=session.version,
        number=session.number,
        since=since,
        reset=reset,
        view=session.view(seat),
        heard=session.events_since(seat, since),
        undo=session.undo_offer(seat),
        sealed=session.sealed_move(seat),
    )


def clock(session: GameSession) -> protocol.Clock:
    now, seats = time.time(), list[protocol.ClockSeat]()
    if session.is_playing:
        for seat in session.awaiting():
            deadline = session.deadline(seat)
            if deadline is not None:  # also of sealed answers: a clock that stops would tell that one is in
                left = max(0.0, deadline - now)
                seats.append(protocol.ClockSeat(seat, int(left * 1000), int(session.bank(seat) * 1000)))
    return protocol.Clock(version=session.version, seats=seats)


def presence_update(session: GameSession, presence: Presence) -> protocol.Presence:
    return protocol.Presence(seats=presence.states(session.head), watchers=presence.spectators())


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
    """How this viewer's seats may be reminded, and which of them want to be."""
    if session.head.clock.kind != "days" or not viewer.seats or not (notifier.mails or notifier.hooks):
        return None
    wanted = sorted(n for n in viewer.seats if session.seats[n].mail or session.seats[n].hook)
    return protocol.Reminders(notifier.mails, notifier.hooks, wanted)


def explanation(session: GameSession, error: BunfightError) -> tuple[str, protocol.Sentence]:
    """The rule behind an error and its message by language."""
    text = localized(error, session.game, [seat.name for seat in session.seats])
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
