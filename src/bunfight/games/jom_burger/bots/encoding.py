"""What a seat of Jom Burger may know, in numbers: all but a salad side that is chosen and not yet shown."""

from typing import Final, final

from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.engine.step import Seat
from bunfight.games.jom_burger.rules.actions import total
from bunfight.games.jom_burger.rules.state import KINDS, NOBODY, ROUNDS, SLOTS, UNCHOSEN, Card, JomState
from bunfight.games.jom_burger.rules.steps import MayRerollOnce, MaySwapDie, MustTakeDie
from bunfight.games.jom_burger.rules.steps_setup import MustChooseSalad, MustTakeBurger, has_burger

INGREDIENTS: Final = 6
QUESTIONS: Final[list[type]] = [MustTakeBurger, MustChooseSalad, MustTakeDie, MaySwapDie, MayRerollOnce]
BURGER: Final = QUESTIONS.index(MustTakeBurger)
SALAD: Final = QUESTIONS.index(MustChooseSalad)


@final
class JomEncoder(Encoder[JomState]):
    def __init__(self, cards: list[Card], seats: int) -> None:
        super().__init__(1, seats, QUESTIONS)
        self.cards: dict[str, int] = {card.id: number for number, card in enumerate(cards)}
        self.menu: i64 = len(cards)
        self.round = self.field("round", [ROUNDS + 1], 1, "the round; the first place: before the first roll")
        self.turn = self.field("turn", [2 * seats], 1, "which draft turn of the round it is")
        self.start = self.field("start", [seats], 1, "who drafts first in this round")
        self.bag = self.field("bag", [INGREDIENTS], 8, "dice in the bag, by ingredient")
        self.pool = self.field("pool", [KINDS], 2, "dice of the pool, by ingredient and pips")
        self.delivered = self.field("delivered", [KINDS], 1, "the open delivery of Extra Supply")
        self.fridge = self.field("fridge", [INGREDIENTS], 4, "dice in the Fridge, by ingredient")
        self.burger = self.field("burger", [seats, len(cards)], 1, "the burger card of each seat")
        self.filled = self.field("filled", [seats, SLOTS], 1, "which slots have a die")
        self.pips = self.field("pips", [seats, SLOTS], 6, "the pips of the dice there")
        self.salad = self.field("salad", [seats, KINDS], 1, "dice of the salad")
        self.side = self.field("side", [seats, 2], 1, "the salad side, once the observer may know it")
        self.unused = self.field("unused", [seats, 2], 1, "action cards not yet used: reroll, supply")
        self.wasted = self.field("wasted", [seats], 4, "forced picks that went to the Fridge")
        self.points = self.field("points", [seats], 32, "the score if the game ended now")
        self.basic = self.field("first_basic", [seats], 1, "who served the first Basic Burger")
        self.premium = self.field("first_premium", [seats], 1, "who served the first Premium Burger")

    def write(self, s: JomState, seat: Seat, out: ObservationWriter) -> None:
        question = self.write_question(s, seat, out)
        out.put(self.round + s.round, 1)
        if s.round > 0 and s.agenda:
            out.put(self.turn + s.turn, 1)
        out.put(self.start + self.from_seat(seat, s.start), 1)
        out.put_all(self.bag, s.bag)
        out.put_each(self.pool, s.pool)
        out.put_each(self.delivered, s.delivered)
        for kind in s.fridge:
            die: i64 = kind
            out.note(die // 6)
        out.put_noted(self.fridge)
        if s.first_basic != NOBODY:
            out.put(self.basic + self.from_seat(seat, s.first_basic), 1)
        if s.first_premium != NOBODY:
            out.put(self.premium + self.from_seat(seat, s.first_premium), 1)
        secret = question == SALAD
        other: i64 = 0
        while other < self.seats:
            if question != BURGER or has_burger(s, other):
                card = self.cards[s.stalls[other].card.id]
                out.put(self.burger + self.from_seat(seat, other) * self.menu + card, 1)
            self.write_stall(s, other, self.from_seat(seat, other), secret and other != seat, out)
            other += 1

    def write_stall(self, s: JomState, owner: i64, far: i64, secret: bool, out: ObservationWriter) -> None:
        stall = s.stalls[owner]
        filled = stall.filled
        at: i64 = far * SLOTS
        slot: i64 = 0
        while filled:
            if filled & 1:
                out.put(self.filled + at + slot, 1)
                out.put(self.pips + at + slot, stall.pips[slot])
            filled >>= 1
            slot += 1
        out.put_each(self.salad + far * KINDS, stall.salad)
        if stall.side != UNCHOSEN and not secret:
            out.put(self.side + far * 2 + stall.side, 1)
        out.put(self.unused + far * 2, 1 if stall.reroll else 0)
        out.put(self.unused + far * 2 + 1, 1 if stall.supply else 0)
        out.put(self.wasted + far, stall.wasted)
        out.put(self.points + far, total(s, owner))
