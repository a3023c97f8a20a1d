"""Bots of one client do not delay those of another, and unwatched tables of bots pause."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from server_harness import QuickWorkers, run_server

from bunfight import protocol
from bunfight.engine import View
from bunfight.server.bots import BotFailed, GameSource
from bunfight.server.observability import stalls
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rate_limit import Bucket, Turns
from bunfight.server.rooms import connection, requests, scheduler
from bunfight.server.rooms.connection import Presence, Viewer
from bunfight.server.rooms.room import Room
from bunfight.server.transport.endpoints import LiveConnection
from bunfight.server.transport.middleware import client_of
from bunfight.server.workers.pool import FairQueue, WorkerPools


async def test_one_owner_never_holds_all_places() -> None:
    queue, served = FairQueue(4, 1), list[str]()

    async def call(owner: str, done: asyncio.Event) -> None:
        await queue.acquire(owner)
        served.append(owner)
        await done.wait()
        queue.release(owner)

    done = asyncio.Event()
    tasks = [asyncio.create_task(call("greedy", done)) for _ in range(30)]
    await asyncio.sleep(0)
    assert served == ["greedy"], "thirty tables of one client take one place"
    tasks.append(asyncio.create_task(call("neighbour", done)))
    await asyncio.sleep(0)
    assert served == ["greedy", "neighbour"], "another client does not wait for any of them"
    done.set()
    await asyncio.gather(*tasks)
    assert served.count("greedy") == 30 and not queue._held and queue._free == 4


async def test_a_cancelled_call_gives_its_place_back() -> None:
    queue = FairQueue(1, 1)
    await queue.acquire("a")
    waiting = [asyncio.create_task(queue.acquire(owner)) for owner in ("b", "b", "c")]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    queue.release("a")
    await asyncio.wait_for(waiting[1], 60)
    queue.release("b")
    await asyncio.wait_for(waiting[2], 60)
    queue.release("c")
    assert queue._free == 1 and not queue._held


def test_there_is_a_process_that_one_client_cannot_take() -> None:
    pools = WorkerPools(0, 1, 1.0)
    assert pools._sizes["bots"] > pools._queues["bots"]._each


async def test_a_call_that_takes_too_long_ends_only_its_own_process(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = WorkerPools(2, 1, 60.0)
    try:
        await workers.warm_up()
        before = dict(workers._pools)
        slot = workers._idle["bots"][0]  # the next one to be used
        workers.timeout = 0.05
        with pytest.raises(BotFailed):
            await workers._call("bots", "greedy", time.sleep, 600)
        workers.timeout = 60.0
        kept = {other: pool for other, pool in before.items() if other != slot}
        assert kept and all(workers._pools[other] is pool for other, pool in kept.items())
        assert slot not in workers._pools, "the process that hangs is gone"
        assert await workers._call("bots", "neighbour", len, "four") == 4
    finally:
        workers.close()


class Owned(QuickWorkers):
    """Notes for whom bots think, and for whom it is simulated."""

    def __init__(self) -> None:
        super().__init__()
        self.owners: list[str] = []

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        self.owners.append(owner)
        return await super().simulate(game, question, owner)

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        self.owners.append(owner)
        return await super().choose(game, view, spec, seed, stream, owner)


async def test_bots_think_for_the_client_who_is_connected(tmp_path: Path) -> None:
    workers = Owned()
    async with run_server(tmp_path, workers=workers) as server:
        await server.make("random", "random", pace="instant", start=True)
        while not workers.owners:
            await asyncio.sleep(0.01)
        tables = [await server.make("me", "random", pace="instant") for _ in range(3)]
        clients = [server.connect(one["table"]["id"], one["seats"][0]["token"]) for one in tables]
        for made, connecting in zip(tables, clients, strict=True):
            async with connecting as client:
                await server.post(f"/api/tables/{made['table']['id']}/start", {}, made["host"], status=200)
                await client.play_out(0)
        assert workers.owners and set(workers.owners) == {"127.0.0.1"}, "however many tables there are"


async def test_simulations_of_all_tables_of_a_client_take_one_turn(tmp_path: Path) -> None:
    workers = Owned()
    async with run_server(tmp_path, workers=workers) as server:
        for _ in range(3):
            made = await server.make("me", "me", game="buffet_boss", start=True)
            async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
                before = len(workers.owners)
                while len(workers.owners) == before:
                    assert (await client.play(server.registry.rooms[made["table"]["id"]].session.awaiting()[0]))[
                        "type"
                    ] == "ok"
    assert set(workers.owners) == {"127.0.0.1"}


async def test_tables_of_bots_pause_when_nobody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Owned()
    monkeypatch.setattr(scheduler, "PAUSE_SECONDS", -1.0)
    async with run_server(tmp_path, workers=workers) as server:
        made = await server.make("random", "random", pace="instant", start=True)
        id = made["table"]["id"]
        room = server.registry.rooms[id]
        room.schedule.plan()
        assert room.session.is_playing and not workers.owners
        async with server.connect(id) as client:
            await client.until(lambda one: one["type"] == "view" and one["view"]["over"])
    assert set(workers.owners) == {"127.0.0.1"}


async def test_a_paused_table_of_bots_leaves_memory_until_somebody_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "PAUSE_SECONDS", -1.0)
    async with run_server(tmp_path, idle_seconds=0.0) as server:
        id = (await server.make("random", "random", pace="instant", start=True))["table"]["id"]
        while id in server.registry.rooms:
            await asyncio.sleep(0.01)
        assert not await server.registry.store.due(time.time() + 60), "nothing loads it again"
        async with server.connect(id) as client:
            await client.until(lambda one: one["type"] == "view" and one["view"]["over"])


async def test_a_stall_names_the_request_that_caused_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stalls, "STALL_SECONDS", -1.0)  # every step counts as too long
    before = dict(METRICS.stalls.values)
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        await server.get("/api/games")
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.ask(type="say", seat=0, text="hello")
        await server.http.get("/api/invented/by/a/stranger")
    names = {name for name, count in METRICS.stalls.values.items() if count > before.get(name, 0)}
    assert {"GET /api/games", "POST /api/tables", "hello", "sendchat", "sweep"} <= names
    assert not any("stranger" in name for name in names), "no text of a client becomes the name of a metric"


async def test_a_watched_coroutine_works_like_any_other() -> None:
    steps: list[str] = []

    async def work() -> str:
        try:
            await asyncio.sleep(0)
            steps.append("slept")
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            steps.append("cancelled")
            raise
        finally:
            steps.append("finished")
        return "never"

    async def outer() -> str:
        return await stalls.watched(lambda: "inner", work())

    task = asyncio.create_task(stalls.watched(lambda: "outer", outer()))
    while "slept" not in steps:
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert steps == ["slept", "cancelled", "finished"]

    async def answer() -> int:
        await asyncio.sleep(0)
        return 42

    assert await stalls.watched(lambda: "answer", answer()) == 42


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        (["1.1.1.1, 9.9.9.9"], "9.9.9.9"),
        (["1.1.1.1", "9.9.9.9"], "9.9.9.9"),
        (["1.1.1.1, 2.2.2.2", "3.3.3.3, 9.9.9.9"], "9.9.9.9"),
        (["9.9.9.9", ""], "7.7.7.7"),
        ([], "7.7.7.7"),
    ],
)
def test_only_the_last_address_is_the_proxys(lines: list[str], client: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    scope: Any = {"headers": headers, "client": ("7.7.7.7", 1)}
    assert client_of(scope, proxy=True) == client and client_of(scope, proxy=False) == "7.7.7.7"


def test_counting_waits_does_not_keep_clients() -> None:
    with connection.waiting(Presence()) as owner:
        assert owner == "" and connection._waiting[owner] >= 1
    assert not connection._waiting


# The event loop


async def test_of_each_client_one_request_is_handled_in_each_round() -> None:
    turns, served = Turns(100), list[str]()

    async def work(client: str) -> None:
        assert await turns.take(client)
        served.append(client)

    tasks = [asyncio.create_task(work(client)) for client in "aaaaabbc"]
    await asyncio.sleep(0)
    assert served == ["a", "b", "c"], "the first of each client waits for nothing"
    await asyncio.gather(*tasks)
    assert served == [*"abc", *"ab", *"aaa"] and not turns._waiting


async def test_what_waits_for_one_client_is_bounded_and_can_be_cancelled() -> None:
    turns = Turns(3)
    tasks = [asyncio.create_task(turns.take("a")) for _ in range(6)]
    await asyncio.sleep(0)
    tasks[2].cancel()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [one if isinstance(one, bool) else None for one in done] == [True, True, None, True, False, False]
    assert not turns._waiting and await turns.take("a")


async def test_many_messages_on_many_connections_wait_for_one_of_a_neighbour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty connections of one client may send two thousand questions at once; each takes milliseconds."""
    handled: list[str] = []
    who = {0: "192.0.2.1", 1: "192.0.2.2"}

    async def why(room: Room, viewer: Viewer, request: protocol.Why, key: str) -> protocol.Explanation:
        handled.append(who[request.seat])
        return protocol.Explanation(id=request.id, legal=True)

    monkeypatch.setitem(requests.HANDLERS, protocol.Why, why)
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        live, room = server.app.live, server.registry.rooms[made["table"]["id"]]

        async def send(text: bytes) -> None:
            """Nobody reads the answers."""

        def connect(seat: int) -> LiveConnection:
            one = LiveConnection(who[seat], send, lambda: None, Bucket(1e9, 1e9))
            one.room, one.viewer = room, Viewer(frozenset([seat]))
            return one

        crowd, neighbour = [connect(0) for _ in range(50)], connect(1)
        for one in crowd * 10:
            live.take(one, b'{"type":"why","id":"1","seat":0,"move":"x"}')
        live.take(neighbour, b'{"type":"why","id":"1","seat":1,"move":"x"}')
        await neighbour.requests_answered()
        assert handled.count("192.0.2.1") <= 2
        await asyncio.gather(*[one.requests_answered() for one in crowd])
        assert len(handled) == 501
        hello = b'{"type":"hello","protocol":2}'
        entered: list[str] = []

        async def greet(one: LiveConnection, _: protocol.Hello) -> None:
            entered.append(one.client)

        monkeypatch.setattr(live, "_hello", greet)
        await asyncio.gather(*[live._receive(one, hello) for one in (*crowd, neighbour)])
        assert entered.index("192.0.2.2") <= 2 and len(entered) == 51


async def test_many_http_requests_wait_for_one_of_a_neighbour(tmp_path: Path) -> None:
    async with run_server(tmp_path, proxy=True) as server:
        answered: list[str] = []

        async def ask(client: str) -> None:
            headers = [(b"x-forwarded-for", client.encode())]
            scope = {"type": "http", "method": "GET", "path": "/api/skipped", "raw_path": b"", "query_string": b""}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    assert message["status"] == 200
                    answered.append(client)

            await server.app({**scope, "headers": headers, "client": ("127.0.0.1", 1)}, asyncio.Event().wait, send)

        await asyncio.gather(*[ask("192.0.2.1") for _ in range(100)], ask("192.0.2.2"))
        assert answered.index("192.0.2.2") <= 2 and len(answered) == 101
