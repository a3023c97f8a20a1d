"""Every sentence with which a game refuses a move is there in every language."""

import ast
import re
from pathlib import Path

import pytest

from bunfight import games
from bunfight.words import Words

EVERY = [*games.names(), "_template"]


def sentences(game: str) -> set[str]:
    """The sentences in the second place of RuleBreak(...), with 7 in place of what is filled in."""
    room = Path(str(games.__file__)).parent / game
    found = set()
    for path in room.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleBreak" and len(node.args) == 2:
                said = node.args[1]
                for one in [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]:
                    if isinstance(one, ast.Constant):
                        found.add(str(one.value))
                    elif isinstance(one, ast.JoinedStr):
                        parts = [str(part.value) if isinstance(part, ast.Constant) else "7" for part in one.values]
                        found.add("".join(parts))
    return found


@pytest.mark.parametrize("game", EVERY)
def test_every_refusal_has_words(game: str) -> None:
    words = Words(games.load(game), "zh")
    wanted = {one.replace("7 wants", "the order 7 wants") for one in sentences(game)}  # Burger Up names the order
    wanted = {re.sub("^7 (still|allows)", r"the order 7 \1", one).replace("card7", "card") for one in wanted}
    assert len(wanted) > 5
    assert [one for one in sorted(wanted) if not words.refusal(one)] == []


@pytest.mark.parametrize("game", EVERY)
def test_translations_are_not_english(game: str) -> None:
    table = Words(games.load(game), "zh").table["refusals"]
    assert [zh for zh in table.values() if not re.search("[\u4e00-\u9fff]", zh)] == []


def test_what_is_filled_in_is_translated_too() -> None:
    words = Words(games.load("burger_up"), "zh")
    told = words.refusal("next on Beef Patty goes salad, and Ketchup is sauce")
    assert not re.search("[A-Za-z]", told)
    assert words.refusal("nonsense") == ""
    assert Words(games.load("burger_up")).refusal("nonsense") == "nonsense"
