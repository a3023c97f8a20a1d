"""``bunfight train``: a player that teaches itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

from bunfight.cli.arguments import add_file, add_game, add_table, game_of, options_of, parser_of, players_of
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_number, add_whole, whole

LONGEST: Final = 100_000  # minutes


def parser(command: str = "train") -> CommandParser:
    made = parser_of(
        command,
        "Train a network by self-play. The result is one file that plays as net:FILE. Stop with Ctrl-C whenever you "
        "like: the same command goes on where it stopped.",
    )
    add_game(made)
    add_table(made)
    add_number(made, "--minutes", 0.01, LONGEST, help="how long to train (default: 20, with --decisions no limit)")
    add_whole(made, "--decisions", 0, default=0, help="train for N decisions instead of a fixed time")
    add_file(made, "--out", "the result (default: GAME.net)")
    made.add_argument(
        "--against", default="heuristic", metavar="BOT", help="opponent for evaluation (default: heuristic)"
    )
    add_whole(made, "--games", 2, 100_000, default=200, help="games per evaluation (default: 200)")
    add_whole(made, "--last", 0, 100_000, default=400, help="games per final evaluation; 0 skips it (default: 400)")
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    minutes = args.minutes if args.minutes is not None else LONGEST if args.decisions else 20.0
    seed = whole("--seed", 0)(args.seed or "0")
    missing = [name for name in ("numpy", "jax") if importlib.util.find_spec(name) is None]
    if missing:
        raise InvalidInput("needs_packages", packages=", ".join(missing), extra="learning")
    from bunfight.bots import check_spec
    from bunfight.rl import train

    game = game_of(args.game, args.cards)
    players = players_of(game, args.players)
    check_spec(args.against, game)
    course = train.Course(
        game=game,
        players=players,
        options=options_of(game, args.option, players),
        out=args.out or Path(f"{game.id}.net"),
        minutes=minutes,
        decisions=args.decisions,
        opponent=args.against,
        games=args.games,
        seed=seed,
    )
    return train.main(course, args.last)
