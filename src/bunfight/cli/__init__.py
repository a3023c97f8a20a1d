"""The ``bunfight`` command. Each subcommand has a module, which is imported when it is used."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from difflib import get_close_matches
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Final

import bunfight
from bunfight.engine import step
from bunfight.engine.errors import BunfightError
from bunfight.i18n import languages
from bunfight.i18n.words import error_text

COMMANDS: Final = {
    "play": ("bunfight.cli.play", "play a game in the terminal, against bots or friends"),
    "join": ("bunfight.cli.join", "join a table on a server, from the terminal"),
    "host": ("bunfight.cli.host", "open a table for friends in browsers and terminals, and join it"),
    "serve": ("bunfight.cli.serve", "run a server for tables in browsers"),
    "admin": ("bunfight.cli.admin", "list, close, export or delete tables of a server"),
    "games": ("bunfight.cli.games", "list the games and their options"),
    "rules": ("bunfight.cli.rules", "look up a rule, or list the tests that cite it"),
    "cards": ("bunfight.cli.cards", "show the cards and where they come from, or check a list of your own"),
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
}


def built() -> str:
    """Whether the engine runs compiled."""
    return "plain Python" if str(step.__file__).endswith(".py") else "compiled"


def _language(argv: list[str]) -> str:
    """The language of error messages: the one that ``--lang`` names, else English."""
    named = [after for before, after in pairwise(argv) if before == "--lang"]
    named += [given.partition("=")[2] for given in argv if given.startswith("--lang=")]
    return next((one for one in named if one in languages.every()), "en")


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 is success, 1 a negative answer, 2 wrong usage."""
    given = sys.argv[1:] if argv is None else argv
    parser = ArgumentParser(
        prog="bunfight",
        description="Five board games about food, played by the rules of their rulebooks. Cards that they do not print "
        "are our own: 'bunfight cards show GAME' marks them.",
        epilog="commands:\n"
        + "\n".join(f"  {name:8} {about}" for name, (_, about) in COMMANDS.items())
        + "\n\nRun 'bunfight COMMAND --help' for details.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bunfight {bunfight.__version__} ({built()})")
    parser.add_argument("command", metavar="COMMAND")
    if not given:
        parser.print_help()
        return 2
    args = parser.parse_args(given[:1])
    if args.command not in COMMANDS:
        close = get_close_matches(args.command, COMMANDS, 1)
        hint = f"did you mean {close[0]!r}?" if close else "see 'bunfight --help'"
        print(f"bunfight: unknown command {args.command!r}; {hint}", file=sys.stderr)
        return 2
    try:
        code: int = import_module(COMMANDS[args.command][0]).main(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader of the output has closed it
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # what is left goes there at exit
        return 0
    except (BunfightError, OSError) as error:
        rule = f" ({error.rule})" if isinstance(error, BunfightError) and error.rule else ""
        print(f"bunfight {args.command}: {error_text(error, _language(given))}{rule}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
