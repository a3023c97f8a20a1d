"""``bunfight play``: any game in the terminal, full screen; or line by line where that cannot be."""

from __future__ import annotations

import importlib.util
import secrets
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from bunfight import games
from bunfight.bots import make
from bunfight.cli.arguments import add_table, game_of, options_of, parser_of, players_of, record_of
from bunfight.cli.plain import Leave, Session
from bunfight.cli.screen import Screen
from bunfight.engine import Table, simulator
from bunfight.i18n import languages
from bunfight.tui.messages import Say
from bunfight.tui.names import names_of, seating
from bunfight.tui.saves import Settings, Shelf
from bunfight.tui.session import Local, resumed

MISSING = "the full screen needs textual; run: pip install 'bunfight[terminal]' (meanwhile, line by line)"


def full_screen(plain: bool) -> bool:
    """Whether there is a terminal for the full screen; says so if only the library is missing."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if importlib.util.find_spec("textual") is None:
        print(MISSING, file=sys.stderr)
        return False
    return True


def main(argv: list[str]) -> int:
    parser = parser_of(
        argv, "Play in the terminal against bots, or with friends at one keyboard. Without GAME, a home screen opens."
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="id of the game, see 'bunfight games'")
    add_table(parser)
    parser.add_argument(
        "--bots", metavar="A,B", help="bots for the last seats (default: medium in all seats but yours)"
    )
    parser.add_argument("--continue", dest="go_on", action="store_true", help="go on with the last game")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")
    parser.add_argument("--at", type=int, metavar="N", help="with --resume: continue after N decisions")
    parser.add_argument("--lang", choices=languages.every())
    parser.add_argument("--plain", action="store_true", help="line by line: for scripts and screen readers")
    parser.add_argument("--notation", action="store_true", help="with --plain: show how each choice is typed as a move")
    args = parser.parse_args(argv[1:])
    settings, shelf = Settings.read(), Shelf()
    settings.language = args.lang or settings.language or "en"
    if full_screen(args.plain):
        return shown(args, settings, shelf)
    return told(args, settings, shelf)


def sat_down(args: Namespace, settings: Settings, shelf: Shelf, keep: bool) -> Local:
    """The table that was asked for; a ValueError says what is wrong."""
    seed = args.seed or secrets.token_hex(16)
    kept: dict[str, Any] = {"shelf": shelf if keep else None, "auto_pass": settings.auto_pass and keep}
    if args.go_on:
        last = shelf.last()
        if last is None:
            raise ValueError("there is no game to go on with; start one with 'bunfight play GAME'")
        return resumed(shelf, *last, settings.language, settings.auto_pass and keep)
    if args.resume:
        record = record_of(args.resume)
        record = record if args.at is None else record.cut(args.at)
        game = game_of(record.game, args.cards)
        bots = seating(len(record.seats), args.bots)
        table = Table.resume(game, record, seed, simulator(game))
    elif args.game is None:
        raise ValueError(f"which game? Choose one of: {', '.join(games.names())}")
    else:
        game = game_of(args.game, args.cards)
        players = players_of(game, args.players)
        options = options_of(game, args.option, players)
        bots = seating(players, args.bots)
        names = names_of(players, bots, settings.language, settings.name)
        table = Table(game, names, seed, options, simulator(game))
    return Local(table, bots, settings.language, name=shelf.new(game.id) if keep else "", **kept)


def shown(args: Namespace, settings: Settings, shelf: Shelf) -> int:
    """Full screen."""
    from bunfight.tui.app import Bunfight
    from bunfight.tui.home import Home
    from bunfight.tui.table import TableScreen

    if args.game is None and not args.resume and not args.go_on:
        Bunfight(Home(settings, shelf), settings).run()
        return 0
    sitting = sat_down(args, settings, shelf, keep=True)
    sitting.keep()
    Bunfight(TableScreen(sitting, motion=settings.motion), settings).run()
    if not sitting.table.record.end:
        print(Say(settings.language)("plain_kept"))
    return 0


def told(args: Namespace, settings: Settings, shelf: Shelf) -> int:
    """Line by line."""
    sitting = sat_down(args, settings, shelf, keep=False)
    sitting.close()
    table, say = sitting.table, Say(settings.language)
    screen = Screen(sys.stdin, sys.stdout)
    bots = {seat: make(spec, table.game) for seat, spec in sitting.bots.items()}
    session = Session(table, bots, settings.language, screen, args.notation)
    screen.question(f"{session.words.title}  {say('plain_hash', hash=table.record.chapters[-1].commit[:16])}")
    screen.plain(session.words.gist)
    try:
        session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        screen.plain(say("plain_bye"))
    return 0
