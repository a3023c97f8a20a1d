"""What is printed and cut: foods, plates, characters, deck tables and the constants of the stacking world."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from bunfight.engine import toml
from bunfight.physics.constants import Constants
from bunfight.physics.geometry import Outline

FILE: Final = Path(__file__).with_name("cards.toml")
GROUPS: Final = ("veggie", "fruit", "seafood", "dessert", "meat")
COLOURS: Final = ("green", "white", "yellow", "purple", "red", "orange", "brown")
KINDS: Final = (
    "per_group", "per_colour", "per_stars", "touch_plate", "distinct_groups", "distinct_colours", "modal_group",
    "touching_pair_group", "touching_pair_colour", "one_neighbour",
)  # fmt: skip
CHARACTER_IDS: Final = (*(f"B{n}" for n in range(1, 16)), "A1", "A2", "A3")

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Food:
    id: str
    name: toml.Name
    group: str
    colour: str
    stars: int
    outline: Points
    difficulty: float = 2.0
    source: toml.Source = "own"


@dataclass(frozen=True, slots=True)
class Plate:
    id: str
    radius: float
    outline: Points


@dataclass(frozen=True, slots=True)
class Character:
    id: str
    name: toml.Name
    kind: str
    points: int
    groups: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    stars: int = 0
    every: int = 1
    source: toml.Source = "own"


@dataclass(frozen=True, slots=True)
class Deck:
    copies_per_food: int
    marked_copies_per_food: int
    lunch_rounds: int
    dinner_rounds: int
    lunch_remove: dict[str, int]
    dinner_remove: dict[str, int]
    coop_snack: dict[str, int]
    coop_meal: dict[str, int]
    coop_buffet: dict[str, int]
    tallest_bonus: int
    beginner: tuple[str, ...]
    beginner_extra_for_5: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """Everything in one data file."""

    foods: tuple[Food, ...]
    plates: tuple[Plate, ...]
    characters: tuple[Character, ...]
    deck: Deck
    physics: Constants


def load(path: Path) -> Box:
    """Read a data file strictly; a ValueError names the file, the row and what is wrong with it."""
    return parse(toml.read(path), path.name)


def parse(table: dict[str, Any], where: str) -> Box:
    for key in table:
        if key not in ("food", "plate", "character", "deck", "physics"):
            raise ValueError(f"{where}: unknown table '{key}'")
    foods = tuple(_food(f, f"{where}: food {f.id!r}") for f in toml.rows(table, "food", Food, where))
    plates = tuple(_plate(p, f"{where}: plate {p.id!r}") for p in toml.rows(table, "plate", Plate, where))
    characters = toml.rows(table, "character", Character, where)
    box = Box(foods, plates, characters, _one(table, "deck", Deck, where), _one(table, "physics", Constants, where))
    _check_foods(box, where)
    _check_characters(box, where)
    _check_deck(box, where)
    if [p.id for p in plates] != ["standard", "family"]:
        raise ValueError(f"{where}: there must be two plates, 'standard' and 'family'")
    return box


def _one(table: dict[str, Any], key: str, cls: type[Any], where: str) -> Any:
    if key not in table:
        raise ValueError(f"{where}: the table [{key}] is missing")
    return toml.row(table[key], cls, f"{where}: {key}")


def _food(food: Food, where: str) -> Food:
    if not re.fullmatch("[a-z_]+", food.id):
        raise ValueError(f"{where}: an id has only small letters and underscores")
    _check_name(food.name, where)
    if food.group not in GROUPS:
        raise ValueError(f"{where}: unknown group '{food.group}'")
    if food.colour not in COLOURS:
        raise ValueError(f"{where}: unknown colour '{food.colour}'")
    if not 1 <= food.stars <= 5:
        raise ValueError(f"{where}: stars must be 1 to 5")
    points = _polygon(food.outline, where)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if max(max(xs) - min(xs), max(ys) - min(ys)) > 70:
        raise ValueError(f"{where}: the outline is larger than 70 mm")
    if not 300 <= Outline(xs, ys).area <= 2000:
        raise ValueError(f"{where}: the outline's area must be 300 to 2000 square millimetres")
    return replace(food, outline=points)


def _check_name(name: toml.Name, where: str) -> None:
    if not name or not all(toml.named(name).values()):
        raise ValueError(f"{where}: the name is empty")


def _plate(plate: Plate, where: str) -> Plate:
    points = _polygon(plate.outline, where)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if not all(any(abs(x + u) <= 0.1 and abs(y - v) <= 0.1 for u, v in points) for x, y in points):
        raise ValueError(f"{where}: the outline is not symmetric")
    if abs(min(ys)) > 0.05:
        raise ValueError(f"{where}: the lowest point must be at y = 0")
    if not 100 <= max(xs) - min(xs) <= 200:
        raise ValueError(f"{where}: the width must be 100 to 200 mm")
    return replace(plate, outline=points)


def _polygon(points: Points, where: str) -> Points:
    """A simple polygon, counter-clockwise; a clockwise list is reversed."""
    n = len(points)
    if not 3 <= n <= 64:
        raise ValueError(f"{where}: an outline has 3 to 64 vertices")
    for i in range(n):
        (x0, y0), (x1, y1) = points[i], points[(i + 1) % n]
        if not (abs(x0) < 1000 and abs(y0) < 1000):
            raise ValueError(f"{where}: vertex {i + 1} is not a number within 1000 mm")
        if (x1 - x0) ** 2 + (y1 - y0) ** 2 < 0.25:
            raise ValueError(f"{where}: edge {i + 1} of the outline is shorter than 0.5 mm")
        for j in range(i + 2, n):
            if (j + 1) % n != i and _crossing(points[i], points[(i + 1) % n], points[j], points[(j + 1) % n]):
                raise ValueError(f"{where}: the outline crosses itself at edges {i + 1} and {j + 1}")
    area = sum(points[i - 1][0] * points[i][1] - points[i][0] * points[i - 1][1] for i in range(n))
    return points if area > 0 else tuple(reversed(points))


def _crossing(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(o: tuple[float, float], p: tuple[float, float], q: tuple[float, float]) -> float:
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    apart = any(max(a[k], b[k]) < min(c[k], d[k]) or max(c[k], d[k]) < min(a[k], b[k]) for k in (0, 1))
    return not apart and side(c, d, a) * side(c, d, b) <= 0 and side(a, b, c) * side(a, b, d) <= 0


def _check_foods(box: Box, where: str) -> None:
    cards = len(box.foods) * box.deck.copies_per_food
    if box.deck.copies_per_food != 2 or box.deck.marked_copies_per_food != 1 or cards != 42:
        raise ValueError(f"{where}: 21 foods with 2 copies each, one of them marked, make 42 cards; these make {cards}")
    for group in GROUPS:
        if not 3 <= sum(f.group == group for f in box.foods) <= 6:
            raise ValueError(f"{where}: group '{group}' must have 3 to 6 foods")
    for colour in COLOURS:
        if sum(f.colour == colour for f in box.foods) != 3:
            raise ValueError(f"{where}: colour '{colour}' must have exactly 3 foods")


def _check_characters(box: Box, where: str) -> None:
    if sorted(c.id for c in box.characters) != sorted(CHARACTER_IDS):
        raise ValueError(f"{where}: the 18 characters must be B1 to B15 and A1 to A3")
    for c in box.characters:
        at = f"{where}: character {c.id!r}"
        _check_name(c.name, at)
        if c.kind not in KINDS:
            raise ValueError(f"{at}: unknown kind '{c.kind}'")
        if c.points < 1 or c.every < 1:
            raise ValueError(f"{at}: points and every must be positive")
        for group in c.groups:
            if group not in GROUPS:
                raise ValueError(f"{at}: unknown group '{group}'")
        for colour in c.colours:
            if colour not in COLOURS:
                raise ValueError(f"{at}: unknown colour '{colour}'")
        needs = {"per_group": bool(c.groups), "per_colour": bool(c.colours), "per_stars": c.stars > 0}
        if not needs.get(c.kind, True):
            raise ValueError(f"{at}: kind '{c.kind}' does not say which foods it likes")


def _check_deck(box: Box, where: str) -> None:
    deck = box.deck
    tables = (
        ("lunch_remove", {n: 42 - v for n, v in deck.lunch_remove.items()}, range(2, 6), deck.lunch_rounds),
        ("dinner_remove", {n: 42 - v for n, v in deck.dinner_remove.items()}, range(2, 6), deck.dinner_rounds),
        ("coop_snack", deck.coop_snack, range(1, 6), 0),
        ("coop_meal", deck.coop_meal, range(1, 6), 0),
        ("coop_buffet", deck.coop_buffet, range(1, 6), 0),
    )
    for name, sizes, seats, rounds in tables:
        if sorted(sizes) != [str(n) for n in seats]:
            raise ValueError(f"{where}: deck: {name} must name {seats[0]} to {seats[-1]} players")
        for n in seats:
            size = sizes[str(n)]
            if not 0 < size <= 42 or size % (n + 1) or (rounds and size != rounds * (n + 1)):
                raise ValueError(f"{where}: deck: {name} for {n} players leaves {size} cards, not whole rounds")
    if max(deck.dinner_remove.values()) > 21:
        raise ValueError(f"{where}: deck: dinner_remove takes away more than the 21 marked cards")
    if not set(deck.beginner) | set(deck.beginner_extra_for_5) <= set(CHARACTER_IDS):
        raise ValueError(f"{where}: deck: a beginner character does not exist")


def check(path: Path) -> str:
    """One line about a player's own data file; ValueError if it cannot be played."""
    box = load(path)
    stars = [f.stars for f in box.foods]
    dead = [f"{n} stars" for n in (2, 3, 4) if n not in stars]
    note = f"; note: no food has {' or '.join(dead)}, so some characters score nothing" if dead else ""
    return f"{path.name}: {len(box.foods)} foods, {2 * sum(stars)} stars on 42 cards, 18 characters, 2 plates{note}"


def digest() -> str:
    return toml.digest(FILE)


BOX: Final[Box] = load(FILE)
PHYSICS: Final = BOX.physics
DECK: Final = BOX.deck
FOODS: Final = tuple(sorted(BOX.foods, key=lambda f: f.id))  # in the order of their ids, as the world needs them
CHARACTERS: Final = BOX.characters
PRINTED_ORDER: Final = tuple(c.id for c in CHARACTERS)
PLATES: Final = BOX.plates


def own(text: str) -> Box:
    """A player's own list for the wood that there is: what food and characters pay, and the decks, may differ."""
    try:
        box = parse(tomllib.loads(text), "your card list")
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"your card list: not a TOML file: {error}") from error
    wood = {f.id: f.outline for f in FOODS}
    for food in box.foods:
        if food.id not in wood:
            raise ValueError(f"your card list: food {food.id!r}: there is no such piece of wood")
        if food.outline != wood[food.id]:
            raise ValueError(f"your card list: food {food.id!r}: the piece is cut to another outline")
    if box.plates != PLATES:
        raise ValueError("your card list: the plates are cut to other outlines")
    if box.physics != PHYSICS:
        raise ValueError("your card list: [physics] must be that of the printed list")
    return box


def outline_of(points: Points) -> Outline:
    return Outline([x for x, _ in points], [y for _, y in points])
