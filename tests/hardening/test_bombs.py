"""Hostile card lists, addresses and headers."""

from __future__ import annotations

import asyncio
import random
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from server_harness import TIMEOUT, QuickWorkers, run_server

from bunfight import games
from bunfight.engine.errors import InvalidInput
from bunfight.server import card_lists
from bunfight.server.bots import TableSetup
from bunfight.server.observability.metrics import METRICS
from bunfight.server.workers.pool import WorkerPools


def printed(game: str) -> str:
    return files(f"bunfight.games.{game}").joinpath("cards.toml").read_text(encoding="utf-8")


def bomb(kinds: int, copies: int) -> str:
    """A list of Burger War with ever more cards, of which each can be swapped for each."""
    more = (
        f'\n[[card]]\nid="x{n}"\nname="X"\ncategory="ingredient"\ntype="BUN"\nmodifier=1\nrarity="plain"\neffect=""\n'
        f"short={copies}\nfull={copies}\n"
        for n in range(kinds)
    )
    return printed("burger_war") + "".join(more)


async def test_a_malicious_card_list_harms_only_its_trial_process(tmp_path: Path) -> None:
    workers = WorkerPools(1, 1, 10.0)
    async with run_server(tmp_path, workers) as server:
        server.http.timeout = 50  # a process must be started first
        places = [{"kind": "me"}, {"kind": "me"}]
        games.load("burger_war")
        known = games.load.cache_info().currsize
        refused = await server.post(
            "/api/tables", {"game": "burger_war", "places": places, "cards": bomb(230, 20)}, status=400
        )
        assert refused["why"] and METRICS.limited.values["cards"]
        request = {"game": "burger_war", "places": places, "cards": printed("burger_war") + "# mine\n"}
        assert (await server.post("/api/tables", request, status=201))["table"]["own_cards"]
        assert games.load.cache_info().currsize <= known + 1, "the server itself did not read the bomb"


async def test_a_list_is_parsed_only_where_it_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dotted key takes time that grows with the square of its length: five seconds for 40,000 characters."""
    parsed: list[str] = []
    loads = tomllib.loads

    def watched(text: str) -> dict[str, Any]:
        if text.startswith("a.a."):
            parsed.append(text)
            return {}
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", watched)

    class Trial(QuickWorkers):
        async def try_setup(self, setup: TableSetup, owner: str = "") -> Any:
            assert not parsed, "it was parsed before its trial"
            raise InvalidInput("cards_costly")

    async with run_server(tmp_path, Trial()) as server:
        request = {"game": "burger_war", "places": [{"kind": "me"}] * 2, "cards": ".".join("a" * 19_000) + " = 1"}
        assert "too much time" in (await server.post("/api/tables", request, status=400))["why"]
        assert not parsed


def test_the_time_for_parsing_is_part_of_the_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_lists, "TRIAL_SECONDS", 0.05)
    told = card_lists.try_setup(TableSetup("burger_war", ".".join("a" * 19_000) + " = 1", {}, 2))
    assert isinstance(told, InvalidInput) and told.key == "cards_costly"


def test_time_may_run_out_while_another_error_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    class Late(Exception):
        def __str__(self) -> str:
            raise card_lists.TrialTimeout

    def options(setup: TableSetup) -> Any:
        raise Late

    monkeypatch.setattr(card_lists, "checked_options", options)
    tried = card_lists.try_setup(TableSetup("burger_war", "x = 1", {}, 2))
    assert isinstance(tried, InvalidInput) and tried.key == "cards_costly"


def test_a_trial_has_little_time_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(name: str, cards: str) -> Any:
        while True:
            pass

    build.cache_clear = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr(card_lists, "TRIAL_SECONDS", 0.05)
    monkeypatch.setattr(games, "load", build)
    tried = card_lists.try_setup(TableSetup("burger_war", "x = 1", {}, 2))
    assert isinstance(tried, InvalidInput) and tried.key == "cards_costly"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\n".join(f"[[card]]\nid = 'x{n}'" for n in range(500)), "cards_large"),
        ("a = [" + "1," * 9000 + "]", "cards_large"),
        ("a = " + "[" * 30 + "]" * 30, "cards_deep"),
        ("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p = 1", "cards_deep"),
        ("a = nan", "large_number"),
        ("a = -1e300", "large_number"),
    ],
)
def test_what_a_list_costs_is_known_before_it_is_read(text: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        card_lists.check_size(text)


@pytest.mark.parametrize("game", games.names())
def test_every_printed_list_is_accepted(game: str) -> None:
    card_lists.check_size(printed(game))


@pytest.mark.parametrize("game", games.names())
def test_a_mutated_list_is_played_or_refused_in_words(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_lists.games.load, "cache_clear", lambda: None, raising=False)  # type: ignore[attr-defined]
    dice, lines = random.Random(game), printed(game).splitlines()
    junk = (
        "[]",
        "{}",
        "-1",
        "0",
        "9999",
        "''",
        "'x'",
        "true",
        "[[1]]",
        "{a=1}",
        "1.5",
        "['a','a']",
        "nan",
        "1979-05-27",
    )
    for _ in range(60):
        made = list(lines)
        for _ in range(dice.choice((1, 1, 2, 5))):
            at = dice.randrange(len(made))
            key, equals, _ = made[at].partition("=")
            made[at] = (
                dice.choice((f"{key}= {dice.choice(junk)}", "", made[dice.randrange(len(made))])) if equals else ""
            )
        text = "\n".join(made)
        told = card_lists.try_setup(TableSetup(game, text, {}, 2))
        assert isinstance(told, dict) or told.key != "cards_unread" or "ValueError" in str(told), told


async def test_a_table_that_cannot_be_woken_is_frozen_with_a_reason(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        own = printed("burger_war") + "# mine\n"
        made = await server.make(
            "medium", "medium", "me", game="burger_war", cards=own, pace="calm", clock={"kind": "relaxed"}, start=True,
            options={"first_player": "seat", "first_seat": 1},  # a bot begins, so that the table is due at once
        )  # fmt: skip
        table = made["table"]["id"]

    class Bombed(QuickWorkers):
        async def try_setup(self, setup: TableSetup, owner: str = "") -> Any:
            self.tries = getattr(self, "tries", 0) + 1
            raise InvalidInput("cards_costly")

    workers = Bombed()
    async with run_server(tmp_path, workers, idle_seconds=0.0) as server:
        async with asyncio.timeout(TIMEOUT):
            while table not in server.registry.frozen:
                await asyncio.sleep(0.01)
        assert "too much time" in server.registry.frozen[table]
        await asyncio.sleep(2.5)  # the next looks for what is due
        assert workers.tries == 1, "it was tried again and again"
        told = await server.get(f"/api/tables/{table}")
        assert told["state"] == "frozen" and "too much time" in told["note"]
        assert "bunfight_frozen_tables 1" in (await server.http.get("/metrics")).text
    async with run_server(tmp_path) as server:
        assert table in server.registry.frozen
        assert (await server.get(f"/api/tables/{table}"))["state"] == "playing", "when somebody comes it is tried again"
        assert table not in server.registry.frozen


async def test_a_list_that_was_dealt_is_not_tried_again_with_every_table(tmp_path: Path) -> None:
    """One client could otherwise keep the only process for trials busy with tables that leave and enter memory."""

    class Counted(QuickWorkers):
        tries = 0

        async def try_setup(self, setup: TableSetup, owner: str = "") -> Any:
            self.tries += 1
            return await super().try_setup(setup, owner)

    workers = Counted()
    async with run_server(tmp_path, workers) as server:
        own = printed("burger_war") + "# mine\n"
        table = (await server.make("me", "me", game="burger_war", cards=own, start=True))["table"]["id"]
        for _ in range(3):
            server.registry.rooms[table].close()
            assert (await server.get(f"/api/tables/{table}"))["own_cards"]
        assert workers.tries == 1


PATHS = {
    "/%00": 200, "/a%00.js": 404, "/" + "x" * 300: 200, "/" + "x" * 300 + ".js": 404, "/" + "a/" * 3000: 200,
    "/api/tables/%00": 404, "/api/tables/" + "x" * 5000: 404, "/api/games/%ff%fe": 404,
}  # fmt: skip


async def test_odd_paths_have_the_right_status(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for path, status in PATHS.items():
            assert (await server.http.get(path)).status_code == status, path


async def test_odd_headers_and_numbers_are_rejected(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, *tokens) as client:
            await client.play_out(0, 1)
        for query in ("seat=0009", "seat=-1", "seat=9" * 900, "seat=%C2%B2", "seat=\u0661", "seat=001"):
            await server.get(f"/api/tables/{table}/replay/1?{query}", 404)
        for number in ("9" * 5000, "-1", "1e3", "%C2%B2", "\u0661", "x"):
            await server.get(f"/api/tables/{table}/replay/{number}", 404)
        for origin in ("http://[", "http://[::1", "//", "http://[v1.]"):
            reply = await server.http.post("/api/tables", json={}, headers={"origin": origin})
            assert reply.status_code == 403
        for header in ("Bearer", "Bearer ,,,", "Bearer " + "x" * 5000, "Bearer \u00ff".encode("latin-1")):
            reply = await server.http.get(f"/api/tables/{table}", headers={"authorization": header})
            assert reply.status_code == 200
