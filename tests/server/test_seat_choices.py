"""Players choose per-seat options, such as the colour of their restaurant, before the start."""

from __future__ import annotations

from pathlib import Path

import pytest
from server_harness import run_server

from bunfight.engine import Option
from bunfight.engine.options import arranged


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        (["", "", ""], "red,blue,green,black"),
        (["", "red", ""], "blue,red,green,black"),
        (["black", "", "red"], "black,blue,red,green"),
    ],
)
def test_seats_without_a_choice_get_the_rest_in_order(choices: list[str], expected: str) -> None:
    option = Option("colours", "red,blue,green,black", ("red", "blue", "green", "black"), many=True, by_seat=True)
    found = arranged(option.default, choices)
    assert found == expected and option.value(found) == expected


async def test_players_choose_their_restaurants_before_the_start(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", "medium", game="burger_boss")
        table, ann = made["table"]["id"], made["seats"][0]["token"]
        bob = (await server.post(f"/api/tables/{table}/join", {"name": "Bob"}, status=200))["token"]
        async with server.connect(table, ann) as one, server.connect(table, bob) as two:
            choose = {"type": "choose", "option": "restaurants"}
            assert (await one.ask(seat=0, value="hipster", **choose))["type"] == "ok"
            seen = await two.until(lambda m: m["type"] == "table" and m["table"]["seats"][0]["choices"])
            assert seen["table"]["seats"][0]["choices"] == {"restaurants": "hipster"}
            taken = await two.ask(seat=1, value="hipster", **choose)
            assert taken["rule"] == "TABLE-CHOICE" and taken["told"]["en"] == "another player has chosen that"
            assert (await two.ask(seat=0, value="great_burger", **choose))["rule"] == "TABLE-SEAT"
            assert (await one.ask(seat=0, value="great_burger", **choose))["type"] == "ok"
            assert (await two.ask(seat=1, value="hipster", **choose))["type"] == "ok", "it is free again"
            for wrong in ({"value": "wimpy"}, {"option": "customer_deck", "value": "face_up"}, {"option": "none"}):
                assert (await one.ask(seat=0, **choose | wrong))["rule"] == "TABLE-CHOICE"
            started = await server.post(f"/api/tables/{table}/start", {}, made["host"], status=200)
            assert started["options"]["restaurants"] == "great_burger,hipster,mcdowels,big_tasties,burger_prince"
            view = (await one.of("view"))["view"]
            assert [player["sign"] for player in view["players"]] == ["great_burger", "hipster", "mcdowels"]
            late = await one.ask(seat=0, value="big_tasties", **choose)
            assert late["rule"] == "TABLE-CHOICE" and late["told"]["en"] == "the game has started"


async def test_only_what_the_host_offers_and_a_choice_can_be_taken_back(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        options = {"restaurants": "hipster,mcdowels"}
        made = await server.make("me", "medium", game="burger_boss", options=options)
        table = made["table"]["id"]
        async with server.connect(table, made["seats"][0]["token"]) as one:
            choose = {"type": "choose", "seat": 0, "option": "restaurants"}
            assert (await one.ask(value="great_burger", **choose))["rule"] == "TABLE-CHOICE"
            assert (await one.ask(value="mcdowels", **choose))["type"] == "ok"
            assert (await one.ask(value="", **choose))["type"] == "ok"
        started = await server.post(f"/api/tables/{table}/start", {}, made["host"], status=200)
        assert started["options"] == {**started["options"], **options}, "nobody chose, so the order stays"


async def test_a_choice_survives_a_restart_and_goes_with_its_player(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", game="burger_boss")
        table, ann = made["table"]["id"], made["seats"][0]["token"]
        bob = (await server.post(f"/api/tables/{table}/join", {"name": "Bob"}, status=200))["token"]
        for seat, token, value in ((0, ann, "burger_prince"), (1, bob, "hipster")):
            request = {"type": "choose", "id": "c", "seat": seat, "option": "restaurants", "value": value}
            await server.post(f"/api/tables/{table}/send", request, token, status=200)
    async with run_server(tmp_path) as server:
        info = await server.get(f"/api/tables/{table}")
        assert [seat["choices"] for seat in info["seats"]] == [
            {"restaurants": "burger_prince"},
            {"restaurants": "hipster"},
        ]
        info = await server.post(f"/api/tables/{table}/leave", {"seat": 1}, bob, status=200)
        assert info["seats"][1]["choices"] == {} and info["seats"][0]["choices"]
