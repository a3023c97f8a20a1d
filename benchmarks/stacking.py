"""Stacking, measured: how many acts the world settles a second, and how well the stackers of three levels stack.

    python benchmarks/stacking.py acts --acts 400
    python benchmarks/stacking.py easy medium hard --plates 200

A plate is 8 random foods, stacked one after the other with the three-second rule; intervals are 95 %.
"""

from __future__ import annotations

import argparse
import math
import time

from bunfight.bots.stacker import LEVELS, StackerBot
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.state import BuffetState
from bunfight.games.buffet_boss.steps import MustStack
from bunfight.games.buffet_boss.verbs_score import stars
from bunfight.kernel import Luck, Rng, Talk
from bunfight.physics import answer

FOODS = 8


def table(rng: Rng) -> BuffetState:
    options = GAME.settle({"version": "lunch", "first_player": "0"}, 2)
    return GAME.setup(options, 2, Luck(rng, answer), Talk(False))


def deal(rng: Rng) -> list[int]:
    left = list(range(42))
    return [left.pop(int(rng.below(len(left)))) for _ in range(FOODS)]


class Plate:
    """One plate of one stacker: what is left on it, what fell on the way, and how long it thought."""

    def __init__(self, level: str, seed: str) -> None:
        bot, rng = StackerBot(GAME, level), Rng(seed, "deal")
        s, luck = table(rng), Luck(Rng(seed, "luck"), answer)
        self.fell, self.thought, self.longest, self.acts = 0, 0.0, 0.0, 0
        for food in deal(rng):
            s.taken, s.turn, s.first = True, 0, 0
            s.rows[0].append(food)
            s.hands[0].append(food)
            s.saves[0] = [0] * 42
            s.agenda = [MustStack(0)]
            while s.hands[0] or s.fallen[0]:
                start = time.process_time()
                text = bot.decide(s, 0, rng.fork(f"{food}/{self.acts}"))
                spent = time.process_time() - start
                if text.startswith("place"):
                    self.acts += 1
                    self.thought += spent
                    self.longest = max(self.longest, spent)
                s.agenda[-1].take(s, 0, GAME.parse(text), luck, Talk(False))
                self.fell += len(s.fallen[0]) if text.startswith("place") else 0
        self.kept, self.stars, self.height = len(s.plates[0].ids), stars(s.plates[0]), s.plates[0].height


def interval(values: list[float]) -> str:
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / max(len(values) - 1, 1))
    return f"{mean:6.2f} ± {1.96 * spread / math.sqrt(len(values)):.2f}"


def stack(level: str, plates: int) -> None:
    found = [Plate(level, f"plate {n}") for n in range(plates)]
    acts = sum(p.acts for p in found)
    print(
        f"{level:7s} {plates} plates: kept {interval([p.kept for p in found])} of {FOODS}, "
        f"stars {interval([p.stars for p in found])}, fell {interval([p.fell for p in found])}, "
        f"height {interval([p.height for p in found])} mm, "
        f"without a fall {sum(p.fell == 0 for p in found) / plates:.0%}; "
        f"thought {sum(p.thought for p in found) / acts:.3f} s a placement, "
        f"at most {max(p.longest for p in found):.2f} s",
        flush=True,
    )


def settle(acts: int) -> None:
    """Acts of an easy stacker, thinking not counted."""
    spent: list[float] = []

    def world(question: str) -> str:
        start = time.process_time()
        said = answer(question)
        spent.append(time.process_time() - start)
        return said

    number = 0
    while len(spent) < acts:
        bot, rng = StackerBot(GAME, "easy"), Rng(f"acts {number}")
        number += 1
        s, luck = table(rng), Luck(rng, world)
        for food in deal(rng):
            s.rows[0].append(food)
            s.hands[0] = [food]
            s.agenda = [MustStack(0)]
            s.taken, s.turn, s.first = True, 0, 0
            s.agenda[-1].take(s, 0, GAME.parse(bot.decide(s, 0, rng.fork(str(len(spent))))), luck, Talk(False))
            s.fallen[0], s.rows[0] = [], s.plates[0].ids[:]
    print(
        f"{len(spent)} acts on plates of up to {FOODS} pieces: {len(spent) / sum(spent):.1f} a second of processor time"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=["acts", *LEVELS])
    parser.add_argument("--plates", type=int, default=200)
    parser.add_argument("--acts", type=int, default=400)
    args = parser.parse_args()
    for what in args.what:
        if what == "acts":
            settle(args.acts)
        else:
            stack(what, args.plates)


if __name__ == "__main__":
    main()
