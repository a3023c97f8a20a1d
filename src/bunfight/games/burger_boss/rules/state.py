"""The state of Burger Boss: plain numbers in rows, one entry per seat, slot or space.

Ingredients that lie together are a *bag*: five bits per kind in one number. Dice that lie together are a number too:
three bits per face.
"""

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine.deck import Deck
from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck
from bunfight.engine.step import IllegalMove, Move, Seat, State, Step

BUN: Final = 0
PATTY: Final = 1
CHEESE: Final = 2
TOMATO: Final = 3
LETTUCE: Final = 4
KINDS: Final = 5

BAKERY: Final = 0
BUTCHERS: Final = 1
CHEESE_SHOP: Final = 2
PRODUCE: Final = 3
MANAGER: Final = 4
SUPERMARKET: Final = 5
WORKERS: Final = 6
EXPANSION: Final = 7
KITCHEN: Final = 8

DOUBLE: Final = 0
DISCOUNT: Final = 1
STEAL: Final = 2
TIP: Final = 3
FIRST: Final = 4

START: Final = 0
MENU: Final = 1
SIZE: Final = 2
TIPS: Final = 3
RECYCLING: Final = 4
CLEARANCE: Final = 5
SHOPPING: Final = 6
HIRING: Final = 7
BUILDING: Final = 8
MISSION: Final = 9
CAUSES: Final = 10

SERVE_WITH_ANY: Final = 0
SERVE_MIN_KIND: Final = 1
SERVE_AT_SIZE: Final = 2
BEST_SALES_TURN: Final = 3
UPGRADES: Final = 4
DISTINCT_ORDERS: Final = 5

SLOTS: Final = 6
GRILLS: Final = 3
SALE: Final = 4  # numbers per sale on record: seat, customer, size money, round
LAST_SERVED: Final = 1
LAST_LEFT: Final = 2

FULL_PILE: Final = 20 + (15 << 5) + (10 << 10) + (10 << 15) + (10 << 20)


def held(bag: i64, kind: i64) -> i64:
    """How many of a kind are in a bag."""
    return (bag >> (5 * kind)) & 31


def unit(kind: i64) -> i64:
    """A bag with one of a kind."""
    one: i64 = 1
    return one << (5 * kind)


def amount(bag: i64) -> i64:
    """How many ingredients are in a bag."""
    return (bag & 31) + ((bag >> 5) & 31) + ((bag >> 10) & 31) + ((bag >> 15) & 31) + ((bag >> 20) & 31)


def showing(dice: i64, value: i64) -> i64:
    """How many of the dice show a value."""
    return (dice >> (3 * value - 3)) & 7


def die(value: i64) -> i64:
    """One die that shows a value."""
    one: i64 = 1
    return one << (3 * value - 3)


def how_many(dice: i64) -> i64:
    return (
        (dice & 7) + ((dice >> 3) & 7) + ((dice >> 6) & 7) + ((dice >> 9) & 7) + ((dice >> 12) & 7) + ((dice >> 15) & 7)
    )


def total(dice: i64) -> i64:
    """The sum of the faces."""
    found: i64 = 0
    value: i64 = 1
    while value <= 6:
        found += value * showing(dice, value)
        value += 1
    return found


def size_money(slot: i64) -> i64:
    """What a place of the queue adds to the price: $3, $2 or $1 (slots run s1 s2 l1 l2 r1 r2)."""
    return 3 - slot // 2


def row(length: int) -> vec[i64]:
    return vec[i64]([0] * length)


def wipe(line: vec[i64]) -> None:
    at: i64 = 0
    while at < len(line):
        line[at] = 0
        at += 1


class Menu:
    """The printed things as numbers; made once from the card data and never changed."""

    def __init__(
        self,
        customer_ids: list[str],
        mission_ids: list[str],
        wants: list[int],
        prices: list[int],
        specials: list[int],
        missions: list[list[int]],
        spaces: list[list[int]],
        grill_spaces: int,
    ) -> None:
        self.customer_ids = customer_ids
        self.mission_ids = mission_ids
        self.wants = vec[i64](wants)  # by customer: the bag that was ordered
        self.prices = vec[i64](prices)
        self.specials = vec[i64](specials)  # by kind: copies
        self.mission_test = vec[i64]([one[0] for one in missions])
        self.mission_about = vec[i64]([one[1] for one in missions])  # a bag of kinds, or the money of a size
        self.mission_each = vec[i64]([one[2] for one in missions])
        self.mission_need = vec[i64]([one[3] for one in missions])
        self.mission_bonus = vec[i64]([one[4] for one in missions])
        self.customers = Deck(range(len(wants)))
        self.missions = Deck(range(len(missions)))
        self.track: i64 = grill_spaces
        self.first_space = row(len(spaces) + 1)  # by game card: its first space; the next entry ends it
        accepts: list[int] = []
        welcome = [0] * (7 * (len(spaces) + 1))
        for card, masks in enumerate(spaces):
            accepts += masks
            self.first_space[card + 1] = len(accepts)
            for mask in masks:
                for value in range(1, 7):
                    if mask >> value & 1:
                        welcome[7 * card + value] += 1
        self.accepts = vec[i64](accepts)  # by space: bit mask of the values it accepts
        self.welcome = vec[i64](welcome)  # by card * 7 + value: spaces for it while all are free


class BossState(State):
    """BB-SETUP: what lies on the table, in the kitchens and in the hands."""

    SHARED: ClassVar[tuple[str, ...]] = ("menu",)

    menu: Menu
    seats: i64
    face_up: bool
    rush_from: i64
    fill_early: bool  # BB-QUEUE-20
    per_space: bool
    cook_twice: bool  # BB-COOK-20
    blocking: bool  # BB-PLACE-20
    quick: bool
    literal: bool  # BB-SPEC-20
    aired: bool  # literal: whether those who hold specials were asked since the last decision
    signs: vec[i64]  # by seat: its restaurant; fixed after setup, so that copies share it
    recency: vec[i64]  # seats, most recent hamburger first; fixed after setup
    round: i64
    ending: i64  # 0 while the game runs
    order: vec[i64]  # the Turn card: seats from first to last
    before: vec[i64]  # the Turn card of the round before
    pile: i64  # the supply, a bag
    money: vec[i64]
    book: vec[i64]  # seat * CAUSES + cause
    store: vec[i64]  # by seat: cold storage, a bag
    kitchens: vec[i64]
    hired: vec[i64]  # extra workers, those who start next round included
    rolled: vec[i64]  # by seat: all dice of this round
    working: vec[i64]  # by seat: the dice that turned up; 0 before the reveal
    dice: vec[i64]  # by seat: working dice not yet placed
    cooked: vec[i64]  # by seat: how often it cooked this round
    leftover: vec[i64]  # by seat: of its store, what was there when it first cooked this round
    items: vec[i64]  # (seat * GRILLS + grill) * track + space: the bag on the grill there
    hands: vec[i64]  # seat * 5 + kind: Manager's Specials
    shown: vec[i64]  # by seat: steal cards in hand that everybody has seen
    specials: vec[i64]  # by kind: the deck of specials, which has no order
    discards: vec[i64]  # by kind
    taken: vec[i64]  # by space: 0 if free, else 1 + 16 * seat + 2 * value + (1 for a pair)
    free: vec[i64]  # card * 7 + value: free spaces that accept the value
    cheese_low: i64  # the lowest die the Cheese Shop still takes
    queue: vec[i64]  # by slot: the customer there, or -1
    deck: Deck
    top: i64  # the visible next customer of a deck that lies face up, or -1
    gone: Deck  # customers who left
    sales: vec[i64]  # SALE numbers each, oldest first
    served: vec[i64]
    best_turn: vec[i64]  # by seat: most sales in one sales turn
    missions: vec[i64]
    spare: Deck  # missions that were not dealt

    def __init__(self, menu: Menu, seats: i64) -> None:
        super().__init__()
        self.menu = menu
        self.seats = seats

    def copy(self) -> "BossState":
        new = BossState(self.menu, self.seats)
        new.options, new.agenda = self.options, [step.copy() for step in self.agenda]
        new.face_up, new.rush_from, new.fill_early = self.face_up, self.rush_from, self.fill_early
        new.per_space, new.cook_twice, new.quick = self.per_space, self.cook_twice, self.quick
        new.blocking = self.blocking
        new.literal, new.aired, new.signs, new.recency = self.literal, self.aired, self.signs, self.recency
        new.round, new.ending, new.order, new.before = self.round, self.ending, self.order[:], self.before[:]
        new.pile, new.money, new.book, new.store = self.pile, self.money[:], self.book[:], self.store[:]
        new.kitchens, new.hired, new.rolled = self.kitchens[:], self.hired[:], self.rolled[:]
        new.working, new.dice, new.cooked = self.working[:], self.dice[:], self.cooked[:]
        new.leftover, new.items, new.hands, new.shown = self.leftover[:], self.items[:], self.hands[:], self.shown[:]
        new.specials, new.discards, new.taken = self.specials[:], self.discards[:], self.taken[:]
        new.free, new.cheese_low, new.queue = self.free[:], self.cheese_low, self.queue[:]
        new.deck, new.top, new.gone = self.deck.copy(), self.top, self.gone.copy()
        new.sales, new.served, new.best_turn = self.sales[:], self.served[:], self.best_turn[:]
        new.missions, new.spare = self.missions[:], self.spare.copy()
        return new

    def not_asked(self, seat: Seat, move: Move) -> IllegalMove:
        if not self.agenda:
            return IllegalMove("BB-TURN-1", "over")
        top = self.agenda[-1]
        if isinstance(top, BossStep) and top.has_answered(seat):
            return IllegalMove("BB-WIN-9", "answered")
        return IllegalMove("BB-TURN-1", "not_asked")


class BossStep(Step[BossState]):
    """A question of Burger Boss: it knows when it is really open, and what happens by itself until then."""

    def asks(self, s: BossState, luck: Luck, log: EventLog) -> bool:
        """Go on by itself as far as the rules go; True if somebody must answer now."""
        raise AssertionError(f"{type(self).__name__} does not go on")

    def has_answered(self, seat: Seat) -> bool:
        """Whether the seat was asked and has given its answer."""
        return False

    def airs(self, s: BossState, log: EventLog) -> bool:
        """Whether a window for specials was opened before the question that is about to be asked."""
        return False


def lay_out(menu: Menu, seats: i64) -> BossState:
    """BB-SETUP-3 to 10: the table before anything is dealt or rolled."""
    s = BossState(menu, seats)
    n = int(seats)
    s.face_up, s.rush_from, s.fill_early, s.per_space, s.cook_twice = True, 3, False, False, False
    s.blocking, s.quick, s.literal, s.aired = False, False, False, False
    s.signs = vec[i64](range(n))
    s.recency, s.order, s.before = s.signs[:], s.signs[:], s.signs[:]
    s.round, s.ending = 0, 0
    s.pile = FULL_PILE
    s.money = vec[i64]([3] * n)
    s.book = row(n * CAUSES)
    for seat in range(n):
        s.book[seat * CAUSES + START] = 3
    s.store, s.kitchens, s.hired = row(n), vec[i64]([1] * n), row(n)
    s.rolled, s.working, s.dice = row(n), row(n), row(n)
    s.cooked, s.leftover = row(n), row(n)
    s.items = row(n * GRILLS * int(menu.track))
    s.hands, s.shown = row(n * 5), row(n)
    s.specials, s.discards = menu.specials[:], row(5)
    s.taken, s.free, s.cheese_low = row(len(menu.accepts)), menu.welcome[:], 1
    s.queue = vec[i64]([-1] * SLOTS)
    s.deck, s.top, s.gone = menu.customers.copy(), -1, Deck()
    s.sales, s.served, s.best_turn = row(0), row(n), row(n)
    s.missions, s.spare = vec[i64]([-1] * n), menu.missions.copy()
    return s


def in_hand(s: BossState, seat: i64) -> i64:
    """BB-SPEC-5: how many Manager's Specials a seat holds."""
    at = seat * 5
    hands = s.hands
    return hands[at] + hands[at + 1] + hands[at + 2] + hands[at + 3] + hands[at + 4]


def any_in_hand(s: BossState) -> bool:
    """Whether anybody holds a special."""
    for count in s.hands:
        if count > 0:
            return True
    return False


def customers_left(s: BossState) -> i64:
    """How many are still in the customer deck, the visible one included."""
    left: i64 = len(s.deck)
    return left + 1 if s.top >= 0 else left


def workers(s: BossState, seat: i64) -> i64:
    """BB-SETUP-3, BB-HIRE-6: dice of a seat, those who start next round included."""
    return 2 + s.hired[seat]


def room(s: BossState, seat: i64) -> i64:
    """BB-STORE-1: free slots of the cold storage."""
    return 4 * s.kitchens[seat] - amount(s.store[seat])


def item_at(s: BossState, seat: i64, grill: i64, space: i64) -> i64:
    """Where an item lies in the row of all items."""
    return (seat * GRILLS + grill) * s.menu.track + space
