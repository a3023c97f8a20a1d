"""The HTTP API besides tables: limits, pages, replays, settings, health, metrics and schemas."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import jsonschema_lite
import pytest
import websockets
from server_harness import run_server

from bunfight import games, protocol
from bunfight.bots import levels
from bunfight.engine.errors import InvalidInput
from bunfight.protocol.schema import game_schema, schema
from bunfight.server.observability.metrics import METRICS
from bunfight.server.settings import settle
from bunfight.server.start import address, is_local, main


async def test_every_answer_has_the_strict_headers(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for path in ("/", "/health", "/api/games", "/nowhere.png", "/api/nowhere", "/t/some-table"):
            headers = (await server.http.get(path)).headers
            assert "default-src 'none'" in headers["content-security-policy"], path
            assert "unsafe-inline" not in headers["content-security-policy"].replace(
                "style-src-attr 'unsafe-inline'", ""
            )
            assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


async def test_other_sites_may_not_talk_to_the_server(tmp_path: Path) -> None:
    async with run_server(tmp_path, origins=["https://friend.example"]) as server:
        own = f"http://127.0.0.1:{server.port}"
        request = {"game": "_template", "places": [{"kind": "me"}, {"kind": "medium"}]}
        for origin, status in (
            ("https://evil.example", 403),
            ("null", 403),
            (own, 400),
            ("https://friend.example", 400),
        ):
            reply = await server.http.post("/api/tables", json=request, headers={"origin": origin})
            assert reply.status_code == status, origin
        for origin, good in (("https://evil.example", False), (own, True), ("https://friend.example", True)):
            try:
                async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws", origin=origin):  # type: ignore[arg-type]
                    assert good
            except websockets.InvalidStatus as refused:
                assert not good and refused.response.status_code == 403
        plain = await server.http.post(
            "/api/tables", content=json.dumps(request), headers={"content-type": "text/plain"}
        )
        assert plain.status_code == 415


async def test_sizes_rates_and_connections_are_limited(tmp_path: Path) -> None:
    limits: dict[str, Any] = {
        "body": 2000,
        "connections_per_client": 2,
        "messages_per_second": 1.0,
        "burst": 5,
        "tables_per_hour": 1,
    }
    async with run_server(tmp_path, None, **limits) as server:
        big = await server.http.post("/api/tables", content=b"x" * 3000, headers={"content-type": "application/json"})
        assert big.status_code == 413

        async def chunks() -> object:  # no length is said beforehand
            for _ in range(10):
                yield b"x" * 1000

        try:
            headers = {"content-type": "application/json"}
            reply = await server.http.post("/api/tables", content=chunks(), headers=headers)  # type: ignore[arg-type]
            assert reply.status_code >= 400
        except httpx.TransportError:
            pass
        made = await server.make("me", "medium")
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client, server.connect(table) as other:
            await other.of("welcome")
            with pytest.raises(websockets.InvalidStatus):
                await websockets.connect(f"ws://127.0.0.1:{server.port}/ws")
            for number in range(8):
                await client.say(type="ping", id=str(number))
            assert (await client.of("trouble"))["error"] == "too_many"
            for _ in range(40):
                await client.say(type="ping", id="x")
            assert (await client.of("bye"))["reason"] == "too_many"
            await other.socket.send("x" * 3000)
            await asyncio.wait_for(other.socket.wait_closed(), 60)
        for _ in range(12):
            last = await server.http.post("/api/tables", json={"game": "_template", "places": [{"kind": "me"}] * 2})
        assert last.status_code == 429


async def test_http_requests_are_limited(tmp_path: Path) -> None:
    async with run_server(tmp_path, requests_per_second=0.5) as server:
        codes = [(await server.http.get("/api/tables")).status_code for _ in range(12)]
        assert codes[0] == 200 and codes[-1] == 429
        assert (await server.http.get("/")).status_code == 200, "files are cheap"


async def test_the_client_is_served_with_long_caching_and_its_routes(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>client</p>" * 100)
    (static / "assets" / "app-1a2b.js").write_text("let a = 1;" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    async with run_server(tmp_path, static=str(static)) as server:
        for path in ("/", "/t/some-table", "/replay/x/12", "/rules/burger_up"):
            page = await server.http.get(path)
            assert page.text.startswith("<p>client") and page.headers["cache-control"] == "no-cache"
            assert page.headers["content-encoding"] == "gzip"
        tag = page.headers["etag"]
        assert (await server.http.get("/", headers={"if-none-match": tag})).status_code == 304
        script = await server.http.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"] and "javascript" in script.headers["content-type"]
        assert (await server.http.get("/assets/gone.js")).status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "secret" not in (await server.http.get(path)).text


async def test_the_site_without_a_server_is_served_when_there_is_one(tmp_path: Path) -> None:
    static, site = tmp_path / "static", tmp_path / "site"
    static.mkdir()
    (static / "index.html").write_text("<title>Bunfight</title>")
    (site / "python-1a2b").mkdir(parents=True)
    (site / "index.html").write_text("<title>site</title>")
    (site / "engine.js").write_text("engine")
    (site / "manifest.webmanifest").write_text('{"start_url": "./", "scope": "./"}')
    (site / "python-1a2b" / "python.wasm.gz").write_bytes(b"packed" * 200)
    async with run_server(tmp_path, static=str(static), offline=str(site)) as server:
        page = await server.http.get("/")
        assert "/offline/manifest.webmanifest" in page.text
        assert "wasm-unsafe-eval" not in page.headers["content-security-policy"]
        page = await server.http.get("/offline/")
        assert page.text == "<title>site</title>" and page.headers["cache-control"] == "no-cache"
        assert "'wasm-unsafe-eval'" in page.headers["content-security-policy"]
        assert 'BUNFIGHT_SERVER = "/"' in (await server.http.get("/offline/engine.js")).text
        assert (await server.http.get("/offline/manifest.webmanifest")).json() == {"start_url": "./", "scope": "/"}
        packed = await server.http.get("/offline/python-1a2b/python.wasm.gz")
        assert packed.content == b"packed" * 200 and "content-encoding" not in packed.headers
        assert "immutable" in packed.headers["cache-control"]
        for path in ("/offline/none.js", "/offline/none", "/offline/..%2fstatic%2findex.html"):
            assert (await server.http.get(path)).status_code == 404
    async with run_server(tmp_path, static=str(static)) as server:
        assert (await server.http.get("/offline/")).status_code == 404
        assert "manifest" not in (await server.http.get("/")).text


async def test_without_a_built_client_a_page_says_how(tmp_path: Path) -> None:
    async with run_server(tmp_path, static=str(tmp_path / "none")) as server:
        assert "make web" in (await server.http.get("/t/x")).text


async def test_replays_from_every_seat(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", "medium", start=True)
        table = made["table"]["id"]
        async with server.connect(table, made["seats"][0]["token"]) as client:
            await client.play_out(0)
        views = {one["number"]: one for one in client.got if one["type"] == "view"}
        info = await server.get(f"/api/tables/{table}/replay")
        assert info["how"] == "rules" and info["total"] == max(views) and len(info["moves"]) == info["total"]
        for number in (3, 0, *sorted(views)):
            step = await server.get(f"/api/tables/{table}/replay/{number}?seat=0")
            if number in views:
                assert step["view"] == views[number]["view"]
        all_eyes = await server.get(f"/api/tables/{table}/replay/4?seat=all")
        assert [view["seat"] for view in all_eyes["views"]] == [0, 1, 2, None]
        assert (await server.get(f"/api/tables/{table}/replay/4?seat=none"))["view"]["seat"] is None
        await server.get(f"/api/tables/{table}/replay/999", 404)
        await server.get(f"/api/tables/{table}/replay/1?seat=7", 404)
        chart = await server.get(f"/api/tables/{table}/chart")
        assert len(chart["values"]) == info["total"] + 1
        early = await server.post(f"/api/tables/{table}/play-on", {"at": info["total"], "seats": [0]}, status=400)
        assert "earlier" in early["why"]
        there = await server.post(f"/api/tables/{table}/play-on", {"at": 4, "seats": [1], "name": "Me"}, status=201)
        assert there["table"]["branch"] == {"table": table, "at": 4} and there["seats"][0]["seat"] == 1
        async with server.connect(there["table"]["id"], there["seats"][0]["token"]) as client:
            first = await client.of("view")
            assert first["number"] >= 4 and first["heard"][0]["number"] == 0
            await client.play_out(1)
        assert (await server.get(f"/api/tables/{there['table']['id']}/verify"))["good"]


async def test_a_record_survives_a_change_of_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bunfight.games import load

    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        table = made["table"]["id"]
        async with server.connect(table, made["seats"][0]["token"]) as client:
            await client.play_out(0)
        running = await server.make("me", "me", start=True)
        async with server.connect(running["table"]["id"], running["seats"][0]["token"]) as client:
            await client.play(0)
    monkeypatch.setattr(type(load("_template")), "rules_version", 2)
    async with run_server(tmp_path) as server:
        info = await server.get(f"/api/tables/{table}/replay")
        assert info["how"] == "events" and "version 1" in info["why"]
        step = await server.get(f"/api/tables/{table}/replay/{info['total']}?seat=0")
        assert step["view"] is None
        everything = [await server.get(f"/api/tables/{table}/replay/{n}?seat=0") for n in range(info["total"] + 1)]
        assert sum(len(one["heard"]) for one in everything) > 5
        assert not (await server.get(f"/api/tables/{table}/verify"))["good"]
        frozen = running["table"]["id"]
        about = await server.get(f"/api/tables/{frozen}/replay")
        assert about["total"] == 1 and not about["moves"] and not about["deal"]
        seen = await server.get(f"/api/tables/{frozen}/replay/0?seat=none")
        assert all(heard["event"].get("bun") is None for heard in seen["heard"]) and seen["heard"]
        for path in ("record", "replay/0?seat=0", "replay/0?seat=all", "verify", "chart"):
            await server.get(f"/api/tables/{frozen}/{path}", 409)
        async with server.connect(frozen, running["seats"][0]["token"]) as client:
            assert (await client.of("welcome"))["table"]["state"] == "frozen"
            reply = await client.ask(type="play", seat=0, move="pass rye", version=1)
            assert reply["rule"] == "TABLE-FROZEN"


async def test_health_metrics_and_descriptions(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.play_out(0)
            health = await server.get("/health")
            assert health["status"] == "ok" and health["tables"] == 1 and health["connections"] == 1
        metrics = (await server.http.get("/metrics")).text
        assert 'bunfight_moves_total{by="person"}' in metrics and 'bunfight_move_seconds_bucket{le="+Inf"}' in metrics
        described = await server.get("/openapi.json")
        assert described["openapi"].startswith("3.1") and "/api/tables/{table}/join" in described["paths"]
        text = json.dumps(described)
        named = text.split('"#/components/schemas/')[1:]
        assert all(ref.partition('"')[0] in described["components"]["schemas"] for ref in named)
        assert (await server.get("/api/schema.json")) == json.loads(json.dumps(schema()))
        assert "/api/tables" in (await server.http.get("/api")).text
        games = await server.get("/api/games")
        assert games[-1]["options"][0]["label"]["zh"]
        for game in games:
            named = {one["bot"]: one["label"] for one in game["bots"]}  # type: ignore[assignment]
            assert set(named) == {"easy", "medium", "hard", "master", "greedy", "random"}
            assert [named[level.id]["zh"] for level in levels(game["id"])] == [  # type: ignore[call-overload]
                level.title("zh") for level in levels(game["id"])
            ]
        book = await server.get("/api/games/_template")
        assert book["sections"][0]["rules"][0]["text"]["zh"] and book["words"]["moves"]["eat"]["en"]
        assert any(rule["id"] == "TABLE-STALE" for rule in book["house_rules"])
        svg = await server.http.post("/api/qr", json={"text": "http://x/t/a#b"})
        assert svg.text.startswith("<svg") and svg.headers["content-type"].startswith("image/svg")


async def test_messages_fit_their_schema(tmp_path: Path) -> None:
    told = schema()
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True, clock={"kind": "relaxed"})
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.ask(type="hint", seat=0)
            await client.ask(type="why", seat=0, move="let")
            await client.ask(type="say", seat=0, emote="wow")
            await client.play_out(0)
            await client.socket.send("?")
            await client.of("trouble")
        here = await server.get("/api/schema/_template.json")
        assert here == json.loads(json.dumps(game_schema(games.load("_template"))))
        await server.get("/api/schema/tea_time.json", 404)
    kinds = {one["type"] for one in client.got}
    assert {"welcome", "view", "table", "clock", "ok", "hinted", "because", "spoke", "trouble"} <= kinds
    for message in client.got:
        jsonschema_lite.check(message, told["$defs"]["ServerMessage"], told)
        if message["type"] == "view":
            jsonschema_lite.check(message["view"], here["$defs"]["View"], here)
            for heard in message["heard"]:
                jsonschema_lite.check(heard["event"], here["$defs"]["GameEvent"], here)


async def test_goodbye_at_shutdown(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium")
        async with server.connect(made["table"]["id"]) as client:
            await client.of("welcome")
            await server.registry.drain(1.0)
            bye = await client.of("bye")
            assert bye["reason"] == "shutdown" and bye["retry"] > 0
        await server.get("/ready", 503)
        assert (await server.get("/health"))["status"] == "closing"


def test_settings_from_file_environment_and_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.toml"
    file.write_text('port = 1\nhost = "h"\nbot_timeout = 2.5\n')
    env = {
        "BUNFIGHT_PORT": "2",
        "BUNFIGHT_PROXY": "true",
        "BUNFIGHT_ORIGINS": "https://a,https://b",
        "BUNFIGHT_PURE": "1",
    }
    made = settle({"port": 3, "db": None}, env, str(file))
    assert (made.port, made.host, made.bot_timeout, made.proxy) == (3, "h", 2.5, True)
    assert made.origins == ["https://a", "https://b"] and settle({}, env, str(file)).port == 2
    for text, word in (
        ("colour = 1", "colour"),
        ("prot = 1", "unknown_setting_like .*close=.*'port'"),
        ("port = 'x'", "must_be_int .*s.toml: port"),
        ("port =", "s.toml"),
        ("port = 70000", "must_be_range where=port"),
        ("keep_days = -1", "must_be_least where=keep_days"),
        ("log = 'loud'", "must_be_one_of where=log"),
    ):
        file.write_text(text)
        with pytest.raises(InvalidInput, match=word):
            settle({}, {}, str(file))
    assert main(["--port", "7", "--print-config"]) == 0
    assert "port = 7" in capsys.readouterr().out
    assert main(["--config", str(tmp_path / "none.toml")]) == 2


def test_the_schema_is_printed_by_a_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bunfight.protocol.schema"], capture_output=True, text=True, check=True
    )
    assert json.loads(told.stdout)["title"] == f"Bunfight protocol {protocol.PROTOCOL}"


async def test_the_example_client_plays_a_game(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "examples" / "client.py"
    assert len(script.read_text().splitlines()) <= 45
    async with run_server(tmp_path) as server:
        url = f"http://127.0.0.1:{server.port}"
        run = await asyncio.create_subprocess_exec(
            sys.executable, str(script), url, "_template", stdout=asyncio.subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(run.communicate(), 60)
        assert run.returncode == 0 and b"basket_bare" in out


def test_the_printed_address_is_one_that_other_devices_can_use() -> None:
    assert address("127.0.0.1", 8800) == "http://127.0.0.1:8800" and is_local("127.0.0.1")
    assert address("::1", 80) == "http://[::1]:80"
    assert "0.0.0.0" not in address("0.0.0.0", 80) and not is_local("0.0.0.0")


def test_old_names_of_settings_and_metrics_work_for_one_release(tmp_path: Path) -> None:
    file = tmp_path / "old.toml"
    file.write_text("own_port = 9800\nnature_workers = 3\npatience = 2.0\n", encoding="utf-8")
    made = settle({}, {"BUNFIGHT_MINDS": "/tmp/socket", "BUNFIGHT_PATIENCE": "4"}, str(file))
    assert (made.internal_port, made.physics_workers, made.worker_socket) == (9800, 3, "/tmp/socket")
    assert made.bot_timeout == 4.0
    assert settle({}, {"BUNFIGHT_MINDS": "old", "BUNFIGHT_WORKER_SOCKET": "new"}).worker_socket == "new"
    METRICS.rejected.add("TEST")
    lines = METRICS.text().splitlines()
    for name in ("bunfight_rejected_total", "bunfight_refused_total"):
        assert f'{name}{{rule="TEST"}} 1' in lines
    assert "bunfight_gc_seconds_count" in METRICS.text() and "bunfight_garbage_seconds_count" in METRICS.text()


async def test_an_old_client_is_told_to_reload(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            await socket.send(json.dumps({"type": "hello", "protocol": 1, "table": made["table"]["id"], "tokens": []}))
            bye = json.loads(await socket.recv())
    assert (bye["type"], bye["reason"], bye["retry"]) == ("bye", "protocol", -1)
    assert "updated" in bye["why"] and "reload" in bye["why"]
