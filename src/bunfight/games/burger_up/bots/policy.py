"""The heuristic bot of Burger Up: a plan for the whole turn, an evaluation and its terms."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from bunfight.engine.luck import Rng
from bunfight.engine.step import Move
from bunfight.games.burger_up.bots.planning import INGREDIENT, UPGRADED, Plan, TurnOutlook, pair, turns_left
from bunfight.games.burger_up.rules.actions import burger_class, fits, limit, most_top_buns, perfects, size, winners
from bunfight.games.burger_up.rules.moves import Claim, Discard, Place
from bunfight.games.burger_up.rules.state import (
    CLASS_PAY,
    COLOSSAL,
    HAND,
    MARKET,
    MOST_TOP_BUNS,
    SPATULA_POINTS,
    BurgerUpState,
)
from bunfight.games.burger_up.rules.state import CLEANUP as CLEANUP_PHASE
from bunfight.games.burger_up.rules.steps import ChooseReward, CleanUp

LIFT_MARGIN: Final = 1.0  # what a use of the Spatula must bring besides its points
SPATULA: Final = 2.0  # the points that a use of the Spatula costs
FOLLOWED: Final = 3  # uses of the Spatula for which the rest of the turn is thought through
KEEP: Final = 0.6  # a hand card that adds less is thrown away
WANTED: Final = 0.5  # a market card that adds less is not thought about
BARGAIN: Final = 0.3  # what a purchase must bring besides its dollar

# What a standing is worth in the end; fitted to the ends of some thousand games of the policy.
BURGERS: Final = 1.2
LEAD_SLOPE: Final = 0.75
DOUBT: Final = 3.0
DOUBT_TO_COME: Final = 1.55


def cook(s: BurgerUpState, seat: int) -> Move:
    """The first move of the best turn: placements and serving, then one purchase or one lift if it pays."""
    kitchen = s.kitchens[seat]
    depth = limit(kitchen) - s.placed
    plan = Plan(s, seat)
    still = plan.standing() + plan.comfort(plan.first, plan.other)
    if s.phase == MARKET and kitchen.money >= 1 and depth > 0:
        before = plan.together()
        for card in s.market:
            plan.market.append(card if card >= 0 and usefulness(plan, card, before) >= WANTED else -1)
    plan.explore(depth, None, plan.first, plan.other, False, -1)
    best = plan.best
    best_value = plan.best_value
    assert best is not None
    for slot in range(3):
        if plan.bargains[slot] - 1.0 > best_value + BARGAIN:
            best_value = plan.bargains[slot] - 1.0
            best = s.book.buys[slot]
    if kitchen.spatula < 2:
        lift = lifted_and_built(s, seat, plan, depth, LIFT_MARGIN + max(still, best_value))
        if lift is not None:
            best = lift
    return best


class Lifted:
    """A use of the Spatula: the move, and both burgers after it."""

    def __init__(self, move: Move, a: TurnOutlook, b: TurnOutlook, worth: float) -> None:
        self.move = move
        self.a = a
        self.b = b
        self.worth = worth


def lifts(s: BurgerUpState, seat: int, plan: Plan) -> list[Lifted]:
    """Return every use of the Spatula with its own value, after its two points."""
    found: list[Lifted] = []
    for burger in range(2):
        stack = s.kitchens[seat].stacks[burger]
        other = plan.first if burger else plan.other
        rest = plan.other if burger else plan.first
        for position in range(len(stack) - 1, -1, -1):
            assert rest.below is not None
            rest = rest.below  # what stays behind
            plan.assess(rest)
            lift = (burger * len(s.book.cards) + position) * 2
            worth = plan.value(rest, other) + plan.comfort(rest, other) - SPATULA
            found.append(Lifted(s.book.lifts[lift], rest, other, worth))
            if fits(s.book, stack[position], other.need):
                taller = other
                for half in stack[position:]:
                    taller = plan.onto(taller, half)
                plan.assess(taller)
                worth = plan.value(rest, taller) + plan.comfort(rest, taller) - SPATULA
                found.append(Lifted(s.book.lifts[lift + 1], rest, taller, worth))
    return found


def lifted_and_built(s: BurgerUpState, seat: int, plan: Plan, depth: int, least: float) -> Move | None:
    """The use of the Spatula after which the rest of the turn is worth most, if that is more than ``least``.

    Only the ones that are worth most by themselves are followed up.
    """
    candidates = lifts(s, seat, plan)
    best: Move | None = None
    for _ in range(FOLLOWED):
        chosen: Lifted | None = None
        for one in candidates:
            if chosen is None or one.worth > chosen.worth:
                chosen = one
        if chosen is None:
            break
        candidates.remove(chosen)
        worth = plan.turn_value(chosen.a, chosen.b, depth) - SPATULA
        if worth > least:
            least = worth
            best = chosen.move
    return best


def lifted(s: BurgerUpState, seat: int, plan: Plan, least: float) -> Move | None:
    """The use of the Spatula that is worth most by itself, if that is more than ``least``."""
    best: Move | None = None
    for one in lifts(s, seat, plan):
        if one.worth > least:
            least = one.worth
            best = one.move
    return best


def usefulness(plan: Plan, card: int, before: float) -> float:
    """How much a hand card could add to the own burgers, now or later; ``before`` is what they promise without it."""
    book = plan.book
    a = plan.first
    b = plan.other
    best = 0.0
    for side in range(2):
        half = 2 * card + side
        gain = pair(plan.put(a, half), b, -1) - before
        best = max(best, gain if fits(book, half, a.need) else gain * 0.4)
        gain = pair(a, plan.put(b, half), -1) - before
        best = max(best, gain if fits(book, half, b.need) else gain * 0.4)
    return best


def tidy(s: BurgerUpState, seat: int) -> Move:
    """Throw away the least useful card while it is worse than what may come."""
    hand = s.kitchens[seat].hand
    plan = Plan(s, seat)
    before = plan.together()
    worst = -1
    least = 1000.0
    for card in hand:
        use = usefulness(plan, card, before)
        if use < least:
            least = use
            worst = card
    if worst >= 0 and (len(hand) > HAND or least < KEEP):
        return s.book.discards[worst]
    return s.book.end


def reward(s: BurgerUpState, seat: int) -> Move:
    """The upgrade, if enough turns are left to make it pay: about a dollar for each of them, as was measured."""
    return s.book.rewards[1 if turns_left(s, seat, 1) * UPGRADED > CLASS_PAY[COLOSSAL] else 0]


def policy(s: BurgerUpState, seat: int, rng: Rng) -> Move:
    """A sensible move: serve well, build towards the open orders, keep what fits."""
    step = s.agenda[-1]
    if isinstance(step, ChooseReward):
        return reward(s, seat)
    if isinstance(step, CleanUp):
        return tidy(s, seat)
    return cook(s, seat)


def greedy(s: BurgerUpState, seat: int, rng: Rng) -> Move:
    """One decision at a time: serve what pays most, else the placement that brings a stack nearest to an order."""
    moves = s.agenda[-1].legal(s, seat)
    plan = Plan(s, seat)
    book = s.book
    before = plan.together()
    best = moves[-1]
    best_gain = 0.0
    for move in moves:
        gain = 0.0
        if isinstance(move, Claim):
            stack = s.kitchens[seat].stacks[move.burger]
            slot = s.pending.index(move.order)
            gain = 100.0 + s.coins[slot] + CLASS_PAY[burger_class(size(book, stack))] + perfects(book, stack)
        elif isinstance(move, Place):
            half = 2 * move.card + move.side
            if move.burger == 0:
                gain = pair(plan.put(plan.first, half), plan.other, -1)
            else:
                gain = pair(plan.first, plan.put(plan.other, half), -1)
            gain += INGREDIENT - before
        elif isinstance(move, Discard):
            gain = KEEP - usefulness(plan, move.card, before) + (10.0 if len(s.kitchens[seat].hand) > HAND else 0.0)
        if gain > best_gain:
            best_gain = gain
            best = move
    return s.book.rewards[0] if isinstance(s.agenda[-1], ChooseReward) else best


def terms(s: BurgerUpState, seat: int) -> list[tuple[str, float]]:
    """What a seat's standing is made of, in points."""
    k = s.kitchens[seat]
    plan = Plan(s, seat)
    served = [len(one.claimed) for one in s.kitchens]
    ahead = float(served[seat] - max([served[other] for other in range(s.seats) if other != seat]))
    lead = MOST_TOP_BUNS / (1.0 + exp(-LEAD_SLOPE * (ahead - 0.5)))
    burgers = 0.0
    if not s.agenda:
        lead = float(most_top_buns(s.kitchens)[seat])
    elif s.final and plan.turns > 0.0:
        burgers = plan.single()
    elif plan.turns > 0.0:
        burgers = BURGERS * plan.together() + plan.ingredient * (plan.first.height + plan.other.height)
    elif seat == s.active and s.phase != CLEANUP_PHASE:
        burgers = plan.standing()
    running = 1.0 if s.agenda and not s.final else 0.0
    return [
        ("money", float(k.money)),
        ("spatula", float(SPATULA_POINTS[k.spatula])),
        ("top_bun_lead", lead),
        ("burgers", burgers),
        ("hand_fit", running * plan.comfort(plan.first, plan.other)),
        ("upgrade_left", running * plan.upgrade if k.upgraded else 0.0),
    ]


def value(s: BurgerUpState) -> list[float]:
    """Each seat's chance to win: by points at the end, by standing on the way, the surer the less is left to play."""
    if not s.agenda:
        first = winners(s)
        return [1.0 / len(first) if seat in first else 0.0 for seat in range(s.seats)]
    points = [sum([amount for _, amount in terms(s, seat)]) for seat in range(s.seats)]
    top = max(points)
    doubt = DOUBT + DOUBT_TO_COME * sqrt(turns_left(s, s.active, 0))
    powers = [exp((one - top) / doubt) for one in points]
    total = sum(powers)
    return [one / total for one in powers]
