"""Watches for work that holds up the event loop, and names the request that caused it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final, TypeVar, cast

from bunfight.server.observability.logs import note
from bunfight.server.observability.metrics import METRICS

T = TypeVar("T")
STALL_SECONDS: Final = 0.05
Label = Callable[[], str]  # made only when it is needed; never from a client's text


class Watched(Coroutine[Any, Any, T]):
    """A coroutine each of whose steps is timed. Between two steps others run, so only the steps can stall them."""

    __slots__ = ("_label", "_work")

    def __init__(self, label: Label, work: Coroutine[Any, Any, T]) -> None:
        self._label, self._work = label, work

    def send(self, value: Any) -> Any:
        started = time.perf_counter()
        try:
            return self._work.send(value)
        finally:
            if (seconds := time.perf_counter() - started) > STALL_SECONDS:
                stalled(self._label(), seconds)

    def throw(self, *error: Any) -> Any:
        return self._work.throw(*error)

    def close(self) -> None:
        self._work.close()

    def __await__(self) -> Generator[Any, Any, T]:
        return cast("Generator[Any, Any, T]", self)  # await needs no more of a generator than what is here

    def __iter__(self) -> Watched[T]:
        return self

    def __next__(self) -> Any:
        return self.send(None)


def watched(label: Label, work: Coroutine[Any, Any, T]) -> Watched[T]:
    return Watched(label, work)


def stalled(label: str, seconds: float) -> None:
    """Count and log a stall."""
    METRICS.stalls.add(label)
    note("event loop stalled", logging.WARNING, request=label, seconds=f"{seconds:.3f}")
