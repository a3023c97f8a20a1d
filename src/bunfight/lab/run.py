"""Plays a plan on all cores or a cluster; a run stopped by Ctrl-C can be resumed."""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bunfight.engine import process_pool
from bunfight.games import GameCrashed
from bunfight.lab.adjusted import LuckAdjuster
from bunfight.lab.plan import PARTS, WIN, Chunk, Plan, Row, Tally, Worker
from bunfight.lab.stats import Z

STORE: Final = Path(".bunfight/lab")
Progress = Callable[[int, int], None]  # games done, games in all


@dataclass
class Run:
    """The results of a plan; ``finished`` is False if it was stopped."""

    plan: Plan
    tally: Tally = field(default_factory=Counter)
    rows: list[Row] = field(default_factory=list)
    seconds: float = 0.0
    played: int = 0  # games of this run that were played now, not taken over from a stopped one
    played_decisions: int = 0
    finished: bool = False

    @property
    def games(self) -> int:
        return self.tally["games",]


class Checkpoint:
    """Stores the finished chunks of a run in a file, one per line, until the run is complete."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.path = folder / f"{plan.game}-{plan.digest()}.jsonl"
        self.plan = plan

    def load(self) -> dict[tuple[int, int], Chunk]:
        """The chunks of an earlier, stopped run of the same plan; a half-written last line is dropped."""
        found: dict[tuple[int, int], Chunk] = {}
        if not self.path.exists():
            return found
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                start, stop, tally, rows = json.loads(line)
            except ValueError:
                continue
            found[start, stop] = (start, stop, Counter({tuple(key): n for key, n in tally}), rows)
        return found

    def add(self, chunk: Chunk) -> None:
        start, stop, tally, rows = chunk
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([start, stop, [[list(key), n] for key, n in tally.items()], rows]) + "\n")

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)


def run(
    plan: Plan,
    jobs: int = 0,
    progress: Progress | None = None,
    cluster: str = "",
    store: Path | None = STORE,
    fresh: bool = False,
    keep: bool = False,
) -> Run:
    """Play a plan. The tally is the same for every number of jobs; after Ctrl-C the same call resumes.

    The checkpoint is deleted at the end unless ``keep`` is set.
    """
    checkpoint = None if store is None else Checkpoint(plan, store)
    if checkpoint is not None and fresh:
        checkpoint.forget()
    done = {} if checkpoint is None else checkpoint.load()
    open_chunks = [chunk for chunk in plan.chunks() if chunk not in done]
    games = sum(stop - start for start, stop in done)
    result = Run(plan, finished=True)
    if progress is not None:
        progress(games, plan.games)
    began = time.perf_counter()
    try:
        for chunk in _played(plan, open_chunks, jobs or os.cpu_count() or 1, cluster):
            done[chunk[:2]] = chunk
            games += chunk[1] - chunk[0]
            result.played += chunk[1] - chunk[0]
            result.played_decisions += chunk[2]["decisions",]
            if checkpoint is not None and len(open_chunks) > 1:
                checkpoint.add(chunk)
            if progress is not None:
                progress(games, plan.games)
    except KeyboardInterrupt:
        result.finished = False
    except GameCrashed as crash:
        if store is not None and crash.record:
            path = store / f"{plan.game}-crash.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(crash.record, encoding="utf-8")
            crash.key, crash.facts["path"] = "game_crashed_recorded", str(path)
        raise
    result.seconds = time.perf_counter() - began
    for key in sorted(done):
        result.tally.update(done[key][2])
        result.rows.extend(done[key][3])
    if checkpoint is not None and result.finished and not keep:
        checkpoint.forget()
    return result


def _played(plan: Plan, chunks: list[tuple[int, int]], jobs: int, cluster: str) -> Iterator[Chunk]:
    if cluster:
        from bunfight.lab.cluster import on_cluster

        yield from on_cluster(plan, chunks, cluster)
    elif jobs == 1 or len(chunks) <= 1:
        with closing(Worker(plan)) as worker:
            for chunk in chunks:
                yield worker.play(*chunk)
    else:
        yield from _on_cores(plan, chunks, min(jobs, len(chunks)))


def _on_cores(plan: Plan, chunks: list[tuple[int, int]], jobs: int) -> Iterator[Chunk]:
    pool = process_pool.pool(jobs, _start_worker, plan)
    waiting: set[Future[Chunk]] = set()
    todo = iter(chunks)
    try:
        while True:
            for chunk in todo:
                with _interrupts_held():  # a process that is still starting would print a traceback
                    waiting.add(pool.submit(_work, *chunk))
                if len(waiting) >= 3 * jobs:
                    break
            if not waiting:
                return
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, so that processes do not receive it while they start."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_worker: Worker | None = None  # in each process of a pool


def _start_worker(plan: Plan) -> None:
    """Initialise a worker. It ignores Ctrl-C; the main process then stops handing out work."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _worker = Worker(plan)


def _work(start: int, stop: int) -> Chunk:
    assert _worker is not None
    return _worker.play(start, stop)


def adjusted(result: Run) -> dict[str, dict[str, float]]:
    """Return luck-adjusted rates with 95% intervals, and how many times fewer games give the same interval (``times``).

    Luck is a result less the start and the decisions. It has mean zero and is subtracted as a control variate, with the
    weight that explains most, so the interval is never wider than that of the plain rate.
    """
    plan, tally = result.plan, result.tally
    start = LuckAdjuster(plan.rulebook, plan.seats).start(plan.options) if result.games else []
    found = {}
    for spec in plan.specs:
        n = max(1, tally["bot games", spec])
        began = sum(start[seat] * tally["bot seats", spec, str(seat)] for seat in range(len(start))) / n
        mean, wins = tally["bot changed", spec] / PARTS / n, tally["bot wins", spec] / WIN / n
        skill = max(0.0, tally["bot changed squares", spec] / PARTS / n - mean * mean)
        plain = max(0.0, tally["bot won squares", spec] / PARTS / n - wins * wins)
        both = tally["bot won changed", spec] / PARTS / n - wins * mean
        luck = plain + skill - 2 * both  # variance of the result less start and decisions
        weight = (plain - both) / luck if luck > 1e-9 else 0.0  # share of the luck to subtract
        spread = max(0.0, plain - weight * (plain - both))
        half = Z * math.sqrt(spread / n)
        times = plain / spread if spread > 1e-9 else math.inf
        rate = wins - weight * (wins - began - mean)
        found[spec] = {"rate": rate, "low": rate - half, "high": rate + half, "times": min(times, 1e6)}
    return found


def by_order(run: Run) -> list[tuple[float, int]]:
    """Return wins and games by playing order, first to last; empty if it is unknown or the same as the seats."""
    seats = run.plan.seats
    if seats == 1 or sum(run.tally["first seats", str(seat)] > 0 for seat in range(seats)) < 2:
        return []
    return [(run.tally["order wins", str(turn)] / WIN, run.tally["order games", str(turn)]) for turn in range(seats)]


def summary(result: Run) -> dict[str, Any]:
    """Return the totals of a run as plain data (the ``--json`` of ``bunfight sim``)."""
    plan, tally = result.plan, result.tally
    games = max(1, result.games)
    bots = plan.specs
    return {
        **({"adjusted_by_bot": adjusted(result)} if plan.adjusted else {}),
        "game": plan.game,
        "players": plan.seats,
        "options": plan.options,
        "bots": list(plan.lineups[0]),
        "seed": plan.seed,
        "rules_version": plan.rulebook.rules_version,
        "finished": result.finished,
        "games": result.games,
        "decisions": tally["decisions",],
        "seconds": round(result.seconds, 3),
        "decisions_per_second": round(result.played_decisions / max(result.seconds, 1e-9)),
        "wins_by_seat": [round(tally["seat wins", str(seat)] / WIN, 2) for seat in range(plan.seats)],
        "wins_by_order": [[round(won, 2), played] for won, played in by_order(result)],
        "wins_by_bot": {spec: round(tally["bot wins", spec] / WIN, 2) for spec in bots},
        "seats_by_bot": {spec: tally["bot games", spec] for spec in bots},
        "mean_scores": [round(tally["seat score", str(seat)] / games, 3) for seat in range(plan.seats)],
        "mean_scores_by_bot": {
            spec: round(tally["bot score", spec] / max(1, tally["bot games", spec]), 3) for spec in bots
        },
        "endings": {key[1]: n for key, n in sorted(tally.items()) if key[0] == "ending"},
        "failures": {key[1]: n for key, n in sorted(tally.items()) if key[0] == "failure"},
    }
