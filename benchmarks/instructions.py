"""Counts machine instructions per decision of compiled checkouts; independent of the load of the machine.

    python benchmarks/instructions.py ../old . burger_boss burger_up burger_war:war_take=must
    python benchmarks/instructions.py ../old . jom_burger --observed


Plays the same random games in each checkout under valgrind's callgrind, which must be installed, and counts what they
take, setting up included. Options after a colon hold for all. ``--observed`` counts decisions of a batch of 64 games
with observations and masks in their arrays. Fewer instructions are not always as much less time.
"""

from __future__ import annotations

import argparse
import functools
import gc
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BELL = "functools_reduce"  # a C function around the games, so that only they are counted


def play(name: str, games: int, given: list[str]) -> None:
    """Play games after a first one that fills caches; print the number of decisions."""
    from bunfight.games import load

    try:
        from bunfight.engine import EventLog, Luck, Rng, playout
    except ImportError:  # a checkout of the second edition
        from bunfight.kernel import Luck, Rng, playout
        from bunfight.kernel import Talk as EventLog

    options = dict(one.split("=", 1) for one in given)
    game = load(name)
    seats = int(options.pop("players", game.seats[0]))
    settled = game.settle(options, seats)
    rng = Rng("count")
    physics = getattr(game, "physics", None)
    estimate = physics.estimate if physics else getattr(game, "rehearse", None)  # that of the second edition
    luck, log, bound = Luck(rng, estimate), EventLog(False), game.bound(settled, seats)

    def one(decisions: int, _: int) -> int:
        return decisions + playout(game.setup(settled, seats, luck, log), luck, rng, bound)

    one(0, 0)
    gc.freeze()
    print("decisions", functools.reduce(one, range(games), 0))


def observe(name: str, steps: int, given: list[str]) -> None:
    """Play a batch at random after some steps that fill caches; print the number of decisions."""
    try:
        from bunfight.rl.vector import Batch
    except ImportError:  # a checkout of the second edition
        from bunfight.adapters.vector import Batch

    options = dict(one.split("=", 1) for one in given)
    batch = Batch(name, 64, int(options.pop("players", 2)), options=options)
    arrays = batch.reset(1)

    def one(decisions: int, _: int) -> int:
        batch.step(arrays.suggested)
        return decisions + batch.lanes

    for _ in range(100):
        one(0, 0)
    gc.freeze()
    print("decisions", functools.reduce(one, range(steps), 0))


def count(root: str, game: str, games: int, how: str) -> tuple[int, int]:
    """The decisions of some games and the instructions they took."""
    name, _, options = game.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", "--collect-atstart=no",
             f"--toggle-collect={BELL}", sys.executable, __file__, how, name, str(games), *options.split(",")],
            env=os.environ | {"PYTHONPATH": f"{Path(root).resolve()}/src", "PYTHONHASHSEED": "0", "BUNFIGHT_PURE": ""},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    decisions = re.search(r"decisions (\d+)", done.stdout)
    instructions = re.search(r"Collected : (\d+)", done.stderr)
    assert decisions and instructions, done.stderr
    return int(decisions[1]), int(instructions[1])


def main() -> None:
    if sys.argv[1:2] in (["--play"], ["--observe"]):
        run = play if sys.argv[1] == "--play" else observe
        run(sys.argv[2], int(sys.argv[3]), [one for one in sys.argv[4:] if one])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+", metavar="CHECKOUT ... GAME[:OPTION=VALUE,...] ...")
    parser.add_argument("--games", type=int, default=40, help="games, or steps of a batch")
    parser.add_argument("--observed", action="store_true")
    args = parser.parse_args()
    roots = [one for one in args.what if (Path(one) / "src").is_dir()]
    for game in [one for one in args.what if one not in roots]:
        found = [count(root, game, args.games, "--observe" if args.observed else "--play") for root in roots]
        each = [instructions / decisions for decisions, instructions in found]
        same = "the same games" if len({decisions for decisions, _ in found}) == 1 else "other games"
        print(f"{game:40}", *(f"{one:8,.0f}" for one in each), f"  {each[-1] / each[0] - 1:+.1%}, {same}", flush=True)


if __name__ == "__main__":
    main()
