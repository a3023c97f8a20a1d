"""Rates bots: every bot meets every other in every seat on the same deals.

Ratings are the maximum-likelihood fit of the Plackett-Luce model to all rankings at once, so they do not depend on the
order of the games. A difference of 400 points means odds of ten to one between two players. Intervals are bootstrapped
over deals. An order is claimed only where the paired difference over deals is significant.
"""

from __future__ import annotations

import json
import math
import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from statistics import NormalDist, variance
from typing import Any, Final

import bunfight
from bunfight.bots import check_spec
from bunfight.engine import Rng
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.lab.plan import Plan, rotations

FORMAT: Final = 1
RESAMPLES: Final = 100
SURE: Final = 0.05  # chance of any wrong claim in the whole table
MIDDLE: Final = 1500.0
POINTS: Final = 400 / math.log(10)  # for a factor e between two strengths
DRAWN: Final = 0.5  # games won and lost against an average player: a bot that always wins has a finite rating, too
ROUNDS: Final = 500  # of the fit, at most
CLOSE: Final = 1e-7  # when strengths change by less, the fit is done


@dataclass(frozen=True)
class Rating:
    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: float  # shared wins count in parts


@dataclass(frozen=True)
class Duel:
    """The paired comparison of two bots: how much more of the wins one took where both played, by deal."""

    better: str
    worse: str
    lead: float
    low: float
    high: float
    sure: bool


def ladder_plan(
    game: AnyGame, players: int | None, bots: list[str], games: int, options: dict[str, Any], seed: str
) -> Plan:
    """Plan all lineups of the bots, each in every seat; games are rounded up so that every lineup plays every deal."""
    if len(set(bots)) < 2 or len(set(bots)) != len(bots):
        raise InvalidInput("ladder_two_bots")
    seats = players or max(2, game.seats[0])
    if seats < 2:
        raise InvalidInput("ladder_two_players")
    settled = game.settle(options, seats)
    for spec in bots:
        check_spec(spec, game)
    if len(bots) < seats:
        lineups = rotations(bots, seats)
    else:
        lineups = tuple(turned for group in combinations(bots, seats) for turned in rotations(list(group), seats))
    deals = max(2, -(-games // len(lineups)))
    return Plan(game.id, seats, settled, lineups, deals * len(lineups), seed, paired=True, rows=True)


def whole_deals(plan: Plan, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games of deals that all lineups have played; an interrupted ladder compares only these."""
    size = len(plan.lineups)
    played = Counter(row["game"] // size for row in rows)
    return [row for row in rows if played[row["game"] // size] == size]


def stored(plan: Plan, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a ladder as data: enough to regenerate its table, or to play it again."""
    return {
        "bunfight_ladder": FORMAT,
        "version": bunfight.__version__,
        "python": platform.python_version(),
        "plan": plan.header(),
        "games": [[row["bots"], row["ranks"], row["winners"]] for row in rows],
    }


def read(path: Path) -> dict[str, Any]:
    """Read a stored ladder; InvalidInput if the file is not one."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInput("file_unreadable", where=str(path), why=error) from error
    except ValueError:  # neither text nor JSON
        found = None
    if not isinstance(found, dict) or found.get("bunfight_ladder") != FORMAT:
        raise InvalidInput("ladder_format", file=path.name, format=FORMAT)
    return found


def rate(ladder: dict[str, Any]) -> list[Rating]:
    """Compute the ratings, best first."""
    deals = _deals(ladder)
    bots = _bots(ladder)
    point = _skills(bots, deals)
    rng = Rng("bootstrap", str(ladder["plan"]["seed"]))
    first = deals[:1]  # and its opposite: a few equal deals must not give an interval of no width
    urn = [*deals, *first, *[_upset(deal) for deal in first]]
    samples: list[dict[str, float]] = []
    for _ in range(RESAMPLES):
        samples.append(_skills(bots, [urn[rng.below(len(urn))] for _ in deals]))
    found = []
    for bot in bots:
        spread = sorted(sample[bot] for sample in samples)
        low, high = spread[int(0.025 * RESAMPLES)], spread[int(0.975 * RESAMPLES) - 1]
        played = [row for deal in deals for row in deal if bot in row[0]]
        seats = sum(row[0].count(bot) for row in played)
        wins = sum(1 / len(row[2]) for row in played for seat in row[2] if row[0][seat] == bot)
        found.append(Rating(bot, point[bot], min(low, point[bot]), max(high, point[bot]), seats, wins))
    return sorted(found, key=lambda one: -one.rating)


def duels(ladder: dict[str, Any]) -> list[Duel]:
    """Compare every pair of bots deal by deal, corrected for the number of pairs."""
    deals, pairs = _deals(ladder), list(combinations(_bots(ladder), 2))
    z = NormalDist().inv_cdf(1 - SURE / 2 / max(1, len(pairs)))
    found = []
    for one, two in pairs:
        leads = []
        for deal in deals:
            both = [row for row in deal if one in row[0] and two in row[0]]
            if both:
                leads.append(sum(_share(row, one) - _share(row, two) for row in both) / len(both))
        mean = sum(leads) / len(leads) if leads else 0.0
        spread = variance([*leads, 1.0, -1.0])  # one more win and loss: equal deals must not give a width of zero
        half = z * math.sqrt(spread / len(leads)) if leads else math.inf
        first, second = (one, two) if mean >= 0 else (two, one)
        lead = abs(mean)
        found.append(Duel(first, second, lead, max(-1.0, lead - half), min(1.0, lead + half), lead > half))
    return found


def claims(ratings: list[Rating], compared: list[Duel]) -> list[str]:
    """Say for neighbours in the table whether their order is significant."""
    sentences = []
    for duel in neighbours(ratings, compared):
        gap = f"{duel.lead:+.1%} of the wins, {duel.low:+.1%} to {duel.high:+.1%}"
        if duel.sure:
            sentences.append(f"{duel.better} is stronger than {duel.worse} ({gap})")
        else:
            sentences.append(f"{duel.better} and {duel.worse}: the order is not significant ({gap}); play more games")
    return sentences


def neighbours(ratings: Sequence[Rating], compared: Sequence[Duel]) -> list[Duel]:
    """Return the comparisons of neighbours in the table, best first."""
    return [
        next(one for one in compared if {one.better, one.worse} == {upper.bot, lower.bot})
        for upper, lower in pairwise(ratings)
    ]


def _bots(ladder: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(bot for lineup in ladder["plan"]["lineups"] for bot in lineup))


def _deals(ladder: dict[str, Any]) -> list[list[Any]]:
    size = len(ladder["plan"]["lineups"])
    games = ladder["games"]
    return [games[start : start + size] for start in range(0, len(games), size)]


def _upset(deal: list[Any]) -> list[Any]:
    """Return the deal with every result reversed."""
    return [(lineup, [-rank for rank in ranks], winners) for lineup, ranks, winners in deal]


def _share(row: Any, bot: str) -> float:
    lineup, _, winners = row
    won: float = sum(lineup[seat] == bot for seat in winners) / max(1, len(winners))
    return won / int(lineup.count(bot))


def _skills(bots: list[str], deals: list[list[Any]]) -> dict[str, float]:
    """Fit Plackett-Luce strengths to all rankings by maximum likelihood (Hunter's MM algorithm), as ratings.

    A ranking is a series of choices, the best first, each among those left; tied bots are chosen from the same group.
    """
    chosen: Counter[str] = Counter()
    choices: Counter[tuple[str, ...]] = Counter()  # by the group chosen from: how often
    for (lineup, ranks), times in Counter((tuple(row[0]), tuple(row[1])) for deal in deals for row in deal).items():
        for rank in sorted(set(ranks)):
            left = sorted(bot for bot, other in zip(lineup, ranks, strict=True) if other >= rank)
            first = [bot for bot, other in zip(lineup, ranks, strict=True) if other == rank]
            if len(left) > 1:
                choices[tuple(left)] += times * len(first)
                for bot in first:
                    chosen[bot] += times
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        share = {bot: 2 * DRAWN / (strength[bot] + 1.0) for bot in bots}
        for among, times in choices.items():
            each = times / sum(strength[bot] for bot in among)
            for bot in among:
                share[bot] += each
        new = {bot: (chosen[bot] + DRAWN) / share[bot] for bot in bots}
        moved = max(abs(math.log(new[bot] / strength[bot])) for bot in bots)
        strength = new
        if moved < CLOSE:
            break
    middle = sum(math.log(one) for one in strength.values()) / len(bots)
    return {bot: MIDDLE + POINTS * (math.log(one) - middle) for bot, one in strength.items()}
