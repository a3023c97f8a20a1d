"""Words: everything that people read about a game, in English and Chinese, from its rules.toml and words.toml."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from bunfight import data
from bunfight.kernel.table import AnyGame

LANGUAGES: Final = ("en", "zh")
HOUSE_RULES: Final = {
    "HOUSE-TURN": {"en": "Only those who are asked may decide.", "zh": "只有被询问的玩家可以决定。"},
    "HOUSE-OVER": {"en": "When the game is over nothing can be decided any more.", "zh": "游戏结束后不能再做决定。"},
    "HOUSE-CHOICE": {"en": "A decision must be one of the choices on offer.", "zh": "只能从给出的选项中选择。"},
    "HOUSE-UNDO": {
        "en": "Take back only what you alone did since you last learned something new.",
        "zh": "只能撤回自上次获知新信息以来自己做的决定。",
    },
}
HOUSE_REFUSALS: Final = {
    "the game is over": "游戏已经结束",
    "it is not your turn to decide": "现在不由你决定",
    "'{0}' is not among the choices now": "“{0}”不在当前的选项里",
    "you have learned something since, or another player has acted": "你已获知新的信息，或别的玩家已经行动",
}
PLACE: Final = re.compile(r"\{(\w+)(?::(seat|term|terms|nth))?\}")


class Words:
    """The words of one game in one language."""

    def __init__(self, game: AnyGame, language: str = "en") -> None:
        if language not in LANGUAGES:
            raise ValueError(f"unknown language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language = language
        room = Path(inspect.getfile(type(game))).parent
        self.table = dict(_read(room / "words.toml"))
        book = _read(room / "rules.toml")
        named = dict(game.card_words())
        self.book = {**book, "rules": {**book["rules"], **named.pop("rules", {})}}
        for table, words in named.items():
            self.table[table] = {**self.table.get(table, {}), **words}

    @property
    def title(self) -> str:
        return str(self.table["title"][self.language])

    @property
    def gist(self) -> str:
        return str(self.table["gist"][self.language])

    def term(self, key: object) -> str:
        """The words for a card or thing; a numbered copy such as ``bun#2`` is called like its kind."""
        return self._entry("terms", str(key)) or self._one("terms", str(key).partition("#")[0])

    def question(self, step: str) -> str:
        return self._one("steps", step)

    def score(self, label: str) -> str:
        return self._one("scores", label)

    def reason(self, key: str) -> str:
        return self._one("reasons", key)

    def rule(self, rule: str) -> str | None:
        """Our wording of a rule, or None if there is no such rule."""
        entry = self.book["rules"].get(rule) or HOUSE_RULES.get(rule)
        return None if entry is None else str(entry[self.language])

    def refusal(self, why: str) -> str:
        """The sentence of a refusal in this language; "" if there are no words for it."""
        if self.language == "en":
            return why
        known = {**HOUSE_REFUSALS, **self.table.get("refusals", {})}
        if why in known:
            return str(known[why])
        for template, told in known.items():
            pattern = re.escape(template).replace(r"\{", "{").replace(r"\}", "}")
            if "{" in template and (found := re.fullmatch(re.sub(r"\{\d\}", "(.*?)", pattern), why)):
                return str(told).format(*(self._by_english(word) for word in found.groups()))
        return ""

    def _by_english(self, words: str) -> str:
        """Things that are known by their English names, with or without numbers: "2 buns and 1 patty"."""
        terms = self.table["terms"]
        named = {key: str(term[self.language]) for name, term in terms.items() for key in (name, term["en"].lower())}

        def one(part: str) -> str:
            count, thing = re.fullmatch(r"((?:\d+ )?)(.*)", part.lower(), re.DOTALL).groups()  # type: ignore[union-attr]
            for name in (thing, thing.removesuffix("s"), re.sub("ies$", "y", thing)):
                if name in named:
                    return str(count + named[name])
            tail = re.fullmatch(r"(.+)( \d+)", part)
            return one(tail[1]) + tail[2] if tail else self.refusal(part) or part

        return "、".join(one(part) for part in re.split(", | and ", words))

    def option(self, name: str) -> str:
        return str(self.table.get("options", {}).get(name, {}).get(self.language, name))

    def option_help(self, name: str) -> str:
        return str(self.table.get("options", {}).get(name, {}).get("help", {}).get(self.language, ""))

    def move(self, text: str, names: Sequence[str]) -> str:
        """A move in words, for example "Beg from Ann"."""
        verb, *rest = text.split(" ")
        template = self._entry("moves", verb)
        return text if template is None else self._fill(template, lambda key: rest[int(key)], names)

    def event(self, event: dict[str, Any], names: Sequence[str]) -> str:
        """A plain event (kernel.event.plain) in words; fields that are None choose the hidden wording."""
        kind = str(event["kind"])
        template = self._entry("events", f"{kind}.hidden") if None in event.values() else None
        template = template or self._entry("events", kind)
        return kind if template is None else self._fill(template, lambda key: event[key], names)

    def _entry(self, table: str, key: str) -> str | None:
        found = self.table.get(table, {}).get(key)
        return None if found is None else str(found.get(self.language) or next(iter(found.values())))

    def _one(self, table: str, key: str) -> str:
        return self._entry(table, key) or key

    def _fill(self, template: str, value: Callable[[str], Any], names: Sequence[str]) -> str:
        def put(match: re.Match[str]) -> str:
            try:
                found = value(match[1])
            except (KeyError, IndexError, ValueError):
                return match[0]
            if match[2] == "seat":
                return names[int(found)] if 0 <= int(found) < len(names) else str(found)
            if match[2] == "nth":  # people count from 1
                return str(int(found) + 1)
            if match[2] == "term":
                return self.term(found)
            if match[2] == "terms":
                parts = re.split(r"[,+]", found) if isinstance(found, str) else found
                return (", " if self.language == "en" else "、").join(self.term(part) for part in parts)
            return str(found)

        return PLACE.sub(put, template)


@cache
def _read(path: Path) -> dict[str, Any]:
    return data.read(path)


def rule_ids(game: AnyGame) -> list[str]:
    """Every rule id of a game, in the order of its book."""
    return list(Words(game).book["rules"])
