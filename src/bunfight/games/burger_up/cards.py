"""The printed cards of Burger Up, and any list that a player brings: read strictly, checked, made ready to play."""

from __future__ import annotations

import heapq
import re
import tomllib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from bunfight.engine import toml
from bunfight.games.burger_up.card_names import TERMS, Names, single
from bunfight.games.burger_up.card_rows import Card, Ingredient, Need, TopBun
from bunfight.games.burger_up.rules.actions import broken, estimate, fits, need, satisfied, size
from bunfight.games.burger_up.rules.moves import SLOTS
from bunfight.games.burger_up.rules.state import (
    AT_LEAST,
    AT_MOST,
    BUN,
    CHEESE_EGG,
    CLASS_HIGH,
    CLASS_LOW,
    COLOSSAL,
    DIFFERENT,
    EQUAL,
    GOURMET,
    HAND,
    MEAT_PATTY,
    NONE,
    SALAD,
    SANDWICH,
    SAUCE,
    TOP,
    TOP_BUNS_IN_PLAY,
    TOWER,
    Book,
    Line,
    Order,
)
from bunfight.i18n import languages

FILE = Path(__file__).with_name("cards.toml")
TYPES = {"bun": BUN, "salad": SALAD, "meat_patty": MEAT_PATTY, "cheese_egg": CHEESE_EGG, "sauce": SAUCE}
NEXTS = {"any": BUN, "salad": SALAD, "meat_patty": MEAT_PATTY, "cheese_egg": CHEESE_EGG, "sauce": SAUCE}
KEYWORDS = ("meat", "patty", "salad", "cheese", "egg", "sauce")
CLASSES = {"sandwich": SANDWICH, "gourmet": GOURMET, "tower": TOWER, "colossal": COLOSSAL}
KINDS = {"at_least": AT_LEAST, "at_most": AT_MOST, "none": NONE, "different": DIFFERENT, "equal": EQUAL, "top": TOP}
BELONGS = {
    "salad": ("salad",),
    "sauce": ("sauce",),
    "meat_patty": ("meat", "patty"),
    "cheese_egg": ("cheese", "egg"),
    "bun": (),
}
SEARCH_LIMIT = 50_000
SEARCH_HEIGHT = 20


@dataclass(frozen=True)
class CardList:
    """A whole list that can be played."""

    name: str
    digest: str
    ingredients: tuple[Ingredient, ...]
    cards: tuple[Card, ...]
    top_buns: tuple[TopBun, ...]
    warnings: tuple[str, ...]
    names: Names
    book: Book


def load(path: Path) -> CardList:
    """The card list of a file; a ValueError names the file, the card and the reason."""
    return _build(toml.read(path), "house" if path == FILE else path.stem, path.name, toml.digest(path))


def loads(text: str, name: str = "own") -> CardList:
    """The card list written in ``text``."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name}: not a TOML file: {error}") from error
    return _build(table, name, name, sha256(text.replace("\r\n", "\n").encode()).hexdigest())


def check(path: Path) -> str:
    """One line about a list that can be played; a ValueError about one that cannot."""
    found = load(path)
    line = f"{path.name}: {len(found.cards)} ingredient cards, {len(found.top_buns)} Top Buns; every order can be met"
    return "; ".join([line, *(f"warning: {warning}" for warning in found.warnings)])


def digest() -> str:
    """The fingerprint of the standard list."""
    return toml.digest(FILE)


def _build(table: dict[str, Any], name: str, where: str, fingerprint: str) -> CardList:
    for key in table:
        if key not in ("ingredient", "card", "top_bun"):
            raise ValueError(f"{where}: unknown table {key!r} (known: ingredient, card, top_bun)")
    ingredients = toml.rows(table, "ingredient", Ingredient, where)
    cards = toml.rows(table, "card", Card, where)
    top_buns = toml.rows(table, "top_bun", TopBun, where)
    if len(cards) < cards_needed(2):
        raise ValueError(f"{where}: a game needs {cards_needed(2)} cards or more, not {len(cards)} (BU-DATA-1)")
    if len(top_buns) < TOP_BUNS_IN_PLAY[2]:
        raise ValueError(
            f"{where}: a game needs {TOP_BUNS_IN_PLAY[2]} Top Buns or more, not {len(top_buns)} (BU-DATA-2)"
        )
    _check_ids([*(i.id for i in ingredients), *(card.id for card in cards), *(bun.id for bun in top_buns)], where)
    _check_ingredients(ingredients, where)
    by_id = {one.id: one for one in ingredients}
    for card in cards:
        _check_card(card, by_id, where)
    for bun in top_buns:
        _check_top_bun(bun, ingredients, where)
    _check_rules(top_buns, where)
    names = Names(ingredients, cards, top_buns)
    book = _book(name, ingredients, cards, top_buns, names)
    for number, bun in enumerate(top_buns):
        _check_met(book, book.orders[number], bun.witness, f"{where}: top_bun {bun.id!r}")
    return CardList(name, fingerprint, ingredients, cards, top_buns, _warnings(cards, by_id), names, book)


def cards_needed(seats: int) -> int:
    """The Market and a hand for each player: with fewer cards a game cannot begin."""
    return SLOTS + HAND * seats


def _check_ids(ids: list[str], where: str) -> None:
    """An id means one thing, and none that the game itself has a word for."""
    seen: set[str] = set()
    for id in ids:
        if not id.isascii() or not id.isidentifier() or id != id.lower():
            raise ValueError(f"{where}: id {id!r}: use small letters, digits and _ only (BU-DATA-3)")
        if id in TERMS:
            raise ValueError(f"{where}: id {id!r} is a word of the game itself; choose another (BU-DATA-3)")
        if id in seen:
            raise ValueError(f"{where}: id {id!r} is used for two things (BU-DATA-3)")
        seen.add(id)


def _check_rules(top_buns: tuple[TopBun, ...], where: str) -> None:
    seen: set[str] = set()
    for bun in top_buns:
        if bun.rule and (bun.rule in seen or not re.fullmatch(r"BU-TB-\d{2,3}", bun.rule)):
            raise ValueError(f"{where}: top_bun {bun.id!r}: rule is BU-TB- and a number of its own (BU-DATA-3)")
        seen.add(bun.rule)


def _check_ingredients(ingredients: tuple[Ingredient, ...], where: str) -> None:
    seen: dict[str, Ingredient] = {}
    for one in ingredients:
        at = f"{where}: ingredient {one.id!r}"
        if one.type not in TYPES:
            raise ValueError(f"{at}: there is no type {one.type!r} (BU-DATA-3)")
        for keyword in one.keywords:
            if keyword not in KEYWORDS:
                why = "Perfect belongs to a half of a card" if keyword == "perfect" else f"no keyword {keyword!r}"
                raise ValueError(f"{at}: {why} (BU-DATA-3)")
        title = _title(one.name, at)
        twin = seen.setdefault(title.casefold(), one)
        if (twin.type, set(twin.keywords)) != (one.type, set(one.keywords)):
            raise ValueError(f"{at}: {title} has another type or other keywords as {twin.id!r} (BU-DATA-4)")
        belongs = BELONGS[one.type]
        if not set(one.keywords) & set(belongs) if belongs else one.keywords:
            wanted = " or ".join(belongs) or "none"
            raise ValueError(f"{at}: keywords of type {one.type}: {wanted} (BU-DATA-5)")


def _title(name: toml.Name, at: str) -> str:
    if not toml.named(name) or not all(toml.named(name).values()):
        raise ValueError(f"{at}: it has no name (BU-DATA-3)")
    return languages.named(name)["en"]


def _check_card(card: Card, by_id: dict[str, Ingredient], where: str) -> None:
    at = f"{where}: card {card.id!r}"
    sides = (("a", card.a, card.a_next, card.a_perfect), ("b", card.b, card.b_next, card.b_perfect))
    for side, ingredient, follows, perfect in sides:
        if ingredient not in by_id:
            raise ValueError(f"{at}: side {side}: there is no ingredient {ingredient!r} (BU-DATA-3)")
        if follows not in NEXTS:
            raise ValueError(f"{at}: side {side}: nothing of type {follows!r} can come next (BU-DATA-3)")
        if by_id[ingredient].type == "bun" and (follows != "any" or perfect):
            raise ValueError(f"{at}: side {side}: after a bun comes any, and it is never Perfect (BU-DATA-6)")


def _check_top_bun(bun: TopBun, ingredients: tuple[Ingredient, ...], where: str) -> None:
    at = f"{where}: top_bun {bun.id!r}"
    _title(bun.name, at)
    if not 1 <= len(bun.needs) <= 3:
        raise ValueError(f"{at}: a Top Bun has 1 to 3 lines, not {len(bun.needs)} (BU-DATA-7)")
    for line in bun.needs:
        _check_need(line, ingredients, at)
    for size_class, allowed in (
        (bun.size_min, CLASSES.keys() - {"sandwich"}),
        (bun.size_max, CLASSES.keys() - {"colossal"}),
    ):
        if size_class and size_class not in CLASSES:
            raise ValueError(f"{at}: there is no class {size_class!r} (BU-DATA-3)")
        if size_class and size_class not in allowed:
            raise ValueError(f"{at}: {size_class!r} as this limit says nothing (BU-DATA-7)")
    if bun.size_min and bun.size_max and CLASSES[bun.size_min] > CLASSES[bun.size_max]:
        raise ValueError(f"{at}: size_min is above size_max (BU-DATA-7)")


def _check_need(line: Need, ingredients: tuple[Ingredient, ...], at: str) -> None:
    if line.kind not in KINDS:
        raise ValueError(f"{at}: there is no kind of line {line.kind!r} (BU-DATA-3)")
    if line.kind == "equal":
        if len(line.each) < 2 or line.of or line.n:
            raise ValueError(f"{at}: an equal line lists 2 or more selectors in 'each', and nothing else (BU-DATA-7)")
    elif not line.of or line.each:
        raise ValueError(f"{at}: a line of kind {line.kind} names one selector in 'of' (BU-DATA-7)")
    counted = line.kind in ("at_least", "at_most", "different")
    if (counted and line.n < 1) or (not counted and line.n):
        raise ValueError(f"{at}: n of a line of kind {line.kind} is {line.n} (BU-DATA-7)")
    for selector in line.each or (line.of,):
        prefix, _, target = selector.partition(":")
        found = {
            "name": any(one.id == target for one in ingredients),
            "word": any(_has_word(one, target) for one in ingredients),
            "keyword": target in (*KEYWORDS, "perfect"),
            "type": target in TYPES,
        }
        if not found.get(prefix, False):
            raise ValueError(f"{at}: nothing is called {selector!r} (BU-DATA-3)")


def _has_word(ingredient: Ingredient, word: str) -> bool:
    return word.casefold() in languages.named(ingredient.name)["en"].casefold().split()


def _warnings(cards: tuple[Card, ...], by_id: dict[str, Ingredient]) -> tuple[str, ...]:
    """BU-DATA-9."""
    said = []
    for kind, least in (("salad", 12), ("meat_patty", 12), ("cheese_egg", 12), ("sauce", 12), ("bun", 4)):
        count = sum(kind in (by_id[card.a].type, by_id[card.b].type) for card in cards)
        if count < least:
            said.append(f"only {count} cards offer {TERMS[kind]['en']} (BU-DATA-9)")
    return tuple(said)


def _book(
    name: str,
    ingredients: tuple[Ingredient, ...],
    cards: tuple[Card, ...],
    top_buns: tuple[TopBun, ...],
    names: Names,
) -> Book:
    numbers = {one.id: number for number, one in enumerate(ingredients)}
    halves = [
        half
        for card in cards
        for half in ((card.a, card.a_next, card.a_perfect), (card.b, card.b_next, card.b_perfect))
    ]
    used = [ingredients[numbers[ingredient]] for ingredient, _, _ in halves]
    shine = [perfect for _, _, perfect in halves]
    return Book(
        name=name,
        cards=[card.id for card in cards],
        kinds=[TYPES[one.type] for one in used],
        nexts=[NEXTS[follows] for _, follows, _ in halves],
        perfects=shine,
        names=[numbers[ingredient] for ingredient, _, _ in halves],
        ingredients=[one.id for one in ingredients],
        orders=[_order(bun, names, used, shine) for bun in top_buns],
        known=[bun.source in ("printed", "public") for bun in top_buns],
    )


def _order(bun: TopBun, names: Names, used: list[Ingredient], shine: list[bool]) -> Order:
    low = CLASS_LOW[CLASSES[bun.size_min]] if bun.size_min else 1
    high = CLASS_HIGH[CLASSES[bun.size_max]] if bun.size_max else CLASS_HIGH[COLOSSAL]
    lines = [_line(line, names, used, shine) for line in bun.needs]
    return Order(bun.id, bun.rule, lines, low, high)


def _line(line: Need, names: Names, used: list[Ingredient], shine: list[bool]) -> Line:
    selectors = line.each or (line.of,)
    tables = [[_selects(s, one, perfect) for one, perfect in zip(used, shine, strict=True)] for s in selectors]
    prefix, _, target = line.of.partition(":")
    bun = line.of == "type:bun" or any(one.id == target and one.type == "bun" for one in used)
    things = [names.thing(selector) for selector in selectors]
    return Line(KINDS[line.kind], line.n, tables, things, prefix == "name" and not bun, bun, single(line))


def _selects(selector: str, ingredient: Ingredient, perfect: bool) -> bool:
    """BU-REQ-13."""
    prefix, _, target = selector.partition(":")
    if prefix == "name":
        return ingredient.id == target
    if prefix == "word":
        return _has_word(ingredient, target)
    if prefix == "type":
        return ingredient.type == target
    return perfect if target == "perfect" else target in ingredient.keywords


def _check_met(book: Book, order: Order, witness: tuple[str, ...], at: str) -> None:
    """BU-DATA-8."""
    if not witness:
        if find_burger(book, order) is None:
            raise ValueError(f"{at}: no legal burger was found that meets it (BU-DATA-8)")
        return
    stack = vec[i64]()
    for step in witness:
        card, _, side = step.partition(".")
        if card not in book.cards or side not in ("a", "b"):
            raise ValueError(f"{at}: witness: there is no {step!r} (BU-DATA-8)")
        half = book.cards.index(card) * 2 + (side == "b")
        if half // 2 in [one // 2 for one in stack]:
            raise ValueError(f"{at}: witness: {card} is used twice (BU-DATA-8)")
        if not fits(book, half, need(book, stack)):
            raise ValueError(f"{at}: witness: {step} does not fit on the card below (BU-DATA-8)")
        stack = append(stack, half)
    if not satisfied(book, order, stack, size(book, stack)):
        raise ValueError(f"{at}: its witness does not meet it (BU-DATA-8)")


def find_burger(book: Book, order: Order) -> vec[i64] | None:
    """A legal stack that meets an order: best first, so many tries and no more."""
    bare = vec[i64]()
    heap: list[tuple[int, int, int, vec[i64]]] = [(estimate(book, order, bare, 0), 0, 0, bare)]
    made = 0
    while heap and made < SEARCH_LIMIT:
        _, height, _, stack = heapq.heappop(heap)
        wanted = need(book, stack)
        for half in range(2 * len(book.cards)):
            if not fits(book, half, wanted) or any(one // 2 == half // 2 for one in stack):
                continue
            grown = append(stack[:], half)
            count = size(book, grown)
            if count > order.high or any(broken(line, grown) for line in order.lines):
                continue
            if count and satisfied(book, order, grown, count):
                return grown
            made += 1
            if height + 1 < SEARCH_HEIGHT:
                heapq.heappush(heap, (estimate(book, order, grown, count), height + 1, made, grown))
    return None


PRINTED = load(FILE)
"""The standard list."""
