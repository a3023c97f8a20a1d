"""Pulse: what happens at a table although no person does anything: bots think, windows open, time runs out."""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from typing import TYPE_CHECKING

from bunfight.engine import View
from bunfight.engine.errors import BunfightError
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms import apply, clocks, reminders
from bunfight.server.rooms.bots import DEFAULT_BOT, BotFailed

if TYPE_CHECKING:
    from bunfight.server.rooms.room import Room


class Pulse:
    def __init__(self, room: Room) -> None:
        self.room: Room = weakref.proxy(room)  # which has this: neither must keep the other in memory
        self.thinking: dict[
            int, tuple[int, asyncio.Task[None]]
        ] = {}  # by seat: version of the question, and who thinks
        self.turns: dict[int, float] = {}  # by seat that is asked: since when it has been its turn
        self.reminded: dict[int, float] = {}  # by seat: since when it was asked when it was reminded
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for _, task in self.thinking.values():
            task.cancel()
        self.thinking = {}

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up; bots need no clock."""
        room = self.room
        if not room.match.ticking():
            return None
        kept = room.match.head.seats[seat]
        if room.match.table is None or kept.kind != "person" or kept.bot or seat not in room.match.live.asked:
            return None
        limits = (
            clocks.limit(room.match.head, room.match.live.banks.get(seat, 0.0)),
            clocks.own_limit(room.match.table, seat),
        )
        known = [one for one in limits if one is not None]
        return room.match.live.asked[seat] + min(known) if known else None

    def due(self) -> float | None:
        """When something happens here although nobody comes."""
        match = self.room.match
        if match.table is None or match.state != "playing":
            return None
        open_seats = [seat for seat in match.table.state.awaiting() if seat not in match.live.sealed]
        for seat in open_seats:
            if match.head.seats[seat].bot:
                return time.time()
        if not open_seats:
            return self.window_ends()
        if not match.ticking():
            return None
        times = [when for seat in open_seats if (when := self.deadline(seat)) is not None]
        return min(times) if times else None

    def window_ends(self) -> float:
        """When answers may be opened. A person alone among bots has nobody to hide from, and need not wait."""
        return self.room.match.live.opened + (0.0 if self.alone() else clocks.WINDOW[self.room.match.head.pace])

    def alone(self) -> bool:
        """Whether one person, or nobody, plays against bots."""
        return sum(seat.kind == "person" and not seat.bot for seat in self.room.match.head.seats) <= 1

    def pace(self) -> str:
        """How bots take their time. Whoever plays alone without a clock is shown the moves at a speed of their own,
        by their browser: nobody else waits, and there is nothing to tell from the time."""
        return "instant" if self.alone() and not self.room.match.ticking() else self.room.match.head.pace

    def left(self, seat: int) -> float:
        """Seconds that are left of a bot's turn when all before is shown, so that nobody waits for it too long."""
        now = max(time.time(), self.room.match.live.showing)
        return max(0.0, clocks.TURN[self.pace()] - max(0.0, now - self.turns.get(seat, now)))

    def plan(self) -> None:
        """Let bots think and set the alarm for what comes next."""
        room = self.room
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if room.match.table is None or room.match.state != "playing" or room.dead or not room.mine:
            return
        reminders.call(room)
        bots, match = False, room.match
        self.turns = {seat: self.turns.get(seat, time.time()) for seat in room.match.table.state.awaiting()}
        for seat in room.match.table.state.awaiting():
            if match.head.seats[seat].bot and seat not in match.live.sealed:
                bots = True
                self.think(seat, match.head.seats[seat].bot)
        asked = match.live.asked if match.ticking() else ()
        times = [when for seat in asked if seat not in match.live.sealed and (when := self.deadline(seat))]
        if not bots and (due := self.due()) is not None:
            times.append(due)
        if times:
            wait = min(max(min(times) - time.time(), 0.0) + 0.005, 3600.0)
            self._timer = asyncio.get_running_loop().call_later(wait, self._alarm)

    def _alarm(self) -> None:
        self._timer = None
        self.room.spawn(self.room.alone(self._tick))

    async def _tick(self) -> None:
        """Open a window that is full, and decide for those whose time is up."""
        room, now = self.room, time.time()
        if room.match.table is None or room.match.state != "playing" or room.dead or not room.mine:
            return
        awaiting = room.match.table.state.awaiting()
        full = clocks.is_window(room.match.table) and all(seat in room.match.live.sealed for seat in awaiting)
        if full and now >= self.window_ends():
            await apply.open_window(room, "window")
            return
        for seat in awaiting:
            deadline = self.deadline(seat)
            if deadline is None or now < deadline or seat in room.match.live.sealed:
                continue
            if room.match.head.timeout == "bot" and clocks.own_limit(room.match.table, seat) is None:
                self.think(seat, DEFAULT_BOT)
                return
            await apply.decide(room, seat, room.match.game.bots.fallback(room.match.table.state, seat).text, "clock")
            return
        self.plan()

    def think(self, seat: int, bot: str) -> None:
        """Ask a bot for a decision, unless it is at it already."""
        room = self.room
        version = room.match.live.fresh.get(seat, room.match.version)
        begun = self.thinking.get(seat)
        if begun is None or begun[0] != version or begun[1].done():  # done, and still here: it came to nothing
            if begun is not None:
                begun[1].cancel()
            view = room.match.game.view(
                room.match.playing().state, seat
            )  # now: when its task begins, others may have decided
            stream = f"bot/{seat}/{room.match.number}"
            self.thinking[seat] = (version, room.spawn(self._think(seat, bot, version, view, stream)))

    async def _think(self, seat: int, bot: str, version: int, view: View, stream: str) -> None:
        room, text = self.room, ""
        ready = time.monotonic() + clocks.thinking_time(self.pace(), self.left(seat)) + room.match.showing()
        try:
            text = await room.minds.choose(room.match.rulebook(), view, bot, room.match.playing().seed, stream, room.id)
        except BotFailed as error:
            note("bot puzzled", logging.WARNING, table=room.id, seat=seat, bot=bot, why=str(error))
        await asyncio.sleep(max(0.0, ready - time.monotonic()))
        await room.alone(lambda: self._bot_decides(seat, text, version))

    async def _bot_decides(self, seat: int, text: str, version: int) -> None:
        room = self.room
        if seat in self.thinking and self.thinking[seat][0] == version:
            del self.thinking[seat]
        if (
            room.dead
            or not room.mine
            or room.match.state != "playing"
            or room.match.live.fresh.get(seat) != version
            or seat in room.match.live.sealed
        ):
            return
        late = (deadline := self.deadline(seat)) is not None and time.time() >= deadline
        if not room.match.head.seats[seat].bot and not late:
            return  # the player came back in the meantime
        try:
            await apply.decide(room, seat, text, "bot")
        except BunfightError as error:
            if text:
                why = getattr(error, "rule", type(error).__name__)  # not the move: it may tell of a hand
                note("bot erred", logging.WARNING, table=room.id, seat=seat, why=why)
            METRICS.bots.add("default")
            await apply.decide(
                room, seat, room.match.game.bots.fallback(room.match.playing().state, seat).text, "default"
            )
