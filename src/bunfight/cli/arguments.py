"""Arguments that several commands take."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from bunfight import games
from bunfight.engine import Record
from bunfight.engine.errors import InvalidInput
from bunfight.engine.options import parse_pairs
from bunfight.engine.record import load
from bunfight.engine.table import AnyGame
from bunfight.i18n.arguments import CommandParser, add_options, add_players, add_seed


def parser_of(command: str, about: str) -> CommandParser:
    return CommandParser(prog=f"bunfight {command}", description=about)


def add_game(parser: ArgumentParser, without: str = "") -> None:
    """``GAME``; ``without`` says what happens without it, if it may be left out."""
    told = f"id of a game, see 'bunfight games' ({without})" if without else "id of the game, see 'bunfight games'"
    parser.add_argument("game", nargs="?" if without else None, metavar="GAME", help=told)


def add_file(parser: ArgumentParser, flag: str, told: str, **given: Any) -> None:
    parser.add_argument(flag, type=Path, metavar="FILE", help=told, **given)


def add_table(parser: ArgumentParser) -> None:
    """What is needed to set up a table."""
    add_players(parser)
    add_options(parser)
    add_file(parser, "--cards", "a card list of your own (TOML)")
    add_seed(parser)


def game_of(name: str, cards: Path | None = None) -> AnyGame:
    return games.load(name, "" if cards is None else read_cards(cards))


def read_cards(path: Path) -> str:
    """The text of a card list."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("file_unreadable", where=str(path), why=error) from error


def write_text(path: Path, text: str) -> None:
    """Write a file that the user has named."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput("file_unwritable", where=str(path), why=error) from error


def players_of(game: AnyGame, players: int | None) -> int:
    return game.seats[0] if players is None else players


def options_of(game: AnyGame, pairs: list[str], seats: int) -> dict[str, Any]:
    """``--option NAME=VALUE`` as the complete options of a game."""
    return game.settle(parse_pairs(pairs), seats)


def record_of(path: Path) -> Record:
    try:
        return load(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise InvalidInput("record_text", where=path.name) from None
    except OSError as error:
        raise InvalidInput("file_unreadable", where=str(path), why=error) from error
    except InvalidInput as error:
        error.facts["where"] = path.name
        raise
