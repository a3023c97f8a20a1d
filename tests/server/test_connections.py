"""The fast path for complete frames and the general path behave the same."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest
from server_harness import ServerHarness, run_server

from bunfight.server.transport.websocket import frame_header

TEXT, PING, CONTINUED = 0x1, 0x9, 0x0


def frame(payload: bytes, kind: int = TEXT, last: bool = True, masked: bool = True) -> bytes:
    mask = os.urandom(4) if masked else b""
    size = len(payload)
    length = bytes([size]) if size < 126 else bytes([126]) + size.to_bytes(2, "big")
    head = bytes([(0x80 if last else 0) | kind, length[0] | (0x80 if masked else 0)]) + length[1:]
    return head + mask + bytes(byte ^ mask[place % 4] if masked else byte for place, byte in enumerate(payload))


class Raw:
    """A client that decides for itself where its packets end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def connect(cls, server: ServerHarness) -> Raw:
        raw = cls(*await asyncio.open_connection("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        raw.writer.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        assert (await raw.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        return raw

    async def frame(self) -> tuple[int, bytes]:
        kind, size = await self.reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        return kind & 15, await self.reader.readexactly(size)

    async def message(self) -> Any:
        kind, payload = await asyncio.wait_for(self.frame(), 60)
        assert kind == TEXT, (kind, payload)
        return json.loads(payload)

    async def of(self, kind: str) -> Any:
        while (told := await self.message())["type"] != kind:
            pass
        return told


def ping(id: str) -> bytes:
    return json.dumps({"type": "ping", "id": id}).encode()


async def test_frames_are_read_however_they_are_split(tmp_path: Path) -> None:
    """In one packet, byte by byte, in fragments, with pings between: every message is heard once and in order."""
    async with run_server(tmp_path) as server:
        raw = await Raw.connect(server)
        raw.writer.write(b"".join(frame(ping(f"packed{n}")) for n in range(5)))
        for byte in frame(ping("slow")) + frame(json.dumps({"type": "ping", "id": "l" * 64, "x": "y" * 300}).encode()):
            raw.writer.write(bytes([byte]))
            await raw.writer.drain()
        text = ping("fragments")
        raw.writer.write(frame(text[:5], TEXT, last=False) + frame(b"still here", PING))
        raw.writer.write(frame(text[5:], CONTINUED) + frame(ping("after"))[:9])
        await asyncio.sleep(0.05)
        got: list[str] = []
        pongs = []
        while len(got) < 8:
            kind, payload = await asyncio.wait_for(raw.frame(), 60)
            if kind == TEXT:
                told = json.loads(payload)
                got.append(told["id"] if told["type"] == "pong" else told["type"])
            else:
                pongs.append((kind, payload))
        assert got == [*[f"packed{n}" for n in range(5)], "slow", "trouble", "fragments"]
        assert pongs == [(0xA, b"still here")]
        raw.writer.close()


async def test_messages_stay_in_order_while_hello_waits(tmp_path: Path) -> None:
    """A request right behind its hello, in the same packet, finds the table."""
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
        server.registry.rooms[table].close()  # so that hello has to read the store
        raw = await Raw.connect(server)
        hello = json.dumps({"type": "hello", "protocol": 2, "table": table, "tokens": tokens}).encode()
        raw.writer.write(frame(hello) + frame(json.dumps({"type": "why", "id": "w", "seat": 0, "move": "x"}).encode()))
        assert (await raw.message())["type"] == "welcome"
        assert (await raw.of("because"))["id"] == "w"
        raw.writer.close()


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(b"\xff\xfe not UTF-8"), 1007),
        (frame(ping("bare"), masked=False), 1002),
        (bytes([0x81, 0xFF]) + (1 << 40).to_bytes(8, "big") + b"mask", 1009),
        (frame(b"{}", 0x3), 1002),
    ],
    ids=["bad text", "not masked", "far too long", "unknown kind"],
)
async def test_broken_frames_close_only_their_connection(tmp_path: Path, bad: bytes, code: int) -> None:
    async with run_server(tmp_path) as server:
        raw, other = await Raw.connect(server), await Raw.connect(server)
        raw.writer.write(frame(ping("before")))
        assert (await raw.message())["id"] == "before"
        raw.writer.write(bad)
        kind, payload = await asyncio.wait_for(raw.frame(), 60)
        assert (kind, int.from_bytes(payload[:2], "big")) == (0x8, code)
        other.writer.write(frame(ping("still")))
        assert (await other.message())["id"] == "still"
        other.writer.close()


async def test_a_reader_who_stops_gets_everything_later(tmp_path: Path) -> None:
    """A jammed line goes the long way: nothing is lost, nothing doubled, nothing out of order."""
    async with run_server(tmp_path) as server:
        raw = await Raw.connect(server)
        many = 3000
        for start in range(0, many, 500):
            raw.writer.write(b"".join(frame(ping(f"{n:050d}")) for n in range(start, start + 500)))
            await asyncio.sleep(0.01)
        assert [int((await raw.of("pong"))["id"]) for _ in range(many)] == list(range(many))
        raw.writer.close()


def test_frame_lengths_follow_the_protocol() -> None:
    assert frame_header(125) == b"\x81\x7d"
    assert frame_header(126) == b"\x81\x7e\x00\x7e"
    assert frame_header(65535) == b"\x81\x7e\xff\xff"
    assert frame_header(65536) == b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"
