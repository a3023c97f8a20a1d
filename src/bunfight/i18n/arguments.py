"""Command-line parsers with one form of error: commands of every package build theirs from these parts."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Callable
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from bunfight import games
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.i18n import languages


class CommandParser(ArgumentParser):
    """Raises InvalidInput instead of printing the usage. Options cannot be abbreviated: new ones would break that."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("allow_abbrev", False)
        super().__init__(**given)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            flags = [flag for one in [self, *self._chosen(found)] for flag in one._option_string_actions]
            close = get_close_matches(unknown[0], flags, 1)
            key = "unknown_argument_like" if close else "unknown_argument"
            raise InvalidInput(key, given=unknown[0], close=close, command=self.prog)
        return found

    def _chosen(self, found: Any) -> list[ArgumentParser]:
        """The parser of the action that was chosen, if there is one."""
        choices = [one.choices for one in self._actions if isinstance(one, _SubParsersAction)]
        return [parsers[found.action] for parsers in choices if found.action in parsers]

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = list(action.choices)
            close = get_close_matches(str(value), known, 1)
            flag = action.option_strings[0] if action.option_strings else action.metavar
            key = "not_a_choice_like" if close else "not_a_choice"
            raise InvalidInput(key, flag=flag, given=value, known=known, close=close)

    def error(self, message: str) -> NoReturn:
        raise InvalidInput("usage", why=message.removeprefix("argument "), command=self.prog)


def read_text(path: Path) -> str:
    """The text of a file that the user has named."""
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


def game_of(name: str, cards: Path | None = None) -> AnyGame:
    """A game, with a card list from a file; an error in the list names the file."""
    game = games.load(name)
    if cards is None:
        return game
    text = read_text(cards)
    try:
        return games.load(name, text)
    except InvalidInput as error:
        error.facts["where"] = ": ".join(filter(None, (str(cards), error.facts.get("where", ""))))
        raise


def actions_of(parser: ArgumentParser, **given: Any) -> Any:
    """The actions of a command: ``bunfight COMMAND ACTION``, each with a parser and help of its own."""
    return parser.add_subparsers(dest="action", metavar="ACTION", **given)


def whole(flag: str, low: int, high: int | None = None) -> Callable[[str], int]:
    """The type of a whole number within limits; invalid ones are named together with ``flag``."""

    def convert(text: str) -> int:
        try:
            found = int(text)
        except ValueError:
            raise InvalidInput("number_whole", flag=flag, given=text) from None
        _limit(flag, text, found, low, high)
        return found

    return convert


def number(flag: str, low: float, high: float | None = None) -> Callable[[str], float]:
    """The type of a number within limits."""

    def convert(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            raise InvalidInput("number_any", flag=flag, given=text) from None
        _limit(flag, text, found, low, high)
        return found

    return convert


def _limit(flag: str, text: str, found: float, low: float, high: float | None) -> None:
    if high is None and not found >= low:  # also if it is not a number
        raise InvalidInput("number_least", flag=flag, low=low, given=text)
    if high is not None and not low <= found <= high:
        raise InvalidInput("number_range", flag=flag, low=low, high=high, given=text)


def add_whole(parser: Any, flag: str, low: int, high: int | None = None, **given: Any) -> None:
    parser.add_argument(flag, type=whole(flag, low, high), **{"metavar": "N", **given})


def add_number(parser: Any, flag: str, low: float, high: float | None = None, **given: Any) -> None:
    parser.add_argument(flag, type=number(flag, low, high), **{"metavar": "N", **given})


def add_language(parser: Any, default: str | None = "en", inherited: bool = False) -> None:
    """``--lang``. Without a default, the language of the player's settings. ``inherited``: an action's own copy."""
    shown = "the one in your settings" if default is None else default
    parser.add_argument(
        "--lang",
        choices=languages.every(),
        default=SUPPRESS if inherited else default,
        help=f"language of the output and of error messages: {', '.join(languages.every())} (default: {shown})",
    )


def language_of(argv: list[str]) -> str:
    """The language of error messages, also of those about other arguments: the one that ``--lang`` names."""
    named = [after for before, after in pairwise(argv) if before == "--lang"]
    named += [given.partition("=")[2] for given in argv if given.startswith("--lang=")]
    return next((one for one in named if one in languages.every()), "en")


def add_json(parser: Any) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def add_seed(parser: Any, default: str | None = None, plays: str = "deals the same game") -> None:
    shown = f" (default: {default})" if default else ""
    parser.add_argument("--seed", metavar="SEED", default=default, help=f"the same seed {plays}{shown}")


def add_options(parser: Any) -> None:
    """``--option NAME=VALUE``."""
    help_text = "an option of the game; may be repeated"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=help_text)


def add_players(parser: Any) -> None:
    add_whole(parser, "--players", 1, help="number of players (default: the fewest the game allows)")
