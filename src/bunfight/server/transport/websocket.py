"""Lines: uvicorn's WebSocket, counted before it is understood, with a short way in and out for nearly all messages.

Every frame and byte is counted before it is parsed; who sends too many is cut off at once. On the short way, which
whole frames of text take, a message is handed over in the moment it arrives, and all that goes out at once is one
write, without a task or a queue between. Everything else (handshake, pings, fragments, closing, a line that is jammed,
anything malformed) takes uvicorn's own way, which is never given less than a whole frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bunfight.server.rate_limit import limited
from bunfight.server.transport.limits import Gate, Meter, block_of

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it came without its C part
    from websockets.utils import apply_mask

LINE: Final = "bunfight.line"  # where an ASGI scope has it
TEXT: Final = 0x81  # the last frame of a text, and the first
CLOSE: Final = 0x88
MASKED: Final = 0x80
FRAGMENTS: Final = 64  # of one message
CLOSING_SECONDS: Final = 1.0  # in which a client may answer a goodbye
CLOSING_BYTES: Final = 262_144  # that it may still send meanwhile; none of it is understood


class WebLine(WebSocketsSansIOProtocol):
    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self.gate = gate
        self.taker: Callable[[bytes], bool] | None = None  # takes a message at once, or says that it cannot
        self.meter: Meter | None = None  # of the client, once it is known who that is
        self.flooded: Callable[[], None] | None = None  # told when the line is cut because too much came
        self._part = bytearray()  # of a frame that has not wholly come
        self._want = 0  # bytes that it needs at least
        self._late = 0  # bytes that came after the goodbye
        self._cut = False
        self._socket_of = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._socket_of = block_of(self.client[0]) if self.client else ""
        self.gate.sockets.enter(self._socket_of)  # never too many: it was one of them before it asked for more

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.sockets.leave(self._socket_of)
        super().connection_lost(exc)
        self.taker = self.flooded = None
        scope: Any = getattr(self, "scope", {})
        scope.get("extensions", {}).pop(LINE, None)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self

    def data_received(self, data: bytes) -> None:
        if self._cut:
            return
        if self.meter is None or not self.handshake_complete:
            if self.handshake_initiated and not self.close_sent:
                self.transport.abort()  # RFC 6455, 4.1: a client waits until it is let in
            elif not self.handshake_initiated:
                super().data_received(data)
            return
        if self.close_sent:
            self._late += len(data)
            if self._late > CLOSING_BYTES:
                limited("after_goodbye")
                self.transport.abort()
                return
        elif not self.meter.bytes_(len(data)):
            self.cut()
            return
        if self._part:
            self._part += data
            if len(self._part) < self._want:
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
        """Deal with the frame that begins here; where the next one does, or -1 if it has not wholly come."""
        if end - begin < 6:
            self._want = 6
            return -1
        at, size = begin + 2, data[begin + 1] & 127
        if size == 126:
            at, size = at + 2, int.from_bytes(data[at : at + 2], "big")
        elif size == 127:
            if end - begin < 14:
                self._want = 14
                return -1
            at, size = at + 8, int.from_bytes(data[at : at + 8], "big")
        masked = data[begin + 1] >= MASKED
        if not masked or size > (self.config.ws_max_size or size):
            if not self.close_sent:
                super().data_received(data[begin:])  # it will refuse, and close
            return end
        after = at + 4 + size
        if after > end:
            self._want = after - begin
            return -1
        if self.close_sent:
            if data[begin] == CLOSE:
                super().data_received(data[begin:after])
            return after
        if self.meter is not None and not self.meter.frame():
            self.cut()
            return end
        if data[begin] == TEXT and self.taker is not None and not self.frames and self.queue.empty():
            if self.taker(apply_mask(data[at + 4 : after], data[at : at + 4])):
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
            limited("unread")  # who asks for answers and does not read them
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
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)  # whoever does not read cannot be told

    def write(self, texts: list[bytes]) -> bool:
        """Send these texts at once, or say that the line cannot just now."""
        if self.disconnected or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))
        return True

    def end(self, code: int = 1000) -> None:
        """Close the line: politely, or at once if it is jammed."""
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
        """Too much came: nothing more is read, and nobody waits for an answer."""
        self._cut, self._part = True, bytearray()
        if self.flooded is not None:
            self.flooded()
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


def frame_head(size: int) -> bytes:
    """What stands before a text of this size; a server does not mask."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
