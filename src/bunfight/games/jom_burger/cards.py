"""The printed data of Jom Burger: dice supplies, burger cards and salad cards."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, field

from bunfight.engine import cards
from bunfight.engine.cards import CardError, Name, Row, Source, name_by_language, read_toml
from bunfight.i18n.languages import WRITTEN

INGREDIENTS: Final = ("bread", "cheese", "fries_soda", "meat", "vegetable", "egg")  # ingredient order
SCORINGS: Final = ("additional", "multiplication")
SIDES: Final = ("ones", "limit")
ROUNDS: Final = 6
FILE: Final = Path(__file__).parent / "cards.toml"
WORDS: Final = read_toml(FILE.with_name("text") / "words.toml")
RESERVED: Final = frozenset(WORDS["terms"])  # ids that are not cards
BETTER_NAMES: Final[dict[str, dict[str, str]]] = WORDS["printed"]  # of cards of our list

Count = Annotated[int, Meta(ge=0)]
Layer = Literal["bread", "cheese", "meat", "vegetable", "egg"]  # what a row may ask for; orders ignore fries/soda
Columns = Annotated[tuple[int, ...], Meta(max_length=6)]

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


class Invalid(CardError):
    """An invalid card list or option of Jom Burger."""

    words = FILE.with_name("text") / "errors.toml"


class Supply(Row, frozen=True):
    """How many dice of each ingredient go into the bag, and for how many seats."""

    id: str
    seats: tuple[Annotated[int, Meta(ge=2, le=6)], ...]
    bread: Count
    cheese: Count
    fries_soda: Count
    meat: Count
    vegetable: Count
    egg: Count
    source: Source = "own"

    @property
    def dice(self) -> tuple[int, ...]:
        """The numbers in ingredient order."""
        return (self.bread, self.cheese, self.fries_soda, self.meat, self.vegetable, self.egg)


class Burger(Row, frozen=True):
    """A burger card: its rows from top to bottom, each a left and a right ingredient."""

    id: str
    kind: Literal["regular", "special"]
    name: Name
    rows: Annotated[tuple[tuple[Layer, Layer], ...], Meta(min_length=1, max_length=6)]
    source: Source = "own"

    def wants(self, ingredient: str) -> int:
        """How many spaces of the card take ``ingredient``; two breads and two sides are on every card."""
        implied = 2 if ingredient in ("bread", "fries_soda") else 0
        return implied + sum(row.count(ingredient) for row in self.rows)


class Salad(Row, frozen=True):
    """One side of a salad card; column k is about a salad of k dice."""

    id: str
    scoring: Literal["additional", "multiplication"]
    side: Literal["ones", "limit"]
    points: Columns = ()
    caps: Columns = ()
    multipliers: Columns = ()
    source: Source = "own"

    @property
    def columns(self) -> int:
        return len(self.points) or len(self.multipliers)


class Box(Row, frozen=True):
    """Everything in the box."""

    supplies: tuple[Supply, ...] = field(name="supply")
    burgers: tuple[Burger, ...] = field(name="burger")
    salads: tuple[Salad, ...] = field(name="salad")

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


def load(source: Path | str) -> Box:
    """The box described by a file or a text."""
    return cards.load(source, Box, _check_supplies, _check_burgers, _check_salads, error=Invalid)


def _check_supplies(box: Box) -> None:
    covered: dict[int, str] = {}
    for supply in box.supplies:
        if supply.id == "advanced2" and supply.seats != (2,):
            raise Invalid("advanced_seats", supply)
        for seats in supply.seats:
            if (dice := sum(supply.dice)) < (needed := ROUNDS * (2 * seats + 1)):
                raise Invalid("few_dice", supply, dice=dice, seats=seats, needed=needed)
            if supply.id == "advanced2":
                continue
            if seats in covered:
                raise Invalid("seats_twice", supply, seats=seats, other=covered[seats])
            covered[seats] = supply.id
    for seats in range(2, 7):
        if seats not in covered:
            raise Invalid("no_supply", seats=seats)
    if not any(supply.id == "advanced2" for supply in box.supplies):
        raise Invalid("card_missing", id="advanced2")


def _check_burgers(box: Box) -> None:
    for burger in box.burgers:
        if len(burger.id.split()) != 1 or burger.id in RESERVED:
            raise Invalid("bad_id", burger)
        names = name_by_language(burger.name)
        if not all(one.strip() for one in names.values()) or (names is burger.name and names.keys() != WRITTEN.keys()):
            raise Invalid("bad_name", burger)
        for supply in box.supplies:
            for ingredient, count in zip(INGREDIENTS, supply.dice, strict=True):
                if burger.wants(ingredient) > count:
                    wanted = burger.wants(ingredient)
                    raise Invalid("few_of", burger, n=wanted, ingredient=ingredient, supply=supply.id, count=count)
    if (regular := sum(burger.kind == "regular" for burger in box.burgers)) != 1:
        raise Invalid("one_regular", n=regular)


def _check_salads(box: Box) -> None:
    for salad in box.salads:
        key = "points" if "ones" in salad.side or salad.scoring == "additional" else "multipliers"
        worth = salad.points if key == "points" else salad.multipliers
        if salad.side == "ones" and (salad.caps or salad.multipliers):
            raise Invalid("ones_points", salad)
        if not worth or (salad.points and salad.multipliers):
            raise Invalid("no_columns", salad, key=key)
        if worth[0] < 0 or any(later <= earlier for earlier, later in pairwise(worth)):
            raise Invalid("not_rising", salad, key=key)
        if salad.side == "limit":
            _check_caps(salad, len(worth), key)
    for scoring in SCORINGS:
        for side in SIDES:
            found = sum(s.scoring == scoring and s.side == side for s in box.salads)
            if found != 1:
                raise Invalid("one_salad", scoring=scoring, side=side, n=found)


def _check_caps(salad: Salad, columns: int, key: str) -> None:
    if columns != len(salad.caps):
        raise Invalid("caps_length", salad, key=key)
    if any(later < earlier for earlier, later in pairwise(salad.caps)):
        raise Invalid("caps_fall", salad)
    if any(cap < k for k, cap in enumerate(salad.caps, 1)):
        raise Invalid("caps_low", salad)


def warnings(box: Box) -> list[Invalid]:
    """What the author of a list should know; the list can be played all the same."""
    found: list[Invalid] = []
    for burger in box.burgers:
        if len(burger.rows) != 4:
            found.append(Invalid("not_12", burger))
        wants = {ingredient: burger.wants(ingredient) for ingredient in INGREDIENTS}
        many = [ingredient for ingredient, count in wants.items() if count > 2]
        odd = [ingredient for ingredient, count in wants.items() if count % 2]
        if many:
            found.append(Invalid("more_than_two", burger, ingredients=", ".join(many)))
        if odd:
            found.append(Invalid("odd", burger, ingredients=", ".join(odd)))
    for (card, key, column), value in PRINTED.items():
        for salad in box.salads:
            cells: tuple[int, ...] = getattr(salad, key)
            if f"{salad.scoring}_{salad.side}" == card and (len(cells) < column or cells[column - 1] != value):
                found.append(Invalid("not_printed", salad, value=value, key=key, column=column))
    if len(box.specials) < 6:
        found.append(Invalid("few_specials", n=len(box.specials)))
    return found


def check(path: Path) -> list[Invalid]:
    """A summary of a card list that can be played, then its warnings."""
    box = load(path)
    summary = Invalid(
        "summary", where=path.name, burgers=len(box.burgers), supplies=len(box.supplies), salads=len(box.salads)
    )
    return [summary, *warnings(box)]


STANDARD: Final = load(FILE)
