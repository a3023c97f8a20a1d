"""``bunfight sim``, ``ladder``, ``report`` and ``balance``: run the lab from the command line."""

from __future__ import annotations

from bunfight.cli.arguments import parser_of
from bunfight.i18n.arguments import CommandParser
from bunfight.lab import commands


def parser(command: str) -> CommandParser:
    about, add_arguments, _ = commands.COMMANDS[command]
    made = parser_of(command, f"{about[0].upper()}{about[1:]}.")
    add_arguments(made)
    return made


def main(argv: list[str]) -> int:
    run = commands.COMMANDS[argv[0]][2]
    return run(parser(argv[0]).parse_args(argv[1:]))
