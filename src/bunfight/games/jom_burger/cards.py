"""The printed data of Jom Burger: dice supplies, burger cards and salad cards, read strictly."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from bunfight.engine import toml
from bunfight.i18n.languages import WRITTEN

INGREDIENTS: Final = ("bread", "cheese", "fries_soda", "meat", "vegetable", "egg")  # ingredient order
LAYERS: Final = ("bread", "cheese", "meat", "vegetable", "egg")  # what a row may ask for; orders ignore fries/soda
SCORINGS: Final = ("additional", "multiplication")
SIDES: Final = ("ones", "limit")
ROUNDS: Final = 6
MOST_ROWS: Final = 6
MOST_COLUMNS: Final = 6
FILE: Final = Path(__file__).parent / "cards.toml"
WORDED: Final = frozenset(toml.read(FILE.with_name("text") / "words.toml")["terms"])  # ids of things that are not cards

# Cells of the salad tables that the rulebook itself prints: (card, field, column) -> value.
PRINTED: Final = {
    ("additional_ones", "points", 1): 3,
    ("additional_ones", "points", 3): 16,
    ("additional_limit", "caps", 2): 4,
    ("additional_limit", "points", 2): 6,
    ("multiplication_ones", "points", 1): 5,
    ("multiplication_ones", "points", 3): 60,
    ("multiplication_limit", "caps", 2): 4,
    ("multiplication_limit", "multipliers", 2): 4,
}


@dataclass(frozen=True, slots=True)
class Supply:
    """How many dice of each ingredient go into the bag, and for how many seats."""

    id: str
    seats: tuple[int, ...]
    bread: int
    cheese: int
    fries_soda: int
    meat: int
    vegetable: int
    egg: int
    source: toml.Source = "own"

    @property
    def dice(self) -> tuple[int, ...]:
        """The numbers in ingredient order."""
        return (self.bread, self.cheese, self.fries_soda, self.meat, self.vegetable, self.egg)


@dataclass(frozen=True, slots=True)
class Burger:
    """A burger card: its rows from top to bottom, each a left and a right ingredient."""

    id: str
    kind: str
    name: toml.Name
    rows: tuple[tuple[str, str], ...]
    source: toml.Source = "own"

    def wants(self, ingredient: str) -> int:
        """How many spaces of the card take ``ingredient``; two breads and two sides are on every card."""
        implied = 2 if ingredient in ("bread", "fries_soda") else 0
        return implied + sum(row.count(ingredient) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Salad:
    """One side of a salad card; column k speaks about a salad of k dice. What the rulebook prints of it: PRINTED."""

    id: str
    scoring: str
    side: str
    points: tuple[int, ...] = ()
    caps: tuple[int, ...] = ()
    multipliers: tuple[int, ...] = ()
    source: toml.Source = "own"

    @property
    def columns(self) -> int:
        return len(self.points) or len(self.multipliers)


@dataclass(frozen=True, slots=True)
class Box:
    """Everything that lies in the box."""

    supplies: tuple[Supply, ...]
    burgers: tuple[Burger, ...]
    salads: tuple[Salad, ...]

    @property
    def regular(self) -> Burger:
        return next(b for b in self.burgers if b.kind == "regular")

    @property
    def specials(self) -> tuple[Burger, ...]:
        return tuple(b for b in self.burgers if b.kind == "special")

    def supply(self, seats: int, advanced: bool) -> Supply:
        """The dice for the bag (JB-SETUP-2, JB-SETUP-3)."""
        if advanced:
            return next(s for s in self.supplies if s.id == "advanced2")
        return next(s for s in self.supplies if s.id != "advanced2" and seats in s.seats)

    def salad(self, scoring: str, side: str) -> Salad:
        return next(s for s in self.salads if s.scoring == scoring and s.side == side)


def load(path: Path) -> Box:
    """The box described by a file; a ValueError names the file, the card and the reason."""
    return build(toml.read(path), path.name)


def parse(text: str, where: str) -> Box:
    """The same from the text of a file."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{where}: not a TOML file: {error}") from error
    return build(table, where)


def build(table: dict[str, Any], where: str) -> Box:
    for key in table:
        if key not in ("supply", "burger", "salad"):
            raise ValueError(f"{where}: unknown table {key!r} (known: supply, burger, salad)")
    box = Box(
        toml.rows(table, "supply", Supply, where),
        toml.rows(table, "burger", Burger, where),
        toml.rows(table, "salad", Salad, where),
    )
    _check_supplies(box, where)
    _check_burgers(box, where)
    _check_salads(box, where)
    return box


def _check_supplies(box: Box, where: str) -> None:
    covered: dict[int, str] = {}
    for supply in box.supplies:
        name = f"{where}: supply {supply.id!r}"
        if any(count < 0 for count in supply.dice):
            raise ValueError(f"{name}: a number of dice is below zero")
        if supply.id == "advanced2" and supply.seats != (2,):
            raise ValueError(f"{name}: seats must be [2]")
        for seats in supply.seats:
            if not 2 <= seats <= 6:
                raise ValueError(f"{name}: {seats} seats: this game has two to six players")
            if sum(supply.dice) < ROUNDS * (2 * seats + 1):
                raise ValueError(
                    f"{name}: {sum(supply.dice)} dice are too few for {seats} seats,"
                    f" six rounds take {ROUNDS * (2 * seats + 1)}"
                )
            if supply.id == "advanced2":
                continue
            if seats in covered:
                raise ValueError(f"{name}: {seats} seats are listed already by {covered[seats]!r}")
            covered[seats] = supply.id
    for seats in range(2, 7):
        if seats not in covered:
            raise ValueError(f"{where}: no supply for {seats} seats")
    if not any(supply.id == "advanced2" for supply in box.supplies):
        raise ValueError(f"{where}: no supply with the id 'advanced2'")


def _check_burgers(box: Box, where: str) -> None:
    for burger in box.burgers:
        name = f"{where}: burger {burger.id!r}"
        if len(burger.id.split()) != 1 or burger.id in WORDED:
            raise ValueError(f"{name}: an id is one word that means nothing else in this game")
        names = toml.named(burger.name)
        if not all(one.strip() for one in names.values()) or (names is burger.name and names.keys() != WRITTEN.keys()):
            raise ValueError(f"{name}: the name must be a text, or one in each language (en, zh)")
        if burger.kind not in ("regular", "special"):
            raise ValueError(f"{name}: kind must be 'regular' or 'special', not {burger.kind!r}")
        if not 1 <= len(burger.rows) <= MOST_ROWS:
            raise ValueError(f"{name}: a burger has 1 to {MOST_ROWS} rows, not {len(burger.rows)}")
        for row in burger.rows:
            for ingredient in row:
                if ingredient not in LAYERS:
                    raise ValueError(f"{name}: {ingredient!r} cannot be in a row (known: {', '.join(LAYERS)})")
        for supply in box.supplies:
            for ingredient, count in zip(INGREDIENTS, supply.dice, strict=True):
                if burger.wants(ingredient) > count:
                    raise ValueError(
                        f"{name}: {burger.wants(ingredient)} spaces for {ingredient},"
                        f" but supply {supply.id!r} has only {count}"
                    )
    regular = sum(burger.kind == "regular" for burger in box.burgers)
    if regular != 1:
        raise ValueError(f"{where}: exactly one burger must be regular, not {regular}")


def _check_salads(box: Box, where: str) -> None:
    for salad in box.salads:
        name = f"{where}: salad {salad.id!r}"
        if salad.scoring not in SCORINGS:
            raise ValueError(f"{name}: scoring must be one of {', '.join(SCORINGS)}, not {salad.scoring!r}")
        if salad.side not in SIDES:
            raise ValueError(f"{name}: side must be one of {', '.join(SIDES)}, not {salad.side!r}")
        if salad.side == "ones":
            _check_ones(salad, name)
        else:
            _check_limit(salad, name)
    for scoring in SCORINGS:
        for side in SIDES:
            found = sum(s.scoring == scoring and s.side == side for s in box.salads)
            if found != 1:
                raise ValueError(f"{where}: there must be one salad {scoring} {side}, not {found}")


def _check_ones(salad: Salad, name: str) -> None:
    if salad.caps or salad.multipliers:
        raise ValueError(f"{name}: a ones salad has points only")
    if not 1 <= len(salad.points) <= MOST_COLUMNS:
        raise ValueError(f"{name}: 1 to {MOST_COLUMNS} columns of points are needed")
    if salad.points[0] < 0 or not _rising(salad.points):
        raise ValueError(f"{name}: points must not be below zero and must rise from column to column")


def _check_limit(salad: Salad, name: str) -> None:
    key = "points" if salad.scoring == "additional" else "multipliers"
    worth = salad.points if key == "points" else salad.multipliers
    if (salad.points and salad.multipliers) or not worth:
        raise ValueError(f"{name}: this salad has caps and {key}")
    if not 1 <= len(worth) <= MOST_COLUMNS or len(worth) != len(salad.caps):
        raise ValueError(f"{name}: caps and {key} must have the same length, 1 to {MOST_COLUMNS}")
    if any(later < earlier for earlier, later in pairwise(salad.caps)):
        raise ValueError(f"{name}: caps must not fall")
    if any(cap < k for k, cap in enumerate(salad.caps, 1)):
        raise ValueError(f"{name}: the cap of column k must be at least k")
    if worth[0] < 0 or not _rising(worth):
        raise ValueError(f"{name}: {key} must not be below zero and must rise from column to column")


def _rising(numbers: tuple[int, ...]) -> bool:
    return all(earlier < later for earlier, later in pairwise(numbers))


def warnings(box: Box) -> list[str]:
    """What a careful owner of the list should know; the list can be played all the same."""
    told: list[str] = []
    for burger in box.burgers:
        if len(burger.rows) != 4:
            told.append(f"burger {burger.id!r}: not 12 spaces in all, so the awards may be unbalanced")
        wants = {ingredient: burger.wants(ingredient) for ingredient in INGREDIENTS}
        many = [ingredient for ingredient, count in wants.items() if count > 2]
        odd = [ingredient for ingredient, count in wants.items() if count % 2]
        if many:
            told.append(f"burger {burger.id!r}: more than two of {', '.join(many)}, not everybody can finish it")
        if odd:
            told.append(f"burger {burger.id!r}: an odd number of {', '.join(odd)}, one die cannot be paired")
    for (card, key, column), value in PRINTED.items():
        for salad in box.salads:
            cells: tuple[int, ...] = getattr(salad, key)
            if f"{salad.scoring}_{salad.side}" == card and (len(cells) < column or cells[column - 1] != value):
                told.append(f"salad {salad.id!r}: the rulebook prints {value} as {key} of column {column}")
    if len(box.specials) < 6:
        told.append(f"only {len(box.specials)} special burgers: not enough for a full table")
    return told


def check(path: Path) -> str:
    """One line about a card list, or a ValueError that says what is wrong with it."""
    box = load(path)
    told = warnings(box)
    line = f"{path.name}: {len(box.burgers)} burgers, {len(box.supplies)} supplies, {len(box.salads)} salads"
    return line if not told else f"{line}; warnings: {'; '.join(told)}"


def digest() -> str:
    """The fingerprint of the standard data."""
    return toml.digest(FILE)


STANDARD: Final = load(FILE)
