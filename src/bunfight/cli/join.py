"""``bunfight join``: sit down at a table of a server, from the terminal."""

from __future__ import annotations

import asyncio
import importlib.util
import sys

from bunfight.cli.arguments import parser_of
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_language
from bunfight.tui.saves import Settings

NEEDED = ("textual", "websockets")


def ready() -> None:
    """Raise InvalidInput unless there is all that the full screen and the line need."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise InvalidInput("needs_packages", packages=", ".join(missing), extra="terminal")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InvalidInput("needs_terminal")


def parser(command: str = "join") -> CommandParser:
    made = parser_of(command, "Join a table on a server; friends may be in browsers or in terminals.")
    made.add_argument("link", metavar="LINK", help="the link of the table, or of your seat")
    made.add_argument("--name", metavar="NAME", help="your name at the table")
    add_language(made, None)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    from bunfight.client import parse_link
    from bunfight.tui.online import open_session

    parse_link(args.link)
    ready()
    settings = Settings.read()
    settings.language = args.lang or settings.language or "en"
    session = asyncio.run(open_session(args.link, args.name or settings.name, settings.language))
    show(session, settings)
    return 0


def show(session: object, settings: Settings, links: str = "") -> None:
    """The table full screen."""
    from bunfight.tui.app import Bunfight
    from bunfight.tui.lobby import Lobby
    from bunfight.tui.online import RemoteSession

    assert isinstance(session, RemoteSession)
    Bunfight(Lobby(session, settings.motion, links), settings).run()
