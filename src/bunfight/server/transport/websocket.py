"""uvicorn's WebSocket protocol with limits on frames and bytes, and a fast path for text messages.

Every frame and byte is counted before it is parsed; a client that sends too many is cut off at once. On the fast path,
which whole text frames take, a message is handled as soon as it arrives, and everything sent at once is one write,
without a task or a queue between. Everything else (handshake, pings, fragments, closing, backpressure, anything
malformed) takes uvicorn's own path, which never gets less than a whole frame. benchmarks/transport.md has the figures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bunfight.server.rate_limit import limited
from bunfight.server.transport.limits import EXTENSION, ClientLimits, Meter, block_of

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without its C extension
    from websockets.utils import apply_mask

TEXT: Final = 0x81  # a text message in a single frame
CLOSE: Final = 0x88
MASKED: Final = 0x80
FRAGMENTS: Final = 64  # of one message
CLOSING_SECONDS: Final = 1.0  # in which a client may answer a close frame
CLOSING_BYTES: Final = 262_144  # that it may still send meanwhile; they are ignored


class MeteredWebSocket(WebSocketsSansIOProtocol):
    def __init__(self, limits: ClientLimits, **config: Any) -> None:
        super().__init__(**config)
        self.limits = limits
        self.on_text: Callable[[bytes], bool] | None = None  # handles a message at once, or returns False
        self.meter: Meter | None = None  # of the client, once the connection is accepted
        self.on_flood: Callable[[], None] | None = None  # called when the connection is cut because too much came
        self._part = bytearray()  # of an incomplete frame
        self._needed = 0  # bytes of that frame, at least
        self._late = 0  # bytes received after the close frame
        self._cut = False
        self._counted_for = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._counted_for = block_of(self.client[0]) if self.client else ""
        self.limits.sockets.enter(self._counted_for)  # never too many: it was counted as HTTP before the upgrade

    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.sockets.leave(self._counted_for)
        super().connection_lost(exc)
        self.on_text = self.on_flood = None
        scope: Any = getattr(self, "scope", {})
        scope.get("extensions", {}).pop(EXTENSION, None)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if self._cut:
            return
        if self.meter is None or not self.handshake_complete:
            if self.handshake_initiated and not self.close_sent:
                self.transport.abort()  # RFC 6455, 4.1: a client waits for the handshake
            elif not self.handshake_initiated:
                super().data_received(data)
            return
        if self.close_sent:
            self._late += len(data)
            if self._late > CLOSING_BYTES:
                limited("after_close")
                self.transport.abort()
                return
        elif not self.meter.bytes_(len(data)):
            self.cut()
            return
        if self._part:
            self._part += data
            if len(self._part) < self._needed:
                return
            data, self._part = bytes(self._part), bytearray()
        begin, end = 0, len(data)
        while begin < end and not self._cut:
            after = self._frame(data, begin, end)
            if after < 0:
                self._part = bytearray(data[begin:] if begin else data)
                return
            begin = after

    def _frame(self, data: bytes, begin: int, end: int) -> int:
        """Handle the frame that starts here; returns where the next one starts, or -1 if this one is incomplete."""
        if end - begin < 6:
            self._needed = 6
            return -1
        at, size = begin + 2, data[begin + 1] & 127
        if size == 126:
            at, size = at + 2, int.from_bytes(data[at : at + 2], "big")
        elif size == 127:
            if end - begin < 14:
                self._needed = 14
                return -1
            at, size = at + 8, int.from_bytes(data[at : at + 8], "big")
        masked = data[begin + 1] >= MASKED
        if not masked or size > (self.config.ws_max_size or size):
            if not self.close_sent:
                super().data_received(data[begin:])  # uvicorn rejects it and closes
            return end
        after = at + 4 + size
        if after > end:
            self._needed = after - begin
            return -1
        if self.close_sent:
            if data[begin] == CLOSE:
                super().data_received(data[begin:after])
            return after
        if self.meter is not None and not self.meter.frame():
            self.cut()
            return end
        if data[begin] == TEXT and self.on_text is not None and not self.frames and self.queue.empty():
            if self.on_text(apply_mask(data[at + 4 : after], data[at : at + 4])):
                return after
        super().data_received(data[begin:after] if begin or after < end else data)
        if len(self.frames) > FRAGMENTS:
            limited("fragments")
            self.cut()
        return after

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            limited("unread")  # a client that sends pings and does not read the pongs
            self.cut()

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self.conn.fail(1007, "not UTF-8")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)  # a client that does not read gets no close frame

    def write(self, texts: list[bytes]) -> bool:
        """Send these texts in one write; False if the connection cannot take them now."""
        if self.disconnected or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (frame_header(len(text)), text)]))
        return True

    def end(self, code: int = 1000) -> None:
        """Close the connection: with a close frame, or at once if the client does not read."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if not self.writable.is_set():
            self.transport.abort()
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)

    def cut(self) -> None:
        """Cut a connection that sent too much; nothing more is read."""
        self._cut, self._part = True, bytearray()
        if self.on_flood is not None:
            self.on_flood()
        if not self.close_sent and self.writable.is_set() and not self.transport.is_closing():
            self.conn.fail(1008, "too much")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)


def _is_text(parts: list[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


def frame_header(size: int) -> bytes:
    """The frame header of a text of this size; a server does not mask."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
