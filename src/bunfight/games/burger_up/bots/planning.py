"""A whole turn of Burger Up, thought through: what burgers promise for the open orders, and every way to add to them.

What matters of a burger for one order is a handful of counts. They are packed into one number, its key, which grows
with every card; what follows from a key is worked out once for each order and remembered.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine.step import Move
from bunfight.games.burger_up.rules.actions import (
    broken,
    burger_class,
    dead,
    limit,
    missing,
    next_seat,
    satisfied,
    size,
)
from bunfight.games.burger_up.rules.state import (
    ANY,
    AT_MOST,
    BUN,
    CLASS_LOW,
    CLASS_PAY,
    COLOSSAL,
    DIFFERENT,
    NONE,
    TOP,
    Book,
    BurgerUpState,
    Line,
    Order,
)

GROWTH: Final = 0.80
"""What is left of a plan's worth for each further card of any kind."""
TOO_LATE: Final = 0.15
"""What is left of a promise that takes more turns than are likely to be played."""
CLAIM_RATE: Final = 0.5
"""Orders served a turn before anything is known about the table; ``USUAL_CLAIMS`` say how sure that is."""
USUAL_CLAIMS: Final = 12.0
NO_GAIN: Final = -1.0
EVERY_TYPE: Final = 31

# Weights of the plan, in points; tuned in some thousand games of bots against each other.
SECOND: Final = 0.8  # what is left of the lesser of two promises
SERVING: Final = 1.0  # tempo and the count of Top Buns: what serving is worth besides its pay
INGREDIENT: Final = 0.12  # each card on a burger
FITTING: Final = 0.15  # each hand card that fits a burger next
LAST: Final = 8.0  # to serve when that is the last turn: who waits seldom serves better, and lets others serve
RIVAL: Final = 0.3  # how much of another's promise is a reason to be first
UPGRADED: Final = 1.0  # an upgraded kitchen, for each turn left: so much further ahead are those who take it
WAIT: Final = 0.95  # what is left of a promise because it is not kept before the next turn


def rarity(book: Book, line: Line) -> float:
    """The worth that is left for each card a line still misses: rare ones take longer to come by."""
    offered = 0
    halves = line.table
    for card in range(len(book.cards)):
        if halves[2 * card] or halves[2 * card + 1]:
            offered += 1
    return 0.50 + 0.30 * min(1.0, offered / 30.0)


class Progress:
    """How far a burger has come for an order.

    ``done``: it could be served now. ``factors`` and ``cards``: for each class it can still reach, what is left of the
    reward's worth, and how many cards that takes.
    """

    def __init__(self, book: Book, order: Order, left: list[float], stack: vec[i64]) -> None:
        count = size(book, stack)
        self.done = count > 0 and satisfied(book, order, stack, count)
        self.rank = burger_class(count) if count else 0
        self.factors: list[float] = []
        self.cards: list[int] = []
        self.pays: list[int] = []
        keep = 1.0
        lacks = 0
        grown = count
        for index, line in enumerate(order.lines):
            if line.kind == NONE or line.kind == AT_MOST:
                if broken(line, stack):
                    return
                continue
            lacking = missing(book, line, stack)
            lacks += lacking
            if not line.bun:
                grown += lacking
            for _ in range(lacking):
                keep *= left[index]
        if order.high < CLASS_LOW[COLOSSAL] and dead(book, order, stack, count):
            return
        start = max(order.low, grown, 1)
        for rank in range(burger_class(start), COLOSSAL + 1):
            target = max(start, CLASS_LOW[rank])
            if target > order.high:
                break
            factor = keep
            for _ in range(target - grown):
                factor *= GROWTH
            self.factors.append(factor)
            self.cards.append(lacks + target - grown)
            self.pays.append(CLASS_PAY[rank])


class Keys:
    """The keys of burgers for one order, by half: what a card adds, what it marks, and what it does not wipe out."""

    def __init__(self, book: Book, order: Order) -> None:
        self.order = order
        self.left = [rarity(book, line) for line in order.lines]
        halves = range(len(book.kinds))
        self.adds: list[int] = [0] * len(halves)
        self.marks: list[int] = [0] * len(halves)
        self.known: dict[int, Progress] = {}
        bits = len(book.cards).bit_length()  # no stack holds more cards than there are
        width = 0
        for line in order.lines:
            if line.kind == TOP:  # one mark, only for the top card
                for half in halves:
                    if line.table[half]:
                        self.marks[half] |= 1 << width
                width += 1
        self.lasting = -1 << width
        for line in order.lines:
            if line.kind == DIFFERENT:  # a mark for each ingredient
                for half in halves:
                    if line.table[half]:
                        self.marks[half] |= 1 << (width + book.names[half])
                width += len(book.ingredients)
        for half in halves:
            if book.kinds[half] != BUN:
                self.adds[half] += 1 << width
        width += bits
        for line in order.lines:
            if line.kind not in (TOP, DIFFERENT):
                for table in line.tables:
                    for half in halves:
                        if table[half]:
                            self.adds[half] += 1 << width
                    width += bits

    def of(self, stack: vec[i64]) -> int:
        key = 0
        adds = self.adds
        marks = self.marks
        lasting = self.lasting
        for half in stack:
            key = ((key & lasting) + adds[half]) | marks[half]
        return key


class Taste:
    """Probabilities that follow from a card list, computed once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.orders = [Keys(book, order) for order in book.orders]
        self.types: list[int] = []  # by card: which needs it can meet
        for card in range(len(book.cards)):
            first, second = book.kinds[2 * card], book.kinds[2 * card + 1]
            self.types.append(EVERY_TYPE if BUN in (first, second) else 1 << first | 1 << second)


_tastes: Final[list[Taste]] = []


def taste(book: Book) -> Taste:
    """The ``Taste`` of a card list, cached."""
    for known in _tastes:
        if known.book is book:
            return known
    made = Taste(book)
    _tastes.append(made)
    return made


def plays_on(s: BurgerUpState, seat: int) -> bool:
    """Whether a seat still has a turn in this round, after the one that is being played."""
    return (seat - s.first) % s.seats > (s.active - s.first) % s.seats


def closing(s: BurgerUpState) -> bool:
    """Whether serving now leaves the active seat without another turn (BU-END-1, -3)."""
    return s.final or len(s.order_deck) == 0


def turns_left(s: BurgerUpState, seat: int, claims: int) -> float:
    """About how many turns a seat has besides the one that is being played, if it first comes to so many claims."""
    later = 1.0 if plays_on(s, seat) else 0.0
    if s.final or len(s.order_deck) < claims:
        return later
    if claims == 0 and not s.served_round and s.stall + 1 >= s.stall_rounds and next_seat(s) == s.first:
        return 0.0
    served = claims
    for k in s.kitchens:
        served += len(k.claimed)
    turns = (s.round - 1) * s.seats + (s.active - s.first) % s.seats + claims
    rate = (served + USUAL_CLAIMS) / (turns + USUAL_CLAIMS / CLAIM_RATE)
    return later + (len(s.order_deck) + 1 - claims) / rate / s.seats


def promise(progress: Progress, money: float, turns: float, reach: float) -> float:
    """What a burger promises for an order: its pay at the best size, less for each card still missing.

    ``money`` is what it brings besides the class reward; more than ``reach`` cards are likely to come too late.
    """
    if turns == 0.0:
        return 0.0
    best = 0.0
    pays = progress.pays
    factors = progress.factors
    cards = progress.cards
    for i in range(len(factors)):
        worth = (money + pays[i]) * factors[i]
        if cards[i] > reach:
            worth *= TOO_LATE
        if worth > best:
            best = worth
    return best


class TurnOutlook:
    """One burger as it could become: its keys, promises and gains for the three order spaces."""

    def __init__(self, below: TurnOutlook | None, half: int) -> None:
        self.below = below
        self.half = half
        self.height = 0
        self.need = ANY
        self.shine = 0
        self.key0 = 0
        self.key1 = 0
        self.key2 = 0
        self.promise0 = 0.0
        self.promise1 = 0.0
        self.promise2 = 0.0
        self.gain0 = NO_GAIN
        self.gain1 = NO_GAIN
        self.gain2 = NO_GAIN

    def stack(self) -> vec[i64]:
        halves: list[int] = []
        at: TurnOutlook | None = self
        while at is not None and at.half >= 0:
            halves.append(at.half)
            at = at.below
        halves.reverse()
        return vec[i64](halves)


def couple(a: float, b: float) -> float:
    """Two promises at the same time: the lesser one counts for less."""
    return a + SECOND * b if a > b else b + SECOND * a


def crossed(a0: float, b0: float, a1: float, b1: float, least: float) -> float:
    """Two burgers for two orders, the better way round, if that is more than ``least``."""
    straight = couple(a0, b1)
    if straight > least:
        least = straight
    across = couple(a1, b0)
    return across if across > least else least


def pair(a: TurnOutlook, b: TurnOutlook, without: int) -> float:
    """The best two different orders for two burgers; order space ``without`` is served (-1: none)."""
    best = 0.0
    if without < 1:
        best = crossed(a.promise1, b.promise1, a.promise2, b.promise2, best)
    if without < 0 or without == 1:
        best = crossed(a.promise0, b.promise0, a.promise2, b.promise2, best)
    if without < 0 or without == 2:
        best = crossed(a.promise0, b.promise0, a.promise1, b.promise1, best)
    return best


class Plan:
    """A seat's turn, thought through: burgers, hand and placements as they could become; nothing hidden is read."""

    def __init__(self, s: BurgerUpState, seat: int) -> None:
        kitchen = s.kitchens[seat]
        self.s = s
        self._seat = seat
        self._taste = taste(s.book)
        self.book = s.book
        self.turns = turns_left(s, seat, 0)
        self._reach = self.turns * limit(kitchen)
        ends = closing(s)
        self._after = 0.0 if ends else 1.0  # what is left of the rest once this seat has served
        self._last = LAST if ends and not s.final else 0.0
        self.hand = kitchen.hand.copy()
        self._upgraded = kitchen.upgraded
        self.upgrade = turns_left(s, seat, 1) * UPGRADED
        self.ingredient = INGREDIENT if self.turns > 0.0 else 0.0
        self._threats = [0.0, 0.0, 0.0]
        self._empty = TurnOutlook(
            None, -1
        )  # an empty burger beside one that is served, which adds a dollar to the others
        empty = self._empty
        for slot in range(3):
            order = s.pending[slot]
            if order < 0:
                continue
            keys = self._taste.orders[order]
            later = self.promise(self.progress(keys, 0, empty), s.coins[slot] + 1)
            if slot == 0:
                empty.promise0 = later
            elif slot == 1:
                empty.promise1 = later
            else:
                empty.promise2 = later
            self._threats[slot] = self._threat(keys, s.coins[slot], ends)
        self.first = self.outlook_of(kitchen.stacks[0])
        self.other = self.outlook_of(kitchen.stacks[1])
        self.market: list[int] = []  # cards that could be bought, by space, or -1
        self.best: Move | None = None
        self.best_value = -1.0
        self.bargains: list[float] = [-1.0, -1.0, -1.0]  # the best value with the card of a market space

    def _threat(self, keys: Keys, coins: int, ends: bool) -> float:
        """What the order promises to another seat in its next turn; ``ends``: some have none once this seat serves."""
        book = self.book
        worst = 0.0
        for other in range(self.s.seats):
            if other == self._seat or (ends and not plays_on(self.s, other)):
                continue
            rival = self.s.kitchens[other]
            for stack in rival.stacks:
                if size(book, stack) == 0:
                    continue
                key = keys.of(stack)
                progress = keys.known.get(key)
                if progress is None:
                    progress = Progress(book, keys.order, keys.left, stack)
                    keys.known[key] = progress
                shine = 0
                for half in stack:
                    if book.perfects[half]:
                        shine += 1
                fear = promise(progress, coins + shine + SERVING, 1.0, limit(rival)) * WAIT
                if fear > worst:
                    worst = fear
        return worst

    def promise(self, progress: Progress, money: int) -> float:
        return promise(progress, money + SERVING, self.turns, self._reach) * WAIT

    def progress(self, keys: Keys, key: int, at: TurnOutlook) -> Progress:
        found = keys.known.get(key)
        if found is None:
            found = Progress(self.book, keys.order, keys.left, at.stack())
            keys.known[key] = found
        return found

    def outlook_of(self, stack: vec[i64]) -> TurnOutlook:
        """A burger as it stands."""
        at = TurnOutlook(None, -1)
        for half in stack:
            at = self.onto(at, half)
        self.assess(at)
        return at

    def put(self, below: TurnOutlook, half: int) -> TurnOutlook:
        """A burger with one more card."""
        at = self.onto(below, half)
        self.assess(at)
        return at

    def onto(self, below: TurnOutlook, half: int) -> TurnOutlook:
        book = self.book
        pending = self.s.pending
        orders = self._taste.orders
        at = TurnOutlook(below, half)
        at.height = below.height + 1
        at.need = book.nexts[half]
        at.shine = below.shine + 1 if book.perfects[half] else below.shine
        order = pending[0]
        if order >= 0:
            keys = orders[order]
            at.key0 = ((below.key0 & keys.lasting) + keys.adds[half]) | keys.marks[half]
        order = pending[1]
        if order >= 0:
            keys = orders[order]
            at.key1 = ((below.key1 & keys.lasting) + keys.adds[half]) | keys.marks[half]
        order = pending[2]
        if order >= 0:
            keys = orders[order]
            at.key2 = ((below.key2 & keys.lasting) + keys.adds[half]) | keys.marks[half]
        return at

    def assess(self, at: TurnOutlook) -> None:
        """What a burger promises for each open order, and what it would pay at once."""
        s = self.s
        orders = self._taste.orders
        order = s.pending[0]
        if order >= 0:
            progress = self.progress(orders[order], at.key0, at)
            at.promise0 = self.promise(progress, s.coins[0] + at.shine)
            if progress.done:
                at.gain0 = self.gain(progress, 0, at.shine)
        order = s.pending[1]
        if order >= 0:
            progress = self.progress(orders[order], at.key1, at)
            at.promise1 = self.promise(progress, s.coins[1] + at.shine)
            if progress.done:
                at.gain1 = self.gain(progress, 1, at.shine)
        order = s.pending[2]
        if order >= 0:
            progress = self.progress(orders[order], at.key2, at)
            at.promise2 = self.promise(progress, s.coins[2] + at.shine)
            if progress.done:
                at.gain2 = self.gain(progress, 2, at.shine)

    def gain(self, progress: Progress, slot: int, shine: int) -> float:
        """What serving pays, and what it takes from the others."""
        reward = float(CLASS_PAY[progress.rank])
        if progress.rank == COLOSSAL and not self._upgraded and self.upgrade > reward:
            reward = self.upgrade
        return self.s.coins[slot] + reward + shine + SERVING + RIVAL * self._threats[slot] + self._last

    def value(self, a: TurnOutlook, b: TurnOutlook) -> float:
        """The two burgers at their best: one of them served now, or both kept."""
        ingredient = self.ingredient
        best = pair(a, b, -1) + ingredient * (a.height + b.height)
        empty = self._empty
        after = self._after
        kept = ingredient * b.height
        if a.gain0 >= 0.0:
            best = max(best, a.gain0 + after * (pair(empty, b, 0) + kept))
        if a.gain1 >= 0.0:
            best = max(best, a.gain1 + after * (pair(empty, b, 1) + kept))
        if a.gain2 >= 0.0:
            best = max(best, a.gain2 + after * (pair(empty, b, 2) + kept))
        kept = ingredient * a.height
        if b.gain0 >= 0.0:
            best = max(best, b.gain0 + after * (pair(a, empty, 0) + kept))
        if b.gain1 >= 0.0:
            best = max(best, b.gain1 + after * (pair(a, empty, 1) + kept))
        if b.gain2 >= 0.0:
            best = max(best, b.gain2 + after * (pair(a, empty, 2) + kept))
        return best

    def together(self) -> float:
        """What the burgers promise as they are."""
        return pair(self.first, self.other, -1)

    def single(self) -> float:
        """What the better burger promises: all that one turn can keep."""
        a = self.first
        b = self.other
        return max(a.promise0, a.promise1, a.promise2, b.promise0, b.promise1, b.promise2)

    def standing(self) -> float:
        return self.value(self.first, self.other)

    def serve(self) -> Move:
        """The best order to serve with the burgers as they are; or clean up."""
        ingredient = self.ingredient
        claims = self.book.claims
        pending = self.s.pending
        best = self.together() + ingredient * (self.first.height + self.other.height)
        found: Move = self.book.cleanup
        for burger in range(2):
            served = self.other if burger else self.first
            other = self.first if burger else self.other
            for slot, gain in enumerate((served.gain0, served.gain1, served.gain2)):
                if gain < 0.0:
                    continue
                total = gain + self._after * (pair(self._empty, other, slot) + ingredient * other.height)
                if total > best:
                    best = total
                    found = claims[burger * len(self.book.orders) + pending[slot]]
        return found

    def comfort(self, a: TurnOutlook, b: TurnOutlook) -> float:
        """How well the rest of the hand fits what the burgers need next."""
        if self.turns == 0.0:
            return 0.0
        kinds = self.book.kinds
        types = self._taste.types
        wanted = EVERY_TYPE if a.need == ANY or b.need == ANY else 1 << a.need | 1 << b.need
        total = 0.0
        for card in self.hand:
            if kinds[2 * card] != BUN and types[card] & wanted:
                total += FITTING
        return total

    def turn_value(self, a: TurnOutlook, b: TurnOutlook, depth: int) -> float:
        """What the best way to go on is worth from two other burgers, with the hand and without the market."""
        best, best_value, market = self.best, self.best_value, self.market
        self.best_value = -1.0
        self.market = []
        self.explore(depth, self.book.cleanup, a, b, False, -1)
        found = self.best_value
        self.best, self.best_value, self.market = best, best_value, market
        return found

    def explore(self, depth: int, root: Move | None, a: TurnOutlook, b: TurnOutlook, only_b: bool, bought: int) -> None:
        """Try every way to place up to ``depth`` cards; remember the first move of the best way.

        Placements on different burgers do not meddle, so burger 0 is built first. ``bought`` is the market space of the
        card that was bought for this way, or -1; with it only the value is remembered.
        """
        value = self.value(a, b) + self.comfort(a, b)
        if bought >= 0:
            if value > self.bargains[bought]:
                self.bargains[bought] = value
        elif value > self.best_value:
            self.best_value = value
            self.best = self.serve() if root is None else root
        if depth == 0:
            return
        hand = self.hand
        for at in range(len(hand)):
            card = hand[at]
            hand[at] = hand[-1]
            hand.pop()
            self._place(card, depth, root, a, b, only_b, bought)
            if at < len(hand):
                hand.append(hand[at])
                hand[at] = card
            else:
                hand.append(card)
        if bought < 0:
            for slot in range(len(self.market)):
                if self.market[slot] >= 0:
                    self._place(self.market[slot], depth, self.book.cleanup, a, b, only_b, slot)

    def _place(
        self, card: int, depth: int, root: Move | None, a: TurnOutlook, b: TurnOutlook, only_b: bool, bought: int
    ) -> None:
        book = self.book
        half = card * 2
        alike = a.height == 0 and b.height == 0  # then burger 1 offers nothing that burger 0 does not
        for _ in range(1 if book.twin[card] else 2):
            kind = book.kinds[half]
            if not only_b and (a.need == ANY or kind == BUN or kind == a.need):
                move = book.places[half * 2] if root is None else root
                self.explore(depth - 1, move, self.put(a, half), b, False, bought)
            if not alike and (b.need == ANY or kind == BUN or kind == b.need):
                move = book.places[half * 2 + 1] if root is None else root
                self.explore(depth - 1, move, a, self.put(b, half), True, bought)
            half += 1
