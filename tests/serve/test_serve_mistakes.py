"""What the server says over HTTP is there in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bunfight import games, serve
from bunfight.serve.mistakes import CHINESE, chinese, mistake

ROOM = Path(str(serve.__file__)).parent


def sentences() -> set[str]:
    """What Problem(...) and Unseated(...) say, with 7 in place of what is filled in."""
    found = set()
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = getattr(node, "func", None)
            if (
                isinstance(node, ast.Call)
                and getattr(named, "id", "") in ("Problem", "Unseated")
                and len(node.args) == 3
            ):
                why = node.args[2]
                if isinstance(why, ast.Constant):
                    found.add(str(why.value))
                elif isinstance(why, ast.JoinedStr):
                    found.add(
                        "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in why.values)
                    )
    return found


def test_every_mistake_is_told_in_chinese() -> None:
    said = sentences()
    assert len(said) > 15
    assert [one for one in sorted(said) if not chinese(one)] == []
    assert [zh for zh in CHINESE.values() if not re.search("[\u4e00-\u9fff]", zh)] == []


@pytest.mark.parametrize("given", [{"no_such": 1}, {"max_rounds": 10**9}, {"deck": "huge"}])
def test_wrong_options_are_told_in_chinese(given: dict[str, object]) -> None:
    with pytest.raises(ValueError) as wrong:
        games.load("burger_war").settle(given, 3)
    told = mistake("not_possible", str(wrong.value))
    assert told.text is not None and told.text.en == str(wrong.value)
    assert "选项" in told.text.zh and "not" not in told.text.zh


def test_a_mistake_names_its_rule() -> None:
    assert (
        mistake("free_seats", "seat 2 is still free; wait for a player, or fill the table with bots").rule
        == "TABLE-FULL"
    )
    assert mistake("not_possible", "option x: no (FB-VER-1)").rule == "FB-VER-1"
    unknown = mistake("not_possible", "a sentence without Chinese words")
    assert (
        unknown.rule == ""
        and unknown.text is not None
        and unknown.text.zh == "这样不行：a sentence without Chinese words"
    )
