"""Plays many games at once and fills NumPy arrays, in this process or in several; ``lanes`` is their number.

``Batch`` fills arrays in place, for trainers that keep their own buffers. ``ParallelBatch`` is the
same over several processes with shared memory. ``BunfightVectorEnv`` puts either behind Gymnasium's vector API.
"""

from __future__ import annotations

import ctypes
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
    ``suggested`` is a random legal action. ``final`` has the last observations
    of games that ended; other rows are meaningless.
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
    """Plays ``lanes`` games in this process.

    ``opponents``: "self" (every seat is asked for actions), "random", "heuristic",
    any other bot, or a policy; then ``seat`` is the learner's (None: any, each game).

    ``first``: the number of the first lane, so that a batch can be a part of a larger one. Arrays may be given.
    ``skips``: questions with only one answer are answered automatically.
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
        self.inner = inner = BatchedGames(
            core.game, core.encoder, core.deal, core.numbers, core.texts, core.seats, lanes
        )
        made = shapes(lanes, self.size, self.actions, self.players)
        held = {
            "observations": inner.observed,
            "masks": inner.masks,
            "seats": inner.asked,
            "ended": inner.ended,
            "suggested": inner.suggested,
            "final": inner.final,
        }
        shared = {name: _array(inside, *made[name]) for name, inside in held.items()}
        self.filled = Arrays(**shared, rewards=np.zeros(*made["rewards"]))  # by the games themselves
        self.arrays = arrays or self.filled
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
        self.masked = np.zeros(0, np.int64)  # places of masks that were given which are not 0

    def reset(self, seed: int = 0) -> Arrays:
        """Deal a new game in every lane."""
        self._blank()
        self.inner.begin(f"batch {seed}", self.first, self.core.simulator)
        self.filled.rewards[:] = 0.0
        return self._given()

    def step(self, actions: Array, lenient: bool = False) -> Arrays:
        """Answer every lane's question.

        An illegal action is an error that changes nothing; with ``lenient`` it loses its game.
        """
        chosen: list[int] = checked(actions, self.lanes).tolist()
        inner = self.inner
        if not inner.states:
            raise ValueError("reset the batch before its first step")
        wrong = inner.illegal(chosen)
        if wrong and not lenient:
            raise IllegalAction(self._why(wrong[0], chosen[wrong[0]]))
        for lane in wrong:
            chosen[lane] = -1
        self._blank()
        inner.move(chosen)
        rewards = self.filled.rewards
        if self.filled.ended.any():
            rewards[:] = np.asarray(inner.rewards).reshape(rewards.shape) * self.filled.ended[:, None]
        else:
            rewards[:] = 0.0
        return self._given()

    def legal(self) -> tuple[Array, Array]:
        """Return the legal actions of all lanes in one array, and where those of each lane begin.

        The actions of lane ``n`` are ``flat[starts[n] : starts[n + 1]]``.
        """
        inner = self.inner
        return np.array(np.asarray(inner.legal)[: inner.legal_count]), np.array(inner.starts)

    def _blank(self) -> None:
        ctypes.memset(self.filled.observations.ctypes.data, 0, self.filled.observations.nbytes)

    def _given(self) -> Arrays:
        """Update and return the caller's arrays; masks are mostly 0, so only what changed is written."""
        given, filled = self.arrays, self.filled
        if given is filled:
            return filled
        for name in ("observations", "rewards", "seats", "ended", "suggested", "final"):
            getattr(given, name)[:] = getattr(filled, name)
        mask = given.masks.reshape(-1)
        mask[self.masked] = 0
        legal, starts = self.legal()
        self.masked = legal + np.repeat(np.arange(self.lanes) * self.actions, np.diff(starts))
        mask[self.masked] = 1
        return given

    def _why(self, lane: int, number: int) -> str:
        action = f"{self.core.texts[number]!r}" if 0 <= number < self.actions else f"none of the {self.actions} actions"
        seat = self.arrays.seats[lane]
        return f"lane {lane}: action {number} ({action}) is not legal for seat {seat} now; choose where its mask is 1"


class _Owner:
    """Keeps the memory alive that an array lies in."""

    def __init__(self, inside: Any, shape: tuple[int, ...], kind: Any) -> None:
        self.inside = inside
        address = np.frombuffer(inside, kind).ctypes.data
        self.__array_interface__ = {
            "version": 3, "shape": shape, "typestr": np.dtype(kind).str, "data": (address, False),
        }  # fmt: skip


def _array(inside: Any, shape: tuple[int, ...], kind: Any) -> Array:
    """Return the numbers of a vector as a writable array, without a copy."""
    return np.asarray(_Owner(inside, shape, kind))


def checked(actions: Array, lanes: int) -> Array:
    """Return actions of the right shape and type, or raise ValueError."""
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
