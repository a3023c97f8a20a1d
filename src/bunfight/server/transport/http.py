"""HTTP lines: uvicorn's HTTP, for clients that come in crowds or take their time: a request comes whole or goes."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from bunfight.server.rate_limit import limited
from bunfight.server.transport.limits import Gate, block_of

REQUEST_SECONDS: Final = 10.0  # from one look at a connection to the next; who is no further at the second one goes
RECEIVING: Final = (h11.IDLE, h11.SEND_BODY)


class HttpLine(H11Protocol):
    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self.gate = gate
        self.answered = 0
        self._socket_of: str | None = None
        self._looked: tuple[object, ...] = ()
        self._look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        who = block_of(self.client[0]) if self.client else ""
        if self.gate.sockets.enter(who):
            self._socket_of = who
            self._look = self.loop.call_later(REQUEST_SECONDS, self._is_it_slow)
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
        self.answered += 1
        super().on_response_complete()

    def _leave(self) -> None:
        if self._look is not None:
            self._look.cancel()
        if self._socket_of is not None:
            self.gate.sockets.leave(self._socket_of)
            self._socket_of = None

    def _is_it_slow(self) -> None:
        """A request that is still not whole, or an answer of which nothing was read, since the last look."""
        unread = self.transport.get_write_buffer_size()
        receiving = self.conn.their_state in RECEIVING
        now = (self.answered, receiving, unread)
        if now == self._looked and (receiving or unread):
            limited("slow_reader" if unread else "slow_request")
            self.transport.abort()
            return
        self._looked = now
        self._look = self.loop.call_later(REQUEST_SECONDS, self._is_it_slow)
