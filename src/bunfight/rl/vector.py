"""Runs N games at once that fill NumPy arrays, in this process or over several.

``Batch`` fills arrays in place, for trainers that keep their own buffers. ``Crew`` is the
same over several processes with shared memory. ``BunfightVectorEnv`` puts either behind Gymnasium's vector API.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bunfight.bots import OpenBot
from bunfight.bots import make as make_bot
from bunfight.engine import Move, Rng, Seat, State
from bunfight.engine.table import AnyGame
from bunfight.rl.batch import ANY_SEAT, LEARNER, OTHERS, POLICY, RANDOM, BatchedGames
from bunfight.rl.env import EnvCore, IllegalAction

Array = NDArray[Any]
Policy = Callable[[Array, Array], Array]  # (observations, masks) -> actions, a row for each question
SELF: Final = "self"
MODES: Final = {SELF: LEARNER, "random": RANDOM, "heuristic": POLICY}


@dataclass
class Arrays:
    """The arrays that a batch fills, one row per lane.

    ``rewards`` are those of the games that ended with the last step, by seat; ``ended`` says where one did.
    ``suggested`` is any legal action: a random policy without a look at the mask. ``final`` has the last observations
    of games that ended; only the rows of ``ended`` mean anything.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    seats: NDArray[np.int64]
    ended: NDArray[np.bool_]
    suggested: NDArray[np.int64]
    final: NDArray[np.float32]


def shapes(lanes: int, size: int, actions: int, seats: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    return {
        "observations": ((lanes, size), np.float32),
        "masks": ((lanes, actions), np.int8),
        "rewards": ((lanes, seats), np.float32),
        "seats": ((lanes,), np.int64),
        "ended": ((lanes,), np.bool_),
        "suggested": ((lanes,), np.int64),
        "final": ((lanes, size), np.float32),
    }


class Batch:
    """``lanes`` games in this process.

    ``opponents``: "self" (every seat is asked for actions), "random", "heuristic",
    any other bot, or a policy; then ``seat`` is the learner's (None: any, each game).

    ``first``: the number of the first lane, so that a batch can be a part of a larger one. Arrays may be given.
    ``skips``: questions that have only one answer are answered by themselves.
    """

    def __init__(
        self,
        game: str | AnyGame,
        lanes: int,
        players: int | None = None,
        opponents: str | Policy = SELF,
        seat: int | None = None,
        first: int = 0,
        arrays: Arrays | None = None,
        options: Mapping[str, Any] | None = None,
        skips: bool = False,
    ) -> None:
        if lanes < 1:
            raise ValueError(f"a batch has at least 1 lane, not {lanes}")
        self.core = core = EnvCore(game, players, options or {})
        self.lanes, self.first = lanes, first
        self.size, self.actions, self.players = int(core.encoder.size), len(core.texts), core.seats
        made = shapes(lanes, self.size, self.actions, self.players)
        self.arrays = arrays or Arrays(**{name: np.zeros(shape, kind) for name, (shape, kind) in made.items()})
        self.rows = np.arange(lanes)
        self.inner = BatchedGames(core.game, core.encoder, core.deal, core.numbers, core.texts, core.seats, lanes)
        if seat is not None and not 0 <= seat < core.seats:
            raise ValueError(f"seat {seat} is not at a table of {core.seats}")
        self.inner.fixed = ANY_SEAT if seat is None else seat
        self.inner.skips = skips
        if isinstance(opponents, str):
            self.inner.opponents = MODES.get(opponents, OTHERS)
            if opponents not in MODES:
                self.inner.other = _bot(core.game, opponents)
        else:
            self.inner.opponents, self.inner.other = OTHERS, _policy(core, opponents)
        self.encode = np.zeros(0, np.int64)  # places of the arrays that are not 0
        self.masked = np.zeros(0, np.int64)

    def reset(self, seed: int = 0) -> Arrays:
        """Deal every lane anew."""
        self.inner.begin(f"batch {seed}", self.first, self.core.simulator)
        self.arrays.ended[:] = False
        self.arrays.rewards[:] = 0.0
        self._look()
        return self.arrays

    def step(self, actions: Array, lenient: bool = False) -> Arrays:
        """Answer every lane's question. An illegal action is an error that changes nothing; ``lenient``: it loses."""
        chosen: list[int] = checked(actions, self.lanes).tolist()
        inner = self.inner
        if not inner.states:
            raise ValueError("reset the batch before its first step")
        wrong = inner.illegal(chosen)
        if wrong and not lenient:
            raise IllegalAction(self._why(wrong[0], chosen[wrong[0]]))
        for lane in wrong:
            chosen[lane] = -1
        inner.move(chosen)
        np.not_equal(np.asarray(inner.ended), 0, out=self.arrays.ended)
        if self.arrays.ended.any():
            shape = self.arrays.rewards.shape
            self.arrays.rewards[:] = np.asarray(inner.rewards).reshape(shape) * self.arrays.ended[:, None]
            self.arrays.final[self.arrays.ended] = 0.0
            ink = inner.final
            self.arrays.final.reshape(-1)[np.asarray(ink.places)[: ink.count]] = np.asarray(ink.values)[: ink.count]
        else:
            self.arrays.rewards[:] = 0.0
        self._look()
        return self.arrays

    def legal(self) -> tuple[Array, Array]:
        """The legal actions of all lanes one after the other, and where those of each lane begin (and end)."""
        inner = self.inner
        return np.array(inner.legal)[: inner.legal_count], np.array(inner.starts)

    def _look(self) -> None:
        inner, arrays = self.inner, self.arrays
        inner.look()
        seen, mask, ink = arrays.observations.reshape(-1), arrays.masks.reshape(-1), inner.ink
        seen[self.encode] = 0.0
        self.encode = np.asarray(ink.places)[: ink.count].copy()
        seen[self.encode] = np.asarray(ink.values)[: ink.count]
        mask[self.masked] = 0
        starts = np.asarray(inner.starts)
        self.masked = np.asarray(inner.legal)[: inner.legal_count] + np.repeat(
            self.rows * self.actions, starts[1:] - starts[:-1]
        )
        mask[self.masked] = 1
        arrays.seats[:] = inner.asked
        arrays.suggested[:] = inner.suggested

    def _why(self, lane: int, number: int) -> str:
        action = f"{self.core.texts[number]!r}" if 0 <= number < self.actions else f"none of the {self.actions} actions"
        seat = self.arrays.seats[lane]
        return f"lane {lane}: action {number} ({action}) is not legal for seat {seat} now; choose where its mask is 1"


def checked(actions: Array, lanes: int) -> Array:
    """Actions of the right shape and type, or a ValueError."""
    given = np.asarray(actions)
    if given.shape != (lanes,) or not np.issubdtype(given.dtype, np.integer):
        raise ValueError(
            f"actions: expected {lanes} whole numbers, one for each lane, not an array of shape {given.shape} "
            f"and type {given.dtype}"
        )
    return given


def _bot(game: AnyGame, spec: str) -> Callable[[State, Seat, Rng], Move]:
    """Put a bot in the other seats; it gets views, unless its choice provably ignores hidden information."""
    bot = make_bot(spec, game)

    def answer(state: State, seat: Seat, rng: Rng) -> Move:
        if isinstance(bot, OpenBot):
            return game.grammar.parse(bot.decide(state, seat, rng))
        return game.grammar.parse(bot.choose(game.view(state, seat), rng))

    return answer


def _policy(core: EnvCore, policy: Policy) -> Callable[[State, Seat, Rng], Move]:
    """Put a policy in the other seats; it gets one observation and its mask at a time."""

    def answer(state: State, seat: Seat, rng: Rng) -> Move:
        core.state = state
        chosen = int(policy(core.observe(seat)[None], core.mask(seat)[None])[0])
        if chosen not in core.legal(seat):
            raise IllegalAction(
                f"the policy of the other seats chose action {chosen}, which is not legal for seat {seat}"
            )
        return core.game.grammar.parse(core.texts[chosen])

    return answer
