"""The coach at a server: reviews by those who played and after the end only; puzzles; the daily deal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server_harness import QuickWorkers, ServerHarness, run_server

from bunfight.coach import daily
from bunfight.coach.puzzles import puzzles
from bunfight.server.bots import BotFailed, GameSource, ReviewSlice
from bunfight.server.workers import coaching


class Coached(QuickWorkers):
    """Looks back in a thread, and counts the slices."""

    def __init__(self) -> None:
        super().__init__()
        self.slices = 0
        self.fail = False
        self.wait: asyncio.Event | None = None

    async def review(
        self, game: GameSource, record: str, before: ReviewSlice, brief: bool, owner: str = ""
    ) -> ReviewSlice:
        self.slices += 1
        await asyncio.sleep(0)
        if self.fail:
            raise BotFailed("no answer")
        if self.wait is not None:
            await self.wait.wait()
        return await asyncio.to_thread(
            coaching.review_slice, game, record, before, brief
        )  # the server answers meanwhile


async def played(server: ServerHarness, **more: Any) -> Any:
    """A finished game of one person and a bot, and the person's key."""
    made = await server.make("me", "random", start=True, **more)
    id, token = made["table"]["id"], made["seats"][0]["token"]
    for _ in range(400):
        seen = await server.get(f"/api/tables/{id}/view", token=token)
        if seen["view"]["over"]:
            return id, token
        if seen["view"]["moves"]:
            request = {"type": "play", "id": f"w{seen['version']}", "seat": 0, "version": seen["version"]}
            await server.post(f"/api/tables/{id}/send", {**request, "move": seen["view"]["moves"][0]}, token)
        await asyncio.sleep(0.005)
    raise AssertionError("the game does not end")


async def reviewed(server: ServerHarness, id: str, token: str) -> Any:
    told = await server.post(f"/api/tables/{id}/review", token=token)
    for _ in range(400):
        if told["state"] not in ("making",):
            return told
        await asyncio.sleep(0.02)
        told = await server.get(f"/api/tables/{id}/review")
    raise AssertionError("the review does not end")


async def test_a_player_asks_for_a_review_when_the_game_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "SLICE_SECONDS", 0.0)  # a slice for each decision
    workers = Coached()
    async with run_server(tmp_path, workers=workers) as server:
        made = await server.make("me", "random", start=True)
        running, key = made["table"]["id"], made["seats"][0]["token"]
        assert (await server.post(f"/api/tables/{running}/review", token=key, status=409))["error"] == "running"
        id, token = await played(server)
        assert (await server.get(f"/api/tables/{id}/review"))["state"] == "none"
        assert (await server.post(f"/api/tables/{id}/review", status=403))["error"] == "not_seated"
        told = await reviewed(server, id, token)
        assert told["state"] == "done" and told["done"] == told["total"] == len(told["review"]["moments"])
        for one in told["review"]["accounts"]:
            total = one["start"] + one["luck"] + one["skill"] + one["others"]
            assert total == pytest.approx(one["result"], abs=1e-4)
        slices = workers.slices
        assert slices > 3
        assert (await server.post(f"/api/tables/{id}/review", token=token))["state"] == "done"
        assert workers.slices == slices, "a review is made once and kept with the table"


async def test_decisions_are_shown_as_soon_as_they_are_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "SLICE_SECONDS", 0.0)
    workers = Coached()
    async with run_server(tmp_path, workers=workers) as server:
        id, token = await played(server)
        workers.wait = asyncio.Event()
        await server.post(f"/api/tables/{id}/review", token=token)
        while not workers.slices:
            await asyncio.sleep(0.01)
        assert (await server.get(f"/api/tables/{id}/review"))["moments"] == []
        workers.wait.set()
        workers.wait = asyncio.Event()  # the first slice is judged, the next one waits
        while workers.slices < 2:
            await asyncio.sleep(0.01)
        told = await server.get(f"/api/tables/{id}/review")
        assert told["state"] == "making" and [one["number"] for one in told["moments"]] == list(range(told["done"]))
        assert told["done"] > 0
        workers.wait.set()
        assert (await reviewed(server, id, token))["moments"] is None


async def test_a_stopped_review_carries_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "SLICE_SECONDS", 0.0)
    workers = Coached()
    async with run_server(tmp_path, workers=workers) as server:
        id, token = await played(server)
        workers.fail = True
        assert (await reviewed(server, id, token))["state"] == "failed"
        record = server.registry.room
        assert record is not None
        text = (await server.http.get(f"/api/tables/{id}/record")).text
        first = coaching.review_slice(("_template", ""), text, ReviewSlice(), False)
        await server.registry.store.save_review(id, "progress", first.moments.decode())
        workers.fail, workers.slices = False, 0
        told = await reviewed(server, id, token)
        assert told["state"] == "done"
        looks = len(told["review"]["known"])
        assert workers.slices == told["total"] - first.done + looks + 1, (
            "a slice for each decision, each look and the end"
        )
        assert told["review"]["moments"][0]["number"] == 0


async def test_puzzles_are_asked_and_judged(tmp_path: Path) -> None:
    known = [one for game in ("burger_war", "jom_burger") for one in puzzles(game)]
    assert known, "puzzles are shipped"
    async with run_server(tmp_path, workers=Coached()) as server:
        listed = await server.get("/api/puzzles?game=burger_war")
        assert listed and {"id", "level", "game"} <= set(listed[0])
        one = puzzles("burger_war")[0]
        asked = await server.get(f"/api/puzzles/{one.id}")
        assert sorted(asked["moves"]) == asked["moves"] and "chance" not in str(asked["puzzle"])
        right = await server.post(f"/api/puzzles/{one.id}", {"move": one.choices[0].moves[0]}, status=200)
        assert right["right"] and right["best"] == one.choices[0].moves[0]
        wrong = await server.post(f"/api/puzzles/{one.id}", {"move": one.thought}, status=200)
        assert not wrong["right"] and wrong["reasons"] is not None
        assert (await server.post(f"/api/puzzles/{one.id}", {"move": "nonsense"}))["error"] == "not_possible"
        await server.get("/api/puzzles/nothing-1", status=404)


async def test_the_daily_deal_is_the_same_for_everybody_and_counts_once(tmp_path: Path) -> None:
    async with run_server(tmp_path, workers=Coached()) as server:
        deal = await server.get("/api/daily/burger_war")
        assert deal["seed"] == daily.deal("burger_war", daily.today()).seed and deal["scores"] == []
        assert (await server.get("/api/daily/burger_war?date=2999-01-01", status=400))["error"] == "not_possible"
        id, token = await sat_down(server)
        entry = {"table": id, "browser": "b" * 20, "name": "Ann"}
        assert (await server.post("/api/daily/burger_war", entry, token, status=409))["error"] == "running"
        async with server.connect(id, token) as client:
            await client.play_out(0)
        assert (await server.post("/api/daily/burger_war", entry, token, status=409))["error"] == "not_reviewed"
        await server.registry.store.save_review(id, "review", (await quick(server, id)).decode())
        assert (await server.post("/api/daily/burger_war", entry, status=403))["error"] == "not_yours"
        board = await server.post("/api/daily/burger_war", entry, token, status=200)
        assert [one["name"] for one in board["scores"]] == ["Ann"]
        again = await server.post("/api/daily/burger_war", {**entry, "name": "Bob"}, token, status=200)
        assert [one["name"] for one in again["scores"]] == ["Ann"], (
            "one entry for each browser, and the first one counts"
        )
        other = await played(server)
        await server.post("/api/daily/burger_war", {**entry, "table": other[0]}, other[1], status=409)


async def test_a_day_has_one_leaderboard_at_all_servers(tmp_path: Path, postgres: Any) -> None:
    """Whoever hands in two games at two servers in one moment has one entry, and all servers show the same one."""
    db = postgres.database()
    async with run_server(tmp_path, workers=Coached(), db=db) as a, run_server(tmp_path, workers=Coached(), db=db) as b:
        tables = [await sat_down(server) for server in (a, b)]
        for server, (id, token) in zip((b, a), tables, strict=True):  # each is played at the other one
            async with server.connect(id, token) as client:
                await client.play_out(0)
        review = (await quick(a, tables[0][0])).decode()
        entries = []
        for (id, _), name in zip(tables, ("Ann", "Bea"), strict=True):
            await a.registry.store.save_review(id, "review", review)
            entries.append({"table": id, "browser": "b" * 20, "name": name})
        tokens = [token for _, token in tables]
        sent = [
            server.post("/api/daily/burger_war", entries[n], tokens[n], status=200)
            for server, n in ((a, 0), (b, 1), (a, 1), (b, 0))
        ]
        boards = [*await asyncio.gather(*sent), await a.get("/api/daily/burger_war")]
        (first,) = boards[-1]["scores"]
        assert [board["scores"] for board in boards] == [[first]] * 5, "one entry, and never another one"
        late = next(n for n, name in enumerate(("Ann", "Bea")) if name != first["name"])
        await b.post("/api/daily/burger_war", {**entries[late], "browser": "c" * 20}, tokens[late], status=200)
        told = [(await server.get("/api/daily/burger_war"))["scores"] for server in (a, b)]
        assert told[0] == told[1] and len(told[0]) == 2


async def test_a_review_that_is_made_at_one_server_is_waited_for_at_another(tmp_path: Path, postgres: Any) -> None:
    db, workers = postgres.database(), [Coached(), Coached()]
    async with (
        run_server(tmp_path, workers=workers[0], db=db) as a,
        run_server(tmp_path, workers=workers[1], db=db) as b,
    ):
        while not (a.registry.store.others and b.registry.store.others):
            await asyncio.sleep(0.01)
        id, token = await played(a)
        workers[0].wait = asyncio.Event()
        assert (await a.post(f"/api/tables/{id}/review", token=token))["state"] == "making"
        while not workers[0].slices:
            await asyncio.sleep(0.01)
        assert (await b.get(f"/api/tables/{id}/review"))["state"] == "making"
        assert (await b.post(f"/api/tables/{id}/review", token=token))["state"] == "making"
        workers[0].wait.set()
        assert (await reviewed(b, id, token))["state"] == "done" and not workers[1].slices, "it is made once"


async def sat_down(server: ServerHarness) -> tuple[str, str]:
    """At a table of today's deal, with the key to it."""
    deal = await server.get("/api/daily/burger_war")
    places = [{"kind": "me"}] + [{"kind": "bot", "bot": deal["bot"]}] * (deal["seats"] - 1)
    request = {"game": "burger_war", "places": places, "practice": deal["seed"], "undo": "off", "start": True}
    made = await server.post("/api/tables", {**request, "pace": "instant"}, status=201)
    return made["table"]["id"], made["seats"][0]["token"]


async def quick(server: ServerHarness, id: str) -> bytes:
    """A rough review, since only its books matter here."""
    import msgspec

    from bunfight.coach.review import plain, reviewed
    from bunfight.engine.record import load as read
    from bunfight.games import load

    text = (await server.http.get(f"/api/tables/{id}/record")).text
    return msgspec.json.encode(plain(reviewed(load("burger_war"), read(text), speedup=20)))
