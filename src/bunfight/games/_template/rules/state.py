"""The state of Crumbs."""

from typing import Final

from bunfight.engine.step import IllegalMove, Move, State
from bunfight.games._template.cards import KINDS

NOTHING: Final = [0] * KINDS


class CrumbsState(State):
    """Hands, plates and the basket are counts by size: there is no order that could leak."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats
        self.basket: list[int] = NOTHING[:]
        self.crumbs: list[int] = NOTHING[:]
        self.hands: list[list[int]] = [NOTHING[:] for _ in range(seats)]
        self.eaten: list[list[int]] = [NOTHING[:] for _ in range(seats)]
        # buns of a hand that another seat has seen: seen[holder][watcher]
        self.seen: list[list[list[int]]] = [[NOTHING[:] for _ in range(seats)] for _ in range(seats)]

    def copy(self) -> "CrumbsState":
        new = CrumbsState(0)
        new.seats = self.seats
        new.options = self.options
        new.basket = self.basket[:]
        new.crumbs = self.crumbs[:]
        new.hands = [hand[:] for hand in self.hands]
        new.eaten = [plate[:] for plate in self.eaten]
        new.seen = [[counts[:] for counts in watchers] for watchers in self.seen]
        new.agenda = [step.copy() for step in self.agenda]
        return new

    def not_asked(self, seat: int, move: Move) -> IllegalMove:
        if not self.agenda:
            return IllegalMove("CR-END-1", "over")
        return IllegalMove("CR-TURN-4", "not_asked")
