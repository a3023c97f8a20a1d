"""Planning for Burger Boss: which customer each grill should cook for, when the food is ready, what that is worth.

Everything here reads only what lies open on the table, and the planning seat's own dice, hand and mission.
"""

from typing import Final

from mypy_extensions import i64

from bunfight.games.burger_boss.rules.actions import progress
from bunfight.games.burger_boss.rules.state import (
    BAKERY,
    BUN,
    BUTCHERS,
    CHEESE,
    CHEESE_SHOP,
    DISTINCT_ORDERS,
    GRILLS,
    KINDS,
    LETTUCE,
    PATTY,
    PRODUCE,
    SALE,
    SERVE_AT_SIZE,
    SERVE_MIN_KIND,
    SERVE_WITH_ANY,
    SLOTS,
    TOMATO,
    BossState,
    amount,
    customers_left,
    die,
    held,
    how_many,
    item_at,
    showing,
    size_money,
    workers,
)

PATIENCE: Final = 0.72  # what a sale is worth for each round it lies ahead
RIVAL: Final = 0.55  # the chance to be in time where somebody earlier could serve the same customer
LOOSE: Final = 0.55  # what a stored bun or patty is worth without a plan
LOOSE_TOPPING: Final = 0.4

FUTURE_DIE: Final = 1.7  # what a die costs that a plan still needs in later rounds
SPARE_DIE: Final = 0.9  # what a die of this round is worth that no plan needs

COLD: Final = 0
READY: Final = 1
HOT: Final = 2

BITS: Final[list[i64]] = [1, 2, 4, 8, 16, 32]
# Which die one would rather use: values as octal digits, the first choice on the right.
COOKS_FIRST: Final = 0o234516
FOR_LETTUCE: Final = 0o546
FOR_TOMATO: Final = 0o231
FOR_CHEESE: Final = 0o542361
FOR_BUNS: Final = 0o32154
FOR_BUN: Final = 0o45231
FOR_PATTIES: Final = 0o45632
FOR_PATTY: Final = 0o23456

SIXTEENS: Final = 0b10000_10000_10000_10000_10000  # a bit above every count of an order, an item or a store


def rounds_left(s: BossState) -> float:
    """How many rounds the customers will still last."""
    return float(customers_left(s)) / 2.7 + (2.0 if s.queue[4] >= 0 or s.queue[5] >= 0 else 1.0)


def preferred(dice: i64, preferences: i64) -> i64:
    """The value of the die one would rather use; 0 if none will do."""
    while preferences > 0 and showing(dice, preferences & 7) == 0:
        preferences >>= 3
    return preferences & 7


def welcome(s: BossState, card: i64) -> i64:
    """The dice that a card still takes: seven of every value with a free place."""
    found: i64 = 0
    value: i64 = 1 if card != CHEESE_SHOP else s.cheese_low
    while value <= 6:
        if s.free[card * 7 + value] > 0:
            found |= 7 * die(value)
        value += 1
    return found


class Errand:
    """What the dice of this round can still fetch of a shopping list: the dice left, and the trips left over."""

    def __init__(self, s: BossState) -> None:
        self.dice: i64 = 0
        self.trips: i64 = 0
        self.produce = welcome(s, PRODUCE)
        self.butchers = welcome(s, BUTCHERS)
        self.bakery = welcome(s, BAKERY)
        self.cheese = welcome(s, CHEESE_SHOP)

    def run(self, missing: i64, dice: i64) -> None:
        self.dice = dice
        self.trips = 0
        if missing != 0:
            self.fetch(held(missing, LETTUCE), self.produce, FOR_LETTUCE)
            self.fetch(held(missing, TOMATO), self.produce, FOR_TOMATO)
            self.fetch_pairs(held(missing, PATTY), self.butchers, FOR_PATTIES, FOR_PATTY)
            self.fetch_pairs(held(missing, BUN), self.bakery, FOR_BUNS, FOR_BUN)
            self.fetch(held(missing, CHEESE), self.cheese, FOR_CHEESE)

    def fetch(self, count: i64, accepted: i64, preferences: i64) -> None:
        while count > 0:
            value = preferred(self.dice & accepted, preferences)
            if value == 0:
                self.trips += count
                return
            self.dice -= die(value)
            count -= 1

    def fetch_pairs(self, count: i64, accepted: i64, two: i64, one: i64) -> None:
        """Buns and patties, of which some values bring two."""
        while count > 0:
            value = preferred(self.dice & accepted, two if count > 1 else one)
            if value == 0:
                self.trips += (count + 1) // 2
                return
            self.dice -= die(value)
            brings_two = value >= 4 if two == FOR_BUNS else value <= 3
            count -= 2 if brings_two else 1


def lacking(want: i64, item: i64) -> i64:
    """What an item still needs to become an order, as a bag; -1 if something is too much."""
    gap = (want | SIXTEENS) - item
    return gap - SIXTEENS if gap & SIXTEENS == SIXTEENS and item & SIXTEENS == 0 else -1


def beyond(need: i64, store: i64) -> i64:
    """What of a need is not in a store."""
    gap = (need | SIXTEENS) - store
    enough = gap & SIXTEENS
    return gap & (enough - (enough >> 4))


def mission_pull(s: BossState, seat: i64, bag: i64, size: i64) -> float:
    """What serving an order at a size does for the seat's own mission."""
    mission = s.missions[seat]
    menu = s.menu
    test = menu.mission_test[mission]
    about = menu.mission_about[mission]
    reached = progress(s, seat, mission)
    need = menu.mission_need[mission]
    if reached >= need:
        return 0.0
    helps = False
    if test == SERVE_AT_SIZE:
        helps = size == about
    elif test == DISTINCT_ORDERS:
        helps = not served_before(s, seat, bag)
    elif test in (SERVE_WITH_ANY, SERVE_MIN_KIND):
        least: i64 = 1 if test == SERVE_WITH_ANY else menu.mission_each[mission]
        kind: i64 = 0
        while kind < KINDS:
            if held(about, kind) > 0 and held(bag, kind) >= least:
                helps = True
            kind += 1
    if not helps:
        return 0.0
    bonus = float(menu.mission_bonus[mission])
    return bonus * 0.9 if reached + 1 == need else bonus * 0.6 / float(need)


def served_before(s: BossState, seat: i64, bag: i64) -> bool:
    at: i64 = 0
    while at < len(s.sales):
        if s.sales[at] == seat and s.menu.wants[s.sales[at + 1]] == bag:
            return True
        at += SALE
    return False


def rival_ready(s: BossState, seat: i64, bag: i64, late: bool) -> bool:
    """Whether somebody who sells before this seat (or anybody, if it is late) has this on a grill."""
    place: i64 = 0
    while place < s.seats:
        other = s.order[place]
        if other == seat:
            if not late:
                return False
        else:
            at = item_at(s, other, 0, 0)
            end = at + GRILLS * s.menu.track
            while at < end:
                if s.items[at] == bag:
                    return True
                at += 1
        place += 1
    return False


def sale_worth(s: BossState, seat: i64, slot: i64, later: i64) -> float:
    """What serving the customer at a slot brings in ``later`` rounds; 0 if nobody will be there any more."""
    size = size_money(slot)
    if size + later > 3:
        return 0.0
    customer = s.queue[slot]
    bag = s.menu.wants[customer]
    dollars = float(s.menu.prices[customer] + size + later) + mission_pull(s, seat, bag, size + later)
    while later > 0:
        dollars *= PATIENCE
        later -= 1
    return dollars


class Market:
    """What every customer in the queue is worth to a seat, now and later; made once for many outlooks."""

    def __init__(self, s: BossState, seat: i64) -> None:
        self.s = s
        self.seat = seat
        self.worker_count = workers(s, seat)
        self.wants: list[i64] = [0] * SLOTS  # by slot: the order there
        self.worth: list[float] = [0.0] * (3 * SLOTS)  # slot * 3 + rounds until the sale
        self.most: list[float] = [0.0] * SLOTS
        self.most_later: list[float] = [0.0] * SLOTS  # if it cannot be sold this round
        self.errand = Errand(s)
        slot: i64 = 0
        while slot < SLOTS:
            if s.queue[slot] >= 0:
                self.appraise(slot)
            slot += 1

    def appraise(self, slot: i64) -> None:
        s, seat = self.s, self.seat
        want = s.menu.wants[s.queue[slot]]
        self.wants[slot] = want
        later: i64 = 0
        while later < 3:
            worth = sale_worth(s, seat, slot, later)
            if worth > 0.0 and rival_ready(s, seat, want, later > 0):
                worth *= RIVAL
            self.worth[slot * 3 + later] = worth
            self.most[slot] = max(self.most[slot], worth)
            later += 1
        self.most_later[slot] = max(self.worth[slot * 3 + 1], self.worth[slot * 3 + 2]) - FUTURE_DIE


class Plan:
    """The best use of one grill: the customer's slot (-1: none), how many rounds until then, what it is worth."""

    def __init__(self) -> None:
        self.grill: i64 = -1
        self.space: i64 = 0
        self.slot: i64 = -1
        self.later: i64 = 0
        self.worth: float = 0.0
        self.need: i64 = 0  # what the item still needs
        self.missing: i64 = 0  # of that, what is not stored
        self.left: i64 = 0  # dice left after the errands of this round


class Outlook:
    """All that a seat could do with its grills: one plan after the other, the best first.

    ``kitchen`` says whether food can be cooked this round: COLD (no more), READY (for a die), HOT (right now, from
    what is stored).
    """

    def __init__(self, market: Market, store: i64, dice: i64, kitchen: i64) -> None:
        self.market = market
        self.s = market.s
        self.seat = market.seat
        kitchens = self.s.kitchens[self.seat]
        self.store = store
        self.dice = dice
        self.kitchen = kitchen
        self.plans: list[Plan] = []
        self.worth: float = 0.0
        self.busy_grills: i64 = 0
        self.cleared: i64 = 0  # grills whose food is sold this round
        self.busy_slots: i64 = 0
        grill: i64 = 0
        while grill < kitchens and self.adopt(self.best_plan(kitchens)):
            grill += 1
        self.kitchen = COLD
        for plan in self.plans[:]:
            if plan.later == 0:
                self.busy_grills &= ~BITS[plan.grill]
                self.cleared |= BITS[plan.grill]
        again: i64 = 0
        while self.cleared != 0 and again < kitchens and self.adopt(self.best_plan(kitchens)):
            again += 1
        loose = held(self.store, BUN) + held(self.store, PATTY)
        self.worth += LOOSE * float(min(loose, 4)) + LOOSE_TOPPING * float(min(amount(self.store) - loose, 3))
        self.worth += SPARE_DIE * float(how_many(self.dice))

    def adopt(self, plan: Plan) -> bool:
        if plan.slot < 0:
            return False
        self.plans.append(plan)
        self.worth += plan.worth
        self.busy_grills |= BITS[plan.grill]
        self.busy_slots |= BITS[plan.slot]
        self.store = beyond(self.store, plan.need)
        self.dice = plan.left
        return True

    def best_plan(self, kitchens: i64) -> Plan:
        wants, most = self.market.wants, self.market.most
        best = Plan()
        tried_empty = False
        grill: i64 = 0
        while grill < kitchens:
            if self.busy_grills & BITS[grill] == 0:
                space, item = self.on(grill)
                if item != 0 or not tried_empty:
                    slot: i64 = 0
                    while slot < SLOTS:
                        if most[slot] > best.worth and self.busy_slots & BITS[slot] == 0:
                            need = lacking(wants[slot], item)
                            if need >= 0:
                                self.consider(best, grill, space, item, slot, need)
                        slot += 1
                    tried_empty = tried_empty or item == 0
            grill += 1
        return best

    def on(self, grill: i64) -> tuple[i64, i64]:
        """The oldest item on a grill, with its space; an empty bag on the first space if there is none."""
        if self.cleared & BITS[grill] != 0:
            return 0, 0
        s = self.s
        space = s.menu.track - 1
        while space >= 0:
            item = s.items[item_at(s, self.seat, grill, space)]
            if item != 0:
                return space, item
            space -= 1
        return 0, 0

    def consider(self, best: Plan, grill: i64, space: i64, item: i64, slot: i64, need: i64) -> None:
        """Let the plan to finish this item for this customer be the best one, if it is."""
        market = self.market
        missing = beyond(need, self.store)
        waits = need != 0 and (self.kitchen == COLD or (self.kitchen == HOT and missing != 0))
        if waits and market.most_later[slot] <= best.worth:
            return
        errand = market.errand
        errand.run(missing, self.dice)
        later = self.rounds(need, missing, errand)
        if later > 2 or (item != 0 and space + later >= self.s.menu.track):
            return
        worth = market.worth[slot * 3 + later]
        if later > 0:
            worth -= FUTURE_DIE * float(errand.trips + 1)
        if worth > best.worth:
            best.grill, best.space, best.slot, best.later, best.worth = grill, space, slot, later, worth
            best.need, best.missing, best.left = need, missing, errand.dice

    def rounds(self, need: i64, missing: i64, errand: Errand) -> i64:
        """How many rounds until the item can be sold; an errand that cooks this round pays its die."""
        if need == 0:
            return 0
        if self.kitchen == HOT and missing == 0:
            return 0
        if self.kitchen == READY and errand.trips == 0:
            if self.cooking():
                return 0
            if errand.dice != 0:
                errand.dice -= die(preferred(errand.dice, COOKS_FIRST))
                return 0
        return 1 + errand.trips // self.market.worker_count

    def cooking(self) -> bool:
        """Whether an earlier plan of this round pays for the kitchen already."""
        for plan in self.plans:
            if plan.later == 0 and plan.need != 0:
                return True
        return False


def outlook(market: Market, store: i64, dice: i64) -> Outlook:
    """What a seat can make of a store and of dice, with the kitchen as it is this round."""
    return Outlook(market, store, dice, READY if market.s.cooked[market.seat] == 0 else COLD)


def ready_now(market: Market, store: i64, dice: i64) -> Outlook:
    """What a seat can make of it if it cooks right now."""
    return Outlook(market, store, dice, HOT)
