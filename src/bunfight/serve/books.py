"""Books: what people read about the games, in both languages, as the browser gets it."""

from __future__ import annotations

from functools import cache
from typing import Any

from bunfight import games
from bunfight.serve import house, wire
from bunfight.serve.minds import offered
from bunfight.words import Words

WORDS = ("moves", "events", "steps", "terms", "scores", "reasons", "formats", "many", "nouns", "previews")


def _both(entry: Any) -> wire.Words:
    return wire.Words(entry["en"], entry["zh"])


@cache
def game_info(name: str) -> wire.GameInfo:
    game = games.load(name)
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
    return wire.GameInfo(name, title, gist, game.minutes, seats, game.rules_version, options, offered(name))


@cache
def game_book(name: str) -> wire.GameBook:
    game = games.load(name)
    words = Words(game)
    rules = {rule: _both(text) for rule, text in words.book["rules"].items()}
    sections = []
    for key, title in words.book["sections"].items():
        own = [wire.RuleText(rule, text) for rule, text in rules.items() if rule.split("-")[1] == key]
        sections.append(wire.Section(key, _both(title), own))
    kept = {key: words.table.get(key, {}) for key in WORDS}
    return wire.GameBook(game_info(name), sections, house.house_rules(), kept, game.cards_digest)
