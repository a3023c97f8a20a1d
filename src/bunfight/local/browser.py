"""Runs the engine inside Pyodide. The page's workers import this module and pass JavaScript functions to it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

if not hasattr(time, "thread_time"):  # Pyodide has no clock for the processor time of a thread
    time.thread_time = time.perf_counter

from bunfight.local import Engine, LocalStore, LocalWorkers, run_call


class IndexedRows:
    """The storage of the page: JavaScript functions that return promises."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def read(self) -> dict[str, bytes]:
        try:
            rows = await self._storage.read()
        except Exception as error:  # whatever JavaScript throws
            raise OSError(str(error)) from error
        return {str(key): body.to_bytes() for key, body in rows.items()}

    async def write(self, rows: dict[str, bytes], deleted: list[str]) -> None:
        from pyodide.ffi import to_js

        try:
            await self._storage.write(to_js(list(rows)), to_js(list(rows.values())), to_js(deleted))
        except Exception as error:  # whatever JavaScript throws, such as a full storage
            raise OSError(str(error)) from error


class Bridge:
    """What the engine's worker calls.

    ``call`` and ``review`` reach the workers for bots and for reviews, ``deliver`` a connection.
    """

    def __init__(self, storage: Any, call: Any, review: Any, deliver: Any, closed: Any) -> None:
        def in_worker(function: Any) -> Callable[[bytes], Awaitable[bytes]]:
            async def run(request: bytes) -> bytes:
                from pyodide.ffi import to_js

                answer: bytes = (await function(to_js(request))).to_bytes()
                return answer

            return run

        self._engine = Engine(LocalStore(IndexedRows(storage)), LocalWorkers(in_worker(call), in_worker(review)))
        self._sockets: dict[str, Any] = {}
        self._deliver, self._closed = deliver, closed

    async def open(self) -> None:
        await self._engine.open()

    async def request(self, method: str, target: str, body: str, token: str) -> list[Any]:
        answer = await self._engine.request(method, target, body.encode(), token)
        return [answer.status, answer.kind, answer.body.decode()]

    def connect(self, id: str) -> None:
        def end() -> None:
            self._sockets.pop(id, None)
            self._closed(id)

        self._sockets[id] = self._engine.connect(lambda text: self._deliver(id, text), end)

    def receive(self, id: str, text: str) -> None:
        if id in self._sockets:
            self._sockets[id].receive(text)

    def disconnect(self, id: str) -> None:
        if id in self._sockets:
            self._sockets[id].end()


def run(request: Any) -> Any:
    """Run a call in the bots' worker."""
    from pyodide.ffi import to_js

    return to_js(run_call(request.to_bytes()))
