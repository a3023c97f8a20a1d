"""Workers: processes that do the work of another, and end when that one ends, however it does."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial


def pool(size: int, begin: Callable[..., None], *given: object) -> ProcessPoolExecutor:
    """A pool of ``size`` processes, each of which first calls ``begin`` with what is given."""
    return ProcessPoolExecutor(size, multiprocessing.get_context("spawn"), partial(born, begin, *given))


def born(begin: Callable[..., None], *given: object) -> None:
    """The first thing that a process of ours does."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begin(*given)


def _end_with_parent() -> None:
    """A pool's process waits for work for ever, also if nobody is left who could send any."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
