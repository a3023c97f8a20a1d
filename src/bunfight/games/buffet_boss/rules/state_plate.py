"""A plate at rest: poses on the ledger's grid and everything that is measured on them."""

from __future__ import annotations

from typing import ClassVar, Final

from bunfight.games.buffet_boss import cards
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.state_menu import PRINTED, Menu
from bunfight.physics import geometry
from bunfight.physics.geometry import PI, Silhouette, clearance, gap, measured, stand

MM: Final = 0.01  # stored lengths are hundredths of a millimetre
RAD: Final = 0.0001  # stored angles are ten-thousandths of a radian
TENTH_DEGREE: Final = PI / 1800.0

TOUCH: Final[float] = cards.PHYSICS.touch_mm
CONNECTED: Final[float] = cards.PHYSICS.connected_mm
TABLE_CLEAR: Final[float] = cards.PHYSICS.table_clear_mm
RELEASE_GAP: Final[float] = cards.PHYSICS.release_gap_mm
SKY: Final = 2000.0  # mm, above every pile


def grid_length(mm: float) -> int:
    """FB-PHYS-11."""
    return geometry.grid(mm, MM)


def grid_angle(a: float) -> int:
    """FB-PHYS-11: normalised, then rounded."""
    return geometry.grid_turn(a, RAD)


class Plate:
    """One seat's plate: its tilt and the pieces on it, by id. Lengths in 0.01 mm, angles in 0.0001 rad."""

    SHARED: ClassVar[tuple[str, ...]] = ("menu",)

    def __init__(self, kind: int, menu: Menu = PRINTED) -> None:
        """FB-SETUP-6: empty and level, with a Menu card."""
        self.kind = kind
        self.menu = menu
        self.y = shapes.LEVEL[kind]
        self.a = 0
        self.ids: list[int] = []
        self.flips: list[int] = []
        self.xs: list[int] = []
        self.ys: list[int] = []
        self.turns: list[int] = []
        self.touch: list[int] = []  # touching pairs, see pair()
        self.height = 0

    def copy(self) -> Plate:
        new = Plate(self.kind, self.menu)
        new.y = self.y
        new.a = self.a
        new.ids = self.ids[:]
        new.flips = self.flips[:]
        new.xs = self.xs[:]
        new.ys = self.ys[:]
        new.turns = self.turns[:]
        new.touch = self.touch[:]
        new.height = self.height
        return new

    def add(self, piece: int, flip: int, x: int, y: int, a: int) -> None:
        """Keeps the pieces in the order of their ids."""
        at = 0
        while at < len(self.ids) and self.ids[at] < piece:
            at += 1
        self.ids.insert(at, piece)
        self.flips.insert(at, flip)
        self.xs.insert(at, x)
        self.ys.insert(at, y)
        self.turns.insert(at, a)

    def remove(self, piece: int) -> None:
        at = self.ids.index(piece)
        del self.ids[at]
        del self.flips[at]
        del self.xs[at]
        del self.ys[at]
        del self.turns[at]

    def clear(self) -> None:
        """FB-PHYS-9: put back empty and level."""
        self.y = shapes.LEVEL[self.kind]
        self.a = 0
        self.ids.clear()
        self.flips.clear()
        self.xs.clear()
        self.ys.clear()
        self.turns.clear()
        self.touch.clear()
        self.height = 0

    def rim(self) -> Silhouette:
        """The plate's own outline where it stands."""
        return stand(shapes.RIMS[self.kind], 0.0, self.y * MM, self.a * RAD)

    def piece(self, at: int) -> Silhouette:
        """The outline of the piece in place ``at`` of the list."""
        outline = shapes.side(self.ids[at], self.flips[at])
        return stand(outline, self.xs[at] * MM, self.ys[at] * MM, self.turns[at] * RAD)

    def outlines(self) -> list[Silhouette]:
        """The plate first, then the pieces by id."""
        found = [self.rim()]
        for at in range(len(self.ids)):
            found.append(self.piece(at))
        return found


def in_mm(height: int) -> int:
    """FB-PHYS-14: a height as it is shown, in whole millimetres, half up."""
    return (height + 50) // 100


def pair(one: int, two: int) -> int:
    """An unordered pair of pieces (or shapes.PLATE) as a number; sorted numbers list the plate first, then by id."""
    if one > two:
        one, two = two, one
    return (one + 1) * 64 + two + 1


def pair_first(code: int) -> int:
    return code // 64 - 1


def pair_second(code: int) -> int:
    return code % 64 - 1


def touching_pairs(plate: Plate) -> list[int]:
    """FB-PHYS-13, by geometry alone."""
    found: list[int] = []
    for one, two in geometry.touching_pairs(plate.outlines(), TOUCH):
        found.append(pair(shapes.PLATE if one == 0 else plate.ids[one - 1], plate.ids[two - 1]))
    found.sort()
    return found


def height_of(plate: Plate) -> int:
    """FB-PHYS-14: the highest vertex of a piece."""
    return geometry.height(plate.outlines())


def grounded(plate: Plate) -> list[int]:
    """FB-FALL-1: pieces whose lowest point is at most 0.10 mm above the table."""
    return [plate.ids[at - 1] for at in geometry.grounded(plate.outlines(), TABLE_CLEAR)]


def loose(plate: Plate) -> list[int]:
    """FB-FALL-2: pieces without a chain of bodies, at most 1.0 mm apart, down to the plate."""
    return [plate.ids[at - 1] for at in geometry.loose(plate.outlines(), CONNECTED)]


def measure(plate: Plate) -> None:
    """FB-PHYS-16 (7)."""
    plate.touch = touching_pairs(plate)
    plate.height = height_of(plate)


def lowered(outlines: list[Silhouette], piece: int, flip: int, x: float, a: float, space: float) -> float:
    """FB-STACK-5: the y at which a piece that comes straight down is ``space`` short of its first contact."""
    falling = stand(shapes.side(piece, flip), x, SKY, a)
    room = falling.low
    for outline in outlines:
        room = min(room, clearance(falling, outline))
    return SKY - room + space


def beside(outlines: list[Silhouette], piece: int, flip: int, x: float, a: float) -> bool:
    """FB-HAND-20: whether a piece that comes straight down meets the table before plate and food."""
    falling = stand(shapes.side(piece, flip), x, SKY, a)
    if outlines[0].left <= falling.left and falling.right <= outlines[0].right:
        return False  # the plate is below all of it
    for outline in outlines:
        if measured(clearance(falling, outline)) < measured(falling.low):
            return False
    return True


def balance_x(plate: Plate) -> float:
    """X of the common centre of gravity of plate and food, mm."""
    weight = shapes.plate_mass(plate.kind)
    moment = 0.0
    for at in range(len(plate.ids)):
        m = shapes.mass(plate.ids[at])
        weight += m
        moment += m * plate.xs[at] * MM
    return moment / weight


def balance_y(plate: Plate) -> float:
    """Height of the common centre of gravity of plate and food above the table, mm."""
    weight = shapes.plate_mass(plate.kind)
    moment = weight * plate.y * MM
    for at in range(len(plate.ids)):
        m = shapes.mass(plate.ids[at])
        weight += m
        moment += m * plate.ys[at] * MM
    return moment / weight


def near_anything(outlines: list[Silhouette], moved: Silhouette, skip: int, within: float) -> bool:
    """Whether a moved piece is within so many mm of the plate or of a piece other than itself."""
    for at in range(len(outlines)):
        if at != skip and measured(gap(moved, outlines[at], within + 0.001)) <= within:
            return True
    return False
