"""Rules of the server itself, worded like those of a game, and names and texts that people enter."""

from __future__ import annotations

import unicodedata
from typing import Final

from bunfight import games
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, COMMON_RULES, Words
from bunfight.protocol import RuleText, Sentence

TABLE_RULES: Final[dict[str, dict[str, str]]] = COMMON["table"]
BOT_NAMES: Final = (
    "Basil", "Clove", "Dill", "Fennel", "Ginger", "Juniper", "Mace", "Nutmeg", "Oregano", "Parsley", "Rosemary",
)  # fmt: skip


def rule_text(game: str, rule: str) -> Sentence:
    """A rule by language; empty strings if there is no such rule."""
    if rule in TABLE_RULES:
        return languages.texts(TABLE_RULES[rule])
    loaded = games.load(game)
    return {language: Words(loaded, language).rule(rule) or "" for language in languages.every()}


def server_rules() -> list[RuleText]:
    return [RuleText(rule, languages.texts(text)) for rule, text in (COMMON_RULES | TABLE_RULES).items()]


def clean(text: str, limit: int) -> str:
    """Text from a person as one plain line: no control or invisible characters, no runs of spaces."""
    visible = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(visible.split())[:limit].strip()


def bot_name(seat: int, taken: set[str]) -> str:
    free = [name for name in BOT_NAMES if name not in taken]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"
