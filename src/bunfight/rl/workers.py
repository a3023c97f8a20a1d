"""A crew: one batch cut into parts, each in a process of its own, over arrays in shared memory."""

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
from bunfight.rl.env import Arena, Refused
from bunfight.rl.vector import SELF, Array, Arrays, Batch, checked, shapes

PATIENCE = 5.0  # seconds that a process is given to end
STEP, LENIENT, RESET, DONE = b"step", b"lenient", b"reset ", b""  # few bytes: all else is in the shared memory


class Crew:
    """The plain form over several processes. ``send`` and ``receive`` apart let the caller think in between.

    The lanes are the same games as those of one Batch with the same seed.
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
        self.arena = arena = Arena(game, players, options or {})
        self.lanes = lanes
        self.size, self.actions, self.players = int(arena.encoder.size), len(arena.texts), arena.seats
        self.memory = SharedMemory(create=True, size=_bytes(lanes, self.size, self.actions, self.players))
        self.arrays, self.chosen = _laid_out(self.memory, lanes, self.size, self.actions, self.players)
        self.pipes: list[Connection] = []
        self.processes = []
        context = multiprocessing.get_context("spawn")
        cuts = [lanes * n // processes for n in range(processes + 1)]
        given = (arena.game.id, own_cards(arena.game), arena.seats, opponents, seat, dict(options or {}))
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
        """Deal every lane anew."""
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
        """Wait until every process is done. What one of them refuses is an error here."""
        refused = []
        for pipe in self.pipes:
            try:
                told = pipe.recv_bytes()
            except (EOFError, ConnectionError):
                self.close()
                raise ValueError("a process of the crew has died; make a new crew") from None
            if told:
                refused.append(told.decode())
        if refused:
            raise Refused(refused[0])
        return self.arrays

    def close(self) -> None:
        """End the processes and give the memory back."""
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(PATIENCE)
            if process.is_alive():
                process.terminate()
        self.pipes, self.processes = [], []
        del self.arrays, self.chosen
        self.memory.close()
        self.memory.unlink()

    def __enter__(self) -> Crew:
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
    """The arrays of a batch inside a piece of memory, and the actions."""
    at, laid = 0, {}
    told = {**shapes(lanes, size, actions, players), "chosen": ((lanes,), np.int64)}
    for name, (shape, kind) in told.items():
        laid[name] = np.ndarray(shape, kind, memory.buf, at)
        at += _aligned(laid[name].nbytes)
    chosen = laid.pop("chosen")
    return Arrays(**laid), chosen


def _work(pipe: Connection, memory_name: str, lanes: int, first: int, end: int, given: tuple[Any, ...]) -> None:
    """One process: its own lanes of the shared arrays."""
    name, cards, players, opponents, seat, options = given
    memory = SharedMemory(memory_name)
    game = load(name, cards)
    arena = Arena(game, players, options)
    whole, chosen = _laid_out(memory, lanes, int(arena.encoder.size), len(arena.texts), arena.seats)
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
        except ValueError as refused:
            pipe.send_bytes(str(refused).encode())
