"""``bunfight train``: a player that teaches itself."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from bunfight.cli.arguments import add_game, add_table, game_of, options_of, parser_of, players_of


def main(argv: list[str]) -> int:
    parser = parser_of(
        argv,
        "Train a network by self-play. The result is one file that plays as net:FILE. Stop with Ctrl-C whenever you "
        "like: the same command goes on where it stopped.",
    )
    add_game(parser)
    add_table(parser)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long to train (default: 20)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the result (default: GAME.net)")
    parser.add_argument("--against", default="heuristic", metavar="BOT", help="who examines it (default: heuristic)")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games of each examination (default: 200)")
    parser.add_argument("--last", type=int, default=400, metavar="N", help="games of each of the last ones; 0: none")
    args = parser.parse_args(argv[1:])
    if not 0.01 <= args.minutes <= 100_000:
        raise ValueError("--minutes: from 0.01 to 100000")
    if not 2 <= args.games <= 100_000 or not 0 <= args.last <= 100_000:
        raise ValueError("--games and --last: from 2 (or 0 for none) to 100000")
    missing = [name for name in ("numpy", "jax") if importlib.util.find_spec(name) is None]
    if missing:
        raise ValueError(f"training needs {' and '.join(missing)}; install with: pip install 'bunfight[learning]'")
    from bunfight.bots import check_spec
    from bunfight.learning import train

    game = game_of(args.game, args.cards)
    players = players_of(game, args.players)
    check_spec(args.against, game)
    course = train.Course(
        game=game,
        players=players,
        options=options_of(game, args.option, players),
        out=args.out or Path(f"{game.id}.net"),
        minutes=args.minutes,
        opponent=args.against,
        games=args.games,
        seed=int(args.seed or 0),
    )
    return train.main(course, args.last)
