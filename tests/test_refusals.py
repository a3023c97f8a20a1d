"""Every refusal of every game is worded in every language, with the facts that it is given."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from bunfight import games
from bunfight.kernel import RuleBreak
from bunfight.words import HOLE, HOUSE, LANGUAGES, Words

EVERY = [*games.names(), "_template"]
SRC = Path(str(games.__file__)).parents[1]


def breaks(room: Path) -> list[tuple[Any, set[str]]]:
    """What stands in the second place of each RuleBreak(...), with the names of its facts."""
    found = []
    for path in room.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleBreak" and len(node.args) == 2:
                said = node.args[1]
                for one in [said.body, said.orelse] if isinstance(said, ast.IfExp) else [said]:
                    found.append((one, {str(word.arg) for word in node.keywords}))
    return found


def keyed(game: str) -> dict[str, list[set[str]]]:
    """Keys that are refused with, and the facts of each place where they are."""
    table = Words(games.load(game)).table["refusals"]
    found: dict[str, list[set[str]]] = {}
    for said, facts in breaks(SRC / "games" / game):
        if isinstance(said, ast.Constant) and (facts or isinstance(table.get(said.value), dict)):
            found.setdefault(str(said.value), []).append(facts)
    return found


def sentences(game: str) -> set[str]:
    """English sentences that are refused with, 7 in place of what is filled in: of games that have no keys yet."""
    found = set()
    for said, facts in breaks(SRC / "games" / game):
        if isinstance(said, ast.Constant) and not facts and str(said.value) not in keyed(game):
            found.add(str(said.value))
        elif isinstance(said, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else "7" for part in said.values]
            found.add("".join(parts))
    return found


@pytest.mark.parametrize("game", EVERY)
def test_every_refusal_has_words(game: str) -> None:
    words = Words(games.load(game), "zh")
    wanted = {one.replace("7 wants", "the order 7 wants") for one in sentences(game)}  # Burger Up names the order
    wanted = {re.sub("^7 (still|allows)", r"the order 7 \1", one).replace("card7", "card") for one in wanted}
    assert len(wanted) + len(keyed(game)) > 5
    assert [one for one in sorted(wanted) if not words.refusal(RuleBreak("", one))] == []


@pytest.mark.parametrize("game", EVERY)
def test_every_key_is_worded_with_the_facts_that_it_is_given(game: str) -> None:
    table = Words(games.load(game)).table["refusals"]
    for key, places in keyed(game).items():
        assert key in table, f"no words for {key}"
        for language in LANGUAGES:
            holes = {hole[1] for hole in HOLE.finditer(table[key][language])}
            assert all(holes <= facts for facts in places), f"{key} ({language}) wants {holes}, but gets {places}"


@pytest.mark.parametrize("game", EVERY)
def test_no_words_are_left_over(game: str) -> None:
    used, own = keyed(game), Words(games.load(game)).table["refusals"]
    assert [
        key for key, told in own.items() if isinstance(told, dict) and key not in used and key not in HOUSE["refusals"]
    ] == []


@pytest.mark.parametrize("game", EVERY)
def test_sentences_begin_small_and_translations_are_not_english(game: str) -> None:
    for key, told in Words(games.load(game)).table["refusals"].items():
        english, chinese = (told["en"], told["zh"]) if isinstance(told, dict) else (key, told)
        assert english[0] == english[0].lower(), english
        assert re.search("[\u4e00-\u9fff]", HOLE.sub("", chinese)), chinese


def test_facts_are_filled_in() -> None:
    crumbs = games.load("_template")
    broken = RuleBreak("CR-TURN-1", "not_held", bun="rye")
    assert Words(crumbs).refusal(broken) == "you do not hold a rye (1) bun"
    assert Words(crumbs, "zh").refusal(broken) == "你手里没有黑麦（1）面包"
    poor = RuleBreak("CR-TURN-3", "no_buns", seat=1)
    assert Words(crumbs).refusal(poor, ["Ann", "Bo"]) == "Bo has no bun to give"
    offered = RuleBreak("HOUSE-CHOICE", "not_offered", move="beg 1")
    assert Words(crumbs).refusal(offered, ["Ann", "Bo"]) == "“Beg from Bo” is not among the choices now"
    assert str(broken) == "not_held bun=rye [CR-TURN-1]"


def test_what_is_filled_into_a_sentence_is_translated_too() -> None:
    words = Words(games.load("burger_up"), "zh")
    told = words.refusal(RuleBreak("", "next on Beef Patty goes salad, and Ketchup is sauce"))
    assert not re.search("[A-Za-z]", told)
    assert words.refusal(RuleBreak("", "nonsense")) == ""
    assert Words(games.load("burger_up")).refusal(RuleBreak("", "nonsense")) == "nonsense"
