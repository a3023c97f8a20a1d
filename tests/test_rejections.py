"""Every rejection of every game is worded in every language, with its facts."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from bunfight import games
from bunfight.engine import IllegalMove
from bunfight.engine.cards import read_toml
from bunfight.i18n.words import COMMON, HOLE, LANGUAGES, MESSAGES, Words

EVERY = [*games.names(), "_template"]
SRC = Path(str(games.__file__)).parents[1]


def breaks(room: Path) -> list[tuple[Any, set[str]]]:
    """What stands in the second place of each IllegalMove(...), with the names of its facts."""
    found = []
    for path in room.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalMove" and len(node.args) == 2:
                said = node.args[1]
                for one in [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]:
                    found.append((one, {str(word.arg) for word in node.keywords}))
    return found


def keyed(game: str) -> dict[str, list[set[str]]]:
    """Keys that are refused with, and the facts of each place where they are."""
    found: dict[str, list[set[str]]] = {}
    for said, facts in breaks(SRC / "games" / game):
        assert isinstance(said, ast.Constant), "a key is written where the rule is broken"
        found.setdefault(str(said.value), []).append(facts)
    return found


@pytest.mark.parametrize("game", EVERY)
def test_every_key_is_worded_with_the_facts_that_it_is_given(game: str) -> None:
    table, keys = Words(games.load(game)).table["refusals"], keyed(game)
    assert len(keys) > 5
    for key, places in keys.items():
        assert key in table, f"no words for {key}"
        for language in LANGUAGES:
            holes = {hole[1] for hole in HOLE.finditer(table[key][language])}
            assert all(holes <= facts for facts in places), f"{key} ({language}) wants {holes}, but gets {places}"


@pytest.mark.parametrize("game", EVERY)
def test_no_words_are_left_over(game: str) -> None:
    used, own = keyed(game), Words(games.load(game)).table["refusals"]
    assert [key for key in own if key not in used and key not in COMMON["refusals"]] == []


@pytest.mark.parametrize("game", EVERY)
def test_sentences_begin_small_and_translations_are_not_english(game: str) -> None:
    for told in Words(games.load(game)).table["refusals"].values():
        english, chinese = told["en"], told["zh"]
        assert english[0] == english[0].lower(), english
        assert re.search("[\u4e00-\u9fff]", HOLE.sub("", chinese)), chinese


def test_facts_are_filled_in() -> None:
    crumbs = games.load("_template")
    broken = IllegalMove("CR-TURN-1", "not_held", bun="rye")
    assert Words(crumbs).refusal(broken) == "you do not hold a rye (1) bun"
    assert Words(crumbs, "zh").refusal(broken) == "你手里没有黑麦（1）面包"
    poor = IllegalMove("CR-TURN-3", "no_buns", seat=1)
    assert Words(crumbs).refusal(poor, ["Ann", "Bo"]) == "Bo has no bun to give"
    offered = IllegalMove("HOUSE-CHOICE", "not_offered", move="beg 1")
    assert Words(crumbs).refusal(offered, ["Ann", "Bo"]) == "“Beg from Bo” is not among the choices now"
    assert str(broken) == "not_held bun=rye [CR-TURN-1]"


CLASSES = {"InvalidInput", "RecordError", "TapeError", "MoveSyntaxError", "CardError", "Invalid", "_error"}


def raised() -> list[tuple[Path, str, set[str]]]:
    """Every message key in the sources, with the names of its facts."""
    found = []
    for path in sorted(SRC.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            keys = [one.value for one in node.args[:2] if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if name in CLASSES and keys and None not in [word.arg for word in node.keywords]:
                rows = {"where"} if len(node.args) > 1 else set()
                found.append((path, keys[0], {str(word.arg) for word in node.keywords} | rows))
    return found


def test_every_error_has_a_message_with_the_facts_that_it_is_given() -> None:
    used = raised()
    assert len(used) > 200
    for path, key, facts in used:
        own = path.parent / "text" / "errors.toml"
        table = MESSAGES | (read_toml(own)["errors"] if own.exists() else {})
        assert key in table, f"{path.name}: no message for {key}"
        for language in LANGUAGES:
            holes = {hole[1] for hole in HOLE.finditer(table[key][language])}
            assert holes <= facts | {"where"}, f"{path.name}: {key} ({language}) wants {holes}, but gets {facts}"


@pytest.mark.parametrize("file", [*SRC.glob("games/*/text/errors.toml"), SRC / "i18n" / "messages.toml"], ids=str)
def test_messages_say_the_same_in_both_languages(file: Path) -> None:
    for key, entry in read_toml(file)["errors"].items():
        assert entry.keys() == set(LANGUAGES), key
        english, chinese = ({hole[1] for hole in HOLE.finditer(entry[one])} for one in ("en", "zh"))
        assert english == chinese, key
        assert re.search("[\u4e00-\u9fff]", chinese_text := HOLE.sub("", entry["zh"])) or not chinese_text.strip("：")


@pytest.mark.parametrize("game", EVERY)
def test_no_message_of_a_card_list_is_left_over(game: str) -> None:
    file = SRC / "games" / game / "text" / "errors.toml"
    source = "\n".join(path.read_text(encoding="utf-8") for path in (SRC / "games" / game).glob("*.py"))
    assert [key for key in read_toml(file)["errors"] if f'"{key}"' not in source] == []
