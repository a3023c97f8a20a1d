"""Tell: the only place where something about a game is put into a message; it can only say what a seat may know."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec

from bunfight import __version__, protocol
from bunfight.engine.errors import BunfightError
from bunfight.engine.record import Entry, heard
from bunfight.i18n.words import error_texts
from bunfight.server.rooms import policies, reminders
from bunfight.server.storage.interface import ChatLine

if TYPE_CHECKING:
    from bunfight.server.rooms.connection import Pipe
    from bunfight.server.rooms.room import Room


def heard_by(seat: int | None, number: int, entry: Entry) -> list[protocol.NumberedEvent]:
    """What a seat, or a spectator, heard of one decision."""
    return [protocol.NumberedEvent(number, without_film(event)) for event in heard(entry, seat)]


def without_film(event: dict[str, Any]) -> dict[str, Any]:
    """Films go in messages of their own, once."""
    return {key: value for key, value in event.items() if key != "film"} if "film" in event else event


def film_seconds(entry: Entry) -> float:
    return float(max([said["event"].get("sim_ms", 0) for said in entry.said], default=0)) / 1000


def heard_since(room: Room, seat: int | None, since: int) -> list[protocol.NumberedEvent]:
    """What was heard after the first ``since`` decisions; -1: from the deal on."""
    assert room.match.table is not None
    record = room.match.table.record
    told = heard_by(seat, 0, record.deal) if since < 0 else []
    for number in range(max(since, 0), len(record.entries)):
        told += heard_by(seat, number + 1, record.entries[number])
    return told


def view(room: Room, seat: int | None, since: int, reset: bool) -> protocol.ViewUpdate:
    assert room.match.table is not None
    sealed = None if seat is None else room.match.live.sealed.get(seat)
    seen = room.match.table.game.view(room.match.table.state, seat)
    return protocol.ViewUpdate(
        seat=seat,
        version=room.match.version,
        number=room.match.number,
        since=since,
        reset=reset,
        view=seen,
        heard=heard_since(room, seat, since),
        undo=undo_offer(room, seat),
        sealed=None if sealed is None else sealed.move,
    )


def undo_offer(room: Room, seat: int | None) -> protocol.UndoOffer:
    table = room.match.table
    if (
        table is None
        or seat is None
        or room.match.state != "playing"
        or room.match.head.undo == "off"
        or room.match.head.seats[seat].bot
    ):
        return protocol.UndoOffer()
    if seat in room.match.live.sealed:
        return protocol.UndoOffer(room.match.number)
    point = table.undo_point(seat)
    return protocol.UndoOffer(point if point < room.match.number else None, last_own(room, seat))


def last_own(room: Room, seat: int) -> int | None:
    """How many decisions stay if everything back to the seat's last decision, and that one, is taken back."""
    assert room.match.table is not None
    entries = room.match.table.record.entries
    for number in range(len(entries) - 1, -1, -1):
        if entries[number].seat == seat:
            return number
    return None


def info(room: Room) -> protocol.TableInfo:
    here = room.company.presence(room.match.head)
    over = room.match.state == "over"
    seats = [
        protocol.SeatInfo(n, s.kind, s.name, s.bot, here[n], s.stand_in, s.resigned)  # type: ignore[arg-type]
        for n, s in enumerate(room.match.head.seats)
    ]
    head: dict[str, Any] = {
        name: getattr(room.match.head, name)
        for name in (
            "game",
            "options",
            "public",
            "watch",
            "clock",
            "timeout",
            "undo",
            "pace",
            "outcome",
            "again",
            "branch",
        )
    }
    return protocol.TableInfo(
        **head,
        id=room.id,
        seats=seats,
        state=room.match.shown_state(),
        version=room.match.version,
        number=room.match.number,
        made=room.made,
        changed=room.changed,
        watchers=room.company.watchers(),
        commits=[chapter.commit for chapter in room.match.head.chapters],
        seeds=[chapter.seed for chapter in room.match.head.chapters] if over or room.match.head.practice else [],
        request=room.match.live.request,
        declined=room.match.live.declined,
        practice=room.match.head.practice,
        casual=room.match.head.casual,
        own_cards=bool(room.match.head.own_cards),
        note=room.match.frozen or room.match.head.note,
    )


def clock(room: Room) -> protocol.Clock:
    now, seats = time.time(), list[protocol.ClockSeat]()
    if room.match.table is not None and room.match.state == "playing":
        for seat in room.match.table.state.awaiting():
            deadline = room.pulse.deadline(seat)
            if deadline is not None:  # of sealed answers too: a clock that stops would tell that one is in
                left = max(0.0, deadline - now)
                seats.append(
                    protocol.ClockSeat(seat, int(left * 1000), int(room.match.live.banks.get(seat, 0.0) * 1000))
                )
    return protocol.Clock(version=room.match.version, seats=seats)


def rule_text(room: Room, rule: str) -> protocol.Sentence:
    return policies.rule_text(room.match.head.game, rule)


def forbidden(room: Room, error: BunfightError) -> tuple[str, str, dict[str, str]]:
    """The rule that is broken, the sentence about it, and the same by language."""
    names = [seat.name for seat in room.match.head.seats]
    told = error_texts(error, room.match.game, names)
    return error.rule or "HOUSE-CHOICE", told["en"], told


def refused(room: Room, id: str, error: BunfightError) -> protocol.Rejected:
    """A wish that a rule forbids, or that makes no sense at this table."""
    rule, why, told = forbidden(room, error)
    stale = isinstance(error, policies.Refusal) and error.stale
    version, text = room.match.version, rule_text(room, rule)
    return protocol.Rejected(id=id, rule=rule, why=why, text=text, version=version, stale=stale, told=told)


def spoke(line: ChatLine) -> protocol.ChatMessage:
    return protocol.ChatMessage(**msgspec.structs.asdict(line))


def welcome(room: Room, pipe: Pipe, hello: protocol.Hello) -> None:
    """What a connection is told first: the table, the chat, and all that it has missed."""
    match, who = room.match, pipe.who
    pipe.send(
        protocol.Welcome(
            protocol=protocol.PROTOCOL,
            server=__version__,
            table=info(room),
            seats=sorted(who.seats),
            host=who.host,
            chat=[spoke(line) for line in room.chat.lines],
            now=time.time(),
            reminders=reminders.offered(room, who),
        )
    )
    if match.table is not None:
        caught_up = hello.version >= 0 and hello.version >= match.live.undone and -1 <= hello.number <= match.number
        since = hello.number if caught_up else -1
        for seat in who.eyes():
            pipe.send(view(room, seat, since, not caught_up or since < 0))
        pipe.send(clock(room))
    who_is_here(room, pipe)


def everyone(room: Room, message: protocol.FromServer) -> None:
    if room.company.pipes:
        text = protocol.encode(message)
        for pipe in room.company.pipes:
            pipe.post(text)


def table(room: Room) -> None:
    everyone(room, protocol.TableUpdate(table=info(room)))


def views(room: Room, since: int, reset: bool = False) -> None:
    """To each connection what its seats may see; one message for each seat, however many look through its eyes."""
    texts: dict[int | None, bytes] = {}
    running = protocol.encode(clock(room)) if room.match.ticking() else b""
    for pipe in room.company.pipes:
        for seat in pipe.who.eyes():
            if seat not in texts:
                texts[seat] = protocol.encode(view(room, seat, since, reset))
            pipe.post(texts[seat])
        if running:
            pipe.post(running)


def one_seat(room: Room, seat: int) -> None:
    text = protocol.encode(view(room, seat, room.match.number, False))
    for pipe in room.company.pipes:
        if seat in pipe.who.seats:
            pipe.post(text)


def who_is_here(room: Room, besides: Pipe | None = None) -> None:
    if len(room.company.pipes) > (besides in room.company.pipes):
        text = protocol.encode(
            protocol.Presence(seats=room.company.presence(room.match.head), watchers=room.company.watchers())
        )
        for pipe in room.company.pipes:
            if pipe is not besides:
                pipe.post(text)


def films(room: Room, kept: dict[int, str]) -> None:
    """How acts went, by the number of their decision, and how long that is shown; sent once, to everybody."""
    assert room.match.table is not None
    seconds = round(max(0.0, room.match.live.showing - time.time()), 2)
    for number, film in kept.items():
        seat = room.match.table.record.entries[number - 1].seat
        everyone(room, protocol.Film(seat=seat, number=number, film=msgspec.Raw(film.encode()), seconds=seconds))
