"""The ``bunfight`` command. Each subcommand has a module, which is imported when it is used.

A module has ``parser(command)``, which builds its arguments, and ``main(argv)``, which returns the exit code. The
command reference, the man page and the shell completion are made from the parsers.
"""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, ArgumentParser, RawDescriptionHelpFormatter
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Final

import bunfight
from bunfight.engine import step
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.games import blamed
from bunfight.i18n.arguments import CommandParser, language_of
from bunfight.i18n.words import error_text

ABOUT: Final = (
    "Five board games about food, played by the rules of their rulebooks. Cards that they do not print are our own: "
    "'bunfight cards show GAME' marks them."
)
COMMANDS: Final = {
    "play": ("bunfight.cli.play", "play a game in the terminal, against bots or friends"),
    "join": ("bunfight.cli.join", "join a table on a server, from the terminal"),
    "host": ("bunfight.cli.host", "open a table for friends in browsers and terminals, and join it"),
    "serve": ("bunfight.cli.serve", "run a server for tables in browsers, and look after its database"),
    "admin": ("bunfight.cli.admin", "list, close, export or delete tables of a server"),
    "games": ("bunfight.cli.games", "list the games and their options"),
    "rules": ("bunfight.cli.rules", "look up rules by id or word, or list the tests that cite them"),
    "cards": ("bunfight.cli.cards", "show the cards of a game, or check or start a list of your own"),
    "review": ("bunfight.cli.review", "show how much was luck and how much skill in a recorded game"),
    "daily": ("bunfight.cli.daily", "play today's deal, the same for everybody"),
    "puzzles": ("bunfight.cli.puzzles", "solve puzzles from games between bots, or mine new ones"),
    "replay": ("bunfight.cli.replay", "show a recorded game, or verify its dice"),
    "sim": ("bunfight.cli.lab", "play many games between bots and tally the results"),
    "ladder": ("bunfight.cli.lab", "rate bots against each other"),
    "report": ("bunfight.cli.lab", "make a page of charts and tables about a game"),
    "balance": ("bunfight.cli.lab", "compare an option or a card list with the standard"),
    "train": ("bunfight.cli.train", "train a bot by self-play"),
    "laws": ("bunfight.cli.laws", "check a game against the laws, the conformance suite"),
    "new": ("bunfight.cli.new", "create a new game package that already runs"),
    "bench": ("bunfight.cli.bench", "measure the speed of the engine"),
    "completion": ("bunfight.cli.completion", "print a script that completes commands in your shell"),
}


STOPPED: Final = 130  # exit code after Ctrl-C


def built() -> str:
    """Return whether the engine runs compiled."""
    return "plain Python" if str(step.__file__).endswith(".py") else "compiled"


def parser_for(command: str) -> ArgumentParser:
    """Build the parser of a command; InvalidInput if packages that it needs are not installed."""
    made: ArgumentParser = import_module(COMMANDS[command][0]).parser(command)
    return made


def _main_parser() -> CommandParser:
    width = max(map(len, COMMANDS))
    parser = CommandParser(
        prog="bunfight",
        usage="bunfight COMMAND [ACTION] [ARGUMENTS] [OPTIONS]",
        description=ABOUT,
        epilog="commands:\n"
        + "\n".join(f"  {name:{width}} {about}" for name, (_, about) in COMMANDS.items())
        + "\n\nRun 'bunfight COMMAND --help' for details. BUNFIGHT_DEBUG=1 shows where an error in a game comes from.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bunfight {bunfight.__version__} ({built()})")
    parser.add_argument("command", nargs="?", help=SUPPRESS)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command. Returns 0 for success, 1 for a negative answer, 2 for wrong usage."""
    given = sys.argv[1:] if argv is None else argv
    name = "bunfight"
    try:
        if not given:
            _main_parser().print_help()
            return 0
        command = _main_parser().parse_args(given[:1]).command
        if command not in COMMANDS:
            close = get_close_matches(command, COMMANDS, 1)
            raise InvalidInput("unknown_command_like" if close else "unknown_command", given=command, close=close)
        name = f"bunfight {command}"
        code: int = import_module(COMMANDS[command][0]).main(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of the output has closed it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # Python flushes what is left at exit
        return 0
    except (BunfightError, OSError) as error:
        return _failed(name, error, language_of(given))
    except Exception as error:
        crash = blamed(error)
        if crash is None:  # an error of ours
            raise
        return _failed(name, crash, language_of(given))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return STOPPED


def _failed(name: str, error: Exception, language: str) -> int:
    rule = f" ({error.rule})" if isinstance(error, BunfightError) and error.rule else ""
    print(f"{name}: {error_text(error, language)}{rule}", file=sys.stderr)
    return 2
