"""Runs bots, hints, reviews and simulations in workers that functions reach, such as Web Workers."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bunfight.coach.puzzles import Verdict
from bunfight.engine import View
from bunfight.engine.errors import BunfightError, InvalidInput
from bunfight.protocol import Values
from bunfight.server import card_lists
from bunfight.server.bots import BotAdvice, BotFailed, GameSource, ReviewSlice, TableSetup
from bunfight.server.workers import calls
from bunfight.server.workers.coaching import review_slice

Run = Callable[[bytes], Awaitable[bytes]]  # a call in a worker
CALLS: Final[dict[str, Callable[..., Any]]] = {
    "choose": calls.choose,
    "explain": calls.explain,
    "judge": calls.judge,
    "review": review_slice,
    "simulate": calls.simulate,
    "try_setup": card_lists.try_setup,
}


def run_call(request: bytes) -> bytes:
    """Run one call of :class:`LocalWorkers` in the worker: a pickled name and arguments in, a pickled result out."""
    name, arguments = pickle.loads(request)  # noqa: S301 (it comes from the same page)
    return pickle.dumps(CALLS[name](*arguments))


class LocalWorkers:
    """Calls a worker through ``call``, which takes a request for :func:`run_call` and returns its result.

    ``review`` reaches another worker for reviews, whose parts can take seconds; by default they share one.
    """

    def __init__(self, call: Run, review: Run | None = None) -> None:
        self._worker, self._reviewer = call, review or call

    async def _call(self, name: str, *arguments: object) -> Any:
        worker = self._reviewer if name == "review" else self._worker
        try:
            return pickle.loads(await worker(pickle.dumps((name, arguments))))  # noqa: S301 (our own worker)
        except Exception as error:
            raise BotFailed(f"it failed: {type(error).__name__}") from error

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        return str(await self._call("choose", game, view, spec, seed, stream))

    async def explain(
        self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = ""
    ) -> BotAdvice:
        advice: BotAdvice = await self._call("explain", game, view, seed, stream)
        return advice

    def pending_hints(self, owner: str) -> int:
        return 0

    async def review(
        self, game: GameSource, record: str, before: ReviewSlice, brief: bool, owner: str = ""
    ) -> ReviewSlice:
        """Always brief: interpreted Python would need far longer for a full review."""
        found: ReviewSlice = await self._call("review", game, record, before, True)
        return found

    async def judge(self, puzzle: str, move: str, owner: str = "") -> Verdict:
        result = await self._call("judge", puzzle, move)
        if isinstance(result, BunfightError):
            raise result
        found: Verdict = result
        return found

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        return str(await self._call("simulate", game, question))

    async def try_setup(self, setup: TableSetup, owner: str = "") -> Values:
        result = await self._call("try_setup", setup)
        if isinstance(result, InvalidInput):
            raise result
        values: Values = result
        return values

    async def warm_up(self) -> None:
        """Nothing to start: the page starts the worker."""

    def close(self) -> None:
        """Nothing to stop: the page owns the worker."""
