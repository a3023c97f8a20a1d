"""Attachments, ephemeral messages and clocks of the rules, at tables of a game with physics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from server_harness import House, Line, house

from bunfight.engine import IllegalMove, Rng, replay
from bunfight.engine.record import load
from bunfight.games.buffet_boss.rules.vetting import vetted
from bunfight.physics import answer
from bunfight.server.bots import BotFailed
from bunfight.server.rooms import game_session


async def table(home: House, *places: str, **more: Any) -> Any:
    return await home.make(*places, game="buffet_boss", options={"version": "lunch", **more}, start=True)


async def step(home: House, line: Line, made: Any, careless: bool = False) -> Any:
    """Whoever is asked decides; the room."""
    room = home.registry.rooms[made["table"]["id"]]
    assert room.session.table is not None
    state = room.session.table.state
    seat = state.awaiting()[0]
    rng = Rng("t", str(room.session.number))
    move = state.agenda[-1].suggest(state, seat, rng) if careless else room.session.game.bots.policy(state, seat, rng)
    reply = await line.ask(type="play", seat=seat, move=move.text, version=room.session.version)
    assert reply["type"] == "ok", reply
    return room


async def test_an_act_is_simulated_and_its_attachment_is_sent_once_before_the_view(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        made = await table(home, "me", "me")
        tokens = [key["token"] for key in made["seats"]]
        async with home.line(made["table"]["id"], *tokens) as line, home.line(made["table"]["id"]) as watcher:
            await watcher.of("view")
            for _ in range(4):
                await step(home, line, made)
            for one in (line, watcher):
                sent = await one.of("attachment")
                assert sent["body"]["frames"] and sent["body"]["bodies"][0] == "plate"
                place = one.got.index(sent)
                assert len([m for m in one.got if m["type"] == "attachment" and m["number"] == sent["number"]]) == 1
                before = [m["number"] for m in one.got[:place] if m["type"] == "view"]
                after = [m["number"] for m in one.got[place:] if m["type"] == "view"]
                assert max(before) < sent["number"] <= min(after)
                assert "frames" not in str([m["heard"] for m in one.got if m["type"] == "view"])
            room = home.registry.rooms[made["table"]["id"]]
            assert room.session.table is not None
            assert all("frames" not in str(entry.luck) for entry in room.session.table.record.entries)
            assert json.loads((await home.registry.store.attachments(room.id, sent["number"]))[0].body) == sent["body"]
            await line.ask(type="stand_in", seat=0, whom=0)
            await line.ask(type="stand_in", seat=1, whom=1)
            await line.until_over(40)
        replayed = await home.get(f"/api/tables/{room.id}/replay/{sent['number']}?seat=0")
        assert await home.get(f"/api/tables/{room.id}/attachments/{sent['number']}") == sent["body"]
        assert replayed["attachment"] == sent["body"] and replayed["view"]["players"]
        assert (await home.get(f"/api/tables/{room.id}/verify"))["good"]
        later = await home.get(f"/api/tables/{room.id}/replay")
        request = {"at": later["total"] - 1, "seats": [0, 1]}  # no bot, so nothing is played anew meanwhile
        on = (await home.post(f"/api/tables/{room.id}/play-on", request, status=201))["table"]["id"]
        assert json.loads((await home.registry.store.attachments(on, sent["number"]))[0].body) == sent["body"], (
            "as seen before the branch"
        )
        earlier = await home.post(f"/api/tables/{room.id}/play-on", {**request, "at": sent["number"] - 1}, status=201)
        assert not await home.registry.store.attachments(earlier["table"]["id"], sent["number"]), (
            "not of what is played anew"
        )


async def test_ephemeral_messages_are_relayed_at_a_limited_rate(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        made = await table(home, "me", "me", first_player="0")
        one, two = [key["token"] for key in made["seats"]]
        async with home.line(made["table"]["id"], one) as line, home.line(made["table"]["id"], two) as other:
            await other.of("view")
            await line.of("view")
            for x in range(60):
                await line.say(type="ephemeral", seat=0, kind="hold", body={"piece": "egg.a", "x": x, "y": 500, "a": 0})
            seen = await other.of("ephemeral")
            assert (seen["seat"], seen["kind"], seen["body"]["y"]) == (0, "hold", 500)
            await other.say(type="ephemeral", seat=1, kind="hold", body={"piece": "egg.a"})
            await other.say(type="ephemeral", seat=0, kind="hold", body={"piece": "egg.a"})
            await line.ask(type="ping")
            await other.ask(type="ping")
            assert not [m for m in line.got if m["type"] == "ephemeral"], "only who is asked holds a piece"
            assert len([m for m in other.got if m["type"] == "ephemeral"]) < 20


async def test_the_rescue_clock_runs_on_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_session, "NETWORK_ALLOWANCE", -2.9)
    async with house(tmp_path) as home:
        for number in range(12):
            made = await table(home, "me", "me", hand="wild", hold_seconds="off")
            async with home.line(made["table"]["id"], *[key["token"] for key in made["seats"]]) as line:
                for _ in range(40):
                    room = await step(home, line, made, careless=True)
                    if room.session.state != "playing":
                        break
                    seat = room.session.table.state.awaiting()[0]
                    if room.session.question().activities[seat] == "rescue":
                        clock = await line.until(lambda m: m["type"] == "clock" and m["seats"])
                        assert clock["seats"][0]["seat"] == seat
                        before = room.session.number
                        room.session.running.showing = 0.0
                        room.session.running.asked[seat] -= 60
                        room.schedule.plan()
                        done = await line.until(lambda m, n=before: m["type"] == "view" and m["number"] == n + 1)  # type: ignore[misc]
                        assert done["heard"][0]["event"]["kind"] == "FoodBinned", number
                        return
        pytest.fail("nothing fell")


@pytest.mark.rule("FB-HAND-8")
async def test_a_release_cannot_be_later_than_the_piece_was_held(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        made = await table(home, "me", "me", hold_seconds="off")
        async with home.line(made["table"]["id"], *[key["token"] for key in made["seats"]]) as line:
            room = await step(home, line, made)  # food is taken
            assert room.session.table is not None
            seat = room.session.table.state.awaiting()[0]
            piece = room.session.game.view(room.session.table.state, seat).players[seat].hand[0].id
            move, version = f"place {piece} 0 lower 0 front 30000", room.session.version
            refused = await line.ask(type="play", seat=seat, move=move, version=version)
            assert (refused["type"], refused["rule"]) == ("refused", "FB-HAND-8") and room.session.version == version
            room.session.running.able[seat] -= 30  # half a minute later
            done = await line.ask(type="play", seat=seat, move=move, version=version)
            assert done["type"] == "ok", done
            entry = room.session.table.record.entries[-1]
            assert entry.move == move


@pytest.mark.rule("FB-LOG-3")
async def test_an_outcome_that_contradicts_geometry_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        made = await table(home, "me", "me", hold_seconds="off")
        async with home.line(made["table"]["id"], *[key["token"] for key in made["seats"]]) as line:
            room = await step(home, line, made)
            assert room.session.table is not None
            seat, before = room.session.table.state.awaiting()[0], room.session.number

            async def simulate(game: str, question: str, owner: str) -> str:
                with pytest.raises(IllegalMove, match="FB-LOG-3"):
                    vetted(question, json.dumps(json.loads(answer(question)) | {"height": 999}))
                raise BotFailed("vetted")  # as workers report any error

            with monkeypatch.context() as patch:
                patch.setattr(home.registry.workers, "simulate", simulate)
                piece = room.session.game.view(room.session.table.state, seat).players[seat].hand[0].id
                move = f"place {piece} 0 lower 0 front calm"
                refused = await line.ask(type="play", seat=seat, move=move, version=room.session.version)
            assert (refused["type"], refused["rule"], room.session.number) == ("refused", "TABLE-NATURE", before)
            assert (await line.ask(type="play", seat=seat, move=move, version=room.session.version))["type"] == "ok"


@pytest.mark.rule("FB-TIME-5")
async def test_a_bot_stands_in_for_an_absent_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        made = await table(home, "me", "me", hold_seconds="off", hand="steady")
        async with home.line(made["table"]["id"], *[key["token"] for key in made["seats"]]) as line:
            room = await step(home, line, made)
            assert room.session.table is not None
            away = room.session.table.state.awaiting()[0]
            await line.ask(type="stand_in", seat=away, whom=away)
            await line.until(lambda m: m["type"] == "view" and m["number"] >= 2)
            entry = room.session.table.record.entries[1]
            assert entry.seat == away and entry.move.startswith("place ") and entry.move.endswith("calm")
            again, _ = replay(room.session.game, load(room.session.table.record.text()))
            assert room.session.game.view(again, 0) == room.session.game.view(room.session.table.state, 0)
