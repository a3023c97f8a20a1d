"""``bunfight laws``: runs the conformance suite against a game."""

from __future__ import annotations

import argparse
import json
import sys
from argparse import Action
from pathlib import Path
from typing import NoReturn

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bunfight.bots.hint_checks import HINTS
from bunfight.cli.arguments import add_game, parser_of
from bunfight.engine import simulator
from bunfight.i18n.arguments import CommandParser, add_json, add_seed, add_whole, game_of
from bunfight.testing.laws import GAMES, LAWS, LawBroken, cases, hold
from bunfight.testing.texts import text_findings

EVERY = {**LAWS, **HINTS}


class ListLaws(Action):
    """Prints the laws and exits, like ``--help``; no game is needed."""

    def __call__(self, *_: object) -> NoReturn:
        for name, law in EVERY.items():
            print(f"{name}\n    {law.__doc__}")
        sys.exit(0)


def parser(command: str = "laws") -> CommandParser:
    made = parser_of(
        command, "Play random games over all numbers of players and all options, and check the laws along the way."
    )
    add_game(made)
    add_whole(made, "--games", 1, default=GAMES, help=f"how many games, at least one per setting (default: {GAMES})")
    made.add_argument(
        "--every", action="store_true", help="apply every law to every position of a long game too (slow)"
    )
    add_seed(made, "laws", "plays the same games")
    made.add_argument(
        "--law", action="append", choices=list(EVERY), metavar="LAW", help="only this law; may be repeated"
    )
    made.add_argument(
        "--physics", action="store_true", help="run the real simulation instead of estimating its answers"
    )
    made.add_argument("--nature", dest="physics", action="store_true", help=argparse.SUPPRESS)  # the old name
    made.add_argument("--list", action=ListLaws, nargs=0, help="print the laws and stop")
    add_json(made)
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    game = game_of(args.game)
    if args.law is None and (findings := text_findings(game)):
        for finding in findings:
            print(f"law 'everything_has_words' is broken: {finding.why}\n  at {finding.where}", file=sys.stderr)
        if args.json:
            why = [f"{finding.why} at {finding.where}" for finding in findings]
            print(json.dumps({"holds": False, "game": game.id, "law": "everything_has_words", "why": why}))
        return 1
    todo = cases(game, args.games, args.seed, simulator(game) if args.physics else None)
    positions = 0
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            for case in progress.track(todo, description=f"laws of {game.title}"):
                positions += hold(case, args.law, args.every, EVERY) + 1
    except LawBroken as broken:
        print(broken, file=sys.stderr)
        print(f"  {EVERY[broken.law].__doc__}", file=sys.stderr)
        record = ""
        if broken.record:
            path = Path(f"{game.id}-{broken.law}.jsonl")
            path.write_text(broken.record, encoding="utf-8")
            again = f"bunfight replay {path} --at {broken.decision}"
            print(f"  the game up to there is in {path}: {again}", file=sys.stderr)
            record = str(path)
        if args.json:
            found = {"game": game.id, "law": broken.law, "why": str(broken), "record": record}
            print(json.dumps({"holds": False, **found, "decision": broken.decision}))
        return 1
    if args.json:
        checked = {"laws": args.law or list(EVERY), "positions": positions, "games": len(todo)}
        print(json.dumps({"holds": True, "game": game.id, **checked}))
        return 0
    print(f"{len(args.law or EVERY)} laws hold on {positions} positions of {len(todo)} games of {game.title}")
    return 0
