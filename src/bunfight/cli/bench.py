"""``bunfight bench``: measures the engine, compiled and interpreted, next to another engine."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import process_time
from typing import Any

import bunfight
from bunfight import games
from bunfight.cli.arguments import add_game, parser_of
from bunfight.engine import EventLog, Luck, Rng, estimator, playout
from bunfight.engine.errors import InvalidInput
from bunfight.i18n.arguments import CommandParser, add_json, add_number, add_players
from bunfight.testing.empty_game import IdleState, Wait

BATCH = 8  # games between two checks of the clock


def measure(name: str, seats: int | None, seconds: float) -> dict[str, Any]:
    """Measure random playouts and copies of a game in this process, by CPU time."""
    game = games.load(name)
    players = seats or game.seats[0]
    options = game.settle({}, players)
    bound = game.bound(options, players)
    decisions = played = 0
    gc.freeze()  # keep the garbage collector from scanning imported modules
    rng = Rng("bench")
    luck, log = Luck(rng, estimator(game)), EventLog(False)
    begun = process_time()
    while process_time() - begun < seconds:
        for _ in range(BATCH):
            decisions += playout(game.setup(options, players, luck, log), luck, rng, bound)
        played += BATCH
    spent = process_time() - begun
    state = game.setup(options, players, luck, EventLog(False))
    playout(state, luck, rng, decisions // played // 2)
    begun, copies = process_time(), 0
    while process_time() - begun < seconds / 4:
        for _ in range(100):
            state.copy()
        copies += 100
    copying = process_time() - begun
    return {
        "game": name,
        "players": players,
        "decisions_per_second": round(decisions / spent),
        "decisions_per_game": round(decisions / played, 1),
        "copies_per_second": round(copies / copying),
    }


def overhead(seconds: float) -> float:
    """Measure the nanoseconds per decision of the engine itself: agenda, luck, choosing, a disabled event log."""
    rng, best, begun = Rng("idle"), float("inf"), process_time()
    while process_time() - begun < seconds:
        state, start = IdleState(), process_time()
        state.agenda.append(Wait(0, 20_000))
        decisions = playout(state, Luck(rng), rng, 30_000)
        best = min(best, (process_time() - start) / decisions)
    return best * 1e9


def hearts(seconds: float) -> float | None:
    """Measure OpenSpiel's hearts (C++) from a Python loop, in decisions per second; None if it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel  # type: ignore[import-not-found,unused-ignore]  # installed only for this comparison

    game, rng, decisions, begun = pyspiel.load_game("hearts"), Rng("hearts"), 0, process_time()
    while process_time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[rng.below(len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[rng.below(len(actions))])
                decisions += 1
    return decisions / (process_time() - begun)


def one_library() -> str:
    """Build a copy of this checkout as for a wheel, unless there is one; returns the folder of its package."""
    home = Path(bunfight.__file__).parents[2]
    if not (home / "setup.py").exists():
        raise InvalidInput("bench_release")
    copy = home / "build" / "release"
    stamp, newest = copy / "built", max(path.stat().st_mtime for path in (home / "src").rglob("*.py"))
    if not stamp.exists() or stamp.stat().st_mtime < newest:
        print("compiling the engine as one library; this takes some minutes ...", file=sys.stderr)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(home / "src", copy / "src", ignore=shutil.ignore_patterns("*.so", "static", "__pycache__"))
        for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(home / name, copy)
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
            cwd=copy,
            env={**os.environ, "BUNFIGHT_COMPILE": "release", "PYTHONPATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise InvalidInput("command_failed", why=done.stderr.strip()[-2000:])
        stamp.touch()
    return str(copy / "src")


def both(name: str, players: int | None, seconds: float, release: str = "") -> dict[str, dict[str, Any]]:
    """Measure in fresh processes: compiled (if it is), from source, and as one library if wanted."""
    found = {}
    paths = [path for path in sys.path if path]
    builds = [("compiled", "", paths), ("interpreted", "1", paths)]
    for label, pure, where in [*builds, ("release", "", [release, *paths])] if release else builds:
        environment = {**os.environ, "BUNFIGHT_PURE": pure, "PYTHONPATH": os.pathsep.join(where)}
        command = [sys.executable, "-m", "bunfight", "bench", name, "--seconds", str(seconds), "--measure"]
        command += ["--players", str(players)] if players else []
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise InvalidInput("command_failed", why=done.stderr.strip())
        found[label] = json.loads(done.stdout)
    return found


def parser(command: str = "bench") -> CommandParser:
    made = parser_of(command, "Measure random playouts and copies, compiled and interpreted, in one run.")
    add_game(made, "default: all")
    add_players(made)
    add_number(made, "--seconds", 0.01, 600, default=2.0, help="how long each measurement takes (default: 2)")
    add_json(made)
    made.add_argument(
        "--release",
        action="store_true",
        help="also measure the single-library build of wheels (compiles it first)",
    )
    made.add_argument("--measure", action="store_true", help="measure GAME in this process only and print JSON")
    return made


def main(argv: list[str]) -> int:
    args = parser().parse_args(argv[1:])
    if args.game is not None:
        games.load(args.game).settle({}, args.players or games.load(args.game).seats[0])
    if args.measure:
        if args.game is None:
            raise InvalidInput("which_game", known=", ".join(games.names()))
        print(json.dumps({**measure(args.game, args.players, args.seconds), "engine_ns": overhead(args.seconds / 4)}))
        return 0
    release = one_library() if args.release else ""
    peer = hearts(args.seconds)
    rows = []
    for name in [args.game] if args.game else games.found():
        games.load(name)
        if sys.stderr.isatty():
            print(f"measuring {name} ...", file=sys.stderr)
        rows.append(both(name, args.players, args.seconds, release))
    if args.json:
        print(json.dumps({"hearts_per_second": peer, "games": rows}, indent=2))
        return 0
    print(
        f"{'random playouts':14}  players  decisions/s compiled  interpreted  ratio  {'x hearts':>8}  copies/s compiled"
    )
    for row in rows:
        fast, slow = row["compiled"], row["interpreted"]
        ratio = fast["decisions_per_second"] / slow["decisions_per_second"]
        times = f"{fast['decisions_per_second'] / peer:8.2f}" if peer else "       -"
        print(
            f"{fast['game']:15}  {fast['players']:7}  {fast['decisions_per_second']:20,}  "
            f"{slow['decisions_per_second']:11,}  {ratio:5.1f}  {times}  {fast['copies_per_second']:17,}"
        )
    for row in rows if release else []:
        whole, parts = (row[build]["decisions_per_second"] for build in ("release", "compiled"))
        print(f"{row['compiled']['game']:15}  as one library: {whole:,} decisions/s, {whole / parts - 1:+.1%}")
    fast, slow = (rows[0][build]["engine_ns"] for build in ("compiled", "interpreted"))
    print(f"engine alone: {fast:.0f} ns per decision, {slow:.0f} interpreted")
    print(
        f"OpenSpiel hearts from Python: {peer:,.0f} decisions/s"
        if peer
        else "OpenSpiel is not installed, so there is no comparison"
    )
    return 0
