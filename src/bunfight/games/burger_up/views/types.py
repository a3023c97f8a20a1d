"""The structs that a view of Burger Up is made of."""

from __future__ import annotations

from bunfight.engine.view import GameView, ViewPart


class Half(ViewPart, frozen=True):
    """One end of a card: ingredient, type, what must come next, whether it is Perfect, keywords, and what to draw."""

    ingredient: str
    type: str
    next: str
    perfect: bool
    keywords: tuple[str, ...]
    art: str


class Face(ViewPart, frozen=True):
    """A card that offers both its halves; ``twin``: both ends are the same."""

    card: str
    a: Half
    b: Half
    twin: bool


class Layer(ViewPart, frozen=True):
    """A placed card: the half in use."""

    card: str
    side: str
    half: Half


class Ask(ViewPart, frozen=True):
    """One line of an order as keys of the words: ``ask_<kind>`` with a number and the things it is about."""

    kind: str
    n: int
    of: tuple[str, ...]


class OrderView(ViewPart, frozen=True):
    """An open order: what it asks for and the coins on it."""

    order: str
    size_low: int
    size_high: int | None
    coins: int
    rule: str
    asks: tuple[Ask, ...]
    asks_size: tuple[Ask, ...]


class Check(ViewPart, frozen=True):
    """How far a burger is for the order in one space. A mark: 0 done, k still missing, -1 dead (a ban is broken).

    ``pay`` is what serving it right now would bring; ``dead``: without the Spatula it can never be served for this.
    """

    order: str
    marks: tuple[int, ...]
    size_mark: int
    missing: int
    ready: bool
    dead: bool
    pay: int


class Burger(ViewPart, frozen=True):
    """A stack from bottom to top, what it needs next, how big it is; ``checks`` by pending space."""

    layers: tuple[Layer, ...]
    need: str
    size: int
    rank: str
    perfects: int
    checks: tuple[Check | None, ...]


class Served(ViewPart, frozen=True):
    """An order that was served, with the size and class of the burger."""

    order: str
    size: int
    rank: str


class KitchenView(ViewPart, frozen=True):
    """One player's area. ``hand`` is None where it is hidden; ``bought`` are its cards that everybody knows.

    ``pool_unknown``: how many of the hidden ones were drawn from the present deck.
    """

    money: int
    spatula: str
    upgraded: bool
    hand: tuple[Face, ...] | None
    hand_count: int
    bought: tuple[str, ...]
    pool_unknown: int
    burgers: tuple[Burger, ...]
    served: tuple[Served, ...]
    paid_market: int
    from_orders: int
    from_classes: int
    from_perfects: int
    spatula_points: int
    most_points: int
    score: int


class Announced(ViewPart, frozen=True):
    """A Colossal burger waiting for its reward."""

    burger: int
    slot: int
    order: str


class Uncovered(ViewPart, frozen=True):
    """What nobody could see while the game ran."""

    deck: tuple[str, ...]
    order_deck: tuple[str, ...]
    aside: tuple[str, ...]


class BurgerUpView(GameView, frozen=True, kw_only=True):
    """The table as one seat sees it."""

    card_list: str
    order_pool: str
    stall_rounds: int
    no_orders: str
    final_tie: str
    first: int
    active: int
    phase: str
    round: int
    placed: int
    placements: int
    served_turn: bool
    served_round: bool
    stall: int
    final: bool
    still_to_play: tuple[int, ...]
    ending: str
    market: tuple[Face | None, ...]
    pending: tuple[OrderView | None, ...]
    announced: Announced | None
    order_deck: int
    deck: int
    discard: tuple[str, ...]
    pool: tuple[str, ...]
    kitchens: tuple[KitchenView, ...]
    uncovered: Uncovered | None
