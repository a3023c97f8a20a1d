"""The structs that a view of Jom Burger is made of."""

from __future__ import annotations

from bunfight.engine.view import GameView, ViewPart


class SlotView(ViewPart, frozen=True):
    """A space of a burger card; ``pips`` 0: empty; ``locked``: waits for the left column."""

    id: str
    ingredient: str
    pips: int
    locked: bool


class CardView(ViewPart, frozen=True):
    """A burger card that can be chosen; its rows from top to bottom, each a left and a right ingredient."""

    id: str
    special: bool
    rows: tuple[tuple[str, str], ...]


class LineView(ViewPart, frozen=True):
    """Points that a seat would get for one line if the game ended now."""

    label: str
    points: int


class StallView(ViewPart, frozen=True):
    """What lies before one player, and what it is worth now."""

    burger: str  # id of the card; "": not chosen yet
    special: bool
    slots: tuple[SlotView, ...]  # in slot order
    reroll: bool  # cards still unused
    supply: bool
    salad_chosen: bool
    salad_side: str | None  # None: not chosen, or not yet shown to this viewer
    salad: tuple[str, ...]
    salad_pips: int
    wasted: int  # own forced picks
    basic_missing: int  # dice; 0: complete
    premium_missing: int
    lines: tuple[LineView, ...]  # if the game ended now
    total: int
    voided: int  # points of fries/soda that wait for the Basic Burger
    turns: int  # draft turns still to come, this one included


class FridgeDie(ViewPart, frozen=True):
    """A die in the Fridge; ``seat`` None: the leftover that marks the round."""

    die: str
    round: int
    seat: int | None


class SaladCard(ViewPart, frozen=True):
    """One side of the salad card in play, by number of dice."""

    side: str
    points: tuple[int, ...]
    caps: tuple[int, ...]
    multipliers: tuple[int, ...]


class JomView(GameView, frozen=True, kw_only=True):
    """Everything is public but a salad side that is chosen and not yet shown."""

    scoring: str
    burgers: str
    supply: str
    single_die: str
    young_seats: str  # with commas
    order_bonus: str
    left_first: str
    extra_supply: str
    card_worth: int  # of an unused action card
    round: int  # 0: before the first roll
    rounds: int
    start: int
    turn: int  # index into ``order``
    order: tuple[int, ...]  # the snake of this round
    bag: tuple[int, ...]  # dice by ingredient: bread, cheese, fries_soda, meat, vegetable, egg
    to_draw: int  # dice that will still be drawn from the bag for later rounds
    pool: tuple[str, ...]
    targets: tuple[tuple[str, ...], ...]  # for each die of the pool: where it fits on the burger of the seat in turn
    delivered: tuple[str, ...]
    menu: tuple[CardView, ...]  # burger cards that are left to choose from, while they are chosen
    fridge: tuple[FridgeDie, ...]
    first_basic: int | None
    first_premium: int | None
    salads: tuple[SaladCard, ...]  # empty without salads
    stalls: tuple[StallView, ...]
    last_seat: int | None  # who made the last public decision, and which
    last_move: str
    brought: tuple[str, ...]  # the last delivery of Extra Supply, also after it went back
