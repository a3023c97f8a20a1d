"""A client that writes arbitrary bytes and reads only on demand."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from typing import Any

from server_harness import ServerHarness

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 0x1, 0x2, 0x0, 0x8, 0x9, 0xA


def frame(payload: bytes, kind: int = TEXT, last: bool = True) -> bytes:
    size = len(payload)
    length = bytes([size | 0x80]) if size < 126 else bytes([126 | 0x80]) + size.to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + length + b"\0\0\0\0" + payload


def said(**message: Any) -> bytes:
    return frame(json.dumps(message).encode())


class Rough:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.status = 0

    @classmethod
    async def open(cls, port: int) -> Rough:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**22))

    @classmethod
    async def come(cls, server: ServerHarness, host: str = "127.0.0.1", path: str = "/ws", more: bytes = b"") -> Rough:
        """Ask for a WebSocket; ``status`` says what came of it."""
        rough = await cls.open(server.port)
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        rough.writer.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode() + more)
        try:
            told = await asyncio.wait_for(rough.reader.readuntil(b"\r\n\r\n"), 60)
            rough.status = int(told.split()[1])
        except (asyncio.IncompleteReadError, ConnectionError):
            rough.status = -1
        return rough

    async def frame(self) -> tuple[int, bytes]:
        kind, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        return kind & 15, await self.reader.readexactly(size)

    async def of(self, kind: str) -> Any:
        """The next message of this type."""
        while True:
            opcode, payload = await asyncio.wait_for(self.frame(), 60)
            if opcode == TEXT and (told := json.loads(payload))["type"] == kind:
                return told

    async def ended(self, seconds: float = 60) -> bytes:
        """Everything that still comes until the line is cut."""
        got = b""
        try:
            while part := await asyncio.wait_for(self.reader.read(65536), seconds):
                got += part
        except ConnectionError:
            pass
        return got

    async def flood(self, data: bytes, most: int) -> int:
        """Write ``data`` until the line is cut or ``most`` bytes are gone; how many went."""
        sent = 0
        try:
            while sent < most:
                self.writer.write(data)
                await asyncio.wait_for(self.writer.drain(), 5)
                sent += len(data)
        except (ConnectionError, TimeoutError):
            pass
        return sent
