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
        self.failed = ""  # why the last choice of a bot was rejected
        self.pool: ProcessPoolExecutor | None = None

    async def choose(self, seat: Seat, view: View, stream: str = "") -> str:
        """Return the move of a bot, or a legal one if it chose an illegal one. ``stream`` names its random numbers."""
        self.asked += 1
        stream = stream or f"bots {self.asked}"
        if seat in self.bots:
            choosing = asyncio.to_thread(_guarded, self.bots[seat], view, Rng(self.seed, stream))
        else:
            choosing = self._elsewhere(seat, view, stream)
        move, self.failed = await choosing
        return move

    async def explain(self, view: View) -> Explanation:
        """Say what the coach would do here, and why."""
        self.asked += 1
        return await asyncio.to_thread(hint, self.game, view, Rng(self.seed, f"hint {self.asked}"))

    async def _elsewhere(self, seat: Seat, view: View, stream: str) -> tuple[str, str]:
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
    """Return whether a bot answers immediately."""
    return spec in QUICK and not (game.bots.player and spec in ("easy", "medium"))


def _nothing() -> None:
    pass


_BOTS: dict[tuple[tuple[str, str], int, str], Bot] = {}


def _choose(book: tuple[str, str], seat: Seat, spec: str, view: View, seed: str, stream: str) -> tuple[str, str]:
    key = (book, seat, spec)
    if key not in _BOTS:
        _BOTS[key] = make(spec, games.load(*book))
    return _guarded(_BOTS[key], view, Rng(seed, stream))


def _guarded(bot: Bot, view: View, rng: Rng) -> tuple[str, str]:
    """Return a legal move, and what was wrong with the bot's own choice ("" if nothing was)."""
    guard = Guarded(bot)
    move = guard.choose(view, rng)
    return move, guard.failures[-1].what if guard.failures else ""
