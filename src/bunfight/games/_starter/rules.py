"""The rules of Tea Time: moves, events, state and the one decision."""

from typing import Final

from bunfight.engine.event import Event, event
from bunfight.engine.event_log import EventLog
from bunfight.engine.grammar import Choice, Grammar, Noun, Verb
from bunfight.engine.luck import Luck
from bunfight.engine.patterns import PlainState, TurnStep
from bunfight.engine.step import Move, Seat

TEAS: Final = ["white", "green", "oolong", "black", "smoky"]  # by strength: a white tea counts 1, a smoky one 5
ALL: Final = TEAS * 4  # TT-SETUP-1
GRAMMAR: Final = Grammar(Verb("serve", places={"tea": Noun("tea", tuple(TEAS))}))
SERVE: Final[list[Choice]] = GRAMMAR.made("serve")


@event
class TeaDealt(Event):
    seat: int
    tea: str | None  # None for everybody else


@event
class TeaServed(Event):
    seat: int
    tea: str


class TeaTimeState(PlainState):
    def __init__(self, seats: int = 0) -> None:
        super().__init__()
        self.pot = ALL[:]  # it has no order: drawing picks a random tea
        self.table: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.drunk: list[list[str]] = [[] for _ in range(seats)]

    def draw(self, seat: Seat, luck: Luck, log: EventLog) -> None:
        if self.pot:  # TT-TURN-3
            tea = self.pot.pop(luck.below(len(self.pot)))
            self.hands[seat] = sorted([*self.hands[seat], tea])
            log.only([seat], TeaDealt(seat, tea), TeaDealt(seat, None))

    def points(self, seat: Seat) -> int:
        return sum(TEAS.index(tea) + 1 for tea in self.drunk[seat])  # TT-SCORE-1


class Turn(TurnStep[TeaTimeState]):
    """TT-TURN-1: serve a tea of yours."""

    def candidates(self, s: TeaTimeState, seat: Seat) -> list[Move]:
        return [move for move in SERVE if TEAS[move["tea"]] in s.hands[seat]]

    def take(self, s: TeaTimeState, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        tea = TEAS[move["tea"]]
        s.hands[seat].remove(tea)
        log.all(TeaServed(seat, tea))
        if tea in s.table:  # TT-TURN-2
            s.table.remove(tea)
            s.drunk[seat] += [tea, tea]
        else:
            s.table.append(tea)
        s.draw(seat, luck, log)
        following = (seat + 1) % len(s.hands)
        s.agenda = [Turn(following)] if s.hands[following] else []  # TT-END-1
