"""How to play Burger Up sensibly: what a stack is worth for each order, a plan for a whole turn, and its terms."""

from __future__ import annotations

from math import exp
from typing import Final

from bunfight.games.burger_up.moves import BUY, CLEANUP, COINS, END, UPGRADE, Claim, Discard, Lift, Place
from bunfight.games.burger_up.state import (
    AT_MOST,
    BUN,
    CLASS_LOW,
    CLASS_PAY,
    COLOSSAL,
    HAND,
    MARKET,
    NONE,
    SPATULA_POINTS,
    Book,
    BurgerUpState,
    Kitchen,
    Line,
)
from bunfight.games.burger_up.state import CLEANUP as CLEANUP_PHASE
from bunfight.games.burger_up.steps import ChooseReward, CleanUp
from bunfight.games.burger_up.verbs import (
    broken,
    burger_class,
    dead,
    fits,
    limit,
    missing,
    most_top_buns,
    need,
    next_seat,
    perfects,
    satisfied,
    size,
)
from bunfight.kernel.luck import Rng
from bunfight.kernel.step import Move

GROWTH: Final = 0.80
"""What is left of a plan's worth for each further card of any kind."""
WAIT: Final = 0.95
"""What is left of a promise because it is not kept before the next turn."""
TOO_LATE: Final = 0.15
"""What is left of a promise that takes more turns than are likely to be played."""
SECOND: Final = 0.80
SERVING: Final = 1.0
"""Tempo and the count of Top Buns: what serving is worth besides its pay."""
INGREDIENT: Final = 0.12
FITTING: Final = 0.15
BUN_IN_HAND: Final = 0.5
RIVAL: Final = 0.3
UPGRADE_A_TURN: Final = 0.7
KEEP: Final = 0.35
BUY_FLOOR: Final = 0.5
"""A market card that adds less than this by itself is not thought about."""
LIFT_MARGIN: Final = 1.0
CLAIM_RATE: Final = 0.45


def rarity(book: Book, line: Line) -> float:
    """The worth that is left for each card a line still misses: rare ones take longer to come by."""
    offered = 0
    halves = line.table
    for card in range(len(book.cards)):
        if halves[2 * card] or halves[2 * card + 1]:
            offered += 1
    return 0.50 + 0.30 * min(1.0, offered / 30.0)


class Taste:
    """What a card list makes likely: worked out once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.left: list[list[float]] = []
        for order in book.orders:
            self.left.append([rarity(book, line) for line in order.lines])


_tastes: Final[list[Taste]] = []


def taste(book: Book) -> Taste:
    """The taste for a card list, remembered."""
    for known in _tastes:
        if known.book is book:
            return known
    made = Taste(book)
    _tastes.append(made)
    return made


def turns_left(s: BurgerUpState) -> float:
    """About how many turns the active seat has after this one."""
    if s.final or (not s.served_round and s.stall + 1 >= s.stall_rounds and next_seat(s) == s.first):
        return 0.0
    served = 0
    for k in s.kitchens:
        served += len(k.claimed)
    turns = float((s.round - 1) * s.seats + 1)
    rate = max(0.25, (served + 2.0) / (turns + 2.0 / CLAIM_RATE))
    pending = 0
    for order in s.pending:
        if order >= 0:
            pending += 1
    return max(0.5, (len(s.order_deck) + pending - 2) / rate / s.seats)


def worth(t: Taste, number: int, stack: list[int], count: int, coins: int, turns: float, placements: int) -> float:
    """What a stack promises for an order: its pay at the best size, less for each card still missing."""
    if turns == 0.0:
        return 0.0
    book = t.book
    order = book.orders[number]
    keep = 1.0
    cards = 0
    grown = count
    for index, line in enumerate(order.lines):
        if line.kind == NONE or line.kind == AT_MOST:
            if broken(line, stack):
                return 0.0
            continue
        lacking = missing(book, line, stack)
        if lacking:
            left = t.left[number][index]
            cards += lacking
            if not line.bun:
                grown += lacking
            for _ in range(lacking):
                keep *= left
    if order.high < 10 and dead(book, order, stack, count):
        return 0.0
    shine = perfects(book, stack)
    best = 0.0
    start = max(order.low, grown, 1)
    for rank in range(burger_class(start), COLOSSAL + 1):
        target = max(start, CLASS_LOW[rank])
        if target > order.high:
            break
        extra = target - grown
        promise = (coins + CLASS_PAY[rank] + shine + SERVING) * keep
        for _ in range(extra):
            promise *= GROWTH
        if (cards + extra) > turns * placements:
            promise *= TOO_LATE
        if promise > best:
            best = promise
    return best * WAIT


class Plan:
    """A seat's turn, thought through: stacks, hand and placements as they could become; nothing hidden is read."""

    def __init__(self, s: BurgerUpState, seat: int) -> None:
        kitchen = s.kitchens[seat]
        self.s = s
        self.seat = seat
        self.t = taste(s.book)
        self.book = s.book
        self.turns = turns_left(s)
        self.placements = limit(kitchen)
        self.stacks = [kitchen.stacks[0].copy(), kitchen.stacks[1].copy()]
        self.hand = kitchen.hand.copy()
        self.upgraded = kitchen.upgraded
        self.promises = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
        self.gains = [[-1.0, -1.0, -1.0], [-1.0, -1.0, -1.0]]
        self.empty = [0.0, 0.0, 0.0]
        self.threat = [0.0, 0.0, 0.0]
        self.upgrade = self.turns * UPGRADE_A_TURN
        for slot in range(3):
            order = s.pending[slot]
            if order >= 0:
                self.empty[slot] = worth(self.t, order, [], 0, s.coins[slot] + 1, self.turns, self.placements)
                for other in range(s.seats):
                    if other != seat:
                        self._fear(slot, order, s.kitchens[other])
        self.assess(0)
        self.assess(1)
        self.best: Move | None = None
        self.best_value = -1.0

    def _fear(self, slot: int, order: int, rival: Kitchen) -> None:
        for stack in rival.stacks:
            count = size(self.book, stack)
            if count:
                promise = worth(self.t, order, stack, count, self.s.coins[slot], 1.0, limit(rival))
                self.threat[slot] = max(self.threat[slot], promise)

    def assess(self, burger: int) -> None:
        """What one stack promises for each open order, and what it would pay at once."""
        stack = self.stacks[burger]
        count = size(self.book, stack)
        for slot in range(3):
            order = self.s.pending[slot]
            gain = -1.0
            promise = 0.0
            if order >= 0:
                coins = self.s.coins[slot]
                promise = worth(self.t, order, stack, count, coins, self.turns, self.placements)
                if count and satisfied(self.book, self.book.orders[order], stack, count):
                    rank = burger_class(count)
                    reward = float(CLASS_PAY[rank])
                    if rank == COLOSSAL and not self.upgraded:
                        reward = max(reward, self.upgrade)
                    gain = coins + reward + perfects(self.book, stack) + SERVING + RIVAL * self.threat[slot]
            self.promises[burger][slot] = promise
            self.gains[burger][slot] = gain

    def pair(self, without: int, empty: int) -> float:
        """The best two different orders for the two stacks; ``without`` is served, on stack ``empty``."""
        best = 0.0
        for i in range(3):
            if i == without:
                continue
            a = self.empty[i] if empty == 0 else self.promises[0][i]
            for j in range(3):
                if j in (without, i):
                    continue
                b = self.empty[j] if empty == 1 else self.promises[1][j]
                both = a + SECOND * b if a > b else b + SECOND * a
                best = max(best, both)
        return best

    def serving(self) -> tuple[float, int, int]:
        """The best order to serve now with what is left after it: value, burger, space (-1: better not)."""
        ingredient = INGREDIENT if self.turns > 0.0 else 0.0
        best = self.pair(-1, -1) + ingredient * (len(self.stacks[0]) + len(self.stacks[1]))
        burger_best = -1
        slot_best = -1
        for burger in range(2):
            for slot in range(3):
                gain = self.gains[burger][slot]
                if gain < 0.0:
                    continue
                total = gain + self.pair(slot, burger) + ingredient * len(self.stacks[1 - burger])
                if total > best:
                    best = total
                    burger_best = burger
                    slot_best = slot
        return best, burger_best, slot_best

    def comfort(self) -> float:
        """How well the rest of the hand fits what the stacks need next."""
        if self.turns == 0.0:
            return 0.0
        book = self.book
        total = 0.0
        first = need(book, self.stacks[0])
        second = need(book, self.stacks[1])
        for card in self.hand:
            if book.kinds[2 * card] == BUN:
                total += BUN_IN_HAND
            elif (
                fits(book, 2 * card, first)
                or fits(book, 2 * card + 1, first)
                or fits(book, 2 * card, second)
                or fits(book, 2 * card + 1, second)
            ):
                total += FITTING
        return total

    def explore(self, depth: int, root: Move | None, lowest: int) -> None:
        """Try every way to place up to ``depth`` cards; remember the first move of the best way.

        Placements on different burgers do not meddle, so burger 0 is built first: ``lowest`` is 1 from then on.
        """
        value, burger, slot = self.serving()
        value += self.comfort()
        if value > self.best_value:
            self.best_value = value
            first = root
            if first is None:
                first = self.book.claims[self.s.pending[slot] * 2 + burger] if burger >= 0 else CLEANUP
            self.best = first
        if depth == 0:
            return
        book = self.book
        for at in range(len(self.hand)):
            card = self.hand[at]
            self.hand[at] = self.hand[-1]
            self.hand.pop()
            sides = 1 if book.twin[card] else 2
            for side in range(sides):
                half = card * 2 + side
                for burger in range(lowest, 2):
                    stack = self.stacks[burger]
                    if not fits(book, half, need(book, stack)):
                        continue
                    saved_promises = self.promises[burger]
                    saved_gains = self.gains[burger]
                    self.promises[burger] = [0.0, 0.0, 0.0]
                    self.gains[burger] = [-1.0, -1.0, -1.0]
                    stack.append(half)
                    self.assess(burger)
                    move = book.places[half * 2 + burger] if root is None else root
                    self.explore(depth - 1, move, burger)
                    stack.pop()
                    self.promises[burger] = saved_promises
                    self.gains[burger] = saved_gains
            if at < len(self.hand):
                self.hand.append(self.hand[at])
                self.hand[at] = card
            else:
                self.hand.append(card)


def cook(s: BurgerUpState, seat: int) -> Move:
    """The first move of the best turn: placements and serving, then one purchase or one lift if it pays."""
    kitchen = s.kitchens[seat]
    depth = limit(kitchen) - s.placed
    plan = Plan(s, seat)
    still = plan.serving()[0] + plan.comfort()
    plan.explore(depth, None, 0)
    best = plan.best
    best_value = plan.best_value
    assert best is not None
    if s.phase == MARKET and kitchen.money >= 1 and depth > 0:
        for slot in range(3):
            card = s.market[slot]
            if card < 0 or usefulness(s, plan, card) < BUY_FLOOR:
                continue
            shopping = Plan(s, seat)
            shopping.hand.append(card)
            shopping.explore(depth, None, 0)
            if shopping.best_value - 1.0 > best_value + 0.3:
                best_value = shopping.best_value - 1.0
                best = BUY[slot]
    if kitchen.spatula < 2:
        lift = lifted(s, seat, still, best_value)
        if lift is not None:
            best = lift
    return best


def lifted(s: BurgerUpState, seat: int, still: float, planned: float) -> Move | None:
    """A use of the Spatula that is worth its two points and more than the best plan without it."""
    best: Move | None = None
    best_gain = LIFT_MARGIN + max(0.0, planned - still)
    plan = Plan(s, seat)
    for move in s.agenda[-1].legal(s, seat):
        if not isinstance(move, Lift):
            continue
        stack = plan.stacks[move.burger]
        other = plan.stacks[1 - move.burger]
        plan.stacks[move.burger] = stack[: move.position]
        if not move.away:
            plan.stacks[1 - move.burger] = other + stack[move.position :]
        plan.assess(0)
        plan.assess(1)
        gain = plan.serving()[0] + plan.comfort() - 2.0 - still
        if gain > best_gain:
            best_gain = gain
            best = move
        plan.stacks[move.burger] = stack
        plan.stacks[1 - move.burger] = other
    return best


def usefulness(s: BurgerUpState, plan: Plan, card: int) -> float:
    """How much a hand card could add to the own stacks, now or later."""
    book = s.book
    before = plan.pair(-1, -1)
    best = 0.0
    if book.kinds[2 * card] == BUN or book.kinds[2 * card + 1] == BUN:
        best = BUN_IN_HAND
    for side in range(2):
        half = 2 * card + side
        for burger in range(2):
            stack = plan.stacks[burger]
            saved_promises = plan.promises[burger]
            saved_gains = plan.gains[burger]
            plan.promises[burger] = [0.0, 0.0, 0.0]
            plan.gains[burger] = [-1.0, -1.0, -1.0]
            wanted = need(book, stack)
            stack.append(half)
            plan.assess(burger)
            gain = plan.pair(-1, -1) - before
            stack.pop()
            plan.promises[burger] = saved_promises
            plan.gains[burger] = saved_gains
            if not fits(book, half, wanted):
                gain *= 0.4
            best = max(best, gain)
    return best


def tidy(s: BurgerUpState, seat: int) -> Move:
    """Throw away the least useful card while it is worse than what may come."""
    hand = s.kitchens[seat].hand
    plan = Plan(s, seat)
    worst = -1
    least = 1000.0
    for card in hand:
        use = usefulness(s, plan, card)
        if use < least:
            least = use
            worst = card
    if worst >= 0 and (len(hand) > HAND or least < KEEP):
        return s.book.discards[worst]
    return END


def policy(s: BurgerUpState, seat: int, rng: Rng) -> Move:
    """A sensible move: serve well, build towards the open orders, keep what fits."""
    step = s.agenda[-1]
    if isinstance(step, ChooseReward):
        return UPGRADE if turns_left(s) * UPGRADE_A_TURN > CLASS_PAY[COLOSSAL] else COINS
    if isinstance(step, CleanUp):
        return tidy(s, seat)
    return cook(s, seat)


def greedy(s: BurgerUpState, seat: int, rng: Rng) -> Move:
    """One decision at a time: serve what pays most, else the placement that brings a stack nearest to an order."""
    moves = s.agenda[-1].legal(s, seat)
    plan = Plan(s, seat)
    book = s.book
    before = plan.pair(-1, -1)
    best = moves[-1]
    best_gain = 0.0
    for move in moves:
        gain = 0.0
        if isinstance(move, Claim):
            stack = s.kitchens[seat].stacks[move.burger]
            slot = s.pending.index(move.order)
            gain = 100.0 + s.coins[slot] + CLASS_PAY[burger_class(size(book, stack))] + perfects(book, stack)
        elif isinstance(move, Place):
            stack = plan.stacks[move.burger]
            stack.append(2 * move.card + move.side)
            plan.assess(move.burger)
            gain = plan.pair(-1, -1) - before + INGREDIENT
            stack.pop()
            plan.assess(move.burger)
        elif isinstance(move, Discard):
            gain = KEEP - usefulness(s, plan, move.card) + (10.0 if len(s.kitchens[seat].hand) > HAND else 0.0)
        if gain > best_gain:
            best_gain = gain
            best = move
    return COINS if isinstance(s.agenda[-1], ChooseReward) else best


def terms(s: BurgerUpState, seat: int) -> list[tuple[str, float]]:
    """What a seat's standing is made of, in points."""
    k = s.kitchens[seat]
    plan = Plan(s, seat)
    served = [len(one.claimed) for one in s.kitchens]
    ahead = float(served[seat] - max([served[other] for other in range(s.seats) if other != seat]))
    lead = 5.0 / (1.0 + exp(-1.5 * (ahead - 0.5)))
    if not s.agenda:
        lead = float(most_top_buns(s.kitchens)[seat])
    running = 1.0 if s.agenda else 0.0
    cooking = seat == s.active and s.phase != CLEANUP_PHASE
    return [
        ("money", float(k.money)),
        ("spatula", float(SPATULA_POINTS[k.spatula])),
        ("top_bun_lead", lead),
        ("burgers", running * (plan.serving()[0] if cooking else plan.pair(-1, -1))),
        ("hand_fit", running * plan.comfort()),
        ("upgrade_left", running * plan.upgrade if k.upgraded else 0.0),
    ]


def value(s: BurgerUpState) -> list[float]:
    """Each seat's chance to win: by points at the end, by standing on the way."""
    points = [sum([amount for _, amount in terms(s, seat)]) for seat in range(s.seats)]
    if not s.agenda:
        if s.buns_break_ties:
            points = [points[seat] + 0.01 * len(s.kitchens[seat].claimed) for seat in range(s.seats)]
        top = max(points)
        first = points.count(top)
        return [1.0 / first if one == top else 0.0 for one in points]
    top = max(points)
    powers = [exp((one - top) / 6.0) for one in points]
    total = sum(powers)
    return [one / total for one in powers]
