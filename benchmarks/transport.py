"""Measures what the fast path of server/transport/websocket.py saves: processor time per message and reply.

    python benchmarks/transport.py

Two servers take turns: one as it is, one whose messages all take uvicorn's public path (ASGI events, a task and a queue
for each message). Clients send pings, which cost next to nothing besides the transport.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import websockets

CLIENTS, MESSAGES, ROUNDS = 20, 400, 4
LIMITS = {
    "FRAMES_PER_SECOND": 1e6,
    "MESSAGES_PER_SECOND": 1e6,
    "BURST": 10**6,
    "BODY": 10**7,
    "CONNECTS_PER_SECOND": 1e6,
}


def serve(public: bool, folder: str) -> int:
    from bunfight.server.start import main
    from bunfight.server.transport.websocket import MeteredWebSocket

    if public:
        MeteredWebSocket.on_text = property(lambda _: None, lambda _, value: None)  # type: ignore[assignment, misc]
        MeteredWebSocket.write = lambda self, texts: False  # type: ignore[method-assign]
    return main(["--port", "0", "--log", "none", "--no-qr", "--no-open", "--db", f"{folder}/t.db"])


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(port: int) -> None:
    async def client(number: int) -> None:
        async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as socket:
            for count in range(MESSAGES):
                await socket.send(json.dumps({"type": "ping", "id": f"{number}-{count}"}))
                await socket.recv()

    await asyncio.gather(*[client(number) for number in range(CLIENTS)])


def measure(kind: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {f"BUNFIGHT_{key}": str(value) for key, value in LIMITS.items()}
        command = [sys.executable, __file__, kind, folder]
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            port = int(process.stdout.readline().strip().rpartition(":")[2])
            time.sleep(1.0)
            before = processor_seconds(process.pid)
            asyncio.run(load(port))
            used = processor_seconds(process.pid) - before
            process.terminate()
    return used / (CLIENTS * MESSAGES) * 1e6


def main() -> None:
    found: dict[str, list[float]] = {"fast": [], "public": []}
    for _ in range(ROUNDS):
        for kind, values in found.items():
            values.append(measure(kind))
    for kind, values in found.items():
        print(f"{kind:7} {sum(values) / len(values):6.0f} us a message  {[round(value) for value in values]}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        sys.exit(serve(sys.argv[1] == "public", sys.argv[2]))
    main()
