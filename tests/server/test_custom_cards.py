"""Tables with custom card lists."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight import games
from bunfight.engine import record as records
from bunfight.engine.verify import verify
from bunfight.testing.rejects import rejects

PRINTED = files("bunfight.games.burger_war").joinpath("cards.toml").read_text(encoding="utf-8")
OWN = PRINTED.replace("short = 3\nfull = 5", "short = 4\nfull = 6", 1)
GAME = {"game": "burger_war", "start": True}


async def test_a_whole_game_with_own_cards_and_what_comes_after_it(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", cards=OWN, **GAME)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        assert made["table"]["own_cards"]
        assert (await server.http.get(f"/api/tables/{table}/cards")).text == OWN
        async with server.connect(table, token) as client:
            first = await client.asked(0)
            changed = {kind["id"]: kind["copies"] for kind in first["view"]["kinds"]}
            assert changed["bun_n2"] == 4
            await client.play(0)
    async with run_server(tmp_path) as server:
        async with server.connect(table, token) as client:
            assert (await client.of("welcome"))["table"]["state"] == "playing"
            await client.play_out(0)
        assert (await server.get(f"/api/tables/{table}/verify"))["good"]
        assert (await server.get(f"/api/tables/{table}/replay"))["how"] == "rules"
        record = records.load((await server.http.get(f"/api/tables/{table}/record")).text)
        assert verify(games.load("burger_war", OWN), record)
        with rejects("another card list"):
            verify(games.load("burger_war"), record)
        there = (await server.post(f"/api/tables/{table}/again", {}, token, status=200))["table"]
        on = await server.post(f"/api/tables/{table}/play-on", {"at": 2, "seats": [0]}, status=201)
        for one in (there, on["table"]):
            assert one["own_cards"] and (await server.http.get(f"/api/tables/{one['id']}/cards")).text == OWN
        async with server.connect(on["table"]["id"], on["seats"][0]["token"]) as client:
            await client.play_out(0)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"cards": "x" * 40_001}, "at most 40000 characters"),
        ({"cards": "no = = toml"}, "not a TOML file"),
        ({"cards": "a = " + "[" * 5000}, "not a TOML file"),
        ({"cards": PRINTED.replace("short = 3", "short = 100000", 1)}, "beyond 1000"),
        ({"cards": PRINTED.replace('type = "BUN"', 'type = "BRICK"', 1)}, "bun_n2"),
        ({"cards": PRINTED.replace('"burger_war"', '"burger_up"', 1)}, "burger_war"),
        ({"cards": OWN, "game": "_template"}, "cannot be played with your own card list"),
    ],
)
async def test_a_card_list_that_cannot_be_played_is_refused_with_reasons(
    tmp_path: Path, settings: Any, why: str
) -> None:
    async with run_server(tmp_path) as server:
        places = [{"kind": "me"}, {"kind": "me"}]
        refused = await server.post("/api/tables", {"game": "burger_war", "places": places, **settings}, status=400)
        assert why in refused["why"]
        assert await server.registry.store.count() == 0


async def test_a_server_may_allow_printed_cards_only(tmp_path: Path) -> None:
    async with run_server(tmp_path, cards=0) as server:
        request = {"game": "burger_war", "places": [{"kind": "me"}, {"kind": "me"}]}
        rejected = await server.post("/api/tables", {**request, "cards": OWN}, status=400)
        assert "does not accept your own card lists" in rejected["why"]
        made = await server.post("/api/tables", request, status=201)
        assert not made["table"]["own_cards"]
        await server.get(f"/api/tables/{made['table']['id']}/cards", 404)


async def test_cards_that_a_newer_version_cannot_read_freeze_their_table(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", cards=OWN, **GAME)
        waiting = await server.make("me", "me", game="burger_war", cards=OWN)
        for one in (made, waiting):
            room = server.registry.rooms[one["table"]["id"]]
            room.session.head.own_cards = "unreadable ="
            await room.commit(head=True)
            room.close()
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            assert (await client.of("welcome"))["table"]["state"] == "frozen"
        start = f"/api/tables/{waiting['table']['id']}/start"
        assert (await server.post(start, {}, waiting["host"], status=409))["error"] == "frozen"
