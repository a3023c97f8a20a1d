"""Runs bots in a thread (fast ones) or a process (slow ones), so that the screen stays responsive."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from bunfight import games
from bunfight.bots import Bot, Explanation, Guarded, make
from bunfight.bots.explain import hint
from bunfight.engine import Rng, Seat, View, process_pool
from bunfight.engine.table import AnyGame

QUICK: Final = ("random", "greedy", "heuristic", "easy", "medium")


class BotRunner:
    """The bots of one table."""

    def __init__(self, game: AnyGame, specs: dict[Seat, str], seed: str) -> None:
        self.game, self.specs = game, specs
        self.bots = {seat: make(spec, game) for seat, spec in specs.items() if quick(game, spec)}
        for spec in specs.values():
            make(spec, game).close()  # raises InvalidInput now if the bot cannot be made
        self.seed, self.asked = seed, 0
        self.pool: ProcessPoolExecutor | None = None

    async def choose(self, seat: Seat, view: View, stream: str = "") -> str:
        """The move of a bot; an illegal one is replaced by a legal move. ``stream``: of its random numbers."""
        self.asked += 1
        stream = stream or f"bots {self.asked}"
        if seat in self.bots:
            return await asyncio.to_thread(Guarded(self.bots[seat]).choose, view, Rng(self.seed, stream))
        return await self._elsewhere(seat, view, stream)

    async def explain(self, view: View) -> Explanation:
        """What the coach would do here, and why."""
        self.asked += 1
        return await asyncio.to_thread(hint, self.game, view, Rng(self.seed, f"hint {self.asked}"))

    async def _elsewhere(self, seat: Seat, view: View, stream: str) -> str:
        if self.pool is None:
            self.pool = process_pool.pool(1, _nothing)
        book = (self.game.id, games.own_cards(self.game))
        call = self.pool.submit(_choose, book, seat, self.specs[seat], view, self.seed, stream)
        return await asyncio.wrap_future(call)

    def close(self) -> None:
        for bot in self.bots.values():
            bot.close()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


def quick(game: AnyGame, spec: str) -> bool:
    """Whether a bot answers immediately."""
    return spec in QUICK and not (game.bots.player and spec in ("easy", "medium"))


def _nothing() -> None:
    pass


_BOTS: dict[tuple[tuple[str, str], int, str], Bot] = {}


def _choose(book: tuple[str, str], seat: Seat, spec: str, view: View, seed: str, stream: str) -> str:
    key = (book, seat, spec)
    if key not in _BOTS:
        _BOTS[key] = Guarded(make(spec, games.load(*book)))
    return _BOTS[key].choose(view, Rng(seed, stream))
