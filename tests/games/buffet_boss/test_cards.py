"""The printed data: totals, shapes, and errors in custom lists."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bunfight.engine import EventLog, Luck, Rng, advance
from bunfight.engine.cards import digest
from bunfight.games.buffet_boss import GAME, cards
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.scoring import bonus, stars, total
from bunfight.i18n.words import card_report
from bunfight.testing.rejects import rejects

TEXT = cards.FILE.read_text(encoding="utf-8")


def test_the_printed_foods_have_the_known_totals() -> None:
    assert len(cards.FOODS) == 21 and len(shapes.IDS) == 42 and len(cards.CHARACTERS) == 18
    assert Counter(f.stars for f in cards.FOODS) == {2: 7, 3: 8, 4: 6}
    by_group: Counter[str] = Counter()
    by_colour: Counter[str] = Counter()
    for food in cards.FOODS:
        by_group[food.group] += food.stars
        by_colour[food.colour] += food.stars
    assert by_group == {"veggie": 11, "fruit": 14, "seafood": 12, "dessert": 12, "meat": 13}
    assert by_colour == {"green": 7, "white": 11, "yellow": 8, "purple": 11, "red": 9, "orange": 9, "brown": 7}
    assert sorted(shapes.IDS) == shapes.IDS


@pytest.mark.parametrize(
    ("food", "area", "mass", "vertices"),
    [
        ("lettuce", 1077.2, 7.00, 35),
        ("shrimp", 713.9, 4.64, 25),
        ("ribs", 1017.0, 6.61, 23),
        ("mussel", 738.8, 4.80, 21),
    ],
)
def test_a_wooden_piece_has_the_known_shape(food: str, area: float, mass: float, vertices: int) -> None:
    number = shapes.NUMBER[f"{food}.a"]
    outline = shapes.side(number, 0)
    assert outline.area == pytest.approx(area, abs=0.06) and shapes.mass(number) == pytest.approx(mass, abs=0.006)
    assert len(outline.xs) == vertices and shapes.side(number, 1).area == pytest.approx(outline.area)


def test_the_plates_have_the_known_rims() -> None:
    assert [round(rim.area, 1) for rim in shapes.RIMS] == [1311.9, 1422.5] and shapes.LEVEL == [1056, 1072]


def test_the_five_group_pairs_form_a_ring() -> None:
    liked = Counter(group for c in cards.CHARACTERS for group in c.groups)
    assert liked == dict.fromkeys(cards.GROUPS, 2)


def test_the_standard_list_passes_and_has_a_digest() -> None:
    assert "21 foods" in card_report(cards.check(cards.FILE)) and len(digest(cards.FILE)) == 64


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "egg"', 'id = "Egg"', "food 'Egg': id: an id has only small letters, digits and _"),
        ('id = "egg"', 'id = "apple"', "food 'apple': this id is used twice"),
        ('group = "meat"\ncolour = "white"', 'group = "dairy"\ncolour = "white"', "food 'egg': group: must be one of dessert, fruit, meat, seafood, veggie, not 'dairy'"),
        ('name = { en = "Egg", zh = "鸡蛋" }', 'name = ""', "food 'egg': the name is empty"),
        ('name = { en = "Egg", zh = "鸡蛋" }', 'name = { en = 5 }', "food 'egg': name: must be text, not {'en': 5}"),
        ('source = "house"', 'source = "heard"', "food 'lemon': source: must be one of house, own, printed, public, not 'heard'"),
        ('group = "meat"\ncolour = "white"', 'group = "meat"\ncolour = "pink"', "food 'egg': colour: must be one of brown, green, orange, purple, red, "),
        ('group = "meat"\ncolour = "white"', 'group = "meat"\ncolour = "red"', "'white' must have exactly 3 foods"),
        ("stars = 4\n", "stars = 9\n", "food 'egg': stars: must be from 1 to 5, not 9"),
        ("stars = 4\n", "stars = 4\nspice = 1\n", "unknown key 'spice'"),
        ("stars = 4\n", "", "key 'stars' is missing"),
        ("[14.0, 0.0], [13.0, 5.5]", "[64.0, 0.0], [13.0, 5.5]", "food 'egg': the outline is larger"),
        ("[14.0, 0.0], [13.0, 5.5]", "[-20.0, 30.0], [13.0, 5.5]", "crosses itself"),
        ("[14.0, 0.0], [13.0, 5.5]", "[14.0, 0.0], [13.9, 0.1], [13.0, 5.5]", "shorter than 0.5 mm"),
        ("[14.0, 0.0], [13.0, 5.5]", "[nan, 0.0], [13.0, 5.5]", "not a number within"),
        ('kind = "modal_group"', 'kind = "magic"', "character 'B15': kind: must be one of distinct_colours, distinct_group"),
        ('id = "B15"', 'id = "B16"', "18 characters must be B1 to B15"),
        ("points = 5", "points = 0", "character 'A3': points: must be at least 1, not 0"),
        ("lunch_remove = { 2 = 27", "lunch_remove = { 2 = 26", "deck: lunch_remove: 16 cards are left for 2 players, which is not a whole number of rounds"),
        ("coop_meal = { 1 = 8", "coop_meal = { 1 = 9", "deck: coop_meal: 9 cards are left for 1 player, which is not a whole number of rounds"),
        ("copies_per_food = 2", "copies_per_food = 3", "42 cards"),
        ("[-70.0, 24.0]", "[-75.0, 24.0]", "plate 'standard': the outline is not symmetric"),
        ("[deck]", "[dock]", "unknown key 'dock'; known keys: food, plate, character, deck, physics"),
        ("gravity = 9810.0", 'gravity = "down"', "physics: gravity"),
    ],
)  # fmt: skip
def test_a_slip_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    at = TEXT.index('id = "egg"') if old == "stars = 4\n" else 0
    assert old in TEXT[at:]
    path = tmp_path / "mine.toml"
    path.write_text(TEXT[:at] + TEXT[at:].replace(old, new, 1), encoding="utf-8")
    with rejects(r"mine\.toml") as error:
        cards.check(path)
    assert message in error.text


def test_clockwise_outlines_are_turned_round_and_dead_characters_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("stars = 4\n", "stars = 5\n"), encoding="utf-8")
    assert "21 foods, 136 stars on 42 cards, 18 characters, 2 plates; warning: no " in card_report(cards.check(path))
    food = next(f for f in cards.FOODS if f.id == "egg")
    assert cards._counter_clockwise(tuple(reversed(food.outline))) == food.outline


# --- a list of one's own, played ----------------------------------------------------------------------------------


def changed(*swaps: tuple[str, str]) -> str:
    text = TEXT
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def test_other_stars_and_characters_are_played(kit: Any) -> None:
    egg = re.search(r'id ?= ?"egg".*?stars ?= ?4', TEXT, re.DOTALL)
    a1 = re.search(r'id ?= ?"A1".*?points ?= ?4', TEXT, re.DOTALL)
    assert egg and a1
    text = changed(
        (egg[0], egg[0][:-1] + "5"), (a1[0], a1[0][:-1] + "9"), ("tallest_bonus = 5", "tallest_bonus = 7")
    )  # fmt: skip
    own = GAME.with_cards(text)
    assert own.cards_digest != GAME.cards_digest and own.with_cards(TEXT).cards_digest == GAME.cards_digest
    totals = []
    for game in (GAME, own):
        options = game.settle({"version": "dinner"}, 2)
        s = game.setup(options, 2, Luck(Rng("own"), game.physics.estimate), EventLog(False))
        kit.draw(s, 0, "egg.b steak.b", "plate-steak.b egg.b-steak.b", 60)
        s.chosen[0] = kit.character("A1")
        seen = game.view(s, 0)
        again = game.determinize(seen, Rng("mind"))
        totals.append((stars(s.plates[0]), bonus(s.plates[0], s.chosen[0]), total(s, 0), seen.players[0].stars))
        assert (stars(again.plates[0]), total(again, 0)) == (totals[-1][0], total(s, 0))
        assert stars(s.copy().plates[0]) == totals[-1][0]
    assert totals == [(6, 4, 15, 6), (7, 9, 23, 7)]


def test_other_decks_are_dealt() -> None:
    text = changed(("lunch_rounds = 5", "lunch_rounds = 4"))
    table = re.search(r"lunch_remove\s*=\s*\{[^}]*\}", text)
    assert table
    own = GAME.with_cards(text.replace(table[0], 'lunch_remove = { "2" = 30, "3" = 26, "4" = 22, "5" = 18 }'))
    s = own.setup(own.settle({"version": "lunch"}, 3), 3, Luck(Rng("own"), own.physics.estimate), EventLog(False))
    assert s.rounds == 4 and len(s.deck) + len(s.line) == 16 and len(s.box) == 26


def test_a_whole_game_is_simulated_with_a_custom_list() -> None:
    own = GAME.with_cards(changed(("tallest_bonus = 5", "tallest_bonus = 6")))
    s = own.setup(own.settle({"version": "dinner"}, 2), 2, Luck(Rng("sim"), own.physics.estimate), EventLog(False))
    rng, luck = Rng("moves"), Luck(Rng("luck"), own.physics.estimate)
    while s.agenda:
        seat = s.awaiting()[0]
        advance(s, seat, own.bots.policy(s, seat, rng), luck, EventLog(False))
    end = own.outcome(s)
    assert end is not None and {line.points for line in end.lines if line.label == "tallest"} <= {0, 6}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('id = "egg"', 'id = "potato"', "no such wooden piece"),
        ("[14.0, 0.0]", "[14.5, 0.0]", "another outline"),
        ("gravity = 9810.0", "gravity = 1620.0", "must be that of the printed list"),
        ("tallest_bonus = 5", "tallest_bonus = ", "not a TOML file"),
    ],
)
def test_wood_and_world_stay_as_they_are(old: str, new: str, why: str) -> None:
    with rejects(why):
        GAME.with_cards(changed((old, new)))
