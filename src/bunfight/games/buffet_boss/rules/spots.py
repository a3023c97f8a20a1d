"""Finds spots for a piece: the skyline of a plate, what a piece would rest on, and a list of good spots."""

from math import atan
from typing import Final

from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.moves import CALM, LOWER, Place, place
from bunfight.games.buffet_boss.rules.state_plate import MM, RAD, TENTH_DEGREE, Plate, balance_x, beside
from bunfight.physics.geometry import FAR, PI, Silhouette, cosine, rounded, sine, stand

HALF: Final = 130  # the skyline reaches so many mm to either side, one sample each
REACH: Final = 40  # no piece reaches further from its centroid
TABLE: Final = -2  # stands for the table where pieces are named by number
NEAR: Final = 1.2  # mm: so close counts as support
CONTACT: Final = 0.2  # mm: so close counts as contact
TIPPING: Final = PI / 90.0  # a piece tips over in turns of two degrees
TURNS: Final = 60  # at most
MOST_SPOTS: Final = 9
APART: Final = 10  # mm between two spots
SPOT_X: Final[list[int]] = list(range(-60, 61, 5))
SPOT_A10: Final[list[int]] = list(range(0, 3600, 450))
CROWDED: Final = 2.0  # by how much each piece on the plate makes a spot less safe
SHAKY: Final = 9.0  # above this danger, food falls in more than one release of ten
FALLS: Final = 24.0  # above this one, in more than one of two
STEADY_RISK: Final = 0
SHAKY_RISK: Final = 1
FALLS_RISK: Final = 2


class Skyline:
    """The top of plate and food as seen from above, and who is there."""

    def __init__(self, plate: Plate) -> None:
        self.top: list[float] = [0.0] * (2 * HALF + 1)
        self.owner: list[int] = [TABLE] * (2 * HALF + 1)
        self.weight = shapes.plate_mass(plate.kind)
        for piece in plate.ids:
            self.weight += shapes.mass(piece)
        self.x = balance_x(plate)
        self.radius = shapes.RADIUS[plate.kind]
        self.turn_x = cosine(plate.a * RAD)
        self.turn_y = sine(plate.a * RAD)
        up_to_middle = self.radius - shapes.RIMS[plate.kind].drawn_y  # from the plate's centroid
        self.middle_x = -self.turn_y * up_to_middle  # of the arc on which it rocks
        self.middle_y = plate.y * MM + self.turn_x * up_to_middle
        self.aside = 0.0  # moments about that middle, as if the plate stood level
        self.below = shapes.plate_mass(plate.kind) * up_to_middle
        for at in range(len(plate.ids)):
            weight = shapes.mass(plate.ids[at])
            self.aside += weight * self.level_x(plate.xs[at] * MM, plate.ys[at] * MM)
            self.below += weight * self.level_y(plate.xs[at] * MM, plate.ys[at] * MM)
        outlines = plate.outlines()
        for at in range(len(outlines)):
            self.raise_by(outlines[at], shapes.PLATE if at == 0 else plate.ids[at - 1])

    def level_x(self, x: float, y: float) -> float:
        """How far to the right of the arc's middle a point would be if the plate stood level."""
        return self.turn_x * (x - self.middle_x) + self.turn_y * (y - self.middle_y)

    def level_y(self, x: float, y: float) -> float:
        """How far below the arc's middle."""
        return self.turn_y * (x - self.middle_x) - self.turn_x * (y - self.middle_y)

    def lean_with(self, piece: int, x: float, y: float) -> int:
        """FB-ACC-5: the lean with one more piece there, in tenths of a degree; to the right if positive."""
        weight = shapes.mass(piece)
        aside = self.aside + weight * self.level_x(x, y)
        below = self.below + weight * self.level_y(x, y)
        total = self.weight + weight
        return lean_estimate(aside / total, self.radius - below / total, self.radius)

    def raise_by(self, outline: Silhouette, who: int) -> None:
        surface = border(outline, HALF, True)
        for at in range(max(up(outline.left), -HALF) + HALF, min(down(outline.right), HALF) + HALF + 1):
            if surface[at] > self.top[at]:
                self.top[at] = surface[at]
                self.owner[at] = who


def border(outline: Silhouette, half: int, upper: bool) -> list[float]:
    """Per mm from -half to half the highest (or lowest) y of an outline; -FAR (or FAR) where it is not."""
    found: list[float] = [-FAR if upper else FAR] * (2 * half + 1)
    n = len(outline.xs)
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        x0 = outline.xs[i]
        x1 = outline.xs[j]
        y0 = outline.ys[i]
        y1 = outline.ys[j]
        if x0 > x1:
            x0, x1, y0, y1 = x1, x0, y1, y0
        for at in range(max(up(x0), -half), min(down(x1), half) + 1):
            if x1 > x0:
                y = y0 + (y1 - y0) * (at - x0) / (x1 - x0)
            else:
                y = max(y0, y1) if upper else min(y0, y1)
            if y > found[at + half] if upper else y < found[at + half]:
                found[at + half] = y
    return found


class Profile:
    """The underside of a turned piece: per mm from its centroid the lowest y, FAR where it is not."""

    def __init__(self, outline: Silhouette) -> None:
        self.low = border(outline, REACH, False)
        self.high = outline.high
        self.left = 0
        while self.low[self.left] == FAR:
            self.left += 1
        self.right = 2 * REACH
        while self.low[self.right] == FAR:
            self.right -= 1


def up(x: float) -> int:
    n = int(x)
    return n + 1 if n < x else n


def down(x: float) -> int:
    n = int(x)
    return n - 1 if n > x else n


PROFILES: Final[dict[int, Profile]] = {}  # by food, side and angle; made when first asked for


def profile(piece: int, flip: int, a10: int) -> Profile:
    key = ((piece // 2) * 2 + flip) * 3600 + a10
    known = PROFILES.get(key)
    if known is None:
        known = Profile(stand(shapes.side(piece, flip), 0.0, 0.0, a10 * TENTH_DEGREE))
        PROFILES[key] = known
    return known


class Estimate:
    """How a piece would stand that is lowered at x: nothing is simulated."""

    def __init__(self, sky: Skyline, under: Profile, piece: int, x: int, near: float = NEAR) -> None:
        low = under.low
        top = sky.top
        shift = x + HALF - REACH
        y = -FAR
        for i in range(under.left, under.right + 1):
            y = max(y, top[i + shift] - low[i])
        left = REACH
        right = -REACH
        self.on_table = False
        for i in range(under.left, under.right + 1):
            if y + low[i] - top[i + shift] <= near:
                left = min(left, i - REACH)
                right = max(right, i - REACH)
                if sky.owner[i + shift] == TABLE:
                    self.on_table = True
        self.x = x
        self.y = y
        self.left = left  # of the support, from the centroid
        self.right = right
        self.high = y + under.high
        weight = shapes.mass(piece)
        self.balance = (sky.x * sky.weight + x * weight) / (sky.weight + weight)

    def score(self) -> float:
        """The more the better: support around the centroid, low, balanced, not at the rim."""
        if self.on_table:
            return -99.0
        margin = min(-self.left, self.right)
        rim = max(abs(self.x) - 38, 0)
        return 1.2 * min(margin, 8) - 0.12 * self.y - 0.8 * abs(self.balance) - 0.5 * rim


def rests_on(sky: Skyline, under: Profile, at: Estimate) -> list[int]:
    """The pieces (or shapes.PLATE) that would carry it, by number."""
    found: list[int] = []
    shift = at.x + HALF - REACH
    for i in range(under.left, under.right + 1):
        if at.y + under.low[i] - sky.top[i + shift] <= NEAR and sky.owner[i + shift] not in found:
            found.append(sky.owner[i + shift])
    found.sort()
    return found


def lean_estimate(x: float, y: float, radius: float) -> int:
    """FB-ACC-5, in tenths of a degree; to the right if positive."""
    return rounded(atan(x / max(radius - y, 1.0)) * 1800.0 / PI)


class Rest:
    """Where a piece that is lowered at x comes to lie: it tips over what it meets until that is on both its sides."""

    def __init__(self, sky: Skyline, piece: int, flip: int, x: int, a10: int) -> None:
        self.x = float(x)
        a = a10 * TENTH_DEGREE
        self.under = profile(piece, flip, a10)
        self.at = Estimate(sky, self.under, piece, x, CONTACT)
        for _ in range(TURNS):
            if self.at.left <= 0 <= self.at.right or abs(self.x) > HALF - REACH - 2:
                break
            edge = self.at.left if self.at.left > 0 else self.at.right
            turn = TIPPING if edge > 0 else -TIPPING
            self.x += edge - cosine(turn) * edge + sine(turn) * self.under.low[edge + REACH]
            a += turn
            self.under = Profile(stand(shapes.side(piece, flip), 0.0, 0.0, a))
            self.at = Estimate(sky, self.under, piece, rounded(self.x), CONTACT)


def risk(score: float, pieces: int) -> int:
    """How likely a careful release there makes food fall: of a spot's score and the pieces that are on the plate."""
    danger = CROWDED * pieces - score
    return STEADY_RISK if danger < SHAKY else SHAKY_RISK if danger < FALLS else FALLS_RISK


class Spot:
    """FB-ACC-2: a place to let go, with what can be said of it before."""

    def __init__(self, sky: Skyline, move: Place, score: float, x: int, pieces: int) -> None:
        rest = Rest(sky, move.piece, move.flip, x, move.a10)
        self.move = move
        self.score = score
        self.risk = risk(score, pieces)
        self.x = x
        self.height = rounded(rest.at.high)
        self.support = rest.at.right - rest.at.left
        self.on = rests_on(sky, rest.under, rest.at)
        self.lean10 = sky.lean_with(move.piece, rest.x, rest.at.y)


class Candidate:
    def __init__(self, score: float, a10: int, flip: int, at: Estimate) -> None:
        self.score = score
        self.a10 = a10
        self.flip = flip
        self.at = at


KNOWN: Final[dict[str, list[Spot]]] = {}  # the spots of plates that were asked about lately
MOST_KNOWN: Final = 200


def spots(plate: Plate, piece: int) -> list[Spot]:
    """FB-ACC-2: at most nine, from left to right; public data only, the same for people and bots."""
    key = f"{piece} {plate.kind} {plate.y} {plate.a} {plate.ids} {plate.flips} {plate.xs} {plate.ys} {plate.turns}"
    found = KNOWN.get(key)
    if found is None:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        found = find_spots(plate, piece)
        KNOWN[key] = found
    return found


def find_spots(plate: Plate, piece: int) -> list[Spot]:
    sky = Skyline(plate)
    outlines = plate.outlines()
    best: list[Candidate] = []  # the best of each x, over the plate
    for x in SPOT_X:
        champion: Candidate | None = None
        for a10 in SPOT_A10:
            for flip in range(2):
                at = Estimate(sky, profile(piece, flip, a10), piece, x)
                score = at.score()
                if champion is not None and score <= champion.score:
                    continue
                if not beside(outlines, piece, flip, x, a10 * TENTH_DEGREE):
                    champion = Candidate(score, a10, flip, at)
        if champion is not None:
            best.append(champion)
    chosen: list[Candidate] = []
    while len(chosen) < MOST_SPOTS:
        winner: Candidate | None = None
        for one in best:
            if winner is not None and one.score <= winner.score:
                continue
            if [other for other in chosen if abs(other.at.x - one.at.x) < APART]:
                continue
            winner = one
        if winner is None:
            break
        chosen.append(winner)
    found: list[Spot] = []
    for x in SPOT_X:
        for one in chosen:
            if one.at.x == x:
                move = place(piece, x * 10, LOWER, one.a10, one.flip, CALM)
                found.append(Spot(sky, move, one.score, x, len(plate.ids)))
    return found
