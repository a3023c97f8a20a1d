"""``bunfight sim``, ``ladder``, ``report`` and ``balance``: the lab on the command line."""

from __future__ import annotations

from bunfight.cli.arguments import parser_of
from bunfight.lab import commands


def main(argv: list[str]) -> int:
    about, add_arguments, run = commands.COMMANDS[argv[0]]
    parser = parser_of(argv, f"{about[0].upper()}{about[1:]}.")
    add_arguments(parser)
    return run(parser.parse_args(argv[1:]))
