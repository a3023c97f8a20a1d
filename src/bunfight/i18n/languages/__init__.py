"""Languages: English and Chinese stand side by side wherever something is said; another one is one file in here.

``eo.toml`` says for each English sentence the one of its language, for the games, the house and the browser alike:
``name = "Esperanto"``, then ``[words]`` with ``"Eat a bun" = "Manĝu panon"``, and where one game needs another word
``[games.ID]``. What is not in it is said in English; ``python tools/languages_missing.py eo`` lists that.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from bunfight.engine import toml

WRITTEN: Final = {"en": "English", "zh": "中文"}
"""The two that stand in every file of words, by their own names."""
ROOM = Path(__file__).parent


def added() -> tuple[str, ...]:
    """Codes of the languages that have a file here."""
    return tuple(sorted(path.stem for path in ROOM.glob("*.toml")))


def every() -> tuple[str, ...]:
    return (*WRITTEN, *added())


def told(entry: Mapping[str, Any], language: str, game: str = "") -> str:
    """What an entry ({"en": ..., "zh": ...}) says in a language; English, if it says nothing in that."""
    if entry.get(language):
        return str(entry[language])
    english = str(entry.get("en") or next(iter(entry.values())))
    return translated(english, language, game)


def named(name: toml.Name) -> dict[str, str]:
    """What a card is called in the written languages; where it has no name in one, another one's will do."""
    entry = toml.named(name)
    return {language: told(entry, language) for language in WRITTEN}


def spoken(entry: Mapping[str, Any], game: str = "") -> dict[str, str]:
    """What an entry says, by language, in every one that there is."""
    return {language: told(entry, language, game) for language in every()}


def complete(table: Any, game: str = "") -> Any:
    """A table of entries, or a list of them, each of which says what it says in every language that there is."""
    if isinstance(table, list):
        return [complete(inner, game) for inner in table]
    if not isinstance(table, dict):
        return table
    inside = {key: complete(inner, game) for key, inner in table.items()}
    return {**inside, **spoken(table, game)} if any(isinstance(table.get(one), str) for one in WRITTEN) else inside


def names() -> dict[str, str]:
    """What each language calls itself."""
    return {**WRITTEN, **{language: str(book(language).get("name", language)) for language in added()}}


def translated(english: str, language: str, game: str = "") -> str:
    """An English sentence in a language that was added."""
    if language in WRITTEN:
        return english
    words = book(language)
    found: str = words.get("games", {}).get(game, {}).get(english) or words["words"].get(english) or english
    return found


def book(language: str) -> dict[str, Any]:
    """The file of a language."""
    return _read(ROOM / f"{language}.toml")


@cache
def _read(path: Path) -> dict[str, Any]:
    found = toml.read(path)
    if strange := found.keys() - {"name", "words", "games"}:
        raise ValueError(f"{path.name}: unknown key {min(strange)!r}")
    return {"words": {}, **found}


class Phrases:
    """The sentences of a room, from a table of the phrases.toml in its folder."""

    def __init__(self, folder: Path, table: str) -> None:
        self._told: dict[str, dict[str, str]] = toml.read(folder / "phrases.toml")[table]

    def __call__(self, key: str, language: str, **values: object) -> str:
        return told(self._told[key], language).format(**values)
