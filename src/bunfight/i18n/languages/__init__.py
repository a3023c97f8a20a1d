"""The languages. English and Chinese are in every file of texts; any other language is one file in this folder.

``eo.toml`` translates every English sentence of the games, the common texts and the browser: ``name = "Esperanto"``,
then ``[words]`` with ``"Eat a bun" = "Manĝu panon"``, and ``[games.ID]`` where one game needs another word.
What is missing falls back to English; ``python tools/languages_missing.py eo`` lists it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from bunfight.engine.cards import Name, name_by_language, read_toml
from bunfight.engine.errors import InvalidInput

WRITTEN: Final = {"en": "English", "zh": "中文"}
"""The languages that every file of texts has, by their own names."""
FOLDER = Path(__file__).parent


def added() -> tuple[str, ...]:
    """Codes of the languages that have a file here."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def every() -> tuple[str, ...]:
    return (*WRITTEN, *added())


def text(entry: Mapping[str, Any], language: str, game: str = "") -> str:
    """The text of an entry ({"en": ..., "zh": ...}) in a language; in English, if it has none in that language."""
    if entry.get(language):
        return str(entry[language])
    english = str(entry.get("en") or next(iter(entry.values())))
    return translated(english, language, game)


def named(name: Name) -> dict[str, str]:
    """The name of a card in English and Chinese; a missing one falls back to the other."""
    entry = name_by_language(name)
    return {language: text(entry, language) for language in WRITTEN}


def texts(entry: Mapping[str, Any], game: str = "") -> dict[str, str]:
    """The text of an entry in every language."""
    return {language: text(entry, language, game) for language in every()}


def complete(table: Any, game: str = "") -> Any:
    """A table or list of entries, with the text of each entry in every language."""
    if isinstance(table, list):
        return [complete(inner, game) for inner in table]
    if not isinstance(table, dict):
        return table
    inside = {key: complete(inner, game) for key, inner in table.items()}
    return {**inside, **texts(table, game)} if any(isinstance(table.get(one), str) for one in WRITTEN) else inside


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
    return _read(FOLDER / f"{language}.toml")


@cache
def _read(path: Path) -> dict[str, Any]:
    found = read_toml(path)
    if strange := found.keys() - {"name", "words", "games"}:
        raise InvalidInput("unknown_key", where=path.name, key=min(strange), known="name, words, games")
    return {"words": {}, **found}


class Phrases:
    """The texts of a package, from a table of its phrases.toml."""

    def __init__(self, folder: Path, table: str) -> None:
        self._texts: dict[str, dict[str, str]] = read_toml(folder / "phrases.toml")[table]

    def __call__(self, key: str, language: str, **values: object) -> str:
        return text(self._texts[key], language).format(**values)
