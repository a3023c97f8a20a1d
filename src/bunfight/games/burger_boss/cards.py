"""The printed things of Burger Boss, read strictly from cards.toml or from a player's own list."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from bunfight.engine import toml

KINDS: Final = ("bun", "patty", "cheese", "tomato", "lettuce")
TOKENS: Final = (20, 15, 10, 10, 10)
SPACES: Final = ("bakery", "butchers", "cheese_shop", "produce", "manager", "supermarket", "workers", "expansion")
KITCHEN: Final = "kitchen"
SPECIALS: Final = ("double", "discount", "steal", "tip", "first")
SIZES: Final = ("regular", "large", "super")
SLOTS: Final = ("s1", "s2", "l1", "l2", "r1", "r2")
SIGNS: Final = ("mcdowels", "big_tasties", "hipster", "burger_prince", "great_burger")
TESTS: Final = (
    "serve_with_any",
    "serve_min_kind",
    "serve_at_size",
    "best_sales_turn",
    "upgrades",
    "distinct_orders",
)

CUSTOMERS: Final = 30
SPECIAL_CARDS: Final = 14
MISSION_CARDS: Final = 8

FILE: Final = Path(__file__).with_name("cards.toml")
# What is said in stories by these ids already; nothing of a list may be mistaken for it.
TAKEN: Final = frozenset((*toml.read(FILE.with_name("text") / "words.toml")["terms"], *SPECIALS))


@dataclass(frozen=True, slots=True)
class Order:
    """What goes between which buns."""

    id: str
    name: toml.Name
    bun: int = 0
    patty: int = 0
    cheese: int = 0
    tomato: int = 0
    lettuce: int = 0
    source: toml.Source = "own"

    @property
    def recipe(self) -> tuple[int, ...]:
        return (self.bun, self.patty, self.cheese, self.tomato, self.lettuce)


@dataclass(frozen=True, slots=True)
class Customer:
    """Somebody in the queue: one order, one price on the menu."""

    id: str
    name: toml.Name
    order: str
    price: int
    source: toml.Source = "own"


@dataclass(frozen=True, slots=True)
class Special:
    """A kind of Manager's Special and how many of it are in the deck."""

    id: str
    name: toml.Name
    copies: int
    source: toml.Source = "own"


@dataclass(frozen=True, slots=True)
class Mission:
    """A secret mission: what is counted, how much of it is needed, what it pays."""

    id: str
    name: toml.Name
    test: str
    need: int
    bonus: int
    kinds: tuple[str, ...] = ()
    size: str = ""
    each: int = 0
    source: toml.Source = "own"


@dataclass(frozen=True, slots=True)
class Spaces:
    """The worker spaces of one game card: for each space the die values it accepts."""

    id: str
    accepts: tuple[tuple[int, ...], ...]
    source: toml.Source = "own"


@dataclass(frozen=True, slots=True)
class Cards:
    """One complete set of printed things."""

    orders: tuple[Order, ...]
    customers: tuple[Customer, ...]
    specials: tuple[Special, ...]
    missions: tuple[Mission, ...]
    spaces: tuple[Spaces, ...]
    grill_spaces: int

    def order(self, customer: Customer) -> Order:
        return next(order for order in self.orders if order.id == customer.order)

    def recipe(self, customer: Customer) -> tuple[int, ...]:
        return self.order(customer).recipe


def load(path: Path) -> Cards:
    """A whole list from a file, checked."""
    return from_table(toml.read(path), path.name)


def from_text(text: str, where: str = "your list") -> Cards:
    """A whole list from TOML text, checked."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{where}: not a TOML file: {error}") from error
    return from_table(table, where)


def from_table(table: dict[str, Any], where: str) -> Cards:
    """A whole list, checked; a ValueError names the file, the row and the broken condition."""
    known = ("grill_spaces", "orders", "customers", "specials", "missions", "spaces")
    for key in table:
        if key not in known:
            raise ValueError(f"{where}: unknown key {key!r} (known: {', '.join(known)})")
    track = table.get("grill_spaces")
    if type(track) is not int or not 2 <= track <= 6:
        raise ValueError(f"{where}: grill_spaces: must be a whole number from 2 to 6, not {track!r}")
    cards = Cards(
        toml.rows(table, "orders", Order, where),
        toml.rows(table, "customers", Customer, where),
        toml.rows(table, "specials", Special, where),
        toml.rows(table, "missions", Mission, where),
        _in_table_order(toml.rows(table, "spaces", Spaces, where), where),
        track,
    )
    _check_orders(cards, where)
    _check_customers(cards, where)
    _check_specials(cards, where)
    _check_missions(cards, where)
    _check_spaces(cards, where)
    taken = {*TAKEN, *(f"order_{order.id}" for order in cards.orders)}
    return replace(
        cards,
        customers=_apart("customer", cards.customers, taken),
        missions=_apart("mission", cards.missions, taken),
    )


T = TypeVar("T", Customer, Mission)


def _apart(prefix: str, cards: tuple[T, ...], taken: set[str]) -> tuple[T, ...]:
    """The same cards, those with another id whose id means something else at the table: a die, a special, a place."""
    made: list[T] = []
    for card in cards:
        name = card.id
        while name in taken or name.isdecimal():
            name = f"{prefix}_{name}"
        taken.add(name)
        made.append(replace(card, id=name))
    return tuple(made)


def _in_table_order(spaces: tuple[Spaces, ...], where: str) -> tuple[Spaces, ...]:
    for row in spaces:
        if row.id not in SPACES:
            raise ValueError(f"{where}: spaces {row.id!r}: there is no such game card (known: {', '.join(SPACES)})")
    given = {row.id: row for row in spaces}
    for card in SPACES:
        if card not in given:
            raise ValueError(f"{where}: spaces {card!r}: this game card is missing")
    return tuple(given[card] for card in SPACES)


def _check_orders(cards: Cards, where: str) -> None:
    for order in cards.orders:
        at = f"{where}: orders {order.id!r}"
        for kind, need, printed in zip(KINDS, order.recipe, TOKENS, strict=True):
            if not 0 <= need <= printed:
                raise ValueError(f"{at}: {kind} must be from 0 to {printed}, not {need}")
        if not 1 <= sum(order.recipe) <= 12:
            raise ValueError(f"{at}: an order has 1 to 12 ingredients, not {sum(order.recipe)}")


def _check_customers(cards: Cards, where: str) -> None:
    orders = {order.id: order for order in cards.orders}
    for customer in cards.customers:
        at = f"{where}: customers {customer.id!r}"
        if customer.order not in orders:
            raise ValueError(f"{at}: there is no order {customer.order!r}")
        if customer.price < 1:
            raise ValueError(f"{at}: the price must be at least 1, not {customer.price}")
    if len(cards.customers) != CUSTOMERS:
        raise ValueError(f"{where}: customers: there must be {CUSTOMERS}, not {len(cards.customers)}")
    for recipe, price, name in (
        ((2, 1, 0, 0, 0), 5, "2 buns and 1 patty"),
        ((2, 2, 0, 0, 0), 6, "2 buns and 2 patties"),
    ):
        if not any(orders[c.order].recipe == recipe and c.price == price for c in cards.customers):
            raise ValueError(f"{where}: customers: nobody orders {name} for ${price}, as the rulebook shows")


def _check_specials(cards: Cards, where: str) -> None:
    for special in cards.specials:
        if special.id not in SPECIALS:
            raise ValueError(f"{where}: specials {special.id!r}: no such kind (known: {', '.join(SPECIALS)})")
        if special.copies < 1:
            raise ValueError(f"{where}: specials {special.id!r}: copies must be at least 1, not {special.copies}")
    for kind in SPECIALS:
        if all(special.id != kind for special in cards.specials):
            raise ValueError(f"{where}: specials {kind!r}: this kind is missing")
    total = sum(special.copies for special in cards.specials)
    if total != SPECIAL_CARDS:
        raise ValueError(f"{where}: specials: there must be {SPECIAL_CARDS} cards in all, not {total}")


def _check_missions(cards: Cards, where: str) -> None:
    for mission in cards.missions:
        at = f"{where}: missions {mission.id!r}"
        if mission.test not in TESTS:
            raise ValueError(f"{at}: unknown test {mission.test!r} (known: {', '.join(TESTS)})")
        if mission.bonus < 1:
            raise ValueError(f"{at}: the bonus must be at least 1, not {mission.bonus}")
        for kind in mission.kinds:
            if kind not in KINDS:
                raise ValueError(f"{at}: there is no ingredient {kind!r}")
        wants_kinds = {"serve_with_any": len(mission.kinds) >= 1, "serve_min_kind": len(mission.kinds) == 1}
        if not wants_kinds.get(mission.test, not mission.kinds):
            raise ValueError(f"{at}: wrong number of kinds for {mission.test}")
        if (mission.each >= 1) != (mission.test == "serve_min_kind") or mission.each < 0:
            raise ValueError(f"{at}: 'each' is for serve_min_kind only and must be at least 1 there")
        if (mission.size in SIZES) != (mission.test == "serve_at_size") or mission.size not in ("", *SIZES):
            raise ValueError(f"{at}: 'size' is for serve_at_size only and must be one of {', '.join(SIZES)} there")
        most = _reachable(cards, mission)
        if not 1 <= mission.need <= most:
            raise ValueError(f"{at}: need must be from 1 to {most}, not {mission.need}")
    if len(cards.missions) != MISSION_CARDS:
        raise ValueError(f"{where}: missions: there must be {MISSION_CARDS}, not {len(cards.missions)}")


def _reachable(cards: Cards, mission: Mission) -> int:
    recipes = [cards.recipe(customer) for customer in cards.customers]
    columns = [KINDS.index(kind) for kind in mission.kinds]
    reach: dict[str, Callable[[], int]] = {
        "serve_with_any": lambda: sum(any(recipe[c] for c in columns) for recipe in recipes),
        "serve_min_kind": lambda: sum(recipe[columns[0]] >= mission.each for recipe in recipes),
        "serve_at_size": lambda: CUSTOMERS,
        "best_sales_turn": lambda: 3,
        "upgrades": lambda: 4,
        "distinct_orders": lambda: len(set(recipes)),
    }
    return reach[mission.test]()


def _check_spaces(cards: Cards, where: str) -> None:
    values = {"bakery": (1, 2, 3, 4, 5), "butchers": (2, 3, 4, 5, 6)}
    for row in cards.spaces:
        at = f"{where}: spaces {row.id!r}"
        allowed = values.get(row.id, (1, 2, 3, 4, 5, 6))
        if not row.accepts:
            raise ValueError(f"{at}: a game card needs at least one space")
        for space in row.accepts:
            if not space or not set(space) <= set(allowed) or len(set(space)) != len(space):
                raise ValueError(f"{at}: a space accepts values from {allowed[0]} to {allowed[-1]}, not {list(space)}")
            if row.id not in ("bakery", "butchers", "produce") and set(space) != set(allowed):
                raise ValueError(f"{at}: every space here accepts all values from 1 to 6")
        for value in allowed:
            if all(value not in space for space in row.accepts):
                raise ValueError(f"{at}: no space accepts a {value}")


def check(path: Path) -> str:
    """One line about a valid list; ValueError otherwise."""
    cards = load(path)
    total = sum(customer.price for customer in cards.customers)
    spaces = sum(len(row.accepts) for row in cards.spaces)
    return (
        f"{path.name}: {len(cards.customers)} customers (menu ${total}), {SPECIAL_CARDS} specials, "
        f"{len(cards.missions)} missions, {spaces} worker spaces, grill of {cards.grill_spaces}"
    )


def digest() -> str:
    """The fingerprint of the standard list."""
    return toml.digest(FILE)


PRINTED: Final = load(FILE)
