"""Encodes what a seat of Burger Up may know as numbers, for learning."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.games.burger_up.rules.actions import dead, estimate, limit, need, satisfied, size
from bunfight.games.burger_up.rules.moves import BURGERS, SLOTS
from bunfight.games.burger_up.rules.state import BUN, CLEANUP, Book, BurgerUpState, Kitchen
from bunfight.games.burger_up.rules.steps import ChooseReward, CleanUp, TakeTurn

TYPES: Final = 5
MEMORY: Final = 4096  # stacks and orders that are remembered
NO_KEY: Final = -1_000_000
LAYERS: Final = 12  # of a burger, from the bottom; higher layers appear only in the counts


@final
class BurgerUpEncoder(Encoder[BurgerUpState]):
    def __init__(self, book: Book, seats: int) -> None:
        super().__init__(1, seats, [TakeTurn, ChooseReward, CleanUp])
        self.cards: i64 = len(book.cards)
        self.foods: i64 = len(book.ingredients)
        self.orders: i64 = len(book.orders)
        self.halves: i64 = 2 * len(book.cards)
        # Keys of longer stacks would not fit into a number.
        self.longest: i64 = max(0, (60 - len(book.orders).bit_length()) // (2 * len(book.cards)).bit_length())
        self.remembered: vec[i64] = vec[i64]([-1] * MEMORY)
        self.prospects: vec[i64] = vec[i64]([0] * MEMORY)
        nothing = vec[i64]()  # what is true of an empty stack never changes
        self.wanted: vec[i64] = vec[i64]([estimate(book, order, nothing, 0) for order in book.orders])
        self.hopeless: vec[i64] = vec[i64]([4 if dead(book, order, nothing, 0) else 0 for order in book.orders])
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

    def write(self, s: BurgerUpState, seat: int, out: ObservationWriter) -> None:
        self.write_question(s, seat, out)
        out.put(self.active + self.from_seat(seat, s.active), 1)
        out.put(self.first + self.from_seat(seat, s.first), 1)
        out.put(self.phase + s.phase, 1)
        out.put(self.turn, s.placed)
        out.put(self.turn + 1, limit(s.kitchens[s.active]))
        out.put(self.turn + 2, 4 if s.served_turn else 0)
        out.put(self.round, s.round)
        out.put(self.round + 1, s.stall)
        out.put(self.round + 2, 16 if s.final else 0)
        out.put_each(self.hand, s.kitchens[seat].hand)
        for slot in range(SLOTS):
            if s.market[slot] >= 0:
                out.put(self.market + slot * self.cards + s.market[slot], 1)
            if s.pending[slot] >= 0:
                out.put(self.pending + slot * self.orders + s.pending[slot], 1)
                out.put(self.coins + slot, s.coins[slot])
        out.put(self.decks, len(s.deck))
        out.put(self.decks + 1, len(s.order_deck))
        out.mark(self.discard, s.discard.items)
        for other in range(self.seats):
            self.write_kitchen(s.book, s.kitchens[other], self.from_seat(seat, other), out)
        self.write_own(s, s.kitchens[seat], out)
        if s.agenda:
            step = s.agenda[-1]
            if isinstance(step, ChooseReward):
                out.put(self.announced + step.burger * SLOTS + step.slot, 1)

    def write_kitchen(self, book: Book, k: Kitchen, far: i64, out: ObservationWriter) -> None:
        """What everybody sees of a player."""
        out.put(self.hand_sizes + far, len(k.hand))
        out.put_each(self.known + far * self.cards, k.shown)
        out.put(self.money + far, k.money)
        out.put(self.spatula + far * 3 + k.spatula, 1)
        out.put(self.upgraded + far, 1 if k.upgraded else 0)
        out.put(self.served + far, len(k.claimed))
        names, kinds = book.names, book.kinds
        for burger in range(BURGERS):
            at = far * BURGERS + burger
            stack = k.stacks[burger]
            layers = self.layers + at * self.foods
            count: i64 = 0
            perfect: i64 = 0
            out.put_kinds(layers, stack, names)
            for half in stack:
                if kinds[half] != BUN:
                    count += 1
                if book.perfects[half]:
                    perfect += 1
            out.put(self.next + at * TYPES + need(book, stack), 1)
            out.put(self.size_ + at * 2, count)
            out.put(self.size_ + at * 2 + 1, perfect)

    def write_own(self, s: BurgerUpState, k: Kitchen, out: ObservationWriter) -> None:
        """The own burgers layer by layer, and how far they are for each order."""
        book = s.book
        for burger in range(BURGERS):
            stack = k.stacks[burger]
            place: i64 = self.stack + burger * LAYERS * self.foods
            end: i64 = place + LAYERS * self.foods
            for half in stack:
                if place < end:
                    out.put(place + book.names[half], 1)
                    place += self.foods
            key: i64 = NO_KEY
            if len(stack) <= self.longest:
                key = 1  # another for every stack
                for half in stack:
                    key = key * self.halves + half
            for slot in range(SLOTS):
                number: i64 = s.pending[slot]
                if number < 0:
                    continue
                at = self.checks + (burger * SLOTS + slot) * 3
                if len(stack) == 0:
                    out.put(at, self.wanted[number])
                    out.put(at + 2, self.hopeless[number])
                    continue
                prospect = self.prospect(book, number, stack, key)
                out.put(at, prospect >> 2)
                out.put(at + 1, 4 if prospect & 1 else 0)
                out.put(at + 2, 4 if prospect & 2 else 0)

    def prospect(self, book: Book, number: i64, stack: vec[i64], key: i64) -> i64:
        """How far a stack is from an order: the missing cards times 4, plus 2 if it is dead, plus 1 if it is ready.

        Most stacks stay as they are from one decision to the next, so what was found lately is remembered.
        """
        key = key * self.orders + number
        at: i64 = (key ^ key >> 12 ^ key >> 24 ^ key >> 36) & (MEMORY - 1)
        if self.remembered[at] == key:
            return self.prospects[at]
        order, count = book.orders[number], size(book, stack)
        ready = count > 0 and satisfied(book, order, stack, count)
        found: i64 = 1 if ready else estimate(book, order, stack, count) << 2
        if dead(book, order, stack, count):
            found += 2
        if key >= 0:
            self.remembered[at] = key
            self.prospects[at] = found
        return found
