"""Garbage: it is looked for little and often, because that makes people wait, and thoroughly when nobody is here.

Tables and connections go when they end, because nothing in them refers back to what has them; tests prove it. What is
left for the collector dies young. So only what came since the last look is searched, ten times a second, in a few
milliseconds; what outlives that is not looked at again (a search through two thousand tables would take a second).
"""

from __future__ import annotations

import gc
import time

from bunfight.server.observability.metrics import METRICS


def begin() -> None:
    """From now on nothing is searched by itself."""
    gc.collect()
    gc.freeze()
    gc.disable()


def little() -> None:
    if not gc.isenabled():
        begun = time.perf_counter()
        gc.collect(0)
        gc.freeze()
        METRICS.garbage.seen(time.perf_counter() - begun)


def thorough() -> None:
    if not gc.isenabled():
        gc.unfreeze()
        gc.collect()
        gc.freeze()
