"""Reminding: players of slow games who are not here are told that it is their turn, if they left word how."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from bunfight import protocol
from bunfight.server.rooms.connection import Who
from bunfight.server.rooms.policies import Refusal

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room

FRESH: Final = 60.0  # seconds: whoever was asked longer ago was told then
ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")


class Reminder(msgspec.Struct, frozen=True):
    """Whose turn it is, where. It holds nothing of the game itself."""

    table: str
    game: str
    seat: int
    name: str
    mail: str  # where to; empty: not by mail
    hook: bool
    language: str


class Post(Protocol):
    """Who carries reminders. By which ways, and how often, is its own business."""

    mails: bool
    hooks: bool

    def remind(self, what: Reminder) -> None: ...

    def close(self) -> None: ...


class NoPost:
    """A server that reminds nobody."""

    mails = hooks = False

    def remind(self, what: Reminder) -> None:
        """Nobody is told."""

    def close(self) -> None:
        """Nothing is under way."""


def slow(room: Room) -> bool:
    return room.match.head.clock.kind == "days"


def offered(room: Room, who: Who) -> protocol.Reminders | None:
    """By which ways this connection's seats may be reminded, and which of them left word."""
    post, seats = room.hub.post, room.match.head.seats
    if not slow(room) or not who.seats or not (post.mails or post.hooks):
        return None
    return protocol.Reminders(post.mails, post.hooks, sorted(n for n in who.seats if seats[n].mail or seats[n].hook))


async def remind(room: Room, _: Who, wish: protocol.SetReminder, key: str) -> None:
    """Leave word how to be reminded, or take it back. It is shown to nobody."""
    post, kept = room.hub.post, room.match.head.seats[wish.seat]
    if (wish.mail or wish.hook) and not slow(room):
        raise Refusal("TABLE-REMIND", "not_slow")
    if (wish.mail and not post.mails) or (wish.hook and not post.hooks):
        raise Refusal("TABLE-REMIND", "no_reminders")
    if wish.mail and not ADDRESS.fullmatch(wish.mail):
        raise Refusal("TABLE-REMIND", "no_mail_address")
    kept.mail, kept.hook, kept.language = wish.mail, wish.hook, wish.language
    await room.commit(head=True, key=key)


def forget(room: Room) -> None:
    """When a game is over nobody has to be reminded of it."""
    for kept in room.match.head.seats:
        kept.mail, kept.hook = "", False


def call(room: Room) -> None:
    """Tell those who are newly asked and not here."""
    match = room.match
    if not slow(room) or match.table is None:
        return
    here, told = room.company.here(), room.pulse.reminded
    for seat in match.table.state.awaiting():
        kept, since = match.head.seats[seat], match.live.asked.get(seat, 0.0)
        if kept.kind != "person" or kept.bot or seat in here or not (kept.mail or kept.hook):
            continue
        if told.get(seat) != since and time.time() - since < FRESH and seat not in match.live.sealed:
            told[seat] = since
            what = Reminder(room.id, match.head.game, seat, kept.name, kept.mail, kept.hook, kept.language)
            room.hub.post.remind(what)
