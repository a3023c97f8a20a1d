"""Following: a table catches up with what was done to it at another server that shares the store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from bunfight.engine.errors import BunfightError
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms import broadcast
from bunfight.server.rooms.game_session import Match
from bunfight.server.storage.interface import Conflict, Damaged, Kept

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room


async def catch_up(room: Room, whole: bool = False) -> None:
    """Read what is kept and tell what is new; runs while nothing else happens at the table.

    ``whole``: what is in memory is not to be trusted, because something was done to it that could not be kept.
    """
    old = room.match
    kept, entries, whole = await _read(room, whole)
    if kept.revision == room.revision and not whole:
        return
    METRICS.followed.add("whole" if whole else "next")
    was = (old.state, old.version, old.number, old.table is not None, old.live.request, msgspec.json.encode(old.head))
    sealed, undone, unsaid = old.live.sealed, old.live.undone, old.live.unsaid
    if whole:
        fresh = Match(kept)
        try:
            await asyncio.to_thread(fresh.wake, entries, 0.0)
        except Damaged:
            raise
        except Exception as error:  # what is kept may be damaged in any way, and must not hurt another table
            raise Damaged(f"it cannot be replayed ({type(error).__name__})") from error
        room.match = fresh
    else:
        try:
            old.follow(kept, entries)
        except BunfightError:
            await catch_up(room, whole=True)
            return
    room.revision, room.changed, match = kept.revision, kept.changed, room.match
    room.mine = room.is_mine(kept)
    if not room.mine:
        room.pulse.stop()
    room.send_away_strangers()
    if (match.state, match.table is not None, match.live.request, msgspec.json.encode(match.head)) != (
        was[0],
        *was[3:],
    ):
        broadcast.table(room)
    if match.live.unsaid != unsaid:
        await room.forget_chat()
    if match.table is not None:
        again = whole or not was[3] or match.live.undone != undone
        if match.version != was[1] or again:
            since = -1 if again else was[2]
            if not again and match.game.physics and match.game.physics.records_motion:
                broadcast.films(
                    room, {n: film for n in range(since + 1, match.number + 1) if (film := await room.film(n))}
                )
            broadcast.views(room, since, reset=again)
        else:
            for seat in {*sealed, *match.live.sealed}:
                if sealed.get(seat) != match.live.sealed.get(seat):
                    broadcast.one_seat(room, seat)
    for line in await room.chat.catch_up(match.live.said, lambda count: room.hub.store.chat(room.id, count)):
        broadcast.everyone(room, broadcast.spoke(line))
    if room.mine:
        room.pulse.plan()


async def _read(room: Room, whole: bool) -> tuple[Kept, list[bytes], bool]:
    """What is kept, and the decisions that are new, or all of them if what was there before does not hold any more."""
    store, match = room.hub.store, room.match
    now = await store.since(room.id, 0 if whole else match.number)
    if now is not None and not whole and not match.leads_to(now[0]):
        now, whole = await store.since(room.id, 0), True
    if now is None:
        raise Conflict(room.id)
    return *now, whole
