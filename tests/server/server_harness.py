"""A server on loopback in the test's event loop, and a client that records all messages."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import websockets

from bunfight.coach.puzzles import Verdict
from bunfight.engine import BunfightError, InvalidInput, View
from bunfight.protocol import Values
from bunfight.server import card_lists
from bunfight.server.app import App
from bunfight.server.bots import BotAdvice, GameSource, TableSetup
from bunfight.server.settings import Settings
from bunfight.server.start import Server, config
from bunfight.server.workers.calls import choose, judge, simulate
from bunfight.server.workers.pool import WorkerPools

TIMEOUT = 60.0  # seconds; generous, for busy machines
Message = dict[str, Any]


class QuickWorkers(WorkerPools):
    """Runs the worker functions in this process."""

    def __init__(self) -> None:
        super().__init__(1, 1, 5.0)
        self.asked: list[View] = []

    async def warm_up(self) -> None:
        """Nothing to start."""

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        self.asked.append(view)
        await asyncio.sleep(0)
        return choose(game, view, spec, seed, stream)

    async def explain(
        self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = ""
    ) -> BotAdvice:
        return BotAdvice(choose(game, view, spec, seed, stream), [])

    async def judge(self, puzzle: str, move: str, owner: str = "") -> Verdict:
        result = judge(puzzle, move)
        if isinstance(result, BunfightError):
            raise result
        return result

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        return await asyncio.to_thread(simulate, game, question)

    async def try_setup(self, setup: TableSetup, owner: str = "") -> Values:
        options = card_lists._try_setup(setup)
        if isinstance(options, InvalidInput):
            raise options
        return options


class ServerHarness:
    """A running server with HTTP helpers; ``connect`` opens a WebSocket."""

    def __init__(self, app: App, port: int, http: httpx.AsyncClient) -> None:
        self.app, self.port, self.http = app, port, http
        self.registry = app.registry

    async def post(self, path: str, body: Any = None, token: str = "", status: int | None = None) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        reply = await self.http.post(path, json={} if body is None else body, headers=headers)
        assert status is None or reply.status_code == status, (reply.status_code, reply.text)
        return reply.json()

    async def get(self, path: str, status: int = 200, token: str = "") -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        reply = await self.http.get(path, headers=headers)
        assert reply.status_code == status, (reply.status_code, reply.text)
        return reply.json()

    async def make(self, *places: str, **more: Any) -> Any:
        """Create a table; ``places``: me, open, or a bot's name."""
        seats = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "bot": one} for one in places]
        request = {"game": "_template", "places": seats, "pace": "instant", **more}
        return await self.post("/api/tables", request, status=201)

    @asynccontextmanager
    async def connect(self, table: str, *tokens: str, **hello: Any) -> AsyncIterator[ClientConnection]:
        async with websockets.connect(f"ws://127.0.0.1:{self.port}/ws", max_size=None) as socket_:
            client = ClientConnection(socket_)
            reader = asyncio.create_task(client.read())
            await client.say(type="hello", protocol=2, table=table, tokens=list(tokens), **hello)
            try:
                yield client
            finally:
                reader.cancel()


class ClientConnection:
    """A WebSocket client; ``got`` holds all received messages in order."""

    numbers = count()

    def __init__(self, socket_: Any) -> None:
        self.socket = socket_
        self.got: list[Message] = []
        self.news = asyncio.Condition()
        self.ended = False

    async def read(self) -> None:
        try:
            async for text in self.socket:
                async with self.news:
                    self.got.append(json.loads(text))
                    self.news.notify_all()
        except websockets.ConnectionClosed:
            pass
        finally:
            self.ended = True
            async with self.news:
                self.news.notify_all()

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, test: Callable[[Message], Any], after: int = 0) -> Message:
        """The first message from number ``after`` on that passes the test."""

        def found() -> Message | None:
            return next((one for one in self.got[after:] if test(one)), None)

        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: found() or self.ended), TIMEOUT)
            answer = found()
        assert answer is not None, f"the connection ended; got {[one['type'] for one in self.got]}"
        return answer

    async def of(self, kind: str, after: int = 0) -> Message:
        return await self.until(lambda one: one["type"] == kind, after)

    async def ask(self, **request: Any) -> Message:
        """Send a request and wait for its reply."""
        request.setdefault("id", f"w{next(self.numbers)}")
        after = len(self.got)
        await self.say(**request)
        return await self.until(lambda one: one.get("id") == request["id"], after)

    def view(self, seat: int | None = None) -> Message | None:
        """The last view of a seat (of any, if there is only one)."""
        views = [one for one in self.got if one["type"] == "view" and (seat is None or one["seat"] == seat)]
        return views[-1] if views else None

    async def asked(self, seat: int, after_version: int = -1) -> Message:
        """Wait for the view in which it is a seat's turn."""

        def now(_: Message) -> bool:
            last = self.view(seat)
            return bool(last and last["version"] > after_version and (last["view"]["moves"] or last["view"]["over"]))

        await self.until(now)
        view = self.view(seat)
        assert view is not None
        return view

    async def play(self, seat: int, move: str | None = None, **more: Any) -> Message:
        """Make a move on the last view: the first legal one by default."""
        view = await self.asked(seat)
        text = view["view"]["moves"][0] if move is None else move
        return await self.ask(type="play", seat=seat, move=text, version=view["version"], **more)

    async def until_over(self, seconds: float = TIMEOUT) -> None:
        """Wait until the game is over, however long it takes."""

        async def over() -> None:
            async with self.news:
                await self.news.wait_for(lambda: self.ended or bool((v := self.view()) and v["view"]["over"]))

        await asyncio.wait_for(over(), seconds)

    async def play_out(self, *seats: int) -> None:
        """Play these seats to the end of the game."""
        done: dict[int, int] = {}
        while True:
            seen, acted = len(self.got), False
            for seat in seats:
                view = self.view(seat)
                if view is None or view["version"] <= done.get(seat, -1):
                    continue
                if view["view"]["over"]:
                    return
                if view["view"]["moves"] and view["sealed"] is None:
                    done[seat], acted = view["version"], True
                    await self.ask(type="play", seat=seat, move=view["view"]["moves"][0], version=view["version"])
            if not acted:
                await self.of("view", seen)


@asynccontextmanager
async def run_server(folder: Path, workers: WorkerPools | None = None, **settings: Any) -> AsyncIterator[ServerHarness]:
    """Start a server with real sockets, a real store and in-process workers."""
    defaults: dict[str, Any] = {
        "db": str(folder / "t.db"),
        "hidden_games": True,
        "log": "none",
        "connects_per_second": 1e6,
        "frames_per_second": 1e6,
        "messages_per_second": 1e6,
        "grace": 0.0,
        "requests_per_second": 1e6,
        "burst": 10**6,
        "tables_per_hour": 10**6,
        "seats_per_hour": 10**6,
    }
    chosen = Settings(**(defaults | settings))
    app = App(chosen)
    app.registry.workers = workers or QuickWorkers()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    server = Server(config(app, chosen), app)
    serving = asyncio.create_task(server._serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT) as http:
            yield ServerHarness(app, port, http)
    finally:
        server.should_exit = True
        await serving
