"""The events of Burger Boss; fields are None where the audience may not know."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine.event import Event


@dataclass(frozen=True, slots=True)
class MissionDealt(Event):
    seat: int
    mission: str | None


@dataclass(frozen=True, slots=True)
class TieOrderDrawn(Event):
    order: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int


@dataclass(frozen=True, slots=True)
class CustomerArrived(Event):
    customer: str
    slot: str


@dataclass(frozen=True, slots=True)
class NextCustomerSeen(Event):
    customer: str


@dataclass(frozen=True, slots=True)
class WorkersRolled(Event):
    seat: int
    dice: tuple[int, ...] | None
    count: int


@dataclass(frozen=True, slots=True)
class WorkersRevealed(Event):
    seat: int
    dice: tuple[int, ...]
    total: int
    benched: int


@dataclass(frozen=True, slots=True)
class TurnCardSet(Event):
    order: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class WindowOpened(Event):
    window: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WindowAnswered(Event):
    seat: int
    answer: str | None


@dataclass(frozen=True, slots=True)
class AnswerShown(Event):
    seat: int
    answer: str


@dataclass(frozen=True, slots=True)
class FirstPlayed(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class StealPlayed(Event):
    seat: int
    target: int
    ingredient: str


@dataclass(frozen=True, slots=True)
class StealMissed(Event):
    seat: int
    target: int
    ingredient: str


@dataclass(frozen=True, slots=True)
class WorkerPlaced(Event):
    seat: int
    card: str
    value: int
    space: int


@dataclass(frozen=True, slots=True)
class SpaceBlocked(Event):
    """BB-PLACE-20: the worker gets nothing there."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PairPlaced(Event):
    seat: int
    card: str
    value: int
    space: int


@dataclass(frozen=True, slots=True)
class SpecialsAttached(Event):
    seat: int
    specials: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorkerSentHome(Event):
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class IngredientStored(Event):
    seat: int
    ingredient: str
    count: int


@dataclass(frozen=True, slots=True)
class IngredientSwapped(Event):
    seat: int
    ingredient: str
    out: str


@dataclass(frozen=True, slots=True)
class IngredientRefused(Event):
    seat: int
    ingredient: str
    count: int


@dataclass(frozen=True, slots=True)
class SpecialDrawn(Event):
    seat: int
    special: str | None


@dataclass(frozen=True, slots=True)
class SpecialsShuffled(Event):
    count: int


@dataclass(frozen=True, slots=True)
class IngredientBought(Event):
    seat: int
    ingredient: str
    price: int


@dataclass(frozen=True, slots=True)
class WorkerHired(Event):
    seat: int
    price: int
    workers: int


@dataclass(frozen=True, slots=True)
class KitchenExpanded(Event):
    seat: int
    price: int
    kitchens: int


@dataclass(frozen=True, slots=True)
class IngredientCooked(Event):
    seat: int
    ingredient: str
    grill: int
    space: int


@dataclass(frozen=True, slots=True)
class TipPlayed(Event):
    seat: int
    paid: int


@dataclass(frozen=True, slots=True)
class ItemSold(Event):
    seat: int
    customer: str
    slot: str
    grill: int
    space: int
    price: int
    size: int
    tips: int
    paid: int


@dataclass(frozen=True, slots=True)
class SellingStopped(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class CustomerLeft(Event):
    customer: str
    slot: str


@dataclass(frozen=True, slots=True)
class CustomerMoved(Event):
    customer: str
    slot: str
    to: str


@dataclass(frozen=True, slots=True)
class FoodAged(Event):
    seat: int
    grill: int
    space: int


@dataclass(frozen=True, slots=True)
class FoodRecycled(Event):
    seat: int
    grill: int


@dataclass(frozen=True, slots=True)
class GrillCleared(Event):
    seat: int
    items: int


@dataclass(frozen=True, slots=True)
class MissionFulfilled(Event):
    seat: int
    mission: str
    bonus: int


@dataclass(frozen=True, slots=True)
class MissionFailed(Event):
    seat: int
    mission: str
    reached: int
    need: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    reason: str
