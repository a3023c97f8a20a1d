"""The events of Jom Burger. Dice are named by ingredient and pips: ``meat5``."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine.event import Event


@dataclass(frozen=True, slots=True)
class BurgerDealt(Event):
    """JB-SETUP-6, JB-SETUP-21: a burger card, face up."""

    seat: int
    burger: str


@dataclass(frozen=True, slots=True)
class BurgerTaken(Event):
    """JB-SETUP-20: a burger card by choice."""

    seat: int
    burger: str


@dataclass(frozen=True, slots=True)
class SaladChosen(Event):
    """JB-SETUP-11: a seat has decided; only that seat hears how."""

    seat: int
    side: str | None


@dataclass(frozen=True, slots=True)
class SaladShown(Event):
    """JB-SETUP-11: the sides are turned over together."""

    seat: int
    side: str


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """JB-ROUND-3."""

    round: int
    seat: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """JB-ROLL-1, JB-ROLL-2: the pool of the round."""

    seat: int
    count: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OnlyMoveMade(Event):
    """JB-TURN-3: what follows was the only move and is made automatically."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class DiePlaced(Event):
    """A die of the pool goes onto the burger card."""

    seat: int
    die: str
    slot: str


@dataclass(frozen=True, slots=True)
class SaladFilled(Event):
    """A die of the pool goes into the salad; ``column`` counts from 1."""

    seat: int
    die: str
    column: int


@dataclass(frozen=True, slots=True)
class DieWasted(Event):
    """JB-DRAFT-6: nothing fits, so a die goes into the Fridge."""

    seat: int
    die: str
    round: int


@dataclass(frozen=True, slots=True)
class LeftoverStored(Event):
    """JB-FRIDGE-2: the last die marks the round as played."""

    die: str
    round: int


@dataclass(frozen=True, slots=True)
class PoolRerolled(Event):
    """JB-RR-2."""

    seat: int
    die: str
    pips: int


@dataclass(frozen=True, slots=True)
class OwnRerolled(Event):
    """JB-RR-4."""

    seat: int
    slot: str
    die: str
    pips: int


@dataclass(frozen=True, slots=True)
class SupplyCalled(Event):
    """JB-ES-3: the delivered dice."""

    seat: int
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DieSwapped(Event):
    """JB-ES-4: ``old`` went, ``new`` lies on ``into``; ``emptied`` is the slot that lost its die (``into``: none did).

    With JB-ES-7 a die slides left before, so that a right slot is emptied although a left die went.
    """

    seat: int
    old: str
    new: str
    emptied: str
    into: str


@dataclass(frozen=True, slots=True)
class BurgerKept(Event):
    """JB-ES-4: no swap."""

    seat: int


@dataclass(frozen=True, slots=True)
class OrderFirst(Event):
    """JB-ORDER-6, JB-ORDER-7: the order card is claimed; ``order`` is basic or premium."""

    seat: int
    order: str


@dataclass(frozen=True, slots=True)
class OrderCompleted(Event):
    """JB-ORDER-5: completed, but somebody was faster."""

    seat: int
    order: str


@dataclass(frozen=True, slots=True)
class RerollKept(Event):
    """JB-RR-8: the last chance is not used."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """JB-WIN-1."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class VictoryShared(Event):
    """JB-WIN-2; one for each of those who share it."""

    seat: int
    points: int
