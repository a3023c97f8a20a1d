"""Taking back: at once inside the bound of what a seat has learned, beyond it by consent of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bunfight.kernel import RuleBreak
from bunfight.serve import tell, wire
from bunfight.serve.house import Refusal
from bunfight.serve.pipes import Who

if TYPE_CHECKING:
    from bunfight.serve.room import Room


async def undo(room: Room, who: Who, wish: wire.Undo, key: str) -> None:
    table, seat = room.playing(), wish.seat
    if seat in room.live.sealed:
        del room.live.sealed[seat]
        await room.commit(key=key)
        tell.one_seat(room, seat)
        room.pulse.plan()
        return
    if room.state != "playing":
        raise RuleBreak("HOUSE-OVER", "over")
    if room.head.undo == "off":
        raise Refusal("TABLE-UNDO", "undo is switched off at this table")
    point, keep = table.undo_point(seat), wish.keep
    if keep is None:
        keep = room.number - 1 if point < room.number else tell.last_own(room, seat)
    if keep is None or not 0 <= keep < room.number:
        raise RuleBreak("HOUSE-UNDO", "nothing_yours")
    others = [n for n, one in enumerate(room.head.seats) if one.kind == "person" and not one.bot and n not in who.seats]
    if keep >= point or room.head.undo == "free" or not others:
        await cut(room, keep, key)
        return
    if room.request is not None:
        raise Refusal("TABLE-ASKED", "another undo request is still open")
    room.request = wire.Request(room.version, seat, keep, [seat], others)
    tell.table(room)


async def answer(room: Room, wish: wire.Answer, key: str) -> None:
    asked = room.request
    if asked is None or asked.request != wish.request or wish.seat not in asked.waiting:
        raise Refusal("TABLE-STALE", "nothing is asked of you any more", stale=True)
    waiting = [seat for seat in asked.waiting if seat != wish.seat]
    room.request = wire.Request(asked.request, asked.seat, asked.keep, [*asked.yes, wish.seat], waiting)
    if not wish.yes:
        room.request = None
    elif not waiting:
        await cut(room, asked.keep, key)
        return
    tell.table(room)


async def cut(room: Room, keep: int, key: str) -> None:
    """Go back to the first ``keep`` decisions; luck that was drawn is not drawn again."""
    room.playing().cut(keep)
    room.number, room.version, room.request = keep, room.version + 1, None
    room.live.undone = room.version
    room.live.sealed = {}
    room.keep_chapters()
    room.ask()
    await room.commit(head=True, cut=keep, key=key, expect=room.version - 1)
    tell.table(room)
    tell.views(room, -1, reset=True)
    room.pulse.plan()
