"""Compares every message of whole games with what its reader may know."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_harness import run_server

from bunfight import games, protocol
from bunfight.engine import EventLog, Rng, TapeLuck, play
from bunfight.engine.event import plain
from bunfight.engine.record import load
from bunfight.engine.table import replay
from bunfight.server import attachments, tokens

ALLOWED = {
    "welcome": {"protocol", "server", "table", "seats", "host", "chat", "now", "reminders"},
    "view": {"seat", "version", "number", "since", "reset", "view", "heard", "undo", "sealed"},
    "table": {"table"},
    "presence": {"seats", "watchers"},
    "clock": {"version", "seats"},
    "ok": {"id", "version"},
    "attachment": {"seat", "number", "kind", "body", "seconds"},
}


def offered() -> list[str]:
    return ["_template", *games.names()]


@pytest.mark.parametrize("name", offered())
async def test_every_message_of_a_game_says_only_what_its_reader_may_know(tmp_path: Path, name: str) -> None:
    game = games.load(name)
    count = 3 if 3 in game.seats else game.seats[0]
    options = {}
    if game.physics:
        pytest.importorskip("pymunk")
        count, options = 2, {"version": "lunch"}
    async with run_server(tmp_path) as server:
        places = [{"kind": "me"}, *[{"kind": "bot", "bot": "medium"}] * (count - 1)]
        request = {"game": name, "places": places, "options": options, "pace": "instant", "start": True}
        made = await server.post("/api/tables", request, status=201)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client, server.connect(table) as watcher:
            await watcher.of("view")
            await client.ask(type="stand_in", seat=0, whom=0)
            await watcher.until_over(50)
            await client.until_over(50)
        record = load((await server.http.get(f"/api/tables/{table}/record")).text)
        assert replay(game, record)[1]
        for reader, got in ((0, client.got), (None, watcher.got)):
            walk(game, record, reader, got)
        secrets = [token, made["host"], *(tokens.digest(one) for one in (token, made["host"]))]
        for message in client.got + watcher.got:
            text = json.dumps(message)
            assert not any(tokens in text for tokens in secrets)
            over = message.get("table", {}).get("state") == "over"
            assert over or not message.get("table", {}).get("seeds")


def walk(game: Any, record: Any, reader: int | None, got: list[Any]) -> None:
    """Compare with what the engine itself says."""
    said = replay(game, record)[1]
    state, _ = replay(game, record, 0)
    known = at = 0
    for message in got:
        assert set(message) - {"type"} <= ALLOWED[message["type"]], message["type"]
        if message["type"] != "view":
            continue
        assert message["seat"] == reader
        for entry in record.entries[at : message["number"]]:
            play(state, entry.seat, game.grammar.parse(entry.move), TapeLuck(entry.luck), EventLog(False))
        at = message["number"]
        told = msgspec.to_builtins(game.view(state, reader))
        assert message["view"] == json.loads(json.dumps(told))
        if game.id == "_template":
            scrambled = game.view(game.resample_hidden(state, reader, Rng("s")), reader)
            assert message["view"] == json.loads(json.dumps(msgspec.to_builtins(scrambled)))
        since = -1 if message["reset"] else message["since"]
        truth = [
            {"number": number, "event": attachments.strip(game, plain(event))}
            for number in range(since + 1, message["number"] + 1)
            for one in said[number]
            if (event := one.heard(reader)) is not None
        ]
        assert message["heard"] == json.loads(json.dumps(truth))
        known = message["number"]
    assert known == len(record.entries)


async def test_tokens_are_kept_as_digests_and_never_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with run_server(tmp_path, log="json") as server:
        logging.getLogger("bunfight.server").propagate = True
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            await client.play(0)
        await server.get(f"/api/tables/{table}/view", token=token)
        seed = server.registry.rooms[table].session.head.chapters[0].seed
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in kept and made["host"].encode() not in kept
    assert tokens.digest(token).encode() in kept
    assert not any(tokens in caplog.text for tokens in (token, made["host"], seed, tokens.digest(token)))
    assert table in caplog.text


def test_no_message_can_hold_a_state() -> None:
    with pytest.raises(TypeError):
        game = games.load("_template")
        from bunfight.engine import Table

        protocol.encode(
            protocol.Attachment(seat=0, number=0, kind="x", body=Table(game, ["a", "b"], "s").state, seconds=0.0)
        )


async def test_records_of_running_games_are_refused(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        table = made["table"]["id"]
        for path in ("record", "replay", "replay/0?seat=1", "replay/0?seat=all", "chart", "verify"):
            reply = await server.get(f"/api/tables/{table}/{path}", 409)
            assert reply["error"] == "running"
        await server.post(f"/api/tables/{table}/play-on", {"at": 0, "seats": [0]}, status=409)
