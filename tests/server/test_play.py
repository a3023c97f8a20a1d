"""Playing: from the first hello to the end of a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server_harness import run_server


async def test_a_game_against_bots_to_the_end(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", "random", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            welcome = await client.of("welcome")
            assert welcome["seats"] == [0] and welcome["table"]["state"] == "playing"
            await client.play_out(0)
            told = await client.until(lambda one: one["type"] == "table" and one["table"]["state"] == "over")
        outcome = told["table"]["outcome"]
        assert outcome["reason"] == "basket_bare" and len(outcome["totals"]) == 3
        assert len(told["table"]["seeds"]) == 1
        checked = await server.get(f"/api/tables/{table}/verify")
        assert checked["good"], checked


async def test_events_arrive_once_and_in_order(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.play_out(0)
            views = [one for one in client.got if one["type"] == "view"]
            number = -1
            for view in views:
                assert view["since"] == number or view["reset"]
                assert all(number < heard["number"] <= view["number"] for heard in view["heard"])
                number = view["number"]


async def test_missed_events_are_sent_on_return(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client:
            before = await client.asked(0)
        async with server.connect(table, one, two) as client:
            await client.play(0)
            await client.play(1)
            await client.until(lambda m: m["type"] == "view" and m["number"] == 2)
        async with server.connect(table, one, version=before["version"], number=before["number"]) as client:
            view = await client.of("view")
            assert not view["reset"] and view["since"] == 0 and view["number"] == 2
            assert {heard["number"] for heard in view["heard"]} == {2}
        async with server.connect(table, one) as client:
            fresh = await client.of("view")
            assert fresh["reset"] and fresh["heard"][0]["number"] == 0


async def test_a_client_that_reconnects_gets_the_same_events_as_one_that_stays(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", "medium", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        heard: list[object] = []
        version = number = -1
        async with server.connect(table, one, two) as stays, server.connect(table, two) as listens:
            for turn in range(200):
                async with server.connect(table, two, version=version, number=number) as comes:
                    view = await comes.of("view")
                    await comes.ask(type="ping")
                    for message in [one for one in comes.got if one["type"] == "view"]:
                        heard = [] if message["reset"] else heard
                        assert message["reset"] or message["since"] == number
                        heard += message["heard"]
                        version, number = message["version"], message["number"]
                if view["view"]["over"]:
                    break
                for seat in (0, 1):
                    last = stays.view(seat)
                    if last and last["view"]["moves"] and last["sealed"] is None:
                        request = {"seat": seat, "move": last["view"]["moves"][0], "version": last["version"]}
                        await stays.ask(type="play", **request)
                    if turn == 4 and seat == 1:
                        await stays.ask(type="undo", seat=1)
            truth: list[object] = []
            for message in [m for m in listens.got if m["type"] == "view"]:
                truth = (truth if not message["reset"] else []) + message["heard"]
            assert heard == truth and len(truth) > 10


async def test_a_request_sent_twice_is_handled_once(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, *tokens) as client:
            view = await client.asked(0)
            request = {
                "type": "play",
                "id": "same",
                "seat": 0,
                "move": view["view"]["moves"][0],
                "version": view["version"],
            }
            first, second = await asyncio.gather(client.ask(**request), client.ask(**request))
            assert first["type"] == second["type"] == "ok"
        async with server.connect(table, *tokens) as client:
            assert (await client.ask(**request))["type"] == "ok"
            assert (await client.of("view"))["number"] == 1


async def test_a_stale_move_is_refused_but_a_secret_answer_of_another_makes_nothing_stale(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
            first = await client.asked(0)
            second = await client.asked(1)
            assert (await client.play(0))["type"] == "ok"
            move = {"type": "play", "seat": 1, "move": second["view"]["moves"][0], "version": second["version"]}
            assert (await client.ask(**move))["type"] == "ok"
            now = await client.asked(0, first["version"] + 1)
            assert now["view"]["step"] == "Turn"
            old = await client.ask(type="play", seat=0, move=now["view"]["moves"][0], version=first["version"])
            assert old["type"] == "refused" and old["stale"] and old["rule"] == "TABLE-STALE"


async def test_refusals_name_the_rule_in_both_languages(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
            view = await client.asked(0)
            no = await client.ask(type="play", seat=0, move="let", version=view["version"])
            assert (no["type"], no["rule"]) == ("refused", "CR-PASS-1")
            assert "pass" in no["why"] and no["text"]["zh"] and no["text"]["en"]
            assert no["told"]["zh"] == "先选一个面包传给左边"
            nonsense = await client.ask(type="play", seat=0, move="fly away", version=view["version"])
            assert nonsense["rule"] == "HOUSE-CHOICE" and "fly away" in nonsense["why"]
            for move in ("beg 0", "eat royal", "x" * 200):
                because = await client.ask(type="why", seat=0, move=move)
                assert because["type"] == "because" and not because["legal"] and because["text"]["zh"]
            first = view["view"]["moves"][0]
            held = await client.ask(type="why", seat=0, about=[{"bun": first.split(" ")[1]}])
            assert held["legal"], "something can be done with it"
            other = await client.ask(type="why", seat=0, about=[{"seat": "1"}])
            assert (other["legal"], other["rule"], other["told"]["zh"]) == (False, "CR-PASS-1", "先选一个面包传给左边")
            legal = await client.ask(type="why", seat=0, move=first)
            assert legal["legal"] and (await client.asked(0))["number"] == 0


async def test_nobody_decides_for_a_seat_without_its_token(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client, server.connect(table) as watcher:
            view = await client.asked(0)
            reply = await client.ask(type="play", seat=1, move="pass rye", version=view["version"])
            assert reply["rule"] == "TABLE-SEAT"
            assert (await watcher.of("view"))["seat"] is None
            reply = await watcher.ask(type="play", seat=0, move=view["view"]["moves"][0], version=view["version"])
            assert reply["rule"] == "TABLE-SEAT"
            wrong = await server.post(
                f"/api/tables/{table}/send", {"type": "why", "id": "x", "seat": 0, "move": "let"}, "guess"
            )
            assert wrong["rule"] == "TABLE-SEAT"


async def test_several_tabs_see_the_same(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as one, server.connect(table, token) as two:
            await one.play(0)
            await two.until(lambda m: m["type"] == "view" and m["number"] == 1)
            assert one.view(0)["view"] == two.view(0)["view"]  # type: ignore[index]


async def test_without_websockets_events_are_streamed_and_requests_are_posted(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        hello = {"type": "hello", "protocol": 2, "table": table, "tokens": [token]}
        import json

        async with server.http.stream("POST", "/api/live", json=hello) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            lines = stream.aiter_lines()

            async def next_of(kind: str) -> dict[str, object]:
                async for text in lines:
                    if text.startswith("data: ") and (got := json.loads(text[6:]))["type"] == kind:
                        return dict(got)
                raise AssertionError("the stream ended")

            view = (await next_of("view"))["view"]
            assert isinstance(view, dict)
            request = {"type": "play", "id": "p", "seat": 0, "move": view["moves"][0], "version": 1}
            assert (await server.post(f"/api/tables/{table}/send", request, token))["type"] == "ok"
            after = await next_of("view")
            assert after["number"] in (1, 2)
        refused = await server.post(f"/api/tables/{table}/send", {**request, "id": "q"}, token, status=409)
        assert refused["type"] == "refused"


async def test_hints_and_pings(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            view = await client.asked(0)
            hint = await client.ask(type="hint", seat=0)
            assert hint["type"] == "hinted" and hint["move"] in view["view"]["moves"]
            assert (await client.ask(type="ping"))["type"] == "pong"
            bad = await client.ask(type="hint", seat=0, bot="exec:rm")
            assert bad["type"] == "refused" and "unknown bot" in bad["why"]


async def test_invalid_messages_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.of("welcome")
            for text in ("{", '{"type":"fly"}', '{"type":"play"}', "[]", '{"type":"play","id":"","seat":-1}', "\u0000"):
                after = len(client.got)
                await client.socket.send(text)
                assert (await client.of("trouble", after))["error"] == "invalid"
            assert (await client.play(0))["type"] == "ok"


async def test_a_server_that_closes_does_not_say_that_a_table_is_unknown(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table = made["table"]["id"]
        async with server.connect("") as client:
            await client.of("lobby")
            server.registry.rooms[table].close()
            server.registry.closing = True
            await client.say(type="hello", protocol=2, table=table, tokens=[])
            bye = await client.of("bye")
            assert bye["reason"] == "shutdown" and bye["retry"] >= 0
