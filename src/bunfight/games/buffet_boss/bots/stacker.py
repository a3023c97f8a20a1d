"""Stackers: players of Buffet Boss who differ in how many spots they look at and how often they simulate each.

All of them let go calmly, with the same swaying hand as everybody. The careful ones ask a quick copy of the stacking
world what would become of a placement: first many spots with a steady hand, then the best of them with the sways that
the hand might make, the same sways for all; whoever does badly is not looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import asdict

from bunfight.engine import Move, Rng, Seat, Simulator
from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss.bots import policy as heuristics
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import answered, question, settle
from bunfight.games.buffet_boss.rules.hand import PHASES, Sway, pushed, released, sway, why_not_adjust
from bunfight.games.buffet_boss.rules.moves import BIN, CALM, LEAVE, PUSHES, Adjust, Place, adjust
from bunfight.games.buffet_boss.rules.scoring import bonus, stars
from bunfight.games.buffet_boss.rules.spots import Estimate, Skyline, profile
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD, Plate, balance_y
from bunfight.games.buffet_boss.rules.steps import LastLook

# What a placement costs, in pieces lost: see benchmarks/stacking.py for what comes of it.
FELL: Final = 0.3  # each piece that falls
LOST: Final = 1.0  # each that cannot be saved, since of several only half can
DEFEAT: Final = 5.0  # any fall, where all play together
HIGH: Final = 0.04  # each mm that the centre of gravity is higher: the chief cause of later falls
LEANS: Final = 6.0  # the plate leans, per square of a radian: a little does not matter
TURNS: Final = 0.1  # each radian that the piece turns before it rests

# The simulation that bots use: coarser than the real one, and sooner satisfied that all is at rest.
ROUGH: Final = {
    "step": 1 / 200, "solver_iterations": 15, "warmup_steps": 20, "freeze_after": 2.0, "settle_time": 0.1,
    "settle_speed": 5.0,
}  # fmt: skip
QUICK: Final = {
    "step": 1 / 240, "solver_iterations": 20, "warmup_steps": 30, "freeze_after": 2.5, "settle_time": 0.12,
    "settle_speed": 5.0,
}  # fmt: skip
CLOSE: Final = {"warmup_steps": 60, "freeze_after": 3.0, "settle_time": 0.15, "settle_speed": 3.0}
PATIENCE: Final = 1.2  # seconds of processor time after which a stacker decides, unless its level says otherwise


def written(constants: dict[str, Any]) -> str:
    """The constants of the world as they stand in a question, changed so."""
    return '"world":' + json.dumps(asdict(cards.PHYSICS) | constants, separators=(",", ":"))


EXACT: Final = written({})
ROUGH_WORLD: Final = written(ROUGH)
QUICK_WORLD: Final = written(QUICK)
CLOSE_WORLD: Final = written(CLOSE)


@dataclass(frozen=True)
class Round:
    """The best ``spots`` are tried, each with the same ``sways`` of the hand (0: once, with a steady hand)."""

    spots: int
    sways: int
    world: str


@dataclass(frozen=True)
class Level:
    """How one level stacks.

    ``looks``: spots judged by eye, up to ``wide`` mm from the middle; ``rounds``: in which the best of them are
    simulated; ``slow``: how often fallen food is not caught in time; ``patience``: seconds of processor time for a
    piece. ``ahead``: of so many of the best spots it also judges where the next piece could go.
    """

    looks: int
    wide: int = 45
    slow: float = 0.0
    rounds: tuple[Round, ...] = ()
    patience: float = PATIENCE
    ahead: int = 0


ENOUGH: Final = 2
"""What fell this often is thrown away."""
CAREFUL: Final = 24
"""Spots that are judged for a piece that fell before."""

LEVELS: Final = {
    "easy": Level(looks=1, wide=55, slow=0.5),
    "medium": Level(looks=40, slow=0.15),
    "hard": Level(
        looks=400,
        wide=52,
        rounds=(Round(28, 0, ROUGH_WORLD), Round(8, 2, QUICK_WORLD), Round(4, 4, CLOSE_WORLD)),
    ),
    "master": Level(
        looks=600,
        wide=52,
        rounds=(Round(40, 0, ROUGH_WORLD), Round(12, 3, QUICK_WORLD), Round(6, 6, CLOSE_WORLD)),
        patience=2.5,
        ahead=6,
    ),
}


@dataclass
class Plan:
    """A spot and what it was found to cost so far."""

    aim: heuristics.Aim
    cost: float = 0.0
    tried: int = 0
    later: float | None = None  # what the piece after it would cost

    def mean(self) -> float:
        return self.cost / self.tried


class Stacker:
    """A stacker of one of the LEVELS; what is not stacking is decided as the game's own heuristic does.

    The world and a clock of processor time are lent to it: the game has none of its own.
    """

    def __init__(self, level: str, simulate: Simulator | None, clock: Callable[[], float]) -> None:
        self.level = LEVELS[level]
        assert simulate is not None
        self.simulate = simulate
        self.clock = clock

    def decide(self, s: BuffetState, seat: Seat, rng: Rng) -> str:
        """Reads the seat's own plate and hand, which are public, and in the last look its own characters."""
        if s.fallen[seat] and rng.chance() < self.level.slow:
            return LEAVE.text
        if not s.hands[seat] or s.fallen[seat] or seat not in s.awaiting():
            push = self._push(s, seat, rng) if self.level.rounds and worth_a_push(s, seat) else None
            return (push or heuristics.policy(s, seat, rng)).text
        piece = min(s.hands[seat], key=lambda held: shapes.DIFFICULTY[held])
        dropped = s.saves[seat][piece] if piece in s.rescued[seat] else 0
        if dropped >= ENOUGH:
            return BIN[piece].text
        looks, wide = self.level.looks, self.level.wide
        if dropped:  # once more, with more care
            looks, wide = max(looks, CAREFUL), min(wide, 40)
        found = heuristics.aims(s.plates[seat], piece, looks, rng, wide)
        if not self.level.rounds:
            return max(found, key=lambda aim: aim.score).move().text
        return self._tried(s, seat, by_eye(s.plates[seat], found), rng).move().text

    def _tried(self, s: BuffetState, seat: int, found: list[heuristics.Aim], rng: Rng) -> heuristics.Aim:
        """Round after round, fewer spots are looked at more closely, until one is best or time is up."""
        late = self.clock() + self.level.patience
        plans = [Plan(aim) for aim in apart(found, self.level.rounds[0].spots)]
        for number, each in enumerate(self.level.rounds):
            if number:
                plans = sorted((plan for plan in plans if plan.tried), key=Plan.mean)[: each.spots]
            for _ in range(max(each.sways, 1)):
                phases = [int(rng.below(3600)) for _ in range(PHASES)] if each.sways else None
                for plan in plans:
                    if self.clock() > late and plans[0].tried:
                        break
                    plan.cost += self._cost(s, seat, plan.aim, phases, each.world)
                    plan.tried += 1
        best = sorted((plan for plan in plans if plan.tried), key=Plan.mean)
        if self.level.ahead:
            nexts = next_pieces(s, seat, best[0].aim.piece, rng)
            for plan in best[: self.level.ahead]:
                if self.clock() > late:
                    break
                plan.later = self._later(s, seat, plan.aim, nexts, rng.fork("later"))
            judged = [plan for plan in best if plan.later is not None]
            if judged:
                return min(judged, key=lambda plan: plan.mean() + NEXT * (plan.later or 0.0)).aim
        return best[0].aim

    def _later(self, s: BuffetState, seat: int, aim: heuristics.Aim, nexts: list[int], rng: Rng) -> float:
        """What the next piece would cost at the best spot that is found for it, with a steady hand."""
        _, plate = self._placed(s, seat, s.plates[seat], aim, None, QUICK_WORLD)
        total = 0.0
        for piece in nexts:
            found = by_eye(plate, heuristics.aims(plate, piece, NEXT_LOOKS, rng.fork(str(piece)), self.level.wide))
            total += min(self._placed(s, seat, plate, each, None, ROUGH_WORLD)[0] for each in apart(found, NEXT_SPOTS))
        return total / len(nexts)

    def _push(self, s: BuffetState, seat: int, rng: Rng) -> Adjust | None:
        """In the last look: the push after which a character pays more, as far as can be foreseen; None if none is."""
        late, now = self.clock() + self.level.patience / 2, stars_in(s.plates[seat], s.characters[seat])
        hopes: list[tuple[float, int, Adjust]] = []
        for push in pushes(s, seat, rng):
            gain = self._gain(s, seat, push, None, ROUGH_WORLD) - now
            if gain >= WORTHWHILE:
                hopes.append((-gain, len(hopes), push))
            if self.clock() > late:
                break
        best, most = None, WORTHWHILE
        for _, _, push in sorted(hopes)[:3]:
            sways = [[int(rng.below(3600)) for _ in range(PHASES)] for _ in range(3)]
            gain = sum(self._gain(s, seat, push, phases, CLOSE_WORLD) - now for phases in sways) / len(sways)
            if gain >= most:
                best, most = push, gain
        return best

    def _gain(self, s: BuffetState, seat: int, push: Adjust, phases: list[int] | None, world: str) -> float:
        """The stars of the plate after a push; of what falls, half may be lost."""
        off = sway(s, seat, push.t_ms, phases) if phases else Sway(0.0, 0.0, 0.0)
        act = {"act": "push", "piece": shapes.IDS[push.piece], "by": pushed(push, off), "blind": True}
        plate = s.plates[seat].copy()
        asked = question(plate, 1 + s.two_hands[seat], shapes.PLATE, act).replace(EXACT, world, 1)
        fallen = settle(plate, shapes.PLATE, 0, answered(self.simulate(asked)))
        return stars_in(plate, s.characters[seat]) + 0.5 * sum(plate.menu.stars[piece] for piece in fallen)

    def _cost(self, s: BuffetState, seat: int, aim: heuristics.Aim, phases: list[int] | None, world: str) -> float:
        """What is lost, and how high and crooked the pile is, if the piece is let go there with this sway or none."""
        return self._placed(s, seat, s.plates[seat], aim, phases, world)[0]

    def _placed(
        self, s: BuffetState, seat: int, plate: Plate, aim: heuristics.Aim, phases: list[int] | None, world: str
    ) -> tuple[float, Plate]:
        """The cost of a placement on ``plate``, and the plate after it (as it was, if something fell)."""
        move = aim.move()
        off = sway(s, seat, move.t_ms, phases or [0] * PHASES)
        if phases is None:
            off.dx = off.dy = off.da = 0.0
        at = released(plate, move, off)
        asked = question_for(plate, 1 + s.two_hands[seat], aim.piece, move.flip, at, world)
        said = answered(self.simulate(asked))
        fallen = len(said.fallen)
        if fallen:  # all is still to be done, and at worst on top of the pile
            top = plate.height + round(shapes.side(aim.piece, 0).reach / MM)
            worst = DEFEAT if s.coop() else FELL * fallen + LOST * (fallen // 2)
            return worst + HIGH * high(plate, aim.piece, top), plate
        after = Plate(plate.kind, plate.menu)
        after.y, after.a = said.plate
        after.height = said.height
        for text, (x, y, a) in said.pieces.items():
            piece = shapes.NUMBER[text]
            after.add(piece, move.flip if piece == aim.piece else plate.flips[plate.ids.index(piece)], x, y, a)
        turned: float = abs(said.pieces[shapes.IDS[aim.piece]][2] - at[2]) * RAD
        lean = after.a * RAD
        return HIGH * balance_y(after) + LEANS * lean * lean + TURNS * min(turned, 1.0), after


NEXT: Final = 0.5  # how much the cost of the piece after this one counts
NEXT_PIECES: Final = 2  # pieces that are tried as the next one, if no other is in hand
NEXT_LOOKS: Final = 60  # spots for it that are judged by eye
NEXT_SPOTS: Final = 3  # of them, simulated


def next_pieces(s: BuffetState, seat: int, piece: int, rng: Rng) -> list[int]:
    """What the seat may have to stack next: the rest of its hand, or any pieces that lie on no plate and in no hand."""
    held = [other for other in s.hands[seat] if other != piece]
    if held:
        return held[:NEXT_PIECES]
    gone = {other for plate in s.plates for other in plate.ids} | {other for hand in s.hands for other in hand}
    free = [other for other in range(shapes.PIECES) if other not in gone] or [piece]
    return [free[int(rng.below(len(free)))] for _ in range(NEXT_PIECES)]


CONTACT: Final = ("touch_plate", "touching_pair_group", "touching_pair_colour", "one_neighbour")
WORTHWHILE: Final = 1.5  # stars
MOST_PUSHES: Final = 3  # in one last look


def worth_a_push(s: BuffetState, seat: int) -> bool:
    """Whether the seat looks at its plate for the last time and has a character that pays for contacts."""
    if not (isinstance(s.agenda[-1], LastLook) and seat in s.awaiting() and not s.fallen[seat] and s.plates[seat].ids):
        return False
    few = s.pushes[seat] < min(s.pushes_allowed, MOST_PUSHES)
    return few and any(s.menu.kind[character] in CONTACT for character in s.characters[seat])


def pushes(s: BuffetState, seat: int, rng: Rng) -> list[Adjust]:
    """Small legal pushes of the pieces on the plate, in any order."""
    small = [push for push in PUSHES if abs(push[0]) <= 30 and abs(push[2]) <= 50]
    found = [adjust(piece, push[0], push[1], push[2], CALM) for piece in s.plates[seat].ids for push in small]
    found = [push for push in found if why_not_adjust(s, seat, push) is None]
    return [found.pop(int(rng.below(len(found)))) for _ in range(len(found))]


def stars_in(plate: Plate, characters: list[int]) -> float:
    """What a plate pays with the better of the characters."""
    return float(stars(plate) + max([bonus(plate, character) for character in characters], default=0))


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


def question_for(plate: Plate, hands: int, piece: int, flip: int, at: list[int], world: str) -> str:
    """The question what becomes of a placement in such a world; nobody looks on, so there is no film of it."""
    act: dict[str, Any] = {"act": "place", "piece": shapes.IDS[piece], "shape": shapes.FOOD_IDS[piece // 2]}
    act |= {"flip": flip, "at": at, "blind": True}
    return question(plate, hands, piece, act).replace(EXACT, world, 1)


CROWD: Final = 4  # spots that may be as near as NEAR to each other
NEAR: Final = 4  # mm


def apart(found: list[heuristics.Aim], most: int) -> list[heuristics.Aim]:
    """The best of them, not all in one place and none nearly the same."""
    chosen: list[heuristics.Aim] = []
    for aim in found:
        near = [other for other in chosen if abs(aim.x - other.x) <= NEAR]
        if len(near) < CROWD and all(aim.a10 != other.a10 or aim.flip != other.flip for other in near):
            chosen.append(aim)
        if len(chosen) == most:
            break
    return chosen


WEIGHED: Final = 12  # spots that the coach compares: the best ones, none nearly the same as another
WEIGHED_LOOKS: Final = 240  # spots for a piece that it judges by eye, up to WEIGHED_WIDE mm to either side
WEIGHED_WIDE: Final = 50
WEIGHED_PUSHES: Final = 6


def weighed(s: BuffetState, seat: Seat, rng: Rng) -> list[Move]:
    """What the coach compares: all that is listed, and of the spots for a piece in hand those that look best."""
    moves = [move for move in s.agenda[-1].legal(s, seat) if not isinstance(move, Place)]
    if s.fallen[seat]:
        return moves
    for piece in s.hands[seat]:
        found = heuristics.aims(s.plates[seat], piece, WEIGHED_LOOKS, rng.fork(str(piece)), WEIGHED_WIDE)
        each = max(4, WEIGHED // len(s.hands[seat]))
        moves += [aim.move() for aim in apart(by_eye(s.plates[seat], found), each)]
    if worth_a_push(s, seat):
        moves += pushes(s, seat, rng.fork("push"))[:WEIGHED_PUSHES]
    return list({move.text: move for move in moves}.values())
