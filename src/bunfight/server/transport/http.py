"""uvicorn's HTTP protocol with a limit on open sockets per client and on slow requests."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from bunfight.server.rate_limit import limited
from bunfight.server.transport.limits import ClientLimits, block_of

CHECK_SECONDS: Final = 10.0  # between two checks of a connection; without progress it is closed
RECEIVING: Final = (h11.IDLE, h11.SEND_BODY)


class MeteredHttp(H11Protocol):
    def __init__(self, limits: ClientLimits, **config: Any) -> None:
        super().__init__(**config)
        self.limits = limits
        self.responses = 0
        self._counted_for: str | None = None
        self._progress: tuple[object, ...] = ()
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        who = block_of(self.client[0]) if self.client else ""
        if self.limits.sockets.enter(who):
            self._counted_for = who
            self._timer = self.loop.call_later(CHECK_SECONDS, self._check_progress)
        else:
            limited("sockets")
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self.responses += 1
        super().on_response_complete()

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._counted_for is not None:
            self.limits.sockets.leave(self._counted_for)
            self._counted_for = None

    def _check_progress(self) -> None:
        """Close a connection whose request has not grown, or whose response was not read, since the last check."""
        unread = self.transport.get_write_buffer_size()
        receiving = self.conn.their_state in RECEIVING
        progress = (self.responses, receiving, unread)
        if progress == self._progress and (receiving or unread):
            limited("slow_reader" if unread else "slow_request")
            self.transport.abort()
            return
        self._progress = progress
        self._timer = self.loop.call_later(CHECK_SECONDS, self._check_progress)
