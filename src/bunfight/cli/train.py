"""``bunfight train``: a player that teaches itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

from bunfight.cli.arguments import add_game, add_table, game_of, options_of, parser_of, players_of
from bunfight.engine.errors import InvalidInput

LONGEST: Final = 100_000  # minutes


def main(argv: list[str]) -> int:
    parser = parser_of(
        argv,
        "Train a network by self-play. The result is one file that plays as net:FILE. Stop with Ctrl-C whenever you "
        "like: the same command goes on where it stopped.",
    )
    add_game(parser)
    add_table(parser)
    parser.add_argument("--minutes", type=float, help="how long to train (default: 20, with --decisions no limit)")
    parser.add_argument(
        "--decisions",
        type=int,
        default=0,
        metavar="N",
        help="train for N decisions instead of a fixed time",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="the result (default: GAME.net)")
    parser.add_argument(
        "--against", default="heuristic", metavar="BOT", help="opponent for evaluation (default: heuristic)"
    )
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games per evaluation (default: 200)")
    parser.add_argument("--last", type=int, default=400, metavar="N", help="games per final evaluation; 0 skips it")
    args = parser.parse_args(argv[1:])
    minutes = args.minutes if args.minutes is not None else LONGEST if args.decisions else 20.0
    if not 0.01 <= minutes <= LONGEST:
        raise InvalidInput("flag_range", flag="--minutes", low=0.01, high=LONGEST)
    if args.decisions < 0:
        raise InvalidInput("flag_least", flag="--decisions", low=0)
    if not 2 <= args.games <= 100_000 or not 0 <= args.last <= 100_000:
        raise InvalidInput("train_games")
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
        seed=int(args.seed or 0),
    )
    return train.main(course, args.last)
