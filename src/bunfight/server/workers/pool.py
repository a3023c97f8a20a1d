"""Minds: bots think and nature answers in processes of their own, so that neither delays a person."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final, TypeVar

from bunfight import games
from bunfight.bots import Explanation, make
from bunfight.bots.explain import compared, hint
from bunfight.engine import Rng, View, process_pool, simulator
from bunfight.engine.errors import InvalidInput
from bunfight.engine.table import AnyGame
from bunfight.protocol import Choice, Reason, Values
from bunfight.server import card_lists
from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms.bots import DEFAULT_BOT, BotFailed, CardWish, Rulebook, Slice, Thought
from bunfight.server.workers.coaching import look_back

T = TypeVar("T")
PATIENCE: Final = {"bots": 1.0, "hints": 1.0, "nature": 3.0, "cards": 2.0, "reviews": 30.0}
BIRTH_SECONDS: Final = 120.0  # in which a process must have started


class Pools:
    def __init__(self, bot_workers: int, nature_workers: int, patience: float) -> None:
        self.patience = patience
        cores = os.cpu_count() or 1
        self._sizes = {"bots": bot_workers or max(1, cores - 1), "hints": 1, "nature": nature_workers, "cards": 1}
        self._sizes["reviews"] = 1
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._first: dict[str, Future[None]] = {}  # done when one of the processes of a pool works
        self._turns = {which: Turns(2 * size) for which, size in self._sizes.items()}

    async def choose(self, game: Rulebook, view: View, spec: str, seed: str, stream: str, whose: str = "") -> str:
        """What a bot decides; BotFailed if it cannot."""
        begun = time.perf_counter()
        try:
            move = await self._ask("bots", whose, _choose, game, view, spec, seed, stream)
            METRICS.bots.add("chose")
            return move
        except BotFailed:
            METRICS.bots.add("puzzled")
            raise
        finally:
            METRICS.thinking.seen(time.perf_counter() - begun)

    async def explain(self, game: Rulebook, view: View, spec: str, seed: str, stream: str, whose: str = "") -> Thought:
        """What the coach would do and why; only what a bot would do, if that takes too long. ``whose``: who asks."""
        METRICS.bots.add("explained")
        try:
            return await self._ask("hints", whose, _explain, game, view, spec, seed, stream)
        except BotFailed:
            return Thought(await self._ask("bots", whose, _choose, game, view, DEFAULT_BOT, seed, stream), [])

    def hints_wanted(self, whose: str) -> int:
        """How many hints somebody waits for."""
        return self._turns["hints"].waiting_for(whose)

    async def look_back(self, game: Rulebook, record: str, done: bytes, hurry: bool, whose: str = "") -> Slice:
        """Some more of a review; those who wait for theirs take turns after each slice."""
        return await self._ask("reviews", whose, look_back, game, record, done, hurry)

    async def observe(self, game: Rulebook, question: str, whose: str = "") -> str:
        """What nature answers."""
        return await self._ask("nature", whose, _observe, game, question)

    async def settle(self, wish: CardWish, whose: str = "") -> Values:
        """The options of a table with cards of its own, which are read and dealt for trial; ValueError or BotFailed."""
        tried = await self._ask("cards", whose, card_lists.tried, wish)
        if isinstance(tried, InvalidInput):
            raise tried
        return tried

    async def warm(self) -> None:
        """Start the bots' processes before the first of them is wanted."""
        with suppress(BrokenProcessPool, TimeoutError):  # whoever asks next will see
            await self._awake("bots")

    def close(self) -> None:
        for pool in self._pools.values():
            _end(pool, cancel=True)
        self._pools.clear()

    async def _ask(self, which: str, whose: str, call: Callable[..., T], *given: object) -> T:
        """Patience begins when a worker is at hand, not while others are served."""
        turns = self._turns[which]
        await turns.wait(whose)
        try:
            return await self._asked(which, call, *given)
        finally:
            turns.next()

    async def _asked(self, which: str, call: Callable[..., T], *given: object) -> T:
        for attempt in (1, 2):
            pool = self._pool(which)
            try:
                pool = await self._awake(which)
                answer = asyncio.wrap_future(pool.submit(call, *given))
                return await asyncio.wait_for(answer, self.patience * PATIENCE[which])
            except TimeoutError as error:
                note("no answer in time", logging.WARNING, mind=which, call=call.__name__)
                self._replace(which, pool)
                raise BotFailed("no answer came in time") from error
            except BrokenProcessPool as error:
                note("a worker process died", logging.WARNING, mind=which, attempt=attempt)
                self._replace(which, pool)
                if attempt == 2:
                    raise BotFailed("the worker process died") from error
            except Exception as error:
                what = type(error).__name__  # and where, but not in its own words, which may tell of a hand
                note("a mind failed", logging.WARNING, mind=which, call=call.__name__, error=what, where=_where(error))
                raise BotFailed(f"it failed: {what}") from error
        raise AssertionError("unreachable")

    def _pool(self, which: str) -> ProcessPoolExecutor:
        pool = self._pools.get(which)
        if pool is None:
            pool = self._pools[which] = process_pool.pool(self._sizes[which], _born, which)
            self._first[which] = pool.submit(_here)
        return pool

    async def _awake(self, which: str) -> ProcessPoolExecutor:
        """A pool of which one process works already. On a busy machine that takes longer than a thought may: whoever
        counted it as thinking would end processes that have hardly begun, and start others, for ever."""
        pool = self._pool(which)
        while not (first := self._first[which]).done():
            await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(first)), BIRTH_SECONDS)
            pool = self._pool(which)  # another one, if somebody found that the first one hangs
        return pool

    def _replace(self, which: str, pool: ProcessPoolExecutor) -> None:
        if self._pools.get(which) is pool:
            del self._pools[which]
        _end(pool, cancel=False)


def _where(error: Exception) -> list[str]:
    """The places in the code that led to an error in a worker, without anything that was there."""
    return [line.strip() for line in str(error.__cause__).splitlines() if line.startswith('  File "')]


def _end(pool: ProcessPoolExecutor, cancel: bool) -> None:
    """Stop a pool's workers now, also those that hang; it has no public way to say so.

    What they were asked, and what waits for them, is asked again elsewhere unless it is to be cancelled.
    """
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=cancel)
    for process in processes:
        process.kill()


class Turns:
    """Who is served next: those who wait take turns, however much one of them wants."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # in the order in which they are served

    def waiting_for(self, whose: str) -> int:
        return len(self._waiting.get(whose, ()))

    async def wait(self, whose: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.next()  # it was given a place in the moment in which it went away
            raise

    def next(self) -> None:
        """A place is free: give it to the next one who still waits."""
        while self._waiting:
            whose = next(iter(self._waiting))
            queue = self._waiting.pop(whose)
            turn = queue.popleft()
            if queue:
                self._waiting[whose] = queue  # at the end: the others come first
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def _here() -> None:
    """The first thing that is asked of a process."""


def _born(which: str) -> None:
    if which != "nature" and hasattr(os, "nice"):
        os.nice(max(0, 5 - os.nice(0)))  # people first
    for name in games.names():
        games.load(name)
    if which == "cards":
        card_lists.confine()


def _choose(which: Rulebook, view: View, spec: str, seed: str, stream: str) -> str:
    return str(make(spec, games.load(*which)).choose(view, Rng(seed, stream)))


def _explain(which: Rulebook, view: View, spec: str, seed: str, stream: str) -> Thought:
    game = games.load(*which)
    return _thought(game, view, hint(game, view, Rng(seed, stream)), Rng(seed, f"{stream} others"))


def _thought(game: AnyGame, view: View, told: Explanation, rng: Rng) -> Thought:
    """The recommended move says what speaks for it; every other one what it changes, compared with that."""
    tries = sum(one.tries for one in told.alternatives) or 1
    reasons = compared(game, view, told.choice, [one.move for one in told.alternatives if one.move != told.choice], rng)
    reasons[told.choice] = told.reasons
    choices = []
    for one in told.alternatives:
        why = [Reason(each.term, each.difference) for each in reasons[one.move]]
        known = (round(one.chance, 4), round(one.tries / tries, 4), why, round(one.low, 4), round(one.high, 4))
        choices.append(Choice(one.move, *known, list(one.same)))
    return Thought(told.choice, choices)


def _observe(which: Rulebook, question: str) -> str:
    answer = simulator(games.load(*which))
    assert answer is not None, f"{which[0]} has no physics"
    return answer(question)
