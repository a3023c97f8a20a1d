"""Who sits where. Everything here runs inside ``room.exclusively`` or as the handler of a request."""

from __future__ import annotations

from math import ceil
from typing import Final

from bunfight import games, protocol
from bunfight.engine import chosen
from bunfight.server import policies, tokens
from bunfight.server.bots import checked_bot
from bunfight.server.errors import HttpError, RequestRejected
from bunfight.server.rate_limit import limited
from bunfight.server.rooms.connection import Viewer
from bunfight.server.rooms.room import Room, log_error
from bunfight.server.storage.interface import KeptSeat

MAX_SEATS: Final = 2  # of a public table that one client may take before the start
MAX_REMOVED: Final = 100  # clients that a table remembers


async def join(room: Room, request: protocol.Join, client: str) -> protocol.Joined:
    """Take a free seat before the start.

    Later nobody does: seats have cards that no other player may see, and no server can tell a stranger from a player
    who comes again without their token, from another browser and another address.
    """
    seats = room.session.seats
    free = [n for n, seat in enumerate(seats) if seat.kind == "open"]
    if room.session.head.practice:
        raise HttpError(403, "practice", "practice")
    if room.session.state == "playing":
        raise HttpError(409, "begun", "begun")
    if room.session.state == "over" or not free:
        raise HttpError(409, "full", "no_free_seat")
    if request.seat is not None and request.seat not in free:
        raise HttpError(409, "taken", "seat_taken")
    seat = free[0] if request.seat is None else request.seat
    name = _free_name(room, seat, policies.clean_name(request.name))
    mark = await _admit(room, seat, client)
    token = tokens.new_token()
    seats[seat] = KeptSeat("person", name, token=tokens.digest(token), client=mark)
    return protocol.Joined(await room.save_seats(), seat, token)


def _free_name(room: Room, seat: int, name: str) -> str:
    """The name for a new player; nobody is mistaken for another player or for a bot."""
    taken = [one.name for n, one in enumerate(room.session.seats) if n != seat and one.kind != "open"]
    if name and policies.is_taken(name, taken):
        raise HttpError(409, "name_taken", "name_taken")
    numbers = range(seat + 1, seat + 1 + len(taken) + 1)
    return name or next(one for one in map("Player {}".format, numbers) if not policies.is_taken(one, taken))


async def _admit(room: Room, seat: int, client: str) -> str:
    """Check that a client may take a seat; returns the mark by which a public table recognises it until the start."""
    head = room.session.head
    if not head.public:
        return ""
    mark = tokens.client_mark(head.host, client)
    held = sum(bool(mark) and one.client == mark for n, one in enumerate(head.seats) if n != seat)
    if mark in head.removed:
        raise HttpError(403, "removed", "removed_here")
    if held >= MAX_SEATS:
        limited("seats")
        raise HttpError(403, "plays_here", "plays_here")
    if not await room.registry.may_sit(client):
        limited("seats")
        raise HttpError(429, "many_seats", "many_seats")
    return mark


async def leave(room: Room, seat: int) -> protocol.TableInfo:
    """Before the start the seat becomes free; later its player resigns."""
    if room.session.state == "playing":
        _resign(room, seat)
    else:
        room.session.seats[seat] = KeptSeat()
    return await room.save_seats()


async def set_seat(room: Room, request: protocol.SetSeat) -> protocol.TableInfo:
    """Put a bot on a seat before the start, or make it free. A player who is removed from a public table stays away."""
    seats = room.session.seats
    if room.session.state != "gathering":
        raise HttpError(409, "begun", "begun")
    if request.seat >= len(seats):
        raise HttpError(404, "seat", "no_seat")
    bot = _bot_for(room, request.bot) if request.bot else ""
    if (mark := seats[request.seat].client) and room.session.head.public:
        room.session.head.removed = [*room.session.head.removed[1 - MAX_REMOVED :], mark]
    seats[request.seat] = bot_seat(seats, request.seat, bot) if bot else KeptSeat()
    return await room.save_seats()


async def start(room: Room, fill: str) -> protocol.TableInfo:
    """Start the game; ``fill``: the bot for seats that are still free."""
    session = room.session
    if session.state != "gathering":
        return room.info()
    before = [*session.seats]
    for seat, place in enumerate(session.seats):
        if place.kind == "open":
            if not fill:
                raise HttpError(409, "free_seats", "seat_still_free", n=seat + 1)
            session.seats[seat] = bot_seat(session.seats, seat, _bot_for(room, fill))
    if session.frozen:
        raise HttpError(409, "frozen", "cards_unreadable")
    try:
        session.start()
    except games.SetupFailed as error:
        session.head.seats = before
        log_error(room.id, error)
        raise HttpError(500, "game_failed", "game_failed", name=session.head.game) from error
    for place in session.seats:
        place.client = ""
    session.head.removed = []
    room.clocks.start()
    return await room.save_seats(started=True)


async def stand_in(room: Room, _: Viewer, request: protocol.StandIn, key: str) -> None:
    """Let a bot play for a person: at once for the own seat, for another one only after some time.

    Nobody has to be connected all the time in a slow game; there the player's time must have been up.
    """
    session, other = room.session, request.whom != request.seat
    session.require_table()
    place = session.seats[request.whom] if request.whom < len(session.seats) else None
    if place is None or place.kind != "person" or place.bot:
        raise RequestRejected("TABLE-AWAY", "nobody_missing")
    if other and request.whom in room.presence.here():
        raise RequestRejected("TABLE-AWAY", "player_here")
    away, grace = room.presence.seconds_away(request.whom), room.registry.settings.grace
    if other and away < grace:
        limited("grace")
        raise RequestRejected("TABLE-AWAY", "may_come_back", n=ceil(grace - away))
    if other and session.head.clock.kind == "days" and request.whom not in session.running.late:
        raise RequestRejected("TABLE-AWAY", "has_time")
    place.bot, place.stand_in = session.head.stand_in_bot, True
    await room.save_seats(key=key)


async def reclaim(room: Room, _: Viewer, request: protocol.ReclaimSeat, key: str) -> None:
    place = room.session.seats[request.seat]
    if place.resigned:
        raise RequestRejected("TABLE-BOT", "resigned")
    if place.bot:
        place.bot, place.stand_in = "", False
        room.window.unseal(request.seat)
        await room.save_seats(key=key)


async def resign(room: Room, _: Viewer, request: protocol.Resign, key: str) -> None:
    _resign(room, request.seat)
    await room.save_seats(key=key)


def _resign(room: Room, seat: int) -> None:
    room.session.require_table()
    place = room.session.seats[seat]
    place.bot, place.stand_in, place.resigned = room.session.head.stand_in_bot, False, True
    place.mail, place.hook = "", False


async def choose(room: Room, _: Viewer, request: protocol.Choose, key: str) -> None:
    """Let a player choose what nobody else has chosen."""
    session = room.session
    if session.state != "gathering":
        raise RequestRejected("TABLE-CHOICE", "begun")
    option = next((one for one in session.game.options if one.by_seat and one.name == request.option), None)
    if option is None or request.value not in ("", *chosen(session.head.options.get(option.name, option.default))):
        raise RequestRejected("TABLE-CHOICE", "no_such_choice")
    others = [seat.choices.get(option.name) for n, seat in enumerate(session.seats) if n != request.seat]
    if request.value and request.value in others:
        raise RequestRejected("TABLE-CHOICE", "already_chosen")
    choices = session.seats[request.seat].choices
    session.seats[request.seat].choices = {
        name: value for name, value in (choices | {option.name: request.value}).items() if value
    }
    await room.save_seats(key=key)


def _bot_for(room: Room, spec: str) -> str:
    return checked_bot(spec, room.session.head.game, len(room.session.seats))


def bot_seat(taken: list[KeptSeat], seat: int, bot: str, name: str = "") -> KeptSeat:
    return KeptSeat("bot", name or policies.bot_name(seat, [one.name for one in taken]), bot)
