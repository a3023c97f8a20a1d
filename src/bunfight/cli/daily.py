"""``bunfight daily``: plays today's deal, the same for everybody, and takes the luck out of the score at the end."""

from __future__ import annotations

import sys
from pathlib import Path

from bunfight.bots import make
from bunfight.cli.arguments import add_game, parser_of
from bunfight.cli.plain import Leave, PlainSession
from bunfight.cli.play import full_screen
from bunfight.cli.review import build_review
from bunfight.cli.screen import Screen
from bunfight.coach import daily
from bunfight.coach.phrases import of_daily as say
from bunfight.coach.summary import summary_lines
from bunfight.engine import Rng, Seat, Table, simulator
from bunfight.engine.table import AnyGame
from bunfight.i18n.arguments import CommandParser, add_language, game_of
from bunfight.i18n.words import Words
from bunfight.tui.saves import Settings


class Daily(PlainSession):
    """The daily deal line by line; bots decide the same for everybody, as at a server's table."""

    def let_bot_play(self, seat: Seat) -> None:
        self.thought = Rng(self.table.seed, f"bot/{seat}/{len(self.table.record.entries)}")
        super().let_bot_play(seat)


def play_full_screen(game: AnyGame, one: daily.Deal, language: str) -> int:
    """Play the deal full screen."""
    from bunfight.tui.app import run_app
    from bunfight.tui.daily import DailySession
    from bunfight.tui.table import TableScreen

    settings = Settings.read()
    run_app(TableScreen(DailySession(game, one, language), motion=settings.motion), settings)
    return 0


def parser(command: str = "daily") -> CommandParser:
    made = parser_of(command, "Play today's deal against fixed bots: it is the same for everybody.")
    add_game(made)
    made.add_argument("--date", metavar="DATE", help="an earlier day, like 2026-11-17")
    made.add_argument("--quick", action="store_true", help="a rougher review at the end, in a fifth of the time")
    made.add_argument("--plain", action="store_true", help="line by line: for scripts and screen readers")
    add_language(made)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    game = game_of(args.game)
    one = daily.deal(game.id, daily.dated(args.date) if args.date else daily.today())
    if full_screen(args.plain):
        return play_full_screen(game, one, args.lang)
    names = [say("you", args.lang), *(say("bot", args.lang, n=seat) for seat in range(1, one.seats))]
    table = Table(game, names, one.seed, {}, simulator(game))
    bots = {seat: make(one.bot, game) for seat in range(one.seats) if seat != daily.YOU}
    screen = Screen(sys.stdin, sys.stdout)
    session = Daily(table, bots, args.lang, screen)
    screen.question(say("day", args.lang, game=session.words.title, date=one.date))
    try:
        session.run()
    except (Leave, EOFError, KeyboardInterrupt):
        if table.state.agenda:
            screen.plain("\n" + say("left", args.lang))
            return 0
    path = Path(f"{game.id}-{one.date}.jsonl")
    path.write_text(table.record.text(), encoding="utf-8")
    review = build_review(game, table.record, 5 if args.quick else 1)
    found = daily.score(review, table.record)
    screen.plain("\n".join(summary_lines(game, review, args.lang)))
    screen.question(say("score", args.lang, result=found.result, luck=found.luck, adjusted=found.adjusted))
    screen.plain(daily.share(one, Words(game, args.lang).title, found))
    screen.plain(say("kept", args.lang, path=path))
    return 0
