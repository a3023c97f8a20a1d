"""The structs that a view of Burger Boss is made of."""

from __future__ import annotations

from bunfight.engine import Seat
from bunfight.engine.view import GameView, ViewPart


class CustomerView(ViewPart, frozen=True):
    """A customer card; ``recipe`` counts bun, patty, cheese, tomato, lettuce."""

    id: str
    order: str
    price: int
    recipe: tuple[int, ...]


class QueueSlot(ViewPart, frozen=True):
    """A place of the queue; ``servers`` are the seats that have exactly this on a grill now."""

    slot: str
    size: str
    extra: int
    customer: CustomerView | None
    servers: tuple[Seat, ...]


class SpaceView(ViewPart, frozen=True):
    """A worker space: the values it accepts and who stands there (-1: nobody)."""

    accepts: tuple[int, ...]
    seat: Seat
    value: int
    pair: bool


class Gift(ViewPart, frozen=True):
    """What a die of this value fetches at a card."""

    value: int
    kind: str
    count: int


class GameCard(ViewPart, frozen=True):
    """One of the eight game cards with its spaces and, for the four shops, what they give."""

    card: str
    spaces: tuple[SpaceView, ...]
    gives: tuple[Gift, ...]


class ItemView(ViewPart, frozen=True):
    """Food on a grill; ``order`` is the order it matches ("": none), ``slots`` who would take it now."""

    grill: int
    space: int
    recipe: tuple[int, ...]
    order: str
    slots: tuple[str, ...]


class SaleView(ViewPart, frozen=True):
    """BB-SELL-5: one served customer; ``amount`` is price and size money, without tips."""

    seat: Seat
    customer: str
    order: str
    recipe: tuple[int, ...]
    size: str
    round: int
    amount: int


class PlayerView(ViewPart, frozen=True):
    """One restaurant as the viewer sees it; what is None or empty may be hidden from them."""

    seat: Seat
    sign: str
    money: int
    book: tuple[int, ...]  # by cause, as in the score sheet
    workers: int  # dice owned, hired ones included
    rolled: int  # dice of this round
    revealed: bool
    working: tuple[int, ...]  # dice that turned up
    dice: tuple[int, ...]  # of them, not yet placed
    benched: int
    total: int
    kitchens: int
    slots: int
    room: int
    storage: tuple[int, ...]  # by kind
    items: tuple[ItemView, ...]
    cooked: int  # how often this round
    leftover: tuple[int, ...]  # of the storage, what was there when it first cooked this round
    hire_price: tuple[int, ...]  # with one die, with a pair; empty at the limit
    expand_price: tuple[int, ...]
    specials: int  # how many are in hand
    shown: int  # of them, steal cards that everybody has seen
    served: int
    best_turn: int
    mission: str | None
    mission_progress: int | None


class MissionView(ViewPart, frozen=True):
    """The viewer's own mission."""

    id: str
    need: int
    bonus: int
    progress: int


class OpenStep(ViewPart, frozen=True):
    """A question on the table, innermost last; only the fields of its kind say something."""

    kind: str
    seat: Seat = -1
    at: int = 0  # how far it has come; DirectWorkers, SellFood: a bit for each seat that had its turn
    done: bool = False
    ingredient: str = ""  # MakeRoom: the token that waits
    count: int = 0  # MakeRoom: tokens waiting; BuyIngredients: bought; CookFood: added; SellFood: sold
    gifts: int = 0  # BuyIngredients: free ones; SellFood: active tips
    closing: bool = False
    line: tuple[Seat, ...] = ()  # AnswerWindow: who is asked; RevealWorkers: who plays Early Opening
    answers: tuple[str, ...] = ()  # AnswerWindow: "open", "sealed", or the answer where the viewer knows it
    worked: bool = False


class BossView(GameView, frozen=True, kw_only=True):
    """``roll``, ``hand`` and ``mission`` are the viewer's own; a spectator has none."""

    round: int
    face_up: bool
    rush_from: int
    fill_early: bool
    per_space: bool
    cook_twice: bool
    blocking: bool
    quick: bool
    literal: bool
    aired: bool  # literal: whether those who hold specials were asked since the last decision
    grill_spaces: int
    queue: tuple[QueueSlot, ...]
    deck: int
    next_customer: CustomerView | None
    gone: tuple[str, ...]
    pile: tuple[int, ...]
    cards: tuple[GameCard, ...]
    cheese_low: int
    order: tuple[Seat, ...]
    before: tuple[Seat, ...]
    recency: tuple[Seat, ...]
    players: tuple[PlayerView, ...]
    sales: tuple[SaleView, ...]
    special_deck: int
    special_discards: tuple[int, ...]  # by kind: double, discount, steal, tip, first
    roll: tuple[int, ...]
    hand: tuple[int, ...]
    mission: MissionView | None
    agenda: tuple[OpenStep, ...]
    ending: str
