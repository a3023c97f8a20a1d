"""The rules of Pig: roll or hold."""

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from bunfight.engine.event import Event
from bunfight.engine.event_log import EventLog
from bunfight.engine.grammar import Grammar, Verb
from bunfight.engine.luck import Luck
from bunfight.engine.step import Move, Seat, State, Step

SIDES: Final = 6
ROUNDS: Final = 50  # PI-END-2


class Roll(Move):
    """PI-TURN-1."""


class Hold(Move):
    """PI-TURN-3."""


GRAMMAR: Final = Grammar(Verb("roll", Roll), Verb("hold", Hold))
ROLL: Final[Move] = GRAMMAR.one("roll")
HOLD: Final[Move] = GRAMMAR.one("hold")


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class Rolled(Event):
    seat: int
    die: int


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class TurnLost(Event):
    seat: int
    lost: int


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class Held(Event):
    seat: int
    kept: int
    score: int


class PigState(State):
    """Nothing is hidden: scores, what this turn has brought so far, and the last roll."""

    def __init__(self, seats: int, goal: int) -> None:
        super().__init__()
        self.goal = goal
        self.scores = [0] * seats
        self.pot = 0
        self.die = 0
        self.round = 1

    def copy(self) -> "PigState":
        new = PigState(0, self.goal)
        new.scores = self.scores[:]
        new.pot, new.die, new.round = self.pot, self.die, self.round
        new.agenda = [step.copy() for step in self.agenda]
        return new


class Turn(Step[PigState]):
    """PI-TURN-1, PI-TURN-3: roll, or hold once there is something to keep."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return [self.seat]

    def candidates(self, s: PigState, seat: Seat) -> list[Move]:
        return [ROLL, HOLD] if s.pot else [ROLL]

    def take(self, s: PigState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        if isinstance(move, Roll):
            s.die = luck.below(SIDES) + 1
            log.all(Rolled(seat, s.die))
            if s.die == 1:  # PI-TURN-2
                log.all(TurnLost(seat, s.pot))
                end_turn(s, seat)
                return
            s.pot += s.die
            if s.scores[seat] + s.pot < s.goal:  # PI-TURN-4: what is enough is kept at once
                return
        s.scores[seat] += s.pot
        log.all(Held(seat, s.pot, s.scores[seat]))
        end_turn(s, seat)


def end_turn(s: PigState, seat: Seat) -> None:
    """PI-END-1, PI-END-2."""
    s.pot = 0
    s.agenda.pop()
    following = (seat + 1) % len(s.scores)
    s.round += 1 if following == 0 else 0
    if s.scores[seat] < s.goal and s.round <= ROUNDS:
        s.agenda.append(Turn(following))
