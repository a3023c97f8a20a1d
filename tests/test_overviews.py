"""The first page of a game's rules: its scoring example adds up, and its lines follow the options in force."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bunfight import games
from bunfight.cli import main
from bunfight.engine import Option
from bunfight.engine.cards import read_toml
from bunfight.i18n.words import Words, text_folder

TESTS = Path(__file__).parent / "games"


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


def values(option: Option) -> list[Any]:
    """Every value of an option, some of one with many."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "int":
        return [option.low, option.high]
    return ["", *option.choices] if option.many else list(option.choices)


def conditions(name: str) -> list[tuple[str, Any]]:
    """The options and values that lines of a game's first page depend on."""
    table = Words(games.load(name)).table
    lines = [line for part in ("turn", "scoring", "end") for line in table["aid"][part]]
    lines += [line for part in ("setup", "examples") for line in table["overview"].get(part, [])]
    wanted = [line.get(key, {}) for line in lines for key in ("when", "unless")]
    return [(option, one) for row in wanted for option, value in row.items() for one in _listed(value)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize("name", games.names())
def test_lines_depend_only_on_options_and_values_that_exist(name: str) -> None:
    known = {option.name: option for option in games.load(name).options}
    for option, value in conditions(name):
        assert known[option].value(value) == value


@pytest.mark.parametrize("name", games.names())
def test_with_every_value_of_an_option_the_first_page_has_the_same_number_of_lines(name: str) -> None:
    """The lines about an option are alternatives: exactly one of them holds. Pictures belong to lines by number."""
    game = games.load(name)
    standard = [len(lines) for _, lines in Words(game).aid()]
    pictures = Words(game).table["overview"]["turn"]
    assert len(pictures) == standard[1]
    for option in game.options:
        for value in values(option):
            assert [len(lines) for _, lines in Words(game, "en", {option.name: value}).aid()] == standard, (
                option,
                value,
            )


@pytest.mark.parametrize(
    ("name", "option", "there", "gone"),
    [
        ("jom_burger", "left_first=row", "the left space of its row", "The right column opens"),
        ("jom_burger", "left_first=ingredient", "All spaces are open", "The right column opens"),
        ("jom_burger", "scoring=multiplication", "two dice multiplied", "added up"),
        ("burger_boss", "second_cook=leftovers", "A second worker may cook", "once a round"),
    ],
)
def test_the_rules_command_follows_the_options(
    name: str, option: str, there: str, gone: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def first_page(*more: str) -> str:
        assert main(["rules", name, *more]) == 0
        return capsys.readouterr().out.partition("-TURN-1")[0]

    assert gone in first_page() and there not in first_page()
    assert there in first_page("--option", option) and gone not in first_page("--option", option)


def test_the_rules_command_rejects_an_unknown_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "jom_burger", "--option", "left_first=diagonal"]) != 0
    assert "left_first" in capsys.readouterr().err


@pytest.mark.parametrize("name", games.names())
def test_every_worked_example_is_played_by_a_test_that_compares_its_numbers(name: str) -> None:
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (TESTS / name).glob("test_*.py"))
    examples = Words(games.load(name)).table["overview"].get("examples", [])
    assert examples or name == "burger_war", "its rulebook has no worked examples"
    for example in examples:
        assert re.search(rf"^def {example['played_by']}\([^)]*page_numbers", tests, re.MULTILINE), example


def test_worked_examples_follow_the_options() -> None:
    def salads(**options: Any) -> list[str]:
        told = dict(Words(games.load("jom_burger"), "en", options).overview())["Examples"]
        return [line for line in told if "salad" in line]

    assert salads() == []
    assert "16." in salads(salad=True)[0] and "60." in salads(salad=True, scoring="multiplication")[0]
