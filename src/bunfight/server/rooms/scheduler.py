"""Schedules everything no request triggers: bot moves, reveal windows, timeouts and reminders."""

from __future__ import annotations

import asyncio
import logging
import random
import time
import weakref
from typing import Final

from bunfight.engine import BunfightError, View
from bunfight.games import GameCrashed
from bunfight.server.bots import BotFailed
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.reminders import Reminder
from bunfight.server.rooms import apply, broadcast
from bunfight.server.rooms.connection import waiting
from bunfight.server.rooms.room import Registry, Room
from bunfight.server.storage.interface import ChatLine, Kept

PACE: Final = {"instant": (0.0, 0.0), "brisk": (0.6, 0.5), "calm": (1.4, 0.8)}  # seconds: at least, and up to more
FRESH_SECONDS: Final = 60.0  # players who were asked earlier have been reminded already
MAX_WAIT: Final = 3600.0
PAUSE_SECONDS: Final = 60.0  # after the last spectator of a table without people has left


def open_room(registry: Registry, stored: Kept, lines: list[ChatLine]) -> Room:
    """A room with its schedule."""
    room = Room(registry, stored, lines)
    room.schedule = Scheduler(room)
    return room


def thinking_time(pace: str, left: float) -> float:
    """Return how long a bot seems to think: independent of the position, and less when most of its turn is over."""
    least, more = PACE[pace]
    return min(least + random.random() * more, left / 5)


class Scheduler:
    def __init__(self, room: Room) -> None:
        self._room: Room = weakref.proxy(room)  # the room owns this; a cycle would keep both in memory
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}  # by seat: version of the question, and task
        self._reminded: dict[int, float] = {}  # by seat: since when it was asked when it was reminded
        self._timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for _, task in self._thinking.values():
            task.cancel()
        self._thinking = {}

    def _active(self) -> bool:
        return self._room.session.is_playing and self._room.owned and not self._room.closed

    def paused(self) -> bool:
        """Return whether only bots play and nobody has watched them for a while."""
        room = self._room
        if not self._active() or room.session.people() or room.presence.connections or room.presence.remote:
            return False
        return time.monotonic() - room.last_used > PAUSE_SECONDS

    def plan(self) -> None:
        """Let bots think and set the timer for what comes next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._active() or self.paused():
            return
        room, session = self._room, self._room.session
        room.clocks.correct()
        self._remind_absent()
        room.clocks.note_turns()
        undecided = room.window.undecided()
        bots = [seat for seat in undecided if session.seats[seat].bot]
        for seat in bots:
            self._think(seat, session.seats[seat].bot)
        timed = undecided if room.clocks.in_use() else []
        times = [when for seat in timed if (when := room.clocks.deadline(seat)) is not None]
        if not bots and (due := room.clocks.due()) is not None:
            times.append(due)
        if times:
            wait = min(max(min(times) - time.time(), 0.0) + 0.005, MAX_WAIT)
            self._timer = asyncio.get_running_loop().call_later(wait, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self._room.spawn(self._room.exclusively(self._tick))

    async def _tick(self) -> None:
        """Open a window that is due, and decide for a seat whose time is up."""
        if not self._active():
            return
        room, session = self._room, self._room.session
        room.clocks.correct()
        if room.window.is_due():
            await apply.open_window(room, "window")
            return
        for seat in room.window.undecided():
            if not room.clocks.is_late(seat):
                continue
            if session.head.timeout == "bot" and room.clocks.rule_limit(seat) is None:
                self._think(seat, session.head.stand_in_bot)
            else:
                await self._decide_anyway(seat, "clock")
            return
        self.plan()

    # Bots

    def _think(self, seat: int, bot: str) -> None:
        """Ask a bot for a decision, unless it is thinking already."""
        room, session = self._room, self._room.session
        version = room.clocks.asked_version(seat)
        started = self._thinking.get(seat)
        if started is not None and started[0] == version and not started[1].done():
            return
        if started is not None:
            started[1].cancel()
        view = session.view(seat)  # now: others may have decided when the task starts
        stream = f"bot/{seat}/{session.number}"
        self._thinking[seat] = (version, self._room.spawn(self._choose(seat, bot, version, view, stream)))

    async def _choose(self, seat: int, bot: str, version: int, view: View, stream: str) -> None:
        room, session, clocks, move = self._room, self._room.session, self._room.clocks, ""
        pause = thinking_time(clocks.bot_pace(), clocks.turn_left(seat)) + clocks.bot_waits_for_show()
        ready = time.monotonic() + pause
        try:
            seed = session.require_table().seed
            with waiting(room.presence) as owner:
                move = await room.registry.workers.choose(session.source(), view, bot, seed, stream, owner)
        except BotFailed as error:
            note("bot failed", logging.WARNING, table=room.id, seat=seat, bot=bot, why=str(error))
        await asyncio.sleep(max(0.0, ready - time.monotonic()))
        await room.exclusively(lambda: self._bot_decides(seat, move, version))

    async def _bot_decides(self, seat: int, move: str, version: int) -> None:
        room, session = self._room, self._room.session
        if seat in self._thinking and self._thinking[seat][0] == version:
            del self._thinking[seat]
        if not self._active() or seat not in room.window.undecided() or room.clocks.asked_version(seat) != version:
            return
        if not session.seats[seat].bot and not room.clocks.is_late(seat):
            return  # the player came back meanwhile
        try:
            await apply.decide(room, seat, move, "bot")
        except BunfightError as error:
            if move:
                why = error.rule or type(error).__name__  # not the move: it may reveal a hand
                note("illegal bot move", logging.WARNING, table=room.id, seat=seat, why=why)
            METRICS.bots.add("default")
            await self._decide_anyway(seat, "default")

    async def _decide_anyway(self, seat: int, by: str) -> None:
        """Make the default move of a seat. If the code of the game fails, everybody at the table is told."""
        room, session = self._room, self._room.session
        try:
            await apply.decide(room, seat, session.default_move(seat), by)
        except GameCrashed as crash:  # it is in the log
            session.crash = crash
            room.presence.send_all(broadcast.rejected(session, "", crash))

    # Reminders

    def _remind_absent(self) -> None:
        """Remind players of a slow game who have just been asked and are not connected."""
        room, session = self._room, self._room.session
        if session.head.clock.kind != "days":
            return
        here = room.presence.here()
        for seat in room.window.undecided():
            place, since = session.seats[seat], session.running.asked.get(seat, 0.0)
            mail = "" if place.mail_waits else place.mail
            if place.kind != "person" or place.bot or seat in here or not (mail or place.hook):
                continue
            if self._reminded.get(seat) != since and time.time() - since < FRESH_SECONDS:
                self._reminded[seat] = since
                game, name = session.head.game, place.name
                room.registry.notifier.remind(
                    Reminder(room.id, game, seat, name, mail, place.hook, place.language, place.mail_code)
                )
