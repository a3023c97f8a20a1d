"""``bunfight train``: trains a network by self-play."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Final

from bunfight.cli.arguments import add_file, add_game, options_of, parser_of
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import (
    CommandParser,
    add_number,
    add_options,
    add_players,
    add_seed,
    add_whole,
    game_of,
    whole,
)

LONGEST: Final = 100_000  # minutes


def parser(command: str = "train") -> CommandParser:
    made = parser_of(
        command,
        "Train a network by self-play. The result is one file that plays as net:FILE. Stop with Ctrl-C whenever you "
        "like: the same command continues where it stopped.",
    )
    add_game(made)
    add_players(made)
    add_options(made)
    add_file(made, "--cards", "a card list of your own (TOML)")
    add_seed(made, "0", "starts from the same random weights")
    add_number(made, "--minutes", 0.01, LONGEST, help="minutes to train (default: 20, with --decisions no limit)")
    add_whole(
        made,
        "--results",
        1,
        10_000_000,
        help="train a value network for the search instead, on the results of N games of the heuristic",
    )
    add_whole(made, "--decisions", 0, default=0, help="train for N decisions instead of a fixed time")
    add_file(made, "--out", "output file (default: GAME.net)")
    add_file(
        made,
        "--from",
        "a network to start from, or shipped: the one in the game's package (default: random weights)",
        dest="source",
    )
    add_number(
        made,
        "--imitate",
        0,
        1,
        default=0.0,
        help="begin by imitating the heuristic, for this share of the training (default: 0)",
    )
    add_file(made, "--curve", "write the evaluations here: as a picture if it ends in .svg, else as lines of JSON")
    made.add_argument(
        "--against", default="heuristic", metavar="BOT", help="opponent for evaluation (default: heuristic)"
    )
    add_whole(made, "--games", 2, 100_000, default=200, help="games per evaluation (default: 200)")
    add_whole(made, "--last", 0, 100_000, default=400, help="games per final evaluation; 0 skips it (default: 400)")
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    minutes = args.minutes if args.minutes is not None else LONGEST if args.decisions else 20.0
    seed = whole("--seed", 0)(args.seed)
    needed = ("numpy",) if args.results else ("numpy", "jax")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        raise InvalidInput("needs_packages", packages=", ".join(missing), extra="learning")
    from bunfight.bots import check_spec
    from bunfight.bots.net import shipped

    game = game_of(args.game, args.cards)
    players = (args.players,) if args.players else tuple(seats for seats in game.seats if seats > 1)
    check_spec(args.against, game)
    out = args.out or Path(f"{game.id}.value.net" if args.results else f"{game.id}.net")
    if not out.absolute().parent.is_dir():
        raise InvalidInput("no_folder", folder=str(out.parent))
    options = options_of(game, args.option, players[0])
    source = args.source
    if source == Path("shipped"):
        source = shipped(game, "value" if args.results else "policy")
    if args.results:
        for library in ("OPENBLAS", "OMP", "MKL"):  # for small matrices more threads only wait for each other
            os.environ.setdefault(f"{library}_NUM_THREADS", "1")
        from bunfight.rl import value_training

        value_training.train(
            value_training.Training(game, players, options, out, args.results, seed, source, args.curve)
        )
        return 0
    from bunfight.rl import train

    course = train.Course(
        game=game,
        players=players,
        options=options,
        source=source,
        imitate=args.imitate,
        curve=args.curve,
        out=out,
        minutes=minutes,
        decisions=args.decisions,
        opponent=args.against,
        games=args.games,
        seed=seed,
    )
    return train.main(course, args.last)
