"""Administration on every store, also while a server runs: list, close, export, forget, copy."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import run_server

from bunfight.engine import record as records
from bunfight.protocol.coaching import DailyScore
from bunfight.server.admin import main as admin
from bunfight.server.start import main as serve
from bunfight.server.storage.interface import BOARDS, StoredScore
from bunfight.server.storage.open import open_store, without_password


async def run(*argv: str) -> int:
    """A command, in a thread of its own, because it has an event loop of its own."""
    return await asyncio.to_thread(admin, list(argv))


async def test_tables_are_listed_closed_exported_and_forgotten(
    tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with run_server(tmp_path, db=db) as server:
        done = await server.make("me", "me", start=True)
        over, keys = done["table"]["id"], [one["token"] for one in done["seats"]]
        async with server.connect(over, *keys) as client:
            await client.play_out(0, 1)
        made = await server.make("me", "me", start=True)
        table, key = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, key) as client:
            await client.asked(0)
            assert await run("--db", db, "tables", "--state", "playing") == 0
            listed = capsys.readouterr().out
            assert table in listed and over not in listed and "1 tables" in listed
            assert await run("--db", db, "export", table) == 2
            assert "--running" in capsys.readouterr().err
            assert await run("--db", db, "export", over, str(tmp_path / "game.jsonl")) == 0
            record = records.load((tmp_path / "game.jsonl").read_text(encoding="utf-8"))
            assert record.end is not None and record.game == "_template"
            assert await run("--db", db, "--lang", "zh", "close", over) == 2
            assert "已经结束" in capsys.readouterr().err
            assert await run("--db", db, "close", table, "--why", "enough for today") == 0
            server.registry.check_tables()
            told = await client.until(lambda one: one["type"] == "table" and one["table"]["state"] == "frozen")
            assert told["table"]["note"] == "enough for today"
            refused = await client.ask(type="play", seat=0, move="let", version=99)
            assert (refused["type"], refused["rule"]) == ("refused", "TABLE-FROZEN")
            assert await run("--db", db, "forget", table) == 0
            server.registry.check_tables()
            assert (await client.of("bye"))["reason"] == "gone"
        await server.get(f"/api/tables/{table}", 404)
        assert await run("--db", db, "forget", table) == 2 and await run("--db", db, "forget") == 2
        assert await run("--db", db, "forget", "--older-than", "0.0000001") == 0
        assert await server.registry.store.count() == 0


async def test_a_person_can_be_forgotten(tmp_path: Path, db: str, capsys: pytest.CaptureFixture[str]) -> None:
    async with run_server(tmp_path, db=db) as server:
        places = [{"kind": "me", "name": "Zebedee"}, {"kind": "me", "name": "Ann"}]
        request = {"game": "_template", "places": places, "start": True, "pace": "instant"}
        made = await server.post("/api/tables", request, status=201)
        table, keys = made["table"]["id"], [one["token"] for one in made["seats"]]
        async with server.connect(table, *keys) as client:
            await client.ask(type="say", seat=0, text="this is mine")
            await client.ask(type="say", seat=1, text="and this is mine")
            for number, name in enumerate(("Zebedee", "Ann")):
                score = msgspec.json.encode(DailyScore(name, 1.0, 0.0, 1.0, 0.0, 1, 1.0)).decode()
                entry = StoredScore(name, number, 1.0, 0.0, float(number), score)
                await server.registry.store.save_score(f"{BOARDS}2026-11-17 burger_war/2", entry)
            assert await run("--db", db, "forget", "--name", "Zebedee") == 0
            assert "1 seats, 1 lines of chat, 1 scores" in capsys.readouterr().out
            server.registry.check_tables()
            now = await client.until(
                lambda one: one["type"] == "table" and one["table"]["seats"][0]["name"] == "Player 1"
            )
            assert now["table"]["seats"][1]["name"] == "Ann"
            assert (await client.of("bye"))["reason"] == "gone"
        async with server.connect(table, *keys) as client:
            told = (await client.of("welcome"))["chat"]
            assert [one["text"] for one in told] == ["and this is mine"], "it is forgotten in memory too"
        kept = await server.registry.store.load(table)
        assert kept is not None and kept.head.names == ["Player 1", "Ann"]
        assert [one.text for one in await server.registry.store.chat(table, 9)] == ["and this is mine"]
        board = await server.registry.store.scores(f"{BOARDS}2026-11-17 burger_war/2", 9)
        assert [msgspec.json.decode(one)["name"] for one in board.values()] == ["", "Ann"]
        assert await run("--db", db, "forget", "--chat", table) == 0
        assert await server.registry.store.chat(table, 9) == []


async def test_finished_games_are_forgotten_after_a_while(tmp_path: Path, db: str) -> None:
    async with run_server(tmp_path, db=db, keep_days=1e-9) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], *[one["token"] for one in made["seats"]]) as client:
            await client.play_out(0, 1)
        boards = [f"{BOARDS}{day} burger_war/2" for day in ("2026-11-16", time.strftime("%Y-%m-%d", time.gmtime()))]
        for board in boards:
            await server.registry.store.save_score(board, StoredScore("t", 0, 1.0, 0.0, 1.0, "{}"))
        await server.registry._sweep_once(1)
        assert await server.registry.store.count() == 0
        assert await server.registry.store.boards() == boards[1:], "leaderboards go too, but not today's"


async def test_stores_are_copied_in_both_directions(
    tmp_path: Path, postgres: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, back = str(tmp_path / "t.db"), postgres.database(), str(tmp_path / "back.db")
    async with run_server(tmp_path) as server:
        done = await server.make("me", "me", start=True)
        table, keys = done["table"]["id"], [one["token"] for one in done["seats"]]
        async with server.connect(table, *keys) as client:
            await client.ask(type="say", seat=0, text="\u2615 and \ud55c\uad6d")
            asked = await client.until(lambda one: one["type"] == "view" and one["view"]["moves"])
            await client.play(asked["seat"])
        before = [await server.registry.store.load(table), await server.registry.store.entries(table)]
        chat = await server.registry.store.chat(table, 9)
        assert await asyncio.to_thread(serve, ["copy", here, there]) == 0, "also while a server uses it"
    assert await asyncio.to_thread(serve, ["copy", here, there]) == 2, "not into a store that is not empty"
    assert "empty" in capsys.readouterr().err
    assert await asyncio.to_thread(serve, ["copy", there, back]) == 0
    for address in (there, back):
        assert await asyncio.to_thread(serve, ["--db", address, "check"]) == 0
        store = open_store(address)
        await store.open()
        kept = await store.load(table)
        assert kept is not None
        kept.keeper = 0
        assert [kept, await store.entries(table)] == before and await store.chat(table, 9) == chat
        await store.close()
    assert await asyncio.to_thread(serve, ["--db", there, "backup", str(tmp_path / "copy.db")]) == 0
    assert await asyncio.to_thread(serve, ["--db", there, "restore", str(tmp_path / "copy.db")]) == 2
    assert await asyncio.to_thread(serve, ["--db", there, "restore", "--force", str(tmp_path / "copy.db")]) == 0
    async with run_server(tmp_path, db=there) as server, server.connect(table, *keys) as client:
        assert (await client.of("view"))["number"] == 1
        assert await asyncio.to_thread(serve, ["copy", back, there]) == 2, "not into a database that is in use"


def test_a_password_is_not_shown() -> None:
    assert without_password("postgresql://ann:pa:ss@db/tables") == "postgresql://ann@db/tables"
    assert without_password("tables.db") == "tables.db"
