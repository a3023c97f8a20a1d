"""Runs bots, simulations, reviews and card list trials in worker processes, so that none of them delays a player."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final, TypeVar

from bunfight import games
from bunfight.coach.puzzles import Verdict
from bunfight.engine import View, process_pool
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.protocol import Values
from bunfight.server import card_lists
from bunfight.server.bots import DEFAULT_BOT, BotAdvice, BotFailed, GameSource, ReviewSlice, TableSetup
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.workers import calls
from bunfight.server.workers.coaching import review_slice

T = TypeVar("T")
TIMEOUTS: Final = {"bots": 1.0, "hints": 1.0, "physics": 3.0, "cards": 2.0, "reviews": 30.0}  # times the setting
Slot = tuple[str, int]  # a process: the kind of its work, and its number
START_SECONDS: Final = 120.0  # in which a process must have started


class WorkerPools:
    """Processes for each kind of work. A call that takes too long ends its own process and no other."""

    def __init__(self, bot_workers: int, physics_workers: int, timeout: float) -> None:
        self.timeout = timeout
        cores = os.cpu_count() or 1
        bots = bot_workers or max(2, cores - 1)
        self._sizes = {"bots": bots, "hints": 1, "physics": physics_workers, "cards": 1, "reviews": 1}
        self._idle = {kind: [(kind, number) for number in range(size)] for kind, size in self._sizes.items()}
        self._pools: dict[Slot, ProcessPoolExecutor] = {}
        self._started: dict[Slot, Future[None]] = {}  # done when the process works
        self._queues = {kind: FairQueue(size, max(1, size - 1)) for kind, size in self._sizes.items()}

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        started = time.perf_counter()
        try:
            move = await self._call("bots", owner, calls.choose, game, view, spec, seed, stream)
            METRICS.bots.add("chose")
            return move
        except BotFailed:
            METRICS.bots.add("failed")
            raise
        finally:
            METRICS.thinking.observe(time.perf_counter() - started)

    async def explain(
        self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = ""
    ) -> BotAdvice:
        METRICS.bots.add("explained")
        try:
            return await self._call("hints", owner, calls.explain, game, view, seed, stream)
        except BotFailed:
            return BotAdvice(await self._call("bots", owner, calls.choose, game, view, DEFAULT_BOT, seed, stream), [])

    def pending_hints(self, owner: str) -> int:
        return self._queues["hints"].waiting(owner)

    async def review(
        self, game: GameSource, record: str, before: ReviewSlice, brief: bool, owner: str = ""
    ) -> ReviewSlice:
        return await self._call("reviews", owner, review_slice, game, record, before, brief)

    async def judge(self, puzzle: str, move: str, owner: str = "") -> Verdict:
        result = await self._call("hints", owner, calls.judge, puzzle, move)
        if isinstance(result, BunfightError):
            raise result
        return result

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        return await self._call("physics", owner, calls.simulate, game, question)

    async def try_setup(self, setup: TableSetup, owner: str = "") -> Values:
        result = await self._call("cards", owner, card_lists.try_setup, setup)
        if isinstance(result, InvalidInput):
            raise result
        return result

    async def warm_up(self) -> None:
        """Start the bots' processes before the first call."""
        with suppress(BrokenProcessPool, TimeoutError):  # the next caller will see
            await asyncio.gather(*[self._started_pool(slot) for slot in self._idle["bots"]])

    def close(self) -> None:
        for pool in self._pools.values():
            _stop(pool, cancel=True)
        self._pools.clear()

    async def _call(self, kind: str, owner: str, function: Callable[..., T], *args: object) -> T:
        """Call a function in a worker. The timeout starts when a worker is free, not while others are served."""
        queue = self._queues[kind]
        await queue.acquire(owner)
        slot = max(self._idle[kind], key=self._is_warm)
        self._idle[kind].remove(slot)
        try:
            return await self._call_now(slot, function, *args)
        finally:
            self._idle[kind].append(slot)
            queue.release(owner)

    async def _call_now(self, slot: Slot, function: Callable[..., T], *args: object) -> T:
        kind = slot[0]
        for attempt in (1, 2):
            pool = self._pool(slot)
            try:
                pool = await self._started_pool(slot)
                answer = asyncio.wrap_future(pool.submit(function, *args))
                return await asyncio.wait_for(answer, self.timeout * TIMEOUTS[kind])
            except TimeoutError as error:
                note("worker timeout", logging.WARNING, kind=kind, call=function.__name__)
                self._replace(slot, pool)
                raise BotFailed("no answer came in time") from error
            except BrokenProcessPool as error:
                note("worker process died", logging.WARNING, kind=kind, attempt=attempt)
                self._replace(slot, pool)
                if attempt == 2:
                    raise BotFailed("the worker process died") from error
            except Exception as error:
                what = type(error).__name__  # and where, but not the message, which may reveal a hand
                places = _places(error)
                note("worker failed", logging.WARNING, kind=kind, call=function.__name__, error=what, where=places)
                raise BotFailed(f"it failed: {what}") from error
        raise AssertionError("unreachable")

    def _is_warm(self, slot: Slot) -> bool:
        return slot in self._pools and self._started[slot].done()

    def _pool(self, slot: Slot) -> ProcessPoolExecutor:
        pool = self._pools.get(slot)
        if pool is None:
            pool = self._pools[slot] = process_pool.pool(1, _initialize, slot[0])
            self._started[slot] = pool.submit(_ready)
        return pool

    async def _started_pool(self, slot: Slot) -> ProcessPoolExecutor:
        """A pool whose process has started.

        On a busy machine starting takes longer than a bot may think. If it counted as thinking, processes would be
        stopped before they begin, and replaced, for ever.
        """
        pool = self._pool(slot)
        while not (started := self._started[slot]).done():
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(started)), START_SECONDS)
            pool = self._pool(slot)  # another one, if the first one was replaced meanwhile
        return pool

    def _replace(self, slot: Slot, pool: ProcessPoolExecutor) -> None:
        if self._pools.get(slot) is pool:
            del self._pools[slot]
        _stop(pool, cancel=False)


def _places(error: Exception) -> list[str]:
    """The lines of code that led to an error in a worker, without any data."""
    return [line.strip() for line in str(error.__cause__).splitlines() if line.startswith('  File "')]


def _stop(pool: ProcessPoolExecutor, cancel: bool) -> None:
    """Stop a pool's processes now, also those that hang; the executor has no public way to do that.

    Pending calls are repeated in another pool, unless they are cancelled.
    """
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=cancel)
    for process in processes:
        process.kill()


class FairQueue:
    """Limits concurrent calls. Owners with waiting calls take turns, however many calls one of them makes.

    ``each``: how many places one owner may hold. If that is less than there are processes, one is always left for
    the others, however long the calls take.
    """

    def __init__(self, places: int, each: int) -> None:
        self._free, self._each = places, each
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # in the order in which owners are served

    def waiting(self, owner: str) -> int:
        return len(self._waiting.get(owner, ()))

    async def acquire(self, owner: str) -> None:
        if self._free and self._held[owner] < self._each:
            self._free -= 1
            self._held[owner] += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release(owner)  # it got a place at the moment it was cancelled
            raise

    def release(self, owner: str) -> None:
        """Give the place to the next owner who may have it."""
        self._free += 1
        self._held[owner] -= 1
        if not self._held[owner]:
            del self._held[owner]
        for other in list(self._waiting):
            if self._held[other] >= self._each:
                continue
            queue = self._waiting.pop(other)
            turn = queue.popleft()
            while turn.done() and queue:  # it was cancelled
                turn = queue.popleft()
            if queue:
                self._waiting[other] = queue  # at the end: the others come first
            if not turn.done():
                self._free -= 1
                self._held[other] += 1
                turn.set_result(None)
                return


def _ready() -> None:
    """The first call of a process."""


def _initialize(kind: str) -> None:
    """Worker initialiser."""
    if kind != "physics" and hasattr(os, "nice"):
        os.nice(max(0, 5 - os.nice(0)))  # requests of players come first
    for name in games.names():
        games.load(name)
    if kind == "cards":
        card_lists.confine()
