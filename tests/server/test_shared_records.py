"""Uploaded records: games in links, and games moved between devices and servers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from server_harness import run_server

from bunfight import games
from bunfight.engine import InvalidInput, estimator
from bunfight.engine.table import Table
from bunfight.i18n.words import error_text
from bunfight.server.shared_records import checked

GAMES = ("buffet_boss", "burger_boss", "burger_up", "burger_war", "jom_burger")


def played(name: str, decisions: int = 10**6, seed: str = "shared") -> Table:
    """A game of random moves."""
    game = games.load(name)
    table = Table(game, ["Ann", "Ben"], seed, {}, estimator(game))
    rng = random.Random(seed)
    while table.state.agenda and len(table.record.entries) < decisions:
        seat = table.state.awaiting()[0]
        table.play(seat, rng.choice(table.game.view(table.state, seat).moves))
    return table


def brief(text: str) -> str:
    """A record without its events, as links have it."""
    rows = [json.loads(line) for line in text.splitlines()]
    return "\n".join(json.dumps({key: row[key] for key in row if key != "said"}) for row in rows)


def changed(text: str, line: int, **values: Any) -> str:
    rows = [json.loads(one) for one in text.splitlines()]
    rows[line] |= values
    return "\n".join(json.dumps(row) for row in rows)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_without_events_is_completed(name: str) -> None:
    text = played(name).record.text()
    _, record = checked(brief(text), GAMES)
    assert record.text() == text


@pytest.mark.parametrize("name", GAMES)
def test_a_running_game_can_be_cut(name: str) -> None:
    text = played(name, 6).record.text()
    _, record = checked(brief(text), GAMES)
    assert record.end is None and record.text() == text
    assert len(checked(brief(text), GAMES, at=2)[1].entries) == 2
    with pytest.raises(InvalidInput):
        checked(text, GAMES, at=7)


def test_what_does_not_match_is_rejected() -> None:
    text = brief(played("burger_war").record.text())
    lines = text.splitlines()
    wrong = {
        "ends before the deal": "\n".join(lines[:2]),
        "result is missing": "\n".join(lines[:-1]),
        "line 1": "hello",
        "does not offer": text.replace("burger_war", "unknown_game", 1),
        "another card list": changed(text, 0, cards="0"),
        "version 99 of the rules": changed(text, 0, rules=99),
        "the game is for": changed(text, 0, seats=["Ann"]),
        "hash": changed(text, 1, luck="0" * 64),
        "seed": changed(text, -1, seeds=["another"]),
        "the recorded result": changed(text, -1, end={"totals": [99, 0]}),
        "decision 1": changed(text, 3, move="nonsense"),
    }
    for why, bad in wrong.items():
        with pytest.raises(InvalidInput) as caught:
            checked(bad, GAMES)
        assert why in error_text(caught.value), (why, error_text(caught.value))


@pytest.mark.parametrize("name", GAMES)
def test_damaged_records_fail_with_a_reason(name: str) -> None:
    text, rng = brief(played(name, 12).record.text()), random.Random(name)
    letters = '0123456789{}[],:"-.ab\\ue\n'
    for _ in range(300):
        at = rng.randrange(len(text))
        damaged = text[:at] + rng.choice(letters) * rng.randrange(1, 4) + text[at + rng.randrange(3) :]
        try:
            checked(damaged, GAMES)
        except InvalidInput as error:
            assert error_text(error)


async def test_a_finished_game_is_loaded_once(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        text = brief(played("burger_war").record.text())
        made = await server.post("/api/records", {"record": text}, status=201)
        table = made["table"]["id"]
        assert made["table"]["state"] == "over" and made["table"]["casual"]
        again = await server.post("/api/records", {"record": text}, status=201)
        assert again["table"]["id"] == table and not again["seats"]
        assert (await server.get(f"/api/tables/{table}/verify"))["good"]
        info = await server.get(f"/api/tables/{table}/replay")
        assert info["how"] == "rules" and info["names"] == ["Ann", "Ben"]
        on = await server.post(f"/api/tables/{table}/play-on", {"at": 3, "seats": [0]}, status=201)
        assert on["table"]["state"] == "playing"


async def test_a_running_game_goes_on(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        text = brief(played("burger_war", 5).record.text())
        made = await server.post("/api/records", {"record": text, "seats": [1], "name": "Cleo"}, status=201)
        table = made["table"]["id"]
        assert made["table"]["state"] == "playing" and made["table"]["seats"][1]["name"] == "Cleo"
        async with server.connect(table, made["seats"][0]["token"]) as client:
            first = await client.of("view")
            assert first["number"] >= 5
            await client.play_out(1)
        checks = await server.get(f"/api/tables/{table}/verify")
        assert checks["good"], checks
        # the whole game can be sent on, although nobody knows the seed of its beginning
        record = (await server.http.get(f"/api/tables/{table}/record")).text
        assert (await server.post("/api/records", {"record": record}, status=201))["table"]["state"] == "over"


async def test_running_games_of_a_server_are_not_given_away(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        await server.get(f"/api/tables/{made['table']['id']}/record", 409)
        bad = await server.post("/api/records", {"record": "hello"}, status=400)
        assert bad["text"]["zh"] and "line 1" in bad["why"]
