"""Trains a value network on the results of games between heuristics (``bunfight train GAME --results N``).

It sees the positions in which the turn passes on, where a search stops and asks for an evaluation, and learns by how
much the hand-written evaluation is wrong there. The games, the shuffling and the weights at the beginning follow from
the seed, so the same command gives the same network on the same version of NumPy. Only NumPy is needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bunfight.bots.net import About, check, layout, load, net_of, replace_file, term_count
from bunfight.bots.network import evaluated, log_odds
from bunfight.engine import EventLog, Luck, Rng, estimator
from bunfight.engine.encoding import ObservationWriter
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame

CHUNK: Final = 1_000_000  # inputs that are listed before they are packed
Weights = dict[str, Any]
Array = NDArray[Any]


@dataclass(frozen=True)
class Recipe:
    """Hyperparameters."""

    hidden: int = 24
    slips: float = 0.05  # share of random decisions, so that the games differ
    kept: float = 0.1  # share of the positions that are learned from
    two: float = 0.5  # share of the games with two players
    held_back: float = 0.1  # share of the games that only measure what was learned
    epochs: int = 8
    minibatch: int = 512
    rate: float = 1e-3
    decay: float = 0.3  # of the weights, in each step, relative to the rate


@dataclass
class Training:
    """What is trained, and where it is stored."""

    game: AnyGame
    players: tuple[int, ...]
    options: dict[str, Any]
    out: Path
    games: int
    seed: int = 0
    source: Path | None = None  # a network to begin with
    curve: Path | None = None  # where the picture of the errors is written
    recipe: Recipe = field(default_factory=Recipe)
    say: Callable[[str], None] = print


@dataclass
class Positions:
    """Positions of many games, one after the other; an observation lists only the inputs that are not 0."""

    starts: Array  # where the inputs of each position begin, and where the last ones end
    places: Array
    values: Array
    odds: Array  # log odds of the hand-written evaluation, for the seat that is asked
    results: Array  # what that seat won: 1, a share, or 0
    numbers: Array  # of the game

    def dense(self, rows: Array, size: int) -> Array:
        """The inputs of some positions as a matrix."""
        counts = self.starts[rows + 1] - self.starts[rows]
        firsts = np.cumsum(counts) - counts
        at = np.repeat(self.starts[rows] - firsts, counts) + np.arange(counts.sum())
        made = np.zeros((len(rows), size), np.float32)
        made[np.repeat(np.arange(len(rows)), counts), self.places[at]] = self.values[at]
        return made


def play(training: Training, seen: list[tuple[Any, int]] | None = None) -> Positions:
    """Play games between heuristics and collect the positions in which the turn passes on.

    ``seen`` gets a copy of each position, with the seat that is asked.
    """
    game, recipe = training.game, training.recipe
    known = layout(game, training.players)
    encoders = {seats: game.encoder(seats) for seats in training.players}
    out, policy = ObservationWriter(), game.bots.rollout
    chunks: list[tuple[Array, ...]] = []
    counts: list[int] = []
    places: list[int] = []
    values: list[float] = []
    odds: list[float] = []
    results: list[float] = []
    numbers: list[int] = []
    for number in range(training.games):
        rng = Rng(f"{training.seed}", f"results {number}")
        others = [seats for seats in training.players if seats != 2] or [2]
        pair = 2 in training.players and rng.chance() < recipe.two
        seats = 2 if pair else others[rng.below(len(others))]
        encoder = encoders[seats]
        assert encoder is not None
        out.scales = encoder.scales
        where, table = known.places[seats], known.table[seats]
        luck, log = Luck(rng, estimator(game)), EventLog(False)
        s: Any = game.setup(game.settle(training.options, seats), seats, luck, log)
        asked: list[int] = []
        last = -1
        while s.agenda:
            step = s.agenda[-1]
            seat = step.awaits()[0]
            if seat != last:
                last = seat
                if rng.chance() < recipe.kept:
                    out.count = 0
                    encoder.write(s, seat, out)
                    shares = game.value(s)
                    more = evaluated(s, seat, shares, game.bots.terms)
                    places += [where[out.places[at]] for at in range(out.count)]
                    values += [out.values[at] for at in range(out.count)]
                    places += [table, *range(known.size, known.size + len(more))]
                    values += [1.0, *more]
                    counts.append(out.count + 1 + len(more))
                    odds.append(log_odds(shares[seat]))
                    asked.append(seat)
                    if seen is not None:
                        seen.append((s.copy(), seat))
            slip = rng.chance() < recipe.slips
            step.take(s, seat, step.suggest(s, seat, rng) if slip else policy(s, seat, rng), luck, log)
        ended = game.outcome(s)
        assert ended is not None
        winners = ended.winners
        results += [1.0 / len(winners) if seat in winners else 0.0 for seat in asked]
        numbers += [number] * len(asked)
        if len(places) >= CHUNK or number + 1 == training.games:
            chunks.append((np.array(places, np.uint16), np.array(values, np.float32)))
            places, values = [], []
    return Positions(
        np.concatenate([[0], np.cumsum(counts)]),
        np.concatenate([one for one, _ in chunks]),
        np.concatenate([one for _, one in chunks]),
        np.array(odds, np.float32),
        np.array(results, np.float32),
        np.array(numbers, np.int64),
    )


def fresh(size: int, wide: int, seed: int) -> Weights:
    """Weights with which the network agrees with the hand-written evaluation."""
    rng = np.random.default_rng(seed)

    def layer(rows: int, columns: int, gain: float) -> Array:
        return (rng.standard_normal((rows, columns)) * gain).astype(np.float32)

    return {
        "in": layer(size, wide, 0.05),
        "in_bias": np.zeros(wide, np.float32),
        "mid": layer(wide, wide, (2.0 / wide) ** 0.5),
        "mid_bias": np.zeros(wide, np.float32),
        "value": np.zeros((wide, 1), np.float32),
        "value_bias": np.zeros(1, np.float32),
        "skip": np.ones(1, np.float32),
    }


def chances(w: Weights, seen: Array, odds: Array) -> tuple[Array, Array, Array]:
    """The activity of both layers, and the chance of the seat that is asked; bots.network does the same."""
    low = np.maximum(seen @ w["in"] + w["in_bias"], 0.0)
    high = np.maximum(low @ w["mid"] + w["mid_bias"], 0.0)
    total = (high @ w["value"])[:, 0] + w["value_bias"][0] + w["skip"][0] * odds
    return low, high, 1.0 / (1.0 + np.exp(-np.clip(total, -30.0, 30.0)))


def slopes(w: Weights, seen: Array, odds: Array, results: Array) -> Weights:
    """The gradient of the mean cross entropy."""
    low, high, chance = chances(w, seen, odds)
    off = ((chance - results) / len(results)).astype(np.float32)
    back = np.outer(off, w["value"][:, 0]) * (high > 0)
    first = (back @ w["mid"].T) * (low > 0)
    return {
        "in": seen.T @ first,
        "in_bias": first.sum(0),
        "mid": low.T @ back,
        "mid_bias": back.sum(0),
        "value": high.T @ off[:, None],
        "value_bias": off.sum(keepdims=True),
        "skip": (off * odds).sum(keepdims=True),
    }


def error(chance: Array, results: Array) -> float:
    """The mean cross entropy of chances against results."""
    held = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(results * np.log(held) + (1 - results) * np.log(1 - held)).mean())


def judged(w: Weights, data: Positions, rows: Array, size: int) -> Array:
    parts = np.array_split(rows, max(1, len(rows) // 4096))
    return np.concatenate([chances(w, data.dense(part, size), data.odds[part])[2] for part in parts])


@dataclass(frozen=True)
class Epoch:
    """What was learned after so many passes over the positions: the error on games that were held back."""

    number: int
    seen: float  # the error on the positions of the last pass
    held_back: float


def fit(
    data: Positions, w: Weights, size: int, recipe: Recipe, seed: int, say: Callable[[str], None]
) -> tuple[Weights, list[Epoch]]:
    """Learn with Adam; the weights with the smallest error on the games that were held back, and all errors."""
    last = data.numbers.max() * (1 - recipe.held_back)
    rows, held = np.flatnonzero(data.numbers <= last), np.flatnonzero(data.numbers > last)
    rng = np.random.default_rng([seed, 1])
    mean = {name: np.zeros_like(one) for name, one in w.items()}
    square = {name: np.zeros_like(one) for name, one in w.items()}
    begun = error(1 / (1 + np.exp(-data.odds[held])), data.results[held])
    start = error(judged(w, data, held, size), data.results[held])
    say(f"{len(rows):,} positions to learn from, {len(held):,} held back; the evaluation's error {begun:.4f}")
    epochs, best, made = [Epoch(0, start, start)], w, 0
    steps = recipe.epochs * -(-len(rows) // recipe.minibatch)
    for number in range(1, recipe.epochs + 1):
        losses = 0.0
        order = rng.permutation(rows)
        for part in np.array_split(order, -(-len(order) // recipe.minibatch)):
            seen, odds, results = data.dense(part, size), data.odds[part], data.results[part]
            slope = slopes(w, seen, odds, results)
            rate = recipe.rate * (1 - made / steps)
            made += 1
            new = {}
            for name, one in w.items():
                mean[name] = 0.9 * mean[name] + 0.1 * slope[name]
                square[name] = 0.999 * square[name] + 0.001 * slope[name] ** 2
                step = (mean[name] / (1 - 0.9**made)) / (np.sqrt(square[name] / (1 - 0.999**made)) + 1e-8)
                shrink = 1.0 if name.endswith("bias") or name == "skip" else 1 - rate * recipe.decay
                new[name] = (one * shrink - rate * step).astype(np.float32)
            w = new
            losses += error(chances(w, seen, odds)[2], results) * len(part)
        found = Epoch(number, losses / len(rows), error(judged(w, data, held, size), data.results[held]))
        if found.held_back < min(one.held_back for one in epochs):
            best = w
        epochs.append(found)
        say(f"pass {number:2}  error {found.seen:.4f}, on games held back {found.held_back:.4f}")
    return best, epochs


def about(training: Training, positions: int) -> About:
    game = training.game
    known = layout(game, training.players)
    return About(
        game=game.id,
        encoding=known.version,
        rules=game.rules_version,
        cards=game.cards_digest,
        players=[*training.players],
        size=known.size,
        scores=0,
        options=training.options,
        decisions=positions,
        evaluation=term_count(game) + 1,
    )


def begin(training: Training, size: int) -> Weights:
    """The weights to begin with; InvalidInput if the network to start from is for other tables or has another size."""
    if training.source is None:
        return fresh(size, training.recipe.hidden, training.seed)
    net = load(training.source)
    check(net, training.source.name, training.game)
    wide = net.shapes["in_bias"][0]
    if net.about.players != [*training.players] or wide != training.recipe.hidden or not net.about.evaluation:
        known = ", ".join(str(n) for n in net.about.players)
        raise InvalidInput("train_from", file=training.source.name, players=known, wide=wide)
    return net.arrays()


def train(training: Training) -> list[Epoch]:
    """Play, learn and save; returns the errors after each pass."""
    known = layout(training.game, training.players)
    size = known.size + (term_count(training.game) + 1) * max(training.players)
    weights = begin(training, size)
    if training.out.exists():
        raise InvalidInput("train_exists", file=str(training.out))
    begun = process_time()
    training.say(f"{training.game.title}: playing {training.games:,} games of the heuristic against itself")
    data = play(training)
    played = process_time()
    training.say(f"{len(data.results):,} positions in {played - begun:.0f} s of processor time")
    best, epochs = fit(data, weights, size, training.recipe, training.seed, training.say)
    net_of(about(training, len(data.results)), best).save(training.out)
    if training.curve is not None:
        replace_file(training.curve, drawn(training, epochs).encode())
    training.say(f"the network is in {training.out}; learned in {process_time() - played:.0f} s of processor time")
    return epochs


WIDE: Final = 480
HIGH: Final = 200
LEFT: Final = 64
TOP: Final = 28


def drawn(training: Training, epochs: list[Epoch]) -> str:
    """The errors as a picture (SVG)."""
    every = [one.seen for one in epochs] + [one.held_back for one in epochs]
    low, high = min(every), max(every)
    span = (high - low) or 1.0

    def points(errors: list[float]) -> str:
        x = [LEFT + WIDE * one.number / max(1, epochs[-1].number) for one in epochs]
        return " ".join(f"{a:.1f},{TOP + HIGH * (high - b) / span:.1f}" for a, b in zip(x, errors, strict=True))

    title = f"{training.game.title}: error of the chances (cross entropy), {training.games:,} games"
    said = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE + LEFT + 16} {HIGH + TOP + 32}" '
        'font-family="sans-serif" font-size="12" fill="#555">',
        f'<text x="{LEFT}" y="16">{title}</text>',
    ]
    for part in range(5):
        y = TOP + HIGH * part / 4
        said.append(f'<path d="M{LEFT} {y}h{WIDE}" stroke="#bbb" stroke-width="0.5"/>')
        said.append(f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{high - span * part / 4:.4f}</text>')
    learned, held = points([one.seen for one in epochs]), points([one.held_back for one in epochs])
    said += [
        f'<polyline points="{learned}" fill="none" stroke="#999" stroke-width="1.5"/>',
        f'<polyline points="{held}" fill="none" stroke="#2b7bba" stroke-width="2"/>',
        f'<text x="{LEFT}" y="{TOP + HIGH + 20}">blue: games held back; grey: games learned from</text>',
        f'<text x="{LEFT + WIDE}" y="{TOP + HIGH + 20}" text-anchor="end">{epochs[-1].number} passes</text>',
        "</svg>",
    ]
    return "\n".join(said) + "\n"
