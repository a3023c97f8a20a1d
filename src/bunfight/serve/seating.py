"""Seating: who sits where. Everything here runs while nothing else happens at the table."""

from __future__ import annotations

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


async def changed(room: Room, begun: bool = False) -> wire.TableInfo:
    """Keep and tell what was changed about the people at a table."""
    room.version += 1
    await room.commit(head=True, expect=room.version - 1)
    for pipe in list(room.pipes):
        still = frozenset(seat for seat in pipe.who.seats if room.head.seats[seat].token)
        if still != pipe.who.seats:
            pipe.close("not_allowed", "your seat was given away", 500)
    tell.table(room)
    if room.table is not None:
        tell.views(room, -1 if begun else room.number, reset=begun)
    room.pulse.plan()
    return tell.info(room)


async def join(room: Room, wish: wire.Join) -> wire.Joined:
    free = [n for n, seat in enumerate(room.head.seats) if seat.kind == "open"]
    if room.state == "over" or not free:
        raise Unseated(409, "full", "no seat is free at this table")
    if wish.seat is not None and wish.seat not in free:
        raise Unseated(409, "taken", "that seat is not free")
    seat = free[0] if wish.seat is None else wish.seat
    token = seats.new_token()
    name = house.clean(wish.name, 24) or f"Player {seat + 1}"
    room.head.seats[seat] = KeptSeat("person", name, token=seats.digest(token))
    info = await changed(room)
    return wire.Joined(info, seat, token)


async def leave(room: Room, seat: int) -> wire.TableInfo:
    """Before the start the seat is free again; later a bot plays on there until somebody joins."""
    old = room.head.seats[seat]
    room.head.seats[seat] = KeptSeat("open", old.name, DEFAULT_BOT) if room.state == "playing" else KeptSeat()
    return await changed(room)


async def furnish(room: Room, wish: wire.Furnish) -> wire.TableInfo:
    if room.state != "gathering":
        raise Unseated(409, "begun", "the game has begun")
    if wish.seat >= len(room.head.seats):
        raise Unseated(404, "seat", "there is no such seat")
    bot = settled_bot(wish.bot) if wish.bot else ""
    room.head.seats[wish.seat] = bot_seat(room.head.seats, wish.seat, bot) if bot else KeptSeat()
    return await changed(room)


def bot_seat(taken: list[KeptSeat], seat: int, bot: str, name: str = "") -> KeptSeat:
    return KeptSeat("bot", name or house.bot_name(seat, {one.name for one in taken}), bot)


async def start(room: Room, fill: str) -> wire.TableInfo:
    if room.state != "gathering":
        return tell.info(room)
    for seat, kept in enumerate(room.head.seats):
        if kept.kind == "open":
            if not fill:
                why = f"seat {seat + 1} is still free; wait for a player, or fill the table with bots"
                raise Unseated(409, "free_seats", why)
            room.head.seats[seat] = bot_seat(room.head.seats, seat, settled_bot(fill))
    if room.frozen:
        raise Unseated(409, "frozen", "the table's own card list cannot be read any more")
    room.begin()
    return await changed(room, begun=True)


async def stand_in(room: Room, wish: wire.StandIn) -> None:
    room.playing()
    kept = room.head.seats[wish.whom] if wish.whom < len(room.head.seats) else None
    if kept is None or kept.kind != "person" or kept.bot:
        raise Refusal("TABLE-AWAY", "no person is missing there")
    if wish.whom != wish.seat and tell.presence(room)[wish.whom] == "here":
        raise Refusal("TABLE-AWAY", "that player is here")
    kept.bot, kept.stand_in = settled_bot(wish.bot), True
    await changed(room)


async def back(room: Room, seat: int) -> None:
    kept = room.head.seats[seat]
    if kept.resigned:
        raise Refusal("TABLE-BOT", "you have resigned")
    if kept.bot:
        kept.bot, kept.stand_in = "", False
        room.live.sealed.pop(seat, None)
        await changed(room)


async def resign(room: Room, seat: int) -> None:
    room.playing()
    kept = room.head.seats[seat]
    kept.bot, kept.stand_in, kept.resigned = DEFAULT_BOT, False, True
    await changed(room)
