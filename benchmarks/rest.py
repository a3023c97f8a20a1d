"""Checks the test for rest on random piles: by speed, as the rules do, and by how far anything really moves.

    python benchmarks/rest.py --piles 1000

A pile is what a careless stacker has on a plate after one more act, 1 to 8 pieces. A pile called resting is *moving*
if in the next two seconds any point of anything that stands moves more than 1 mm. A pile still called moving after
eight seconds is *resting* if no point moved more than 0.1 mm in either of two windows of 0.3 s at the end.

The plate's outline is drawn with straight facets. A plate *snaps* if it comes to rest within 0.05 degrees of lying on
one of them; of leans that know nothing of the facets 4 % would.

    python benchmarks/rest.py --forecast 300

How well the lean of a spot is predicted (FB-ACC-5): on the same plates a piece is let go by a steady hand at a spot of
the list that is offered to everybody, and the predicted lean is compared with the real one.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from itertools import pairwise

from stacking import deal, table

from bunfight.engine import EventLog, Luck, Rng
from bunfight.games.buffet_boss import GAME
from bunfight.games.buffet_boss.bots.stacker import Stacker
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import question
from bunfight.games.buffet_boss.rules.hand import Sway, released
from bunfight.games.buffet_boss.rules.spots import spots
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.state_plate import RAD
from bunfight.games.buffet_boss.rules.steps import MustStack
from bunfight.physics import answer
from bunfight.physics.world import Points, World, as_points, build

LONGER, MOVED, STILL, WINDOW = 2.0, 1.0, 0.1, 0.3  # s, mm, mm, s
SNAPPED = 0.05  # degrees

Poses = list[tuple[float, float, float]]


def poses(world: World) -> Poses:
    return world.space.poses()


def furthest(world: World, one: Poses, two: Poses) -> float:
    """How far any point of anything that stands has come, at most, in mm."""
    most = 0.0
    for n, name in enumerate(world.names):
        if name not in world.fallen:
            (x0, y0, a0), (x1, y1, a1) = one[n], two[n]
            most = max(most, math.hypot(x1 - x0, y1 - y0) + abs(a1 - a0) * world.outlines[n].reach)
    return most


def on(world: World, seconds: float) -> float:
    """Let time go on; how far the furthest point is at the end, or was on the way."""
    start, most = poses(world), 0.0
    for n in range(round(seconds / world.constants.step)):
        world.advance(1, 0)
        if world.overturned:
            return math.inf
        if n % 40 == 39:
            most = max(most, furthest(world, start, poses(world)))
    return max(most, furthest(world, start, poses(world)))


def flats(plate: Points) -> list[float]:
    """The leans, in degrees, at which a facet of the plate's lower side lies flat on the table."""
    found = []
    for (x0, y0), (x1, y1) in pairwise([*plate, plate[0]]):
        if x1 > x0:  # the outline goes round counter-clockwise: its lower side from left to right
            found.append(math.degrees(math.atan2(y1 - y0, x1 - x0)))
    return found


class Verdicts:
    """Counts predictions and outcomes."""

    def __init__(self) -> None:
        self.piles = self.resting = self.overturned = 0
        self.moving_called_resting = self.resting_called_moving = 0
        self.drifts: list[float] = []
        self.seconds: list[float] = []
        self.snapped = 0

    def judge(self, question: str) -> None:
        """The act once more, as ``bunfight.physics.world.act`` does it, and then some time longer."""
        asked = json.loads(question)
        world, _ = build(asked)
        world.warm_up()
        x, y, a = asked["at"]
        world.add(asked["piece"], as_points(asked["outlines"][asked["shape"]]), asked["flip"], (x, y, a))
        world.settle()
        self.piles += 1
        if world.overturned:
            self.overturned += 1  # over at once, nothing to judge
        elif world.settled:
            self.resting += 1
            self.seconds.append(world.steps * world.constants.step)
            lean = math.degrees(world.space.poses()[0][2])
            self.snapped += min(abs(abs(lean) - flat) for flat in flats(as_points(asked["plate"]))) < SNAPPED
            self.drifts.append(on(world, LONGER))
            self.moving_called_resting += self.drifts[-1] > MOVED
        else:
            self.resting_called_moving += on(world, WINDOW) <= STILL and on(world, WINDOW) <= STILL

    def __str__(self) -> str:
        drifts, seconds = sorted(self.drifts), sorted(self.seconds)
        wrong = self.moving_called_resting + self.resting_called_moving
        return (
            f"{self.piles} piles: {self.resting} called resting, {self.overturned} overturned, "
            f"{self.piles - self.resting - self.overturned} still called moving after 8 s; "
            f"moving but called resting {self.moving_called_resting}, "
            f"resting but called moving {self.resting_called_moving}: wrong {wrong / max(self.piles, 1):.2%}; "
            f"moved in {LONGER:.0f} s more: median {drifts[len(drifts) // 2]:.3f} mm, "
            f"99 % under {drifts[len(drifts) * 99 // 100]:.3f} mm, at most {drifts[-1]:.3f} mm; "
            f"at rest after {seconds[len(seconds) // 2]:.2f} s, 95 % within {seconds[len(seconds) * 95 // 100]:.2f} s; "
            f"snapped to a facet {self.snapped / max(self.resting, 1):.1%}"
        )


def summary(errors: list[float], fell: int) -> str:
    errors = sorted(errors)
    half, more, most = (errors[len(errors) * of // 20] for of in (10, 15, 18))
    return (
        f"{len(errors)} spots without a fall, {fell} with one: the predicted lean is off by {half:.2f} degrees in "
        f"the median, 75 % under {more:.2f}, 90 % under {most:.2f}"
    )


def prediction_error(s: BuffetState, piece: int, rng: Rng) -> float | None:
    """Degrees between the predicted and the real lean of a random spot; None if something falls."""
    listed = spots(s.plates[0], piece)
    spot = listed[int(rng.below(len(listed)))]
    at = released(s.plates[0], spot.move, Sway(0.0, 0.0, 0.0))
    act = {"act": "place", "piece": shapes.IDS[piece], "shape": shapes.FOOD_IDS[piece // 2]}
    outcome = json.loads(answer(question(s.plates[0], 1, piece, act | {"flip": spot.move.flip, "at": at})))
    return None if outcome["fallen"] else abs(-math.degrees(outcome["plate"][1] * RAD) - spot.lean10 / 10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--piles", type=int, default=1000)
    parser.add_argument("--forecast", type=int, default=0, help="so many spots instead of piles")
    parser.add_argument("--first", type=int, default=0, help="the first plate, to go on where another stopped")
    args = parser.parse_args()
    verdicts, number = Verdicts(), args.first
    questions: list[str] = []

    def observed(question: str) -> str:
        questions.append(question)
        return answer(question)

    errors: list[float] = []
    fell = 0
    while len(errors) < args.forecast or (not args.forecast and verdicts.piles < args.piles):
        bot, rng = Stacker("easy", answer, time.process_time), Rng(f"rest {number}")
        number += 1
        s, luck = table(rng), Luck(rng, observed)
        for food in deal(rng):
            if args.forecast:
                off = prediction_error(s, food, rng.fork(f"spot {food}"))
                fell += off is None
                errors += [] if off is None else [off]
                if len(errors) % 100 == 0 and off is not None:
                    print(summary(errors, fell), flush=True)
            s.rows[0].append(food)
            s.hands[0], s.agenda = [food], [MustStack(0)]
            s.taken, s.turn, s.first = True, 0, 0
            s.agenda[-1].take(s, 0, GAME.grammar.parse(bot.decide(s, 0, rng.fork(f"{food}"))), luck, EventLog(False))
            s.fallen[0], s.rows[0] = [], s.plates[0].ids[:]
            if args.forecast:
                continue
            verdicts.judge(questions.pop())
            if verdicts.piles % 100 == 0 or verdicts.piles == args.piles:
                print(verdicts, flush=True)
            if verdicts.piles == args.piles:
                break
    if errors:
        print(summary(errors, fell))


if __name__ == "__main__":
    main()
