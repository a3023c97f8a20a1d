"""Splits a batch of games over several processes with arrays in shared memory."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Mapping
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np

from bunfight.engine import process_pool
from bunfight.engine.table import AnyGame
from bunfight.games import load, own_cards
from bunfight.rl.env import EnvCore, IllegalAction
from bunfight.rl.vector import SELF, Array, Arrays, Batch, checked, shapes

SHUTDOWN_SECONDS = 5.0  # seconds for a process to end
STEP, LENIENT, RESET, DONE = b"step", b"lenient", b"reset ", b""  # all else is in the shared memory


class ParallelBatch:
    """Plays a batch in several processes. ``send`` and ``receive`` let the caller work in between.

    ``lanes`` is the number of parallel games, the same ones as those of a single Batch with the same seed.
    """

    def __init__(
        self,
        game: str | AnyGame,
        lanes: int,
        processes: int,
        players: int | None = None,
        opponents: str = SELF,
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        if not 1 <= processes <= lanes:
            raise ValueError(f"{lanes} lanes can be shared by 1 to {lanes} processes, not by {processes}")
        self.core = core = EnvCore(game, players, options or {})
        self.lanes = lanes
        self.size, self.actions, self.players = int(core.encoder.size), len(core.texts), core.seats
        self.memory = SharedMemory(create=True, size=_bytes(lanes, self.size, self.actions, self.players))
        self.arrays, self.chosen = _laid_out(self.memory, lanes, self.size, self.actions, self.players)
        self.pipes: list[Connection] = []
        self.processes = []
        context = multiprocessing.get_context("spawn")
        cuts = [lanes * n // processes for n in range(processes + 1)]
        given = (core.game.id, own_cards(core.game), core.seats, opponents, seat, dict(options or {}))
        for first, end in pairwise(cuts):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=process_pool.born, args=(_work, theirs, self.memory.name, lanes, first, end, given), daemon=True
            )
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)

    def reset(self, seed: int = 0) -> Arrays:
        """Deal a new game in every lane."""
        for pipe in self.pipes:
            pipe.send_bytes(RESET + str(seed).encode())
        return self.receive()

    def step(self, actions: Array, lenient: bool = False) -> Arrays:
        """Answer every lane's question, as Batch.step does."""
        self.send(actions, lenient)
        return self.receive()

    def send(self, actions: Array, lenient: bool = False) -> None:
        self.chosen[:] = checked(actions, self.lanes)
        for pipe in self.pipes:
            pipe.send_bytes(LENIENT if lenient else STEP)

    def receive(self) -> Arrays:
        """Wait until every process is done; raise IllegalAction if one of them rejected an action."""
        errors = []
        for pipe in self.pipes:
            try:
                reply = pipe.recv_bytes()
            except (EOFError, ConnectionError):
                self.close()
                raise ValueError("a process of the batch has died; make a new batch") from None
            if reply:
                errors.append(reply.decode())
        if errors:
            raise IllegalAction(errors[0])
        return self.arrays

    def close(self) -> None:
        """End the processes and free the memory."""
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(SHUTDOWN_SECONDS)
            if process.is_alive():
                process.terminate()
        self.pipes, self.processes = [], []
        del self.arrays, self.chosen
        self.memory.close()
        self.memory.unlink()

    def __enter__(self) -> ParallelBatch:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _bytes(lanes: int, size: int, actions: int, players: int) -> int:
    sizes = [
        math.prod(shape) * np.dtype(kind).itemsize for shape, kind in shapes(lanes, size, actions, players).values()
    ]
    return sum(_aligned(one) for one in sizes) + _aligned(8 * lanes)


def _aligned(size: int) -> int:
    return (size + 63) // 64 * 64


def _laid_out(memory: SharedMemory, lanes: int, size: int, actions: int, players: int) -> tuple[Arrays, Array]:
    """Lay out the arrays of a batch, and the actions, in shared memory."""
    at, laid = 0, {}
    layout = {**shapes(lanes, size, actions, players), "chosen": ((lanes,), np.int64)}
    for name, (shape, kind) in layout.items():
        laid[name] = np.ndarray(shape, kind, memory.buf, at)
        at += _aligned(laid[name].nbytes)
    chosen = laid.pop("chosen")
    return Arrays(**laid), chosen


def _work(pipe: Connection, memory_name: str, lanes: int, first: int, end: int, given: tuple[Any, ...]) -> None:
    """Run one worker process on its lanes of the shared arrays."""
    name, cards, players, opponents, seat, options = given
    memory = SharedMemory(memory_name)
    game = load(name, cards)
    core = EnvCore(game, players, options)
    whole, chosen = _laid_out(memory, lanes, int(core.encoder.size), len(core.texts), core.seats)
    part = Arrays(**{field: getattr(whole, field)[first:end] for field in Arrays.__annotations__})
    batch = Batch(game, end - first, players, opponents, seat, first, part, options)
    while True:
        try:
            order = pipe.recv_bytes()
        except (EOFError, ConnectionError):
            return
        try:
            if order in (STEP, LENIENT):
                batch.step(chosen[first:end], order == LENIENT)
            else:
                batch.reset(int(order.removeprefix(RESET)))
            pipe.send_bytes(DONE)
        except ValueError as error:
            pipe.send_bytes(str(error).encode())
