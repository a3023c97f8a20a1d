"""Crew: several server processes on one machine, with one process that thinks for all of them.

A process that dies is started again. SIGTERM ends all; SIGHUP replaces one after the other:
somebody always serves.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from bunfight.server.observability.logs import note
from bunfight.server.settings import Settings

START_SECONDS: Final = 60.0
END_SECONDS: Final = 12.0
LONGEST_PAUSE: Final = 10.0
WRONG: Final = 2  # the exit code of a server that cannot start


class Crew:
    def __init__(self, settings: Settings, folder: str, port: int) -> None:
        self.settings, self.folder, self.port = settings, Path(folder), port
        self.config = self.folder / "settings.toml"
        self.config.write_text(settings.shown(), encoding="utf-8")
        self.ending = asyncio.Event()
        self.code = 0
        self.processes: dict[int, asyncio.subprocess.Process] = {}  # by place; place 0 thinks
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._replacing: set[int] = set()  # places whose process ends because we said so

    async def start(self, place: int) -> bool:
        """Start the process of a place; whether it came up."""
        env = os.environ | {
            "BUNFIGHT_WORKERS": "1",
            "BUNFIGHT_PORT": str(self.port),
            "BUNFIGHT_SHARE_PORT": "true",
            "BUNFIGHT_MINDS": str(self.folder / "minds"),
            "BUNFIGHT_OWN_PORT": str(self.settings.own_port and self.settings.own_port + place - 1),
        }
        command = [sys.executable, "-m", "bunfight.server", "--config", str(self.config), "--no-qr", "--no-open"]
        if place == 0:
            (self.folder / "minds").unlink(missing_ok=True)
            command = [
                sys.executable,
                "-m",
                "bunfight.server.workers.shared",
                str(self.folder / "minds"),
                str(self.config),
            ]
        process = await asyncio.create_subprocess_exec(*command, env=env, stdout=asyncio.subprocess.PIPE)
        self.processes[place] = process
        assert process.stdout is not None
        told = b""
        with suppress(TimeoutError):
            told = await asyncio.wait_for(process.stdout.readline(), START_SECONDS)
        return bool(told)

    async def watch(self, place: int) -> None:
        """Start the process of a place again whenever it ends by itself."""
        pause = 0.2
        while not self.ending.is_set():
            process, since = self.processes[place], time.monotonic()
            code = await process.wait()
            if self.ending.is_set() or self.processes[place] is not process or place in self._replacing:
                await asyncio.sleep(0.05)
                continue
            note("a server process ended", place=place, exit_code=code)
            pause = 0.2 if time.monotonic() - since > LONGEST_PAUSE else min(LONGEST_PAUSE, 2 * pause)
            await asyncio.sleep(pause)
            if not self.ending.is_set():
                await self.start(place)

    async def replace_all(self) -> None:
        """One after the other: a new process comes before the old one goes."""
        for place in sorted(self.processes)[1:]:
            old = self.processes[place]
            self._replacing.add(place)
            if await self.start(place):
                await self.end(old)
                note("a server process was replaced", place=place)
            self._replacing.discard(place)

    async def end(self, process: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), END_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def run(self, url: str) -> int:
        loop, changing = asyncio.get_running_loop(), set[asyncio.Task[None]]()
        for one in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(one, self.ending.set)

        def replace() -> None:
            task = asyncio.create_task(self.replace_all())
            changing.add(task)
            task.add_done_callback(changing.discard)

        loop.add_signal_handler(signal.SIGHUP, replace)
        try:
            for place in range(self.settings.workers + 1):
                if not await self.start(place):
                    self.code = self.processes[place].returncode or WRONG  # it has said why
                    return self.code
                self._watching[place] = asyncio.create_task(self.watch(place))
            print(f"Bunfight is served at {url}", flush=True)
            await self.ending.wait()
        finally:
            self.ending.set()
            for watcher in self._watching.values():
                watcher.cancel()
            await asyncio.gather(*[self.end(one) for place, one in self.processes.items() if place])
            if 0 in self.processes:
                await self.end(self.processes[0])
        return self.code


def reserve(host: str, port: int) -> socket.socket:
    """Hold a port that several processes will listen on."""
    held = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    held.bind((host, port))
    return held


def run(settings: Settings, url: str, port: int) -> int:
    with tempfile.TemporaryDirectory(prefix="bunfight-") as folder:

        async def serve() -> int:
            return await Crew(settings, folder, port).run(url)

        return asyncio.run(serve())
