"""Several servers share one database: any of them serves any table, and nothing is done twice."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from server_harness import ClientConnection, QuickWorkers, ServerHarness, run_server

from bunfight.server.storage import membership
from bunfight.server.storage.interface import News


async def until(true: Callable[[], Any], what: str) -> None:
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.005)
    pytest.fail(what)


async def sees(client: ClientConnection, version: int) -> None:
    await client.until(lambda one: one["type"] == "view" and one["version"] >= version)


async def some(stack: AsyncExitStack, folder: Path, postgres: Any, count: int, **settings: Any) -> list[ServerHarness]:
    db = postgres.database()
    homes = [await stack.enter_async_context(run_server(folder, db=db, **settings)) for _ in range(count)]
    await until(
        lambda: all(len(server.registry.store.others) == count - 1 for server in homes),
        "the servers do not know each other",
    )
    return homes


async def test_players_and_watchers_of_one_table_at_different_servers(tmp_path: Path, postgres: Any) -> None:
    async with AsyncExitStack() as stack:
        a, b, c = await some(stack, tmp_path, postgres, 3)
        made = await a.make("me", "open", public=True)
        table, ann = made["table"]["id"], made["seats"][0]["token"]
        ben = (await b.post(f"/api/tables/{table}/join", {"name": "Ben"}, status=200))["token"]
        await c.post(f"/api/tables/{table}/start", {}, token=made["host"], status=200)
        first = await stack.enter_async_context(a.connect(table, ann))
        second = await stack.enter_async_context(b.connect(table, ben))
        third = await stack.enter_async_context(c.connect(table))
        clients = {0: first, 1: second}
        for _ in range(6):
            views = [await client.of("view") for client in (first, second)]
            assert views
            seat = next(s for s, client in clients.items() if (v := client.view()) and v["view"]["moves"])
            reply = await clients[seat].play(seat)
            assert reply["type"] == "ok"
            for client in (first, second, third):
                await sees(client, reply["version"])
        numbers = {(await client.until(lambda one: one["type"] == "view"))["type"] for client in (first, second, third)}
        assert numbers == {"view"}
        assert first.view()["number"] == second.view()["number"] == third.view()["number"] == 6  # type: ignore[index]
        heard = [[one["event"] for v in client.got if v["type"] == "view" for one in v["heard"]] for client in (third,)]
        assert heard[0], "a watcher elsewhere hears what happens"
        assert (await first.ask(type="say", seat=0, text="hello"))["type"] == "ok"
        assert (await third.of("spoke"))["text"] == (await second.of("spoke"))["text"] == "hello"
        async with c.connect(table):
            await first.until(
                lambda one: one["type"] == "presence" and one["seats"] == ["here", "here"] and one["watchers"] == 2
            )
        await first.until(lambda one: one["type"] == "presence" and one["watchers"] == 1)
        listed = await c.get("/api/tables")
        assert [seat["presence"] for seat in listed[0]["seats"]] == ["here", "here"] and listed[0]["watchers"] == 1


async def test_two_who_decide_in_the_same_moment_at_two_servers(tmp_path: Path, postgres: Any) -> None:
    """Both moves are kept, or one is refused because the table had changed; no table is lost."""
    async with AsyncExitStack() as stack:
        a, b = await some(stack, tmp_path, postgres, 2)
        made = await a.make("me", "me", "me", start=True)
        table, keys = made["table"]["id"], [one["token"] for one in made["seats"]]
        clients = [await stack.enter_async_context(server.connect(table, *keys)) for server in (a, b)]
        dice = random.Random("both")
        acknowledged = 0
        for _ in range(30):
            requests = []
            for client in clients:
                asked = [
                    (s, v) for s in range(3) if (v := client.view(s)) and v["view"]["moves"] and v["sealed"] is None
                ]
                if asked:
                    seat, view = dice.choice(asked)
                    move = dice.choice(view["view"]["moves"])
                    requests.append(client.ask(type="play", seat=seat, move=move, version=view["version"]))
            told = await asyncio.gather(*requests)
            assert {one["type"] for one in told} <= {"ok", "refused"}, told
            acknowledged += sum(one["type"] == "ok" for one in told)
            if any((v := client.view()) and v["view"]["over"] for client in clients):
                break
            newest = max([one["version"] for one in told if "version" in one], default=0)
            for client in clients:
                await sees(client, newest)
        kept = await a.registry.store.load(table)
        assert kept is not None and acknowledged > 5
        assert kept.number + len(kept.live.sealed) >= acknowledged - kept.number, (
            "nothing that was acknowledged is lost"
        )
        await until(
            lambda: {server.registry.rooms[table].revision for server in (a, b)} == {kept.revision},
            "they know the same",
        )


async def test_a_bot_thinks_at_one_server_and_its_turn_is_taken_over(tmp_path: Path, postgres: Any) -> None:
    workers = [QuickWorkers(), QuickWorkers()]
    async with AsyncExitStack() as stack:
        db = postgres.database()
        b = await stack.enter_async_context(run_server(tmp_path, workers[1], db=db))
        async with AsyncExitStack() as first:
            a = await first.enter_async_context(run_server(tmp_path, workers[0], db=db))
            made = await a.make("medium", "medium", start=True, pace="brisk", clock={"kind": "relaxed"})
            table = made["table"]["id"]
            watcher = await stack.enter_async_context(b.connect(table))
            await watcher.until(lambda one: one["type"] == "view" and one["number"] >= 1)
            assert not workers[1].asked and not b.registry.rooms[table].owned, (
                "the bots think where they thought before"
            )
        seen = watcher.view()
        assert seen is not None
        await watcher.until(lambda one: one["type"] == "view" and one["number"] > seen["number"])
        assert workers[1].asked and b.registry.rooms[table].owned
        entries = await b.registry.store.entries(table)
        assert len({(one.get("number")) for one in watcher.got if one["type"] == "view"}) <= len(entries) + 1


async def test_a_server_that_dies_is_replaced_within_seconds(tmp_path: Path, postgres: Any) -> None:
    async with AsyncExitStack() as stack:
        a, b = await some(stack, tmp_path, postgres, 2)
        made = await a.make("medium", "me", start=True, pace="brisk")
        table, key = made["table"]["id"], made["seats"][0]["token"]
        for task in a.registry.store._membership._tasks:  # type: ignore[attr-defined]
            task.cancel()  # it is as good as dead: no beat, no news
        a.registry.rooms[table].schedule.stop()
        a.registry.rooms[table].closed = True
        client = await stack.enter_async_context(b.connect(table, key))
        await client.asked(1)
        assert (await client.play(1))["type"] == "ok"
        assert b.registry.rooms[table].owned
        await until(lambda: not b.registry.store.others, "the dead server is still counted")


async def test_two_servers_that_die_together_do_not_stop_a_third(tmp_path: Path, postgres: Any) -> None:
    """As after a restart of the database, when nobody has said for a while that they are there."""
    async with AsyncExitStack() as stack:
        a, b, c = await some(stack, tmp_path, postgres, 3)
        made = await a.make("me", "me", start=True)
        table, key = made["table"]["id"], made["seats"][0]["token"]
        await stack.enter_async_context(a.connect(table, key))
        await until(lambda: c.registry.cluster.remote(table), "nobody says who is where")
        for server in (a, b):
            for task in server.registry.store._membership._tasks:  # type: ignore[attr-defined]
                task.cancel()
        await until(lambda: not c.registry.store.others, "the dead servers are still counted")
        await until(lambda: table not in c.registry.cluster._remote, "somebody seems to be connected to a dead server")
        beats = c.registry.store._membership._tasks  # type: ignore[attr-defined]
        assert not [task for task in beats if task.done()], "the third server says no more that it is there"


async def test_clients_that_go_too_far_are_shut_out_everywhere_and_tables_are_counted_together(
    tmp_path: Path, postgres: Any
) -> None:
    async with AsyncExitStack() as stack:
        a, b = await some(stack, tmp_path, postgres, 2, tables_per_hour=40)
        a.app.limits.ban("10.0.0.9")
        await until(lambda: not b.app.limits.admit("10.0.0.9"), "the other server lets it in")
        request = {"game": "_template", "places": [{"kind": "me"}, {"kind": "me"}]}
        made = [(await server.http.post("/api/tables", json=request)).status_code for server in (a, b) * 6]
        assert made == [201] * 10 + [429] * 2


async def test_a_rematch_requested_at_two_servers_is_one_table(tmp_path: Path, postgres: Any) -> None:
    async with AsyncExitStack() as stack:
        a, b = await some(stack, tmp_path, postgres, 2)
        made = await a.make("me", "me", start=True)
        table, keys = made["table"]["id"], [one["token"] for one in made["seats"]]
        async with a.connect(table, *keys) as client:
            await client.play_out(0, 1)
        both = await asyncio.gather(*[server.post(f"/api/tables/{table}/again", token=keys[0]) for server in (a, b)])
        assert both[0]["table"]["id"] == both[1]["table"]["id"]
        assert await a.registry.store.count() == 2


async def test_undo_at_one_server_is_seen_at_the_other(tmp_path: Path, postgres: Any) -> None:
    async with AsyncExitStack() as stack:
        a, b = await some(stack, tmp_path, postgres, 2)
        made = await a.make("me", "me", start=True, undo="free")
        table, keys = made["table"]["id"], [one["token"] for one in made["seats"]]
        first = await stack.enter_async_context(a.connect(table, *keys))
        second = await stack.enter_async_context(b.connect(table, *keys))
        await first.until(lambda one: one["type"] == "view" and one["view"]["moves"])
        seat = next(s for s in (0, 1) if (v := first.view(s)) and v["view"]["moves"])
        await first.play(seat)
        await second.until(lambda one: one["type"] == "view" and one["number"] == 1)
        mark = len(first.got)
        assert (await second.ask(type="undo", seat=seat))["type"] == "ok"
        back = await first.until(lambda one: one["type"] == "view" and one["number"] == 0 and one["reset"], mark)
        assert back["version"] > 1
        assert (await first.play(seat))["type"] == "ok"


async def test_no_secret_is_in_a_notification(tmp_path: Path, postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    real = membership.packed

    def spy(waiting: list[News], server: int) -> list[str]:
        told = real(waiting, server)
        texts.extend(told)
        return told

    monkeypatch.setattr(membership, "packed", spy)
    async with AsyncExitStack() as stack:
        a, b = await some(stack, tmp_path, postgres, 2)
        made = await a.make("me", "me", start=True)
        table, keys = made["table"]["id"], [one["token"] for one in made["seats"]]
        async with a.connect(table, keys[0]) as first, b.connect(table, keys[1]) as second:
            clients: dict[int, ClientConnection] = {0: first, 1: second}
            for _ in range(4):
                await first.of("view")
                seat = next(s for s in (0, 1) if (v := clients[s].view(s)) and v["view"]["moves"])
                told = await clients[seat].play(seat)
                for client in clients.values():
                    await sees(client, told["version"])
            await first.ask(type="say", seat=0, text="a word between us")
        kept = await a.registry.store.load(table)
        assert kept is not None
        moves = {one["move"] for one in map(json.loads, await a.registry.store.entries(table))}
        secrets = [
            *keys,
            made["host"],
            kept.head.chapters[0].seed,
            kept.head.host,
            "a word between us",
            "Player",
            *moves,
        ]
    assert texts and any(table in text for text in texts)
    assert [one for one in secrets for text in texts if one in text] == []


def test_notifications_never_exceed_the_limit_of_the_database() -> None:
    waiting = [News(changed={f"golden-pancake-{n:010}": n}) for n in range(2000)]
    waiting += [News(here={f"golden-pancake-{n:010}": ([0, 1, 2], 3)}) for n in range(500)]
    aims = {"t": "x" * 200, "u": "\u0001" * 1300}
    waiting += [News(lobby=True, who=True, shut=[f"10.0.0.{n}" for n in range(40)], aims=aims)]
    texts = membership.packed(waiting, 7)
    assert max(len(text.encode()) for text in texts) < 8000
    read = [membership.NEWS.decode(text) for text in texts]
    changed = {table: revision for one in read for table, revision in one.changed.items()}
    assert len(changed) == 2000 and sum(len(one.here) for one in read) == 500
    assert [table for one in read for table in one.aims] == ["t"], "one that does not fit is dropped"
    assert any(one.lobby for one in read) and any(one.shut for one in read) and all(one.by == 7 for one in read)
