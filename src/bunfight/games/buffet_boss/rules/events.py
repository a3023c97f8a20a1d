"""The events of Buffet Boss."""

from __future__ import annotations

from dataclasses import dataclass

from bunfight.engine.event import Event


@dataclass(frozen=True, slots=True)
class LunchOpened(Event):
    """What is played and what counts; ``tallest``: stars for the tallest plate."""

    rounds: int
    tallest: int


@dataclass(frozen=True, slots=True)
class DinnerOpened(LunchOpened):
    pass


@dataclass(frozen=True, slots=True)
class AllYouCanEatOpened(Event):
    rounds: int
    foods: int


@dataclass(frozen=True, slots=True)
class CharactersDealt(Event):
    """``characters`` is None for everyone but the owner."""

    seat: int
    characters: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class LineRevealed(Event):
    round: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VoteCast(Event):
    seat: int
    whom: int


@dataclass(frozen=True, slots=True)
class ExtraVoteCast(Event):
    seat: int
    whom: int


@dataclass(frozen=True, slots=True)
class NoAgreement(Event):
    """All are asked once more who takes the food that is left."""

    ballot: int


@dataclass(frozen=True, slots=True)
class FoodTaken(Event):
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TwoTaken(Event):
    seat: int
    one: str
    two: str


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a body lies: hundredths of a millimetre and ten-thousandths of a radian."""

    id: str
    flip: int
    x: int
    y: int
    a: int


@dataclass(frozen=True, slots=True)
class Film:
    """A trajectory to look at: poses in tenths of a millimetre and of a degree, every ``ms`` milliseconds.

    ``first`` has [x, y, a] of every body; a frame lists body number, x, y, a of each body that moved. At the end
    everything is shifted by ``-shift`` so that the plate stands in the middle again.
    """

    ms: float
    bodies: tuple[str, ...]
    first: tuple[tuple[int, ...], ...]
    frames: tuple[tuple[int, ...], ...]
    shift: int


@dataclass(frozen=True, slots=True)
class ActSettled(Event):
    """The outcome of a Place or an Adjust."""

    seat: int
    piece: str
    flip: int
    released: tuple[int, ...]  # x, y, a in which it was let go, or how far it was pushed; sway included
    tilt: tuple[int, int]  # y and a of the plate
    pieces: tuple[Pose, ...]
    touch: tuple[tuple[str, str], ...]
    fallen: tuple[str, ...]
    height: int
    lean10: int  # tenths of a degree, to the right if positive
    overturned: bool
    settled: bool
    sim_ms: int
    film: Film  # empty if the simulation recorded none


@dataclass(frozen=True, slots=True)
class FoodPlaced(ActSettled):
    pass


@dataclass(frozen=True, slots=True)
class FoodAdjusted(ActSettled):
    pass


@dataclass(frozen=True, slots=True)
class FoodFell(Event):
    """A rescue window opens: ``quota`` of the fallen may be saved."""

    seat: int
    fallen: tuple[str, ...]
    quota: int
    count: int


@dataclass(frozen=True, slots=True)
class FoodSaved(Event):
    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class FoodBinned(Event):
    """Into the Waste Bin: not saved, or thrown away."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineCleared(Event):
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastLookBegun(Event):
    rounds: int


@dataclass(frozen=True, slots=True)
class SeatReady(Event):
    seat: int


@dataclass(frozen=True, slots=True)
class CharacterChosen(Event):
    """``character`` is None for everyone but the chooser."""

    seat: int
    character: str | None


@dataclass(frozen=True, slots=True)
class CharacterShown(Event):
    seat: int
    character: str
    bonus: int


@dataclass(frozen=True, slots=True)
class TallestMeasured(Event):
    seats: tuple[int, ...]
    height: float  # mm, to the hundredth that decides


@dataclass(frozen=True, slots=True)
class BuffetWon(Event):
    foods: int


@dataclass(frozen=True, slots=True)
class BuffetLost(Event):
    seat: int
    fallen: tuple[str, ...]
