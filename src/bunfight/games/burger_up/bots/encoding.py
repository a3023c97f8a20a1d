"""Encodes what a seat of Burger Up may know as numbers, for learning."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, Ink
from bunfight.games.burger_up.rules.actions import dead, estimate, limit, need, perfects, satisfied, size
from bunfight.games.burger_up.rules.moves import BURGERS, SLOTS
from bunfight.games.burger_up.rules.state import CLEANUP, Book, BurgerUpState, Kitchen
from bunfight.games.burger_up.rules.steps import ChooseReward, CleanUp, TakeTurn

TYPES: Final = 5
LAYERS: Final = 12  # of a burger, from the bottom; higher layers appear only in the counts


class BurgerUpEncoder(Encoder[BurgerUpState]):
    def __init__(self, book: Book, seats: int) -> None:
        super().__init__(1, seats, [TakeTurn, ChooseReward, CleanUp])
        self.cards: i64 = len(book.cards)
        self.foods: i64 = len(book.ingredients)
        self.orders: i64 = len(book.orders)
        cards, foods, orders = len(book.cards), len(book.ingredients), len(book.orders)
        self.active = self.field("active", [seats], 1, "whose turn it is")
        self.first = self.field("first", [seats], 1, "who began")
        self.phase = self.field("phase", [CLEANUP + 1], 1, "the phase of the turn")
        self.turn = self.field("turn", [3], 4, "placements made and allowed in this turn; whether an order was served")
        self.round = self.field("round", [3], 16, "the round; rounds without an order; whether it is the last")
        self.hand = self.field("hand", [cards], 1, "own cards")
        self.hand_sizes = self.field("hand_sizes", [seats], 4, "cards in each hand")
        self.known = self.field("known", [seats, cards], 1, "cards of each hand that were bought in the open")
        self.market = self.field("market", [SLOTS, cards], 1, "the card in each space of the market")
        self.pending = self.field("orders", [SLOTS, orders], 1, "the order in each space")
        self.coins = self.field("coins", [SLOTS], 8, "the coins on it")
        self.decks = self.field("decks", [2], 40, "cards in the deck; orders in theirs")
        self.discard = self.field("discard", [cards], 1, "cards of the discard pile")
        self.money = self.field("money", [seats], 20, "dollars")
        self.spatula = self.field("spatula", [seats, 3], 1, "pristine, dirty or gone")
        self.upgraded = self.field("upgraded", [seats], 1, "who has the upgraded kitchen")
        self.served = self.field("served", [seats], 5, "orders served")
        self.layers = self.field("layers", [seats, BURGERS, foods], 1, "ingredients of each burger")
        self.next = self.field("next", [seats, BURGERS, TYPES], 1, "the type that must come next; the first: any")
        self.size_ = self.field("size", [seats, BURGERS, 2], 8, "ingredients without buns; Perfect ones")
        self.stack = self.field("stack", [BURGERS, LAYERS, foods], 1, "own burgers, from the bottom")
        self.checks = self.field(
            "checks", [BURGERS, SLOTS, 3], 4, "own burger and order: cards that are missing, can be served, is dead"
        )
        self.announced = self.field("announced", [BURGERS, SLOTS], 1, "the Colossal burger that waits for its reward")

    def write(self, s: BurgerUpState, seat: int, ink: Ink) -> None:
        self.write_question(s, seat, ink)
        ink.put(self.active + self.from_seat(seat, s.active), 1)
        ink.put(self.first + self.from_seat(seat, s.first), 1)
        ink.put(self.phase + s.phase, 1)
        ink.put(self.turn, s.placed)
        ink.put(self.turn + 1, limit(s.kitchens[s.active]))
        ink.put(self.turn + 2, 4 if s.served_turn else 0)
        ink.put(self.round, s.round)
        ink.put(self.round + 1, s.stall)
        ink.put(self.round + 2, 16 if s.final else 0)
        for card in s.kitchens[seat].hand:
            ink.put(self.hand + card, 1)
        for slot in range(SLOTS):
            if s.market[slot] >= 0:
                ink.put(self.market + slot * self.cards + s.market[slot], 1)
            if s.pending[slot] >= 0:
                ink.put(self.pending + slot * self.orders + s.pending[slot], 1)
                ink.put(self.coins + slot, s.coins[slot])
        ink.put(self.decks, len(s.deck))
        ink.put(self.decks + 1, len(s.order_deck))
        for card in s.discard.items:
            ink.put(self.discard + card, 1)
        for other in range(self.seats):
            self.write_kitchen(s.book, s.kitchens[other], self.from_seat(seat, other), ink)
        self.write_own(s, s.kitchens[seat], ink)
        if s.agenda:
            step = s.agenda[-1]
            if isinstance(step, ChooseReward):
                ink.put(self.announced + step.burger * SLOTS + step.slot, 1)

    def write_kitchen(self, book: Book, k: Kitchen, far: i64, ink: Ink) -> None:
        """What everybody sees of a player."""
        ink.put(self.hand_sizes + far, len(k.hand))
        for card in k.shown:
            ink.put(self.known + far * self.cards + card, 1)
        ink.put(self.money + far, k.money)
        ink.put(self.spatula + far * 3 + k.spatula, 1)
        ink.put(self.upgraded + far, 1 if k.upgraded else 0)
        ink.put(self.served + far, len(k.claimed))
        for burger in range(BURGERS):
            at = far * BURGERS + burger
            stack = k.stacks[burger]
            for half in stack:
                ink.note(book.names[half])
            ink.put_noted(self.layers + at * self.foods)
            ink.put(self.next + at * TYPES + need(book, stack), 1)
            ink.put(self.size_ + at * 2, size(book, stack))
            ink.put(self.size_ + at * 2 + 1, perfects(book, stack))

    def write_own(self, s: BurgerUpState, k: Kitchen, ink: Ink) -> None:
        """The own burgers layer by layer, and how far they are for each order."""
        book = s.book
        for burger in range(BURGERS):
            stack = k.stacks[burger]
            for layer in range(min(len(stack), LAYERS)):
                ink.put(self.stack + (burger * LAYERS + layer) * self.foods + book.names[stack[layer]], 1)
            count = size(book, stack)
            for slot in range(SLOTS):
                if s.pending[slot] < 0:
                    continue
                order = book.orders[s.pending[slot]]
                at = self.checks + (burger * SLOTS + slot) * 3
                ready = count > 0 and satisfied(book, order, stack, count)
                ink.put(at, 0 if ready else estimate(book, order, stack, count))
                ink.put(at + 1, 4 if ready else 0)
                ink.put(at + 2, 4 if dead(book, order, stack, count) else 0)
