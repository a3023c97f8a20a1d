"""Tunes the garbage collector: frequent young collections while players are active, full ones when the server is idle.

Rooms and connections are freed when they end, because no reference cycles hold them; tests check that. What is left for
the collector dies young. So only new objects are collected, ten times a second, in a few milliseconds; survivors are
frozen, because a collection that visits two thousand tables would take a second.
"""

from __future__ import annotations

import gc
import time

from bunfight.server.observability.metrics import METRICS


def take_over() -> None:
    """Disable automatic collections."""
    gc.collect()
    gc.freeze()
    gc.disable()


def collect_young() -> None:
    if not gc.isenabled():
        started = time.perf_counter()
        gc.collect(0)
        gc.freeze()
        METRICS.gc.observe(time.perf_counter() - started)


def collect_all() -> None:
    if not gc.isenabled():
        gc.unfreeze()
        gc.collect()
        gc.freeze()
