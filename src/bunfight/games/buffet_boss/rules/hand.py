"""The hand that holds a piece: its sway, the pose of a release, and what it may not do."""

from typing import Final

from bunfight.engine.luck import Luck
from bunfight.engine.step import IllegalMove
from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import CALM, LOWER, Adjust, Place
from bunfight.games.buffet_boss.rules.state import BuffetState
from bunfight.games.buffet_boss.rules.state_plate import (
    MM,
    RAD,
    RELEASE_GAP,
    TENTH_DEGREE,
    Plate,
    beside,
    grid_angle,
    grid_length,
    lowered,
    near_anything,
)
from bunfight.physics.geometry import PI, Silhouette, drop, measured, overlapping, sine, stand

PHASES: Final = 9  # three of x, three of y, three of the angle (FB-HAND-4)
WIDE: Final[list[float]] = [0.0, 1.65, 3.3, 6.6]  # mm by kind of hand (FB-HAND-2)
TURN: Final[list[float]] = [0.0, 2.5, 5.0, 10.0]  # degrees by kind of hand
FRESH_MS: Final = 8_000  # FB-HAND-3: the hand is fresh so long
TIRED_MS: Final = 20_000  # and sways twice as much from here on
MOST_X10: Final = 1000
MOST_Y10: Final = 6000
MOST_T: Final = 120_000
MOST_PUSH10: Final = 100
MOST_TURN10: Final = 150
CLEAR_OF_TABLE: Final = 0.5  # FB-STACK-8
ON_THE_PLATE: Final = 2.0  # FB-ADJ-4
RAISED: Final = 0.1  # FB-HAND-7
RAISES: Final = 150
MAX_DROP: Final[float] = cards.PHYSICS.max_drop_mm


def wave(p1: int, p2: int, p3: int, t_ms: int) -> float:
    """FB-HAND-1: f(t, p). Angles are counted in thousandths of a tenth of a degree, so that nothing is rounded."""
    full = 3_600_000
    unit = PI / 1_800_000.0
    one = (1332 * t_ms + 1000 * p1) % full  # 0.37 turns a second
    two = (2988 * t_ms + 1000 * p2) % full  # 0.83
    three = (6840 * t_ms + 1000 * p3) % full  # 1.9
    return 0.55 * sine(one * unit) + 0.30 * sine(two * unit) + 0.15 * sine(three * unit)


def tired(t_ms: int) -> float:
    """FB-HAND-3."""
    if t_ms <= FRESH_MS:
        return 1.0
    if t_ms >= TIRED_MS:
        return 2.0
    return 1.0 + (t_ms - FRESH_MS) / (TIRED_MS - FRESH_MS)


def draw_phases(luck: Luck) -> list[int]:
    """FB-HAND-4."""
    return [int(luck.below(3600)) for _ in range(PHASES)]


class Sway:
    """How far the hand is off at the moment of release: mm, mm, radians."""

    def __init__(self, dx: float, dy: float, da: float) -> None:
        self.dx = dx
        self.dy = dy
        self.da = da


def sway(s: BuffetState, seat: int, t_ms: int, phases: list[int]) -> Sway:
    """FB-HAND-1, -3, -5, -6; a calm release has t = 0 and half the sway."""
    strength = 0.5 if t_ms == CALM else tired(t_ms)
    if s.two_hands[seat]:
        strength *= 0.5
    t = 0 if t_ms == CALM else t_ms
    wide = WIDE[s.sway] * strength
    turn = TURN[s.sway] * strength * PI / 180.0
    return Sway(
        wide * wave(phases[0], phases[1], phases[2], t),
        0.5 * wide * wave(phases[3], phases[4], phases[5], t),
        turn * wave(phases[6], phases[7], phases[8], t),
    )


def blocked(outlines: list[Silhouette], aimed: Silhouette) -> bool:
    """FB-STACK-7, FB-STACK-8."""
    if measured(aimed.low) < CLEAR_OF_TABLE:
        return True
    for outline in outlines:
        if overlapping(aimed, outline):
            return True
    return False


def why_not_place(s: BuffetState, seat: int, move: Place) -> IllegalMove | None:
    """What is wrong with a Place of a piece in the hand; None if it may be made."""
    if not -MOST_X10 <= move.x10 <= MOST_X10:
        return IllegalMove("FB-STACK-2", "too_far", x=move.x10)
    if move.y10 != LOWER and not 0 <= move.y10 <= MOST_Y10:
        return IllegalMove("FB-STACK-2", "height_range", most=MOST_Y10, y=move.y10)
    if not 0 <= move.a10 < 3600:
        return IllegalMove("FB-STACK-2", "angle_range", a=move.a10)
    refused = why_not_timed(s, move.t_ms)
    if refused is not None:
        return refused
    outlines = s.plates[seat].outlines()
    if move.y10 == LOWER:
        if beside(outlines, move.piece, move.flip, move.x10 / 10, move.a10 * TENTH_DEGREE):
            return IllegalMove("FB-HAND-20", "table_first", move=move.text)
        return None
    aimed = stand(shapes.side(move.piece, move.flip), move.x10 / 10, move.y10 / 10, move.a10 * TENTH_DEGREE)
    if measured(aimed.low) < CLEAR_OF_TABLE:
        return IllegalMove("FB-STACK-8", "too_low", move=move.text)
    room = aimed.low
    for at in range(len(outlines) - 1, -1, -1):  # the plate last
        if overlapping(aimed, outlines[at]):
            if at > 0:
                there = shapes.IDS[s.plates[seat].ids[at - 1]]
                return IllegalMove("FB-STACK-7", "piece_in_the_way", piece=there, move=move.text)
            return IllegalMove("FB-STACK-7", "plate_in_the_way", move=move.text)
        room = min(room, drop(aimed, outlines[at]))
    if measured(room) > MAX_DROP:
        return IllegalMove("FB-STACK-9", "too_high", move=move.text)
    if measured(room) == measured(aimed.low):
        return IllegalMove("FB-HAND-20", "table_first", move=move.text)
    return None


def why_not_timed(s: BuffetState, t_ms: int) -> IllegalMove | None:
    if t_ms == CALM:
        return None
    if s.calm_only:
        return IllegalMove("FB-HAND-9", "calm_only")
    if not 0 <= t_ms <= MOST_T:
        return IllegalMove("FB-STACK-2", "moment_range", most=MOST_T, t=t_ms)
    return None


def why_not_adjust(s: BuffetState, seat: int, move: Adjust) -> IllegalMove | None:
    """What is wrong with an Adjust in a moment in which one may be made; None if nothing is."""
    plate = s.plates[seat]
    if move.piece == shapes.PLATE:
        return IllegalMove("FB-ADJ-5", "plate_itself", move=move.text)
    if move.piece not in plate.ids:
        return IllegalMove("FB-ADJ-1", "not_on_plate", piece=shapes.IDS[move.piece])
    if s.pushes[seat] >= s.pushes_allowed:
        return IllegalMove("FB-ADJ-7", "no_pushes_left")
    wide = max(abs(move.dx10), abs(move.dy10))
    if wide > MOST_PUSH10 or abs(move.da10) > MOST_TURN10 or (wide == 0 and move.da10 == 0):
        return IllegalMove("FB-ADJ-3", "push_range", wide=wide, turn=abs(move.da10))
    refused = why_not_timed(s, move.t_ms)
    if refused is not None:
        return refused
    at = plate.ids.index(move.piece)
    x = plate.xs[at] * MM + move.dx10 / 10
    y = plate.ys[at] * MM + move.dy10 / 10
    a = plate.turns[at] * RAD + move.da10 * TENTH_DEGREE
    moved = stand(shapes.side(move.piece, plate.flips[at]), x, y, a)
    if not near_anything(plate.outlines(), moved, at + 1, ON_THE_PLATE):
        return IllegalMove("FB-ADJ-4", "off_the_plate", move=move.text)
    return None


def released(plate: Plate, move: Place, off: Sway) -> list[int]:
    """The pose [x, y, a] in which the piece is let go, on the grid (FB-PHYS-11)."""
    outlines = plate.outlines()
    x = grid_length(move.x10 / 10 + off.dx)
    a = grid_angle(move.a10 * TENTH_DEGREE + off.da)
    if move.y10 == LOWER:  # FB-STACK-5
        return [x, grid_length(lowered(outlines, move.piece, move.flip, x * MM, a * RAD, RELEASE_GAP)), a]
    aimed = stand(shapes.side(move.piece, move.flip), x * MM, move.y10 / 10 + off.dy, a * RAD)
    for n in range(RAISES + 1):  # FB-HAND-7
        if not blocked(outlines, aimed.raised(n * RAISED)):
            return [x, grid_length(move.y10 / 10 + off.dy + n * RAISED), a]
    return [grid_length(move.x10 / 10), grid_length(move.y10 / 10), grid_angle(move.a10 * TENTH_DEGREE)]


def pushed(move: Adjust, off: Sway) -> list[int]:
    """FB-ADJ-6: the way of the pushing hand, with half the sway."""
    return [
        grid_length(move.dx10 / 10 + 0.5 * off.dx),
        grid_length(move.dy10 / 10 + 0.5 * off.dy),
        grid_angle(move.da10 * TENTH_DEGREE + 0.5 * off.da),
    ]
