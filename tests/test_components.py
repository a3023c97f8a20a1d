"""Every card, food, customer and sign has help in every language that names existing rules."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from bunfight import games
from bunfight.engine.cards import read_toml
from bunfight.i18n.components import component_help
from bunfight.i18n.words import LANGUAGES, Words

OURS = ("burger_boss", "jom_burger", "burger_up", "burger_war", "buffet_boss")
NO_THINGS = {"supply", "plate"}  # tables of a card list of which nothing lies on the table under its own name


@pytest.mark.parametrize("name", OURS)
def test_every_row_of_the_card_list_explains_itself(name: str) -> None:
    game = games.load(name)
    told = component_help(game)
    listed = read_toml(Path(inspect.getfile(type(game))).with_name("cards.toml"))
    for table, rows in listed.items():
        if table in NO_THINGS or not isinstance(rows, list):
            continue
        for row in rows:
            keys = {str(row["id"]), f"order_{row['id']}", str(row.get("side", ""))}
            assert keys & told.keys(), f"{name}: nothing is said about {table} {row['id']}"


@pytest.mark.parametrize("name", OURS)
def test_a_thing_has_full_sentences_and_rules_that_exist(name: str) -> None:
    game = games.load(name)
    words = {language: Words(game, language) for language in LANGUAGES}
    for key, thing in component_help(game).items():
        assert thing["does"] or thing["rules"], f"{key} says nothing"
        for language, by in words.items():
            for said in (thing["kind"][language], thing["does"].get(language, "x")):
                assert said, key
                assert "{" not in said, f"{key}: a hole is left in {said!r}"
            for rule in thing["rules"]:
                assert by.rule(rule), f"{key}: there is no rule {rule}"


def test_what_a_nuke_and_a_secret_character_do_is_said() -> None:
    war = component_help(games.load("burger_war"))["nuke"]
    assert war["rules"][0] == "IW-NUKE-1"
    lover = component_help(games.load("buffet_boss"))["b1"]
    assert "2 stars" in lover["does"]["en"]


def test_a_custom_list_is_explained_by_its_own_rows() -> None:
    game = games.load("burger_boss")
    own = Path(inspect.getfile(type(game))).with_name("cards.toml").read_text(encoding="utf-8")
    changed = own.replace('order = "classic"\nprice = 5', 'order = "classic"\nprice = 6')
    assert changed != own
    assert "$6" in component_help(game, changed)["c01"]["does"]["en"]
