"""Minds that several server processes of one machine share: one process thinks for all, in fair turns.

``python -m bunfight.server.workers.shared SOCKET`` is that process; ``SharedMinds`` is the client of it.
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

from bunfight.engine import View
from bunfight.engine.errors import BunfightError
from bunfight.protocol import Values
from bunfight.server.rooms.bots import BotFailed, CardWish, Rulebook, Slice, Thought
from bunfight.server.settings import Settings, settle
from bunfight.server.workers.pool import Pools

CALLS: Final = ("choose", "explain", "look_back", "observe", "settle")
RETRY_SECONDS: Final = 0.2
TRIES: Final = 20  # to reach the process that thinks, before a bot is given up


class SharedMinds:
    """What is asked goes to the process that thinks for all; if that is started again, it is asked again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._hints: Counter[str] = Counter()
        self._count = 0
        self._reading: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()

    async def choose(self, game: Rulebook, view: View, spec: str, seed: str, stream: str, whose: str = "") -> str:
        return str(await self._ask("choose", game, view, spec, seed, stream, whose))

    async def explain(self, game: Rulebook, view: View, spec: str, seed: str, stream: str, whose: str = "") -> Thought:
        self._hints[whose] += 1
        try:
            thought: Thought = await self._ask("explain", game, view, spec, seed, stream, whose)
            return thought
        finally:
            self._hints[whose] -= 1
            if not self._hints[whose]:
                del self._hints[whose]

    def hints_wanted(self, whose: str) -> int:
        return self._hints[whose]

    async def look_back(self, game: Rulebook, record: str, done: bytes, hurry: bool, whose: str = "") -> Slice:
        found: Slice = await self._ask("look_back", game, record, done, hurry, whose)
        return found

    async def observe(self, game: Rulebook, question: str, whose: str = "") -> str:
        return str(await self._ask("observe", game, question, whose))

    async def settle(self, wish: CardWish, whose: str = "") -> Values:
        values: Values = await self._ask("settle", wish, whose)
        return values

    async def warm(self) -> None:
        """They are warm already."""

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        if self._writer is not None:
            self._writer.close()

    async def _ask(self, call: str, *given: object) -> Any:
        for _ in range(TRIES):
            self._count += 1
            number, answer = self._count, asyncio.get_running_loop().create_future()
            self._waiting[number] = answer
            try:
                await self._connected()
                assert self._writer is not None
                send(self._writer, (number, call, given))
                told = await answer
            except OSError:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            finally:
                self._waiting.pop(number, None)
            if isinstance(told, Exception):
                raise told
            return told
        raise BotFailed("the process that thinks cannot be reached")

    async def _connected(self) -> None:
        async with self._connecting:
            if self._writer is None or self._writer.is_closing():
                reader, self._writer = await asyncio.open_unix_connection(self.address)
                self._reading = asyncio.create_task(self._read(reader, self._writer))

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                number, told = await receive(reader)
                answer = self._waiting.get(number)
                if answer is not None and not answer.done():
                    answer.set_result(told)
        except (OSError, EOFError):
            pass
        finally:
            writer.close()
            if self._writer is writer:
                self._writer = None
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ConnectionResetError("the process that thinks is gone"))


def send(writer: asyncio.StreamWriter, what: object) -> None:
    text = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)  # between processes of one owner, in a folder of their own
    writer.write(len(text).to_bytes(4, "big") + text)


async def receive(reader: asyncio.StreamReader) -> Any:
    size = int.from_bytes(await reader.readexactly(4), "big")
    return pickle.loads(await reader.readexactly(size))


async def think(address: str, settings: Settings) -> None:
    """Answer whoever comes, until we are told to stop or the process that started us is gone."""
    pools = Pools(settings.bot_workers, settings.nature_workers, settings.patience)
    stop, tasks = asyncio.Event(), set[asyncio.Task[None]]()

    async def answer(writer: asyncio.StreamWriter, number: int, call: str, given: tuple[Any, ...]) -> None:
        told: Any
        try:
            told = await getattr(pools, call)(*given) if call in CALLS else BotFailed("nobody knows that")
        except (BotFailed, BunfightError) as error:
            told = error
        with suppress(OSError):
            send(writer, (number, told))

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.CancelledError):  # they have gone, or we go
            while True:
                task = asyncio.create_task(answer(writer, *await receive(reader)))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        writer.close()

    loop, parent = asyncio.get_running_loop(), os.getppid()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, stop.set)
    server = await asyncio.start_unix_server(come, address)
    await pools.warm()
    print("thinking", flush=True)
    while not stop.is_set() and os.getppid() == parent:
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), 1.0)
    server.close()
    pools.close()


def main() -> int:
    asyncio.run(think(sys.argv[1], settle({}, file=sys.argv[2] if len(sys.argv) > 2 else "")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
