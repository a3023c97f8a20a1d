"""Renamed: a game's card list in which every card has another name, to see that no word of the house list is said."""

from __future__ import annotations

import inspect
import json
import re
import sys
from itertools import count
from pathlib import Path
from typing import Any, Final

from bunfight import data, games
from bunfight.words import LANGUAGES

NAME: Final = re.compile(r"\b(name|called) = (\"[^\"]*\"|\{[^}]*\})")
WORD: Final = re.compile(r'"word:(\w+)"')  # a card that is found by a word of its name


def renamed(game: str) -> tuple[str, dict[str, list[str]]]:
    """The list, and by language the names that must not be said: those that are no words of the game's own texts."""
    room = Path(inspect.getfile(type(games.load(game)))).parent
    printed = (room / "cards.toml").read_text(encoding="utf-8")
    words, number = WORD.findall(printed), count(1)

    def another(found: re.Match[str]) -> str:
        kept = "".join(f" qq{word}" for word in words if word.lower() in found[2].lower())
        return f'{found[1]} = "Zzyzx {next(number)}{kept}"'

    text = WORD.sub(r'"word:qq\1"', NAME.sub(another, printed))
    said = "".join((room / file).read_text(encoding="utf-8") for file in ("words.toml", "rules.toml")).lower()
    names: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    for row in _rows(data.read(room / "cards.toml")):
        for language, name in data.named(row["name"]).items():
            if name.lower() not in said and len(name) > 1:
                names[language].append(name)
    return text, {language: sorted(set(found)) for language, found in names.items()}


def _rows(tables: dict[str, Any]) -> list[dict[str, Any]]:
    listed = [row for rows in tables.values() if isinstance(rows, list) for row in rows]
    return [row for row in listed if isinstance(row, dict) and "name" in row]


if __name__ == "__main__":
    list_of_one_s_own, house = renamed(sys.argv[1])
    print(json.dumps({"text": list_of_one_s_own, "names": house}))
