"""Words: everything that people read about a game, in every language, from its rules.toml and words.toml."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from bunfight.engine import IllegalMove, toml
from bunfight.engine.errors import InvalidInput
from bunfight.engine.grammar import Misread, Verb
from bunfight.engine.table import AnyGame
from bunfight.engine.view import Effect
from bunfight.i18n import languages

LANGUAGES: Final = languages.WRITTEN  # those that every word must have; more may be added in bunfight/languages
COMMON: Final = toml.read(Path(__file__).with_name("common.toml"))
COMMON_RULES: Final[dict[str, dict[str, str]]] = COMMON["rules"]
AID: Final = ("goal", "turn", "scoring", "end")
MISTAKES: Final[dict[str, dict[str, str]]] = COMMON["mistakes"]
_WRONG: Final = {one["en"]: one for one in MISTAKES.values() if one["en"] != "{why}"}
HOLE: Final = re.compile(r"\{(\w+)(?::(\w+)|\|([^{}|]*)\|([^{}|]*))?\}")
"""{name}, {name:spec}, or {name|one|many}: a word that goes with a number."""


def invalid_input_text(wrong: InvalidInput, language: str) -> str:
    """What is wrong, in a language; "" if there are no words for it."""
    entry = _WRONG.get(wrong.sentence)
    if entry is None:
        return ""
    facts = {
        name: (isinstance(one, InvalidInput) and invalid_input_text(one, language)) or one
        for name, one in wrong.facts.items()
    }
    return languages.told(entry, language).format(**facts)


class Words:
    """The words of one game in one language."""

    def __init__(self, game: AnyGame, language: str = "en") -> None:
        if language not in LANGUAGES and language not in languages.added():
            raise ValueError(f"unknown language {language!r}; there are {', '.join(languages.every())}")
        self.language, self.game = language, game.id
        if game not in _TABLES:
            _TABLES[game] = _tables(game)
        self.table, self.book = _TABLES[game]

    @property
    def title(self) -> str:
        return self.told(self.table["title"])

    @property
    def gist(self) -> str:
        return self.told(self.table["gist"])

    def term(self, key: object) -> str:
        """The words for a card or thing; a numbered copy such as ``bun#2`` is called like its kind."""
        kind = str(key).partition("#")[0]
        return self._entry("terms", str(key)) or self._entry("terms", kind) or re.sub("[_.]", " ", kind)

    def knows(self, term: object) -> bool:
        """Whether there are words for a card or thing."""
        return bool(self._entry("terms", str(term)) or self._entry("terms", str(term).partition("#")[0]))

    def question(self, step: str) -> str:
        return self._one("steps", step)

    def score(self, label: str) -> str:
        return self._one("scores", label)

    def board(self, key: str, **facts: object) -> str:
        """A text of the game's board, from ``[board]`` of its words."""
        return self.filled(self._one("board", key), facts.__getitem__, ())

    def reason(self, key: str) -> str:
        return self._one("reasons", key)

    def rule(self, rule: str) -> str | None:
        """Our wording of a rule, or None if there is no such rule."""
        entry = self.book["rules"].get(rule) or COMMON_RULES.get(rule)
        return None if entry is None else self.told(entry)

    def refusal(self, broken: IllegalMove | Misread, names: Sequence[str] = ()) -> str:
        """Why a move is refused, or why a line is no move, in a sentence; "" if there are no words for it."""
        if isinstance(broken, Misread):
            return self._misread(broken)
        template = self._entry("refusals", broken.key) or ""
        return self.filled(template, lambda name: broken.facts[name], names)

    def effect(self, effect: Effect, names: Sequence[str]) -> str:
        """What a choice does, in words."""
        template = self._entry("previews", effect.key)
        return effect.key if template is None else self.filled(template, lambda key: getattr(effect, key), names)

    def _misread(self, error: Misread) -> str:
        """What is wrong with a line that is no move."""
        facts = error.facts | {"noun": self._one("nouns", error.facts.get("noun", ""))}
        return self.filled(self._one("misread", error.key), lambda key: facts[key], ())

    def aid(self) -> list[tuple[str, list[str]]]:
        """The game on one screen: what it is about, a turn, what scores, how it ends; each a heading and its lines."""
        told = self.table["aid"]
        parts = ((part, [told["goal"]] if part == "goal" else told[part]) for part in AID if told[part])
        return [(self.told(COMMON["aid"][part]), [self.told(line) for line in lines]) for part, lines in parts]

    def legend(self) -> list[tuple[str, str]]:
        """The signs on boards of characters, each with what it stands for."""
        return [(entry["sign"], self.told(entry)) for entry in self.table["aid"]["legend"]]

    def legend_title(self) -> str:
        return self.told(COMMON["aid"]["legend"])

    def section(self, part: str) -> str:
        """The heading of a part of the rulebook."""
        return self.told(self.book["sections"].get(part, {"en": part}))

    def rules_about(self, wanted: str) -> list[tuple[str, str]]:
        """Every rule whose id begins with what is wanted, or that speaks of all of its words (in any language)."""
        words = wanted.casefold().split()
        found = []
        for rule, entry in self.book["rules"].items():
            part = self.book["sections"].get(rule.split("-", 1)[1].rpartition("-")[0], {})
            said = " ".join([rule, *map(str, entry.values()), *map(str, part.values()), self.told(entry)]).casefold()
            if rule.casefold().startswith(wanted.strip().casefold()) or all(word in said for word in words):
                found.append((rule, self.told(entry)))
        return found

    def option(self, name: str) -> str:
        return self.told(self.table.get("options", {}).get(name, {"en": name}))

    def option_help(self, name: str) -> str:
        return self.told(self.table.get("options", {}).get(name, {}).get("help", {"en": ""}))

    def move(self, text: str, names: Sequence[str]) -> str:
        """A move in words, for example "Beg from Ann"."""
        verb, *rest = text.split(" ")
        template = self._entry("moves", verb)
        return text if template is None else self.filled(template, lambda key: rest[int(key)], names)

    def event(self, event: dict[str, Any], names: Sequence[str]) -> str:
        """A plain event (kernel.event.plain) in words; fields that are None choose the hidden wording."""
        kind = str(event["kind"])
        template = self._entry("events", f"{kind}.hidden") if None in event.values() else None
        template = template or self._entry("events", kind)
        return kind if template is None else self.filled(template, lambda key: event[key], names)

    def filled(self, template: str, value: Callable[[str], Any], names: Sequence[str]) -> str:
        """A template with its holes filled; a hole without a value stays as it is."""

        def put(hole: re.Match[str]) -> str:
            try:
                found = value(hole[1])
                if hole[3] is not None:
                    return hole[3] if int(found) == 1 else hole[4]
                return hole[0] if found is None else self._said(found, hole[2] or "", names)
            except (KeyError, IndexError, ValueError):
                return hole[0]

        return HOLE.sub(put, template)

    def _said(self, found: Any, spec: str, names: Sequence[str]) -> str:
        """One value in words: a seat by its name, things by theirs, ``nth`` counted from one."""
        if spec == "seat":
            nobody = self._one("formats", "player").replace("{n}", str(int(found) + 1))
            return names[int(found)] if 0 <= int(found) < len(names) else nobody
        if spec == "term":
            return self.term(found)
        if spec == "nth":
            return str(int(found) + 1)
        if spec == "move":
            return self.move(str(found), names)
        if spec in ("terms", "counted"):
            parts = [part for part in re.split("[,+]", found) if part] if isinstance(found, str) else list(found)
            if not parts:
                return self._one("formats", "nothing")
            return self._listed(parts) if spec == "terms" else self._counted(parts)
        return self._measured(found, spec) if spec in self.table["formats"] else str(found)

    def _measured(self, found: Any, unit: str) -> str:
        """ "12.3 mm left of the middle": a number in a format that the game has for it; any other thing by its name."""
        try:
            n = int(found)
        except ValueError:
            return self.term(found)
        special = f"{unit}.{'minus' if n < 0 else 'zero'}" if n <= 0 else unit
        told = self._one("formats", special if special in self.table["formats"] else unit)
        n = abs(n) if n < 0 and special in self.table["formats"] else n
        return told.replace("{tenths}", f"{n / 10:g}").replace("{thousandths}", f"{n / 1000:g}")

    def _listed(self, things: Sequence[object]) -> str:
        return self._one("formats", "comma").join(self.term(thing) for thing in things)

    def _counted(self, things: Sequence[object]) -> str:
        """ "2 buns and 1 patty": [many] has the words for more than one, where a language needs them."""
        told = []
        for thing, n in Counter(str(thing) for thing in things).items():
            several = self.table.get("many", {}).get(thing, {}) if n > 1 else {}
            plural = several and (self.language in several or self.language not in LANGUAGES)
            name = self.told(several) if plural else self.term(thing)
            told.append(self._one("formats", "counted").replace("{n}", str(n)).replace("{thing}", name))
        if len(told) == 1:
            return told[0]
        return self._one("formats", "comma").join(told[:-1]) + self._one("formats", "and") + told[-1]

    def _entry(self, table: str, key: str) -> str | None:
        found = self.table.get(table, {}).get(key)
        return None if found is None else self.told(found)

    def told(self, entry: Mapping[str, Any]) -> str:
        """What an entry, by language, says in this one."""
        return languages.told(entry, self.language, self.game)

    def _one(self, table: str, key: str) -> str:
        return self._entry(table, key) or key


def text_folder(game: AnyGame) -> Path:
    """The folder with everything people read about a game: ``text`` beside its module, or that folder itself."""
    home = Path(inspect.getfile(type(game))).parent
    return home / "text" if (home / "text").is_dir() else home


_TABLES: WeakKeyDictionary[AnyGame, tuple[dict[str, Any], dict[str, Any]]] = WeakKeyDictionary()


def _tables(game: AnyGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """All words of a game (its words.toml, over what the house says, with the names of its cards), and its rules."""
    folder = text_folder(game)
    own = toml.read(folder / "words.toml")
    table = {**own, **{key: {**COMMON[key], **own.get(key, {})} for key in ("formats", "refusals", "misread")}}
    empty: dict[str, Any] = {part: [] for part in ("turn", "scoring", "end", "legend", "menu")}
    book = toml.read(folder / "rules.toml")
    aid = toml.read(folder / "aid.toml") if (folder / "aid.toml").exists() else _aid_from(own, book)
    table["aid"] = {**empty, **aid, "headings": COMMON["aid"]}
    for name, named in game.card_words().items():
        into = book if name in book else table
        into[name] = {**into.get(name, {}), **named}
    table["moves"] = {verb: _by_number(told, game.grammar.verbs.get(verb)) for verb, told in table["moves"].items()}
    return table, book


def _aid_from(own: Mapping[str, Any], book: Mapping[str, Any]) -> dict[str, Any]:
    """The game on one screen, where nobody has written it: its gist, and its rules on turns, scoring and the end."""
    said = {"turn": "TURN", "scoring": "SCORE", "end": "END"}
    rules = book["rules"].items()
    told = {part: [text for rule, text in rules if rule.split("-")[1] == section] for part, section in said.items()}
    return {"goal": own["gist"], **told, "legend": []}


def _by_number(told: dict[str, str], verb: Verb | None) -> dict[str, str]:
    """The words of a move with the names of its places as numbers: {bun:term} is {0:term} in "eat BUN"."""
    places = {} if verb is None else {place: str(number) for number, place in enumerate(verb.places)}

    def number(hole: re.Match[str]) -> str:
        return "{" + places.get(hole[1], hole[1]) + hole[0][1 + len(hole[1]) :]

    return {language: HOLE.sub(number, template) for language, template in told.items()}


def rule_ids(game: AnyGame) -> list[str]:
    """Every rule id of a game, in the order of its book."""
    return list(Words(game).book["rules"])
