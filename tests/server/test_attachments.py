"""Attachments, ephemeral messages and clocks of the rules, at tables of a game with physics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from server_harness import ClientConnection, ServerHarness, run_server

from bunfight.engine import IllegalMove, Rng, replay
from bunfight.engine.record import load
from bunfight.games.buffet_boss.rules.vetting import vetted
from bunfight.physics import answer
from bunfight.server.bots import BotFailed
from bunfight.server.rooms import clocks


async def table(server: ServerHarness, *places: str, **more: Any) -> Any:
    return await server.make(*places, game="buffet_boss", options={"version": "lunch", **more}, start=True)


async def step(server: ServerHarness, client: ClientConnection, made: Any, careless: bool = False) -> Any:
    """Whoever is asked decides; the room."""
    room = server.registry.rooms[made["table"]["id"]]
    assert room.session.table is not None
    state = room.session.table.state
    seat = state.awaiting()[0]
    rng = Rng("t", str(room.session.number))
    move = state.agenda[-1].suggest(state, seat, rng) if careless else room.session.game.bots.policy(state, seat, rng)
    reply = await client.ask(type="play", seat=seat, move=move.text, version=room.session.version)
    assert reply["type"] == "ok", reply
    return room


async def test_an_act_is_simulated_and_its_attachment_is_sent_once_before_the_view(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await table(server, "me", "me")
        tokens = [key["token"] for key in made["seats"]]
        async with (
            server.connect(made["table"]["id"], *tokens) as client,
            server.connect(made["table"]["id"]) as watcher,
        ):
            await watcher.of("view")
            for _ in range(4):
                await step(server, client, made)
            for one in (client, watcher):
                sent = await one.of("attachment")
                assert sent["body"]["frames"] and sent["body"]["bodies"][0] == "plate"
                place = one.got.index(sent)
                assert len([m for m in one.got if m["type"] == "attachment" and m["number"] == sent["number"]]) == 1
                before = [m["number"] for m in one.got[:place] if m["type"] == "view"]
                after = [m["number"] for m in one.got[place:] if m["type"] == "view"]
                assert max(before) < sent["number"] <= min(after)
                assert "frames" not in str([m["heard"] for m in one.got if m["type"] == "view"])
            room = server.registry.rooms[made["table"]["id"]]
            assert room.session.table is not None
            assert all("frames" not in str(entry.luck) for entry in room.session.table.record.entries)
            assert (
                json.loads((await server.registry.store.attachments(room.id, sent["number"]))[0].body) == sent["body"]
            )
            await client.ask(type="stand_in", seat=0, whom=0)
            await client.ask(type="stand_in", seat=1, whom=1)
            await client.until_over(40)
        replayed = await server.get(f"/api/tables/{room.id}/replay/{sent['number']}?seat=0")
        assert await server.get(f"/api/tables/{room.id}/attachments/{sent['number']}") == sent["body"]
        assert replayed["attachment"] == sent["body"] and replayed["view"]["players"]
        assert (await server.get(f"/api/tables/{room.id}/verify"))["good"]
        later = await server.get(f"/api/tables/{room.id}/replay")
        request = {"at": later["total"] - 1, "seats": [0, 1]}  # no bot, so nothing is played anew meanwhile
        on = (await server.post(f"/api/tables/{room.id}/play-on", request, status=201))["table"]["id"]
        assert json.loads((await server.registry.store.attachments(on, sent["number"]))[0].body) == sent["body"], (
            "as seen before the branch"
        )
        earlier = await server.post(f"/api/tables/{room.id}/play-on", {**request, "at": sent["number"] - 1}, status=201)
        assert not await server.registry.store.attachments(earlier["table"]["id"], sent["number"]), (
            "not of what is played anew"
        )


async def test_ephemeral_messages_are_relayed_at_a_limited_rate(tmp_path: Path) -> None:
    held = {"piece": "egg.a", "x": 0, "y": 500, "a": 0, "flip": False}
    async with run_server(tmp_path) as server:
        made = await table(server, "me", "me", first_player="0")
        one, two = [key["token"] for key in made["seats"]]
        async with (
            server.connect(made["table"]["id"], one) as client,
            server.connect(made["table"]["id"], two) as other,
        ):
            await other.of("view")
            await client.of("view")
            for x in range(60):
                await client.say(type="ephemeral", seat=0, kind="hold", body=held | {"x": x})
            seen = await other.of("ephemeral")
            assert (seen["seat"], seen["kind"], seen["body"]["y"]) == (0, "hold", 500)
            await other.say(type="ephemeral", seat=1, kind="hold", body=held)
            await other.say(type="ephemeral", seat=0, kind="hold", body=held)
            await client.ask(type="ping")
            await other.ask(type="ping")
            assert not [m for m in client.got if m["type"] == "ephemeral"], "only who is asked holds a piece"
            assert len([m for m in other.got if m["type"] == "ephemeral"]) < 20


async def test_the_rescue_clock_runs_on_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "NETWORK_ALLOWANCE", -2.9)
    async with run_server(tmp_path) as server:
        for number in range(12):
            made = await table(server, "me", "me", hand="wild", hold_seconds="off")
            async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
                for _ in range(40):
                    room = await step(server, client, made, careless=True)
                    if room.session.state != "playing":
                        break
                    seat = room.session.table.state.awaiting()[0]
                    if room.clocks.question().activities[seat] == "rescue":
                        clock = await client.until(lambda m: m["type"] == "clock" and m["seats"])
                        assert clock["seats"][0]["seat"] == seat
                        before = room.session.number
                        room.session.running.showing = 0.0
                        room.session.running.asked[seat] -= 60
                        room.schedule.plan()
                        done = await client.until(lambda m, n=before: m["type"] == "view" and m["number"] == n + 1)  # type: ignore[misc]
                        assert done["heard"][0]["event"]["kind"] == "FoodBinned", number
                        return
        pytest.fail("nothing fell")


@pytest.mark.rule("FB-HAND-8")
async def test_a_release_cannot_be_later_than_the_piece_was_held(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await table(server, "me", "me", hold_seconds="off")
        async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
            room = await step(server, client, made)  # food is taken
            assert room.session.table is not None
            seat = room.session.table.state.awaiting()[0]
            piece = room.session.game.view(room.session.table.state, seat).players[seat].hand[0].id
            move, version = f"place {piece} 0 lower 0 front 30000", room.session.version
            refused = await client.ask(type="play", seat=seat, move=move, version=version)
            assert (refused["type"], refused["rule"]) == ("refused", "FB-HAND-8") and room.session.version == version
            room.session.running.able[seat] -= 30  # half a minute later
            done = await client.ask(type="play", seat=seat, move=move, version=version)
            assert done["type"] == "ok", done
            entry = room.session.table.record.entries[-1]
            assert entry.move == move


@pytest.mark.rule("FB-LOG-3")
async def test_an_outcome_that_contradicts_geometry_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server(tmp_path) as server:
        made = await table(server, "me", "me", hold_seconds="off")
        async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
            room = await step(server, client, made)
            assert room.session.table is not None
            seat, before = room.session.table.state.awaiting()[0], room.session.number

            async def simulate(game: str, question: str, owner: str) -> str:
                with pytest.raises(IllegalMove, match="FB-LOG-3"):
                    vetted(question, json.dumps(json.loads(answer(question)) | {"height": 999}))
                raise BotFailed("vetted")  # as workers report any error

            with monkeypatch.context() as patch:
                patch.setattr(server.registry.workers, "simulate", simulate)
                piece = room.session.game.view(room.session.table.state, seat).players[seat].hand[0].id
                move = f"place {piece} 0 lower 0 front calm"
                refused = await client.ask(type="play", seat=seat, move=move, version=room.session.version)
            assert (refused["type"], refused["rule"], room.session.number) == ("refused", "TABLE-PHYSICS", before)
            assert (await client.ask(type="play", seat=seat, move=move, version=room.session.version))["type"] == "ok"


@pytest.mark.rule("FB-TIME-5")
async def test_a_bot_stands_in_for_an_absent_seat(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await table(server, "me", "me", hold_seconds="off", hand="steady")
        async with server.connect(made["table"]["id"], *[key["token"] for key in made["seats"]]) as client:
            room = await step(server, client, made)
            assert room.session.table is not None
            away = room.session.table.state.awaiting()[0]
            await client.ask(type="stand_in", seat=away, whom=away)
            await client.until(lambda m: m["type"] == "view" and m["number"] >= 2)
            entry = room.session.table.record.entries[1]
            assert entry.seat == away and entry.move.startswith("place ") and entry.move.endswith("calm")
            again, _ = replay(room.session.game, load(room.session.table.record.text()))
            assert room.session.game.view(again, 0) == room.session.game.view(room.session.table.state, 0)
