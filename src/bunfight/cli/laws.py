"""``bunfight laws``: runs the conformance suite against a game."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from bunfight.bots.hint_checks import HINTS
from bunfight.cli.arguments import add_game, game_of, parser_of
from bunfight.engine import simulator
from bunfight.engine.errors import InvalidInput
from bunfight.testing.laws import GAMES, LAWS, LawBroken, cases, hold

EVERY = {**LAWS, **HINTS}


def main(argv: list[str]) -> int:
    parser = parser_of(
        argv, "Play random games over all numbers of players and all options, and check the laws along the way."
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        metavar="N",
        help=f"how many games, at least one per setting (default {GAMES})",
    )
    parser.add_argument(
        "--every", action="store_true", help="apply every law to every position of a long game too (slow)"
    )
    parser.add_argument("--seed", default="laws", help="the same seed plays the same games")
    parser.add_argument(
        "--law", action="append", choices=list(EVERY), metavar="LAW", help="only this law; may be repeated"
    )
    parser.add_argument(
        "--physics", "--nature", action="store_true", help="run the real simulation instead of estimating its answers"
    )
    parser.add_argument("--list", action="store_true", help="print the laws and stop")
    args = parser.parse_args(argv[1:])
    if args.list:
        for name, law in EVERY.items():
            print(f"{name}\n    {law.__doc__}")
        return 0
    if args.games < 1:
        raise InvalidInput("flag_least", flag="--games", low=1)
    game = game_of(args.game)
    todo = cases(game, args.games, args.seed, simulator(game) if args.physics else None)
    positions = 0
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn())
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            for case in progress.track(todo, description=f"laws of {game.title}"):
                positions += hold(case, args.law, args.every, EVERY) + 1
    except LawBroken as broken:
        path = Path(f"{game.id}-{broken.law}.jsonl")
        path.write_text(broken.record, encoding="utf-8")
        print(broken, file=sys.stderr)
        print(f"  {EVERY[broken.law].__doc__}", file=sys.stderr)
        print(f"  the game up to there is in {path}: bunfight replay {path} --at {broken.decision}", file=sys.stderr)
        return 1
    print(f"{len(args.law or EVERY)} laws hold on {positions} positions of {len(todo)} games of {game.title}")
    return 0
