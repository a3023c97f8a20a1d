"""Who sits where. Everything here runs inside ``room.exclusively`` or as the handler of a request."""

from __future__ import annotations

from math import ceil

from bunfight import protocol
from bunfight.server import policies, tokens
from bunfight.server.bots import DEFAULT_BOT, checked_bot
from bunfight.server.errors import HttpError, RequestRejected
from bunfight.server.rate_limit import limited
from bunfight.server.rooms.connection import Viewer
from bunfight.server.rooms.room import Room
from bunfight.server.storage.interface import KeptSeat


async def join(room: Room, request: protocol.Join) -> protocol.Joined:
    seats = room.session.seats
    free = [n for n, seat in enumerate(seats) if seat.kind == "open"]
    if room.session.head.practice:
        raise HttpError(403, "practice", "practice")
    if room.session.state == "over" or not free:
        raise HttpError(409, "full", "no_free_seat")
    if request.seat is not None and request.seat not in free:
        raise HttpError(409, "taken", "seat_taken")
    seat = free[0] if request.seat is None else request.seat
    token = tokens.new_token()
    name = policies.clean(request.name, 24) or f"Player {seat + 1}"
    seats[seat] = KeptSeat("person", name, token=tokens.digest(token))
    return protocol.Joined(await room.save_seats(), seat, token)


async def leave(room: Room, seat: int) -> protocol.TableInfo:
    """Before the start the seat becomes free; later a bot plays on until somebody joins."""
    seats = room.session.seats
    playing = room.session.state == "playing"
    seats[seat] = KeptSeat("open", seats[seat].name, DEFAULT_BOT) if playing else KeptSeat()
    return await room.save_seats()


async def set_seat(room: Room, request: protocol.SetSeat) -> protocol.TableInfo:
    """Put a bot on a seat before the start, or make it free."""
    seats = room.session.seats
    if room.session.state != "gathering":
        raise HttpError(409, "begun", "begun")
    if request.seat >= len(seats):
        raise HttpError(404, "seat", "no_seat")
    bot = _bot_for(room, request.bot) if request.bot else ""
    seats[request.seat] = bot_seat(seats, request.seat, bot) if bot else KeptSeat()
    return await room.save_seats()


async def start(room: Room, fill: str) -> protocol.TableInfo:
    """Start the game; ``fill``: the bot for seats that are still free."""
    session = room.session
    if session.state != "gathering":
        return room.info()
    for seat, place in enumerate(session.seats):
        if place.kind == "open":
            if not fill:
                raise HttpError(409, "free_seats", "seat_still_free", n=seat + 1)
            session.seats[seat] = bot_seat(session.seats, seat, _bot_for(room, fill))
    if session.frozen:
        raise HttpError(409, "frozen", "cards_unreadable")
    session.start()
    return await room.save_seats(started=True)


async def stand_in(room: Room, _: Viewer, request: protocol.StandIn, key: str) -> None:
    """Let a bot play for a person: at once for the own seat, for another one only after some time."""
    session, other = room.session, request.whom != request.seat
    session.require_table()
    place = session.seats[request.whom] if request.whom < len(session.seats) else None
    if place is None or place.kind != "person" or place.bot:
        raise RequestRejected("TABLE-AWAY", "nobody_missing")
    if other and request.whom in room.presence.here():
        raise RequestRejected("TABLE-AWAY", "player_here")
    away, grace = room.presence.seconds_away(request.whom), room.registry.grace
    if other and away < grace:
        limited("grace")
        raise RequestRejected("TABLE-AWAY", "may_come_back", n=ceil(grace - away))
    place.bot, place.stand_in = _bot_for(room, request.bot), True
    await room.save_seats(key=key)


async def reclaim(room: Room, _: Viewer, request: protocol.ReclaimSeat, key: str) -> None:
    place = room.session.seats[request.seat]
    if place.resigned:
        raise RequestRejected("TABLE-BOT", "resigned")
    if place.bot:
        place.bot, place.stand_in = "", False
        room.session.unseal(request.seat)
        await room.save_seats(key=key)


async def resign(room: Room, _: Viewer, request: protocol.Resign, key: str) -> None:
    room.session.require_table()
    place = room.session.seats[request.seat]
    place.bot, place.stand_in, place.resigned = DEFAULT_BOT, False, True
    place.mail, place.hook = "", False
    await room.save_seats(key=key)


def _bot_for(room: Room, spec: str) -> str:
    return checked_bot(spec, room.session.head.game, len(room.session.seats))


def bot_seat(taken: list[KeptSeat], seat: int, bot: str, name: str = "") -> KeptSeat:
    return KeptSeat("bot", name or policies.bot_name(seat, {one.name for one in taken}), bot)
