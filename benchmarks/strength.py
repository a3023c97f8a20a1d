"""Measures the strength of the search against heuristics, by thinking time, with two and three players.

    python benchmarks/strength.py                                          # everything: many hours
    python benchmarks/strength.py burger_war --players 2 --times 300ms     # a part; after Ctrl-C it carries on
    python benchmarks/strength.py --show                                   # the table of all that was measured

Seats are shared evenly. Budgets are processor time, so the machine may do other things meanwhile. What was measured is
kept in strength.jsonl beside this file; a newer line of the same kind replaces an older one.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bunfight.games import load, names
from bunfight.lab.commands import progress_bar, stopped
from bunfight.lab.plan import plan_for
from bunfight.lab.run import run, summary
from bunfight.lab.stats import Z, wilson

KEPT = Path(__file__).with_suffix(".jsonl")
GAMES = [name for name in names() if load(name).physics is None]  # the search does not support physics
TIMES = ("100ms", "300ms", "1s")


def measured(game: str, players: int, time: str, games: int, seed: str, jobs: int, fresh: bool) -> dict[str, Any]:
    """Play and return how often the search won."""
    bots = [f"search:{time}", *["heuristic"] * (players - 1)]
    rulebook = load(game)
    plan = plan_for(rulebook, players, bots, games, seed=seed)
    with progress_bar(f"{rulebook.title}, {players} players, {time}") as progress:
        result = run(plan, jobs, progress, fresh=fresh)
    totals = summary(result)
    stopped(result)
    wins = totals["wins_by_bot"][bots[0]]
    return {"game": game, "players": players, "time": time, "games": totals["games"], "wins": wins, "seed": seed}


def read(lines: Sequence[str]) -> list[dict[str, Any]]:
    """The newest of each kind, in order."""
    rows = {}
    for line in lines:
        row = json.loads(line)
        rows[GAMES.index(row["game"]), row["players"], TIMES.index(row["time"])] = row
    return [rows[key] for key in sorted(rows)]


def table(rows: Sequence[dict[str, Any]]) -> list[str]:
    """All that was measured, as a Markdown table."""
    out = [
        "| Game | Players | Even | Time | Games | Wins | 95% interval |",
        "| --- | ---: | ---: | --- | ---: | ---: | --- |",
    ]
    for row in rows:
        low, high = wilson(row["wins"], row["games"])
        out.append(
            f"| {load(row['game']).title} | {row['players']} | {100 / row['players']:.0f}% | {row['time']} "
            f"| {row['games']:,} | {100 * row['wins'] / row['games']:.1f}% | {100 * low:.1f} to {100 * high:.1f}% |"
        )
    return out


def by_time(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The mean over all games with two players, for each time at which all were measured; games count alike.

    The variance of a rate is taken with two more wins and two more losses, for it is never nothing.
    """
    out = [
        "| Two players, mean of all games | Wins | 95% interval | Points more than at the shortest |",
        "| --- | ---: | --- | --- |",
    ]
    first: tuple[float, float] | None = None
    for time in TIMES:
        found = [row for row in rows if row["players"] == 2 and row["time"] == time]
        if len(found) < len(GAMES):
            continue
        mean = sum(row["wins"] / row["games"] for row in found) / len(found)
        rates = [((row["wins"] + 2) / (row["games"] + 4), row["games"] + 4) for row in found]
        variance = sum(rate * (1 - rate) / games for rate, games in rates) / len(found) ** 2
        half = Z * math.sqrt(variance)
        more = ""
        if first is not None:
            gain, wide = mean - first[0], Z * math.sqrt(variance + first[1])
            more = f"{100 * gain:.1f} ({100 * (gain - wide):.1f} to {100 * (gain + wide):.1f})"
        first = first or (mean, variance)
        low, high = max(0.0, mean - half), min(1.0, mean + half)
        out.append(f"| {time} | {100 * mean:.1f}% | {100 * low:.1f} to {100 * high:.1f}% | {more} |")
    return out if first is not None else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--players", type=int, nargs="+", choices=(2, 3), default=[2, 3])
    parser.add_argument("--times", nargs="+", choices=TIMES, default=list(TIMES))
    parser.add_argument("--number", type=int, default=400, help="games for each line of the table (default 400)")
    parser.add_argument("--seed", default="s8")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default: one for each core)")
    parser.add_argument("--fresh", action="store_true", help="carry on nothing: needed after a change of the bots")
    parser.add_argument("--show", action="store_true", help="play nothing")
    args = parser.parse_args()
    if unknown := set(args.games) - set(GAMES):
        parser.error(f"no {', '.join(sorted(unknown))}; choose from {', '.join(GAMES)}")
    if not args.show:
        for game in args.games or GAMES:
            for players in args.players:
                for time in args.times:
                    row = measured(game, players, time, args.number, args.seed, args.jobs, args.fresh)
                    if row["games"]:
                        with KEPT.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(row) + "\n")
                    if row["games"] < args.number:
                        return 1
    rows = read(KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else [])
    print("\n".join(table(rows)))
    if means := by_time(rows):
        print("\n".join(["", *means]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
