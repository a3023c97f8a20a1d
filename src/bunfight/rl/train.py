"""Runs ``bunfight train``: trains a network, reports its progress and saves checkpoints."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np

from bunfight.bots.net import About, Net, check, json_array, layout, load, net_of, phrases, read, replace_file, write
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.rl.ppo import Adam, Learner, Recipe, Tables, pick, weigh

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
    players: tuple[int, ...]  # sizes of tables
    options: dict[str, Any]
    out: Path
    minutes: float
    opponent: str = "heuristic"
    games: int = 200  # of each evaluation
    seed: int = 0
    decisions: int = 0  # in all, also those before it was stopped; 0: only the time counts
    recipe: Recipe = Recipe()  # noqa: RUF009  # frozen
    say: Callable[[str], None] = print
    source: Path | None = None  # a network to begin with
    imitate: float = 0.0  # share of the training in which it first imitates the game's policy
    curve: Path | None = None  # where the evaluations are written: a picture (.svg) or a line of JSON for each

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


def examine(
    course: Course, weights: Any, opponent: str, games: int, seed: int, players: int = 0
) -> tuple[float, float, float]:
    """The share of games that the network wins from any seat (a shared win counts in part), with its interval.

    ``players``: the size of the tables (0: the smallest). Every lane plays the same number of games to their end, so
    that short ones do not count for more.
    """
    each = 2
    lanes, players = max(1, games // each), players or course.players[0]
    tables = Tables(
        course.game, (players,), lanes, course.options, course.recipe.choices, opponent, known=course.players
    )
    tables.reset(seed)
    left, won = np.full(lanes, each), 0.0
    while left.any():
        seen, seats, actions, counts = tables.look()
        logs, _ = weigh(weights, seen, tables.choices(actions, counts))
        ended, rewards = tables.step(actions[pick(np.asarray(logs)[: len(actions)], counts)])
        counted = ended & (left > 0)
        utility = rewards[np.arange(lanes), seats][counted]
        won += float(((utility * (players - 1) + 1) / players).sum())
        left -= counted
    share = won / (lanes * each)
    return share, *interval(share, lanes * each)


def curve(looks: list[Look]) -> str:
    """The win rates so far as a row of bars."""
    return "".join(BARS[min(7, int(look.share * 8))] for look in looks[-40:])


def about(course: Course, decisions: int) -> About:
    game = course.game
    return About(
        game=game.id,
        encoding=layout(game, course.players).version,
        rules=game.rules_version,
        cards=game.cards_digest,
        players=[*course.players],
        size=layout(game, course.players).size,
        scores=phrases(game, max(course.players)).count,
        options=course.options,
        decisions=decisions,
    )


def save(course: Course, learner: Learner, looks: list[Look], spent: float) -> None:
    """Write the result, then the checkpoint."""
    smooth = {name: np.asarray(one, np.float32) for name, one in learner.smooth.items()}
    net = net_of(about(course, learner.decisions), smooth)
    net.save(course.out)
    if course.curve is not None:
        replace_file(course.curve, drawn(course, looks).encode())
    state = {f"smooth.{name}": one for name, one in smooth.items()}
    state |= {f"weights.{name}": np.asarray(one) for name, one in learner.weights.items()}
    state |= {f"mean.{name}": np.asarray(one) for name, one in learner.adam.mean.items()}
    state |= {f"square.{name}": np.asarray(one) for name, one in learner.adam.square.items()}
    for number, earlier in enumerate(learner.earlier):
        state |= {f"earlier{number}.{name}": np.asarray(one) for name, one in earlier.items()}
    notes = {
        "about": asdict(net.about),
        "looks": [asdict(look) for look in looks],
        "spent": spent,
        "rounds": learner.rounds,
        "step": float(learner.adam.step),
        "recipe": asdict(course.recipe),
    }
    write(course.checkpoint, {**state, "notes": json_array(notes)})


def resume(course: Course, learner: Learner) -> tuple[list[Look], float]:
    """Resume from the checkpoint, if there is one; InvalidInput if it belongs to another training."""
    if not course.checkpoint.is_file():
        if course.out.exists():
            check(load(course.out), course.out.name, course.game)
            raise InvalidInput("train_exists", file=str(course.out))
        if course.source is not None:
            begin_with(course, course.source, learner)
        return [], 0.0
    held = read(course.checkpoint)
    try:
        notes = json.loads(held["notes"].tobytes())
        then = About(**notes["about"])
    except (KeyError, TypeError, ValueError):
        raise InvalidInput("train_damaged", file=course.checkpoint.name) from None
    check(Net(then, {}, {}), course.checkpoint.name, course.game)
    now = about(course, then.decisions)
    if then != now or notes["recipe"] != asdict(course.recipe):
        raise InvalidInput("train_other", file=str(course.out))
    groups: dict[str, dict[str, Any]] = {}
    for name, one in held.items():
        group, _, rest = name.partition(".")
        groups.setdefault(group, {})[rest] = one
    learner.earlier = [groups[name] for name in sorted(groups) if name.startswith("earlier")]
    learner.weights, learner.smooth = groups["weights"], groups["smooth"]
    learner.rounds = int(notes["rounds"])
    learner.adam = Adam(np.float32(notes["step"]), groups["mean"], groups["square"])
    learner.decisions = then.decisions
    learner.shuffle(course.seed + then.decisions)
    learner.tables.reset(course.seed + then.decisions)
    return [Look(**look) for look in notes["looks"]], float(notes["spent"])


def begin_with(course: Course, source: Path, learner: Learner) -> None:
    """Start from the weights of another network; InvalidInput if it is not for the same tables."""
    net = load(source)
    check(net, source.name, course.game)
    wide, narrow = net.shapes["narrow"]
    if net.about.players != [*course.players] or (wide, narrow) != (course.recipe.hidden, course.recipe.narrow):
        known = ", ".join(str(n) for n in net.about.players)
        raise InvalidInput("train_from", file=source.name, players=known, wide=wide)
    learner.weights = learner.smooth = net.arrays()
    learner.earlier = [learner.weights]


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
    recipe = course.recipe
    tables = Tables(course.game, course.players, recipe.lanes, course.options, recipe.choices)
    tables.reset(course.seed)
    learner = Learner(tables, recipe, course.seed)
    looks, before = resume(course, learner)
    budget = course.minutes * 60
    if looks:
        course.say(f"going on after {learner.decisions:,} decisions in {before / 60:.1f} minutes")
    course.say(f"{course.game.title}, {numbers(course.players)} players, against itself; examined by {course.opponent}")
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
            rate = recipe.rate * (1 - (1 - recipe.last_rate) * share)
            learner.round(rate, share < course.imitate)
    learner.player.shutdown()
    return looks


def line(looks: list[Look]) -> str:
    last = looks[-1]
    minutes, seconds = divmod(int(last.seconds), 60)
    return (
        f"{minutes:3}:{seconds:02}  {last.decisions:>12,} decisions  wins {last.share:4.0%} "
        f"({last.low:.0%} to {last.high:.0%})  {curve(looks)}"
    )


def numbers(players: tuple[int, ...]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def drawn(course: Course, looks: list[Look]) -> str:
    """The evaluations as a picture (SVG) with their intervals, or as lines of JSON."""
    assert course.curve is not None
    if course.curve.suffix != ".svg":
        return "".join(json.dumps(asdict(look)) + "\n" for look in looks)
    wide, high, left, top = 480, 200, 44, 28
    most = max(look.decisions for look in looks) or 1
    points = [(left + wide * look.decisions / most, look) for look in looks]
    upper = [f"{x:.1f},{top + high * (1 - look.high):.1f}" for x, look in points]
    lower = [f"{x:.1f},{top + high * (1 - look.low):.1f}" for x, look in reversed(points)]
    line = " ".join(f"{x:.1f},{top + high * (1 - look.share):.1f}" for x, look in points)
    title = f"{course.game.title}, {course.players[0]} players: games won against {course.opponent}"
    said = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide + left + 16} {high + top + 32}" '
        'font-family="sans-serif" font-size="12" fill="#555">',
        f'<text x="{left}" y="16">{title}</text>',
    ]
    for percent in (0, 25, 50, 75, 100):
        y = top + high * (1 - percent / 100)
        said.append(f'<path d="M{left} {y}h{wide}" stroke="#bbb" stroke-width="0.5"/>')
        said.append(f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{percent}%</text>')
    said += [
        f'<polygon points="{" ".join(upper + lower)}" fill="#2b7bba" fill-opacity="0.2"/>',
        f'<polyline points="{line}" fill="none" stroke="#2b7bba" stroke-width="2"/>',
        f'<text x="{left + wide}" y="{top + high + 20}" text-anchor="end">{most / 1e6:.1f} million decisions</text>',
        "</svg>",
    ]
    return "\n".join(said) + "\n"


def finish(course: Course, games: int) -> list[str]:
    """Describe the results against the built-in bots, for every number of players."""
    weights = load(course.out).arrays()
    found = []
    for players in course.players:
        for opponent in LEVELS:
            share, low, high = examine(course, weights, opponent, games, 10_001, players)
            found.append(
                f"{players} players against {opponent:9}  wins {share:5.1%} ({low:.1%} to {high:.1%}) of {games} games"
            )
    return found


def main(course: Course, last_games: int) -> int:
    train(course)
    course.say(f"the network is in {course.out}; play it with: bunfight play {course.game.id} --bots net:{course.out}")
    for line in finish(course, last_games) if last_games else ():
        course.say(line)
    sys.stdout.flush()
    return 0
