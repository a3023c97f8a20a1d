"""Shared parts of the load commands: a light client, a pace for its moves, and measures of processor time and memory.

The client builds its frames by hand, so that two thousand fit beside the server.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

TICKS = os.sysconf("SC_CLK_TCK")


class LightView(msgspec.Struct):
    moves: list[str] = []
    over: bool = False


class LightTable(msgspec.Struct):
    id: str = ""


class LightMessage(msgspec.Struct):
    type: str
    id: str = ""
    seat: int | None = None
    version: int = 0
    view: LightView | None = None
    sealed: str | None = None
    table: LightTable | None = None


DECODER = msgspec.json.Decoder(LightMessage)


class Socket(asyncio.Protocol):
    """One connection; ``on_message`` is called with every text message."""

    def __init__(self, path: str, on_message: Callable[[bytes], None]) -> None:
        self.path, self.on_message = path, on_message
        self.part = b""  # an incomplete frame
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.upgraded = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        transport.write(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(error or ConnectionError("closed"))

    def data_received(self, data: bytes) -> None:
        if self.part:
            data = self.part + data
        begin = 0 if self.upgraded else self.answered(data)
        while len(data) - begin >= 2:
            size, at = data[begin + 1], begin + 2
            if size == 126:
                size, at = int.from_bytes(data[at : at + 2], "big"), at + 2
            elif size == 127:
                size, at = int.from_bytes(data[at : at + 8], "big"), at + 8
            if len(data) < at + size:
                break
            kind, payload, begin = data[begin] & 15, data[at : at + size], at + size
            if kind == 1:
                self.on_message(payload)
            elif kind == 9:
                self.frame(10, payload)
        self.part = data[begin:]

    def answered(self, data: bytes) -> int:
        """The offset of the first frame after the upgrade response; else the end of the data."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            self.open.set_exception(ConnectionError(data[:80].decode()))
            return len(data)
        self.upgraded = True
        self.open.set_result(None)
        return end + 4

    def send(self, text: bytes) -> None:
        self.frame(1, text)

    def frame(self, kind: int, payload: bytes) -> None:
        """Masked with zeros, which leaves the payload as it is."""
        size = len(payload)
        head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


async def connect(port: int, on_message: Callable[[bytes], None], path: str = "/ws") -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(path, on_message), "127.0.0.1", port)
    await socket.open
    return socket


class Door:
    """HTTP over a pool of open connections."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, body: Any, token: str = "") -> Any:
        text = json.dumps(body).encode()
        head = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
        head += [f"Content-Length: {len(text)}", *([f"Authorization: Bearer {token}"] if token else []), "", ""]
        whole = "\r\n".join(head).encode() + text
        while self.free:
            ends = self.free.pop()
            try:
                return await self._asked(whole, ends)
            except (ConnectionError, asyncio.IncompleteReadError):
                continue  # closed by the server after a long idle time
        return await self._asked(whole, await asyncio.open_connection("127.0.0.1", self.port))

    async def _asked(self, whole: bytes, ends: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> Any:
        reader, writer = ends
        writer.write(whole)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        size = int(answer.partition("content-length:")[2].partition("\r\n")[0])
        message = json.loads(await reader.readexactly(size))
        self.free.append(ends)
        assert answer.startswith("http/1.1 2"), (answer.splitlines()[0], message)
        return message


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


def memory(pid: int) -> int:
    """Resident bytes of one process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Work:
    """Processor seconds since the beginning: of the servers, their helpers, the clients, and the database."""

    def __init__(self, servers: list[int], helpers: list[int] | None = None, database: int = 0) -> None:
        """``helpers``: worker processes shared by all servers; others are children of the servers."""
        self.servers, self.helpers, self.database = servers, helpers or [], database
        self.begun = self.now()

    def now(self) -> tuple[float, float, float, float]:
        times = {pid: (parent, used) for pid, parent, used in map(stat, processes()) if pid}
        above = {*self.servers, *self.helpers}
        helping = sum(used for pid, (parent, used) in times.items() if parent in above or pid in self.helpers)
        helping += sum(ended_children(pid) for pid in above)
        database = 0.0
        if self.database:
            database = ended_children(self.database)
            database += sum(used for pid, (parent, used) in times.items() if self.database in (pid, parent))
        return sum(times[pid][1] for pid in self.servers), helping, time.process_time(), database

    def spent(self) -> tuple[float, ...]:
        return tuple(now - then for now, then in zip(self.now(), self.begun, strict=True))


def processes() -> list[int]:
    return [int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit()]


def stat(pid: int) -> tuple[int, int, float]:
    """A process, its parent, and the processor seconds it has used; zeros if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0, 0.0
    return pid, int(fields[1]), (int(fields[11]) + int(fields[12])) / TICKS


def ended_children(pid: int) -> float:
    """Processor seconds of a process's children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / TICKS


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def report(latencies: list[float], seconds: float, spent: tuple[float, ...], idle: float) -> dict[str, Any]:
    """The output of both load commands."""
    server, helpers, clients, database = (round(1e6 * used / max(1, len(latencies))) for used in spent)
    return {
        "moves_per_second": round(len(latencies) / seconds),
        "p50_ms": round(percentile(latencies, 0.5) * 1000, 1),
        "p99_ms": round(percentile(latencies, 0.99) * 1000, 1),
        "kib_per_idle_connection": round(idle / 1024, 1),
        "server_cpu_us_per_move": server,
        "bots_cpu_us_per_move": helpers,
        "clients_cpu_us_per_move": clients,
        "database_cpu_us_per_move": database,
    }
