"""Help on every component of a game (card, food, customer, sign), from its components.toml."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bunfight.engine import toml
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages
from bunfight.i18n.words import Words, text_folder

Row = dict[str, Any]


def things(game: AnyGame, own: str = "") -> dict[str, Row]:
    """By id, as views and moves name it: its kind and what it does by language, its rules, its picture.

    components.toml says it once for all rows of a table of the card list ([[rows]]), or for single things ([[things]]);
    holes are filled from the row. ``own``: a card list of one's own (TOML text) in place of the game's.
    """
    room = Path(inspect.getfile(type(game))).parent
    file = text_folder(game) / "components.toml"
    if not file.exists():
        return {}
    told = toml.read(file)
    listed = tomllib.loads(own) if own else toml.read(room / "cards.toml")
    words = [Words(game, language) for language in languages.every()]
    found: dict[str, Row] = {}
    for entry in told.get("rows", []):
        for row in _rows(entry, listed):
            for key in entry.get("ids", ["{id}"]):
                found[key.format(**row)] = _told(entry, row, words)
    for entry in told.get("things", []):
        for key in entry["ids"]:
            found[key] = _told(entry, {"id": key}, words)
    return found


def _rows(entry: Row, listed: Row) -> Iterator[Row]:
    """The rows that an entry is about, each with what it points at and what follows from it."""
    for row in listed.get(entry["table"], []):
        if any(row.get(key) != value for key, value in entry.get("where", {}).items()):
            continue
        full = dict(row)
        if by := entry.get("by", ""):  # a customer's order, say
            full = {**next(other for other in listed[entry["join"]] if other["id"] == row[by]), **full}
        if counts := entry.get("counts", []):
            full["recipe"] = [kind for kind in counts for _ in range(full.get(kind, 0))]
        if "rows" in full:
            full["left"], full["right"] = zip(*full["rows"], strict=True)
        if "modifier" in full:
            full |= {"number": f"{full['modifier']:+d}", "plain": f"plain.{full['type']}"}
        full |= {"low": str(full["id"]).lower(), "pays": f"{full['id']}.pays"}
        yield full


def _told(entry: Row, row: Row, words: list[Words]) -> Row:
    def said(template: dict[str, str], by: Words) -> str:
        return by.filled(languages.told(template, by.language, by.game), row.__getitem__, ())

    def every(template: dict[str, str]) -> dict[str, str]:
        return {by.language: said(template, by) for by in words}

    return {
        "kind": every(entry["kind"]),
        "does": every(entry["does"]) if "does" in entry else {},
        "rules": [rule.format(**row) for rule in entry.get("rules", [])],
        "art": entry.get("art", "").format(**row),
    }
