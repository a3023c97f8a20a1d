"""The printed data of Burger Boss: the sums of the ledger, and errors that name row and reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bunfight.engine.cards import digest
from bunfight.games.burger_boss import cards
from bunfight.games.burger_boss.cards import FILE, KINDS, PRINTED
from bunfight.games.burger_boss.rules.state import FULL_PILE, amount
from bunfight.i18n.words import card_report
from bunfight.testing.rejects import rejects


def test_the_sums_of_the_printed_list() -> None:
    recipes = [PRINTED.recipe(customer) for customer in PRINTED.customers]
    assert len(recipes) == 30
    assert sum(customer.price for customer in PRINTED.customers) == 238
    assert [sum(column) for column in zip(*recipes, strict=True)] == [60, 39, 13, 10, 10]
    assert sum(recipe[2] > 0 for recipe in recipes) == 12
    assert sum(recipe[3] + recipe[4] > 0 for recipe in recipes) == 13
    assert sum(recipe[1] >= 2 for recipe in recipes) == 10
    assert amount(FULL_PILE) == 65 and len(KINDS) == 5


def test_prices_follow_the_price_model() -> None:
    for customer in PRINTED.customers:
        bun, patty, *toppings = PRINTED.recipe(customer)
        extra = sum(toppings)
        assert bun == 2
        assert customer.price == 4 + patty + (3 * extra - 1 if extra else 0), customer.id


def test_copies_of_every_order() -> None:
    copies = Counter(customer.order for customer in PRINTED.customers)
    assert copies == {
        "classic": 5,
        "double": 4,
        "triple": 1,
        "cheese": 4,
        "double_cheese": 2,
        "cheese_stack": 1,
        "tomato": 2,
        "lettuce": 2,
        "salad": 2,
        "double_salad": 1,
        "cheese_tomato": 1,
        "cheese_lettuce": 1,
        "deluxe": 1,
        "double_deluxe": 1,
        "garden": 1,
        "veggie_deluxe": 1,
    }


def test_specials_missions_and_spaces() -> None:
    assert {special.id: special.copies for special in PRINTED.specials} == {
        "double": 3,
        "discount": 3,
        "steal": 3,
        "tip": 3,
        "first": 2,
    }
    assert sum(mission.bonus for mission in PRINTED.missions) == 44
    assert [len(row.accepts) for row in PRINTED.spaces] == [5, 5, 4, 6, 3, 3, 2, 2]
    assert PRINTED.grill_spaces == 3


def test_check_says_it_in_one_line() -> None:
    assert card_report(cards.check(FILE)) == (
        "cards.toml: 30 customers (menu $238), 14 specials, 8 missions, 30 worker spaces, grill of 3"
    )
    assert len(digest(cards.FILE)) == 64


def test_the_order_of_the_game_cards_in_the_file_does_not_matter(tmp_path: Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    head, *rest = text.split("[[spaces]]")
    own = tmp_path / "own.toml"
    own.write_text(head + "".join("[[spaces]]" + part.rstrip() + "\n\n" for part in reversed(rest)), encoding="utf-8")
    assert cards.load(own) == PRINTED


BAD = [
    ("grill_spaces = 3", "grill_spaces = 7", "grill_spaces: must be from 2 to 6, not 7"),
    ("grill_spaces = 3", 'grill_spaces = 3\ncolour = "red"', "unknown key 'colour'"),
    ("patty = 3", "patty = 16", "order 'triple': patty: must be from 0 to 15, not 16"),
    ("patty = 3", "patty = 11", "order 'triple': an order has 1 to 12 ingredients, not 13"),
    (
        'order = "triple"',
        'order = "quadruple"',
        "customer 'c10': there is no 'quadruple'; known: classic, double, tripl",
    ),
    ("price = 14", "price = 0", "customer 'c28': price: must be at least 1, not 0"),
    ('id = "c02"', 'id = "c01"', "customer 'c01': this id is used twice"),
    ("price = 6", "price = 5", "customers: nobody orders 2 buns and 2 patties for $6"),
    ("price = 5", "price = 4", "customers: nobody orders 2 buns and 1 patty for $5"),
    ('id = "tip"', 'id = "tips"', "special 'tips': id: must be one of discount, double, first, steal, tip, not 'tips'"),
    ("copies = 2", "copies = 3", "specials: there must be 14, not 15"),
    ("copies = 2", "copies = 0", "special 'first': copies: must be at least 1, not 0"),
    ('test = "upgrades"', 'test = "upgrade"', "mission 'big_business': test: must be one of best_sales_turn, distinct"),
    ("bonus = 7", "bonus = 0", "mission 'big_business': bonus: must be at least 1, not 0"),
    (
        'kinds = ["cheese"]',
        'kinds = ["bacon"]',
        "mission 'say_cheese': kinds: must be one of bun, cheese, lettuce, patty, tomato, not 'bacon'",
    ),
    ('kinds = ["cheese"]\n', "", "mission 'say_cheese': wrong number of kinds for serve_with_any"),
    ('kinds = ["patty"]', 'kinds = ["patty", "bun"]', "mission 'meat_feast': wrong number of kinds for serve_min_kind"),
    ("each = 2\n", "", "mission 'meat_feast': 'each' is for serve_min_kind only and must be at least 1 there"),
    (
        'size = "super"',
        'size = "huge"',
        "mission 'worth_the_wait': size: must be one of large, regular, super, not 'huge'",
    ),
    (
        'test = "upgrades"\n',
        'test = "upgrades"\nsize = "super"\n',
        "mission 'big_business': 'size' is for serve_at_size only and must be o",
    ),
    ("need = 4", "need = 17", "mission 'varied_menu': need must be from 1 to 16, not 17"),
    ("need = 3\nbonus = 7", "need = 5\nbonus = 7", "mission 'big_business': need must be from 1 to 4, not 5"),
    ("need = 3\nbonus = 6", "need = 31\nbonus = 6", "mission 'in_and_out': need must be from 1 to 30, not 31"),
    (
        'test = "best_sales_turn"\nneed = 2',
        'test = "best_sales_turn"\nneed = 4',
        "mission 'rush_hour': need must be from 1 to 3, not 4",
    ),
    ("[[1], [2], [3], [4], [5]]", "[[1], [2], [3], [4], [6]]", "spaces 'bakery': a space accepts values from 1 to 5"),
    ("[[1], [2], [3], [4], [5]]", "[[1], [2], [3], [4]]", "spaces 'bakery': no space accepts a 5"),
    ("[[2], [3], [4], [5], [6]]", "[[1], [3], [4], [5], [6]]", "spaces 'butchers': a space accepts values from 2 to 6"),
    ("[[1], [2], [3], [4], [5]]", "[]", "spaces 'bakery': a game card needs at least one space"),
    ('id = "workers"', 'id = "worker"', "spaces 'worker': there is no 'worker'; known: bakery, butchers, cheese"),
    ("[1, 2, 3, 4, 5, 6]]", "[1, 2, 3, 4, 5]]", "spaces 'cheese_shop': every space here accepts all values"),
]


@pytest.mark.parametrize(("old", "new", "reason"), BAD, ids=[reason for _, _, reason in BAD])
def test_a_wrong_list_is_refused_by_name(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    own = tmp_path / "own.toml"
    own.write_text(text.replace(old, new), encoding="utf-8")
    with rejects(r"own\.toml") as error:
        cards.load(own)
    assert reason in error.text


@pytest.mark.parametrize("key", ["customers", "missions"])
def test_a_short_list_is_refused(tmp_path: Path, key: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    first, *rest = text.split(f"[[{key}]]")
    own = tmp_path / "own.toml"
    own.write_text(first + "".join(f"[[{key}]]{part}" for part in rest[1:]), encoding="utf-8")
    with rejects(f"{key}: there must be"):
        cards.load(own)


@pytest.mark.parametrize(
    ("key", "reason"), [("specials", "specials: 'double' is missing"), ("spaces", "spaces: 'bakery' is missing")]
)
def test_a_missing_row_is_refused(tmp_path: Path, key: str, reason: str) -> None:
    text = FILE.read_text(encoding="utf-8")
    first, *rest = text.split(f"[[{key}]]")
    own = tmp_path / "own.toml"
    own.write_text(first + "".join(f"[[{key}]]{part}" for part in rest[1:]), encoding="utf-8")
    with rejects(reason):
        cards.load(own)
