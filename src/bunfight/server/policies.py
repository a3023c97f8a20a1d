"""Rules of the server itself, worded like those of a game, and names and texts that people enter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from bunfight import games
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON, COMMON_RULES, Words
from bunfight.protocol import RuleText, Sentence

TABLE_RULES: Final[dict[str, dict[str, str]]] = COMMON["table"]
BOT_NAMES: Final = (
    "Basil", "Clove", "Dill", "Fennel", "Ginger", "Juniper", "Mace", "Nutmeg", "Oregano", "Parsley", "Rosemary",
)  # fmt: skip

INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks without a shape
CAPITALS: Final = str.maketrans("I1|0", "lllo")  # before upper case is lost
LOOK_ALIKE: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u043a\u043c\u0442\u0432\u043d\u0433\u043f"
    "\u03b1\u03b5\u03bf\u03c1\u03c4\u03c5\u03bd\u03ba\u03b9\u03b7\u03c7\u03b3\u03b2\u03bc\u0131\u0261\u0142\u00f8\u0111",
    "aeopcyxijshdqwkmtbhrnaeoptuvkinxybuiglod",
)  # Cyrillic, then Greek and other letters, and the Latin ones they look like


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


def clean_name(text: str) -> str:
    """A name from a person, without letters that nobody can see."""
    return clean("".join(c for c in text if c not in INVISIBLE), 24)


def likenesses(name: str) -> set[str]:
    """Return simplified forms of a name; names that share one of them can be mistaken for each other."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if unicodedata.category(c)[0] in "LNS")
    seen = plain.translate(CAPITALS).casefold().translate(LOOK_ALIKE).replace("rn", "m").replace("vv", "w")
    return {plain.casefold(), seen}


def is_taken(name: str, taken: Iterable[str]) -> bool:
    """Return whether a name looks like one of these, or like that of a bot."""
    wanted = likenesses(name)
    if not any(wanted):
        return True
    return any(not wanted.isdisjoint(likenesses(one)) for one in (*BOT_NAMES, *taken) if one)


def bot_name(seat: int, taken: Iterable[str]) -> str:
    seen = set[str]().union(*map(likenesses, taken))
    free = [name for name in BOT_NAMES if seen.isdisjoint(likenesses(name))]
    return free[seat % len(free)] if free else f"Bot {seat + 1}"
