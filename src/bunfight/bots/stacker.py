"""Stackers: players of Buffet Boss who differ in how many spots they look at and how often they try one in mind.

All of them let go calmly, with the same swaying hand as everybody. The careful ones ask a quick copy of the stacking
world what would become of a placement: first many spots with a steady hand, then the best of them with the sways that
the hand might make, the same sways for all; whoever does badly is not looked at again.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Any, Final

from bunfight.bots.bot import Bot
from bunfight.games.buffet_boss import bots as heuristics
from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss import state_shapes as shapes
from bunfight.games.buffet_boss.moves import LEAVE
from bunfight.games.buffet_boss.state import BuffetState
from bunfight.games.buffet_boss.state_plate import RAD, Plate, balance_y
from bunfight.games.buffet_boss.verbs import question
from bunfight.games.buffet_boss.verbs_hand import PHASES, released, sway
from bunfight.games.buffet_boss.verbs_spots import Estimate, Skyline, profile
from bunfight.kernel import Rng, View
from bunfight.kernel.table import AnyGame
from bunfight.physics import answer

# What a placement costs, in pieces lost: see benchmarks/stacking.py for what comes of it.
FELL: Final = 0.3  # each piece that falls
LOST: Final = 1.0  # each that cannot be saved, since of several only half can
HIGH: Final = 0.05  # each mm that the centre of gravity is higher: the chief cause of later falls
LEANS: Final = 0.3  # each radian that the plate leans
TURNS: Final = 0.1  # each radian that the piece turns before it rests

# The world as it is imagined: coarser than the real one, and sooner satisfied that all is at rest.
STEADY: Final = {
    "step": 1 / 200, "solver_iterations": 15, "warmup_steps": 20, "freeze_after": 2.0, "settle_time": 0.1,
    "settle_speed": 5.0,
}  # fmt: skip
SHAKY: Final = {
    "step": 1 / 240, "solver_iterations": 20, "warmup_steps": 30, "freeze_after": 2.5, "settle_time": 0.12,
    "settle_speed": 5.0,
}  # fmt: skip
PATIENCE: Final = 1.2  # seconds of processor time after which a stacker makes up its mind


@dataclass(frozen=True)
class Level:
    """``looks``: spots judged by eye, up to ``wide`` mm from the middle; ``trials``: how many of them are tried in
    mind; ``sways``: how often, in one round after another, what is left of the ``finalists`` is tried with a swaying
    hand, the better half staying each time; ``slow``: how often fallen food is not caught in time."""

    looks: int
    wide: int = 45
    slow: float = 0.0
    trials: int = 0
    finalists: int = 0
    sways: tuple[int, ...] = ()


LEVELS: Final = {
    "easy": Level(looks=1, wide=55, slow=0.5),
    "medium": Level(looks=40, slow=0.15),
    "hard": Level(looks=400, wide=52, trials=28, finalists=8, sways=(3, 3, 6)),
}


@dataclass
class Plan:
    """A spot and what it was found to cost so far."""

    aim: heuristics.Aim
    cost: float = 0.0
    tried: int = 0

    def mean(self) -> float:
        return self.cost / self.tried if self.tried else 0.0


class StackerBot(Bot):
    """A stacker of one of the LEVELS; what is not stacking is decided as the game's own heuristic does."""

    def __init__(self, game: AnyGame, level: str) -> None:
        super().__init__(game)
        self.name = level
        self.level = LEVELS[level]

    def choose(self, view: View, rng: Rng) -> str:
        assert view.seat is not None, "a spectator has nothing to choose"
        s = self.game.imagine(view, rng.fork("imagine"))
        assert isinstance(s, BuffetState)
        return self.decide(s, view.seat, rng)

    def decide(self, s: BuffetState, seat: int, rng: Rng) -> str:
        """Reads only the seat's own plate and hand, which are public."""
        if s.fallen[seat] and rng.chance() < self.level.slow:
            return LEAVE.text
        if not s.hands[seat] or s.fallen[seat] or seat not in s.awaiting():
            return heuristics.policy(s, seat, rng).text
        piece = min(s.hands[seat], key=lambda held: shapes.DIFFICULTY[held])
        found = heuristics.aims(s.plates[seat], piece, self.level.looks, rng, self.level.wide)
        if not self.level.trials:
            return max(found, key=lambda aim: aim.score).move().text
        best = self._tried(s, seat, apart(by_eye(s.plates[seat], found), self.level.trials), rng)
        return best.move().text

    def _tried(self, s: BuffetState, seat: int, found: list[heuristics.Aim], rng: Rng) -> heuristics.Aim:
        """Every spot once with a steady hand; then fewer and fewer of them with sways, the same for all of them."""
        late = time.process_time() + PATIENCE
        plans = [Plan(aim) for aim in found]
        for plan in plans:
            if plan is not plans[0] and time.process_time() > late:
                break
            plan.cost, plan.tried = self._cost(s, seat, plan.aim, None), 1
        plans = sorted((plan for plan in plans if plan.tried), key=Plan.mean)[: self.level.finalists]
        for sways in self.level.sways:
            for _ in range(sways):
                phases = [int(rng.below(3600)) for _ in range(PHASES)]
                for plan in plans:
                    if time.process_time() > late:
                        return min(plans, key=Plan.mean).aim
                    plan.cost += self._cost(s, seat, plan.aim, phases)
                    plan.tried += 1
            plans = sorted(plans, key=Plan.mean)[: (len(plans) + 1) // 2]
        return plans[0].aim

    def _cost(self, s: BuffetState, seat: int, aim: heuristics.Aim, phases: list[int] | None) -> float:
        """What is lost, and how high and crooked the pile is, if the piece is let go there with this sway or none."""
        plate, move = s.plates[seat], aim.move()
        off = sway(s, seat, move.t_ms, phases or [0] * PHASES)
        if phases is None:
            off.dx = off.dy = off.da = 0.0
        at = released(plate, move, off)
        asked = imagined(plate, 1 + s.two_hands[seat], aim.piece, move.flip, at, phases is None)
        said = json.loads(answer(asked))
        fallen = len(said["fallen"])
        if fallen:  # as high as it would have been
            return FELL * fallen + LOST * (fallen // 2) + HIGH * high(plate, aim.piece, at[1])
        after = Plate(plate.kind)
        after.y, after.a = said["plate"]
        for text, (x, y, a) in said["pieces"].items():
            after.add(shapes.NUMBER[text], 0, x, y, a)
        turned = abs(said["pieces"][shapes.IDS[aim.piece]][2] - at[2]) * RAD
        return HIGH * balance_y(after) + LEANS * abs(after.a) * RAD + TURNS * min(turned, 1.0)


def by_eye(plate: Plate, found: list[heuristics.Aim]) -> list[heuristics.Aim]:
    """The spots, the most promising first: well supported and low; the plate may lean a little for that."""
    sky = Skyline(plate)

    def promise(aim: heuristics.Aim) -> float:
        at = Estimate(sky, profile(aim.piece, aim.flip, aim.a10), aim.piece, aim.x)
        if at.on_table:
            return -99.0
        return 1.2 * min(-at.left, at.right, 8) - 0.25 * at.y - 0.35 * abs(at.balance)

    return [aim for _, _, aim in sorted((-promise(aim), n, aim) for n, aim in enumerate(found))]


def high(plate: Plate, piece: int, y: int) -> float:
    """The height of the centre of gravity of a plate if a piece stood on it so high, in mm."""
    pile = plate.copy()
    pile.add(piece, 0, 0, y, 0)
    return balance_y(pile)


def imagined(plate: Plate, hands: int, piece: int, flip: int, at: list[int], steady: bool) -> str:
    """The question what becomes of a placement; with a steady hand only up to the first fall."""
    act: dict[str, Any] = {"act": "place", "piece": shapes.IDS[piece], "shape": shapes.FOOD_IDS[piece // 2]}
    act |= {"flip": flip, "at": at, "hasty": steady}
    return question(plate, hands, piece, act).replace(EXACT, ROUGH if steady else QUICK, 1)


def apart(found: list[heuristics.Aim], most: int) -> list[heuristics.Aim]:
    """The best of them that are not nearly the same."""
    chosen: list[heuristics.Aim] = []
    for aim in found:
        if all(abs(aim.x - other.x) > 3 or aim.a10 != other.a10 or aim.flip != other.flip for other in chosen):
            chosen.append(aim)
        if len(chosen) == most:
            break
    return chosen


def _written(constants: dict[str, Any]) -> str:
    return '"world":' + json.dumps(constants, separators=(",", ":"))


EXACT: Final = _written(asdict(cards.PHYSICS))
ROUGH: Final = _written(asdict(cards.PHYSICS) | STEADY)
QUICK: Final = _written(asdict(cards.PHYSICS) | SHAKY)
