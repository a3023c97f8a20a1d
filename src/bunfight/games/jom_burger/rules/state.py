"""Defines the state of Jom Burger: dice in the bag, in the pool, in the Fridge and on every stall.

A die is a small number, its kind: six for each ingredient, by pips. The sixteen slots of the largest possible card are
numbered in slot order; what is filled, left or right is a set of slots, kept as the bits of one number.
"""

from typing import ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bunfight.engine.step import IllegalMove, Move, Seat, State

BREAD: Final = 0
FRIES_SODA: Final = 2
INGREDIENTS: Final = ["bread", "cheese", "fries_soda", "meat", "vegetable", "egg"]
KINDS: Final = 36
KIND_IDS: Final = [f"{name}{pips}" for name in INGREDIENTS for pips in range(1, 7)]

SLOTS: Final = 16
SLOT_IDS: Final = [
    "bread_bottom", "bread_top",
    "l1", "l2", "l3", "l4", "l5", "l6",
    "r1", "r2", "r3", "r4", "r5", "r6",
    "side_fries", "side_soda",
]  # fmt: skip
FIRST_LEFT: Final = 2
FIRST_RIGHT: Final = 8
LEFT_TO_RIGHT: Final = 6  # a left slot's number plus this is the right slot of its row
BIT: Final[list[int]] = [1 << slot for slot in range(SLOTS)]
BREADS: Final = 0b11
SIDES: Final = 0b11 << 14

ROUNDS: Final = 6
DELIVERY: Final = 3
NO_DICE: Final = [0] * SLOTS

ONES: Final = 0
LIMIT: Final = 1
UNCHOSEN: Final = -1
SIDE_IDS: Final = ["ones", "limit"]

BURGERS: Final = ["regular", "special", "mixed", "choose"]  # how everybody comes by a burger card
SPECIAL: Final = 1
MIXED: Final = 2
CHOOSE_BURGER: Final = 3

LEFT_FIRST: Final = ["row", "column", "ingredient"]
ROW: Final = 0
COLUMN: Final = 1
NOBODY: Final = -1


def mask_of(slots: list[int]) -> i64:
    """A set of slots."""
    mask: i64 = 0
    for slot in slots:
        mask |= BIT[slot]
    return mask


class Card:
    """A burger card as the engine reads it: which slots take which ingredient. Never changed."""

    def __init__(self, id: str, rows: list[tuple[int, int]], special: bool) -> None:
        self.id = id
        self.rows = rows
        self.special = special
        self.accepts: list[int] = [-1] * SLOTS
        self.accepts[0] = BREAD
        self.accepts[1] = BREAD
        self.accepts[14] = FRIES_SODA
        self.accepts[15] = FRIES_SODA
        self.left: i64 = 0
        self.right: i64 = 0
        for number, (left, right) in enumerate(rows):
            self.accepts[FIRST_LEFT + number] = left
            self.accepts[FIRST_RIGHT + number] = right
            self.left |= BIT[FIRST_LEFT + number]
            self.right |= BIT[FIRST_RIGHT + number]
        self.basic: i64 = BREADS | self.left  # JB-ORDER-1
        self.premium: i64 = self.basic | self.right  # JB-ORDER-2
        self.kin: list[int] = [self._kin(slot) for slot in range(SLOTS)]
        self.front: vec[i64] = vec[i64]()  # by ingredient: its slots outside the right column
        self.back: vec[i64] = vec[i64]()  # by ingredient: its slots in the right column
        self.takes: vec[i64] = vec[i64]()  # by ingredient: all its slots
        self.choice: list[bool] = []  # by ingredient: whether its front slots are not all alike
        for ingredient in range(6):
            slots = [slot for slot in range(SLOTS) if self.accepts[slot] == ingredient]
            front = [slot for slot in slots if not self.right & BIT[slot]]
            back = [slot for slot in slots if self.right & BIT[slot]]
            self.front = append(self.front, mask_of(front))
            self.back = append(self.back, mask_of(back))
            self.takes = append(self.takes, mask_of(slots))
            self.choice.append(len({self.kin[slot] for slot in front}) > 1)

    def _kin(self, slot: int) -> int:
        """Front slots of one ingredient with the same kin are interchangeable (JB-PLACE-7)."""
        if BREADS & BIT[slot]:
            return -2
        if SIDES & BIT[slot]:
            return -3
        if self.left & BIT[slot]:
            return self.accepts[slot + LEFT_TO_RIGHT]
        return -4


class SaladSide:
    """One side of the salad card in play: by number of dice, less one. Never changed."""

    def __init__(self, points: list[int], caps: list[int], multipliers: list[int]) -> None:
        self.points = points
        self.caps = caps
        self.multipliers = multipliers
        self.columns: i64 = max(len(points), len(multipliers))


class Rules:
    """The options of a game as the engine reads them. Never changed."""

    def __init__(
        self,
        multiplication: bool,
        single_one: bool,
        young: int,
        highest: bool,
        left_first: int,
        any_ingredient: bool,
        burgers: int,
        advanced: bool,
        salads: list[SaladSide],
        cards: list[Card],
        menu: list[Move],
    ) -> None:
        self.multiplication = multiplication
        self.single_one = single_one
        self.young: i64 = young  # the seats, as bits
        self.highest = highest
        self.left_first: i64 = left_first
        self.any_ingredient = any_ingredient
        self.burgers: i64 = burgers
        self.advanced = advanced
        self.salads = salads  # ones, limit; empty without salads
        self.cards = cards  # to choose from; the regular one first
        self.menu = menu  # the moves that take them
        self.card_worth: i64 = 5 if multiplication else 2  # JB-ACT-5


class Stall:
    """What lies before one player."""

    SHARED: ClassVar[tuple[str, ...]] = ("card",)

    def __init__(self, card: Card, pips: list[int], salad: list[int]) -> None:
        self.card = card
        self.pips = pips  # by slot; 0 = no die
        self.filled: i64 = 0  # the slots with a die
        self.salad = salad  # kinds, from left to right
        self.side: i64 = UNCHOSEN
        self.reroll = True  # the cards that are still unused
        self.supply = True
        self.wasted: i64 = 0  # own forced picks

    def copy(self) -> "Stall":
        new = Stall(self.card, self.pips[:], self.salad[:])
        new.filled = self.filled
        new.side = self.side
        new.reroll = self.reroll
        new.supply = self.supply
        new.wasted = self.wasted
        return new


class JomState(State):
    """The state of a game."""

    SHARED: ClassVar[tuple[str, ...]] = ("rules",)

    def __init__(self, rules: Rules, stalls: list[Stall], bag: list[int]) -> None:
        super().__init__()
        self.rules = rules
        self.seats: i64 = len(stalls)
        self.stalls = stalls
        self.bag = bag  # by ingredient: dice without pips
        self.in_bag: i64 = sum(bag)
        self.pool: list[int] = []  # kinds, rising
        self.delivered: list[int] = []  # kinds, rising; only while a delivery is open
        self.fridge: list[int] = []  # kinds, in the order in which they came
        self.fridge_by: list[int] = []  # who put them there; NOBODY: a leftover, which closes the stack of its round
        self.first_basic: i64 = NOBODY
        self.first_premium: i64 = NOBODY
        self.round: i64 = 0
        self.start: i64 = 0
        self.turn: i64 = 0  # of the 2n draft turns of this round
        self.last: Move | None = None  # the last public decision, which everybody remembers
        self.last_seat: i64 = NOBODY
        self.brought: list[int] = []  # the last delivery, as everybody saw it

    def copy(self) -> "JomState":
        new = JomState(self.rules, [stall.copy() for stall in self.stalls], self.bag[:])
        new.options = self.options
        new.agenda = [step.copy() for step in self.agenda]
        new.in_bag = self.in_bag
        new.pool = self.pool[:]
        new.delivered = self.delivered[:]
        new.fridge = self.fridge[:]
        new.fridge_by = self.fridge_by[:]
        new.first_basic = self.first_basic
        new.first_premium = self.first_premium
        new.round = self.round
        new.start = self.start
        new.turn = self.turn
        new.last = self.last
        new.last_seat = self.last_seat
        new.brought = self.brought[:]
        return new

    def not_asked(self, seat: Seat, move: Move) -> IllegalMove:
        if move.text.startswith("choose "):
            return IllegalMove("JB-SETUP-11", "salad_settled")
        return IllegalMove("JB-TURN-1", "not_asked" if self.agenda else "over")


def drafter(s: JomState, turn: i64) -> Seat:
    """Whose draft turn it is: clockwise, then back again (JB-DRAFT-1, JB-DRAFT-2)."""
    place = turn if turn < s.seats else 2 * s.seats - 1 - turn
    return (s.start + place) % s.seats


def first_slot(mask: i64) -> i64:
    """The first slot, in slot order, of a set that is not empty."""
    slot: i64 = 0
    if mask & 0xFF == 0:
        mask >>= 8
        slot = 8
    if mask & 0xF == 0:
        mask >>= 4
        slot += 4
    if mask & 0x3 == 0:
        mask >>= 2
        slot += 2
    return slot if mask & 1 else slot + 1


def slots_in(mask: i64) -> list[int]:
    """The slots of a set, in slot order."""
    slots: list[int] = []
    slot: i64 = 0
    while mask:
        if mask & 1:
            slots.append(slot)
        mask >>= 1
        slot += 1
    return slots
