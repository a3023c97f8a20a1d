"""What a seat of Crumbs may know, in numbers."""

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.games._template.cards import COPIES, KINDS
from bunfight.games._template.rules.state import CrumbsState
from bunfight.games._template.rules.steps import LETS_GO, UNDECIDED, MaySnatch, MustEat, MustGive, PassLeft, Turn


class CrumbsEncoder(Encoder[CrumbsState]):
    def __init__(self, seats: int) -> None:
        super().__init__(1, seats, [PassLeft, Turn, MustGive, MustEat, MaySnatch])
        self.turn = self.field("turn", [seats], 1, "whose turn it is")
        self.hand = self.field("hand", [KINDS], 2, "own buns by size")
        self.hand_sizes = self.field("hand_sizes", [seats], 4, "buns in each hand")
        self.known = self.field("known", [seats, KINDS], 2, "buns of each hand that the observer has seen")
        self.eaten = self.field("eaten", [seats, KINDS], 4, "buns eaten, by seat and size")
        self.crumbs = self.field("crumbs", [KINDS], 4, "buns that became crumbs")
        self.basket = self.field("basket", [1], sum(COPIES), "buns left in the basket")
        self.offered = self.field("offered", [KINDS], 1, "the bun that may be snatched")
        self.eater = self.field("eater", [seats], 1, "who is about to eat it")
        self.taker = self.field("taker", [seats], 1, "who has begged")
        self.answer = self.field("answer", [KINDS + 1], 1, "own sealed answer: a bun, or to let it go")
        self.snatching = self.field("snatching", [1], 1, "whether buns may be snatched")

    def write(self, s: CrumbsState, seat: int, out: ObservationWriter) -> None:
        self.write_question(s, seat, out)
        out.put_all(self.hand, s.hands[seat])
        for other in range(s.seats):
            far = self.from_seat(seat, other)
            held = 0
            for count in s.hands[other]:
                held += count
            out.put(self.hand_sizes + far, held)
            if other != seat:
                out.put_all(self.known + far * KINDS, s.seen[other][seat])
            out.put_all(self.eaten + far * KINDS, s.eaten[other])
        out.put_all(self.crumbs, s.crumbs)
        left = 0
        for count in s.basket:
            left += count
        out.put(self.basket, left)
        out.put(self.snatching, 1 if s.options["snatching"] else 0)
        for step in s.agenda:
            if isinstance(step, Turn):
                out.put(self.turn + self.from_seat(seat, step.seat), 1)
            elif isinstance(step, MustGive):
                out.put(self.taker + self.from_seat(seat, step.taker), 1)
            elif isinstance(step, PassLeft):
                self.write_answer(step.picks[seat], out)
            elif isinstance(step, MaySnatch):
                out.put(self.offered + step.bun, 1)
                out.put(self.eater + self.from_seat(seat, step.eater), 1)
                if seat != step.eater:
                    self.write_answer(step.answers[seat], out)

    def write_answer(self, answer: int, out: ObservationWriter) -> None:
        if answer != UNDECIDED:
            out.put(self.answer + (KINDS if answer == LETS_GO else answer), 1)
