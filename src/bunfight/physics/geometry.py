"""Rotates and measures outlines in the plane with plain arithmetic, identical on every machine."""

from __future__ import annotations

from math import sqrt
from typing import Final

PI: Final = 3.141592653589793
HALF_PI: Final = 1.5707963267948966
FAR: Final = 1.0e9  # beyond the limit of a query


def sine(a: float) -> float:
    """sin(a) without the C library, whose last digit differs between machines."""
    quarter = int(a / HALF_PI + (0.5 if a >= 0.0 else -0.5))
    r = a - quarter * HALF_PI
    turn = quarter % 4
    if turn == 0:
        return _sine(r)
    if turn == 1:
        return _cosine(r)
    if turn == 2:
        return -_sine(r)
    return -_cosine(r)


def cosine(a: float) -> float:
    return sine(a + HALF_PI)


def _sine(r: float) -> float:
    q = r * r
    tail = 1.0 - q / 156.0 * (1.0 - q / 210.0)
    return r * (1.0 - q / 6.0 * (1.0 - q / 20.0 * (1.0 - q / 42.0 * (1.0 - q / 72.0 * (1.0 - q / 110.0 * tail)))))


def _cosine(r: float) -> float:
    q = r * r
    tail = 1.0 - q / 132.0 * (1.0 - q / 182.0)
    return 1.0 - q / 2.0 * (1.0 - q / 12.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0 * (1.0 - q / 90.0 * tail))))


def rounded(v: float) -> int:
    """Round to the nearest whole number, half up."""
    n = int(v)
    d = v - n
    if d >= 0.5:
        return n + 1
    if d < -0.5:
        return n - 1
    return n


def measured(length: float) -> float:
    """FB-PHYS-13: lengths are rounded to 0.001 mm before they are compared."""
    return rounded(length * 1000.0) / 1000.0


def normalised(a: float) -> float:
    """An angle in (-pi, pi]."""
    turns = int(a / (2.0 * PI))
    a -= turns * 2.0 * PI
    if a > PI:
        a -= 2.0 * PI
    elif a <= -PI:
        a += 2.0 * PI
    return a


class Outline:
    """A shape about its centroid: counter-clockwise vertices, area, second moment and reach."""

    def __init__(self, xs: list[float], ys: list[float]) -> None:
        """From vertices as drawn; the centroid becomes the origin."""
        n = len(xs)
        doubled = cx = cy = 0.0
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            cross = xs[i] * ys[j] - xs[j] * ys[i]
            doubled += cross
            cx += (xs[i] + xs[j]) * cross
            cy += (ys[i] + ys[j]) * cross
        self.drawn_x = cx / (3.0 * doubled)
        self.drawn_y = cy / (3.0 * doubled)
        self.area = doubled / 2.0
        self.xs: list[float] = [x - self.drawn_x for x in xs]
        self.ys: list[float] = [y - self.drawn_y for y in ys]
        second = reach = 0.0
        for i in range(n):
            j = i + 1 if i + 1 < n else 0
            x0, y0, x1, y1 = self.xs[i], self.ys[i], self.xs[j], self.ys[j]
            second += (x0 * y1 - x1 * y0) * (x0 * x0 + x0 * x1 + x1 * x1 + y0 * y0 + y0 * y1 + y1 * y1)
            reach = max(reach, x0 * x0 + y0 * y0)
        self.second = second / 12.0  # polar second moment of area about the centroid
        self.reach = sqrt(reach)  # from the centroid to the farthest vertex

    def mirrored(self) -> Outline:
        """The mirrored shape."""
        return Outline([-x for x in reversed(self.xs)], list(reversed(self.ys)))


class Silhouette:
    """A placed outline: its vertices in world coordinates and their bounding box."""

    def __init__(self, xs: list[float], ys: list[float]) -> None:
        self.xs = xs
        self.ys = ys
        self.left = min(xs)
        self.right = max(xs)
        self.low = min(ys)
        self.high = max(ys)

    def raised(self, by: float) -> Silhouette:
        return Silhouette(self.xs, [y + by for y in self.ys])


def stand(outline: Outline, x: float, y: float, a: float) -> Silhouette:
    """The outline with its centroid at (x, y), turned counter-clockwise by a."""
    c = cosine(a)
    s = sine(a)
    xs: list[float] = []
    ys: list[float] = []
    for i in range(len(outline.xs)):
        u = outline.xs[i]
        v = outline.ys[i]
        xs.append(u * c - v * s + x)
        ys.append(u * s + v * c + y)
    return Silhouette(xs, ys)


def contains(q: Silhouette, x: float, y: float) -> bool:
    """Whether the point lies inside the outline (even-odd)."""
    inside = False
    n = len(q.xs)
    x1 = q.xs[n - 1]
    y1 = q.ys[n - 1]
    for i in range(n):
        x0 = q.xs[i]
        y0 = q.ys[i]
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
        x1 = x0
        y1 = y0
    return inside


def _edges_near(p: Silhouette, q: Silhouette, limit: float) -> list[int]:
    """Edges of p (by their first vertex) that come near the box of q."""
    left = q.left - limit
    right = q.right + limit
    low = q.low - limit
    high = q.high + limit
    found: list[int] = []
    n = len(p.xs)
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        x0 = p.xs[i]
        x1 = p.xs[j]
        if (x0 < left and x1 < left) or (x0 > right and x1 > right):
            continue
        y0 = p.ys[i]
        y1 = p.ys[j]
        if (y0 < low and y1 < low) or (y0 > high and y1 > high):
            continue
        found.append(i)
    return found


def _square_to_edge(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    dx = x1 - x0
    dy = y1 - y0
    length = dx * dx + dy * dy
    t = 0.0 if length == 0.0 else ((x - x0) * dx + (y - y0) * dy) / length
    if t < 0.0:
        t = 0.0
    elif t > 1.0:
        t = 1.0
    ex = x - x0 - t * dx
    ey = y - y0 - t * dy
    return ex * ex + ey * ey


def _cross(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def gap(p: Silhouette, q: Silhouette, limit: float) -> float:
    """The smallest distance between two outlines: 0 if they overlap, FAR if it is over the limit."""
    if p.left - limit > q.right or q.left - limit > p.right or p.low - limit > q.high or q.low - limit > p.high:
        return FAR
    best = limit * limit
    found = False
    theirs = _edges_near(q, p, limit)
    pn = len(p.xs)
    qn = len(q.xs)
    for i in _edges_near(p, q, limit):
        i1 = i + 1 if i + 1 < pn else 0
        ax = p.xs[i]
        ay = p.ys[i]
        bx = p.xs[i1]
        by = p.ys[i1]
        left = min(ax, bx) - limit
        right = max(ax, bx) + limit
        low = min(ay, by) - limit
        high = max(ay, by) + limit
        for j in theirs:
            j1 = j + 1 if j + 1 < qn else 0
            cx = q.xs[j]
            dx = q.xs[j1]
            if (cx < left and dx < left) or (cx > right and dx > right):
                continue
            cy = q.ys[j]
            dy = q.ys[j1]
            if (cy < low and dy < low) or (cy > high and dy > high):
                continue
            if (_cross(cx, cy, dx, dy, ax, ay) > 0.0) != (_cross(cx, cy, dx, dy, bx, by) > 0.0) and (
                _cross(ax, ay, bx, by, cx, cy) > 0.0
            ) != (_cross(ax, ay, bx, by, dx, dy) > 0.0):
                return 0.0
            near = min(
                min(_square_to_edge(ax, ay, cx, cy, dx, dy), _square_to_edge(bx, by, cx, cy, dx, dy)),
                min(_square_to_edge(cx, cy, ax, ay, bx, by), _square_to_edge(dx, dy, ax, ay, bx, by)),
            )
            if near <= best:
                best = near
                found = True
    if contains(q, p.xs[0], p.ys[0]) or contains(p, q.xs[0], q.ys[0]):
        return 0.0
    return sqrt(best) if found else FAR


def touching(p: Silhouette, q: Silhouette, within: float) -> bool:
    """FB-PHYS-13: the outlines are at most so far apart, to the thousandth of a millimetre."""
    return measured(gap(p, q, within + 0.001)) <= within


def overlapping(p: Silhouette, q: Silhouette) -> bool:
    """FB-STACK-7: distance 0, or one inside the other."""
    return measured(gap(p, q, 0.001)) <= 0.0


def clearance(p: Silhouette, q: Silhouette) -> float:
    """How far p, coming from above, is over q: the smallest vertical distance; FAR if it passes by."""
    if p.left > q.right or q.left > p.right:
        return FAR
    return min(_vertical(p, q, 1.0, -FAR), _vertical(q, p, -1.0, -FAR))


def drop(p: Silhouette, q: Silhouette) -> float:
    """FB-STACK-9: the smallest vertical distance down from p to q that is not negative."""
    if p.left > q.right or q.left > p.right:
        return FAR
    return min(_vertical(p, q, 1.0, 0.0), _vertical(q, p, -1.0, 0.0))


def _vertical(p: Silhouette, q: Silhouette, up: float, least: float) -> float:
    """The smallest distance, at least ``least``, of a vertex of p above (up 1) or below (up -1) an edge of q."""
    best = FAR
    n = len(q.xs)
    for k in range(len(p.xs)):
        x = p.xs[k]
        if x < q.left or x > q.right:
            continue
        y = p.ys[k]
        x1 = q.xs[n - 1]
        y1 = q.ys[n - 1]
        for i in range(n):
            x0 = q.xs[i]
            y0 = q.ys[i]
            if (x0 <= x <= x1) or (x1 <= x <= x0):
                at = y0 + (y1 - y0) * (x - x0) / (x1 - x0) if x0 != x1 else up * max(up * y0, up * y1)
                away = up * (y - at)
                if least <= away < best:
                    best = away
            x1 = x0
            y1 = y0
    return best


# --- piles: several outlines at once, the one that carries the others first -----------------------------------------


def touching_pairs(outlines: list[Silhouette], within: float) -> list[tuple[int, int]]:
    """The pairs that touch, by list index."""
    found: list[tuple[int, int]] = []
    for i in range(len(outlines)):
        for j in range(i + 1, len(outlines)):
            if touching(outlines[i], outlines[j], within):
                found.append((i, j))
    return found


def loose(outlines: list[Silhouette], within: float) -> list[int]:
    """Indices of outlines that no chain of neighbours within the limit connects to the first one."""
    reached = [0]
    waiting = list(range(1, len(outlines)))
    while reached and waiting:
        here = reached.pop()
        still: list[int] = []
        for there in waiting:
            if touching(outlines[here], outlines[there], within):
                reached.append(there)
            else:
                still.append(there)
        waiting = still
    return waiting


def grounded(outlines: list[Silhouette], clear: float) -> list[int]:
    """Indices of outlines, except the first, whose lowest point is within the limit above the table."""
    return [at for at in range(1, len(outlines)) if measured(outlines[at].low) <= clear]


def height(outlines: list[Silhouette]) -> int:
    """The highest vertex but for the first one's, in hundredths, half up; 0 if there is none."""
    top = 0.0
    for at in range(1, len(outlines)):
        top = max(top, outlines[at].high)
    return rounded(top * 100.0)


def grid(value: float, unit: float) -> int:
    """A length as a whole number of units."""
    return rounded(value / unit)


def grid_turn(a: float, unit: float) -> int:
    """An angle, normalised first, as a whole number of units."""
    return rounded(normalised(a) / unit)
