"""Chinese texts use one word for one thing, by the glossaries of the games and the client."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bunfight import games
from bunfight.i18n.words import COMMON_RULES, MESSAGES
from bunfight.server.policies import TABLE_RULES

ROOMS = Path(str(games.__file__)).parent
WEB = Path(__file__).parents[1] / "web" / "src"
PUNCTUATION = re.compile(r"[\u4e00-\u9fff][,;:?!()]|[,;:?!()][\u4e00-\u9fff]")


def terms(path: Path) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["term"]
    return listed


def chinese(value: Any, where: str) -> dict[str, str]:
    """Every Chinese sentence in a tree of words, by where it stands."""
    if isinstance(value, str):
        return {where: value} if re.search("[\u4e00-\u9fff]", value) else {}
    if isinstance(value, dict):
        return {at: said for key, inner in value.items() for at, said in chinese(inner, f"{where}.{key}").items()}
    if isinstance(value, list):
        return {at: said for n, inner in enumerate(value) for at, said in chinese(inner, f"{where}[{n}]").items()}
    return {}


def shell() -> dict[str, str]:
    """The words of the browser's pages by their keys."""
    told = "".join((WEB / "lib" / "text" / file).read_text("utf-8") for file in ("zh.ts", "guide.zh.ts", "coach.zh.ts"))
    return dict(re.findall(r'^  (\w+):\s+"((?:[^"\\]|\\.)*)",$', told, re.M))


def said_in(game: str) -> dict[str, str]:
    found: dict[str, str] = {}
    home = ROOMS / game
    for file in (home / "cards.toml", *(home / "text").glob("*.toml")):
        if file.name != "glossary.toml":
            found |= chinese(tomllib.loads(file.read_text(encoding="utf-8")), file.name)
    found |= chinese(json.loads((home / "text" / "lesson.json").read_text(encoding="utf-8")), "lesson.json")
    return found


def said_by_the_shell() -> dict[str, str]:
    found = {f"zh.ts: {key}": said for key, said in shell().items()}
    found |= {rule: text["zh"] for rule, text in TABLE_RULES.items()} | {
        rule: text["zh"] for rule, text in COMMON_RULES.items()
    }
    return found | {key: told["zh"] for key, told in MESSAGES.items()}


def mistakes(listed: list[dict[str, Any]], said: dict[str, str]) -> list[str]:
    found = []
    for where, sentence in said.items():
        for term in listed:
            for wrong in term.get("wrong", []):
                left = sentence
                for phrase in [*term.get("except", []), term["zh"]]:
                    left = left.replace(phrase, "") if wrong in phrase else left
                if wrong in left:
                    found.append(f"{where}: {wrong} in “{sentence}”; say {term['zh']} for {term['en']}")
    return found


@pytest.mark.parametrize("game", games.names())
def test_a_game_keeps_to_its_glossary(game: str) -> None:
    listed, said = terms(ROOMS / game / "text" / "glossary.toml"), said_in(game)
    assert len(listed) >= 10 and len(said) > 100
    assert mistakes(listed, said) == []


def test_the_shell_keeps_to_its_glossary() -> None:
    said = said_by_the_shell()
    assert len(said) > 150
    assert mistakes(terms(WEB / "lib" / "text" / "glossary.toml"), said) == []


def test_the_right_word_of_every_term_of_the_shell_is_used() -> None:
    everything = "".join(said_by_the_shell().values())
    assert [term["zh"] for term in terms(WEB / "lib" / "text" / "glossary.toml") if term["zh"] not in everything] == []


def test_chinese_sentences_of_the_shell_have_chinese_punctuation() -> None:
    assert [said for said in said_by_the_shell().values() if PUNCTUATION.search(re.sub(r"\{\w+\}", "", said))] == []


def test_a_wrong_word_is_found_and_an_allowed_phrase_is_not() -> None:
    listed = [{"en": "cheese", "zh": "芝士", "wrong": ["奶酪"], "except": ["奶酪店"]}]
    assert mistakes(listed, {"a": "一片奶酪"}) == ["a: 奶酪 in “一片奶酪”; say 芝士 for cheese"]
    assert mistakes(listed, {"a": "去奶酪店"}) == [] and mistakes(listed, {"a": "去奶酪店买奶酪"}) != []
