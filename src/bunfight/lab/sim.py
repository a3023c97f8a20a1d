"""Simulates many games between bots and adds up the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bunfight.engine.table import AnyGame
from bunfight.games import load
from bunfight.lab import data
from bunfight.lab.plan import plan_for
from bunfight.lab.run import STORE, Progress, Run, run, summary

__all__ = ["simulate", "summary"]


def simulate(
    game: AnyGame | str,
    players: int | None = None,
    games: int = 100,
    bots: Sequence[str] = ("random",),
    options: Mapping[str, Any] | None = None,
    seed: str = "bunfight",
    jobs: int = 0,
    out: Path | None = None,
    *,
    cards: str = "",
    fixed: bool = False,
    adjusted: bool = False,
    study: bool = False,
    cluster: str = "",
    progress: Progress | None = None,
    store: Path | None = STORE,
    fresh: bool = False,
) -> Run:
    """Play ``games`` games. Bots take turns in the seats unless ``fixed``; jobs 0 = all cores.

    The totals depend on the seed only, not on the number of jobs. The same call continues a stopped
    run. ``out`` (.jsonl, .csv, .parquet) gets one row a game.
    """
    rulebook = load(game) if isinstance(game, str) else game
    if out is not None:
        data.check_out(out)
    plan = plan_for(
        rulebook,
        players,
        list(bots),
        games,
        dict(options or {}),
        seed,
        fixed=fixed,
        study=study,
        rows=out is not None,
        cards=cards,
        adjusted=adjusted,
    )
    result = run(plan, jobs, progress, cluster, store, fresh)
    if out is not None:
        data.write(out, result.rows)
    return result
