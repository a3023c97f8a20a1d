"""The printed cards of Burger Boss, and the check of a player's own list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from bunfight.engine import cards
from bunfight.engine.cards import CardError, Name, Row, Source, read_toml

KINDS: Final = ("bun", "patty", "cheese", "tomato", "lettuce")
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
# Ids that texts already use for something else.
RESERVED: Final = frozenset((*read_toml(FILE.with_name("text") / "words.toml")["terms"], *SPECIALS))

Positive = Annotated[int, Meta(ge=1)]


class Invalid(CardError):
    """An invalid card list or option of Burger Boss."""

    words = FILE.with_name("text") / "errors.toml"


class Order(Row, frozen=True):
    """What goes between which buns; at most as many of each as there are tokens."""

    id: str
    name: Name
    bun: Annotated[int, Meta(ge=0, le=20)] = 0
    patty: Annotated[int, Meta(ge=0, le=15)] = 0
    cheese: Annotated[int, Meta(ge=0, le=10)] = 0
    tomato: Annotated[int, Meta(ge=0, le=10)] = 0
    lettuce: Annotated[int, Meta(ge=0, le=10)] = 0
    source: Source = "own"

    @property
    def recipe(self) -> tuple[int, ...]:
        return (self.bun, self.patty, self.cheese, self.tomato, self.lettuce)


class Customer(Row, frozen=True):
    """Somebody in the queue: one order, one price on the menu."""

    id: str
    name: Name
    order: str
    price: Positive
    source: Source = "own"


class Special(Row, frozen=True):
    """A kind of Manager's Special and how many of it are in the deck."""

    id: Literal["double", "discount", "steal", "tip", "first"]
    name: Name
    copies: Positive
    source: Source = "own"


class Mission(Row, frozen=True):
    """A secret mission: what is counted, how much of it is needed, what it pays."""

    id: str
    name: Name
    test: Literal["serve_with_any", "serve_min_kind", "serve_at_size", "best_sales_turn", "upgrades", "distinct_orders"]
    need: int
    bonus: Positive
    kinds: tuple[Literal["bun", "patty", "cheese", "tomato", "lettuce"], ...] = ()
    size: Literal["", "regular", "large", "super"] = ""
    each: Annotated[int, Meta(ge=0)] = 0
    source: Source = "own"


class Spaces(Row, frozen=True):
    """The worker spaces of one game card: for each space the die values it accepts."""

    id: str
    accepts: tuple[tuple[int, ...], ...]
    source: Source = "own"


class Cards(Row, frozen=True):
    """One complete card list."""

    orders: tuple[Order, ...]
    customers: tuple[Customer, ...]
    specials: tuple[Special, ...]
    missions: tuple[Mission, ...]
    spaces: tuple[Spaces, ...]
    grill_spaces: Annotated[int, Meta(ge=2, le=6)]

    def order(self, customer: Customer) -> Order:
        return next(order for order in self.orders if order.id == customer.order)

    def recipe(self, customer: Customer) -> tuple[int, ...]:
        return self.order(customer).recipe


def load(source: Path | str) -> Cards:
    """A whole list from a file or a text, checked."""
    found = cards.load(source, Cards, _check_orders, _check_specials, _check_missions, _check_spaces, error=Invalid)
    taken = {*RESERVED, *(f"order_{order.id}" for order in found.orders)}
    return replace(
        found,
        spaces=tuple(sorted(found.spaces, key=lambda row: SPACES.index(row.id))),
        customers=_apart("customer", found.customers, taken),
        missions=_apart("mission", found.missions, taken),
    )


T = TypeVar("T", Customer, Mission)


def _apart(prefix: str, cards: tuple[T, ...], taken: set[str]) -> tuple[T, ...]:
    """The same cards; an id that already means something else (a die, a special, a place) gets a prefix."""
    made: list[T] = []
    for card in cards:
        name = card.id
        while name in taken or name.isdecimal():
            name = f"{prefix}_{name}"
        taken.add(name)
        made.append(replace(card, id=name))
    return tuple(made)


def _check_orders(box: Cards) -> None:
    orders = {order.id: order for order in box.orders}
    for order in box.orders:
        if not 1 <= sum(order.recipe) <= 12:
            raise Invalid("order_size", order, n=sum(order.recipe))
    for customer in box.customers:
        if customer.order not in orders:
            raise Invalid("card_unknown", customer, id=customer.order, known=", ".join(orders))
    if len(box.customers) != CUSTOMERS:
        raise Invalid("card_total", where="customers", wanted=CUSTOMERS, n=len(box.customers))
    for recipe, price in (((2, 1, 0, 0, 0), 5), ((2, 2, 0, 0, 0), 6)):
        if not any(orders[c.order].recipe == recipe and c.price == price for c in box.customers):
            raise Invalid("nobody_orders", where="customers", buns=recipe[0], patties=recipe[1], price=price)


def _check_specials(box: Cards) -> None:
    for kind in SPECIALS:
        if all(special.id != kind for special in box.specials):
            raise Invalid("card_missing", where="specials", id=kind)
    if (total := sum(special.copies for special in box.specials)) != SPECIAL_CARDS:
        raise Invalid("card_total", where="specials", wanted=SPECIAL_CARDS, n=total)


def _check_missions(box: Cards) -> None:
    for mission in box.missions:
        kinds = {"serve_with_any": len(mission.kinds) >= 1, "serve_min_kind": len(mission.kinds) == 1}
        if not kinds.get(mission.test, not mission.kinds):
            raise Invalid("mission_kinds", mission, test=mission.test)
        if (mission.each >= 1) != (mission.test == "serve_min_kind"):
            raise Invalid("mission_each", mission)
        if bool(mission.size) != (mission.test == "serve_at_size"):
            raise Invalid("mission_size", mission, sizes=", ".join(SIZES))
        if not 1 <= mission.need <= (most := _reachable(box, mission)):
            raise Invalid("mission_need", mission, most=most, n=mission.need)
    if len(box.missions) != MISSION_CARDS:
        raise Invalid("card_total", where="missions", wanted=MISSION_CARDS, n=len(box.missions))


def _reachable(box: Cards, mission: Mission) -> int:
    recipes = [box.recipe(customer) for customer in box.customers]
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


def _check_spaces(box: Cards) -> None:
    given = [row.id for row in box.spaces]
    for row in box.spaces:
        if row.id not in SPACES:
            raise Invalid("card_unknown", row, id=row.id, known=", ".join(SPACES))
    for card in SPACES:
        if card not in given:
            raise Invalid("card_missing", where="spaces", id=card)
    values = {"bakery": (1, 2, 3, 4, 5), "butchers": (2, 3, 4, 5, 6)}
    for row in box.spaces:
        allowed = values.get(row.id, (1, 2, 3, 4, 5, 6))
        if not row.accepts:
            raise Invalid("no_spaces", row)
        for space in row.accepts:
            if not space or not set(space) <= set(allowed) or len(set(space)) != len(space):
                raise Invalid("space_values", row, low=allowed[0], high=allowed[-1], values=str(list(space)))
            if row.id not in ("bakery", "butchers", "produce") and set(space) != set(allowed):
                raise Invalid("space_all", row)
        for value in allowed:
            if all(value not in space for space in row.accepts):
                raise Invalid("space_none", row, value=value)


def check(path: Path) -> list[Invalid]:
    """A summary of a card list that can be played, then its warnings."""
    found = load(path)
    summary = Invalid(
        "summary",
        where=path.name,
        customers=len(found.customers),
        menu=sum(customer.price for customer in found.customers),
        specials=SPECIAL_CARDS,
        missions=len(found.missions),
        spaces=sum(len(row.accepts) for row in found.spaces),
        grill=found.grill_spaces,
    )
    return [summary]


PRINTED: Final = load(FILE)
