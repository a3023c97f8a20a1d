"""The printed cards of Burger Up and players' own lists: loaded, checked and prepared for play."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from pathlib import Path

from librt.vecs import append, vec
from mypy_extensions import i64

from bunfight.engine.cards import digest, name_by_language
from bunfight.engine.cards import load as load_rows
from bunfight.games.burger_up.card_names import TERMS, Names, single
from bunfight.games.burger_up.card_rows import FILE, Card, Ingredient, Invalid, Need, Rows, TopBun
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
    names: Names
    book: Book


def load(source: Path | str) -> CardList:
    """The card list of a file or a text."""
    name = "own" if isinstance(source, str) else "house" if source == FILE else source.stem
    built: list[tuple[Names, Book]] = []

    def build(rows: Rows) -> None:
        names = Names(rows.ingredients, rows.cards, rows.top_buns)
        book = _book(name, rows.ingredients, rows.cards, rows.top_buns, names)
        for bun, order in zip(rows.top_buns, book.orders, strict=True):
            _check_met(book, order, bun)
        built.append((names, book))

    rows = load_rows(
        source, Rows, _check_counts, _check_ids, _check_ingredients, _check_cards, _check_top_buns, build, error=Invalid
    )
    return CardList(name, digest(source), rows.ingredients, rows.cards, rows.top_buns, *built[0])


def check(path: Path) -> list[Invalid]:
    """A summary of a card list that can be played, then its warnings."""
    found = load(path)
    summary = Invalid("summary", where=path.name, cards=len(found.cards), top_buns=len(found.top_buns))
    return [summary, *warnings(found)]


def cards_needed(seats: int) -> int:
    """The Market and a hand for each player: with fewer cards a game cannot begin."""
    return SLOTS + HAND * seats


def _check_counts(rows: Rows) -> None:
    if len(rows.cards) < cards_needed(2):
        raise Invalid("few_cards", rule="BU-DATA-1", wanted=cards_needed(2), n=len(rows.cards))
    if len(rows.top_buns) < TOP_BUNS_IN_PLAY[2]:
        raise Invalid("few_top_buns", rule="BU-DATA-2", wanted=TOP_BUNS_IN_PLAY[2], n=len(rows.top_buns))


def _check_ids(rows: Rows) -> None:
    """An id means one thing, and none that the game itself has a word for."""
    seen: set[str] = set()
    every: list[Ingredient | Card | TopBun] = [*rows.ingredients, *rows.cards, *rows.top_buns]
    for row in every:
        if row.id in TERMS:
            raise Invalid("id_of_game", row, rule="BU-DATA-3")
        if row.id in seen:
            raise Invalid("duplicate_id", row, rule="BU-DATA-3")
        seen.add(row.id)


def _check_ingredients(rows: Rows) -> None:
    seen: dict[str, Ingredient] = {}
    for one in rows.ingredients:
        title = _title(one)
        twin = seen.setdefault(title.casefold(), one)
        if (twin.type, set(twin.keywords)) != (one.type, set(one.keywords)):
            raise Invalid("twin", one, rule="BU-DATA-4", name=title, other=twin.id)
        belongs = BELONGS[one.type]
        if not set(one.keywords) & set(belongs) if belongs else one.keywords:
            raise Invalid("keywords", one, rule="BU-DATA-5", type=one.type, keywords=", ".join(belongs) or "-")


def _title(row: Ingredient | TopBun) -> str:
    names = name_by_language(row.name)
    if not names or not all(names.values()):
        raise Invalid("card_name", row, rule="BU-DATA-3")
    return languages.named(row.name)["en"]


def _check_cards(rows: Rows) -> None:
    types = {one.id: one.type for one in rows.ingredients}
    for card in rows.cards:
        for side, (ingredient, follows, perfect) in zip("ab", card.halves, strict=True):
            if ingredient not in types:
                raise Invalid("no_ingredient", card, rule="BU-DATA-3", side=side, id=ingredient)
            if types[ingredient] == "bun" and (follows != "any" or perfect):
                raise Invalid("after_bun", card, rule="BU-DATA-6", side=side)


def _check_top_buns(rows: Rows) -> None:
    rules: set[str] = set()
    for bun in rows.top_buns:
        _title(bun)
        for line in bun.needs:
            _check_need(line, bun, rows.ingredients)
        for limit, idle in ((bun.size_min, "sandwich"), (bun.size_max, "colossal")):
            if limit == idle:
                raise Invalid("idle_limit", bun, rule="BU-DATA-7", limit=limit)
        if bun.size_min and bun.size_max and CLASSES[bun.size_min] > CLASSES[bun.size_max]:
            raise Invalid("min_above_max", bun, rule="BU-DATA-7")
        if bun.rule and bun.rule in rules:
            raise Invalid("top_bun_rule", bun, rule="BU-DATA-3")
        rules.add(bun.rule)


def _check_need(line: Need, bun: TopBun, ingredients: tuple[Ingredient, ...]) -> None:
    if line.kind == "equal":
        if len(line.each) < 2 or line.of or line.n:
            raise Invalid("equal_line", bun, rule="BU-DATA-7")
    elif not line.of or line.each:
        raise Invalid("one_selector", bun, rule="BU-DATA-7", kind=line.kind)
    counted = line.kind in ("at_least", "at_most", "different")
    if (counted and line.n < 1) or (not counted and line.n):
        raise Invalid("line_n", bun, rule="BU-DATA-7", kind=line.kind, n=line.n)
    for selector in line.each or (line.of,):
        prefix, _, target = selector.partition(":")
        found = {
            "name": any(one.id == target for one in ingredients),
            "word": any(_has_word(one, target) for one in ingredients),
            "keyword": target in (*KEYWORDS, "perfect"),
            "type": target in TYPES,
        }
        if not found.get(prefix, False):
            raise Invalid("no_selector", bun, rule="BU-DATA-3", selector=selector)


def _has_word(ingredient: Ingredient, word: str) -> bool:
    return word.casefold() in languages.named(ingredient.name)["en"].casefold().split()


def warnings(cards: CardList) -> list[Invalid]:
    """BU-DATA-9."""
    types = {one.id: one.type for one in cards.ingredients}
    found = []
    for kind, least in (("salad", 12), ("meat_patty", 12), ("cheese_egg", 12), ("sauce", 12), ("bun", 4)):
        count = sum(kind in (types[card.a], types[card.b]) for card in cards.cards)
        if count < least:
            found.append(Invalid("few_of_type", rule="BU-DATA-9", n=count, type=kind))
    return found


def _book(
    name: str,
    ingredients: tuple[Ingredient, ...],
    cards: tuple[Card, ...],
    top_buns: tuple[TopBun, ...],
    names: Names,
) -> Book:
    numbers = {one.id: number for number, one in enumerate(ingredients)}
    halves = [half for card in cards for half in card.halves]
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


def _check_met(book: Book, order: Order, bun: TopBun) -> None:
    """BU-DATA-8."""
    if not bun.witness:
        if find_burger(book, order) is None:
            raise Invalid("not_met", bun, rule="BU-DATA-8")
        return
    stack = vec[i64]()
    for step in bun.witness:
        card, _, side = step.partition(".")
        if card not in book.cards or side not in ("a", "b"):
            raise Invalid("witness_unknown", bun, rule="BU-DATA-8", step=step)
        half = book.cards.index(card) * 2 + (side == "b")
        if half // 2 in [one // 2 for one in stack]:
            raise Invalid("witness_twice", bun, rule="BU-DATA-8", card=card)
        if not fits(book, half, need(book, stack)):
            raise Invalid("witness_fit", bun, rule="BU-DATA-8", step=step)
        stack = append(stack, half)
    if not satisfied(book, order, stack, size(book, stack)):
        raise Invalid("witness_fails", bun, rule="BU-DATA-8")


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
