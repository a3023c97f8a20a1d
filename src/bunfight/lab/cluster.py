"""Runs the chunks of a plan on a Ray cluster."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from bunfight.engine.errors import InvalidInput
from bunfight.lab.plan import Chunk, Plan, Worker

AHEAD = 4  # chunks queued for each processor
PATIENCE = 10.0  # seconds to wait for a cluster to answer
HOST_AND_PORT = re.compile(r"(?:ray://)?\[?([^/\[\]]+)\]?:(\d{1,5})")


def on_cluster(plan: Plan, chunks: list[tuple[int, int]], address: str) -> Iterator[Chunk]:
    """Yield chunks as they are finished; ``address`` as Ray takes it (``auto``, ``local``, ``ray://host:10001``)."""
    try:
        import ray as library
    except ImportError as error:
        raise InvalidInput("cluster_ray") from error
    ray: Any = library
    mine = not ray.is_initialized()
    if mine:
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, ValueError, OverflowError) as error:
            raise InvalidInput("cluster_address", address=address, why=error) from error
    work: Any = ray.remote(_work)
    waiting: set[Any] = set()
    todo = iter(chunks)
    limit = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            for chunk in todo:
                waiting.add(work.remote(plan, *chunk))
                if len(waiting) >= limit:
                    break
            if not waiting:
                return
            for ready in ray.wait(list(waiting))[0]:
                waiting.remove(ready)
                yield ray.get(ready)
    finally:
        for left in waiting:
            ray.cancel(left)
        if mine:
            ray.shutdown()


def _knock(address: str) -> None:
    """Check that something answers at a named port; Ray itself would try for minutes, with warnings only."""
    if named := HOST_AND_PORT.fullmatch(address):
        socket.create_connection((named[1], int(named[2])), PATIENCE).close()


def _work(plan: Plan, start: int, stop: int) -> Chunk:
    with closing(Worker(plan)) as worker:
        return worker.play(start, stop)
