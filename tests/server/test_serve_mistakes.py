"""What the server says over HTTP is there in every language, and nothing is recovered from the English."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import bunfight
from bunfight import games
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, invalid_input_text
from bunfight.protocol.errors import error_body

SOURCE = Path(str(bunfight.__file__)).parent
SAYS = {"HttpError": 2, "refuse": 3, "InvalidInput": 0, "Refusal": 1}  # which of its arguments is the sentence


def sentences() -> dict[str, set[str]]:
    """What is said to be wrong, by sentence, with the names of what fills it; all of them are written as they stand."""
    found: dict[str, set[str]] = {}
    for path in [
        *(SOURCE / "server").rglob("*.py"),
        *(SOURCE / "protocol").rglob("*.py"),
        *(SOURCE / "engine").rglob("*.py"),
    ]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = {
            target.id: node.value.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (place := SAYS.get(getattr(node.func, "id", ""))) is not None:
                said = node.args[place] if len(node.args) > place else None
                text = said.value if isinstance(said, ast.Constant) else named.get(getattr(said, "id", ""))
                if isinstance(text, str):
                    found.setdefault(text, set()).update(
                        one.arg for one in node.keywords if one.arg and one.arg != "stale"
                    )
                else:
                    assert path.name in ("errors.py", "middleware.py", "policies.py"), (
                        f"{path.name}:{node.lineno}: write the sentence out"
                    )
    return found


def test_every_mistake_is_told_in_chinese_with_what_it_is_about() -> None:
    said = sentences()
    assert len(said) > 50
    rows = {one["en"]: one for one in COMMON["mistakes"].values()}
    assert sorted(set(said) - set(rows)) == []
    for sentence, facts in said.items():
        for words in rows[sentence].values():
            assert set(re.findall(r"\{(\w+)", words)) <= facts, words
    assert [one for one in rows.values() if not re.search("[\u4e00-\u9fff]", one["zh"])] == []


@pytest.mark.parametrize("given", [{"no_such": 1}, {"max_rounds": 10**9}, {"deck": "huge"}])
def test_wrong_options_are_told_in_chinese(given: dict[str, object]) -> None:
    with pytest.raises(ValueError) as wrong:
        games.load("burger_war").settle(given, 3)
    told = error_body("not_possible", wrong.value)
    assert told.text["en"] == told.why == str(wrong.value)
    assert "选项" in told.text["zh"] and "not" not in told.text["zh"]


def test_what_is_wrong_within_something_wrong_is_translated_too() -> None:
    inner = InvalidInput("{title} takes no card list of your own", title="Crumbs")
    outer = InvalidInput("this card list cannot be dealt to {n} players: {why}", n=3, why=inner)
    assert invalid_input_text(outer, "zh") == "这份牌表发不了 3 人的牌：Crumbs 不能用自己的牌表"
    assert str(outer) == "this card list cannot be dealt to 3 players: Crumbs takes no card list of your own"


def test_a_third_language_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "eo.toml").write_text(
        'name = "Esperanto"\n[words]\n"there is no such table" = "ne estas tia tablo"\n', encoding="utf-8"
    )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    told = error_body("unknown_table", InvalidInput("there is no such table"))
    assert told.text == {"en": "there is no such table", "zh": "没有这张牌桌", "eo": "ne estas tia tablo"}


def test_a_mistake_names_its_rule() -> None:
    free = InvalidInput("seat {n} is still free; wait for a player, or fill the table with bots", n=2)
    assert (
        error_body("free_seats", free).rule == "TABLE-FULL" and "2 号座位" in error_body("free_seats", free).text["zh"]
    )
    assert error_body("not_possible", ValueError("option x: no (FB-VER-1)")).rule == "FB-VER-1"
    unknown = error_body("not_possible", ValueError("a sentence without {Chinese} words"))
    assert unknown.rule == "" and unknown.text["zh"] == "这样不行：a sentence without {Chinese} words"
    assert (
        error_body("bad_body", InvalidInput("{why}", why="Expected `int`")).text["zh"]
        == "请求的内容有误：Expected `int`"
    )
