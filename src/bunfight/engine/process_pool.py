"""A process pool whose workers exit with their parent, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial


def pool(size: int, begin: Callable[..., None], *given: object) -> ProcessPoolExecutor:
    """A pool of ``size`` processes; each first calls ``begin(*given)``."""
    return ProcessPoolExecutor(size, multiprocessing.get_context("spawn"), partial(born, begin, *given))


def born(begin: Callable[..., None], *given: object) -> None:
    """Worker initialiser: watch the parent process, then call ``begin``."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    begin(*given)


def _end_with_parent() -> None:
    """A worker would otherwise wait for work for ever after its parent was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
