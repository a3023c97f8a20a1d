"""Stackers: players of Buffet Boss who differ in how many spots they look at and how often they try one in mind.

All of them let go calmly, with the same swaying hand as everybody. The careful ones ask a quick copy of the stacking
world what would become of a placement, with several sways that the hand might make.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from bunfight import games
from bunfight.bots.bot import Bot
from bunfight.games.buffet_boss import bots as heuristics
from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss import state_shapes as shapes
from bunfight.games.buffet_boss.moves import LEAVE
from bunfight.games.buffet_boss.state import BuffetState
from bunfight.games.buffet_boss.state_plate import RAD, Plate
from bunfight.games.buffet_boss.verbs import question
from bunfight.games.buffet_boss.verbs_hand import PHASES, released, sway
from bunfight.kernel import Rng, View
from bunfight.kernel.table import AnyGame

FALL: Final = 18.0  # how bad a fall is, in the units of _worth
QUICK: Final = {"step": 1 / 300, "solver_iterations": 30, "warmup_steps": 60, "freeze_after": 3.0, "settle_time": 0.25}


@dataclass(frozen=True)
class Level:
    """``looks``: spots judged by eye, up to ``wide`` mm from the middle; ``trials``: how many of them are tried in
    mind; ``sways``: how often each of the ``finalists`` is; ``slow``: how often fallen food is not caught in time."""

    looks: int
    wide: int = 45
    slow: float = 0.0
    trials: int = 0
    sways: int = 0
    finalists: int = 0


LEVELS: Final = {
    "easy": Level(looks=1, wide=55, slow=0.5),
    "medium": Level(looks=40, slow=0.15),
    "hard": Level(looks=300, trials=18, sways=6, finalists=6),
}


class StackerBot(Bot):
    """A stacker of one of the LEVELS; what is not stacking is decided as the game's own heuristic does."""

    def __init__(self, game: AnyGame, level: str) -> None:
        super().__init__(game)
        self.name = level
        self.level = LEVELS[level]
        self.world = games.world(game)

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
        found.sort(key=lambda aim: -aim.score)
        if not self.level.trials or self.world is None:
            return found[0].move().text
        best = self._tried(s, seat, apart(found, self.level.trials), rng)
        return best.move().text

    def _tried(self, s: BuffetState, seat: int, found: list[heuristics.Aim], rng: Rng) -> heuristics.Aim:
        """Every spot once with a steady hand in a coarse world; then the best few with sways as the hand makes them."""
        worth = [(self._worth(s, seat, aim, [0] * PHASES, 0.0), n) for n, aim in enumerate(found)]
        worth.sort(key=lambda one: (-one[0], one[1]))
        best, most = found[worth[0][1]], -1e9
        for first, n in worth[: self.level.finalists]:
            total = first
            for _ in range(self.level.sways):
                if total <= most:
                    break  # nothing that follows can make it better
                total += self._worth(s, seat, found[n], [int(rng.below(3600)) for _ in range(PHASES)], 1.0)
            if total > most:
                best, most = found[n], total
        return best

    def _worth(self, s: BuffetState, seat: int, aim: heuristics.Aim, phases: list[int], shaky: float) -> float:
        """What becomes of the plate if the piece is let go there: nothing falls, it stays level, low and as placed."""
        assert self.world is not None
        move = aim.move()
        plate = s.plates[seat]
        off = sway(s, seat, move.t_ms, phases)
        off.dx, off.dy, off.da = off.dx * shaky, off.dy * shaky, off.da * shaky
        at = released(plate, move, off)
        asked = imagined(plate, 1 + s.two_hands[seat], aim.piece, move.flip, at)
        said = json.loads(self.world(asked if shaky else asked.replace(EXACT, COARSE, 1)))
        fall = FALL if said["fallen"] else 0.0
        turned: int = said["pieces"].get(shapes.IDS[aim.piece], at)[2] - at[2]
        lean: float = abs(said["plate"][1]) * RAD
        height = float(said["height"])
        return -fall - 10.0 * lean - 0.03 * height - 2.0 * min(float(abs(turned)) * RAD, 1.0)


def imagined(plate: Plate, hands: int, piece: int, flip: int, at: list[int]) -> str:
    """The question what becomes of a placement, up to the first fall."""
    act: dict[str, Any] = {"act": "place", "piece": shapes.IDS[piece], "shape": shapes.FOOD_IDS[piece // 2]}
    return question(plate, hands, piece, act | {"flip": flip, "at": at, "hasty": True})


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
COARSE: Final = _written(asdict(cards.PHYSICS) | QUICK)
