"""Confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final

Z: Final = 1.959964  # 95%


def strict(compared: int) -> float:
    """Return the z value with which ``compared`` intervals all hold with 95% confidence (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, compared))


def wilson(wins: float, games: float, z: float = Z) -> tuple[float, float]:
    """Return the 95% interval of a rate (Wilson's score interval), or a stricter one by ``z``."""
    if games <= 0:
        return 0.0, 1.0
    rate, z2 = wins / games, z * z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = z / (1 + z2 / games) * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean and its 95% interval (normal)."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, -math.inf, math.inf
    half = Z * math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    return mean, mean - half, mean + half


def holm(chances: Sequence[float], wrong: float = 0.05) -> list[bool]:
    """Return which p-values are significant by Holm's method; any wrong claim has at most the probability ``wrong``."""
    found = [False] * len(chances)
    for place, number in enumerate(sorted(range(len(chances)), key=lambda one: chances[one])):
        if chances[number] > wrong / (len(chances) - place):
            break
        found[number] = True
    return found
