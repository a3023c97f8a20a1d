"""Measures how fast a learner gets observations and masks, beside the libraries' own games.

    python benchmarks/learning.py [--seconds 3] [--scaling] [--json]

Play is random; every decision has its observation and its mask in NumPy arrays. Times are CPU times of one core, except
in the rows that compare one process with two, which use the wall clock.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import multiprocessing
import sys
from collections.abc import Callable
from time import clock_gettime, perf_counter, process_time
from typing import Any

import numpy as np

from bunfight.games import names
from bunfight.rl.vector import Batch
from bunfight.rl.workers import ParallelBatch

LANES = 64
OURS = [name for name in names() if name != "buffet_boss"]
PEERS = ("crazy_eights", "hanabi")


def pace(decide: Callable[[], int], seconds: float, clock: Callable[[], float] = process_time) -> float:
    """Return the decisions per second of ``decide``, which makes some and returns how many."""
    decide()
    begun, made = clock(), 0
    while clock() - begun < seconds:
        made += decide()
    return made / (clock() - begun)


def vector(game: str, opponents: str = "self") -> Callable[[], int]:
    batch = Batch(game, LANES, opponents=opponents)
    batch.reset(1)

    def decide() -> int:
        for _ in range(10):
            batch.step(batch.arrays.suggested)
        return 10 * LANES

    return decide


def gymnasium_vector(game: str) -> Callable[[], int]:
    from bunfight.rl.gymnasium import BunfightVectorEnv

    env = BunfightVectorEnv(game, LANES, opponents="random")
    env.reset(seed=1)

    def decide() -> int:
        for _ in range(10):
            env.step(env.batch.arrays.suggested)
        return 10 * LANES

    return decide


def zoo(env: Any) -> Callable[[], int]:
    """An AEC environment, as its documentation drives it; only decisions count."""
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def decide() -> int:
        made = 0
        for _ in range(100):
            if not env.agents:
                env.reset()
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = np.flatnonzero(mask == 1)
            env.step(int(legal[rng.integers(len(legal))]))
            made += 1
        return made

    return decide


def gym(game: str) -> Callable[[], int]:
    from bunfight.rl.gymnasium import make

    env, rng = make(game, opponents="random"), np.random.default_rng(1)
    held = [env.reset(seed=1)[0]]

    def decide() -> int:
        for _ in range(100):
            legal = np.flatnonzero(held[0]["action_mask"] == 1)
            held[0], _, over, _, _ = env.step(np.int64(legal[rng.integers(len(legal))]))
            if over:
                held[0] = env.reset()[0]
        return 100

    return decide


def openspiel(game: Any) -> Callable[[], int]:
    """A game of OpenSpiel from a Python loop: an observation and a mask for each decision."""
    import pyspiel

    rng = np.random.default_rng(1)
    held = [game.new_initial_state()]
    observer = None
    if not game.get_type().provides_information_state_tensor and game.get_type().short_name.startswith("bunfight"):
        observer = game.make_py_observer()

    def decide() -> int:
        made = 0
        for _ in range(200):
            state = held[0]
            if state.is_terminal():
                held[0] = game.new_initial_state()
            elif state.current_player() == pyspiel.PlayerId.CHANCE:
                outcomes = state.chance_outcomes()
                chances = np.array([chance for _, chance in outcomes]).cumsum()
                at = min(int(chances.searchsorted(rng.random())), len(outcomes) - 1)
                state.apply_action(outcomes[at][0])
            else:
                if observer is None:
                    np.asarray(state.observation_tensor())
                else:
                    observer.set_from(state, state.current_player())
                np.asarray(state.legal_actions_mask())
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.integers(len(actions)))])
                made += 1
        return made

    return decide


def shared(game: str, processes: int, seconds: float) -> tuple[float, float]:
    """Decisions per second of a parallel batch, by the clock and by processor time, with the same lanes per process.

    By processor time: if each process had a core for itself, a step would take what the caller and the busiest process
    need for it, one after the other. So much can be said on a machine that is busy with other work, too.
    """
    with ParallelBatch(game, LANES * 4 * processes, processes) as parallel:
        parallel.reset(1)
        parallel.step(parallel.arrays.suggested)
        begun, before, made = perf_counter(), used(parallel), 0
        while perf_counter() - begun < seconds:
            for _ in range(5):
                parallel.step(parallel.arrays.suggested)
            made += 5 * parallel.lanes
        spent = [after - earlier for after, earlier in zip(used(parallel), before, strict=True)]
        return made / (perf_counter() - begun), made / (spent[0] + max(spent[1:]))


def used(parallel: ParallelBatch) -> list[float]:
    """Seconds of processor time so far: of this process and of each one it started (Linux knows their clocks)."""
    return [process_time(), *(clock_gettime((~one.pid << 3) | 2) for one in parallel.processes if one.pid is not None)]


def alone(game: str, seconds: float) -> float:
    """Decisions per second on the clock of one batch of its own."""
    batch = Batch(game, LANES * 4)
    batch.reset(1)

    def decide() -> int:
        for _ in range(5):
            batch.step(batch.arrays.suggested)
        return 5 * batch.lanes

    return pace(decide, seconds, perf_counter)


def apart(game: str, processes: int, seconds: float) -> float:
    """The same in several processes that never speak to each other: what this machine can give at most."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.starmap(alone, [(game, 0.1)] * processes)  # everything is loaded
        return sum(pool.starmap(alone, [(game, seconds)] * processes, chunksize=1))


def rows(seconds: float, only_scaling: bool) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    def add(what: str, game: str, speed: float) -> None:
        found.append({"what": what, "game": game, "per_second": round(speed)})
        if sys.stderr.isatty():
            print(f"{what:30} {game:14} {speed:12,.0f}", file=sys.stderr)

    gc.freeze()
    if only_scaling:
        scaling(seconds, add, found)
        return found
    for game in OURS:
        add("vector, self-play", game, pace(vector(game), seconds))
    for game in OURS:
        add("vector, against heuristic", game, pace(vector(game, "heuristic"), seconds))
    if importlib.util.find_spec("pettingzoo"):
        from bunfight.rl import pettingzoo

        for game in OURS:
            add("Gymnasium vector", game, pace(gymnasium_vector(game), seconds))
        for game in OURS:
            add("Gymnasium", game, pace(gym(game), seconds))
        for game in OURS:
            add("PettingZoo", game, pace(zoo(pettingzoo.env(game)), seconds))
        if importlib.util.find_spec("shimmy"):
            from pettingzoo.classic import hanabi_v5

            add("PettingZoo", "its hanabi", pace(zoo(hanabi_v5.env()), seconds))
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        from bunfight.rl.openspiel import load

        for game in OURS:
            add("OpenSpiel", game, pace(openspiel(load(game)), seconds))
        for game in PEERS:
            add("OpenSpiel", f"its {game}", pace(openspiel(pyspiel.load_game(game)), seconds))
    scaling(seconds, add, found)
    return found


def scaling(seconds: float, add: Callable[[str, str, float], None], found: list[dict[str, Any]]) -> None:
    """One process and two, and two that do not work together."""
    for game in OURS:
        crews = shared(game, 1, seconds), shared(game, 2, seconds)
        for how, one, two in zip(("on the clock", "by processor time"), *crews, strict=True):
            add(f"1 process, {how}", game, one)
            add(f"2 processes, {how}", game, two)
            found[-1]["times"] = round(two / one, 2)
        add("2 apart, on the clock", game, apart(game, 2, seconds))
        found[-1]["times"] = round(found[-1]["per_second"] / crews[0][0], 2)


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions per second with observations and masks.")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--scaling", action="store_true", help="only the rows that compare one process with two")
    args = parser.parse_args()
    results = rows(args.seconds, args.scaling)
    if args.json:
        print(json.dumps(results, indent=2))
        return
    print("| | game | decisions/s | |\n| --- | --- | ---: | --- |")
    for row in results:
        times = f"{row['times']} times one process" if "times" in row else ""
        print(f"| {row['what']} | {row['game']} | {row['per_second']:,} | {times} |")


if __name__ == "__main__":
    main()
