"""``bunfight join``: joins a table of a server from the terminal."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import Awaitable, Callable

from bunfight.cli.arguments import parser_of
from bunfight.cli.screen import Screen
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_language
from bunfight.tui.messages import Messages
from bunfight.tui.saves import Settings

NEEDED = ("textual", "websockets")


def require_screen() -> None:
    """Raise InvalidInput unless there is a terminal and the packages for the screen and the connection."""
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
    require_screen()
    settings = Settings.read()
    settings.language = args.lang or settings.language or "en"
    which = which_seat(Screen(sys.stdin, sys.stdout), settings.language)
    session = asyncio.run(open_session(args.link, args.name or settings.name, settings.language, which))
    show(session, settings)
    return 0


def which_seat(screen: Screen, language: str) -> Callable[[list[tuple[str, str]]], Awaitable[str]]:
    """Ask which seat to take if a player on this machine already has one."""

    async def ask(answers: list[tuple[str, str]]) -> str:
        t = Messages(language)
        screen.question(t("seat_taken_here"))
        for number, (_, label) in enumerate(answers, 1):
            screen.choice(number, label, "")
        while True:
            line = screen.read()
            if line.isdecimal() and 1 <= int(line) <= len(answers):
                return answers[int(line) - 1][0]
            screen.warn(t("seat_number", n=len(answers)))

    return ask


def show(session: object, settings: Settings, links: str = "") -> None:
    """Show the table full screen."""
    from bunfight.tui.app import run_app
    from bunfight.tui.lobby import Lobby
    from bunfight.tui.online import RemoteSession

    assert isinstance(session, RemoteSession)
    run_app(Lobby(session, settings.motion, links), settings)
