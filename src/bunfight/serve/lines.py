"""Lines: uvicorn's WebSocket with a short way in and out for what nearly all messages are: one whole frame of text.

On the short way a message is handed over in the moment it arrives, and all that goes out at once is one write, without
a task or a queue between. Everything else (handshake, pings, fragments, closing, a line that is jammed, anything
malformed) takes uvicorn's own way, which is never given less than a whole frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it came without its C part
    from websockets.utils import apply_mask

LINE: Final = "bunfight.line"  # where an ASGI scope has it
TEXT: Final = 0x81  # the last frame of a text, and the first
MASKED: Final = 0x80


class Line(WebSocketsSansIOProtocol):
    taker: Callable[[bytes], bool] | None = None  # takes a message at once, or says that it cannot
    _part = b""  # of a frame that has not wholly come
    _talking = False
    _early = False  # the client spoke before it was let in, so where its frames begin is not known

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[LINE] = self

    def data_received(self, data: bytes) -> None:
        if not self._talking:
            self._early = self._early or (self.handshake_initiated and not self.handshake_complete)
            if self._early or not self.handshake_complete:
                super().data_received(data)
                return
            self._talking = True
        if self._part:
            data, self._part = self._part + data, b""
        begin, end = 0, len(data)
        while begin < end:
            after = self._frame(data, begin, end)
            if after < 0:
                self._part = data[begin:] if begin else data
                return
            begin = after

    def _frame(self, data: bytes, begin: int, end: int) -> int:
        """Deal with the frame that begins here; where the next one does, or -1 if it has not wholly come."""
        if end - begin < 6:
            return -1
        at, size = begin + 2, data[begin + 1] & 127
        if size == 126:
            at, size = at + 2, int.from_bytes(data[at : at + 2], "big")
        elif size == 127:
            at, size = at + 8, int.from_bytes(data[at : at + 8], "big")
        masked = data[begin + 1] >= MASKED
        if not masked or size > (self.config.ws_max_size or size):
            super().data_received(data[begin:])  # it will refuse, and close
            return end
        after = at + 4 + size
        if after > end:
            return -1
        if data[begin] == TEXT and self.taker is not None and not self.frames and self.queue.empty():
            if self.taker(apply_mask(data[at + 4 : after], data[at : at + 4])):
                return after
        super().data_received(data[begin:after] if begin or after < end else data)
        return after

    def write(self, texts: list[bytes]) -> bool:
        """Send these texts at once, or say that the line cannot just now."""
        if self.disconnected or self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(b"".join([part for text in texts for part in (frame_head(len(text)), text)]))
        return True


def frame_head(size: int) -> bytes:
    """What stands before a text of this size; a server does not mask."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big")
    return b"\x81\x7f" + size.to_bytes(8, "big")
