"""Creating, joining, leaving and starting tables, stand-ins and rematches."""

from __future__ import annotations

from pathlib import Path

from server_harness import run_server


async def test_join_by_link_without_an_account(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", "open", public=True)
        table = made["table"]["id"]
        async with server.connect(table, made["seats"][0]["token"]) as client:
            await client.of("welcome")
            joined = await server.post(f"/api/tables/{table}/join", {"name": "  Zoë\u0007 \n Q "}, status=200)
            assert joined["seat"] == 1
            told = await client.of("table")
            assert told["table"]["seats"][1]["name"] == "Zoë Q"
            async with server.connect(table, joined["token"]):
                here = await client.until(lambda m: m["type"] == "presence" and m["seats"][1] == "here")
                assert here["seats"] == ["here", "here", "none"]
            await client.until(lambda m: m["type"] == "presence" and m["seats"][1] == "away")
        no = await server.post(f"/api/tables/{table}/join", {"seat": 1}, status=409)
        assert no["error"] == "taken"
        not_yet = await server.post(f"/api/tables/{table}/start", {}, made["host"], status=409)
        assert not_yet["error"] == "free_seats"
        await server.post(f"/api/tables/{table}/start", {"fill": "easy"}, joined["token"], status=403)
        await server.post(f"/api/tables/{table}/start", {}, joined["token"], status=403)
        await server.post(f"/api/tables/{table}/start", {}, status=403)
        info = await server.post(f"/api/tables/{table}/start", {"fill": "easy"}, made["host"], status=200)
        assert info["state"] == "playing" and info["seats"][2]["kind"] == "bot"
        late = await server.post(f"/api/tables/{table}/join", {}, status=409)
        assert late["error"] == "begun"


async def test_invalid_requests_for_a_table_are_explained(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for request, word in (
            ({"game": "chess", "places": [{"kind": "me"}]}, "unknown game"),
            ({"game": "_template", "places": [{"kind": "me"}]}, "2 to 4"),
            ({"game": "_template", "places": [{"kind": "me"}] * 2, "options": {"hand": 9}}, "hand"),
            ({"game": "_template", "places": [{"kind": "me"}] * 2, "options": {"x": 1}}, "unknown option"),
            ({"game": "_template", "places": [{"kind": "bot", "bot": "exec:sh"}] * 2}, "unknown bot"),
            ({"game": "_template", "places": [{"kind": "bot", "bot": "/tmp/x.py:Bot"}] * 2}, "unknown bot"),
            ({"game": "_template", "places": [{"kind": "me"}, {"kind": "open"}], "practice": "s"}, "practice"),
            ({"game": "_template"}, "places"),
            ({"game": "_template", "places": [{"kind": "me"}] * 2, "colour": "red"}, "colour"),
        ):
            reply = await server.post("/api/tables", request, status=400)
            assert word in reply["why"], reply


async def test_names_of_private_tables_cannot_be_guessed_and_are_not_listed(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        private = (await server.make("me", "open"))["table"]["id"]
        public = (await server.make("me", "open", public=True))["table"]["id"]
        running = (await server.make("me", "medium", public=True, start=True))["table"]["id"]
        assert len(private.rpartition("-")[2]) == 10
        listed = [one["id"] for one in await server.get("/api/tables")]
        assert listed == [running, public]
        assert [one["id"] for one in await server.get("/api/tables?state=playing")] == [running]
        assert await server.get("/api/tables?game=burger_up") == []
        async with server.connect("") as client:
            assert len((await client.of("lobby"))["tables"]) == 2
            after = len(client.got)
            await server.make("me", "open", public=True)
            await client.until(lambda m: m["type"] == "lobby" and len(m["tables"]) == 3, after)


async def test_a_seat_left_before_the_start_is_free_and_later_a_bot_plays_on(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", "open")
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        await server.post(f"/api/tables/{table}/leave", {"seat": 1}, one, status=403)
        info = await server.post(f"/api/tables/{table}/leave", {"seat": 1}, two, status=200)
        assert [seat["kind"] for seat in info["seats"]] == ["person", "open", "open"]
        await server.post(f"/api/tables/{table}/leave", {"seat": 1}, two, status=403)
        info = await server.post(f"/api/tables/{table}/furnish", {"seat": 2, "bot": "easy"}, made["host"], status=200)
        assert info["seats"][2]["bot"] == "easy"
        joined = await server.post(f"/api/tables/{table}/join", {}, status=200)
        await server.post(f"/api/tables/{table}/start", {}, made["host"], status=200)
        async with server.connect(table, joined["token"]) as client:
            await client.of("view")
            await server.post(f"/api/tables/{table}/leave", {"seat": 1}, joined["token"], status=200)
            assert (await client.ask(type="back", seat=1))["rule"] == "TABLE-BOT", "leaving a running game is resigning"
        info = await server.get(f"/api/tables/{table}")
        assert (info["seats"][1]["bot"], info["seats"][1]["resigned"]) == ("medium", True)


async def test_a_bot_stands_in_and_the_seat_is_taken_back(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client:
            async with server.connect(table, two) as other:
                await other.of("welcome")
                reply = await client.ask(type="stand_in", seat=0, whom=1)
                assert reply["rule"] == "TABLE-AWAY"
            await client.until(lambda m: m["type"] == "presence" and m["seats"][1] == "away")
            assert (await client.ask(type="stand_in", seat=0, whom=1))["type"] == "ok"
            await client.until(lambda m: m["type"] == "view" and m["number"] == 1)
            async with server.connect(table, two) as other:
                assert (await other.of("welcome"))["table"]["seats"][1]["stand_in"]
                view = await other.of("view")
                reply = await other.ask(type="play", seat=1, move="let", version=view["version"])
                assert reply["rule"] == "TABLE-BOT"
                assert (await other.ask(type="back", seat=1))["type"] == "ok"
                await client.play(0)
                await client.play(0)
                asked = await other.asked(1)
                assert asked["view"]["moves"]
                assert (await other.ask(type="resign", seat=1))["type"] == "ok"
                assert (await other.ask(type="back", seat=1))["rule"] == "TABLE-BOT"
            await client.play_out(0)


async def test_hot_seat_one_device_for_all(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", "me", start=True)
        async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
            await client.until(lambda m: m["type"] == "clock")
            assert [one["seat"] for one in client.got if one["type"] == "view"] == [0, 1, 2]
            await client.play_out(0, 1, 2)


async def test_play_again_with_the_same_keys(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True, undo="off")
        table, token = made["table"]["id"], made["seats"][0]["token"]
        early = await server.post(f"/api/tables/{table}/again", {}, token, status=409)
        assert early["error"] == "running"
        async with server.connect(table, token) as client:
            await client.play_out(0)
            await server.post(f"/api/tables/{table}/again", {}, "wrong", status=403)
            there = (await server.post(f"/api/tables/{table}/again", {}, token, status=200))["table"]
            told = await client.until(lambda m: m["type"] == "table" and m["table"]["again"])
            assert told["table"]["again"] == there["id"]
            once_more = await server.post(f"/api/tables/{table}/again", {}, made["host"], status=200)
            assert once_more["table"]["id"] == there["id"]
        async with server.connect(there["id"], token) as client:
            assert (await client.of("welcome"))["seats"] == [0]
            await client.play_out(0)


async def test_practice_tables_always_go_the_same_way(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        told = []
        for _ in range(2):
            made = await server.make("me", "medium", "random", start=True, practice="lesson one")
            async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
                await client.play_out(0)
            told.append((await server.get(f"/api/tables/{made['table']['id']}/replay"))["moves"])
            assert made["table"]["seeds"] == ["lesson one"]
        assert told[0] == told[1]


async def test_chat_is_kept_cleaned_and_only_for_seats(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client, server.connect(table) as watcher:
            await watcher.of("welcome")
            await client.ask(type="say", seat=0, text="<b>hi</b>\u202e there")
            await client.ask(type="say", seat=0, emote="hungry")
            assert (await watcher.of("spoke"))["text"] == "<b>hi</b> there"
            assert (await client.ask(type="say", seat=0, text=" \n "))["rule"] == "TABLE-CHAT"
            assert (await watcher.ask(type="say", seat=0, text="x"))["rule"] == "TABLE-SEAT"
            assert (await client.ask(type="say", seat=0, text="x" * 201))["type"] == "trouble"
            replies = [await client.ask(type="say", seat=0, emote="hurry") for _ in range(8)]
            assert replies[-1]["rule"] == "TABLE-CHAT" and len([m for m in watcher.got if m["type"] == "spoke"]) < 8
        async with server.connect(table, two) as client:
            welcome = await client.of("welcome")
            assert [(spoke["text"], spoke["emote"]) for spoke in welcome["chat"][:2]] == [
                ("<b>hi</b> there", ""),
                ("", "hungry"),
            ]


async def test_only_players_see_a_table_without_spectators(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "medium", start=True, watch=False)
        async with server.connect(made["table"]["id"]) as client:
            assert (await client.of("bye"))["reason"] == "not_allowed"
        async with server.connect("no-such-table") as client:
            assert (await client.of("bye"))["reason"] == "unknown_table"
        await server.get(f"/api/tables/{made['table']['id']}/view", 403)
        await server.get("/api/tables/no-such-table", 404)


async def test_a_single_player_sets_the_speed_of_bots(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for others, rule in (("easy", ""), ("me", "TABLE-PACE")):
            made = await server.make("me", others, start=True)
            async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
                before = (await client.of("welcome"))["table"]["pace"]
                wanted = "calm" if before != "calm" else "brisk"
                reply = await client.ask(type="pace", seat=0, pace=wanted)
                assert reply.get("rule", "") == rule
                assert (await client.ask(type="pace", seat=0, pace="warp"))["type"] == "trouble"
            info = await server.get(f"/api/tables/{made['table']['id']}")
            assert info["pace"] == (before if rule else wanted)
