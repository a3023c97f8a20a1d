"""Players who try to win by abusing the server."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import time
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from rough import Rough, said
from server_harness import ClientConnection, ServerHarness, run_server

from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms import clocks
from bunfight.server.rooms import room as rooms
from bunfight.server.transport.http import MeteredHttp


async def both_moved(server: ServerHarness, client: ClientConnection, other: ClientConnection) -> None:
    await client.play(0)
    await other.play(1)
    await client.until(lambda m: m["type"] == "view" and m["number"] == 2)


async def test_no_bot_consents_for_a_person(tmp_path: Path) -> None:
    async with run_server(tmp_path, grace=0.3) as server:
        made = await server.make("me", "me", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client:
            async with server.connect(table, two) as other:
                await both_moved(server, client, other)
            await client.until(lambda m: m["type"] == "presence" and m["seats"][1] == "away")
            early = await client.ask(type="stand_in", seat=0, whom=1)
            assert early["rule"] == "TABLE-AWAY" and "wait" in early["why"] and METRICS.limited.values["grace"]
            assert "秒" in early["told"]["zh"]
            await asyncio.sleep(0.35)
            assert (await client.ask(type="stand_in", seat=0, whom=1))["type"] == "ok"
            room = server.registry.rooms[table]
            while 1 in room.session.table.state.awaiting():  # type: ignore[union-attr]
                await asyncio.sleep(0.01)
            before = room.session.number
            assert (await client.ask(type="undo", seat=0, keep=0))["type"] == "ok"
            asked = await client.until(lambda m: m["type"] == "table" and m["table"]["request"])
            assert asked["table"]["request"]["waiting"] == [1] and room.session.number == before
            async with server.connect(table, two) as other:
                request = (await other.of("welcome"))["table"]["request"]
                no = await other.ask(type="answer", seat=1, request=request["request"], yes=False)
                assert no["type"] == "ok" and room.session.number >= before


async def test_a_player_who_was_never_here_is_given_time_too(tmp_path: Path) -> None:
    async with run_server(tmp_path, grace=60.0) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            assert (await client.ask(type="stand_in", seat=0, whom=1))["rule"] == "TABLE-AWAY"
            assert (await client.ask(type="stand_in", seat=0, whom=0))["type"] == "ok", "one's own seat at once"


async def test_a_request_is_handled_where_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mistakes: list[BaseException] = []
    monkeypatch.setattr(rooms, "log_error", lambda table, error: mistakes.append(error))
    async with run_server(tmp_path) as server:
        tables = [await server.make("me", "me", start=True) for _ in range(2)]
        (a, a_key), (b, b_key) = [(one["table"]["id"], one["seats"][0]["token"]) for one in tables]
        for round_ in range(12):
            rough = await Rough.come(server)
            hello = [said(type="hello", protocol=2, table=t, tokens=[k]) for t, k in ((a, a_key), (b, b_key))]
            text = said(type="say", id=f"s{round_}", seat=0, text=f"for A {round_}")
            move = said(type="play", id=f"p{round_}", seat=0, move="no such move", version=99)
            rough.writer.write(hello[0] + text + move + hello[1] + hello[0] + hello[1])
            got: list[Any] = []
            while [m["type"] for m in got].count("welcome") < 4:
                kind, payload = await asyncio.wait_for(rough.frame(), 60)
                if kind == 1:
                    got.append(json.loads(payload))
            answered = [m.get("id") for m in got]
            second = [n for n, m in enumerate(got) if m["type"] == "welcome"][1]
            assert f"s{round_}" in answered[:second] and f"p{round_}" in answered[:second]
            rough.writer.close()
            server.registry.rooms[a].chat._rates.clear()
        assert len(server.registry.rooms[a].chat.lines) == 12 and not server.registry.rooms[b].chat.lines
    assert not mistakes


async def test_a_clock_runs_on_while_its_table_is_not_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(clocks.PER_DECISION, "fast", 0.4)
    monkeypatch.setitem(clocks.BANK, "fast", 0.0)
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True, clock={"kind": "fast"})
        table = made["table"]["id"]
        for _ in range(100):
            room = await server.registry.room(table)
            assert room is not None
            await asyncio.sleep(0.1)
            if room.session.number:
                break
            room.close()
        assert room.session.number, "leaving memory gave the time back"


async def test_time_does_not_run_while_the_server_is_down_and_no_table_is_woken_for_nothing(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True, clock={"kind": "relaxed"})
        table = made["table"]["id"]
    with closing(sqlite3.connect(tmp_path / "t.db")) as db, db:
        db.execute("UPDATE tables SET due = 1, live = json_set(live, '$.asked.\"0\"', 1.0)")
    async with run_server(tmp_path) as server:
        room = await server.registry.room(table)
        assert room is not None and room.session.number == 0
        left = room.clocks.deadline(0)
        assert left is not None and left > time.time() + 60
        assert not await server.registry.store.due(time.time() + 60)


async def test_nobody_joins_a_practice_table(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", practice="lesson")
        table, token = made["table"]["id"], made["seats"][0]["token"]
        await server.post(f"/api/tables/{table}/furnish", {"seat": 1}, made["host"], status=200)
        await server.post(f"/api/tables/{table}/join", {}, status=403)
        await server.post(f"/api/tables/{table}/leave", {"seat": 0}, token, status=200)
        await server.post(f"/api/tables/{table}/join", {}, status=403)


async def test_a_table_that_ended_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "FINISHED_IDLE_SECONDS", 0.0)
    async with run_server(tmp_path) as server:
        for _ in range(2):  # what is made once stays
            kept: list[weakref.ref[Any]] = []
            for places in (("medium", "medium"), ("me", "medium")):
                made = await server.make(*places, start=True)
                table = made["table"]["id"]
                kept += [
                    weakref.ref(one) for one in (server.registry.rooms[table], server.registry.rooms[table].session)
                ]
                async with server.connect(table, *[key["token"] for key in made["seats"]]) as client:
                    await client.asked(0) if made["seats"] else None
                    if made["seats"]:
                        await client.ask(type="play", seat=0, move="no such move", version=0)
                        await client.ask(type="hint", seat=0)
                        await client.play_out(0)
                    else:
                        await client.until_over()
                await server.get(f"/api/tables/{table}/verify")
            gc.collect()
            gc.disable()
            try:
                made = await server.make("medium", "me", start=True)
                table = made["table"]["id"]
                kept.append(weakref.ref(server.registry.rooms[table]))
                async with server.connect(table, *[key["token"] for key in made["seats"]]) as client:
                    await client.play_out(1)
                deadline = time.monotonic() + 60
                while [one for one in kept if one() is not None] and time.monotonic() < deadline:
                    await asyncio.sleep(0.05)
                alive = [one() for one in kept if one() is not None]
                assert not server.registry.rooms and not alive, [gc.get_referrers(one) for one in alive]
            finally:
                gc.enable()


async def test_a_connection_that_ended_leaves_nothing_behind(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        kept: list[weakref.ref[Any]] = []
        gc.collect()
        gc.disable()
        try:
            async with server.connect(table, token) as client:
                await client.ask(type="ping")
                (pipe,) = server.registry.connections
                end = pipe.disconnect.__self__  # type: ignore[attr-defined]
                kept += [weakref.ref(one) for one in (end, end.conn)]
                del pipe, end
            while server.registry.connections:
                await asyncio.sleep(0.01)
            rough = await Rough.come(server)  # one that goes without a word
            while not server.registry.connections:
                await asyncio.sleep(0.01)
            (pipe,) = server.registry.connections
            end = pipe.disconnect.__self__  # type: ignore[attr-defined]
            kept += [weakref.ref(one) for one in (end, end.conn)]
            del pipe, end
            rough.writer.transport.abort()
            rough = await Rough.open(server.port)
            rough.writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await rough.reader.readuntil(b"\r\n\r\n")
            kept += [
                weakref.ref(one)
                for one in gc.get_objects()
                if isinstance(one, MeteredHttp) and one.client == rough.writer.get_extra_info("sockname")
            ]
            rough.writer.close()
            deadline = time.monotonic() + 60
            while [one for one in kept if one() is not None] and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
            alive = [one() for one in kept if one() is not None]
            assert len(kept) > 2 and not alive, [gc.get_referrers(one) for one in alive]
        finally:
            gc.enable()
