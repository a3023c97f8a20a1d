"""The learner: an actor and a critic in one network, improved by proximal policy optimisation (with JAX).

It plays all seats against itself. Each decision is judged by what came of it for the seat that made it: the utility at
the end of the game, told back along that seat's own decisions (GAE), and made more or less likely accordingly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from bunfight.adapters.vector import Batch
from bunfight.bots.net import phrases

Weights = dict[str, Any]
NONE: Final = -1e9  # the score of what is no move


@dataclass(frozen=True)
class Recipe:
    """How it learns."""

    lanes: int = 128
    length: int = 64  # decisions of each lane between two rounds of learning
    hidden: int = 128
    narrow: int = 32
    choices: int = 64  # moves that are looked at; where there are more, some at random
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3
    last_rate: float = 0.1  # the share of it that is left when the time is up
    clip: float = 0.2
    entropy: float = 0.01
    trace: float = 0.95  # how far a result is told back past the critic's own opinion
    memory: float = 0.97  # of the weights of earlier rounds, in the mean that plays


class Adam(NamedTuple):
    step: Any
    mean: Weights
    square: Weights


class Lesson(NamedTuple):
    """Decisions to learn from, a row for each."""

    seen: Any
    parts: Any  # of each choice: the numbers of its parts, padded with one that scores 0
    open: Any  # which choices there were
    chosen: Any
    before: Any  # the log of the chance that it was given
    advantage: Any
    result: Any


def fresh(size: int, scores: int, recipe: Recipe, seed: int) -> Weights:
    """Weights that know nothing: every move is as likely as the others."""
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
    """As bots.net.Net.parts does it with NumPy."""
    hidden = jax.nn.relu(seen @ w["in"] + w["in_bias"])
    hidden = jax.nn.relu(hidden @ w["mid"] + w["mid_bias"])
    scores = (hidden @ w["narrow"]) @ w["parts"] + w["parts_bias"]
    return scores, jnp.tanh(hidden @ w["value"] + w["value_bias"])[..., 0]


def weigh(w: Weights, seen: Any, parts: Any, open: Any) -> tuple[Any, Any]:
    """The log of the chance of every choice, and the value."""
    scores, value = think(w, seen)
    padded = jnp.concatenate([scores, jnp.zeros_like(scores[:, :1])], 1)
    rows, choices, most = parts.shape
    totals = jnp.take_along_axis(padded, parts.reshape(rows, choices * most), 1).reshape(parts.shape).sum(2)
    return jax.nn.log_softmax(jnp.where(open, totals, NONE)), value


@partial(jax.jit, static_argnames="best")
def choose(w: Weights, seen: Any, parts: Any, open: Any, key: Any, best: bool = False) -> tuple[Any, Any, Any]:
    """A choice for each row, the log of its chance, and the value."""
    logs, value = weigh(w, seen, parts, open)
    chosen = logs.argmax(1) if best else jax.random.categorical(key, logs)
    return chosen, jnp.take_along_axis(logs, chosen[:, None], 1)[:, 0], value


@partial(jax.jit, static_argnames="recipe")
def improve(w: Weights, adam: Adam, lesson: Lesson, rate: Any, recipe: Recipe) -> tuple[Weights, Adam]:
    """One step: likelier what turned out better than expected, within the clip."""

    def loss(w: Weights) -> Any:
        logs, value = weigh(w, lesson.seen, lesson.parts, lesson.open)
        now = jnp.take_along_axis(logs, lesson.chosen[:, None], 1)[:, 0]
        ratio = jnp.exp(now - lesson.before)
        held = jnp.clip(ratio, 1 - recipe.clip, 1 + recipe.clip)
        gain = jnp.minimum(ratio * lesson.advantage, held * lesson.advantage).mean()
        spread = -(jnp.exp(logs) * jnp.where(lesson.open, logs, 0.0)).sum(1).mean()
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
    """Turns the arrays of a batch into what the network looks at."""

    def __init__(self, batch: Batch, choices: int) -> None:
        game, seats = batch.arena.game, batch.players
        known = phrases(game, seats)
        self.scores, self.choices = known.count, choices
        self.table = np.full((seats, batch.actions, known.most), known.count, np.int32)
        for seat in range(seats):
            for number, text in enumerate(batch.arena.texts):
                parts = known.of(text, seat)
                self.table[seat, number, : len(parts)] = parts

    def look(self, batch: Batch) -> tuple[Any, Any, Any]:
        """The legal actions of each lane, padded; which of them are any; and their parts."""
        flat, starts = batch.legal()
        counts = starts[1:] - starts[:-1]
        if counts.max() > self.choices:
            flat, starts, counts = self._fewer(flat, starts, counts)
        width = self.choices if counts.max() > self.choices // 2 else self.choices // 2  # each is compiled once
        column = np.arange(width)
        open_ = column < counts[:, None]
        numbers = flat[np.minimum(starts[:-1, None] + column, len(flat) - 1)]
        return numbers, open_, self.table[batch.arrays.seats[:, None], numbers]

    def _fewer(self, flat: Any, starts: Any, counts: Any) -> tuple[Any, Any, Any]:
        rows = [
            row
            if len(row) <= self.choices
            else np.sort(np.random.default_rng(len(row)).permutation(row)[: self.choices])
            for row in np.split(flat, starts[1:-1])
        ]
        counts = np.array([len(row) for row in rows])
        return np.concatenate(rows), np.concatenate([[0], np.cumsum(counts)]), counts


class Learner:
    """Plays against itself and learns from it."""

    def __init__(self, batch: Batch, recipe: Recipe, seed: int = 0) -> None:
        self.batch, self.recipe, self.eyes = batch, recipe, Eyes(batch, recipe.choices)
        self.weights = fresh(batch.size, self.eyes.scores, recipe, seed)
        self.smooth = self.weights  # the mean of the last rounds: steadier than the last one
        self.rounds = 0
        zero = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.adam = Adam(np.float32(0), zero, zero)
        self.key = jax.random.key(seed)
        self.rng = np.random.default_rng(seed)
        self.decisions = 0

    def round(self, rate: float) -> None:
        """Play ``length`` decisions in every lane, then learn from them."""
        lesson = self.play()
        count = len(lesson.chosen)
        for _ in range(self.recipe.epochs):
            order = self.rng.permutation(count)
            for at in range(0, count - self.recipe.minibatch + 1, self.recipe.minibatch):
                rows = order[at : at + self.recipe.minibatch]
                part = Lesson(*(one[rows] for one in lesson))
                self.weights, self.adam = improve(self.weights, self.adam, part, np.float32(rate), self.recipe)
        self.rounds += 1
        kept = min(self.recipe.memory, 1 - 1 / self.rounds)
        self.smooth = {
            name: kept * np.asarray(one) + (1 - kept) * np.asarray(self.weights[name])
            for name, one in self.smooth.items()
        }

    def play(self) -> Lesson:
        batch, recipe = self.batch, self.recipe
        kept: list[tuple[Any, ...]] = []
        values, seats, ended, rewards = [], [], [], []
        for _ in range(recipe.length):
            arrays = batch.arrays
            numbers, open_, parts = self.eyes.look(batch)
            self.key, key = jax.random.split(self.key)
            chosen, logs, value = choose(self.weights, arrays.observations, parts, open_, key)
            chosen = np.asarray(chosen)
            kept.append((arrays.observations.copy(), parts, open_, chosen, np.asarray(logs)))
            values.append(np.asarray(value))
            seats.append(arrays.seats.copy())
            batch.step(numbers[np.arange(batch.lanes), chosen])
            ended.append(batch.arrays.ended.copy())
            rewards.append(batch.arrays.rewards.copy())
        self.decisions += recipe.length * batch.lanes
        advantage, result, sure = told_back(
            np.array(values), np.array(seats), np.array(ended), np.array(rewards), recipe.trace
        )
        width = max(one[2].shape[1] for one in kept)
        filler = self.eyes.scores
        padded = [
            (
                np.pad(parts, ((0, 0), (0, width - parts.shape[1]), (0, 0)), constant_values=filler),
                np.pad(open_, ((0, 0), (0, width - open_.shape[1]))),
            )
            for _, parts, open_, _, _ in kept
        ]
        rows = np.flatnonzero(sure.reshape(-1))
        flat = [
            np.concatenate([one[0] for one in kept]),
            np.concatenate([one[0] for one in padded]),
            np.concatenate([one[1] for one in padded]),
            np.concatenate([one[3] for one in kept]),
            np.concatenate([one[4] for one in kept]),
            (advantage.reshape(-1) - advantage[sure].mean()) / (advantage[sure].std() + 1e-6),
            result.reshape(-1),
        ]
        return Lesson(*(one[rows] for one in flat))


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
