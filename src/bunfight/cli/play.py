"""``bunfight play``: plays any game in the terminal, full screen or line by line."""

from __future__ import annotations

import importlib.util
import secrets
import sys
from argparse import Namespace
from typing import Any

from bunfight import games
from bunfight.bots import make
from bunfight.cli.arguments import add_file, add_game, add_table, options_of, parser_of, players_of, record_of
from bunfight.cli.plain import Leave, PlainSession
from bunfight.cli.screen import Screen
from bunfight.engine import Table, simulator
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_language, add_whole, game_of
from bunfight.tui.messages import Messages
from bunfight.tui.names import names_of, seating
from bunfight.tui.saves import SaveFolder, Settings
from bunfight.tui.session import LocalSession, resume_session

MISSING = "the full screen needs textual; run: pip install 'bunfight[terminal]' (meanwhile, line by line)"


def full_screen(plain: bool) -> bool:
    """Return whether the full screen can be used; print a note if only the library is missing."""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if importlib.util.find_spec("textual") is None:
        print(MISSING, file=sys.stderr)
        return False
    return True


def parser(command: str = "play") -> CommandParser:
    made = parser_of(
        command,
        "Play in the terminal against bots, or with friends at one keyboard. Without GAME, a home screen opens.",
    )
    add_game(made, "without it, a home screen opens")
    add_table(made)
    made.add_argument(
        "--bots", metavar="BOT,...", help="bots for the last seats (default: a medium bot in every seat but yours)"
    )
    made.add_argument("--continue", dest="go_on", action="store_true", help="continue the last game")
    add_file(made, "--resume", "continue a saved game")
    add_whole(made, "--at", 0, help="with --resume: continue after N decisions")
    add_language(made, None)
    made.add_argument("--plain", action="store_true", help="line by line: for scripts and screen readers")
    made.add_argument("--notation", action="store_true", help="with --plain: show how each choice is typed as a move")
    made.add_argument("--ascii", action="store_true", help="with --plain: use only ASCII characters")
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    if args.at is not None and not args.resume:
        raise InvalidInput("flag_needs", flag="--at", other="--resume FILE")
    if args.go_on and args.resume:
        raise InvalidInput("flags_exclude", flag="--continue", other="--resume")
    settings, saves = Settings.read(), SaveFolder()
    settings.language = args.lang or settings.language or "en"
    if full_screen(args.plain):
        return play_full_screen(args, settings, saves)
    return play_plain(args, settings, saves)


def new_session(args: Namespace, settings: Settings, saves: SaveFolder) -> LocalSession:
    """Set up the table that was asked for; InvalidInput says what is wrong."""
    seed = args.seed or secrets.token_hex(16)
    kept: dict[str, Any] = {"saves": saves, "auto_pass": settings.auto_pass}
    if args.go_on:
        last = saves.last("" if args.game is None else game_of(args.game).id)
        if last is None:
            raise (
                InvalidInput("nothing_saved") if args.game is None else InvalidInput("nothing_saved_of", game=args.game)
            )
        return resume_session(saves, *last, settings.language, settings.auto_pass)
    if args.resume:
        record = record_of(args.resume)
        if args.game is not None and args.game != record.game:
            raise InvalidInput("other_game", where=args.resume.name, found=record.game, game=args.game)
        if args.at is not None and args.at > len(record.entries):
            raise InvalidInput("at_range", at=args.at, n=len(record.entries))
        record = record if args.at is None else record.cut(args.at)
        game = game_of(record.game, args.cards)
        bots = seating(len(record.seats), args.bots)
        table = Table.resume(game, record, seed, simulator(game))
    elif args.game is None:
        raise InvalidInput("which_game", known=", ".join(games.names()))
    else:
        game = game_of(args.game, args.cards)
        players = players_of(game, args.players)
        options = options_of(game, args.option, players)
        bots = seating(players, args.bots)
        names = names_of(players, bots, settings.language, settings.name)
        table = games.new_table(game, names, seed, options, simulator(game))
    return LocalSession(table, bots, settings.language, name=saves.new(game.id), **kept)


def play_full_screen(args: Namespace, settings: Settings, saves: SaveFolder) -> int:
    """Play full screen."""
    from bunfight.tui.app import run_app
    from bunfight.tui.home import Home
    from bunfight.tui.table import TableScreen

    if args.game is None and not args.resume and not args.go_on:
        run_app(Home(settings, saves), settings)
        return 0
    session = new_session(args, settings, saves)
    session.save()
    run_app(TableScreen(session, motion=settings.motion), settings)
    if not session.table.record.end:
        print(Messages(settings.language)("plain_kept"))
    return 0


def play_plain(args: Namespace, settings: Settings, saves: SaveFolder) -> int:
    """Play line by line; the game is saved after each decision, like in the full screen."""
    session = new_session(args, settings, saves)
    try:
        return line_by_line(args, settings, session)
    except Exception as error:
        raise (session.crash(error) or error) from error
    finally:
        session.close()


def line_by_line(args: Namespace, settings: Settings, session: LocalSession) -> int:
    session.save()
    table, t = session.table, Messages(settings.language)
    screen = Screen(sys.stdin, sys.stdout, args.ascii)
    bots = {seat: make(spec, table.game) for seat, spec in session.bots.items()}
    plain_session = PlainSession(table, bots, settings.language, screen, args.notation, session.save)
    screen.question(f"{plain_session.words.title}  {t('plain_hash', hash=table.record.chapters[-1].commit[:16])}")
    screen.plain(plain_session.words.gist)
    try:
        plain_session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        screen.plain(f"\n{t('plain_kept' if table.state.agenda else 'plain_bye')}")
    return 0
