"""The printed cards, and the loader that refuses a list that cannot be played."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bunfight.engine import Rng, Table
from bunfight.engine.cards import digest
from bunfight.games.burger_up import GAME, cards
from bunfight.games.burger_up.card_rows import FILE
from bunfight.games.burger_up.cards import PRINTED, find_burger, load, warnings
from bunfight.games.burger_up.game import BurgerUp
from bunfight.games.burger_up.rules.actions import burger_class, fits, need, perfects, satisfied, size
from bunfight.i18n.words import card_report
from bunfight.testing.rejects import rejects

TEXT = FILE.read_text(encoding="utf-8")
BOOK = PRINTED.book


def halves() -> list[tuple[str, str, bool]]:
    """(ingredient, next, perfect) of all 144 halves."""
    return [h for c in PRINTED.cards for h in ((c.a, c.a_next, c.a_perfect), (c.b, c.b_next, c.b_perfect))]


def kind(ingredient: str) -> str:
    return next(one.type for one in PRINTED.ingredients if one.id == ingredient)


def stacked(*halves: int) -> vec[i64]:
    return vec[i64](halves)


@pytest.mark.rule("BU-CARD-1", "BU-CARD-3", "BU-CARD-4", "BU-DATA-1")
def test_the_totals_of_the_printed_cards() -> None:
    assert len(PRINTED.cards) == 72 and len(PRINTED.top_buns) == 21 and len(halves()) == 144
    assert Counter(kind(name) for name, _, _ in halves()) == {
        "meat_patty": 32,
        "salad": 32,
        "cheese_egg": 32,
        "sauce": 32,
        "bun": 16,
    }
    words = {one.id: one.keywords for one in PRINTED.ingredients}
    assert Counter(word for name, _, _ in halves() for word in words[name]) == {
        "salad": 32,
        "sauce": 32,
        "patty": 25,
        "meat": 24,
        "cheese": 23,
        "egg": 9,
    }
    assert words["beef_patty"] == ("meat", "patty")


@pytest.mark.rule("BU-CARD-7")
def test_perfect_halves() -> None:
    shine = [name for name, _, perfect in halves() if perfect]
    assert len(shine) == 16 == len(set(shine))
    assert Counter(kind(name) for name in shine) == {"meat_patty": 4, "salad": 4, "cheese_egg": 4, "sauce": 4}
    assert sum(card.a_perfect or card.b_perfect for card in PRINTED.cards) == 16
    plain = [perfect for name, _, perfect in halves() if name == "tomato"]
    assert plain.count(True) == 1 and plain.count(False) == 5


def test_the_other_half_comes_next() -> None:
    for card in PRINTED.cards:
        if card.a != "middle_bun":
            assert (card.a_next, card.b_next) == (kind(card.b), kind(card.a))
    assert len({frozenset((card.a, card.b)) for card in PRINTED.cards if card.a != "middle_bun"}) == 64
    assert Counter(card.source for card in PRINTED.cards) == {"public": 6, "house": 66}


@pytest.mark.rule("BU-BUN-5", "BU-CARD-9")
def test_middle_buns() -> None:
    bun = next(one for one in PRINTED.ingredients if one.id == "middle_bun")
    assert bun.keywords == () and all(
        (follows, perfect) == ("any", False) for name, follows, perfect in halves() if name == "middle_bun"
    )
    middle = 2 * BOOK.cards.index("bun1")
    for half in range(144):
        assert fits(BOOK, middle, need(BOOK, stacked(half))) and fits(BOOK, half, need(BOOK, stacked(middle)))
        assert fits(BOOK, half, need(BOOK, stacked()))


@pytest.mark.rule("BU-CARD-5", "BU-CARD-6")
def test_types_are_not_keywords() -> None:
    words = {one.id: (one.type, one.keywords) for one in PRINTED.ingredients}
    assert words["veggie_patty"] == ("meat_patty", ("patty",))
    assert words["fried_egg"] == ("cheese_egg", ("egg",))


LINES = {
    "vegetarian_deluxe": ("BU-TB-01", "2+ Salad; no Meat; Tower or larger"),
    "vegetarian_cowboy": ("BU-TB-02", "BBQ Sauce; Veggie Patty; no Meat"),
    "breakfast_to_go": ("BU-TB-03", "Bacon; Fried Egg; Sandwich only"),
    "chicken_and_avo": ("BU-TB-04", "Chicken; Avocado; Gourmet or larger"),
    "garden_delight": ("BU-TB-05", "4 different kinds of Salad"),
    "even_stevens": ("BU-TB-06", "equal amounts of Meat, Sauce, Salad, Cheese"),
    "og_cheeseburger": ("BU-TB-07", "Beef Patty; Pickles; 1+ Cheese"),
    "sunny_side_up": ("BU-TB-08", "Fried Egg on top; Gourmet or larger"),
    "saucy_minx": ("BU-TB-09", "3 different kinds of Sauce"),
    "meat_a_saurus_rex": ("BU-TB-10", "2+ Meat; no Salad; Gourmet or larger"),
    "hawaiian_sunrise": ("BU-TB-11", "Fried Egg; Pineapple; Gourmet or larger"),
    "iron_giant": ("BU-TB-12", "3+ Patty; Colossal only"),
    "the_vegan": ("BU-TB-13", "no Meat; no Cheese & Egg; Gourmet or larger"),
    "extra_cheesy": ("BU-TB-14", "3+ Cheese"),
    "mad_max": ("BU-TB-15", "Grilled Chicken; Roasted Pepper; Mustard"),
    "double_decker": ("BU-TB-16", "2+ Patty; Middle Bun; Gourmet or larger"),
    "chefs_kiss": ("BU-TB-17", "2+ Perfect; Gourmet or larger"),
    "the_blt": ("BU-TB-18", "Bacon; Lettuce; Tomato"),
    "alpine_slider": ("BU-TB-19", "Beef Patty; Swiss Cheese; Sandwich only"),
    "skyline": ("BU-TB-20", "2+ Sauce; 2+ Cheese; Tower or larger"),
    "hold_the_sauce": ("BU-TB-21", "2+ Salad; no Sauce; Gourmet or larger"),
}
WITNESS_SIZES = [7, 2, 2, 4, 4, 4, 3, 4, 3, 4, 4, 10, 4, 3, 3, 4, 4, 3, 2, 7, 4]
WITNESS_PERFECT = [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 2, 0, 0, 0, 0]


@pytest.mark.rule("BU-TB-01", "BU-TB-02", "BU-TB-03", "BU-TB-04", "BU-TB-05", "BU-TB-06", "BU-TB-07", "BU-TB-08")
@pytest.mark.rule("BU-TB-09", "BU-TB-10", "BU-TB-11", "BU-TB-12", "BU-TB-13", "BU-TB-14", "BU-TB-15", "BU-TB-16")
@pytest.mark.rule("BU-TB-17", "BU-TB-18", "BU-TB-19", "BU-TB-20", "BU-TB-21", "BU-CARD-8")
@pytest.mark.parametrize("number", range(21))
def test_each_top_bun_reads_right_and_is_met_by_its_witness_and_no_shorter_one(number: int) -> None:
    order, row = BOOK.orders[number], PRINTED.top_buns[number]
    shown = [PRINTED.names.read(ask) for ask in (*PRINTED.names.asks(row), *PRINTED.names.asks_size(row))]
    assert (order.rule, "; ".join(shown)) == LINES[order.id] and 1 <= len(order.lines) <= 3
    stack = stacked(*[BOOK.cards.index(one[:-2]) * 2 + "ab".index(one[-1]) for one in row.witness])
    assert (size(BOOK, stack), perfects(BOOK, stack)) == (WITNESS_SIZES[number], WITNESS_PERFECT[number])
    assert satisfied(BOOK, order, stack, size(BOOK, stack))
    assert burger_class(size(BOOK, stack)) == (0 if WITNESS_SIZES[number] < 4 else (WITNESS_SIZES[number] - 1) // 3)
    for line in order.lines:  # every line matters: without what it asks for the burger fails
        if line.kind == 0:
            poorer = stacked(*[half for half in stack if not line.table[half]])
            assert not satisfied(BOOK, order, poorer, size(BOOK, poorer)) or len(poorer) == 0
        if line.kind == 2:
            spoilt = stacked(*stack, list(line.table).index(1))
            assert not satisfied(BOOK, order, spoilt, size(BOOK, spoilt))
    found = find_burger(BOOK, order)
    assert found is not None and satisfied(BOOK, order, found, size(BOOK, found))


def test_sources_and_size_rules() -> None:
    assert Counter(bun.source for bun in PRINTED.top_buns) == {"printed": 2, "public": 10, "house": 9}
    assert Counter(one.source for one in PRINTED.ingredients) == {"printed": 4, "public": 14, "house": 1}
    assert {bun.id for bun in PRINTED.top_buns if bun.source == "printed"} == {"vegetarian_deluxe", "iron_giant"}
    assert sum(BOOK.known) == 12
    sizes = Counter(
        "".join(PRINTED.names.read(ask) for ask in PRINTED.names.asks_size(bun)) for bun in PRINTED.top_buns
    )
    assert sizes == {"": 8, "Sandwich only": 2, "Gourmet or larger": 8, "Tower or larger": 2, "Colossal only": 1}


def test_the_standard_list_is_checked_and_fingerprinted() -> None:
    assert card_report(cards.check(FILE)) == "cards.toml: 72 ingredient cards, 21 Top Buns; every order can be met"
    assert GAME.cards_digest == digest(FILE) and re.fullmatch("[0-9a-f]{64}", digest(FILE))


def spoil(old: str, new: str, count: int = 1) -> str:
    assert old in TEXT, old
    return TEXT.replace(old, new, count)


CARD_LINES = [line for line in TEXT.splitlines() if "a_next" in line]
FEW_CARDS = TEXT.replace("\n".join(CARD_LINES[10:]) + "\n", "")
FIRST_CARD = next(line for line in TEXT.splitlines() if '"mm1"' in line)
TOP_BUNS = TEXT[: TEXT.index("[[top_bun]]")], ["[[top_bun]]" + one for one in TEXT.split("[[top_bun]]")[1:]]
BACON = next(line for line in TEXT.splitlines() if 'id = "bacon"' in line)


@pytest.mark.rule(
    "BU-DATA-1", "BU-DATA-2", "BU-DATA-3", "BU-DATA-4", "BU-DATA-5", "BU-DATA-6", "BU-DATA-7", "BU-DATA-8"
)
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FEW_CARDS, r"needs 11 cards or more, not 10 \(BU-DATA-1\)"),
        (spoil('id = "mm2"', 'id = "mm1"'), "card 'mm1': this id is used twice"),
        (TOP_BUNS[0] + "".join(TOP_BUNS[1][:11]), r"needs 12 Top Buns or more, not 11 \(BU-DATA-2\)"),
        (spoil('id = "skyline"', 'id = "the_blt"'), "top_bun 'the_blt': this id is used twice"),
        (
            spoil(BACON, BACON.replace("meat_patty", "pork")),
            r"ingredient 'bacon': type: must be one of bun, cheese_egg, meat_patty, ",
        ),
        (
            spoil(BACON, BACON.replace('["meat"]', '["pork"]')),
            r"ingredient 'bacon': keywords: must be one of cheese, egg, meat, patty,",
        ),
        (
            spoil(BACON, BACON.replace('["meat"]', '["perfect"]')),
            "ingredient 'bacon': keywords: must be one of cheese, egg, meat, patty,",
        ),
        (spoil('a = "beef_patty"', 'a = "beef"'), r"card 'mm1': half a: there is no ingredient 'beef' \(BU-DATA-3\)"),
        (
            spoil('a_next = "meat_patty"', 'a_next = "bun"'),
            r"card 'mm1': a_next: must be one of any, cheese_egg, meat_patty, salad,",
        ),
        (spoil("word:chicken", "word:turkey"), r"'chicken_and_avo': nothing is called 'word:turkey' \(BU-DATA-3\)"),
        (spoil("name:bbq_sauce", "name:soy"), r"'vegetarian_cowboy': nothing is called 'name:soy' \(BU-DATA-3\)"),
        (spoil("keyword:salad", "colour:green"), r"nothing is called 'colour:green' \(BU-DATA-3\)"),
        (
            spoil('kind = "top"', 'kind = "bottom"'),
            r"top_bun 'sunny_side_up': need 1: kind: must be one of at_least, at_mos",
        ),
        (
            spoil('size_min = "tower"', 'size_min = "huge"'),
            r"top_bun 'vegetarian_deluxe': size_min: must be one of colossal, gourme",
        ),
        (
            spoil('source = "public"', 'source = "rumour"'),
            "ingredient 'bacon': source: must be one of house, own, printed, public, not 'rumour'",
        ),
        (
            spoil('id = "skyline"', 'id = "salad"'),
            r"top_bun 'salad': this id is a word of the game itself; choose another \(BU-DATA-3\)",
        ),
        (spoil('id = "skyline"', 'id = "bacon"'), r"top_bun 'bacon': this id is used twice \(BU-DATA-3\)"),
        (
            spoil('"BU-TB-20"', '"BU-GEN-1"'),
            r"top_bun 'skyline': (rule: )?rule is BU-TB- and a number of its own \(BU-DATA-3\)",
        ),
        (
            spoil('"BU-TB-20"', '"BU-TB-19"'),
            r"top_bun 'skyline': (rule: )?rule is BU-TB- and a number of its own \(BU-DATA-3\)",
        ),
        (spoil('{ en = "Skyline", zh = "天际线" }', '""'), r"top_bun 'skyline': the name is empty \(BU-DATA-3\)"),
        (
            spoil('id = "mm1"', 'id = "MM 1"'),
            r"card 'MM 1': id: an id has only small letters, digits and _ \(BU-DATA-3\)",
        ),
        (spoil('en = "Brie"', 'en = "Bacon"'), r"ingredient 'brie': Bacon has another type .*BU-DATA-4"),
        (
            spoil('type = "salad", keywords = ["salad"]', 'type = "salad", keywords = ["meat"]'),
            "type salad: salad .*BU-DATA-5",
        ),
        (
            spoil(BACON, BACON.replace('["meat"]', '["egg"]')),
            r"ingredient 'bacon': keywords of type meat_patty: meat, patty \(BU-DATA-5\)",
        ),
        (
            spoil('type = "bun", keywords = []', 'type = "bun", keywords = ["egg"]'),
            r"ingredient 'middle_bun': keywords of type bun: - \(BU-DATA-5\)",
        ),
        (
            spoil('a = "middle_bun", a_next = "any"', 'a = "middle_bun", a_next = "salad"'),
            "card 'bun1': half a: after a bun",
        ),
        (
            spoil('a_next = "any", a_perfect = false', 'a_next = "any", a_perfect = true'),
            r"never Perfect \(BU-DATA-6\)",
        ),
        (spoil("n = 4", "n = 0"), r"'garden_delight': n of a line of kind different is 0 \(BU-DATA-7\)"),
        (
            spoil(
                'each = ["keyword:meat", "keyword:sauce", "keyword:salad", "keyword:cheese"]', 'each = ["keyword:meat"]'
            ),
            r"'even_stevens': an equal line lists 2 or more .*BU-DATA-7",
        ),
        (spoil('{ kind = "none", of = "keyword:meat" }', '{ kind = "none", of = "keyword:meat", n = 2 }'), "BU-DATA-7"),
        (
            spoil('{ kind = "none", of = "keyword:meat" }', '{ kind = "none" }'),
            r"names one selector in 'of' \(BU-DATA-7\)",
        ),
        (
            spoil('size_max = "sandwich"', 'size_max = "colossal"'),
            r"top_bun 'breakfast_to_go': 'colossal' as this limit has no effect \(BU-DATA-7\)",
        ),
        (spoil('size_max = "sandwich"', 'size_max = "sandwich"\nsize_min = "tower"'), r"size_min is above .*BU-DATA-7"),
        (
            spoil('of = "type:cheese_egg"', 'of = "type:salad"'),
            r"'the_vegan': its witness does not meet it \(BU-DATA-8\)",
        ),
        (
            spoil('"mu5.a", "su6.b"', '"mu5.a", "zz9.b"'),
            r"'vegetarian_cowboy': witness: there is no 'zz9.b' \(BU-DATA-8\)",
        ),
        (spoil('"mu5.a", "su6.b"', '"mu5.a", "mu5.a"'), r"witness: mu5 is used twice \(BU-DATA-8\)"),
        (spoil('"mu5.a", "su6.b"', '"mu5.a", "su6.a"'), r"witness: su6.a does not fit .*BU-DATA-8"),
        (spoil("[[top_bun]]", "[[top_buns]]"), "unknown key 'top_buns'; known keys: ingredient, card, top_bun"),
        (spoil(FIRST_CARD, FIRST_CARD.replace('source = "public"', "colour = 3")), "card 'mm1': unknown key 'colour'"),
        ("what = [", "not a TOML file"),
    ],
)
def test_a_list_that_cannot_be_played_is_refused(text: str, reason: str) -> None:
    with rejects(reason):
        load(text)


def without_witness(text: str, order: str) -> str:
    at = text.index("witness", text.index(f'id = "{order}"'))
    return text[:at] + text[text.index("\n", at) :]


@pytest.mark.rule("BU-DATA-8")
def test_an_order_that_no_burger_can_meet_is_named() -> None:
    never = without_witness(spoil('of = "keyword:patty", n = 3 }', 'of = "keyword:perfect", n = 60 }'), "iron_giant")
    with rejects(r"top_bun 'iron_giant': no legal burger was found that meets it \(BU-DATA-8\)"):
        load(never)
    assert warnings(load(without_witness(TEXT, "iron_giant"))) == []


@pytest.mark.rule("BU-DATA-2")
def test_eighteen_top_buns_are_enough(tmp_path: Path) -> None:
    own = load(TOP_BUNS[0] + "".join(TOP_BUNS[1][:18]))
    assert len(own.top_buns) == 18
    path = tmp_path / "small.toml"
    path.write_text(TOP_BUNS[0] + "".join(TOP_BUNS[1][:18]), encoding="utf-8")
    assert card_report(cards.check(path)).startswith("small.toml: 72 ingredient cards, 18 Top Buns")


@pytest.mark.rule("BU-DATA-9", "BU-DATA-10")
def test_warnings_and_shared_middle_buns(lay: Any, tmp_path: Path) -> None:
    text = TEXT
    for number in range(2, 9):  # a Middle Bun on one end, Ketchup on the other
        old = next(line for line in text.splitlines() if f'id = "bun{number}"' in line)
        text = text.replace(old, old.replace('b = "middle_bun", b_next = "any"', 'b = "ketchup", b_next = "sauce"'))
    own = load(text)
    assert warnings(own) == [] and not own.book.twin[own.book.cards.index("bun2")]
    t = lay(hand="bun1 bun2 mm1 mm2", game=BurgerUp(own))
    assert {"place bun2 a 0", "place bun2 b 0", "place bun1 a 0"} <= set(t.legal("place"))
    assert "place bun1 b 0" not in t.legal("place")
    few = text.replace('a = "middle_bun", a_next = "any"', 'a = "mustard", a_next = "sauce"')
    few = without_witness(few.replace('of = "type:bun"', 'of = "keyword:sauce"'), "double_decker")
    path = tmp_path / "few.toml"
    path.write_text(few, encoding="utf-8")
    assert "warning: only 1 card offers bun" in card_report(cards.check(path))


def test_a_game_with_a_custom_list() -> None:
    own = GAME.with_cards(TEXT.replace('"ms1"', '"first_of_all"').replace('"ms1.a"', '"first_of_all.a"'))
    assert own.grammar.parse("discard first_of_all").text == "discard first_of_all"
    assert own.cards_digest != GAME.cards_digest
    assert own.settle({}, 2)["card_list"] == "own" and GAME.settle({}, 2)["card_list"] == "house"
    with rejects("first_of_all"):
        GAME.grammar.parse("discard first_of_all")
    state = Table(own, ["a", "b"], "seed").state
    assert own.determinize(own.view(state, 0), Rng("x")).seats == 2  # type: ignore[arg-type]


def test_eighteen_top_buns_serve_four_players_and_no_fewer_would() -> None:
    own = GAME.with_cards(TOP_BUNS[0] + "".join(TOP_BUNS[1][:18]))
    assert len(Table(own, ["a"] * 4, "s").state.aside) == 0  # type: ignore[attr-defined]
