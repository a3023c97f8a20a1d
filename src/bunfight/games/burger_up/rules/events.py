"""The events of Burger Up."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine.event import Event


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen(Event):
    """Who holds the First Player card."""

    seat: int


@dataclass(frozen=True, slots=True)
class OrderRevealed(Event):
    """A Top Bun is turned up in a pending space."""

    slot: int
    order: str


@dataclass(frozen=True, slots=True)
class MarketFilled(Event):
    """A card is dealt face up into a market space."""

    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """Cards come into a hand; only its owner learns which (None for the others)."""

    seat: int
    count: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TurnBegun(Event):
    """A seat's turn begins."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class IngredientBought(Event):
    """A market card goes openly into a hand."""

    seat: int
    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class IngredientPlaced(Event):
    """A hand card lies on a burger, one side up."""

    seat: int
    card: str
    side: str
    ingredient: str
    burger: int


@dataclass(frozen=True, slots=True)
class SpatulaUsed(Event):
    """A block of cards is lifted; ``to`` is discard or other, ``spatula`` what is left of it."""

    seat: int
    burger: int
    position: int
    to: str
    cards: tuple[str, ...]
    spatula: str


@dataclass(frozen=True, slots=True)
class ColossalAnnounced(Event):
    """A Colossal burger is announced; its reward is still to be chosen."""

    seat: int
    burger: int
    order: str


@dataclass(frozen=True, slots=True)
class OrderServed(Event):
    """A burger is served: the three amounts and their sum."""

    seat: int
    burger: int
    order: str
    size: int
    rank: str
    coins: int
    reward: int
    perfects: int
    pay: int


@dataclass(frozen=True, slots=True)
class KitchenUpgraded(Event):
    """Both Bottom Buns are turned to the upgraded side."""

    seat: int


@dataclass(frozen=True, slots=True)
class OrdersGrown(Event):
    """Each open order gained $1; the coins by space."""

    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalRoundBegun(Event):
    """A served order could not be replaced."""


@dataclass(frozen=True, slots=True)
class CleanupBegun(Event):
    """A seat cleans up."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A hand card goes face up to the pile."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class DeckReshuffled(Event):
    """The discard pile has become the Ingredients deck."""

    count: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over, and why (a key of [reasons])."""

    reason: str
