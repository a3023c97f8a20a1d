"""Seating: who sits where. Everything here runs while nothing else happens at the table."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from bunfight import protocol
from bunfight.protocol.errors import HttpError
from bunfight.server.rate_limit import limited
from bunfight.server.rooms import broadcast, policies, tokens
from bunfight.server.rooms.bots import DEFAULT_BOT, settled_bot
from bunfight.server.rooms.connection import Who
from bunfight.server.rooms.policies import Refusal
from bunfight.server.storage.interface import KeptSeat

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room


async def changed(room: Room, begun: bool = False, key: str = "") -> protocol.TableInfo:
    """Keep and tell what was changed about the people at a table."""
    room.match.version += 1
    await room.commit(head=True, key=key)
    room.send_away_strangers()
    broadcast.table(room)
    if room.match.table is not None:
        broadcast.views(room, -1 if begun else room.match.number, reset=begun)
    room.pulse.plan()
    return broadcast.info(room)


async def join(room: Room, wish: protocol.Join) -> protocol.Joined:
    free = [n for n, seat in enumerate(room.match.head.seats) if seat.kind == "open"]
    if room.match.head.practice:
        why = "practice"
        raise HttpError(403, "practice", why)
    if room.match.state == "over" or not free:
        raise HttpError(409, "full", "no_free_seat")
    if wish.seat is not None and wish.seat not in free:
        raise HttpError(409, "taken", "seat_taken")
    seat = free[0] if wish.seat is None else wish.seat
    token = tokens.new_token()
    name = policies.clean(wish.name, 24) or f"Player {seat + 1}"
    room.match.head.seats[seat] = KeptSeat("person", name, token=tokens.digest(token))
    info = await changed(room)
    return protocol.Joined(info, seat, token)


async def leave(room: Room, seat: int) -> protocol.TableInfo:
    """Before the start the seat is free again; later a bot plays on there until somebody joins."""
    old = room.match.head.seats[seat]
    room.match.head.seats[seat] = (
        KeptSeat("open", old.name, DEFAULT_BOT) if room.match.state == "playing" else KeptSeat()
    )
    return await changed(room)


async def furnish(room: Room, wish: protocol.SetSeat) -> protocol.TableInfo:
    if room.match.state != "gathering":
        raise HttpError(409, "begun", "begun")
    if wish.seat >= len(room.match.head.seats):
        raise HttpError(404, "seat", "no_seat")
    bot = _bot_for(room, wish.bot) if wish.bot else ""
    room.match.head.seats[wish.seat] = bot_seat(room.match.head.seats, wish.seat, bot) if bot else KeptSeat()
    return await changed(room)


def _bot_for(room: Room, spec: str) -> str:
    return settled_bot(spec, room.match.head.game, len(room.match.head.seats))


def bot_seat(taken: list[KeptSeat], seat: int, bot: str, name: str = "") -> KeptSeat:
    return KeptSeat("bot", name or policies.bot_name(seat, {one.name for one in taken}), bot)


async def start(room: Room, fill: str) -> protocol.TableInfo:
    if room.match.state != "gathering":
        return broadcast.info(room)
    for seat, kept in enumerate(room.match.head.seats):
        if kept.kind == "open":
            if not fill:
                why = "seat_still_free"
                raise HttpError(409, "free_seats", why, n=seat + 1)
            room.match.head.seats[seat] = bot_seat(room.match.head.seats, seat, _bot_for(room, fill))
    if room.match.frozen:
        raise HttpError(409, "frozen", "cards_unreadable")
    room.match.begin()
    return await changed(room, begun=True)


async def stand_in(room: Room, _: Who, wish: protocol.StandIn, key: str) -> None:
    """A bot plays for a person: at once for one's own seat, for another's only after some grace."""
    head = room.match.head
    room.match.playing()
    kept = head.seats[wish.whom] if wish.whom < len(head.seats) else None
    if kept is None or kept.kind != "person" or kept.bot:
        raise Refusal("TABLE-AWAY", "nobody_missing")
    if wish.whom != wish.seat and room.company.presence(head)[wish.whom] == "here":
        raise Refusal("TABLE-AWAY", "player_here")
    missing, grace = room.company.away(wish.whom), room.hub.grace
    if wish.whom != wish.seat and missing < grace:
        limited("grace")
        raise Refusal("TABLE-AWAY", "may_come_back", n=ceil(grace - missing))
    kept.bot, kept.stand_in = _bot_for(room, wish.bot), True
    await changed(room, key=key)


async def back(room: Room, _: Who, wish: protocol.ReclaimSeat, key: str) -> None:
    seat = wish.seat
    kept = room.match.head.seats[seat]
    if kept.resigned:
        raise Refusal("TABLE-BOT", "resigned")
    if kept.bot:
        kept.bot, kept.stand_in = "", False
        room.match.live.sealed.pop(seat, None)
        await changed(room, key=key)


async def resign(room: Room, _: Who, wish: protocol.Resign, key: str) -> None:
    room.match.playing()
    kept = room.match.head.seats[wish.seat]
    kept.bot, kept.stand_in, kept.resigned = DEFAULT_BOT, False, True
    kept.mail, kept.hook = "", False
    await changed(room, key=key)


async def pace(room: Room, _: Who, wish: protocol.SetPace, key: str) -> None:
    """With other people at the table the speed stays: how fast somebody is shown things is up to their own browser."""
    room.match.playing()
    if not room.pulse.alone():
        raise Refusal("TABLE-PACE", "others_sit")
    room.match.head.pace = wish.pace
    await changed(room, key=key)
