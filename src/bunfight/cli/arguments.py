"""Arguments that several commands share."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from bunfight.engine import Record
from bunfight.engine.errors import InvalidInput
from bunfight.engine.options import parse_pairs
from bunfight.engine.record import load
from bunfight.engine.table import AnyGame
from bunfight.i18n.arguments import CommandParser, add_options, add_players, add_seed


def parser_of(command: str, about: str) -> CommandParser:
    return CommandParser(prog=f"bunfight {command}", description=about)


def add_game(parser: ArgumentParser, without: str = "") -> None:
    """Add ``GAME``; ``without`` says what happens without it, if it may be left out."""
    what = f"id of a game, see 'bunfight games' ({without})" if without else "id of the game, see 'bunfight games'"
    parser.add_argument("game", nargs="?" if without else None, metavar="GAME", help=what)


def add_file(parser: ArgumentParser, flag: str, what: str, **given: Any) -> None:
    parser.add_argument(flag, type=Path, metavar="FILE", help=what, **given)


def add_table(parser: ArgumentParser) -> None:
    """Add the arguments that set up a table."""
    add_players(parser)
    add_options(parser)
    add_file(parser, "--cards", "a card list of your own (TOML)")
    add_seed(parser)


def players_of(game: AnyGame, players: int | None) -> int:
    return game.seats[0] if players is None else players


def options_of(game: AnyGame, pairs: list[str], seats: int) -> dict[str, Any]:
    """Return the complete options of a game from ``--option NAME=VALUE``."""
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
