"""Fuzzes messages and requests."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import jsonschema_lite
import pytest
import schemathesis
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from schemathesis import GenerationMode
from server_harness import ServerHarness, run_server

from bunfight.protocol.schema import schema
from bunfight.server.rooms import room as rooms

SCHEMA = schema()
FEW = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
QUICK = settings(FEW, max_examples=12, stateful_step_count=25)


class Background:
    """A server in a thread with an event loop of its own, for tests that are no coroutines."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.folder, self.more = folder, more
        self.loop = asyncio.new_event_loop()
        self.home: ServerHarness
        self._up, self._down = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=self.loop.run_until_complete, args=(self._run(),), daemon=True)

    async def _run(self) -> None:
        async with run_server(self.folder, **self.more) as self.home:
            self._up.set()
            await self._down.wait()

    def __enter__(self) -> Background:
        self._thread.start()
        assert self._up.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self._down.set)
        self._thread.join(30)

    def do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)


NUMBERS = st.integers(-2, 5) | st.sampled_from([10**6, -(10**9), 2**63])
IDS = st.sampled_from(["a", "b", "c", "x" * 64])
SEATS = st.integers(-1, 4)
MOVES = st.sampled_from(["let", "pass rye", "eat rye", "eat royal", "beg 0", "beg 9", "", "\u2603", "x" * 200])
REQUESTS = st.one_of(
    st.fixed_dictionaries({"type": st.just("play"), "id": IDS, "seat": SEATS, "move": MOVES, "version": NUMBERS}),
    st.fixed_dictionaries({"type": st.just("why"), "id": IDS, "seat": SEATS, "move": MOVES}),
    st.fixed_dictionaries({"type": st.just("undo"), "id": IDS, "seat": SEATS}, optional={"keep": NUMBERS}),
    st.fixed_dictionaries(
        {"type": st.just("answer"), "id": IDS, "seat": SEATS, "request": NUMBERS, "yes": st.booleans()}
    ),
    st.fixed_dictionaries({"type": st.just("say"), "id": IDS, "seat": SEATS, "text": st.text(max_size=9)}),
    st.fixed_dictionaries({"type": st.just("hint"), "id": IDS, "seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("stand_in"), "id": IDS, "seat": SEATS, "whom": SEATS}),
    st.fixed_dictionaries({"type": st.sampled_from(["back", "resign"]), "id": IDS, "seat": SEATS}),
    st.fixed_dictionaries({"type": st.just("ping"), "id": IDS}),
)
JUNK = st.recursive(st.none() | st.booleans() | NUMBERS | st.text(max_size=5), lambda x: st.lists(x, max_size=3)) | (
    st.dictionaries(st.sampled_from(["type", "id", "seat", "table", "protocol"]), st.text(max_size=9))
)


def machine(server: Background) -> type[RuleBasedStateMachine]:
    class Protocol(RuleBasedStateMachine):
        """Connections come and go and send any requests; the table stays as it was stored."""

        lines = Bundle("lines")

        @initialize()
        def table(self) -> None:
            made = server.do(server.home.make("me", "me", "medium", start=True))
            self.id, self.tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
            self.open: list[Any] = []

        @rule(target=lines, which=st.sampled_from([[], [0], [1], [0, 1]]))
        def come(self, which: list[int]) -> Any:
            async def connect() -> Any:
                socket = await websockets.connect(f"ws://127.0.0.1:{server.home.port}/ws", max_size=None)
                tokens = [self.tokens[seat] for seat in which]
                hello = {"type": "hello", "protocol": 2, "table": self.id, "tokens": tokens}
                await socket.send(json.dumps(hello))
                return socket

            socket = server.do(connect())
            self.open.append(socket)
            return (socket, which)

        @rule(line=lines, request=REQUESTS)
        def request(self, line: Any, request: dict[str, Any]) -> None:
            socket, held = line
            for told in self.said(socket, json.dumps(request)):
                jsonschema_lite.check(told, SCHEMA["$defs"]["ServerMessage"], SCHEMA)
                if told["type"] == "view":
                    assert told["seat"] in (held or [None]), "a view of a seat that is not held"

        @rule(line=lines, junk=JUNK)
        def junk(self, line: Any, junk: Any) -> None:
            self.said(line[0], json.dumps(junk))

        @rule(line=lines, hello=st.fixed_dictionaries({"version": NUMBERS, "number": NUMBERS}))
        def again(self, line: Any, hello: dict[str, int]) -> None:
            tokens = [self.tokens[seat] for seat in line[1]]
            message = {"type": "hello", "protocol": 2, "table": self.id, "tokens": tokens, **hello}
            self.said(line[0], json.dumps(message))

        @rule()
        def forget(self) -> None:
            async def leave() -> None:
                room = await server.home.registry.room(self.id)
                if room is not None and await room.settled():
                    room.close()
                    room._close_connections()

            server.do(leave())

        def said(self, socket: Any, text: str) -> list[Any]:
            """Say it, and everything that comes until the server has surely dealt with it."""

            async def log() -> list[Any]:
                got: list[Any] = []
                try:
                    await socket.send(text)
                    await socket.send('{"type":"ping","id":"END"}')
                    while not got or got[-1].get("id") != "END":
                        got.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
                except websockets.ConnectionClosed:
                    assert not got or got[-1]["type"] in ("bye", "presence", "table", "view"), got[-1]
                return got

            return server.do(log())

        def teardown(self) -> None:
            async def check() -> None:
                room = await server.home.registry.room(self.id)
                assert room is not None and await room.settled() and room.session.table is not None
                kept = await server.home.registry.store.entries(self.id)
                assert len(kept) == room.session.number == len(room.session.table.record.entries)
                for socket in self.open:
                    socket.transport.abort()

            server.do(check())

    return Protocol


def test_no_order_of_messages_confuses_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistakes: list[BaseException] = []
    monkeypatch.setattr(rooms, "log_error", lambda table, error: mistakes.append(error))
    with Background(tmp_path, connections_per_client=10_000) as server:
        run_state_machine_as_test(machine(server), settings=QUICK)
    assert not mistakes


def test_no_request_breaks_the_server(tmp_path: Path) -> None:
    """Every operation of the described API, with what its description allows and what it forbids."""
    seen: set[str] = set()
    with Background(tmp_path) as server:
        made = server.do(server.home.make("me", "medium", public=True, start=True))
        api = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.home.port}/openapi.json")
        headers = {"authorization": f"Bearer {made['host']},{made['seats'][0]['token']}"}

        def tried(case: Any, real: bool) -> None:
            if real and "table" in case.path_parameters:
                case.path_parameters["table"] = made["table"]["id"]
            reply = case.call(headers=headers)
            assert reply.status_code < 500, (case.formatted_path, reply.text)
            seen.add(f"{case.method} {case.path}")

        for found in api.get_all_operations():
            operation = found.ok()  # type: ignore[union-attr]
            if operation.path != "/api/live":  # it never ends
                for mode in GenerationMode:
                    with suppress(Unsatisfiable):  # nothing can be wrong about a request without anything in it
                        FEW(given(operation.as_strategy(generation_mode=mode), st.booleans())(tried))()
    assert len(seen) > 20
