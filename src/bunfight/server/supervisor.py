"""Runs several server processes on one machine, with one worker process that runs bots for all of them.

A process that dies is restarted. SIGTERM stops all; SIGHUP replaces them one after the other, so that the service is
never interrupted.
"""

from __future__ import annotations

import asyncio
import os
import signal
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
START_FAILED: Final = 2  # the exit code of a server that cannot start


class Supervisor:
    def __init__(self, settings: Settings, folder: str, port: int) -> None:
        self.settings, self.folder, self.port = settings, Path(folder), port
        self.config = self.folder / "settings.toml"
        self.config.write_text(settings.shown(), encoding="utf-8")
        self.ending = asyncio.Event()
        self.code = 0
        self.processes: dict[int, asyncio.subprocess.Process] = {}  # by place; place 0 is the worker process
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._replacing: set[int] = set()  # places whose process is being replaced

    async def start(self, place: int) -> bool:
        """Start the process of a place; whether it became ready."""
        env = os.environ | {
            "BUNFIGHT_WORKERS": "1",
            "BUNFIGHT_PORT": str(self.port),
            "BUNFIGHT_SHARE_PORT": "true",
            "BUNFIGHT_WORKER_SOCKET": str(self.folder / "workers"),
            "BUNFIGHT_INTERNAL_PORT": str(self.settings.internal_port and self.settings.internal_port + place - 1),
        }
        command = [sys.executable, "-m", "bunfight.server", "--config", str(self.config), "--no-qr", "--no-open"]
        if place == 0:
            (self.folder / "workers").unlink(missing_ok=True)
            command = [
                sys.executable,
                "-m",
                "bunfight.server.workers.shared",
                str(self.folder / "workers"),
                str(self.config),
            ]
        process = await asyncio.create_subprocess_exec(*command, env=env, stdout=asyncio.subprocess.PIPE)
        self.processes[place] = process
        assert process.stdout is not None
        line = b""
        with suppress(TimeoutError):
            line = await asyncio.wait_for(process.stdout.readline(), START_SECONDS)
        return bool(line)

    async def watch(self, place: int) -> None:
        """Restart the process of a place whenever it ends unexpectedly."""
        pause = 0.2
        while not self.ending.is_set():
            process, since = self.processes[place], time.monotonic()
            code = await process.wait()
            if self.ending.is_set() or self.processes[place] is not process or place in self._replacing:
                await asyncio.sleep(0.05)
                continue
            note("server process ended", place=place, exit_code=code)
            pause = 0.2 if time.monotonic() - since > LONGEST_PAUSE else min(LONGEST_PAUSE, 2 * pause)
            await asyncio.sleep(pause)
            if not self.ending.is_set():
                await self.start(place)

    async def replace_all(self) -> None:
        """Replace one process after the other; the new one starts before the old one stops."""
        for place in sorted(self.processes)[1:]:
            old = self.processes[place]
            self._replacing.add(place)
            if await self.start(place):
                await self.end(old)
                note("server process replaced", place=place)
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
                    self.code = self.processes[place].returncode or START_FAILED  # it has printed why
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


def run(settings: Settings, url: str, port: int) -> int:
    with tempfile.TemporaryDirectory(prefix="bunfight-") as folder:

        async def serve() -> int:
            return await Supervisor(settings, folder, port).run(url)

        return asyncio.run(serve())
