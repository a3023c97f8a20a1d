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


def parser_of(argv: list[str], about: str) -> ArgumentParser:
    return ArgumentParser(prog=f"bunfight {argv[0]}", description=about)


def add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="id of the game, see 'bunfight games'")


def add_table(parser: ArgumentParser) -> None:
    """What is needed to set up a table."""
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: the fewest the game allows)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )
    parser.add_argument("--cards", type=Path, metavar="FILE", help="a card list of your own (TOML)")
    parser.add_argument("--seed", metavar="S", help="the same seed deals the same game")


def game_of(name: str, cards: Path | None = None) -> AnyGame:
    return games.load(name, "" if cards is None else read_cards(cards))


def read_cards(path: Path) -> str:
    """The text of a card list."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("file_unreadable", where=path.name, why=str(error)) from error


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
    except InvalidInput as error:
        error.facts["where"] = path.name
        raise
