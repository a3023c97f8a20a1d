"""The state of Burger Up, and its card list as flat tables made for speed."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine.deck import Deck
from bunfight.engine.step import IllegalMove, Move, State
from bunfight.games.burger_up.rules.moves import Buy, Claim, Discard, Lift, Place, grammar

# Types of ingredients. A bun half has type BUN, and "anything may come next" is the same hollow icon (BU-CARD-9).
BUN: Final = 0
ANY: Final = 0
SALAD: Final = 1
MEAT_PATTY: Final = 2
CHEESE_EGG: Final = 3
SAUCE: Final = 4

# Kinds of lines on a Top Bun.
AT_LEAST: Final = 0
AT_MOST: Final = 1
NONE: Final = 2
DIFFERENT: Final = 3
EQUAL: Final = 4
TOP: Final = 5

# Classes of burgers (BU-PAY-2).
SANDWICH: Final = 0
GOURMET: Final = 1
TOWER: Final = 2
COLOSSAL: Final = 3
CLASS_LOW: Final = [1, 4, 7, 10]
CLASS_HIGH: Final = [3, 6, 9, 1_000_000]
CLASS_PAY: Final = [1, 3, 5, 10]

# Phases of a turn (BU-TURN-2).
MARKET: Final = 0
BUILD: Final = 1
BURGER_UP: Final = 2
CLEANUP: Final = 3

# How a game ends.
RUNNING: Final = 0
ORDERS_RAN_OUT: Final = 1
NOTHING_LEFT: Final = 2
STALLED: Final = 3

# Rounds without serving that end a game whose guard is off (BU-STALL-4).
ENDLESS: Final = 200

HAND: Final = 4
START_MONEY: Final = 2
PLACEMENTS: Final = 3
SPATULA_POINTS: Final = [4, 2, 0]
MOST_TOP_BUNS: Final = 5
TOP_BUNS_IN_PLAY: Final = [0, 0, 12, 14, 18]
"""By number of players (BU-SETUP-3)."""


class Line:
    """One requirement of a Top Bun: ``tables[i][half]`` is 1 for a half that is one of the ``things[i]``, else 0."""

    def __init__(
        self,
        kind: int,
        n: int,
        tables: list[list[bool]],
        things: list[str],
        named: bool,
        bun: bool,
        single: bool,
    ) -> None:
        self.kind: i64 = kind
        self.n: i64 = n
        self.tables: list[vec[i64]] = [vec[i64]([int(one) for one in table]) for table in tables]
        self.table: vec[i64] = self.tables[0]
        self.things = things
        self.named = named
        self.bun = bun
        self.single = single


class Order:
    """A Top Bun: its lines and the sizes it accepts."""

    def __init__(self, id: str, rule: str, lines: list[Line], low: int, high: int) -> None:
        self.id = id
        self.rule = rule
        self.lines = lines
        self.low: i64 = low
        self.high: i64 = high


class Book:
    """A card list, ready to play: flat tables by half (card * 2 + side), and the moves that name its cards."""

    def __init__(
        self,
        name: str,
        cards: list[str],
        kinds: list[int],
        nexts: list[int],
        perfects: list[bool],
        names: list[int],
        ingredients: list[str],
        orders: list[Order],
        known: list[bool],
    ) -> None:
        self.name = name
        self.cards = cards
        self.kinds: vec[i64] = vec[i64](kinds)
        self.nexts: vec[i64] = vec[i64](nexts)
        self.perfects = perfects
        self.names: vec[i64] = vec[i64](names)
        self.ingredients = ingredients
        self.orders = orders
        self.known = known
        self.deck = Deck(range(len(cards)))
        self.all_orders = Deck(range(len(orders)))
        self.known_orders = Deck([n for n in range(len(orders)) if known[n]])
        self.new_orders = Deck([n for n in range(len(orders)) if not known[n]])
        self.twin = [
            kinds[2 * c] == kinds[2 * c + 1]
            and names[2 * c] == names[2 * c + 1]
            and nexts[2 * c] == nexts[2 * c + 1]
            and perfects[2 * c] == perfects[2 * c + 1]
            for c in range(len(cards))
        ]
        self.grammar = grammar(cards, [order.id for order in orders])
        self.buys: list[Buy] = self.grammar.made("buy")
        self.places: list[Place] = self.grammar.made("place")  # by half * 2 + burger
        self.lifts: list[Lift] = self.grammar.made("spatula")  # by (burger * cards + layer) * 2, one more: to the other
        self.claims: list[Claim] = self.grammar.made("claim")  # by burger * orders + order
        self.discards: list[Discard] = self.grammar.made("discard")
        self.rewards: list[Move] = self.grammar.made("reward")
        self.cleanup: Move = self.grammar.one("cleanup")
        self.end: Move = self.grammar.one("end")


class Kitchen:
    """What one player owns: money, hand, two burgers, Spatula, kitchen side, served orders."""

    def __init__(self) -> None:
        self.money = START_MONEY
        self.spatula = 0
        self.upgraded = False
        self.hand: list[int] = []
        self.shown: list[int] = []
        self.stacks: list[vec[i64]] = [vec[i64](), vec[i64]()]
        self.claimed: list[int] = []
        self.sizes: list[int] = []
        self.bought = 0
        self.from_orders = 0
        self.from_classes = 0
        self.from_perfects = 0

    def copy(self) -> Kitchen:
        k = Kitchen()
        k.money = self.money
        k.spatula = self.spatula
        k.upgraded = self.upgraded
        k.hand = self.hand.copy()
        k.shown = self.shown.copy()
        k.stacks = [self.stacks[0][:], self.stacks[1][:]]
        k.claimed = self.claimed.copy()
        k.sizes = self.sizes.copy()
        k.bought = self.bought
        k.from_orders = self.from_orders
        k.from_classes = self.from_classes
        k.from_perfects = self.from_perfects
        return k


class BurgerUpState(State):
    """The whole table. Cards and Top Buns are indices into ``book``; stacks hold halves; -1 is an empty space."""

    SHARED: ClassVar[tuple[str, ...]] = ("book",)

    def __init__(self, book: Book, seats: int, first: int, stall_rounds: int, buns_break_ties: bool) -> None:
        super().__init__()
        self.book = book
        self.seats = seats
        self.first = first
        self.stall_rounds = stall_rounds
        self.buns_break_ties = buns_break_ties
        self.known_first = False
        self.play_out = False
        self.active = first
        self.phase = MARKET
        self.placed = 0
        self.served_turn = False
        self.served_round = False
        self.stall = 0
        self.round = 1
        self.final = False
        self.ending = RUNNING
        self.deck = Deck()
        self.discard = Deck()
        self.pool: list[bool] = []
        self.market: list[int] = [-1, -1, -1]
        self.order_deck = Deck()
        self.aside = Deck()
        self.pending: list[int] = [-1, -1, -1]
        self.coins: list[int] = [0, 0, 0]
        self.grown = 0
        self.kitchens: list[Kitchen] = []

    def copy(self) -> BurgerUpState:
        """An independent copy; only the card list is shared."""
        s = BurgerUpState(self.book, self.seats, self.first, self.stall_rounds, self.buns_break_ties)
        s.options = self.options
        s.known_first = self.known_first
        s.play_out = self.play_out
        s.active = self.active
        s.phase = self.phase
        s.placed = self.placed
        s.served_turn = self.served_turn
        s.served_round = self.served_round
        s.stall = self.stall
        s.round = self.round
        s.final = self.final
        s.ending = self.ending
        s.deck = self.deck.copy()
        s.discard = self.discard.copy()
        s.pool = self.pool.copy()
        s.market = self.market.copy()
        s.order_deck = self.order_deck.copy()
        s.aside = self.aside.copy()
        s.pending = self.pending.copy()
        s.coins = self.coins.copy()
        s.grown = self.grown
        s.kitchens = [k.copy() for k in self.kitchens]
        for step in self.agenda:
            s.agenda.append(step.copy())
        return s

    def not_asked(self, seat: int, move: Move) -> IllegalMove:
        """BU-GEN-1, BU-END-9."""
        if not self.agenda:
            return IllegalMove("BU-END-9", "over")
        return IllegalMove("BU-GEN-1", "turn_of", seat=self.active)
