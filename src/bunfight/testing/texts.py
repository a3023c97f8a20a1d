"""Checks the texts of a game without playing it: everything has words in every language, and no words are unused.

Generic boards show every field of a view by its word in ``[terms]``, so fields need words unless the game has boards
of its own.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from bunfight import games
from bunfight.engine import Event, Step
from bunfight.engine.table import AnyGame
from bunfight.engine.view import FieldInfo, label_key, view_fields, view_type
from bunfight.i18n.words import HOLE, LANGUAGES, SPECS, Words, section_of, text_folder
from bunfight.testing.places import classes_of, code_place, text_place

WORDS: Final = "words.toml"
TABLES: Final = ("moves", "events", "steps", "terms", "scores", "reasons", "nouns", "refusals", "previews", "board")
BOARDS: Final = ("terminal.py", "board.js")


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a game, and where."""

    why: str
    where: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why


@lru_cache(maxsize=16)
def text_findings(game: AnyGame) -> tuple[Finding, ...]:
    """Everything that is wrong with the words and rules of a game."""
    words = Words(game)
    return tuple(
        finding
        for check in (_grammar, _languages, _moves, _events, _steps, _fields, _options, _rules, _lesson, _pages)
        for finding in check(game, words)
    )


def _at(game: AnyGame, table: str, key: str = "") -> str:
    return text_place(game, WORDS, table, key)


def _grammar(game: AnyGame, words: Words) -> Iterator[Finding]:
    if not game.grammar.verbs:
        yield Finding("the game has no grammar, so nothing can be done in it", code_place(type(game), game))


def _languages(game: AnyGame, words: Words) -> Iterator[Finding]:
    """Every entry has every language."""
    own = {table: words.table.get(table, {}) for table in TABLES}
    own["options"] = words.table.get("options", {})
    own[""] = {"title": words.table["title"], "gist": words.table["gist"]}
    for table, entries in own.items():
        for key, entry in entries.items():
            yield from _entry(entry, f"{table} {key}".strip(), _at(game, table, key))
            if name := _shown_differently(entry):
                why = f"{table} {key} shows {{{name}}} as another kind of thing in one language than in another"
                yield Finding(why, _at(game, table, key))
            for spec in _specs(entry) if table in ("moves", "events") else ():
                if spec not in SPECS and spec not in words.table["formats"]:
                    yield Finding(f"{table} {key} has a placeholder of no known kind: {spec!r}", _at(game, table, key))
    for table in ("sections", "rules"):
        for key, entry in words.book[table].items():
            yield from _entry(entry, key, text_place(game, "rules.toml", table, key))


def _entry(entry: Mapping[str, Any], name: str, where: str) -> Iterator[Finding]:
    missing = [language for language in LANGUAGES if not entry.get(language)]
    if missing:
        yield Finding(f"{name} has no words ({', '.join(missing)})", where)


def _holes(entry: Mapping[str, Any]) -> list[str]:
    """The names of the placeholders of an entry, in all languages."""
    texts = [str(entry.get(language, "")) for language in LANGUAGES]
    return sorted({hole[1] for text in texts for hole in HOLE.finditer(text)})


def _specs(entry: Mapping[str, Any]) -> list[str]:
    """What follows the colon in the placeholders of an entry: how values are shown."""
    texts = [str(entry.get(language, "")) for language in LANGUAGES]
    return sorted({hole[2] for text in texts for hole in HOLE.finditer(text) if hole[2]})


def _shown_differently(entry: Mapping[str, Any]) -> str:
    """The name of a placeholder that one language shows as a term, for example, and another as it is; "" if none is."""
    texts = [str(entry[language]) for language in LANGUAGES if entry.get(language)]
    kinds = [{hole[1]: hole[2] for hole in HOLE.finditer(text) if hole[3] is None} for text in texts]
    return (
        next(
            (name for name in kinds[0] for other in kinds[1:] if other.get(name, kinds[0][name]) != kinds[0][name]), ""
        )
        if kinds
        else ""
    )


def _strange(table: Mapping[str, Any], known: set[str]) -> list[str]:
    return [key for key in table if key.removesuffix(".hidden") not in known]


def _moves(game: AnyGame, words: Words) -> Iterator[Finding]:
    """Every verb, every noun and every thing has words."""
    moves, grammar = words.table["moves"], game.grammar
    for verb in grammar.verbs.values():
        if verb.name not in moves:
            yield Finding(f"the verb {verb.name!r} has no words in [moves]", _at(game, "moves", verb.name))
            continue
        for hole in _holes(moves[verb.name]):
            if not hole.isdecimal() or int(hole) >= len(verb.places):
                why = f"{{{hole}}} is no place of {verb.name!r}; it has: {', '.join(verb.places) or 'none'}"
                yield Finding(why, _at(game, "moves", verb.name))
    for key in _strange(moves, set(grammar.verbs)):
        yield Finding(f"[moves] has words for {key!r}, which is no verb", _at(game, "moves", key))
    nouns = words.table.get("nouns", {})
    for name, noun in grammar.nouns().items():
        if name not in nouns and noun.many not in nouns:
            yield Finding(f"the noun {name!r} has no words in [nouns]", _at(game, "nouns", name))
        if noun.number or noun.seats or noun.many:
            continue
        for word in noun.words:
            if not words.knows(word) and _is_spoken(game, words, name):
                yield Finding(f"the {name} {word!r} has no words in [terms]", _at(game, "terms", word))


def _is_spoken(game: AnyGame, words: Words, noun: str) -> bool:
    """Whether the words of some move name the things of a noun (``{tea:term}``)."""
    for verb in game.grammar.verbs.values():
        for number, one in enumerate(verb.places.values()):
            text = str(words.table["moves"].get(verb.name, {}).get("en", ""))
            if one.name == noun and f"{{{number}:term}}" in text:
                return True
    return False


def _events(game: AnyGame, words: Words) -> Iterator[Finding]:
    """Every event has words, with placeholders that it can fill."""
    table, known = words.table.get("events", {}), {one.__name__: one for one in classes_of(game, Event)}
    for name, kind in known.items():
        if name not in table and kind.__subclasses__():
            continue
        if name not in table:
            yield Finding(f"the event {name} has no words in [events]", code_place(kind, game) or _at(game, "events"))
            continue
        own = {field.name for field in fields(kind)}
        for key in (name, f"{name}.hidden"):
            for hole in _holes(table.get(key, {})):
                if hole not in own:
                    yield Finding(f"{{{hole}}} is no field of {name}", _at(game, "events", key))
    for key in _strange(table, set(known)):
        yield Finding(f"[events] has words for {key!r}, which is no event", _at(game, "events", key))


def _steps(game: AnyGame, words: Words) -> Iterator[Finding]:
    table = words.table.get("steps", {})
    for kind in classes_of(game, Step):
        concrete = getattr(kind, "take", None) is not Step.take or getattr(kind, "reveal", None) is not None
        if concrete and not kind.__subclasses__() and kind.__name__ not in table:
            yield Finding(f"the step {kind.__name__} has no words in [steps]", _at(game, "steps", kind.__name__))


def _fields(game: AnyGame, words: Words) -> Iterator[Finding]:
    """Every field that a generic board shows has words."""
    home = games.package_folder(game)
    own = [(home / board).exists() for board in BOARDS]
    if all(own) or (own[0] and game.id in games.housed()):  # our browser boards are in another folder
        return
    yield from _field_words(view_fields(view_type(game)), game, words)


def _field_words(found: Mapping[str, FieldInfo], game: AnyGame, words: Words) -> Iterator[Finding]:
    for name, info in found.items():
        if not words.knows(label_key(name)):
            where = code_place(view_type(game), game, f" {name}:")
            yield Finding(f"the field {name!r} of the view has no words in [terms]", where or _at(game, "terms"))
        inner = info.get("of", info)
        yield from _field_words(inner.get("fields", {}), game, words)


def _options(game: AnyGame, words: Words) -> Iterator[Finding]:
    table = words.table.get("options", {})
    for option in game.options:
        if option.name not in table:
            yield Finding(f"the option {option.name!r} has no words in [options]", _at(game, "options"))
        elif not all(table[option.name].get("help", {}).get(language) for language in LANGUAGES):
            yield Finding(f"the option {option.name!r} has no help in each language", _at(game, "options", option.name))
        if option.rule and words.rule(option.rule) is None:
            why = f"the option {option.name!r} cites {option.rule}, which is no rule"
            yield Finding(why, code_place(type(game), game, f'"{option.name}"'))


def _lesson(game: AnyGame, words: Words) -> Iterator[Finding]:
    """A lesson, if there is one, has cards in every language and asks for moves that can be said."""
    path = text_folder(game) / "lesson.json"
    if not path.exists():
        return
    where = f"text/{path.name}:1"
    try:
        lesson = json.loads(path.read_text(encoding="utf-8"))
        parts = [*lesson["cards"], *lesson["steps"]]
    except (ValueError, KeyError) as error:
        yield Finding(f"the lesson cannot be read: {error!r}", f"text/{path.name}:{getattr(error, 'lineno', 1)}")
        return
    if lesson.get("seats") not in game.seats or not lesson.get("seed"):
        yield Finding("the lesson needs seats that the game allows, and a seed", where)
    known: dict[str, list[str]] = {"verb": [*game.grammar.verbs], **{name: [] for name in game.grammar.kinds}}
    for name, noun in game.grammar.nouns().items():
        if not noun.many:
            known[name] = noun.in_catalogue(game.seats[-1])
    for part in parts:
        yield from _entry(part, f"the card {str(part.get('en'))[:40]!r} of the lesson", where)
        for name, word in part.get("move", {}).items():
            if name not in known:
                why = f"the lesson asks for {name!r}, which is no noun of the grammar"
                yield Finding(why, _line(path, json.dumps(name)))
            elif known[name] and str(word) not in known[name]:
                yield Finding(
                    f"the lesson asks for the {name} {word!r}, which does not exist", _line(path, f'"{word}"')
                )


def _pages(game: AnyGame, words: Words) -> Iterator[Finding]:
    """Every line of the player aid and of the overview is there in each language."""
    for path in (text_folder(game) / "aid.toml", text_folder(game) / "overview.toml"):
        try:
            page = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            yield Finding(f"the page cannot be read: {error}", f"text/{path.name}:{line[1] if line else 1}")
            continue
        for entry in _lines(page):
            said = next(str(entry[language]) for language in LANGUAGES if language in entry)
            yield from _entry(entry, f"the line {said[:40]!r}", _line(path, said[:40]))


def _lines(page: Any) -> Iterator[Mapping[str, Any]]:
    """The parts of a page that have words in some language."""
    if isinstance(page, dict) and any(language in page for language in LANGUAGES):
        yield page
    elif isinstance(page, (dict, list)):
        for part in page.values() if isinstance(page, dict) else page:
            yield from _lines(part)


def _line(path: Path, text: str) -> str:
    """The first line of a file that contains a text."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return f"text/{path.name}:{next((n for n, line in enumerate(lines, 1) if text in line), 1)}"


def _rules(game: AnyGame, words: Words) -> Iterator[Finding]:
    """Every rule belongs to a section with a heading."""
    for rule in words.book["rules"]:
        if section_of(rule) not in words.book["sections"]:
            why = f"{rule}: there is no section {section_of(rule)!r} in [sections]"
            yield Finding(why, text_place(game, "rules.toml", "rules", rule))
    for part, names in words.book.get("aid", {}).items():
        for name in names:
            if name not in words.book["sections"]:
                why = f"[aid] {part} names the section {name!r}, which does not exist"
                yield Finding(why, text_place(game, "rules.toml", "aid", part))
