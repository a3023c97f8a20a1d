"""Trains an actor and a critic in one network by proximal policy optimisation, with JAX.

It plays all seats against itself. Each decision is judged by what came of it for the seat that made it: the utility at
the end of the game, propagated back along that seat's own decisions (GAE), and made more or less likely accordingly.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from bunfight.bots.net import phrases
from bunfight.rl.vector import Batch

Weights = dict[str, Any]


@dataclass(frozen=True)
class Recipe:
    """Hyperparameters."""

    lanes: int = 256
    length: int = 32  # decisions of each lane between two rounds of learning
    hidden: int = 128
    narrow: int = 32
    choices: int = 64  # moves that are looked at; where there are more, some at random
    epochs: int = 2
    minibatch: int = 2048
    rate: float = 1e-3
    last_rate: float = 0.1  # the share of it that is left when the time is up
    clip: float = 0.2
    entropy: float = 0.01
    trace: float = 0.95  # lambda of GAE: how far a result is propagated past the critic's estimates
    memory: float = 0.97  # of the weights of earlier rounds, in the mean that plays


class Adam(NamedTuple):
    step: Any
    mean: Weights
    square: Weights


class Choices(NamedTuple):
    """The legal moves of some positions in one flat list.

    Few positions have many moves, so only the end of the list is padded.
    """

    row: Any  # the position of each; behind the last one where there is none
    parts: Any  # the numbers of its parts, padded with one that scores 0


class Lesson(NamedTuple):
    """Decisions to learn from, a row for each."""

    seen: Any
    choices: Choices
    chosen: Any  # where the move that was made stands among the choices
    before: Any  # the log of the chance that it was given
    advantage: Any
    result: Any


def fresh(size: int, scores: int, recipe: Recipe, seed: int) -> Weights:
    """Initial weights, with which every move is equally likely."""
    rng = np.random.default_rng(seed)

    def layer(rows: int, columns: int, gain: float = 1.0) -> NDArray[np.float32]:
        made: NDArray[np.float32] = rng.standard_normal((rows, columns), np.float32) * np.float32(
            gain * (2.0 / rows) ** 0.5
        )
        return made

    wide, narrow = recipe.hidden, recipe.narrow
    return {
        "in": layer(size, wide, 2.0),  # few numbers of an observation are not 0
        "in_bias": np.zeros(wide, np.float32),
        "mid": layer(wide, wide),
        "mid_bias": np.zeros(wide, np.float32),
        "narrow": layer(wide, narrow),
        "parts": np.zeros((narrow, scores), np.float32),
        "parts_bias": np.zeros(scores, np.float32),
        "value": layer(wide, 1, 0.1),
        "value_bias": np.zeros(1, np.float32),
    }


def think(w: Weights, seen: Any) -> tuple[Any, Any]:
    """The vector that move parts are multiplied with, and the value; bots.net.Net does the same with NumPy."""
    hidden = jax.nn.relu(seen @ w["in"] + w["in_bias"])
    hidden = jax.nn.relu(hidden @ w["mid"] + w["mid_bias"])
    return hidden @ w["narrow"], jnp.tanh(hidden @ w["value"] + w["value_bias"])[..., 0]


@jax.jit
def weigh(w: Weights, seen: Any, choices: Choices) -> tuple[Any, Any]:
    """The log of the chance of every choice, and the value of every position."""
    asked, value = think(w, seen)
    rows, (row, parts) = len(seen) + 1, choices
    known = jnp.pad(w["parts"].T, ((0, 1), (0, 0)))
    bias = jnp.pad(w["parts_bias"], (0, 1))
    asked = jnp.pad(asked, ((0, 1), (0, 0)))
    totals = (asked[row] * known[parts].sum(1)).sum(1) + bias[parts].sum(1)
    best = jax.ops.segment_max(totals, row, rows, indices_are_sorted=True)
    totals -= jax.lax.stop_gradient(best)[row]
    return totals - jnp.log(jax.ops.segment_sum(jnp.exp(totals), row, rows, indices_are_sorted=True))[row], value


@partial(jax.jit, static_argnames="recipe")
def improve(w: Weights, adam: Adam, lesson: Lesson, rate: Any, recipe: Recipe) -> tuple[Weights, Adam]:
    """Make one optimisation step with the clipped objective."""

    def loss(w: Weights) -> Any:
        logs, value = weigh(w, lesson.seen, lesson.choices)
        ratio = jnp.exp(logs[lesson.chosen] - lesson.before)
        held = jnp.clip(ratio, 1 - recipe.clip, 1 + recipe.clip)
        gain = jnp.minimum(ratio * lesson.advantage, held * lesson.advantage).mean()
        open_ = lesson.choices.row < len(value)
        spread = -(jnp.exp(logs) * logs * open_).sum() / len(value)
        return -gain - recipe.entropy * spread + 0.5 * ((value - lesson.result) ** 2).mean()

    slope = jax.grad(loss)(w)
    norm = jnp.sqrt(sum((one**2).sum() for one in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda one: one * jnp.minimum(1.0, 0.5 / (norm + 1e-8)), slope)
    step = adam.step + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, adam.mean, slope)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, adam.square, slope)
    scale = rate * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    w = jax.tree.map(lambda x, m, v: x - scale * m / (jnp.sqrt(v) + 1e-6), w, mean, square)
    return w, Adam(step, mean, square)


class Eyes:
    """Turns the legal actions of a batch into network input."""

    def __init__(self, batch: Batch, most: int) -> None:
        game, seats = batch.core.game, batch.players
        known = phrases(game, seats)
        self.scores, self.most = known.count, most
        self.table = np.full((seats, batch.actions, known.most), known.count, np.int32)
        for seat in range(seats):
            for number, text in enumerate(batch.core.texts):
                parts = known.of(text, seat)
                self.table[seat, number, : len(parts)] = parts

    def look(self, batch: Batch) -> tuple[Any, Any]:
        """The legal actions of all lanes one after the other, and how many each has."""
        flat, starts = batch.legal()
        counts = starts[1:] - starts[:-1]
        if counts.max() <= self.most:
            return flat, counts
        rows = [
            row if len(row) <= self.most else np.random.default_rng(len(row)).permutation(row)[: self.most]
            for row in np.split(flat, starts[1:-1])
        ]
        return np.concatenate(rows), np.minimum(counts, self.most)

    def choices(self, seats: Any, actions: Any, counts: Any) -> Choices:
        """The actions of each position by their parts; the list is of one of few lengths, each compiled once."""
        rows = len(counts)
        length = -(-len(actions) // (2 * rows)) * 2 * rows
        row = np.full(length, rows, np.int32)
        row[: len(actions)] = np.repeat(np.arange(rows, dtype=np.int32), counts)
        parts = np.full((length, self.table.shape[2]), self.scores, np.int32)
        parts[: len(actions)] = self.table[np.repeat(seats, counts), actions]
        return Choices(row, parts)


def pick(keys: Any, counts: Any) -> Any:
    """The position of the (first) largest key of each row."""
    starts = np.cumsum(counts) - counts
    largest = np.flatnonzero(keys == np.repeat(np.maximum.reduceat(keys, starts), counts))
    return largest[np.searchsorted(largest, starts)]


class Played(NamedTuple):
    """What was played, a row for each decision."""

    seen: Any
    seats: Any
    counts: Any
    actions: Any  # all that were legal, one after the other
    chosen: Any  # where the one that was made stands among those of its position
    before: Any
    advantage: Any
    result: Any
    sure: Any  # the decisions whose worth is known


class Learner:
    """Plays against itself and learns from it, both at the same time: what it learns from was played a round ago."""

    def __init__(self, batch: Batch, recipe: Recipe, seed: int = 0) -> None:
        self.batch, self.recipe, self.eyes = batch, recipe, Eyes(batch, recipe.choices)
        self.weights = fresh(batch.size, self.eyes.scores, recipe, seed)
        self.smooth = self.weights  # the mean of the last rounds: steadier than the last one
        self.rounds = 0
        zero = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.adam = Adam(np.float32(0), zero, zero)
        self.shuffle(seed)
        self.decisions = 0
        self.player = ThreadPoolExecutor(1)
        self.played: Future[Played] | None = None

    def shuffle(self, seed: int) -> None:
        """Reset the random choices from a seed."""
        self.luck, self.rng = np.random.default_rng([seed, 1]), np.random.default_rng([seed, 2])

    def round(self, rate: float) -> None:
        """Play ``length`` decisions in every lane, and learn from those before."""
        recipe = self.recipe
        played = (self.played or self.player.submit(self.play, self.weights)).result()
        self.played = self.player.submit(self.play, self.weights)
        starts = np.cumsum(played.counts) - played.counts
        for _ in range(recipe.epochs):
            steps = -(-len(played.sure) // recipe.minibatch)
            order = np.resize(self.rng.permutation(played.sure), steps * recipe.minibatch)  # some twice in the last one
            for at in range(0, len(order), recipe.minibatch):
                lesson = self.lesson(played, starts, order[at : at + recipe.minibatch])
                self.weights, self.adam = improve(self.weights, self.adam, lesson, np.float32(rate), recipe)
        self.decisions += recipe.length * self.batch.lanes
        self.rounds += 1
        decay = min(recipe.memory, 1 - 1 / self.rounds)
        self.smooth = {
            name: decay * np.asarray(one) + (1 - decay) * np.asarray(self.weights[name])
            for name, one in self.smooth.items()
        }

    def lesson(self, played: Played, starts: Any, rows: Any) -> Lesson:
        """Some of the decisions, with their choices."""
        counts = played.counts[rows]
        first = np.cumsum(counts) - counts
        actions = played.actions[np.repeat(starts[rows] - first, counts) + np.arange(counts.sum())]
        choices = self.eyes.choices(played.seats[rows], actions, counts)
        chosen = first + played.chosen[rows]
        return Lesson(
            played.seen[rows], choices, chosen, played.before[rows], played.advantage[rows], played.result[rows]
        )

    def play(self, weights: Weights) -> Played:
        batch, recipe = self.batch, self.recipe
        shape = (recipe.length, batch.lanes)
        seen = np.empty((*shape, batch.size), np.float32)
        seats, counts, chosen = np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape, np.int64)
        before, values, ended = np.empty(shape, np.float32), np.empty(shape, np.float32), np.empty(shape, bool)
        rewards = np.empty((*shape, batch.players), np.float32)
        legal = []
        for at in range(recipe.length):
            seen[at], seats[at] = batch.arrays.observations, batch.arrays.seats
            actions, counts[at] = self.eyes.look(batch)
            logs, values[at] = weigh(weights, seen[at], self.eyes.choices(seats[at], actions, counts[at]))
            logs = np.asarray(logs)[: len(actions)]
            picked = pick(logs + self.luck.gumbel(size=len(logs)).astype(np.float32), counts[at])
            before[at], chosen[at] = logs[picked], picked - (np.cumsum(counts[at]) - counts[at])
            legal.append(actions)
            batch.step(actions[picked])
            ended[at], rewards[at] = batch.arrays.ended, batch.arrays.rewards
        advantage, result, sure = told_back(values, seats, ended, rewards, recipe.trace)
        advantage = (advantage - advantage[sure].mean()) / (advantage[sure].std() + 1e-6)
        return Played(
            seen=seen.reshape(-1, batch.size),
            seats=seats.reshape(-1),
            counts=counts.reshape(-1),
            actions=np.concatenate(legal),
            chosen=chosen.reshape(-1),
            before=before.reshape(-1),
            advantage=advantage.reshape(-1),
            result=result.reshape(-1),
            sure=np.flatnonzero(sure),
        )


def told_back(values: Any, seats: Any, ended: Any, rewards: Any, trace: float) -> tuple[Any, Any, Any]:
    """For each decision: how much better it turned out than expected, what came of it, and whether that is known yet.

    Arrays are by decision and lane. A seat's next decision, or the end of its game, judges the one before.
    """
    length, lanes = values.shape
    every = np.arange(lanes)
    shape = (lanes, rewards.shape[2])
    ahead, gain, due = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    known = np.zeros(shape, bool)
    advantage, result = np.zeros((length, lanes), np.float32), np.zeros((length, lanes), np.float32)
    sure = np.zeros((length, lanes), bool)
    for at in range(length - 1, -1, -1):
        over = ended[at]
        ahead[over], gain[over], known[over] = 0.0, 0.0, True
        due[over] = rewards[at][over]
        me = seats[at]
        surprise = due[every, me] + ahead[every, me] - values[at]
        sure[at] = known[every, me]
        better = np.where(sure[at], surprise + trace * gain[every, me], 0.0)
        advantage[at], result[at] = better, better + values[at]
        gain[every, me], ahead[every, me], due[every, me], known[every, me] = better, values[at], 0.0, True
    return advantage, result, sure
