"""The daily deal's leaderboard: one entry per table, bounded rows, no hints."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight.coach import daily
from bunfight.server.http import coaching
from bunfight.server.storage.interface import StoredScore
from bunfight.server.storage.sql import BEST
from bunfight.server.storage.sqlite import SqliteStore, translate

GAME = "burger_war"


async def dealt(server: Any, date: str) -> tuple[str, str]:
    """A table of the deal of that day, with the token of its player."""
    deal = daily.deal(GAME, date)
    places = [{"kind": "me"}] + [{"kind": "bot", "bot": deal.bot}] * (deal.seats - 1)
    request = {"game": GAME, "places": places, "practice": deal.seed, "undo": "off", "start": True}
    made = await server.post("/api/tables", {**request, "pace": "instant"}, status=201)
    return made["table"]["id"], made["seats"][0]["token"]


async def test_a_table_is_entered_once_whatever_ids_are_invented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coaching, "Review", dict[str, int])
    monkeypatch.setattr(daily, "score", lambda *_: daily.Score(1.0, 0.25, 0.75, 0.0, 1, ""))
    async with run_server(tmp_path) as server:
        table, token = await dealt(server, daily.today())
        async with server.connect(table, token) as client:
            await client.play_out(0)
        await server.registry.store.save_review(table, "review", "{}")
        for number in range(5):
            entry = {"table": table, "browser": f"invented {number:011}", "name": f"Me {number}"}
            board = await server.post(f"/api/daily/{GAME}", entry, token, status=200)
            assert [one["name"] for one in board["scores"]] == ["Me 0"]


async def test_there_are_no_hints_until_the_day_is_over(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for date, kind in ((daily.today(), "refused"), ("2999-01-01", "refused"), ("2020-01-01", "hinted")):
            table, token = await dealt(server, date)
            async with server.connect(table, token) as client:
                await client.asked(0)
                told = await client.ask(type="hint", seat=0, bot="random")
                assert told["type"] == kind, date
                assert kind == "hinted" or (told["rule"], told["told"]["zh"]) == ("TABLE-HINT", "每日一局中没有提示")


async def test_the_best_scores_of_many_are_found_without_reading_the_others(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "scores.db")
    await store.open()
    await store.save_score("daily 1", StoredScore("t", 1, 0.5, 0.0, 1.0, "{}"))
    await store.close()
    with closing(sqlite3.connect(tmp_path / "scores.db")) as db:
        plan = db.execute("EXPLAIN QUERY PLAN " + translate(f"SELECT tid, score {BEST} LIMIT $2"), ("daily 1", 100))
        steps = [row[-1] for row in plan]
    assert any("scores_best" in step for step in steps) and not any("SCAN" in step for step in steps)
