"""What one player could do to another through the server."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight import games
from bunfight.server.attachments import relays_ephemeral
from bunfight.server.observability.metrics import METRICS
from bunfight.server.rooms import clocks, scheduler

DAYS = {"kind": "days", "days": 3}


class SystemClock:
    """Stands in for the ``time`` module; ``ahead`` is how far the system clock was set."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.monotonic, self.perf_counter = time.monotonic, time.perf_counter

    def time(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def system_clock(monkeypatch: pytest.MonkeyPatch) -> SystemClock:
    clock = SystemClock()
    monkeypatch.setattr(clocks, "time", clock)
    monkeypatch.setattr(scheduler, "time", clock)
    return clock


async def until(happened: Any) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


# Bots that stand in


async def test_nobody_is_replaced_in_a_slow_game_before_their_time_is_up(
    tmp_path: Path, system_clock: SystemClock
) -> None:
    async with run_server(tmp_path, grace=0.0) as server:
        made = await server.make("me", "me", start=True, clock=DAYS)
        room = server.registry.rooms[made["table"]["id"]]
        async with server.connect(room.id, made["seats"][0]["token"]) as client:
            await client.play(0)
            early = await client.ask(type="stand_in", seat=0, whom=1)
            assert (early["type"], early["rule"]) == ("refused", "TABLE-AWAY") and "天" in early["told"]["zh"]
            assert not room.session.seats[1].bot
            system_clock.ahead += 4 * 86_400
            room.schedule.plan()
            await until(lambda: room.session.number > 1)
            assert (await client.ask(type="stand_in", seat=0, whom=1))["type"] == "ok"
            assert room.session.seats[1].bot == "medium"


async def test_whoever_plays_again_has_all_their_time_again(tmp_path: Path, system_clock: SystemClock) -> None:
    async with run_server(tmp_path, grace=0.0) as server:
        made = await server.make("me", "me", start=True, clock=DAYS, game="burger_up")
        room = server.registry.rooms[made["table"]["id"]]
        async with server.connect(room.id, *[key["token"] for key in made["seats"]]) as client:
            (seat,) = room.session.awaiting()
            system_clock.ahead += 4 * 86_400
            room.schedule.plan()
            await until(lambda: room.session.running.late == [seat])
            while room.session.running.late:
                (acting,) = room.session.awaiting()
                await client.play(acting)
            assert acting == seat


async def test_an_opponent_does_not_choose_who_stands_in(tmp_path: Path) -> None:
    async with run_server(tmp_path, grace=0.0) as server:
        made = await server.make("me", "me", start=True, stand_in_bot="hard")
        room = server.registry.rooms[made["table"]["id"]]
        assert made["table"]["stand_in_bot"] == "hard"
        async with server.connect(room.id, made["seats"][0]["token"]) as client:
            chosen = await client.ask(type="stand_in", seat=0, whom=1, bot="random")
            assert chosen["type"] == "trouble" and not room.session.seats[1].bot
            assert (await client.ask(type="stand_in", seat=0, whom=1))["type"] == "ok"
            assert room.session.seats[1].bot == "hard"
        wrong = {"game": "_template", "places": [{"kind": "me"}, {"kind": "me"}], "stand_in_bot": "no such bot"}
        await server.post("/api/tables", wrong, status=400)


# Clocks


@pytest.mark.parametrize("game", ["_template", "burger_up", "burger_boss", "jom_burger", "burger_war"])
@pytest.mark.parametrize("kind", ["fast", "relaxed", "days"])
async def test_undoing_a_move_does_not_give_its_time_back(
    tmp_path: Path, system_clock: SystemClock, game: str, kind: str
) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True, game=game, clock={"kind": kind})
        room, tokens = server.registry.rooms[made["table"]["id"]], [key["token"] for key in made["seats"]]
        async with server.connect(room.id, *tokens) as client:
            for _ in range(200):  # until somebody may undo a move at once
                seat, number = room.session.awaiting()[0], room.session.number
                before, bank = room.clocks.deadline(seat), room.clocks.bank(seat)
                system_clock.ahead += 15.5
                assert (await client.play(seat))["type"] == "ok"
                if room.session.number == number + 1 and room.undo.offer(seat).free is not None:
                    break
            system_clock.ahead += 10.0
            assert (await client.ask(type="undo", seat=seat))["type"] == "ok"
            assert room.session.number == number
            assert room.clocks.deadline(seat) == pytest.approx(before, abs=0.001)
            assert room.clocks.bank(seat) == bank


async def test_an_agreed_undo_takes_no_time_that_others_needed(tmp_path: Path, system_clock: SystemClock) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True, clock={"kind": "relaxed"})
        room = server.registry.rooms[made["table"]["id"]]
        one, two = [key["token"] for key in made["seats"]]
        async with server.connect(room.id, one) as client, server.connect(room.id, two) as other:
            await client.asked(0)
            system_clock.ahead += 20.0
            await client.play(0)
            await other.asked(1)
            system_clock.ahead += 50.0
            await other.play(1)
            await client.asked(0, 1)
            system_clock.ahead += 5.0
            assert (await client.ask(type="undo", seat=0, keep=0))["type"] == "ok"
            request = room.session.running.request
            assert request is not None
            assert (await other.ask(type="answer", seat=1, request=request.request, yes=True))["type"] == "ok"
            left = (room.clocks.deadline(0) or 0.0) - system_clock.time()
            assert left == pytest.approx(360 - 25, abs=2.0)


async def test_a_system_clock_that_is_set_back_stops_no_window_and_no_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system_clock: SystemClock
) -> None:
    monkeypatch.setitem(clocks.WINDOW, "instant", 0.3)
    monkeypatch.setattr(clocks.RevealWindow, "is_open", lambda self: True)
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True, clock={"kind": "relaxed"})
        room = server.registry.rooms[made["table"]["id"]]
        async with server.connect(room.id, *[key["token"] for key in made["seats"]]) as client:
            number = room.session.number
            system_clock.ahead -= 7200.0
            for seat in room.session.awaiting():
                assert (await client.play(seat))["type"] == "ok"
            await until(lambda: room.session.number > number)
            system_clock.ahead -= 7200.0
            room.schedule.plan()
            for seat in room.session.awaiting():
                assert (room.clocks.deadline(seat) or 0.0) < system_clock.time() + 400


# Seats and names


async def test_a_stranger_cannot_take_every_free_seat_of_public_tables(tmp_path: Path) -> None:
    async with run_server(tmp_path, seats_per_hour=8) as server:
        tables = [await server.make("open", "open", "open", public=True) for _ in range(4)]
        taken = []
        for made in tables:
            for n in range(3):
                reply = await server.http.post(f"/api/tables/{made['table']['id']}/join", json={"name": f"Xu {n}"})
                taken.append(reply.status_code)
        assert taken == [200, 200, 403, 200, 200, 403, *[429] * 6], "two at a table, four at once"
        more = await server.make("open", "open", public=True)
        refused = await server.post(f"/api/tables/{more['table']['id']}/join", {"name": "Xu"}, status=429)
        assert refused["rule"] == "TABLE-SITS" and METRICS.limited.values["seats"]
        private = await server.make("open", "open", "open")
        for n in range(3):
            await server.post(f"/api/tables/{private['table']['id']}/join", {"name": f"Xu {n}"}, status=200)


async def test_only_the_host_starts_a_public_table(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", public=True)
        table = made["table"]["id"]
        joined = await server.post(f"/api/tables/{table}/join", {"name": "Xu"}, status=200)
        await server.post(f"/api/tables/{table}/start", {}, joined["token"], status=403)
        started = await server.post(f"/api/tables/{table}/start", {}, made["host"], status=200)
        assert started["state"] == "playing"


async def test_a_player_whom_the_host_removed_stays_away(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("medium", "open", public=True)
        table = made["table"]["id"]
        joined = await server.post(f"/api/tables/{table}/join", {"name": "Xu"}, status=200)
        async with server.connect(table, joined["token"]) as client:
            await client.of("welcome")
            await server.post(f"/api/tables/{table}/furnish", {"seat": joined["seat"]}, joined["token"], status=403)
            await server.post(f"/api/tables/{table}/furnish", {"seat": joined["seat"]}, made["host"], status=200)
            assert (await client.of("bye"))["reason"] == "not_allowed"
        again = await server.post(f"/api/tables/{table}/join", {"name": "Ma"}, status=403)
        assert again["error"] == "removed"
        assert "client" not in str(made["table"]) and "removed" not in str(await server.get(f"/api/tables/{table}"))


@pytest.mark.parametrize(
    "name",
    [
        "Anna", "ANNA", " anna ", "\u0410nn\u0430", "Anna\u200b", "An\u115fna", "A n n a", "\u00c1nna",  # the host
        "Basil", "b\u0430sil", "BasiI",  # bots
        "\u2800", "\u3164\u3164", "...",  # nobody
    ],
)  # fmt: skip
async def test_a_name_that_could_be_mistaken_is_rejected(tmp_path: Path, name: str) -> None:
    async with run_server(tmp_path) as server:
        places = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
        made = await server.post("/api/tables", {"game": "_template", "places": places}, status=201)
        table = made["table"]["id"]
        reply = await server.http.post(f"/api/tables/{table}/join", json={"name": name})
        if reply.status_code == 200:
            assert reply.json()["table"]["seats"][1]["name"] == "Player 2", "only what nobody can see was left out"
        else:
            assert (reply.status_code, reply.json()["rule"]) == (409, "TABLE-NAME")


async def test_different_names_are_different(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for one, other in [("Ian", "Jan"), ("小明", "小红"), ("Ali", "Alf"), ("Анна", "Hanna"), ("Player 2", "")]:
            places = [{"kind": "me", "name": one}, {"kind": "open"}]
            made = await server.post("/api/tables", {"game": "_template", "places": places}, status=201)
            joined = await server.post(f"/api/tables/{made['table']['id']}/join", {"name": other}, status=200)
            assert joined["table"]["seats"][1]["name"] in (other, "Player 3")


async def test_undo_requests_are_limited(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        one, two = [key["token"] for key in made["seats"]]
        async with (
            server.connect(made["table"]["id"], one) as client,
            server.connect(made["table"]["id"], two) as other,
        ):
            await client.play(0)
            await other.play(1)
            await client.until(lambda m: m["type"] == "view" and m["number"] == 2)
            for _ in range(3):
                after = len(other.got)
                assert (await client.ask(type="undo", seat=0, keep=0))["type"] == "ok"
                asked = await other.until(lambda m: m["type"] == "table" and m["table"]["request"], after)
                request = asked["table"]["request"]["request"]
                assert (await other.ask(type="answer", seat=1, request=request, yes=False))["type"] == "ok"
            refused = await client.ask(type="undo", seat=0, keep=0)
            assert (refused["type"], refused["rule"]) == ("refused", "TABLE-ASKED")


@pytest.mark.parametrize("public", [False, True])
async def test_nobody_gets_the_cards_of_a_seat_that_was_left(tmp_path: Path, public: bool) -> None:
    """No server recognises a player who comes again from another browser and another address."""
    async with run_server(tmp_path, proxy=True) as server:
        made = await server.make("me", "me", "me", start=True, public=public, game="burger_war")
        table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
        await server.post(f"/api/tables/{table}/leave", {"seat": 1}, tokens[1], status=200)
        for who, seat, token in [(1, 1, tokens[0]), (1, 1, ""), (2, 1, ""), (3, None, ""), (3, 1, made["host"])]:
            headers = {"x-forwarded-for": f"192.0.2.{who}"} | ({"authorization": f"Bearer {token}"} if token else {})
            request = {"name": "Xu", "seat": seat}
            reply = await server.http.post(f"/api/tables/{table}/join", json=request, headers=headers)
            assert (reply.status_code, reply.json()["error"]) == (409, "begun"), (who, seat)
        assert [seat["resigned"] for seat in (await server.get(f"/api/tables/{table}"))["seats"]] == [
            False,
            True,
            False,
        ]
        async with server.connect(table, tokens[0], made["host"]) as client:
            assert (await client.of("welcome"))["seats"] == [0]


async def test_addresses_are_remembered_only_at_public_tables_until_the_start(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for public in (False, True):
            made = await server.make("me", "open", "open", public=public)
            table = made["table"]["id"]
            joined = await server.post(f"/api/tables/{table}/join", {"name": "Xu"}, status=200)
            await server.post(f"/api/tables/{table}/furnish", {"seat": joined["seat"]}, made["host"], status=200)
            stored = await server.registry.store.load(table)
            assert stored is not None
            assert (bool(stored.head.seats[0].client), len(stored.head.removed)) == (public, public)
            await server.post(f"/api/tables/{table}/start", {"fill": "random"}, made["host"], status=200)
            stored = await server.registry.store.load(table)
            assert stored is not None and not stored.head.removed
            assert [seat.client for seat in stored.head.seats] == [""] * 3


# Boards


@pytest.mark.parametrize(
    "changed",
    [
        {"piece": "nothing"}, {"piece": "plate"}, {"piece": 1}, {"piece": None}, {"x": "left"}, {"x": 10**9}, {"y": 1.5},
        {"a": True}, {"flip": "yes"}, {"flip": None}, {"more": 1}, {"kind": "push"},
    ],
)  # fmt: skip
def test_no_ephemeral_message_breaks_the_board_of_an_opponent(changed: dict[str, Any]) -> None:
    """Boards draw what they are sent; one of an unknown piece, or without a place, cannot be drawn."""
    game, held = games.load("buffet_boss"), {"piece": "egg.a", "x": -500, "y": 900, "a": 3599, "flip": True}
    assert relays_ephemeral(game, "hold", held)
    body = {key: value for key, value in (held | changed).items() if key != "kind" and value is not None}
    assert not relays_ephemeral(game, str(changed.get("kind", "hold")), body)
    assert not relays_ephemeral(games.load("burger_war"), "hold", held)
