"""Fair turns of bots: clients, not tables, take turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bunfight.server.rooms.connection import Presence

_waiting: Final[Counter[str]] = Counter()  # calls of bots by client


@contextmanager
def waiting(presence: Presence) -> Iterator[str]:
    """The client whose turn a bot of this table takes: of those connected the one with the fewest bots at work.

    If nobody is connected it is whoever was last; tables that were loaded without anybody wait in one line.

    Whoever opens thirty tables waits for thirty bots; whoever sits down at such a table does not.
    """
    clients = {connection.client for connection in presence.connections} or {presence.last_client}
    owner = min(clients, key=lambda client: (_waiting[client], client))
    _waiting[owner] += 1
    try:
        yield owner
    finally:
        _waiting[owner] -= 1
        if not _waiting[owner]:
            del _waiting[owner]
