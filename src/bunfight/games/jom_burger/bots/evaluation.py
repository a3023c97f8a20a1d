"""What a stall of Jom Burger may still become, and who is ahead.

An outlook is an estimate of the final score. Each open space is filled with a chance that follows from the dice still
to come and from how many others want them; a chosen die shows a little over four pips. Orders come or do not come, so
an outlook keeps them apart: a lead is safe only if it holds with and without them.
"""

import math
from typing import Final

from bunfight.engine.step import Seat
from bunfight.games.jom_burger.rules.actions import (
    BASIC_AWARD,
    FIRST_BASIC,
    FIRST_PREMIUM,
    PREMIUM_AWARD,
    card_points,
    has_basic,
    locked,
    salad_pips,
    salad_points,
    single_counts,
    winners,
    worth,
)
from bunfight.games.jom_burger.rules.state import (
    FRIES_SODA,
    NOBODY,
    ONES,
    ROUNDS,
    ROW,
    UNCHOSEN,
    JomState,
    Stall,
    drafter,
    slots_in,
)
from bunfight.games.jom_burger.rules.steps import picks_left

CHOSEN: Final = 3.6  # pips of a die that one could choose, and
CHOICE: Final = 2.0  # how many more it shows if there is plenty to choose from
PARTNER: Final = 3.9  # pips of a die of a pair in the Multiplication variant
BASIC_EAGER: Final = 0.75  # how much more of an ingredient one gets if an order depends on it
PREMIUM_EAGER: Final = 1.15
BASIC_SLACK: Final = (0.7, 0.9)  # how surely the picks suffice if none, and for each one more, is to spare
PREMIUM_SLACK: Final = (0.3, 0.35)
FILLING: Final = 1.1  # spaces are filled a little more often than blind chance says
RIVALS: Final = 0.15  # how hard others compete for an ingredient that they want, too
LINGERING: Final = 1.4  # how much better a die that is seen and stays is than one that may come
DOUBT: Final = 2.5  # points by which an estimate is wrong, for each root of a pick to come
DOUBT_PRODUCTS: Final = 6.5  # the same in the Multiplication variant


class Outlook:
    """The score that a stall may expect at the end, by parts; the orders with their chances."""

    def __init__(self) -> None:
        self.dice = 0.0
        self.hope = 0.0  # spaces still open
        self.sides = 0.0  # fries and soda, which need the Basic Burger
        self.basic = 0.0  # chances
        self.premium = 0.0
        self.basic_award = 0.0
        self.premium_award = 0.0
        self.cards = 0.0
        self.salad = 0.0

    def plain(self) -> float:
        """The points without any order."""
        return self.dice + self.hope + self.cards + self.salad

    def points(self) -> float:
        return self.plain() + self.basic * (self.sides + self.basic_award) + self.premium * self.premium_award


class Scene:
    """What a seat can hope for: dice to come by ingredient, the others' wants, own picks left."""

    def __init__(self, s: JomState, seat: Seat) -> None:
        self.seat = seat
        left: int = picks_left(s, seat)
        self.picks: int = left
        again = returns(s, seat)
        later = float((ROUNDS - s.round) * (2 * s.seats + 1)) if s.round else float(ROUNDS * (2 * s.seats + 1))
        bag = float(max(1, sum(s.bag)))
        self.come: list[float] = [s.bag[i] / bag * later for i in range(6)]
        self.later: list[float] = self.come[:]  # without the pool of this round
        for kind in s.pool:
            self.come[kind // 6] += LINGERING * again
        self.others: list[float] = [0.0] * 6
        for other, stall in enumerate(s.stalls):
            if other != seat:
                for i in range(6):
                    wants: int = stall.card.takes[i]
                    self.others[i] += 1.0 * count(wants & ~stall.filled)


def count(mask: int) -> int:
    n: int = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def returns(s: JomState, seat: Seat) -> float:
    """The chance that a die of the pool is still there when the seat picks again in this round."""
    turn: int = s.turn + 1
    between = 0.0
    while turn < 2 * s.seats:
        if drafter(s, turn) == seat:
            return max(0.0, 1.0 - (between + 1.0) / max(1, len(s.pool)))
        between += 1.0
        turn += 1
    return 0.0


def at_least(m: float, n: int) -> float:
    """The chance of ``n`` or more where ``m`` are expected."""
    below = 0.0
    term = math.exp(-m)
    k: int = 0
    while k < n:
        below += term
        k += 1
        term *= m / k
    return max(0.0, 1.0 - below)


def outlook(s: JomState, scene: Scene, picks: int) -> Outlook:
    """What a seat may expect with ``picks`` more dice."""
    seat = scene.seat
    stall = s.stalls[seat]
    card = stall.card
    shut: int = locked(s.rules, card, stall.filled)
    chances: list[float] = []  # dice of the ingredient that the seat will get, if it wants them
    fills = 0.0
    for i in range(6):
        slots: int = card.takes[i]
        slots &= ~stall.filled
        free = 1.0 * count(slots & ~shut)
        if slots & shut:
            free += count(slots & shut) * opening(s, stall)
        if free == 0.0 or picks == 0:
            chances.append(0.0)
            continue
        m = scene.come[i] * free / (free + RIVALS * scene.others[i])
        chances.append(m)
        fills += expected_fills(m, free)
    thrift = FILLING * min(1.0, picks / fills) if fills > 0.0 else 0.0
    seen = Outlook()
    seen.basic = order_chance(stall, card.basic, chances, picks, BASIC_EAGER, BASIC_SLACK)
    seen.premium = min(seen.basic, order_chance(stall, card.premium, chances, picks, PREMIUM_EAGER, PREMIUM_SLACK))
    for i in range(6):
        now = float(int(worth(s, seat, i)))
        more = hoped(s, seat, i, chances[i], thrift)
        if i == FRIES_SODA:
            seen.sides = now + more
        else:
            seen.dice += now
            seen.hope += more
    seen.basic_award = BASIC_AWARD + FIRST_BASIC * first_share(s.first_basic, seat, seen.basic)
    seen.premium_award = PREMIUM_AWARD + FIRST_PREMIUM * first_share(s.first_premium, seat, seen.premium)
    if s.rules.highest:
        seen.premium_award -= seen.basic_award
    seen.cards = float(int(card_points(s, seat)))
    seen.salad = salad_outlook(s, stall, seat, picks)
    return seen


def first_share(owner: int, seat: Seat, chance: float) -> float:
    """How much of the award for the first one a seat may count on that has this chance to complete the order."""
    if owner == NOBODY:
        return 1.0 if chance == 1.0 else 0.5
    return 1.0 if owner == seat else 0.0


def opening(s: JomState, stall: Stall) -> float:
    """How likely a locked right slot opens in time."""
    if s.rules.left_first == ROW:
        return 0.75
    missing = 1.0 * count(stall.card.left & ~stall.filled)
    return max(0.2, 1.0 - 0.18 * missing)


def expected_fills(m: float, free: float) -> float:
    """How many of ``free`` spaces are filled where ``m`` dice are expected: ``at_least`` for each, added up."""
    got = 0.0
    term = math.exp(-m)
    below = term
    n: int = 1
    while n <= free:
        got += max(0.0, 1.0 - below)
        term *= m / n
        below += term
        n += 1
    return got + (free - (n - 1)) * max(0.0, 1.0 - below)


def order_chance(
    stall: Stall, order: int, chances: list[float], picks: int, eager: float, slack: tuple[float, float]
) -> float:
    """How likely the order will be complete at the end."""
    missing: int = order & ~stall.filled
    if not missing:
        return 1.0
    short: int = count(missing)
    if short > picks:
        return 0.0
    likely = 1.0 - math.exp(-slack[0] - slack[1] * (picks - short))
    for i in range(6):
        slots: int = stall.card.takes[i]
        slots &= missing
        if slots:
            likely *= at_least(eager * chances[i], count(slots))
    return likely


def hoped(s: JomState, seat: Seat, ingredient: int, m: float, thrift: float) -> float:
    """What the open spaces of an ingredient may still add to what lies there."""
    stall = s.stalls[seat]
    slots: int = stall.card.takes[ingredient]
    free: int = count(slots & ~stall.filled)
    if free == 0 or m == 0.0:
        return 0.0
    if not s.rules.multiplication:
        return (CHOSEN + CHOICE * (0.4 - math.exp(-m / free))) * thrift * expected_fills(m, 1.0 * free)
    single = 1.0 if single_counts(s, seat) else 0.0
    added = 0.0
    partner = 0
    if count(slots & stall.filled) % 2:
        partner = lowest(stall, slots)
    n: int = 1
    got = thrift * at_least(m, n)
    if partner:
        added += got * (PARTNER - single) * partner
        n += 1
    while n <= free:
        one = thrift * at_least(m, n)
        both = thrift * at_least(m, n + 1) if n + 1 <= free else 0.0
        added += both * PARTNER * PARTNER + (one - both) * PARTNER * single
        n += 2
    return added


def lowest(stall: Stall, slots: int) -> int:
    """The fewest pips on any of these slots."""
    pips = [stall.pips[slot] for slot in slots_in(slots & stall.filled)]
    return min(pips)


def salad_outlook(s: JomState, stall: Stall, seat: Seat, picks: int) -> float:
    """What the salad may become: the best number of dice to aim at, less what those picks would bring elsewhere."""
    if stall.side == UNCHOSEN:
        return 0.0
    side = s.rules.salads[stall.side]
    have: int = len(stall.salad)
    pips: int = salad_pips(stall)
    best = float(int(salad_points(s, seat)))
    cost = 10.0 if s.rules.multiplication else 4.0
    more: int = 1
    while have + more <= side.columns and more <= picks:
        column: int = have + more - 1
        if stall.side == ONES:
            likely = at_least(0.35 * picks, more)
            reward = 1.0 * side.points[column]
        else:
            room: int = side.caps[column] - pips
            if room < more:
                more += 1
                continue
            low = min(1.0, (1.0 * room / more) / 6.0)  # share of dice that keep within the cap
            likely = at_least(2.0 * low * picks, more)
            reward = 1.0 * side.points[column] if not s.rules.multiplication else 1.0 * side.caps[column]
            if s.rules.multiplication:
                reward = (reward - 0.4) * side.multipliers[column]
        spare = 1.0 if picks >= 6 else 0.5  # picks that would be wasted in the Fridge anyway
        best = max(best, likely * reward - cost * max(0.0, more - spare))
        more += 1
    return best


# ---- who is ahead ----


def doubt(s: JomState, picks: int) -> float:
    """How far an estimate may be off."""
    return 1.0 + (DOUBT_PRODUCTS if s.rules.multiplication else DOUBT) * math.sqrt(picks)


def ahead(mine: Outlook, theirs: Outlook, doubt: float) -> float:
    """The chance to end with more points, over all orders that may or may not come."""
    chance = 0.0
    my_points, their_points = mine.plain(), theirs.plain()
    for mine_done in range(3):
        my_share = order_share(mine, mine_done)
        if my_share <= 0.0:
            continue
        my_total = my_points + order_points(mine, mine_done)
        for theirs_done in range(3):
            share = my_share * order_share(theirs, theirs_done)
            if share > 0.0:
                lead = my_total - their_points - order_points(theirs, theirs_done)
                chance += share / (1.0 + math.exp(-1.7 * lead / doubt))
    return chance


def order_share(seen: Outlook, done: int) -> float:
    """The chance that none, only the Basic, or the Premium Burger will be complete."""
    if done == 0:
        return 1.0 - seen.basic
    return seen.premium if done == 2 else seen.basic - seen.premium


def order_points(seen: Outlook, done: int) -> float:
    if done == 0:
        return 0.0
    both = seen.sides + seen.basic_award
    return both + seen.premium_award if done == 2 else both


TERMS: Final = ["dice", "hope", "basic", "premium", "cards", "salad"]


def terms(s: JomState, seat: Seat) -> list[tuple[str, float]]:
    scene = Scene(s, seat)
    seen = outlook(s, scene, scene.picks)
    sides = seen.basic * seen.sides
    sure = has_basic(s.stalls[seat]) and scene.picks == 0
    parts = [
        seen.dice + (sides if sure else 0.0),
        seen.hope + (0.0 if sure else sides),
        seen.basic * seen.basic_award,
        seen.premium * seen.premium_award,
        seen.cards,
        seen.salad,
    ]
    return [(TERMS[n], parts[n]) for n in range(len(TERMS))]


def value(s: JomState) -> list[float]:
    """The share of the victory that each seat may expect."""
    seats = int(s.seats)
    if not s.agenda:
        first = winners(s)
        return [1.0 / len(first) if seat in first else 0.0 for seat in range(seats)]
    seen: list[Outlook] = []
    picks = 0
    for seat in range(seats):
        scene = Scene(s, seat)
        picks = max(picks, scene.picks)
        seen.append(outlook(s, scene, scene.picks))
    off = doubt(s, picks)
    weights = [1.0] * seats
    for seat in range(seats):
        for other in range(seats):
            if other != seat:
                weights[seat] *= ahead(seen[seat], seen[other], off)
    whole = sum(weights)
    return [weight / whole if whole > 0.0 else 1.0 / seats for weight in weights]
