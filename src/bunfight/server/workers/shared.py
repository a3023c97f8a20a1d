"""A worker process that several server processes of one machine share.

``python -m bunfight.server.workers.shared SOCKET`` is that process; ``SharedWorkers`` is its client.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from collections import Counter
from contextlib import suppress
from typing import Any, Final

from bunfight.coach.puzzles import Verdict
from bunfight.engine import BunfightError, View
from bunfight.protocol import Values
from bunfight.server.bots import BotAdvice, BotFailed, GameSource, ReviewSlice, TableSetup
from bunfight.server.settings import Settings, settle
from bunfight.server.workers.pool import WorkerPools

CALLS: Final = ("choose", "explain", "judge", "review", "simulate", "try_setup")
RETRY_SECONDS: Final = 0.2
TRIES: Final = 20  # to reach the worker process, before a call fails


class SharedWorkers:
    """Sends calls to the shared worker process; if that restarts, calls are repeated."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._hints: Counter[str] = Counter()
        self._count = 0
        self._reading: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        return str(await self._call("choose", game, view, spec, seed, stream, owner))

    async def explain(
        self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = ""
    ) -> BotAdvice:
        self._hints[owner] += 1
        try:
            advice: BotAdvice = await self._call("explain", game, view, spec, seed, stream, owner)
            return advice
        finally:
            self._hints[owner] -= 1
            if not self._hints[owner]:
                del self._hints[owner]

    def pending_hints(self, owner: str) -> int:
        return self._hints[owner]

    async def review(
        self, game: GameSource, record: str, before: ReviewSlice, brief: bool, owner: str = ""
    ) -> ReviewSlice:
        part: ReviewSlice = await self._call("review", game, record, before, brief, owner)
        return part

    async def judge(self, puzzle: str, move: str, owner: str = "") -> Verdict:
        found: Verdict = await self._call("judge", puzzle, move, owner)
        return found

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        return str(await self._call("simulate", game, question, owner))

    async def try_setup(self, setup: TableSetup, owner: str = "") -> Values:
        values: Values = await self._call("try_setup", setup, owner)
        return values

    async def warm_up(self) -> None:
        """Does nothing: the shared process has its own pools."""

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        if self._writer is not None:
            self._writer.close()

    async def _call(self, call: str, *args: object) -> Any:
        for _ in range(TRIES):
            self._count += 1
            number, answer = self._count, asyncio.get_running_loop().create_future()
            self._waiting[number] = answer
            try:
                await self._connected()
                assert self._writer is not None
                send(self._writer, (number, call, args))
                result = await answer
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            finally:
                self._waiting.pop(number, None)
            if isinstance(result, Exception):
                raise result
            return result
        raise BotFailed("the worker process cannot be reached")

    async def _connected(self) -> None:
        async with self._connecting:
            if self._writer is None or self._writer.is_closing():
                reader, self._writer = await asyncio.open_unix_connection(self.address)
                self._reading = asyncio.create_task(self._read(reader, self._writer))

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                number, result = await receive(reader)
                answer = self._waiting.get(number)
                if answer is not None and not answer.done():
                    answer.set_result(result)
        except (OSError, EOFError):
            pass
        finally:
            writer.close()
            if self._writer is writer:
                self._writer = None
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionResetError("the worker process is gone"))


def send(writer: asyncio.StreamWriter, message: object) -> None:
    text = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)  # between processes of one user, in a private folder
    writer.write(len(text).to_bytes(4, "big") + text)


async def receive(reader: asyncio.StreamReader) -> Any:
    size = int.from_bytes(await reader.readexactly(4), "big")
    return pickle.loads(await reader.readexactly(size))  # noqa: S301  # from a process of this server


async def serve(address: str, settings: Settings) -> None:
    """Answer calls until a signal comes or the parent process is gone."""
    pools = WorkerPools(settings.bot_workers, settings.physics_workers, settings.bot_timeout)
    stop, tasks = asyncio.Event(), set[asyncio.Task[None]]()

    async def answer(writer: asyncio.StreamWriter, number: int, call: str, args: tuple[Any, ...]) -> None:
        result: Any
        try:
            result = await getattr(pools, call)(*args) if call in CALLS else BotFailed("unknown call")
        except (BotFailed, BunfightError) as error:
            result = error
        with suppress(OSError):
            send(writer, (number, result))

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.CancelledError):  # the client is gone, or this process stops
            while True:
                task = asyncio.create_task(answer(writer, *await receive(reader)))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        writer.close()

    loop, parent = asyncio.get_running_loop(), os.getppid()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await asyncio.start_unix_server(accept, address)
    await pools.warm_up()
    print("ready", flush=True)
    while not stop.is_set() and os.getppid() == parent:
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 1.0)
    server.close()
    pools.close()


def main() -> int:
    asyncio.run(serve(sys.argv[1], settle({}, file=sys.argv[2] if len(sys.argv) > 2 else "")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
