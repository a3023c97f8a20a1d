"""The application without a network: requests, live messages, saving and restarting."""

from __future__ import annotations

import asyncio
import json
import pickle
from typing import Any

import pytest

from bunfight.local import Engine, LocalStore, LocalWorkers, run_call
from bunfight.protocol import PROTOCOL
from bunfight.server.bots import ReviewSlice


class Rows:
    """A storage in memory that can be full."""

    def __init__(self) -> None:
        self.rows: dict[str, bytes] = {}
        self.full = False

    async def read(self) -> dict[str, bytes]:
        return dict(self.rows)

    async def write(self, rows: dict[str, bytes], deleted: list[str]) -> None:
        if self.full:
            raise OSError("the storage is full")
        self.rows |= rows
        for key in deleted:
            del self.rows[key]


async def call_here(request: bytes) -> bytes:
    return run_call(request)


class Page:
    """A page that plays at one table."""

    def __init__(self, engine: Engine, made: dict[str, Any]) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed = False
        self.view: dict[str, Any] = {}
        self.socket = engine.connect(lambda text: self.heard.put_nowait(json.loads(text)), self._close)
        tokens = [seat["token"] for seat in made["seats"]]
        self.send({"type": "hello", "protocol": PROTOCOL, "table": made["table"]["id"], "tokens": tokens})

    def _close(self) -> None:
        self.closed = True

    def send(self, message: dict[str, Any]) -> None:
        self.socket.receive(json.dumps(message))

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.heard.get(), 60)
            if message["type"] == "view":
                self.view = message
            if message["type"] == kind:
                return message

    async def move(self, n: int) -> dict[str, Any]:
        """Make the first legal move and return the answer."""
        move = self.view["view"]["moves"][0]
        self.send({"type": "play", "id": f"m{n}", "seat": 0, "move": move, "version": self.view["version"]})
        while True:
            message = await asyncio.wait_for(self.heard.get(), 60)
            if message["type"] == "view":
                self.view = message
            if message.get("id") == f"m{n}":
                return message


async def started(rows: Rows) -> Engine:
    engine = Engine(LocalStore(rows), LocalWorkers(call_here))
    await engine.open()
    return engine


async def table(engine: Engine, game: str = "burger_war") -> dict[str, Any]:
    places = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    wanted = {"game": game, "start": True, "pace": "instant", "places": places}
    response = await engine.request("POST", "/api/tables", json.dumps(wanted).encode())
    assert response.status == 201, response.body
    made: dict[str, Any] = json.loads(response.body)
    return made


async def asked(engine: Engine, made: dict[str, Any]) -> Page:
    """A page whose player is asked for a move."""
    page = Page(engine, made)
    await page.until("view")
    while not page.view["view"].get("moves"):
        await page.until("view")
    return page


async def test_requests_are_answered_as_by_the_server() -> None:
    engine = await started(Rows())
    response = await engine.request("GET", "/api/games")
    assert response.status == 200
    assert "json" in response.kind
    assert "burger_up" in {game["id"] for game in json.loads(response.body)}
    assert (await engine.request("GET", "/api/nothing")).status == 404
    assert (await engine.request("POST", "/api/tables", b'{"game": "nothing"}')).status == 400
    await engine.close()


async def test_a_game_goes_on_after_a_restart() -> None:
    rows = Rows()
    engine = await started(rows)
    made = await table(engine)
    page = await asked(engine, made)
    assert (await page.move(1))["type"] == "ok"
    while page.view["number"] < 2:
        await page.until("view")
    number = page.view["number"]
    # the tab is closed without a word: nothing is flushed or closed
    again = await started(rows)
    page = Page(again, made)
    await page.until("view")
    assert page.view["number"] >= number
    await again.close()
    await engine.close()


async def test_a_full_storage_is_reported_and_nothing_is_half_done() -> None:
    rows = Rows()
    engine = await started(rows)
    made = await table(engine)
    page = await asked(engine, made)
    rows.full, before = True, dict(rows.rows)
    answer = await page.move(1)
    assert answer["type"] == "trouble"
    assert rows.rows == before
    rows.full = False
    page = Page(engine, made)  # as a client does when it is told that the table was dropped
    await page.until("view")
    while not page.view["view"].get("moves"):
        await page.until("view")
    assert (await page.move(2))["type"] == "ok"
    await engine.close()


async def test_deleting_a_table_deletes_its_rows() -> None:
    rows = Rows()
    engine = await started(rows)
    made = await table(engine)
    id = made["table"]["id"]
    assert any(key.startswith(id) for key in rows.rows)
    assert await engine.app.registry.store.delete(id)
    assert not any(key.startswith(id) for key in rows.rows)
    await engine.close()


@pytest.mark.parametrize("game", ["burger_boss", "jom_burger", "burger_up", "burger_war", "buffet_boss"])
async def test_hints_and_bots_run_through_the_worker(game: str) -> None:
    engine = await started(Rows())
    page = Page(engine, await table(engine, game))
    await page.until("view")
    while not page.view["view"].get("moves"):
        await page.until("view")
    page.send({"type": "hint", "id": "h", "seat": 0})
    while (answer := await asyncio.wait_for(page.heard.get(), 120)).get("id") != "h":
        pass
    assert answer["type"] == "hinted"
    await engine.close()


async def test_no_rating_is_claimed() -> None:
    engine = Engine(LocalStore(Rows()), LocalWorkers(call_here))
    await engine.open()
    for path in ("/api/games", "/api/games/buffet_boss"):
        answer = json.loads((await engine.request("GET", path)).body)
        for game in answer if isinstance(answer, list) else [answer["game"]]:
            labels = {bot["bot"]: bot["label"] for bot in game["bots"]}
            assert labels["medium"]["en"] == "Medium" and not any(c.isdigit() for c in labels["hard"]["zh"])
    await engine.close()


async def test_a_running_game_is_shared_and_goes_on_elsewhere() -> None:
    engine = await started(Rows())
    made = await table(engine)
    page = await asked(engine, made)
    assert (await page.move(1))["type"] == "ok"
    record = (await engine.request("GET", f"/api/tables/{made['table']['id']}/record")).body.decode()
    await engine.close()
    rows = Rows()
    other = await started(rows)
    answer = await other.request("POST", "/api/records", json.dumps({"record": record, "at": 1}).encode())
    assert answer.status == 201, answer.body
    page = Page(other, json.loads(answer.body))
    await page.until("view")
    assert page.view["number"] >= 1
    await other.close()
    again = await started(rows)  # its seats, seeds and decisions are stored
    assert (await again.request("GET", f"/api/tables/{json.loads(answer.body)['table']['id']}")).status == 200
    await again.close()


async def test_reviews_are_brief_and_continue_from_what_is_done() -> None:
    asked: list[Any] = []

    async def call(request: bytes) -> bytes:
        asked.append(pickle.loads(request))
        return pickle.dumps(ReviewSlice(b"[]", b"{}", b"", 1))

    async def choose(request: bytes) -> bytes:
        raise AssertionError("bots would wait for the review")

    workers = LocalWorkers(choose, call)
    first = await workers.review(("burger_war", ""), "record", ReviewSlice(), False)
    await workers.review(("burger_war", ""), "record", first, False)
    assert asked == [("review", (("burger_war", ""), "record", before, True)) for before in (ReviewSlice(), first)]
