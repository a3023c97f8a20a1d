"""Settles every action: the end of the game, hands that are too full, the next turn."""

from __future__ import annotations

from bunfight.engine import EventLog, IllegalMove, Luck, Move, Step
from bunfight.engine.step import ONLY
from bunfight.games.burger_war.rules.actions import all_served, allowance, anyone_above_cap, hand_cap, lose
from bunfight.games.burger_war.rules.events import (
    ActionLeft,
    CardDiscarded,
    ClosingTimeCame,
    EveryoneServed,
    HandShown,
    RoundBegan,
)
from bunfight.games.burger_war.rules.moves import Discard
from bunfight.games.burger_war.rules.state import CLOSING_TIME, SERVED, WarState


class OneAsked(Step[WarState]):
    """A question to one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def awaits(self) -> list[int]:
        return ONLY[self.seat]


class SeveralAsked(Step[WarState]):
    """A question to several seats at the same time; those who have answered are struck from the list."""

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting

    def awaits(self) -> list[int]:
        return self.waiting[:]


def not_held(s: WarState, kind: int) -> IllegalMove:
    return IllegalMove("IW-HAND-8", "not_held", card=s.book.ids[kind])


def out_of_reach(s: WarState, plate: int, kind: int) -> IllegalMove:
    """There is no such plate, or the card that would go there is not held."""
    if plate >= s.house.seats:
        return IllegalMove("IW-TURN-8", "few_seats", n=s.house.seats, plate=plate)
    return not_held(s, kind)


class MustDiscard(SeveralAsked):
    """IW-HAND-3: hands above their cap are cut down before anything else happens."""

    def copy(self) -> MustDiscard:
        return MustDiscard(self.waiting[:])

    def candidates(self, s: WarState, seat: int) -> list[Move]:
        moves: list[Move] = []
        before = -1
        for kind in s.hands[seat]:
            if kind != before:
                moves.append(s.book.discards[kind])
            before = kind
        return moves

    def check(self, s: WarState, seat: int, move: Move) -> IllegalMove | None:
        if isinstance(move, Discard):
            return None if move.kind in s.hands[seat] else not_held(s, move.kind)
        return IllegalMove("IW-HAND-5", "discard_first", n=hand_cap(s, seat))

    def take(self, s: WarState, seat: int, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Discard)
        lose(s, seat, move.kind)
        s.pile.append(move.kind)
        if log.on:
            log.show(seat, CardDiscarded(seat, s.book.ids[move.kind]))
        if len(s.hands[seat]) <= hand_cap(s, seat):
            self.waiting.remove(seat)
            if not self.waiting:
                s.agenda.pop()
                use_action(s, log)


def settle(s: WarState, log: EventLog) -> None:
    """IW-SETTLE: the end of the game, then the caps, then the action is used."""
    if all_served(s):
        if log.on:
            log.all(EveryoneServed())
        close(s, SERVED, log)
        return
    if anyone_above_cap(s):
        s.agenda.append(MustDiscard(above_cap(s)))
        return
    use_action(s, log)


def above_cap(s: WarState) -> list[int]:
    return [seat for seat in range(s.house.seats) if len(s.hands[seat]) > hand_cap(s, seat)]


def use_action(s: WarState, log: EventLog) -> None:
    """IW-SETTLE-5."""
    s.used += 1
    if s.used >= allowance(s, s.active):
        next_turn(s, log)
    elif log.on:
        log.all(ActionLeft(s.active))


def next_turn(s: WarState, log: EventLog) -> None:
    """IW-TURN-1, IW-TURN-10, IW-GUARD-1."""
    seat = s.active + 1
    if seat == s.house.seats:
        seat = 0
    s.active = seat
    s.used = 0
    if seat == s.first:
        if s.round == s.house.max_rounds:
            if log.on:
                log.all(ClosingTimeCame(s.round))
            close(s, CLOSING_TIME, log)
            return
        s.round += 1
        if log.on:
            log.all(RoundBegan(s.round))
    turn = s.agenda[0]
    assert isinstance(turn, OneAsked)
    turn.seat = seat


def close(s: WarState, reason: int, log: EventLog) -> None:
    """The game is over and all hands are shown."""
    s.ended = reason
    s.agenda.clear()
    if log.on:
        for seat in range(s.house.seats):
            log.show(seat, HandShown(seat, tuple([s.book.ids[kind] for kind in s.hands[seat]])))
