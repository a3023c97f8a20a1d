"""The wooden pieces by number: cards and pieces in the order of their ids, outlines of both sides, plates."""

from __future__ import annotations

from typing import Final

from bunfight.games.buffet_boss import cards
from bunfight.physics.geometry import Outline

PIECES: Final = 42
PLATE: Final = -1  # stands for the plate where pieces are named by number

# Piece 2f is copy "a" of food f (its card has the dinner symbol), piece 2f + 1 is copy "b".
FOOD_IDS: Final[list[str]] = [f.id for f in cards.FOODS]
IDS: Final[list[str]] = [f"{food}.{copy}" for food in FOOD_IDS for copy in ("a", "b")]
NUMBER: Final[dict[str, int]] = {text: n for n, text in enumerate(IDS)}
DIFFICULTY: Final[list[float]] = [f.difficulty for f in cards.FOODS for _ in range(2)]

FRONT: Final[list[Outline]] = [cards.outline_of(f.outline) for f in cards.FOODS]
BACK: Final[list[Outline]] = [outline.mirrored() for outline in FRONT]

PLATE_IDS: Final[list[str]] = [p.id for p in cards.PLATES]
RIMS: Final[list[Outline]] = [cards.outline_of(p.outline) for p in cards.PLATES]
LEVEL: Final[list[int]] = [int(rim.drawn_y * 100 + 0.5) for rim in RIMS]  # height of the centroid of a level plate
RADIUS: Final[list[float]] = [p.radius for p in cards.PLATES]

FOOD_DENSITY: Final[float] = cards.PHYSICS.areal_density_food
PLATE_DENSITY: Final[float] = cards.PHYSICS.areal_density_plate


def side(piece: int, flip: int) -> Outline:
    """The outline of a piece about its centroid, seen from the front or turned over."""
    return BACK[piece // 2] if flip else FRONT[piece // 2]


def mass(piece: int) -> float:
    return FRONT[piece // 2].area * FOOD_DENSITY


def plate_mass(kind: int) -> float:
    return RIMS[kind].area * PLATE_DENSITY
