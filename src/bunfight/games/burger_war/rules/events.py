"""The events of Burger War; fields are None where the audience may not know."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine import Event


@dataclass(frozen=True, slots=True)
class GameBegan(Event):
    first: int
    deck: int


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    seat: int
    cards: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int


@dataclass(frozen=True, slots=True)
class ActionLeft(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class PileReshuffled(Event):
    cards: int


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class IngredientPlaced(Event):
    seat: int
    plate: int
    card: str
    burger: int


@dataclass(frozen=True, slots=True)
class BurgerFinished(Event):
    plate: int
    burger: int
    points: int


@dataclass(frozen=True, slots=True)
class BurgerReopened(Event):
    plate: int
    burger: int


@dataclass(frozen=True, slots=True)
class BurgerVanished(Event):
    plate: int
    burger: int


@dataclass(frozen=True, slots=True)
class NukeUsed(Event):
    seat: int
    plate: int
    target: str


@dataclass(frozen=True, slots=True)
class TransmogUsed(Event):
    seat: int
    plate: int
    target: str
    swap: str | None


@dataclass(frozen=True, slots=True)
class DeflectorAsked(Event):
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnswerGiven(Event):
    seat: int
    answer: str | None


@dataclass(frozen=True, slots=True)
class AttackDeflected(Event):
    seat: int
    attacker: int


@dataclass(frozen=True, slots=True)
class AttackAllowed(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class IngredientNuked(Event):
    plate: int
    card: str
    burger: int


@dataclass(frozen=True, slots=True)
class IngredientSwapped(Event):
    plate: int
    old: str
    card: str
    burger: int


@dataclass(frozen=True, slots=True)
class CardRecycled(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class WarDrawn(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class WarFizzled(Event):
    pass


@dataclass(frozen=True, slots=True)
class AimLocked(Event):
    seat: int
    target: int | None


@dataclass(frozen=True, slots=True)
class AimShown(Event):
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class ShieldRaised(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class ShieldDeclined(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class AttackOrderSet(Event):
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IngredientLooted(Event):
    seat: int
    plate: int
    card: str


@dataclass(frozen=True, slots=True)
class NothingLooted(Event):
    seat: int
    plate: int


@dataclass(frozen=True, slots=True)
class LootLanded(Event):
    seat: int
    card: str
    burger: int


@dataclass(frozen=True, slots=True)
class LootPocketed(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class WarEnded(Event):
    pass


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EveryoneServed(Event):
    pass


@dataclass(frozen=True, slots=True)
class ClosingTimeCame(Event):
    round: int
