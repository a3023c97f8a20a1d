"""Provides help on every component of a game (card, food, customer, sign) from its components.toml."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bunfight.engine.cards import read_toml
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages
from bunfight.i18n.words import Words, text_folder

Row = dict[str, Any]


def component_help(game: AnyGame, own: str = "") -> dict[str, Row]:
    """By id, as views and moves name it: its kind and what it does by language, its rules, its picture.

    components.toml describes all rows of a table of the card list at once ([[rows]]), or single components
    ([[components]]); holes are filled from the row. ``own``: a player's card list (TOML text) instead of the game's.
    """
    folder = Path(inspect.getfile(type(game))).parent
    file = text_folder(game) / "components.toml"
    if not file.exists():
        return {}
    described = read_toml(file)
    listed = tomllib.loads(own) if own else read_toml(folder / "cards.toml")
    words = [Words(game, language) for language in languages.every()]
    found: dict[str, Row] = {}
    for entry in described.get("rows", []):
        for row in _rows(entry, listed):
            for key in entry.get("ids", ["{id}"]):
                found[key.format(**row)] = _help(entry, row, words)
    for entry in described.get("components", []):
        for key in entry["ids"]:
            found[key] = _help(entry, {"id": key}, words)
    return found


def _rows(entry: Row, listed: Row) -> Iterator[Row]:
    """The rows that an entry describes, joined with the row they refer to, and with their derived values."""
    for row in listed.get(entry["table"], []):
        if any(row.get(key) != value for key, value in entry.get("where", {}).items()):
            continue
        full = dict(row)
        if by := entry.get("by", ""):  # for example a customer's order
            full = {**next(other for other in listed[entry["join"]] if other["id"] == row[by]), **full}
        yield full | {name: _derived(how, full) for name, how in entry.get("derive", {}).items()}


def _derived(how: Row, row: Row) -> Any:
    """A value that components.toml derives from a row: ``number = { signed = "modifier" }``."""
    ((kind, given),) = how.items()
    if kind == "repeat":  # each of these keys, as often as the row says
        return [key for key in given for _ in range(row.get(key, 0))]
    if kind == "column":  # one column of a list of lists
        return [line[given[1]] for line in row[given[0]]]
    if kind == "signed":
        return f"{row[given]:+d}"
    if kind == "lower":
        return str(row[given]).lower()
    assert kind == "text", f"components.toml: nothing is derived by {kind!r}"
    return given.format(**row)


def _help(entry: Row, row: Row, words: list[Words]) -> Row:
    def every(template: dict[str, str]) -> dict[str, str]:
        texts = {by.language: languages.text(template, by.language, by.game) for by in words}
        return {by.language: by.filled(texts[by.language], row.__getitem__, ()) for by in words}

    return {
        "kind": every(entry["kind"]),
        "does": every(entry["does"]) if "does" in entry else {},
        "rules": [rule.format(**row) for rule in entry.get("rules", [])],
        "art": entry.get("art", "").format(**row),
    }
