"""Books: what people read about the games, in both languages, as the browser gets it."""

from __future__ import annotations

import inspect
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from bunfight import data, games
from bunfight.kernel.table import AnyGame
from bunfight.serve import house, wire
from bunfight.serve.minds import offered
from bunfight.words import Words

WORDS = ("moves", "events", "steps", "terms", "scores", "reasons", "formats", "many", "nouns", "previews")


def _both(entry: Any) -> wire.Words:
    return wire.Words(entry["en"], entry["zh"])


def game_info(game: AnyGame) -> wire.GameInfo:
    words = Words(game)
    table = words.table
    options = []
    for option in game.options:
        told = table.get("options", {}).get(option.name, {"en": option.name, "zh": option.name})
        help_ = told.get("help", {"en": "", "zh": ""})
        values = {key: _both(value) for key, value in told.get("values", {}).items()}
        options.append(
            wire.OptionInfo(
                option.name,
                option.kind,  # type: ignore[arg-type]  # one of four words
                option.default,
                list(option.choices),
                option.low,
                option.high,
                option.rule,
                _both(told),
                _both(help_),
                values,
            )
        )
    seats, title, gist = list(game.seats), _both(table["title"]), _both(table["gist"])
    return wire.GameInfo(game.id, title, gist, game.minutes, seats, game.rules_version, options, offered(game.id))


def cards(game: AnyGame, words: Words, own: str = "") -> dict[str, dict[str, Any]]:
    """Every named card by kind and id, with where it comes from."""
    file = Path(inspect.getfile(type(game))).with_name("cards.toml")
    found: dict[str, dict[str, Any]] = {}
    for kind, rows in (tomllib.loads(own) if own else data.read(file)).items():
        for row in rows if isinstance(rows, list) else []:
            if not isinstance(row, dict) or "id" not in row:
                continue
            if named := data.named(row["name"]) if "name" in row else words.table["terms"].get(str(row["id"])):
                source = "own" if own else row.get("source", "own")
                found.setdefault(kind, {})[str(row["id"])] = {**named, "source": source}
    return found


@cache
def game_book(name: str) -> wire.GameBook:
    """The book of a game as it comes."""
    return own_book(games.load(name))


def own_book(game: AnyGame, own: str = "") -> wire.GameBook:
    """The book of the cards that are being played: a list of one's own (TOML text) brings its own names."""
    words = Words(game)
    rules = {rule: _both(text) for rule, text in words.book["rules"].items()}
    sections = []
    for key, title in words.book["sections"].items():
        here = [wire.RuleText(rule, text) for rule, text in rules.items() if rule.split("-")[1] == key]
        sections.append(wire.Section(key, _both(title), here))
    kept = {key: words.table.get(key, {}) for key in WORDS}
    kept["cards"] = cards(game, words, own)
    return wire.GameBook(game_info(game), sections, house.house_rules(), kept, game.cards_digest)
