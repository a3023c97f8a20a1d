"""Trains an actor and a critic in one network by proximal policy optimisation, with JAX.

It plays all seats against itself. Each decision is judged by what came of it for the seat that made it: the utility at
the end of the game, propagated back along that seat's own decisions (GAE), and made more or less likely accordingly.
At some tables one seat plays against earlier versions of the network, so that it does not forget how to beat them.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from bunfight.bots.net import layout, phrases
from bunfight.engine import Rng
from bunfight.engine.table import AnyGame
from bunfight.rl.vector import Batch

Weights = dict[str, Any]
SURE: Final = 1e6  # added to the score of a move that must be made


@dataclass(frozen=True)
class Recipe:
    """Hyperparameters."""

    lanes: int = 256
    length: int = 32  # decisions of each lane between two rounds of learning
    hidden: int = 96
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
    past: float = 0.25  # share of the tables at which one seat plays against an earlier version
    pool: int = 8  # earlier versions that are kept
    every: int = 100  # rounds between two of them
    slips: float = 0.1  # share of random moves in the games that are imitated


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
    """The vector that move parts are multiplied with, and the value; bots.network does the same without JAX."""
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


@partial(jax.jit, static_argnames=("recipe", "imitate"))
def improve(
    w: Weights, adam: Adam, lesson: Lesson, rate: Any, recipe: Recipe, imitate: bool = False
) -> tuple[Weights, Adam]:
    """Make one optimisation step with the clipped objective, or towards the moves that were made (``imitate``)."""

    def loss(w: Weights) -> Any:
        logs, value = weigh(w, lesson.seen, lesson.choices)
        ratio = jnp.exp(logs[lesson.chosen] - lesson.before)
        held = jnp.clip(ratio, 1 - recipe.clip, 1 + recipe.clip)
        gain = jnp.minimum(ratio * lesson.advantage, held * lesson.advantage).mean()
        if imitate:
            return -logs[lesson.chosen].mean() + 0.5 * ((value - lesson.result) ** 2).mean()
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


class Tables:
    """Tables of several sizes as one batch, with the input of the network and the parts of its moves.

    ``players``: the sizes; half the lanes are for the smallest. ``opponents`` as for Batch.
    """

    def __init__(
        self,
        game: AnyGame,
        players: tuple[int, ...],
        lanes: int,
        options: dict[str, Any],
        most: int,
        opponents: str = "self",
        known: tuple[int, ...] = (),
    ) -> None:
        known = known or players
        words = phrases(game, max(known))
        self.layout = layout(game, known)
        self.size, self.scores, self.most = self.layout.size, words.count, most
        others = lanes // (2 * (len(players) - 1)) if len(players) > 1 else 0
        shares = [lanes - others * (len(players) - 1), *[others] * (len(players) - 1)]
        self.batches = [
            Batch(game, share, seats, opponents, options=options, skips=True)
            for share, seats in zip(shares, players, strict=True)
        ]
        self.lanes, self.players = lanes, max(players)
        self.seats_of = np.repeat(players, shares)  # the size of each lane's table
        ends = np.cumsum(shares)
        self.slices = [slice(int(end - share), int(end)) for end, share in zip(ends, shares, strict=True)]
        self.starts: list[int] = []  # where the parts of each size of table begin, for each seat
        rows: list[list[int]] = []
        for batch in self.batches:
            self.starts.append(len(rows))
            for seat in range(batch.players):
                for text in batch.core.texts:
                    parts = words.of(text, seat, batch.players)
                    rows.append(parts + [words.count] * (words.most - len(parts)))
        self.table = np.array(rows, np.int32)
        self.rng = Rng("imitated")
        self.seen = np.zeros((lanes, self.size), np.float32)
        for batch, lane in zip(self.batches, self.slices, strict=True):
            self.seen[lane, self.layout.table[batch.players]] = 1.0

    def reset(self, seed: int) -> None:
        for batch in self.batches:
            batch.reset(seed)

    def look(self) -> tuple[Any, Any, Any, Any]:
        """The input and the asked seat of every lane; their legal actions one after the other; how many each has.

        An action is a row of ``table``.
        """
        found, counted = [], []
        for batch, lane, start in zip(self.batches, self.slices, self.starts, strict=True):
            self.seen[lane, self.layout.places[batch.players]] = batch.arrays.observations
            flat, starts = batch.legal()
            counts = starts[1:] - starts[:-1]
            if counts.max() > self.most:
                rows = [
                    row if len(row) <= self.most else np.random.default_rng(len(row)).permutation(row)[: self.most]
                    for row in np.split(flat, starts[1:-1])
                ]
                flat, counts = np.concatenate(rows), np.minimum(counts, self.most)
            found.append(flat + np.repeat(start + batch.arrays.seats * batch.actions, counts))
            counted.append(counts)
        seats = np.concatenate([batch.arrays.seats for batch in self.batches])
        return self.seen, seats, np.concatenate(found), np.concatenate(counted)

    def choices(self, actions: Any, counts: Any) -> Choices:
        """The actions of each position by their parts; the list is of one of few lengths, each compiled once."""
        rows = len(counts)
        length = -(-len(actions) // (2 * rows)) * 2 * rows
        row = np.full(length, rows, np.int32)
        row[: len(actions)] = np.repeat(np.arange(rows, dtype=np.int32), counts)
        parts = np.full((length, self.table.shape[1]), self.scores, np.int32)
        parts[: len(actions)] = self.table[actions]
        return Choices(row, parts)

    def policy_moves(self, actions: Any, starts: Any, counts: Any) -> Any:
        """Where the move of the game's policy stands among the actions of every lane; the first if it is not there."""
        found = starts.copy()
        for batch, lane, start in zip(self.batches, self.slices, self.starts, strict=True):
            policy, numbers = batch.core.game.bots.policy, batch.core.numbers
            for at, state in enumerate(batch.inner.states):
                seat, row = int(batch.inner.asked[at]), lane.start + at
                number = numbers.get(policy(state, seat, self.rng).text, -1)
                action = start + seat * batch.actions + number
                same = np.flatnonzero(actions[starts[row] : starts[row] + counts[row]] == action)
                found[row] += same[0] if len(same) else 0
        return found

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Answer every lane; gives which games ended, and their rewards by seat."""
        rewards = np.zeros((self.lanes, self.players), np.float32)
        for batch, lane, start in zip(self.batches, self.slices, self.starts, strict=True):
            batch.step((actions[lane] - start) % batch.actions)
            rewards[lane, : batch.players] = batch.arrays.rewards
        return np.concatenate([batch.arrays.ended for batch in self.batches]), rewards


def pick(keys: Any, counts: Any) -> Any:
    """The position of the (first) largest key of each row."""
    starts = np.cumsum(counts) - counts
    largest = np.flatnonzero(keys == np.repeat(np.maximum.reduceat(keys, starts), counts))
    return largest[np.searchsorted(largest, starts)]


class Played(NamedTuple):
    """What was played, a row for each decision."""

    seen: Any
    counts: Any
    actions: Any  # all that were legal, one after the other
    chosen: Any  # where the one that was made stands among those of its position
    before: Any
    advantage: Any
    result: Any
    sure: Any  # the decisions whose worth is known


class Learner:
    """Plays against itself and learns from it, both at the same time: what it learns from was played a round ago."""

    def __init__(self, tables: Tables, recipe: Recipe, seed: int = 0) -> None:
        self.tables, self.recipe = tables, recipe
        self.weights = fresh(tables.size, tables.scores, recipe, seed)
        self.smooth = self.weights  # the mean of the last rounds: steadier than the last one
        self.rounds = 0
        zero = {name: np.zeros_like(one) for name, one in self.weights.items()}
        self.adam = Adam(np.float32(0), zero, zero)
        self.shuffle(seed)
        self.decisions = 0
        self.imitates = False
        self.earlier: list[Weights] = []
        # The lanes with earlier versions, and the seat in each of them that learns.
        self.mixed = np.arange(0, tables.lanes, round(1 / recipe.past)) if recipe.past else np.zeros(0, int)
        self.own = np.arange(len(self.mixed)) % tables.seats_of[self.mixed]
        self.player = ThreadPoolExecutor(1)
        self.played: Future[Played] | None = None

    def shuffle(self, seed: int) -> None:
        """Reset the random choices from a seed."""
        self.luck, self.rng = np.random.default_rng([seed, 1]), np.random.default_rng([seed, 2])

    def round(self, rate: float, imitate: bool = False) -> None:
        """Play ``length`` decisions in every lane, and learn from those before.

        ``imitate``: all seats follow the game's policy, with a few random moves, and the network learns to do the same.
        """
        recipe = self.recipe
        if self.imitates != imitate:  # what was played is of the other kind
            self.played, self.imitates = None, imitate
        played = (self.played or self.player.submit(self.play, self.weights)).result()
        self.played = self.player.submit(self.play, self.weights)
        starts = np.cumsum(played.counts) - played.counts
        for _ in range(recipe.epochs):
            steps = -(-len(played.sure) // recipe.minibatch)
            order = np.resize(self.rng.permutation(played.sure), steps * recipe.minibatch)  # some twice in the last one
            for at in range(0, len(order), recipe.minibatch):
                lesson = self.lesson(played, starts, order[at : at + recipe.minibatch])
                self.weights, self.adam = improve(self.weights, self.adam, lesson, np.float32(rate), recipe, imitate)
        self.decisions += recipe.length * self.tables.lanes
        self.rounds += 1
        if self.rounds % recipe.every == 0 and not imitate:
            self.earlier = [*self.earlier, self.weights][-recipe.pool :]
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
        choices = self.tables.choices(actions, counts)
        chosen = first + played.chosen[rows]
        return Lesson(
            played.seen[rows], choices, chosen, played.before[rows], played.advantage[rows], played.result[rows]
        )

    def play(self, weights: Weights) -> Played:
        tables, recipe = self.tables, self.recipe
        shape = (recipe.length, tables.lanes)
        seen = np.empty((*shape, tables.size), np.float32)
        seats, counts, chosen = np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape, np.int64)
        before, values, ended = np.empty(shape, np.float32), np.empty(shape, np.float32), np.empty(shape, bool)
        learns = np.ones(shape, bool)
        rewards = np.empty((*shape, tables.players), np.float32)
        old = self.earlier[self.luck.integers(len(self.earlier))] if self.earlier else None
        legal = []
        for at in range(recipe.length):
            seen[at], seats[at], actions, counts[at] = tables.look()
            starts = np.cumsum(counts[at]) - counts[at]
            logs, values[at] = weigh(weights, seen[at], tables.choices(actions, counts[at]))
            logs = np.asarray(logs)[: len(actions)]
            if old is not None and len(self.mixed):
                logs = logs.copy()
                learns[at, self.mixed] = seats[at, self.mixed] == self.own
                few = counts[at, self.mixed]
                where = np.repeat(starts[self.mixed] - (np.cumsum(few) - few), few) + np.arange(few.sum())
                theirs, _ = weigh(old, seen[at, self.mixed], tables.choices(actions[where], few))
                other = np.repeat(~learns[at, self.mixed], few)
                logs[where[other]] = np.asarray(theirs)[: len(where)][other]
            if self.imitates:
                wanted = self.luck.random(tables.lanes) >= recipe.slips
                learns[at] = wanted
                logs = np.zeros_like(logs)
                logs[tables.policy_moves(actions, starts, counts[at])[wanted]] += SURE
            picked = pick(logs + self.luck.gumbel(size=len(logs)).astype(np.float32), counts[at])
            before[at], chosen[at] = logs[picked], picked - starts
            legal.append(actions)
            ended[at], rewards[at] = tables.step(actions[picked])
        advantage, result, sure = told_back(values, seats, ended, rewards, recipe.trace)
        sure &= learns
        advantage = (advantage - advantage[sure].mean()) / (advantage[sure].std() + 1e-6)
        return Played(
            seen=seen.reshape(-1, tables.size),
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
