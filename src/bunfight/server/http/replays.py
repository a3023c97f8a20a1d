"""Replays: finished games, looked at from any seat after any decision."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from typing import Final, Literal

import msgspec

from bunfight import protocol
from bunfight.engine import EventLog, Luck, Record, RecordError, State, TapeLuck, play
from bunfight.engine.table import AnyGame, replay
from bunfight.engine.verify import verify
from bunfight.i18n.words import error_text
from bunfight.server.rooms import broadcast
from bunfight.server.rooms.room import Room

SHELF: Final = 16


class Replay:
    """One finished game. It is played again by the rules if they are still the same, else only heard again."""

    def __init__(self, game: AnyGame, record: Record) -> None:
        self.game, self.record = game, record
        self.total = len(record.entries)
        self.how: Literal["rules", "events"] = "rules"
        self.why = ""
        self._at = 0
        self._lock = threading.Lock()  # the walk through the states is one; threads take turns
        try:
            self._state, _ = replay(game, record, 0)
            self._start: State | None = self._state.copy()
        except RecordError as error:
            self.how, self.why, self._start = "events", error_text(error), None

    def state(self, number: int) -> State | None:
        """The state after ``number`` decisions; walking forward is cheap."""
        if self._start is None:
            return None
        if number < self._at:
            self._state, self._at = self._start.copy(), 0
        while self._at < number:
            entry = self.record.entries[self._at]
            luck: Luck = TapeLuck(entry.luck)
            play(self._state, entry.seat, self.game.grammar.parse(entry.move), luck, EventLog(False))
            self._at += 1
        return self._state

    def step(self, number: int, eyes: int | Literal["all"] | None, film: str = "") -> protocol.ReplayStep:
        """What was to be seen and heard after a decision: by one seat, by a spectator (None) or by all."""
        entry = self.record.entries[number - 1] if number else self.record.deal
        looking = (*range(len(self.record.seats)), None) if eyes == "all" else (eyes,)
        with self._lock:
            state = self.state(number)
            views = [] if state is None else [self.game.view(state, seat) for seat in looking]
        if eyes == "all":
            heard = [protocol.NumberedEvent(number, broadcast.without_film(said["event"])) for said in entry.said]
            view = None
        else:
            heard = broadcast.heard_by(eyes, number, entry)
            view, views = views[0] if views else None, []
        seat = None if eyes == "all" else eyes
        return protocol.ReplayStep(
            number, self.total, seat, heard, view, views, msgspec.Raw(film.encode()) if film else None
        )

    def chart(self) -> protocol.Chart:
        values = []
        with self._lock:
            for number in range(self.total + 1):
                state = self.state(number)
                if state is None:
                    return protocol.Chart([])
                values.append([round(value, 4) for value in self.game.value(state)])
        return protocol.Chart(values)

    def verified(self) -> protocol.Verification:
        try:
            return protocol.Verification(True, verify(self.game, self.record))
        except RecordError as error:
            return protocol.Verification(False, [error_text(error)])

    def info(self, table: protocol.TableInfo) -> protocol.ReplayInfo:
        """About the game; of one that was frozen before its end nothing that only a seat may know."""
        over = table.state == "over"
        told = self.record.entries if over else []
        moves = [protocol.ReplayMove(entry.seat, entry.move, _drawn(entry.luck)) for entry in told]
        deal = _drawn(self.record.deal.luck) if over else []
        return protocol.ReplayInfo(table, self.record.seats, self.total, moves, deal, self.how, self.why)


def _drawn(luck: list[int | str]) -> list[int]:
    return [answer for answer in luck if isinstance(answer, int)]


class Shelf:
    """The replays that were looked at last."""

    def __init__(self) -> None:
        self._replays: OrderedDict[str, Replay] = OrderedDict()

    async def find(self, room: Room) -> Replay:
        """The replay of a finished game."""
        known = self._replays.get(room.id)
        if known is None:
            record = room.match.record(await room.hub.store.entries(room.id))
            known = self._replays[room.id] = await asyncio.to_thread(Replay, room.match.game, record)
            if len(self._replays) > SHELF:
                self._replays.popitem(last=False)
        self._replays.move_to_end(room.id)
        return known
