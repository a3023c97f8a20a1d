"""A game with almost no rules, to measure the cost of the engine itself."""

from typing import Final

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import ONLY, Move, Seat, State, Step

CHOICES: Final[list[Move]] = [Move("left"), Move("right")]


class IdleState(State):
    def __init__(self) -> None:
        super().__init__()
        self.drawn = 0

    def copy(self) -> "IdleState":
        new = IdleState()
        new.drawn = self.drawn
        new.agenda = [step.copy() for step in self.agenda]
        return new


class Wait(Step[IdleState]):
    """Two seats take turns; each turn draws one number and opens the next question."""

    def __init__(self, seat: Seat, left: int) -> None:
        self.seat = seat
        self.left = left

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]

    def candidates(self, s: IdleState, seat: Seat) -> list[Move]:
        return CHOICES[:]

    def take(self, s: IdleState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        s.drawn += luck.roll(6)
        s.agenda.pop()
        if self.left:
            s.agenda.append(Wait(1 - seat, self.left - 1))
