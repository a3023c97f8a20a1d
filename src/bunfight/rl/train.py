"""Runs ``bunfight train``: trains a network, reports its progress and saves checkpoints."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np

from bunfight.bots.net import About, Net, check, load, phrases, read, told, write
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.rl.ppo import Adam, Eyes, Learner, Recipe, pick, weigh
from bunfight.rl.vector import Batch

LOOKS: Final = 20  # evaluations in the time that is given, about
SHORTEST: Final = 10.0  # seconds between two of them
BARS: Final = "▁▂▃▄▅▆▇█"
LEVELS: Final = ("random", "greedy", "heuristic")


@dataclass(frozen=True)
class Look:
    """One evaluation: the share of games won against a bot, with its interval (95%)."""

    seconds: float
    decisions: int
    games: int
    share: float
    low: float
    high: float


@dataclass
class Course:
    """What is trained, and where it is stored."""

    game: AnyGame
    players: int
    options: dict[str, Any]
    out: Path
    minutes: float
    opponent: str = "heuristic"
    games: int = 200  # of each evaluation
    seed: int = 0
    decisions: int = 0  # in all, also those before it was stopped; 0: only the time counts
    recipe: Recipe = Recipe()  # noqa: RUF009  # frozen
    say: Callable[[str], None] = print

    @property
    def checkpoint(self) -> Path:
        """The checkpoint file beside the result."""
        return self.out.with_name(f"{self.out.name}.training")


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share of so many games (95%)."""
    z = 1.96
    middle = share + z * z / (2 * games)
    reach = z * ((share * (1 - share) + z * z / (4 * games)) / games) ** 0.5
    return (middle - reach) / (1 + z * z / games), (middle + reach) / (1 + z * z / games)


def examine(course: Course, weights: Any, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """The share of games that the network wins from any seat (a shared win counts in part), with its interval.

    Every lane plays the same number of games to their end, so that short ones do not count for more.
    """
    each = 2
    lanes = max(1, games // each)
    batch = Batch(course.game, lanes, course.players, opponent, options=course.options, skips=True)
    batch.reset(seed)
    eyes = Eyes(batch, course.recipe.choices)
    left, won = np.full(lanes, each), 0.0
    while left.any():
        actions, counts = eyes.look(batch)
        seats = batch.arrays.seats.copy()
        logs, _ = weigh(weights, batch.arrays.observations, eyes.choices(seats, actions, counts))
        batch.step(actions[pick(np.asarray(logs)[: len(actions)], counts)])
        counted = batch.arrays.ended & (left > 0)
        utility = batch.arrays.rewards[np.arange(lanes), seats][counted]
        won += float(((utility * (course.players - 1) + 1) / course.players).sum())
        left -= counted
    share = won / (lanes * each)
    return share, *interval(share, lanes * each)


def curve(looks: list[Look]) -> str:
    """The win rates so far as a row of bars."""
    return "".join(BARS[min(7, int(look.share * 8))] for look in looks[-40:])


def about(course: Course, batch: Batch, decisions: int) -> About:
    game = course.game
    return About(
        game=game.id,
        encoding=batch.core.encoder.version,
        rules=game.rules_version,
        cards=game.cards_digest,
        players=course.players,
        size=batch.size,
        scores=phrases(game, course.players).count,
        options=course.options,
        decisions=decisions,
    )


def save(course: Course, learner: Learner, looks: list[Look], spent: float) -> None:
    """Write the result, then the checkpoint."""
    smooth = {name: np.asarray(one, np.float32) for name, one in learner.smooth.items()}
    net = Net(about(course, learner.batch, learner.decisions), smooth)
    net.save(course.out)
    state = {f"smooth.{name}": one for name, one in smooth.items()}
    state |= {f"weights.{name}": np.asarray(one) for name, one in learner.weights.items()}
    state |= {f"mean.{name}": np.asarray(one) for name, one in learner.adam.mean.items()}
    state |= {f"square.{name}": np.asarray(one) for name, one in learner.adam.square.items()}
    notes = {
        "about": asdict(net.about),
        "looks": [asdict(look) for look in looks],
        "spent": spent,
        "rounds": learner.rounds,
        "step": float(learner.adam.step),
        "recipe": asdict(course.recipe),
    }
    write(course.checkpoint, {**state, "notes": told(notes)})


def resume(course: Course, learner: Learner) -> tuple[list[Look], float]:
    """Resume from the checkpoint, if there is one; InvalidInput if it belongs to another training."""
    if not course.checkpoint.is_file():
        if course.out.exists():
            check(load(course.out), course.out.name, course.game)
            raise InvalidInput("train_exists", file=str(course.out))
        return [], 0.0
    held = read(course.checkpoint)
    try:
        notes = json.loads(held["notes"].tobytes())
        then = About(**notes["about"])
    except (KeyError, TypeError, ValueError):
        raise InvalidInput("train_damaged", file=course.checkpoint.name) from None
    check(Net(then, {}), course.checkpoint.name, course.game)
    now = about(course, learner.batch, then.decisions)
    if then != now or notes["recipe"] != asdict(course.recipe):
        raise InvalidInput("train_other", file=str(course.out))
    groups: dict[str, dict[str, Any]] = {"weights": {}, "smooth": {}, "mean": {}, "square": {}}
    for name, one in held.items():
        group, _, rest = name.partition(".")
        if group in groups:
            groups[group][rest] = one
    learner.weights, learner.smooth = groups["weights"], groups["smooth"]
    learner.rounds = int(notes["rounds"])
    learner.adam = Adam(np.float32(notes["step"]), groups["mean"], groups["square"])
    learner.decisions = then.decisions
    learner.shuffle(course.seed + then.decisions)
    learner.batch.reset(course.seed + then.decisions)
    return [Look(**look) for look in notes["looks"]], float(notes["spent"])


@contextmanager
def stopping() -> Iterator[list[int]]:
    """A list that gets an entry when the program is asked to stop."""
    asked: list[int] = []
    names = (signal.SIGINT, signal.SIGTERM)
    before = {name: signal.signal(name, lambda number, _: asked.append(number)) for name in names}
    try:
        yield asked
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def done(course: Course, learner: Learner, spent: float) -> float:
    """The share of the training that is done."""
    return learner.decisions / course.decisions if course.decisions else spent / (course.minutes * 60)


def train(course: Course) -> list[Look]:
    """Train until the time is up or the program is stopped; returns the evaluations."""
    batch = Batch(course.game, course.recipe.lanes, course.players, options=course.options, skips=True)
    batch.reset(course.seed)
    learner = Learner(batch, course.recipe, course.seed)
    looks, before = resume(course, learner)
    budget = course.minutes * 60
    if looks:
        course.say(f"going on after {learner.decisions:,} decisions in {before / 60:.1f} minutes")
    course.say(f"{course.game.title}, {course.players} players, against itself; examined by {course.opponent}")
    begun, looked = monotonic(), (0.0, done(course, learner, 0.0))
    with stopping() as asked:
        while True:
            spent = monotonic() - begun
            share = done(course, learner, spent)
            over = share >= 1 or spent >= budget or bool(asked)
            if over or (spent >= looked[0] + SHORTEST and share >= looked[1] + 1 / LOOKS):
                found = examine(course, learner.smooth, course.opponent, course.games, len(looks) + 1)
                looks.append(Look(before + spent, learner.decisions, course.games, *found))
                save(course, learner, looks, before + monotonic() - begun)
                course.say(line(looks))
                looked = (spent, share)
            if over:
                break
            learner.round(course.recipe.rate * (1 - (1 - course.recipe.last_rate) * share))
    learner.player.shutdown()
    return looks


def line(looks: list[Look]) -> str:
    last = looks[-1]
    minutes, seconds = divmod(int(last.seconds), 60)
    return (
        f"{minutes:3}:{seconds:02}  {last.decisions:>12,} decisions  wins {last.share:4.0%} "
        f"({last.low:.0%} to {last.high:.0%})  {curve(looks)}"
    )


def finish(course: Course, games: int) -> list[str]:
    """Describe the results against the built-in bots."""
    weights = load(course.out).weights
    found = []
    for opponent in LEVELS:
        share, low, high = examine(replace(course), weights, opponent, games, 10_001)
        found.append(f"against {opponent:9}  wins {share:5.1%} ({low:.1%} to {high:.1%}) of {games} games")
    return found


def main(course: Course, last_games: int) -> int:
    train(course)
    course.say(f"the network is in {course.out}; play it with: bunfight play {course.game.id} --bots net:{course.out}")
    for line in finish(course, last_games) if last_games else ():
        course.say(line)
    sys.stdout.flush()
    return 0
