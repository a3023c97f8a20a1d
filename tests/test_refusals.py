"""Every refusal of every game is worded in every language, with the facts that it is given."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from bunfight import games
from bunfight.engine import IllegalMove
from bunfight.i18n.words import COMMON, HOLE, LANGUAGES, Words

EVERY = [*games.names(), "_template"]
SRC = Path(str(games.__file__)).parents[1]


def breaks(room: Path) -> list[tuple[Any, set[str]]]:
    """What stands in the second place of each IllegalMove(...), with the names of its facts."""
    found = []
    for path in room.glob("*.py"):
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
