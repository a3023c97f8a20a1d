"""Every error the server raises has a message in every language, found by its key."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import bunfight
from bunfight import games
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import MESSAGES, error_text
from bunfight.server.errors import HttpError, RequestRejected, error_body

SOURCE = Path(str(bunfight.__file__)).parent
KEY_PLACE = {"HttpError": 2, "InvalidInput": 0, "RequestRejected": 1}  # which argument is the key


def raised_keys() -> dict[str, set[str]]:
    """The keys of all errors that the server raises, with the names of their facts; keys are written as literals."""
    found: dict[str, set[str]] = {}
    for path in (SOURCE / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (place := KEY_PLACE.get(getattr(node.func, "id", ""))) is not None:
                key = node.args[place]
                assert isinstance(key, ast.Constant), f"{path.name}:{node.lineno}: write the key as a literal"
                facts = {one.arg for one in node.keywords if one.arg and one.arg != "stale"}
                found.setdefault(str(key.value), set()).update(facts)
    return found


def test_every_key_has_a_message_in_every_language_with_known_facts() -> None:
    keys = raised_keys()
    assert len(keys) > 50
    messages = MESSAGES
    assert sorted(set(keys) - set(messages)) == []
    for key, facts in keys.items():
        for text in messages[key].values():
            assert set(re.findall(r"\{(\w+)", text)) <= facts, key
    worded = {key: one for key, one in messages.items() if re.search(r"[a-z]", re.sub(r"\{[^}]*\}", "", one["en"]))}
    assert [key for key, one in worded.items() if not re.search("[\u4e00-\u9fff]", one["zh"])] == []


@pytest.mark.parametrize("given", [{"no_such": 1}, {"max_rounds": 10**9}, {"deck": "huge"}])
def test_invalid_options_are_explained_in_chinese(given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput) as wrong:
        games.load("burger_war").settle(given, 3)
    body = error_body("not_possible", wrong.value)
    assert body.text["en"] == body.why
    assert "选项" in body.text["zh"] and "not" not in body.text["zh"]


def test_an_error_inside_an_error_is_translated_too() -> None:
    outer = InvalidInput("not_dealt", n=3, why=InvalidInput("no_own_cards", title="Crumbs"))
    assert error_text(outer, "zh") == "这份牌表发不了 3 人的牌：Crumbs 不能用自己的牌表"
    assert error_text(outer, "en") == (
        "this card list cannot be dealt to 3 players: Crumbs cannot be played with your own card list"
    )


def test_an_added_language_is_used_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "eo.toml").write_text(
        'name = "Esperanto"\n[words]\n"there is no such table" = "ne estas tia tablo"\n', encoding="utf-8"
    )
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    body = error_body("unknown_table", InvalidInput("no_table"))
    assert body.text == {"en": "there is no such table", "zh": "没有这张牌桌", "eo": "ne estas tia tablo"}


def test_an_error_carries_its_rule_as_data() -> None:
    free = HttpError(409, "free_seats", "seat_still_free", n=2)
    body = error_body(free.code, free)
    assert (free.status, body.rule) == (409, "TABLE-FULL") and "2 号座位" in body.text["zh"]
    assert error_body("not_possible", InvalidInput("not_possible", rule="FB-VER-1", why="no")).rule == "FB-VER-1"
    assert error_body("not_possible", InvalidInput("not_possible", why="(FB-VER-1)")).rule == "", "not read from text"
    assert RequestRejected("TABLE-STALE", "stale", stale=True).rule == "TABLE-STALE"
    invalid = error_body("bad_body", HttpError(400, "bad_body", "bad_body", why="Expected `int`"))
    assert invalid.text["zh"] == "请求的内容有误：Expected `int`"
