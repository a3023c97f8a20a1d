"""Makes a card list in which every card has another name and some another kind.

Tests use it to check that texts follow the list in play: no name of the built-in list may appear.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from itertools import count
from pathlib import Path
from typing import Any, Final

from bunfight import games
from bunfight.engine.cards import name_by_language, read_toml
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.words import LANGUAGES, Words, text_folder

NAME: Final = re.compile(r"\b(name|called) = (\"[^\"]*\"|\{[^}]*\})")
KIND: Final = re.compile(r"^(rows) = .+|\b(type|group|colour|price) = ([^,\n]+?)(?=,|\s*[}\n])", re.MULTILINE)
TRIES: Final = 60  # exchanges that are tried until the list can be played
WORD: Final = re.compile(r'"word:(\w+)"')  # a card that is found by a word of its name


def renamed(game: str) -> tuple[str, dict[str, list[str]]]:
    """The list, and by language the names that must not appear: those that do not occur in the game's own texts."""
    folder = Path(inspect.getfile(type(games.load(game)))).parent
    printed = (folder / "cards.toml").read_text(encoding="utf-8")
    words, number = WORD.findall(printed), count(1)

    def another(found: re.Match[str]) -> str:
        marks = "".join(f" qq{word}" for word in words if word.lower() in found[2].lower())
        return f'{found[1]} = "Zzyzx {next(number)}{marks}"'

    text = retyped(game, WORD.sub(r'"word:qq\1"', NAME.sub(another, printed)))
    said = "".join(
        (text_folder(games.load(game)) / file).read_text(encoding="utf-8") for file in ("words.toml", "rules.toml")
    ).lower()
    names: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for row in _rows(read_toml(folder / "cards.toml")):
        for language, name in name_by_language(row["name"]).items():
            if name.lower() not in said and len(name) > 1:
                names[language].append(name)
    return text, {language: sorted(set(found)) for language, found in names.items()}


def retyped(game: str, text: str) -> str:
    """Swap the kinds of two cards: the first pair with which the list is still playable."""
    found = list(KIND.finditer(text))
    pairs = [(one, two) for n, one in enumerate(found) for two in found[n + 1 :] if one[0] != two[0]]
    pairs = [(one, two) for one, two in pairs if (one[1], one[2]) == (two[1], two[2])]
    for one, two in pairs[:TRIES]:
        other = text[: one.start()] + two[0] + text[one.end() : two.start()] + one[0] + text[two.end() :]
        try:
            games.load(game, other)
        except InvalidInput:
            continue
        return other
    return text


def terms(game: str, text: str) -> dict[str, list[str]]:
    """The terms of a list that say more than a card's name, such as "Zzyzx 3 (patty -2)"."""
    by_language: dict[str, list[str]] = {}
    for language in LANGUAGES:
        own = games.load(game, text)
        words = Words(own, language)
        said = {words.term(id) for id in own.card_words().get("terms", {})}
        by_language[language] = sorted(one for one in said if re.match(r"Zzyzx \d+ ?[(（]", one))
    return by_language


def _rows(tables: dict[str, Any]) -> list[dict[str, Any]]:
    listed = [row for rows in tables.values() if isinstance(rows, list) for row in rows]
    return [row for row in listed if isinstance(row, dict) and "name" in row]


if __name__ == "__main__":
    custom_list, forbidden = renamed(sys.argv[1])
    said = terms(sys.argv[1], custom_list)
    print(json.dumps({"text": custom_list, "names": forbidden, "terms": said}))
