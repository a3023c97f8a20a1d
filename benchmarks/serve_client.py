"""A light WebSocket client for load: frames by hand, so that two thousand of them fit beside the server."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable
from typing import Any

import msgspec


class Seen(msgspec.Struct):
    moves: list[str] = []
    over: bool = False


class Named(msgspec.Struct):
    id: str = ""


class Told(msgspec.Struct):
    type: str
    id: str = ""
    seat: int | None = None
    version: int = 0
    view: Seen | None = None
    sealed: str | None = None
    table: Named | None = None


DECODER = msgspec.json.Decoder(Told)


class Socket(asyncio.Protocol):
    """One connection; ``heard`` is called with every text message."""

    def __init__(self, path: str, heard: Callable[[bytes], None]) -> None:
        self.path, self.heard = path, heard
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.upgraded = False
        self.lost = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        transport.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.open.done():
            self.open.set_exception(error or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionError(bytes(buffer[:80])))
                return
            del buffer[: end + 4]
            self.upgraded = True
            self.open.set_result(None)
        while len(buffer) >= 2:
            size, at = buffer[1], 2
            if size == 126:
                size, at = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, at = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < at + size:
                return
            kind, payload = buffer[0] & 15, bytes(buffer[at : at + size])
            del buffer[: at + size]
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self.frame(10, payload)

    def send(self, text: bytes) -> None:
        self.frame(1, text)

    def frame(self, kind: int, payload: bytes) -> None:
        """Masked with zeros, which leaves the payload as it is."""
        size = len(payload)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


async def connect(port: int, heard: Callable[[bytes], None], path: str = "/ws") -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, heard), "127.0.0.1", port)
    await socket.open
    return socket


class Pace:
    """When a table may move next, so that all tables together make ``rate`` moves a second (0: as fast as it goes)."""

    def __init__(self, tables: int, rate: float) -> None:
        self.every = tables / rate if rate else 0.0
        self.next: dict[str, float] = {}

    def wait(self, table: str) -> float:
        if not self.every:
            return 0.0
        now = time.perf_counter()
        slot = self.next.setdefault(table, now + self.every * (hash(table) % 1000) / 1000)
        slot = max(slot, now - self.every)
        self.next[table] = slot + self.every
        return max(0.0, slot - now)
