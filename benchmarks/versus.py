"""Compares two compiled checkouts of Bunfight by the processor time of random playouts.

    git worktree add ../old COMMIT && (cd ../old && BUNFIGHT_COMPILE=release python setup.py -q build_ext --inplace)
    python benchmarks/versus.py ../old . jom_burger burger_war:war_take=must burger_up

Each checkout plays in a process of its own, with the same seed; they take turns, a slice of a tenth of a second each,
so that whatever else the machine does slows both. Options after a colon hold for both: with them a game whose defaults
have changed is played as it was. ``best`` compares the fastest slices, ``median`` the middle ones; 1.03 means 3% faster
than the first checkout. ``--observed`` plays a batch of 64 games with observations and masks in their arrays instead.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time

SLICE = 0.1  # seconds


def play(name: str, given: list[str]) -> None:
    """Play as many games as each input line asks for; print the decisions and the processor time."""
    from bunfight import games

    try:
        from bunfight.engine import EventLog, Luck, Rng, playout
    except ImportError:  # a checkout of the second edition
        from bunfight.kernel import Luck, Rng, playout
        from bunfight.kernel import Talk as EventLog

    options = dict(one.split("=", 1) for one in given)
    game = games.load(name)
    seats = int(options.pop("players", game.seats[0]))
    settled = game.settle(options, seats)
    rng = Rng("versus")
    physics = getattr(game, "physics", None)
    estimate = physics.estimate if physics else getattr(game, "rehearse", None)  # that of the second edition
    luck, log, bound = Luck(rng, estimate), EventLog(False), game.bound(settled, seats)

    def one() -> int:
        return playout(game.setup(settled, seats, luck, log), luck, rng, bound)

    time(one)


def observe(name: str, given: list[str]) -> None:
    """The same with steps of a batch instead of games."""
    try:
        from bunfight.rl.vector import Batch
    except ImportError:  # a checkout of the second edition
        from bunfight.adapters.vector import Batch

    options = dict(one.split("=", 1) for one in given)
    batch = Batch(name, 64, int(options.pop("players", 2)), options=options)
    arrays = batch.reset(1)

    def one() -> int:
        batch.step(arrays.suggested)
        return batch.lanes

    time(one)


def time(one: Callable[[], int]) -> None:
    gc.freeze()
    for line in sys.stdin:
        decisions, begun = 0, process_time()
        for _ in range(int(line)):
            decisions += one()
        spent = process_time() - begun
        print(decisions, spent, flush=True)


class Checkout:
    """One checkout, in a process of its own."""

    def __init__(self, root: str, game: str, how: str) -> None:
        name, _, options = game.partition(":")
        env = os.environ | {"PYTHONPATH": str(Path(root).resolve() / "src"), "BUNFIGHT_PURE": ""}
        self.process = subprocess.Popen(
            [sys.executable, __file__, how, name, *filter(None, options.split(","))],
            env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.rates: list[float] = []
        self.decisions = 0

    def slice(self, games: int) -> float:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{games}\n")
        self.process.stdin.flush()
        decisions, spent = self.process.stdout.readline().split()
        self.decisions += int(decisions)
        self.rates.append(int(decisions) / float(spent))
        return float(spent)

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def main() -> None:
    if sys.argv[1:2] in (["--play"], ["--observe"]):
        run = play if sys.argv[1] == "--play" else observe
        run(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="a checkout")
    parser.add_argument("new", help="another one")
    parser.add_argument("games", nargs="+", metavar="GAME[:OPTION=VALUE,...]")
    parser.add_argument("--slices", type=int, default=40)
    parser.add_argument("--observed", action="store_true")
    args = parser.parse_args()
    how = "--observe" if args.observed else "--play"
    for game in args.games:
        both = [Checkout(root, game, how) for root in (args.old, args.new)]
        games = max(1, round(20 * SLICE / max(1e-4, max(one.slice(20) for one in both))))
        for one in both:
            one.rates.clear()
            one.decisions = 0
        for number in range(args.slices):
            for one in both if number % 2 else reversed(both):
                one.slice(games)
        for one in both:
            one.close()
        best = max(both[1].rates) / max(both[0].rates)
        median = statistics.median(both[1].rates) / statistics.median(both[0].rates)
        same = "the same games" if both[0].decisions == both[1].decisions else "other games"
        print(f"{game:40} best {best:.3f}, median {median:.3f} of {max(both[0].rates):,.0f} decisions a second, {same}")


if __name__ == "__main__":
    main()
