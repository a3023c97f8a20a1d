"""Cuts concave outlines into convex parts, as rigid-body engines need them."""

from __future__ import annotations

Point = tuple[float, float]


def _turn(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def parts(outline: list[Point]) -> list[list[Point]]:
    """Convex polygons that tile a simple counter-clockwise polygon, using only its own vertices."""
    pieces = [list(t) for t in _triangles(outline)]
    while _merge_two(pieces, outline):
        pass
    return [[outline[i] for i in piece] for piece in pieces]


def _triangles(p: list[Point]) -> list[tuple[int, int, int]]:
    """Ear clipping; the best-shaped ear first, so that slivers are rare."""
    left = list(range(len(p)))
    found: list[tuple[int, int, int]] = []
    while len(left) > 3:
        best = max((_ear(p, left, k), k) for k in range(len(left)))
        if best[0] <= 0.0:
            flat = min(
                range(len(left)), key=lambda k: abs(_turn(p[left[k - 1]], p[left[k]], p[left[(k + 1) % len(left)]]))
            )
            del left[flat]
            continue
        k = best[1]
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    found.append((left[0], left[1], left[2]))
    return found


def _ear(p: list[Point], left: list[int], k: int) -> float:
    """How good a triangle the corner k makes; 0 if it cannot be cut off."""
    i, j, m = left[k - 1], left[k], left[(k + 1) % len(left)]
    a, b, c = p[i], p[j], p[m]
    area = _turn(a, b, c)
    if area <= 1e-9:
        return 0.0
    for other in left:
        q = p[other]
        if other not in (i, j, m) and min(_turn(a, b, q), _turn(b, c, q), _turn(c, a, q)) > -1e-9:
            return 0.0
    edges = sum((u[0] - v[0]) ** 2 + (u[1] - v[1]) ** 2 for u, v in ((a, b), (b, c), (c, a)))
    return area / edges


def _merge_two(pieces: list[list[int]], p: list[Point]) -> bool:
    """Join the first two neighbours whose union is convex."""
    for a in range(len(pieces)):
        for b in range(a + 1, len(pieces)):
            joined = _joined(pieces[a], pieces[b])
            if joined and _convex(joined, p):
                pieces[a] = joined
                del pieces[b]
                return True
    return False


def _joined(one: list[int], two: list[int]) -> list[int]:
    for i, u in enumerate(one):
        v = one[(i + 1) % len(one)]
        for j, w in enumerate(two):
            if w == v and two[(j + 1) % len(two)] == u:
                around = one[i + 1 :] + one[: i + 1]  # from v to u
                return around + [two[(j + 2 + n) % len(two)] for n in range(len(two) - 2)]
    return []


def _convex(ring: list[int], p: list[Point]) -> bool:
    n = len(ring)
    return all(_turn(p[ring[i]], p[ring[(i + 1) % n]], p[ring[(i + 2) % n]]) > -1e-7 for i in range(n))
