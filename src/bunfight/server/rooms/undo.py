"""Taking back: at once inside the bound of what a seat has learned, beyond it by consent of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bunfight import protocol
from bunfight.engine import IllegalMove
from bunfight.server.rooms import broadcast
from bunfight.server.rooms.connection import Who
from bunfight.server.rooms.policies import Refusal

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room


async def undo(room: Room, who: Who, wish: protocol.Undo, key: str) -> None:
    table, seat = room.match.playing(), wish.seat
    if seat in room.match.live.sealed:
        del room.match.live.sealed[seat]
        await room.commit(key=key)
        broadcast.one_seat(room, seat)
        room.pulse.plan()
        return
    if room.match.state != "playing":
        raise IllegalMove("HOUSE-OVER", "over")
    if room.match.head.undo == "off":
        raise Refusal("TABLE-UNDO", "undo_off")
    point, keep = table.undo_point(seat), wish.keep
    if keep is None:
        keep = room.match.number - 1 if point < room.match.number else broadcast.last_own(room, seat)
    if keep is None or not 0 <= keep < room.match.number:
        raise IllegalMove("HOUSE-UNDO", "nothing_yours")
    others = [n for n in room.match.people() if n not in who.seats]  # away or not: no bot consents for a person
    if keep >= point or room.match.head.undo == "free" or not others:
        if keep < point:  # allowed among bots, but what was seen since cannot be forgotten
            room.match.head.casual = True
        await cut(room, keep, key)
        return
    if room.match.live.request is not None:
        raise Refusal("TABLE-ASKED", "undo_open")
    room.match.live.request, room.match.live.declined = (
        protocol.UndoRequest(room.match.version, seat, keep, [seat], others),
        None,
    )
    await room.commit(key=key)
    broadcast.table(room)


async def answer(room: Room, _: Who, wish: protocol.UndoAnswer, key: str) -> None:
    asked = room.match.live.request
    if asked is None or asked.request != wish.request or wish.seat not in asked.waiting:
        raise Refusal("TABLE-STALE", "undo_gone", stale=True)
    waiting = [seat for seat in asked.waiting if seat != wish.seat]
    room.match.live.request = protocol.UndoRequest(
        asked.request, asked.seat, asked.keep, [*asked.yes, wish.seat], waiting
    )
    if not wish.yes:
        room.match.live.request, room.match.live.declined = None, wish.seat
    elif not waiting:
        await cut(room, asked.keep, key)
        return
    await room.commit(key=key)
    broadcast.table(room)


async def cut(room: Room, keep: int, key: str) -> None:
    """Go back to the first ``keep`` decisions; luck that was drawn is not drawn again."""
    room.match.playing().cut(keep)
    room.match.number, room.match.version, room.match.live.request = keep, room.match.version + 1, None
    room.match.live.undone = room.match.version
    room.match.live.sealed = {}
    room.match.keep_chapters()
    room.match.ask()
    await room.commit(head=True, cut=keep, key=key)
    broadcast.table(room)
    broadcast.views(room, -1, reset=True)
    room.pulse.plan()
