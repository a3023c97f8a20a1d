"""The scoring example on the first page of a game's rules adds up."""

from __future__ import annotations

import re

import pytest

from bunfight import games
from bunfight.engine.cards import read_toml
from bunfight.i18n.words import text_folder


def points(text: str) -> int:
    """The number in "+9", "$12" or "-$2"."""
    found = re.search(r"\d+", text)
    assert found is not None
    return -int(found[0]) if text.startswith(("-", "−")) else int(found[0])


@pytest.mark.parametrize("name", games.names())
def test_the_lines_of_the_example_add_up_to_its_total(name: str) -> None:
    path = text_folder(games.load(name)) / "overview.toml"
    example = read_toml(path)["example"]
    assert sum(points(line["worth"]) for line in example["lines"]) == points(example["total"])


@pytest.mark.rule("JB-ORDER-1")
def test_the_example_of_a_basic_burger_fills_the_left_column_and_both_breads() -> None:
    example = read_toml(text_folder(games.load("jom_burger")) / "overview.toml")["example"]
    text = " ".join(line["en"] for line in example["lines"])
    assert all(word in text for word in ("meat", "vegetable", "egg", "cheese", "bread 3 and 4"))
