"""Provides all text about a game in every language, from its rules.toml and words.toml, and the text of errors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from bunfight.engine.cards import read_toml
from bunfight.engine.errors import BunfightError, IllegalMove, InvalidInput
from bunfight.engine.grammar import Verb
from bunfight.engine.record import RecordError
from bunfight.engine.table import AnyGame
from bunfight.engine.view import Effect
from bunfight.games import text_folder as text_folder
from bunfight.i18n import languages
from bunfight.i18n.plurals import plural_form
from bunfight.i18n.reasons import reason

LANGUAGES: Final = languages.WRITTEN  # those that every text must have; more may be added in bunfight/i18n/languages
COMMON: Final = read_toml(Path(__file__).with_name("common.toml"))
COMMON_RULES: Final[dict[str, dict[str, str]]] = COMMON["rules"]
MESSAGES: Final[dict[str, dict[str, str]]] = read_toml(Path(__file__).with_name("messages.toml"))["errors"]
AID: Final = ("goal", "turn", "scoring", "end")
HAN: Final = re.compile("[\u3400-\u9fff]")
LATIN: Final = re.compile("[A-Za-z0-9]")
SPECS: Final = ("seat", "term", "noun", "nth", "move", "terms", "counted")  # of placeholders; [formats] has more
HOLE: Final = re.compile(r"\{(\w+)(?::(\w+)|\|([^{}]*))?\}")
"""{name}, {name:spec}, or {name|one|other}: a form that depends on a number (see plurals.py)."""


def error_text(error: Exception, language: str = "en", game: AnyGame | None = None, names: Sequence[str] = ()) -> str:
    """An error as a sentence. ``game`` and ``names`` (of the seats) are for errors about moves."""
    if not isinstance(error, BunfightError):  # such as an OSError
        return reason(error, language, MESSAGES)
    if game is None and isinstance(error, RecordError):
        game = error.game
    return _error_text(error, language, None if game is None else Words(game, language), names)


def _error_text(error: BunfightError, language: str, words: Words | None, names: Sequence[str]) -> str:
    template = _template(error, words)
    if template is None:
        return str(error)
    facts = {"rule": error.rule} | {
        name: _fact_text(fact, language, words, names) if isinstance(fact, Exception) else fact
        for name, fact in error.facts.items()
    }
    sentence = languages.text(template, language, words.game if words else "")
    text = fill(sentence, facts.__getitem__, language, words.render if words else _plain, names)
    where = facts.get("where")
    return languages.text(MESSAGES["located"], language).format(where=where, text=text) if where else text


def _fact_text(fact: Exception, language: str, words: Words | None, names: Sequence[str]) -> str:
    if isinstance(fact, BunfightError):
        return _error_text(fact, language, words, names)
    return reason(fact, language, MESSAGES, name=False)


def error_texts(error: BunfightError, game: AnyGame | None = None, names: Sequence[str] = ()) -> dict[str, str]:
    """An error as a sentence in every language."""
    return {language: error_text(error, language, game, names) for language in languages.every()}


def card_report(notes: Sequence[BunfightError], language: str = "en") -> str:
    """One line about a card list: a summary, then its warnings."""
    warnings = [InvalidInput("card_warning", why=note) for note in notes[1:]]
    return "; ".join(error_text(note, language) for note in (*notes[:1], *warnings))


def _template(error: BunfightError, words: Words | None) -> Mapping[str, str] | None:
    if isinstance(error, IllegalMove):
        table: Mapping[str, Any] = COMMON if words is None else words.table
        refusal: Mapping[str, str] | None = table["refusals"].get(error.key)
        return refusal
    own = {} if error.words is None else _messages(error.words)
    return own.get(error.key) or MESSAGES.get(error.key)


@cache
def _messages(path: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = read_toml(path)["errors"]
    return found


def fill(
    template: str,
    value: Callable[[str], Any],
    language: str,
    render: Callable[[Any, str, Sequence[str]], str],
    names: Sequence[str] = (),
) -> str:
    """A template with its holes filled; a hole without a value stays as it is."""

    def put(hole: re.Match[str]) -> str:
        try:
            found = value(hole[1])
            if hole[3] is not None:
                return plural_form(hole[3], int(found), language)
            return hole[0] if found is None else render(found, hole[2] or "", names)
        except (KeyError, IndexError, ValueError):
            return hole[0]

    return HOLE.sub(lambda hole: _spaced(template, hole, put(hole)), template)


def _spaced(template: str, hole: re.Match[str], value: str) -> str:
    """The text for a placeholder, with a space between Chinese and a Latin name or a number."""
    if LATIN.match(value) and HAN.match(template[hole.start() - 1 : hole.start()]):
        value = f" {value}"
    if LATIN.match(value[-1:]) and HAN.match(template[hole.end() : hole.end() + 1]):
        value += " "
    return value


def _plain(found: Any, spec: str, names: Sequence[str]) -> str:
    return ", ".join(map(str, found)) if isinstance(found, (list, tuple)) else str(found)


def in_force(line: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Whether a line of an aid or overview holds: ``when`` names options and the values it needs, ``unless`` others."""

    def agree(wanted: Mapping[str, Any]) -> list[bool]:
        return [options[name] in (value if isinstance(value, list) else [value]) for name, value in wanted.items()]

    return all(agree(line.get("when", {}))) and not any(agree(line.get("unless", {})))


class Words:
    """The words of one game in one language; aid and overview follow ``options`` (by default the game's standard)."""

    def __init__(self, game: AnyGame, language: str = "en", options: Mapping[str, Any] | None = None) -> None:
        if language not in LANGUAGES and language not in languages.added():
            raise InvalidInput("unknown_language", language=language, known=", ".join(languages.every()))
        self.language, self.game = language, game.id
        self.options: dict[str, Any] = {option.name: option.default for option in game.options} | dict(options or {})
        if game not in _TABLES:
            _TABLES[game] = _tables(game)
        self.table, self.book = _TABLES[game]

    @property
    def title(self) -> str:
        return self.text(self.table["title"])

    @property
    def gist(self) -> str:
        return self.text(self.table["gist"])

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
        return None if entry is None else self.text(entry)

    def refusal(self, error: BunfightError, names: Sequence[str] = ()) -> str:
        """Why a move is illegal, or why a line is not a move, as a sentence."""
        return _error_text(error, self.language, self, names)

    def effect(self, effect: Effect, names: Sequence[str]) -> str:
        """What a choice does, in words."""
        template = self._entry("previews", effect.key)
        return effect.key if template is None else self.filled(template, lambda key: getattr(effect, key), names)

    def aid(self) -> list[tuple[str, list[str]]]:
        """The game on one screen: the goal, a turn, scoring and the end, each a heading and its lines."""
        aid = self.table["aid"]
        parts = ((part, [aid["goal"]] if part == "goal" else self._in_force(aid[part])) for part in AID if aid[part])
        return [(self.text(COMMON["aid"][part]), [self.text(line) for line in lines]) for part, lines in parts]

    def overview(self) -> list[tuple[str, list[str]]]:
        """The first page of the rules: the aid, how the table is set up, and worked examples."""
        more = ((part, self._in_force(self.table["overview"].get(part, []))) for part in ("setup", "examples"))
        others = [
            (self.text(COMMON["aid"][part]), [self.text(line) for line in lines]) for part, lines in more if lines
        ]
        aid = self.aid()
        return [*aid[:1], *others[:1], *aid[1:], *others[1:]]

    def _in_force(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [line for line in lines if in_force(line, self.options)]

    def legend(self) -> list[tuple[str, str]]:
        """The signs on boards of characters, each with what it stands for."""
        return [(entry["sign"], self.text(entry)) for entry in self.table["aid"]["legend"]]

    def legend_title(self) -> str:
        return self.text(COMMON["aid"]["legend"])

    def section(self, part: str) -> str:
        """The heading of a part of the rulebook."""
        return self.text(self.book["sections"].get(part, {"en": part}))

    def rules_about(self, wanted: str) -> list[tuple[str, str]]:
        """Every rule whose id starts with the query, or whose text contains all of its words (in any language)."""
        words = wanted.casefold().split()
        found = []
        for rule, entry in self.book["rules"].items():
            part = self.book["sections"].get(section_of(rule), {})
            text = " ".join([rule, *map(str, entry.values()), *map(str, part.values()), self.text(entry)]).casefold()
            if rule.casefold().startswith(wanted.strip().casefold()) or all(word in text for word in words):
                found.append((rule, self.text(entry)))
        return found

    def option(self, name: str) -> str:
        return self.text(self.table.get("options", {}).get(name, {"en": name}))

    def option_value(self, name: str, value: str) -> str:
        return self.text(self.table.get("options", {}).get(name, {}).get("values", {}).get(value, {"en": value}))

    def option_help(self, name: str) -> str:
        return self.text(self.table.get("options", {}).get(name, {}).get("help", {"en": ""}))

    def move(self, text: str, names: Sequence[str]) -> str:
        """A move in words, for example "Beg from Ann"."""
        verb, *rest = text.split(" ")
        template = self._entry("moves", verb)
        return text if template is None else self.filled(template, lambda key: rest[int(key)], names)

    def event(self, event: dict[str, Any], names: Sequence[str]) -> str:
        """A plain event (engine.event.plain) in words; fields that are None choose the hidden wording."""
        kind = str(event["kind"])
        template = self._entry("events", f"{kind}.hidden") if None in event.values() else None
        template = template or self._entry("events", kind)
        return kind if template is None else self.filled(template, lambda key: event[key], names)

    def filled(self, template: str, value: Callable[[str], Any], names: Sequence[str]) -> str:
        return fill(template, value, self.language, self.render, names)

    def render(self, found: Any, spec: str, names: Sequence[str]) -> str:
        """One value in words: a seat by its name, components by theirs, ``nth`` counted from one."""
        if spec == "seat":
            nobody = self._one("formats", "player").replace("{n}", str(int(found) + 1))
            return names[int(found)] if 0 <= int(found) < len(names) else nobody
        if spec == "term":
            return self.term(found)
        if spec == "noun":
            return self._one("nouns", str(found))
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
        shape = self._one("formats", special if special in self.table["formats"] else unit)
        n = abs(n) if n < 0 and special in self.table["formats"] else n
        return shape.replace("{tenths}", f"{n / 10:g}").replace("{thousandths}", f"{n / 1000:g}")

    def _listed(self, things: Sequence[object]) -> str:
        return self._one("formats", "comma").join(self.term(thing) for thing in things)

    def _counted(self, things: Sequence[object]) -> str:
        """ "2 buns and 1 patty": [many] has the words for more than one, where a language needs them."""
        parts = []
        for thing, n in Counter(str(thing) for thing in things).items():
            several = self.table.get("many", {}).get(thing, {}) if n > 1 else {}
            plural = several and (self.language in several or self.language not in LANGUAGES)
            name = self.text(several) if plural else self.term(thing)
            parts.append(self._one("formats", "counted").replace("{n}", str(n)).replace("{thing}", name))
        if len(parts) == 1:
            return parts[0]
        return self._one("formats", "comma").join(parts[:-1]) + self._one("formats", "and") + parts[-1]

    def _entry(self, table: str, key: str) -> str | None:
        found = self.table.get(table, {}).get(key)
        return None if found is None else self.text(found)

    def text(self, entry: Mapping[str, Any]) -> str:
        """The text of an entry (texts by language) in this language."""
        return languages.text(entry, self.language, self.game)

    def _one(self, table: str, key: str) -> str:
        return self._entry(table, key) or key


_TABLES: WeakKeyDictionary[AnyGame, tuple[dict[str, Any], dict[str, Any]]] = WeakKeyDictionary()


def _tables(game: AnyGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """All texts of a game (its words.toml over the common ones, with the names of its cards), and its rules."""
    folder = text_folder(game)
    own = read_toml(folder / "words.toml")
    table = {**own, **{key: {**COMMON[key], **own.get(key, {})} for key in ("formats", "refusals")}}
    empty: dict[str, Any] = {part: [] for part in ("turn", "scoring", "end", "legend", "menu")}
    book = read_toml(folder / "rules.toml")
    aid = read_toml(folder / "aid.toml") if (folder / "aid.toml").exists() else _aid_from(own, book)
    table["aid"] = {**empty, **aid, "headings": COMMON["aid"]}
    table["overview"] = read_toml(folder / "overview.toml") if (folder / "overview.toml").exists() else {}
    for name, named in game.card_words().items():
        into = book if name in book else table
        into[name] = {**into.get(name, {}), **named}
    table["moves"] = {verb: _by_number(texts, game.grammar.verbs.get(verb)) for verb, texts in table["moves"].items()}
    return table, book


def _aid_from(own: Mapping[str, Any], book: Mapping[str, Any]) -> dict[str, Any]:
    """The default for a game without aid.toml: its gist, and the sections that ``[aid]`` of its rules.toml names."""
    rules = book["rules"].items()
    chosen = {part: book.get("aid", {}).get(part, []) for part in ("turn", "scoring", "end")}
    parts = {part: [text for rule, text in rules if section_of(rule) in names] for part, names in chosen.items()}
    return {"goal": own["gist"], **parts, "legend": []}


def _by_number(texts: dict[str, str], verb: Verb | None) -> dict[str, str]:
    """The words of a move with the names of its places as numbers: {bun:term} is {0:term} in "eat BUN"."""
    places = {} if verb is None else {place: str(number) for number, place in enumerate(verb.places)}

    def number(hole: re.Match[str]) -> str:
        return "{" + places.get(hole[1], hole[1]) + hole[0][1 + len(hole[1]) :]

    return {language: HOLE.sub(number, template) for language, template in texts.items()}


def section_of(rule: str) -> str:
    """The key of the section that a rule belongs to: ``TURN`` for ``XX-TURN-1``."""
    return rule.partition("-")[2].rpartition("-")[0]


def rule_ids(game: AnyGame) -> list[str]:
    """Every rule id of a game, in the order of its book."""
    return list(Words(game).book["rules"])
