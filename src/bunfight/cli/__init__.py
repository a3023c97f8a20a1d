"""The ``bunfight`` command: one module for each subcommand, imported only when it is asked for."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Final

import bunfight
from bunfight.engine import step

COMMANDS: Final = {
    "play": ("bunfight.cli.play", "play a game in the terminal, against bots or friends"),
    "join": ("bunfight.cli.join", "sit down at a table of a server, from the terminal"),
    "host": ("bunfight.cli.host", "open a table for friends in browsers and terminals, and sit down"),
    "serve": ("bunfight.cli.serve", "open tables for browsers on this machine"),
    "admin": ("bunfight.cli.admin", "list, close, export or forget tables of a server"),
    "games": ("bunfight.cli.games", "list the games and their options"),
    "rules": ("bunfight.cli.rules", "look a rule up, or list the tests that name it"),
    "cards": ("bunfight.cli.cards", "show the cards and where they come from, or check a list of your own"),
    "review": ("bunfight.cli.review", "say what was luck and what was skill in a recorded game"),
    "daily": ("bunfight.cli.daily", "play today's deal, the same for everybody"),
    "puzzles": ("bunfight.cli.puzzles", "solve puzzles from games between bots, or mine new ones"),
    "replay": ("bunfight.cli.replay", "look at a recorded game, or verify its dice"),
    "sim": ("bunfight.cli.lab", "play many games between bots and tally the results"),
    "ladder": ("bunfight.cli.lab", "rate bots against each other"),
    "report": ("bunfight.cli.lab", "make a page of charts and tables about a game"),
    "balance": ("bunfight.cli.lab", "compare an option or a card list with the standard"),
    "train": ("bunfight.cli.train", "train a player by self-play"),
    "laws": ("bunfight.cli.laws", "check a game against the laws that every game obeys"),
    "new": ("bunfight.cli.new", "begin a game of your own, as a package that already works"),
    "bench": ("bunfight.cli.bench", "measure the speed of the engine"),
}


def built() -> str:
    """Whether the hot rooms run compiled."""
    return "plain Python" if str(step.__file__).endswith(".py") else "compiled"


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
    except BrokenPipeError:  # whoever read the output has seen enough
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # what is left goes there at exit
        return 0
    except (ValueError, OSError) as error:
        print(f"bunfight {args.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
