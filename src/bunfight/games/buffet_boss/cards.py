"""The printed data: foods, plates, characters, deck tables and the constants of the stacking physics."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Meta, field
from msgspec.structs import replace

from bunfight.engine import cards
from bunfight.engine.cards import CardError, Name, Row, Source, name_by_language
from bunfight.physics.constants import Constants
from bunfight.physics.geometry import Outline

FILE: Final = Path(__file__).with_name("cards.toml")
GROUPS: Final = ("veggie", "fruit", "seafood", "dessert", "meat")
COLOURS: Final = ("green", "white", "yellow", "purple", "red", "orange", "brown")
CHARACTER_IDS: Final = (*(f"B{n}" for n in range(1, 16)), "A1", "A2", "A3")

Points = tuple[tuple[float, float], ...]
Group = Literal["veggie", "fruit", "seafood", "dessert", "meat"]
Colour = Literal["green", "white", "yellow", "purple", "red", "orange", "brown"]
Kind = Literal[
    "per_group", "per_colour", "per_stars", "touch_plate", "distinct_groups", "distinct_colours", "modal_group",
    "touching_pair_group", "touching_pair_colour", "one_neighbour",
]  # fmt: skip
Positive = Annotated[int, Meta(ge=1)]


class Invalid(CardError):
    """An invalid card list or option of Buffet Boss."""

    words = FILE.with_name("text") / "errors.toml"


class Food(Row, frozen=True):
    id: Annotated[str, Meta(pattern="^[a-z_]+$", extra={"error": "card_id"})]
    name: Name
    group: Group
    colour: Colour
    stars: Annotated[int, Meta(ge=1, le=5)]
    outline: Points
    difficulty: float = 2.0
    source: Source = "own"


class Plate(Row, frozen=True):
    id: str
    radius: float
    outline: Points


class Character(Row, frozen=True):
    id: str
    name: Name
    kind: Kind
    points: Positive
    groups: tuple[Group, ...] = ()
    colours: tuple[Colour, ...] = ()
    stars: int = 0
    every: Positive = 1
    source: Source = "own"


class Deck(Row, frozen=True):
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


class Box(Row, frozen=True):
    """Everything in one card list."""

    foods: tuple[Food, ...] = field(name="food")
    plates: tuple[Plate, ...] = field(name="plate")
    characters: tuple[Character, ...] = field(name="character")
    deck: Deck
    physics: Constants


def load(source: Path | str) -> Box:
    """A card list from a file or a text, checked; outlines run counter-clockwise."""
    box = cards.load(source, Box, _check_outlines, _check_foods, _check_characters, _check_deck, error=Invalid)
    return replace(
        box,
        foods=tuple(replace(food, outline=_counter_clockwise(food.outline)) for food in box.foods),
        plates=tuple(replace(plate, outline=_counter_clockwise(plate.outline)) for plate in box.plates),
    )


def _check_outlines(box: Box) -> None:
    for food in box.foods:
        _check_polygon(food)
        xs, ys = [x for x, _ in food.outline], [y for _, y in food.outline]
        if max(max(xs) - min(xs), max(ys) - min(ys)) > 70:
            raise Invalid("outline_large", food)
        if not 300 <= outline_of(_counter_clockwise(food.outline)).area <= 2000:
            raise Invalid("outline_area", food)
    for plate in box.plates:
        _check_polygon(plate)
        points = plate.outline
        if not all(any(abs(x + u) <= 0.1 and abs(y - v) <= 0.1 for u, v in points) for x, y in points):
            raise Invalid("plate_symmetric", plate)
        if abs(min(y for _, y in points)) > 0.05:
            raise Invalid("plate_low", plate)
        if not 100 <= max(x for x, _ in points) - min(x for x, _ in points) <= 200:
            raise Invalid("plate_width", plate)
    if [plate.id for plate in box.plates] != ["standard", "family"]:
        raise Invalid("two_plates")


def _check_polygon(row: Food | Plate) -> None:
    """An outline is a simple polygon."""
    points, n = row.outline, len(row.outline)
    if not 3 <= n <= 64:
        raise Invalid("outline_vertices", row)
    for i in range(n):
        (x0, y0), (x1, y1) = points[i], points[(i + 1) % n]
        if not (abs(x0) < 1000 and abs(y0) < 1000):
            raise Invalid("outline_vertex", row, n=i + 1)
        if (x1 - x0) ** 2 + (y1 - y0) ** 2 < 0.25:
            raise Invalid("outline_edge", row, n=i + 1)
        for j in range(i + 2, n):
            if (j + 1) % n != i and _crossing(points[i], points[(i + 1) % n], points[j], points[(j + 1) % n]):
                raise Invalid("outline_crosses", row, n=i + 1, other=j + 1)


def _counter_clockwise(points: Points) -> Points:
    area = sum(points[i - 1][0] * points[i][1] - points[i][0] * points[i - 1][1] for i in range(len(points)))
    return points if area > 0 else tuple(reversed(points))


def _crossing(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    def side(o: tuple[float, float], p: tuple[float, float], q: tuple[float, float]) -> float:
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    apart = any(max(a[k], b[k]) < min(c[k], d[k]) or max(c[k], d[k]) < min(a[k], b[k]) for k in (0, 1))
    return not apart and side(c, d, a) * side(c, d, b) <= 0 and side(a, b, c) * side(a, b, d) <= 0


def _check_foods(box: Box) -> None:
    for food in box.foods:
        _check_name(food)
    total = len(box.foods) * box.deck.copies_per_food
    if box.deck.copies_per_food != 2 or box.deck.marked_copies_per_food != 1 or total != 42:
        raise Invalid("food_total", n=total)
    for group in GROUPS:
        if not 3 <= sum(f.group == group for f in box.foods) <= 6:
            raise Invalid("group_total", group=group)
    for colour in COLOURS:
        if sum(f.colour == colour for f in box.foods) != 3:
            raise Invalid("colour_total", colour=colour)


def _check_name(row: Food | Character) -> None:
    if not row.name or not all(name_by_language(row.name).values()):
        raise Invalid("card_name", row)


def _check_characters(box: Box) -> None:
    if sorted(c.id for c in box.characters) != sorted(CHARACTER_IDS):
        raise Invalid("character_ids")
    for c in box.characters:
        _check_name(c)
        needs = {"per_group": bool(c.groups), "per_colour": bool(c.colours), "per_stars": c.stars > 0}
        if not needs.get(c.kind, True):
            raise Invalid("character_likes", c, kind=c.kind)


def _check_deck(box: Box) -> None:
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
            raise Invalid("deck_players", where=f"deck: {name}", low=seats[0], high=seats[-1])
        for n in seats:
            size = sizes[str(n)]
            if not 0 < size <= 42 or size % (n + 1) or (rounds and size != rounds * (n + 1)):
                raise Invalid("deck_rounds", where=f"deck: {name}", seats=n, n=size)
    if max(deck.dinner_remove.values()) > 21:
        raise Invalid("deck_marked", where="deck: dinner_remove")
    if not set(deck.beginner) | set(deck.beginner_extra_for_5) <= set(CHARACTER_IDS):
        raise Invalid("deck_beginner", where="deck")


def check(path: Path) -> list[Invalid]:
    """A summary of a card list that can be played, then its warnings."""
    box = load(path)
    stars = [f.stars for f in box.foods]
    notes = [Invalid("summary", where=path.name, foods=len(box.foods), stars=2 * sum(stars))]
    if unused := [str(n) for n in (2, 3, 4) if n not in stars]:
        notes.append(Invalid("no_stars", stars=", ".join(unused)))
    return notes


def load_own(text: str) -> Box:
    """A player's own list for the same wooden pieces; stars, groups, colours, characters and decks may differ."""
    box = load(text)
    outlines = {food.id: food.outline for food in FOODS}
    for food in box.foods:
        if food.id not in outlines:
            raise Invalid("no_piece", food)
        if food.outline != outlines[food.id]:
            raise Invalid("other_outline", food)
    if box.plates != PLATES:
        raise Invalid("other_plates")
    if box.physics != PHYSICS:
        raise Invalid("other_physics")
    return box


def outline_of(points: Points) -> Outline:
    return Outline([x for x, _ in points], [y for _, y in points])


BOX: Final[Box] = load(FILE)
PHYSICS: Final = BOX.physics
FOODS: Final = tuple(sorted(BOX.foods, key=lambda f: f.id))  # in the order of their ids, as the physics needs them
CHARACTERS: Final = BOX.characters
PRINTED_ORDER: Final = tuple(c.id for c in CHARACTERS)
PLATES: Final = BOX.plates
