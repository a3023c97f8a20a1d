"""Tell: the only place where something about a game is put into a message; it can only say what a seat may know."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bunfight import languages
from bunfight.grammar import Misread
from bunfight.kernel import RuleBreak
from bunfight.kernel.record import Entry
from bunfight.records import heard
from bunfight.serve import wire
from bunfight.words import Words

if TYPE_CHECKING:
    from bunfight.serve.pipes import Pipe
    from bunfight.serve.room import Room


def heard_by(seat: int | None, number: int, entry: Entry) -> list[wire.Heard]:
    """What a seat, or a spectator, heard of one decision."""
    return [wire.Heard(number, without_film(event)) for event in heard(entry, seat)]


def without_film(event: dict[str, Any]) -> dict[str, Any]:
    """Films go in messages of their own, once."""
    return {key: value for key, value in event.items() if key != "film"} if "film" in event else event


def film_seconds(entry: Entry) -> float:
    return float(max([said["event"].get("sim_ms", 0) for said in entry.said], default=0)) / 1000


def heard_since(room: Room, seat: int | None, since: int) -> list[wire.Heard]:
    """What was heard after the first ``since`` decisions; -1: from the deal on."""
    assert room.table is not None
    record = room.table.record
    told = heard_by(seat, 0, record.deal) if since < 0 else []
    for number in range(max(since, 0), len(record.entries)):
        told += heard_by(seat, number + 1, record.entries[number])
    return told


def view(room: Room, seat: int | None, since: int, reset: bool) -> wire.View:
    assert room.table is not None
    sealed = None if seat is None else room.live.sealed.get(seat)
    seen = room.table.game.view(room.table.state, seat)
    return wire.View(
        seat=seat,
        version=room.version,
        number=room.number,
        since=since,
        reset=reset,
        view=seen,
        heard=heard_since(room, seat, since),
        undo=undo_offer(room, seat),
        sealed=None if sealed is None else sealed.move,
    )


def undo_offer(room: Room, seat: int | None) -> wire.UndoOffer:
    table = room.table
    if table is None or seat is None or room.state != "playing" or room.head.undo == "off" or room.head.seats[seat].bot:
        return wire.UndoOffer()
    if seat in room.live.sealed:
        return wire.UndoOffer(room.number)
    point = table.undo_point(seat)
    return wire.UndoOffer(point if point < room.number else None, last_own(room, seat))


def last_own(room: Room, seat: int) -> int | None:
    """How many decisions stay if everything back to the seat's last decision, and that one, is taken back."""
    assert room.table is not None
    entries = room.table.record.entries
    return next((n for n in range(len(entries) - 1, -1, -1) if entries[n].seat == seat), None)


def presence(room: Room) -> list[Literal["here", "away", "none"]]:
    here = {seat for pipe in room.pipes for seat in pipe.who.seats}
    return ["none" if s.kind != "person" else "here" if n in here else "away" for n, s in enumerate(room.head.seats)]


def watchers(room: Room) -> int:
    return sum(not pipe.who.seats for pipe in room.pipes)


def info(room: Room) -> wire.TableInfo:
    here = presence(room)
    over = room.state == "over"
    seats = [
        wire.SeatInfo(n, s.kind, s.name, s.bot, here[n], s.stand_in, s.resigned)  # type: ignore[arg-type]
        for n, s in enumerate(room.head.seats)
    ]
    head: dict[str, Any] = {
        name: getattr(room.head, name)
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
    return wire.TableInfo(
        **head,
        id=room.id,
        seats=seats,
        state=room.shown_state(),
        version=room.version,
        number=room.number,
        made=room.made,
        changed=room.changed,
        watchers=watchers(room),
        commits=[chapter.commit for chapter in room.head.chapters],
        seeds=[chapter.seed for chapter in room.head.chapters] if over or room.head.practice else [],
        request=room.request,
        practice=room.head.practice,
        own_cards=bool(room.head.own_cards),
        note=room.head.note,
    )


def clock(room: Room) -> wire.Clock:
    now, seats = time.time(), list[wire.ClockSeat]()
    if room.table is not None and room.state == "playing":
        for seat in room.table.state.awaiting():
            deadline = room.pulse.deadline(seat)
            if deadline is not None:  # of sealed answers too: a clock that stops would tell that one is in
                left = max(0.0, deadline - now)
                seats.append(wire.ClockSeat(seat, int(left * 1000), int(room.live.banks.get(seat, 0.0) * 1000)))
    return wire.Clock(version=room.version, seats=seats)


def refused(room: Room, id: str, rule: str, why: str, stale: bool = False) -> wire.Refused:
    text = room.rule_text(rule)
    return wire.Refused(id=id, rule=rule, why=why, text=text, version=room.version, stale=stale)


def broken(room: Room, id: str, error: RuleBreak | Misread) -> wire.Refused:
    """A move that the rulebook forbids, or that is none, in every language."""
    rule, told = forbidden(room, error)
    reply = refused(room, id, rule, told["en"])
    return msgspec.structs.replace(reply, told=told)


def forbidden(room: Room, error: RuleBreak | Misread) -> tuple[str, dict[str, str]]:
    """The rule that is broken, and the sentence about it by language."""
    names = [seat.name for seat in room.head.seats]
    told = {language: Words(room.game, language).refusal(error, names) for language in languages.every()}
    return error.rule if isinstance(error, RuleBreak) else "HOUSE-CHOICE", told


def everyone(room: Room, message: wire.FromServer) -> None:
    if room.pipes:
        text = wire.encode(message)
        for pipe in room.pipes:
            pipe.post(text)


def table(room: Room) -> None:
    everyone(room, wire.Table(table=info(room)))


def views(room: Room, since: int, reset: bool = False) -> None:
    """To each connection what its seats may see; one message for each seat, however many look through its eyes."""
    texts: dict[int | None, bytes] = {}
    running = wire.encode(clock(room)) if room.ticking() else b""
    for pipe in room.pipes:
        for seat in pipe.who.eyes():
            if seat not in texts:
                texts[seat] = wire.encode(view(room, seat, since, reset))
            pipe.post(texts[seat])
        if running:
            pipe.post(running)


def one_seat(room: Room, seat: int) -> None:
    text = wire.encode(view(room, seat, room.number, False))
    for pipe in room.pipes:
        if seat in pipe.who.seats:
            pipe.post(text)


def who_is_here(room: Room, besides: Pipe) -> None:
    if len(room.pipes) > (besides in room.pipes):
        text = wire.encode(wire.Presence(seats=presence(room), watchers=watchers(room)))
        for pipe in room.pipes:
            if pipe is not besides:
                pipe.post(text)


def films(room: Room, kept: dict[int, str]) -> None:
    """How acts went, by the number of their decision; sent once, to everybody."""
    assert room.table is not None
    for number, film in kept.items():
        seat = room.table.record.entries[number - 1].seat
        everyone(room, wire.Film(seat=seat, number=number, film=msgspec.Raw(film.encode())))
