"""Seating: who sits where. Everything here runs while nothing else happens at the table."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from bunfight.serve import house, seats, tell, wire
from bunfight.serve.house import Refusal
from bunfight.serve.minds import DEFAULT_BOT, settled_bot
from bunfight.serve.store import KeptSeat

if TYPE_CHECKING:
    from bunfight.serve.room import Room


class Unseated(Exception):
    """A change of seats that cannot be; says why and with which HTTP status."""

    def __init__(self, status: int, error: str, why: str) -> None:
        super().__init__(why)
        self.status, self.error, self.why = status, error, why


async def changed(room: Room, begun: bool = False, key: str = "") -> wire.TableInfo:
    """Keep and tell what was changed about the people at a table."""
    room.match.version += 1
    await room.commit(head=True, key=key)
    for pipe in list(room.company.pipes):
        still = frozenset(seat for seat in pipe.who.seats if room.match.head.seats[seat].token)
        if still != pipe.who.seats:
            pipe.close("not_allowed", "your seat was given away", 500)
    tell.table(room)
    if room.match.table is not None:
        tell.views(room, -1 if begun else room.match.number, reset=begun)
    room.pulse.plan()
    return tell.info(room)


async def join(room: Room, wish: wire.Join) -> wire.Joined:
    free = [n for n, seat in enumerate(room.match.head.seats) if seat.kind == "open"]
    if room.match.head.practice:
        why = "a practice table has a seed that is no secret, so nobody else can join it"
        raise Unseated(403, "practice", why)
    if room.match.state == "over" or not free:
        raise Unseated(409, "full", "no seat is free at this table")
    if wish.seat is not None and wish.seat not in free:
        raise Unseated(409, "taken", "that seat is not free")
    seat = free[0] if wish.seat is None else wish.seat
    token = seats.new_token()
    name = house.clean(wish.name, 24) or f"Player {seat + 1}"
    room.match.head.seats[seat] = KeptSeat("person", name, token=seats.digest(token))
    info = await changed(room)
    return wire.Joined(info, seat, token)


async def leave(room: Room, seat: int) -> wire.TableInfo:
    """Before the start the seat is free again; later a bot plays on there until somebody joins."""
    old = room.match.head.seats[seat]
    room.match.head.seats[seat] = (
        KeptSeat("open", old.name, DEFAULT_BOT) if room.match.state == "playing" else KeptSeat()
    )
    return await changed(room)


async def furnish(room: Room, wish: wire.Furnish) -> wire.TableInfo:
    if room.match.state != "gathering":
        raise Unseated(409, "begun", "the game has begun")
    if wish.seat >= len(room.match.head.seats):
        raise Unseated(404, "seat", "there is no such seat")
    bot = settled_bot(wish.bot) if wish.bot else ""
    room.match.head.seats[wish.seat] = bot_seat(room.match.head.seats, wish.seat, bot) if bot else KeptSeat()
    return await changed(room)


def bot_seat(taken: list[KeptSeat], seat: int, bot: str, name: str = "") -> KeptSeat:
    return KeptSeat("bot", name or house.bot_name(seat, {one.name for one in taken}), bot)


async def start(room: Room, fill: str) -> wire.TableInfo:
    if room.match.state != "gathering":
        return tell.info(room)
    for seat, kept in enumerate(room.match.head.seats):
        if kept.kind == "open":
            if not fill:
                why = f"seat {seat + 1} is still free; wait for a player, or fill the table with bots"
                raise Unseated(409, "free_seats", why)
            room.match.head.seats[seat] = bot_seat(room.match.head.seats, seat, settled_bot(fill))
    if room.match.frozen:
        raise Unseated(409, "frozen", "the table's own card list cannot be read any more")
    room.match.begin()
    return await changed(room, begun=True)


async def stand_in(room: Room, wish: wire.StandIn, key: str) -> None:
    """A bot plays for a person: at once for one's own seat, for another's only after some grace."""
    head = room.match.head
    room.match.playing()
    kept = head.seats[wish.whom] if wish.whom < len(head.seats) else None
    if kept is None or kept.kind != "person" or kept.bot:
        raise Refusal("TABLE-AWAY", "no person is missing there")
    if wish.whom != wish.seat and room.company.presence(head)[wish.whom] == "here":
        raise Refusal("TABLE-AWAY", "that player is here")
    missing, grace = room.company.away(wish.whom), room.hub.settings.grace
    if wish.whom != wish.seat and missing < grace:
        raise Refusal("TABLE-AWAY", f"that player may come back; wait {ceil(grace - missing)} seconds")
    kept.bot, kept.stand_in = settled_bot(wish.bot), True
    await changed(room, key=key)


async def back(room: Room, seat: int, key: str) -> None:
    kept = room.match.head.seats[seat]
    if kept.resigned:
        raise Refusal("TABLE-BOT", "you have resigned")
    if kept.bot:
        kept.bot, kept.stand_in = "", False
        room.match.live.sealed.pop(seat, None)
        await changed(room, key=key)


async def resign(room: Room, seat: int, key: str) -> None:
    room.match.playing()
    kept = room.match.head.seats[seat]
    kept.bot, kept.stand_in, kept.resigned = DEFAULT_BOT, False, True
    await changed(room, key=key)
