"""What a seat of Burger Boss may know, in numbers."""

from typing import Final, final

from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.engine.step import Seat
from bunfight.games.burger_boss.rules.actions import progress
from bunfight.games.burger_boss.rules.state import (
    GRILLS,
    KINDS,
    SLOTS,
    BossState,
    Menu,
    customers_left,
    how_many,
    in_hand,
)
from bunfight.games.burger_boss.rules.steps import AnswerWindow, RevealWorkers, Round, SellFood
from bunfight.games.burger_boss.rules.steps_kitchen import BuyIngredients, CookFood, MakeRoom
from bunfight.games.burger_boss.rules.steps_place import DirectWorkers

FACES: Final = 6
SPECIALS: Final = 5
GAME_CARDS: Final = 8
BIT: Final[list[int]] = [1 << slot for slot in range(SLOTS)]
QUESTIONS: Final[list[type]] = [
    Round, RevealWorkers, AnswerWindow, DirectWorkers, MakeRoom, BuyIngredients, CookFood, SellFood,
]  # fmt: skip
WINDOW: Final = QUESTIONS.index(AnswerWindow)
FIRST_IN_PROGRESS: Final = QUESTIONS.index(MakeRoom)  # from here on a question has come some way


DIE: Final = 3  # bits of dice that show a face
BAG: Final = 5  # bits of ingredients of a kind


@final
class BossEncoder(Encoder[BossState]):
    def __init__(self, menu: Menu, seats: int) -> None:
        super().__init__(1, seats, QUESTIONS)
        self.round = self.field("round", [1], 10, "the round")
        self.order = self.field("order", [seats, seats], 1, "the Turn card: who comes when")
        self.roll = self.field("roll", [FACES], 2, "own dice of this round, by face")
        self.working = self.field("working", [seats, FACES], 2, "dice that turned up")
        self.dice = self.field("dice", [seats, FACES], 2, "of them, not yet placed")
        self.workers = self.field("workers", [seats, 2], 2, "workers hired; workers that turned up or not, rolled")
        self.kitchens = self.field("kitchens", [seats], 3, "kitchens")
        self.money = self.field("money", [seats], 20, "dollars")
        self.store = self.field("storage", [seats, KINDS], 4, "ingredients in cold storage")
        self.leftover = self.field("leftover", [seats, KINDS], 4, "of them, left when the seat first cooked")
        self.cooked = self.field("cooked", [seats], 2, "how often a seat has cooked this round")
        self.items = self.field("grills", [seats, GRILLS, int(menu.track), KINDS], 2, "what lies on the grills")
        self.hand = self.field("hand", [SPECIALS], 2, "own Manager's Specials")
        self.specials = self.field(
            "specials", [seats, 2], 2, "specials in each hand; of them, steals that all have seen"
        )
        self.discards = self.field("discards", [SPECIALS], 4, "specials that were used")
        self.queue = self.field("queue", [SLOTS, KINDS], 2, "what the customer in each place has ordered")
        self.price = self.field("price", [SLOTS], 8, "what they pay")
        self.ready = self.field("ready", [seats, SLOTS], 1, "who has exactly that on a grill")
        self.next = self.field("next", [KINDS], 2, "what the next customer will order, if that can be seen")
        self.deck = self.field("deck", [2], 20, "customers in the deck; customers who left")
        self.pile = self.field("pile", [KINDS], 20, "ingredients in the supply")
        self.spaces = self.field("spaces", [GAME_CARDS, FACES], 2, "free spaces of each card that take a die")
        self.cheese = self.field("cheese_low", [1], 6, "the lowest die that the Cheese Shop still takes")
        self.sold = self.field("sold", [seats, 2], 4, "customers served; the most in one sales turn")
        self.mission = self.field("mission", [len(menu.mission_need)], 1, "own mission")
        self.done = self.field("progress", [2], 4, "how far it has come; how far it must")
        self.coming = self.field("coming", [KINDS], 1, "the ingredient for which there is no room")
        self.count = self.field("count", [2], 4, "bought, added, sold or waiting so far; discounts or tips in force")
        self.closing = self.field("window", [2], 1, "a window for specials: opening, closing")

    def write(self, s: BossState, seat: Seat, out: ObservationWriter) -> None:
        question = self.write_question(s, seat, out)
        out.put(self.round, s.round)
        out.put_packed(self.roll, s.rolled[seat], DIE)
        out.put_rows(self.hand, s.hands, seat * SPECIALS, SPECIALS)
        out.put_rows(self.discards, s.discards, 0, SPECIALS)
        self._market(s, out)
        other: i64 = 0
        while other < self.seats:
            out.put(self.order + other * self.seats + self.from_seat(seat, s.order[other]), 1)
            self._player(s, other, self.from_seat(seat, other), out)
            other += 1
        mission = s.missions[seat]
        out.put(self.mission + mission, 1)
        out.put(self.done, progress(s, seat, mission))
        out.put(self.done + 1, s.menu.mission_need[mission])
        if question == WINDOW:
            step = s.agenda[-1]
            assert isinstance(step, AnswerWindow)
            out.put(self.closing + (1 if step.closing else 0), 1)
        elif question >= FIRST_IN_PROGRESS:
            self._open(s, out)

    def _market(self, s: BossState, out: ObservationWriter) -> None:
        """The queue, the supply and the spaces for workers."""
        menu = s.menu
        slot: i64 = 0
        while slot < SLOTS:
            customer = s.queue[slot]
            if customer >= 0:
                out.put_packed(self.queue + slot * KINDS, menu.wants[customer], BAG)
                out.put(self.price + slot, menu.prices[customer])
            slot += 1
        if s.top >= 0:
            out.put_packed(self.next, menu.wants[s.top], BAG)
        out.put(self.deck, customers_left(s))
        out.put(self.deck + 1, len(s.gone))
        out.put_packed(self.pile, s.pile, BAG)
        out.put_rows(self.spaces, s.free, 1, FACES, FACES + 1, GAME_CARDS)
        out.put(self.cheese, s.cheese_low)

    def _player(self, s: BossState, other: i64, far: i64, out: ObservationWriter) -> None:
        """What everybody sees of a restaurant."""
        out.put_packed(self.working + far * FACES, s.working[other], DIE)
        out.put_packed(self.dice + far * FACES, s.dice[other], DIE)
        out.put(self.workers + far * 2, s.hired[other])
        out.put(self.workers + far * 2 + 1, how_many(s.rolled[other]))
        out.put(self.kitchens + far, s.kitchens[other])
        out.put(self.money + far, s.money[other])
        out.put_packed(self.store + far * KINDS, s.store[other], BAG)
        out.put_packed(self.leftover + far * KINDS, s.leftover[other], BAG)
        out.put(self.cooked + far, s.cooked[other])
        out.put(self.specials + far * 2, in_hand(s, other))
        out.put(self.specials + far * 2 + 1, s.shown[other])
        out.put(self.sold + far * 2, s.served[other])
        out.put(self.sold + far * 2 + 1, s.best_turn[other])
        places = GRILLS * s.menu.track
        ready: i64 = 0
        at: i64 = 0
        while at < places:
            item = s.items[other * places + at]
            if item:
                out.put_packed(self.items + (far * places + at) * KINDS, item, BAG)
                slot: i64 = 0
                while slot < SLOTS:
                    if s.queue[slot] >= 0 and s.menu.wants[s.queue[slot]] == item and not ready >> slot & 1:
                        ready |= BIT[slot]
                        out.put(self.ready + far * SLOTS + slot, 1)
                    slot += 1
            at += 1

    def _open(self, s: BossState, out: ObservationWriter) -> None:
        """How far the open question has come."""
        step = s.agenda[-1]
        if isinstance(step, MakeRoom):
            out.put(self.coming + step.kind, 1)
            out.put(self.count, step.left)
        elif isinstance(step, BuyIngredients):
            out.put(self.count, step.bought)
            out.put(self.count + 1, step.gifts)
        elif isinstance(step, CookFood):
            out.put(self.count, step.added)
        elif isinstance(step, SellFood):
            out.put(self.count, step.sold)
            out.put(self.count + 1, step.tips)
