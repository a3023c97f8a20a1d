"""Builds what people read about the games, in every language, for browsers."""

from __future__ import annotations

import inspect
import logging
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from bunfight import games, protocol
from bunfight.engine.cards import name_by_language, read_toml
from bunfight.engine.table import AnyGame
from bunfight.engine.view import view_fields, view_type
from bunfight.i18n import languages
from bunfight.i18n.components import component_help
from bunfight.i18n.words import Words, error_text, section_of, text_folder
from bunfight.protocol.schema import game_schema
from bunfight.server import policies
from bunfight.server.bots import offered
from bunfight.server.observability.logs import note

MAX_WORDS = 200  # of a noun that boards get
WORDS = (
    "moves",
    "events",
    "steps",
    "terms",
    "scores",
    "reasons",
    "formats",
    "many",
    "nouns",
    "previews",
    "board",
    "aid",
)

GAME_FILES = ("board.js", "cover.svg", "text/lesson.json")  # what browsers get of a game's folder
GAME_ASSETS = "web/"  # and everything in this folder of it: what board.js imports, pictures, sounds


def game_folder(game: AnyGame) -> Path:
    """The folder of a game."""
    return Path(inspect.getfile(type(game))).resolve().parent


def file_url(game: AnyGame, file: str) -> str:
    """Return where browsers find a file of the game; "" if it has none."""
    return f"/brought/{game.id}/{file}" if (game_folder(game) / file).is_file() else ""


def grammar_info(game: AnyGame) -> dict[str, Any]:
    """The grammar, for boards that know nothing about the game."""
    nouns = game.grammar.nouns()
    things = {name: noun.in_catalogue(game.seats[-1]) for name, noun in nouns.items() if not noun.many}
    return {
        "shape": game.grammar.shape(),
        "things": {name: words for name, words in things.items() if len(words) <= MAX_WORDS},
        "seats": [name for name, noun in nouns.items() if noun.seats],
        "roles": {verb.name: verb.role for verb in game.grammar.verbs.values() if verb.role},
        "fields": view_fields(view_type(game)),
    }


def game_info(game: AnyGame, rated: bool = True) -> protocol.GameInfo:
    table = languages.complete(Words(game).table, game.id)
    options = []
    for option in game.options:
        said: Any = table.get("options", {}).get(option.name) or languages.texts({"en": option.name})
        label = {language: said[language] for language in languages.every()}
        options.append(
            protocol.OptionInfo(
                option.name,
                option.kind,  # type: ignore[arg-type]  # one of four words
                option.default,
                list(option.choices),
                option.low,
                option.high,
                option.rule,
                label,
                said.get("help", {}),
                said.get("values", {}),
                option.by_seat,
            )
        )
    seats, title, gist = list(game.seats), table["title"], table["gist"]
    fields = (game.id, title, gist, game.minutes, seats, game.rules_version, options, offered(game.id, rated))
    return protocol.GameInfo(*fields, file_url(game, "cover.svg"), (text_folder(game) / "lesson.json").is_file())


def cards(game: AnyGame, words: Words, own: str = "") -> dict[str, dict[str, Any]]:
    """Every named card by kind and id, with where it comes from."""
    file = game_folder(game) / "cards.toml"
    if not own and not file.exists():
        return {}
    found: dict[str, dict[str, Any]] = {}
    for kind, rows in (tomllib.loads(own) if own else read_toml(file)).items():
        for row in rows if isinstance(rows, list) else []:
            if not isinstance(row, dict) or "id" not in row:
                continue
            if named := name_by_language(row["name"]) if "name" in row else words.table["terms"].get(str(row["id"])):
                source = "own" if own else row.get("source", "own")
                found.setdefault(kind, {})[str(row["id"])] = {**named, "source": source}
    return found


@cache
def game_book(name: str, rated: bool = True) -> protocol.GameBook:
    """Everything people read about a game with its printed cards."""
    return custom_book(games.load(name), rated=rated)


def usable_books(names: list[str], rated: bool = True) -> list[protocol.GameBook]:
    """The books of these games. A game of another package without a book or a schema is skipped from then on."""
    books = []
    for name in names:
        try:
            game_schema(games.load(name))
            books.append(game_book(name, rated))
        except Exception as error:  # whatever the texts of others contain, the other games stay playable
            if name in games.housed():
                raise
            games.skip(name, error)
            note("game skipped", logging.WARNING, game=name, why=error_text(games.skipped()[name]))
    return books


def custom_book(game: AnyGame, own: str = "", rated: bool = True) -> protocol.GameBook:
    """Everything people read about a game with the cards that are played; a custom list has names of its own."""
    words = Words(game)
    book = languages.complete(words.book, game.id)
    sections = []
    for key, title in book["sections"].items():
        here = [protocol.RuleText(rule, text) for rule, text in book["rules"].items() if section_of(rule) == key]
        sections.append(protocol.Section(key, title, here))
    words_by_table = {key: languages.complete(words.table.get(key, {}), game.id) for key in WORDS}
    words_by_table["cards"] = languages.complete(cards(game, words, own), game.id)
    words_by_table |= {
        "grammar": grammar_info(game),
        "board_script": file_url(game, "board.js"),
        "cover": file_url(game, "cover.svg"),
    }
    words_by_table["things"] = component_help(game, own)
    words_by_table["overview"] = {} if own else languages.complete(words.table["overview"], game.id)
    return protocol.GameBook(
        game_info(game, rated), sections, policies.server_rules(), words_by_table, game.cards_digest
    )
