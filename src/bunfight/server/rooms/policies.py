"""The rules of the server itself, worded like the rules of a game, and sentences for people in general."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from bunfight import games
from bunfight.engine.errors import InvalidInput
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, COMMON_RULES, Words
from bunfight.protocol import RuleText, Sentence

TABLE_RULES: Final[dict[str, dict[str, str]]] = COMMON["table"]
HERBS: Final = (
    "Basil",
    "Clove",
    "Dill",
    "Fennel",
    "Ginger",
    "Juniper",
    "Mace",
    "Nutmeg",
    "Oregano",
    "Parsley",
    "Rosemary",
)


class Refusal(InvalidInput):
    """A request that a rule of the server forbids."""

    def __init__(self, rule: str, key: str, /, stale: bool = False, **facts: Any) -> None:
        super().__init__(key, rule, **facts)
        self.stale = stale


def rule_text(game: str, rule: str) -> Sentence:
    """A rule by language; an empty wording if there is none."""
    if rule in TABLE_RULES:
        return languages.texts(TABLE_RULES[rule])
    book = games.load(game)
    return {language: Words(book, language).rule(rule) or "" for language in languages.every()}


def house_rules() -> list[RuleText]:
    return [RuleText(rule, languages.texts(text)) for rule, text in (COMMON_RULES | TABLE_RULES).items()]


def clean(text: str, limit: int) -> str:
    """What a person typed, as plain text of one line: no control or invisible characters, no runs of spaces."""
    kept = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())[:limit].strip()


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in HERBS if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"
