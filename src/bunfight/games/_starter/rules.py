"""The rules of Tea Time: state, moves, events and the one decision."""

from dataclasses import dataclass
from typing import Final

from mypy_extensions import mypyc_attr

from bunfight.engine.event import Event
from bunfight.engine.event_log import EventLog
from bunfight.engine.grammar import Grammar, Noun, Verb
from bunfight.engine.luck import Luck
from bunfight.engine.step import Move, Seat, State, Step

TEAS: Final = ["white", "green", "oolong", "black", "smoky"]  # by strength: a white tea counts 1, a smoky one 5
COPIES: Final = 4


class Serve(Move):
    """TT-TURN-1."""

    def __init__(self, text: str, tea: int) -> None:
        super().__init__(text)
        self.tea: Final = tea


GRAMMAR: Final = Grammar(Verb("serve", Serve, {"tea": Noun("tea", tuple(TEAS))}))
SERVE: Final[list[Serve]] = GRAMMAR.made("serve")


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class TeaDealt(Event):
    seat: int
    tea: str | None  # None for everybody else


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class TeaServed(Event):
    seat: int
    tea: str


@mypyc_attr(native_class=False)
@dataclass(frozen=True, slots=True)
class TeaDrunk(Event):
    seat: int
    tea: str


class TeaTimeState(State):
    """Teas are numbers, weakest first. The pot has no order: drawing picks a random tea."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.pot: list[int] = [tea for tea in range(len(TEAS)) for _ in range(COPIES)]
        self.table: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.drunk: list[list[int]] = [[] for _ in range(seats)]

    def copy(self) -> "TeaTimeState":
        new = TeaTimeState(0)
        new.pot, new.table = self.pot[:], self.table[:]
        new.hands = [hand[:] for hand in self.hands]
        new.drunk = [cups[:] for cups in self.drunk]
        new.agenda = [step.copy() for step in self.agenda]
        return new


class Turn(Step[TeaTimeState]):
    """TT-TURN-1: serve a tea of yours."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return [self.seat]

    def candidates(self, s: TeaTimeState, seat: Seat) -> list[Move]:
        return [move for move in SERVE if move.tea in s.hands[seat]]

    def take(self, s: TeaTimeState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        assert isinstance(move, Serve)
        s.hands[seat].remove(move.tea)
        log.all(TeaServed(seat, TEAS[move.tea]))
        if move.tea in s.table:  # TT-TURN-2
            s.table.remove(move.tea)
            s.drunk[seat] += [move.tea, move.tea]
            log.all(TeaDrunk(seat, TEAS[move.tea]))
        else:
            s.table.append(move.tea)
        draw(s, seat, luck, log)
        s.agenda.pop()
        following = (seat + 1) % len(s.hands)
        if s.hands[following]:  # TT-END-1: hands are as large as each other, so the first empty one ends the game
            s.agenda.append(Turn(following))


def begin(seats: int, hand: int, luck: Luck, log: EventLog) -> TeaTimeState:
    """TT-SETUP-1, TT-SETUP-2."""
    s = TeaTimeState(seats)
    for _ in range(hand):
        for seat in range(seats):
            draw(s, seat, luck, log)
    s.agenda.append(Turn(0))
    return s


def draw(s: TeaTimeState, seat: Seat, luck: Luck, log: EventLog) -> None:
    """TT-TURN-3."""
    if s.pot:
        tea = s.pot.pop(luck.below(len(s.pot)))
        s.hands[seat].append(tea)
        s.hands[seat].sort()
        log.only([seat], TeaDealt(seat, TEAS[tea]), TeaDealt(seat, None))


def points(s: TeaTimeState, seat: Seat) -> int:
    """TT-SCORE-1."""
    return sum([tea + 1 for tea in s.drunk[seat]])
