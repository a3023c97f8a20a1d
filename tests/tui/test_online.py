"""Friends in terminals and in browsers at one table: the same protocol, chat, clocks, breaks of the line."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from online_player import play, seated
from server_harness import run_server
from terminal_harness import shown
from textual.widgets import OptionList, Static

from bunfight import protocol
from bunfight.bots import make
from bunfight.bots.estimate import Budget
from bunfight.bots.explain import hint
from bunfight.cli import main
from bunfight.client import parse_link
from bunfight.engine import Rng, Table
from bunfight.engine.errors import InvalidInput
from bunfight.games import load
from bunfight.server.workers.calls import _advice
from bunfight.tui.lobby import Lobby
from bunfight.tui.online import RemoteSession, SeatTokens, explained, open_session

CHANCES = re.compile(r"\d+% \(\d+–\d+\)")  # rounded on the way, so they may differ by one


def link_of(server: Any, made: Any) -> str:
    return f"http://127.0.0.1:{server.port}/t/{made['table']['id']}"


async def test_a_whole_game_is_played_online_by_keys(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", game="jom_burger")
        link = link_of(server, made)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        playing = asyncio.create_task(play(link))
        async with server.connect(table, token) as other:
            while (await server.get(f"/api/tables/{table}"))["seats"][1]["kind"] == "open":
                await asyncio.sleep(0.02)
            await server.post(f"/api/tables/{table}/start", {}, made["host"])
            await asyncio.gather(playing, other.play_out(0))
        info = await server.get(f"/api/tables/{table}")
        assert info["state"] == "over" and info["seats"][1]["name"] == "Terminal"
        assert playing.result() == [info["seats"][seat]["name"] for seat in info["outcome"]["winners"]]


async def test_chat_clocks_hints_reasons_and_a_broken_line(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", game="burger_up", clock={"kind": "relaxed"})
        table, host = made["table"]["id"], made["seats"][0]["token"]
        session = await open_session(link_of(server, made), "Tess", "en")
        async with shown(Lobby(session, motion=False)) as pilot, server.connect(table, host) as other:
            await server.post(f"/api/tables/{table}/start", {}, made["host"])
            person = await seated(None, pilot)
            await other.ask(type="say", seat=0, text="hello there")
            await person.until(lambda: "hello there" in str(person.screen.query_one("#told").render()))
            await person.keys("t", *"hi!", "enter")
            spoken = await other.until(lambda one: one["type"] == "spoke" and one["name"] == "Tess")
            assert spoken["text"] == "hi!"
            if session.asked is None:
                await other.play(0, "cleanup")
                await other.play(0, "end")
            await person.until(lambda: session.asked == 1 and person.screen.presenter.may)
            assert session.seconds(1) and " s left" in str(person.screen.query_one("#top").render())
            refused = await session.play(1, "end")
            assert refused is not None and refused.rule.startswith("BU-") and refused.reason
            assert (await session.why(1, [{"order": "nowhere"}])).reason == ""
            version = session.connection.views[1].version
            await session.connection.drop()  # the train enters a tunnel
            await person.until(lambda: bool(session.note) or not session.connection.connected)
            await person.until(lambda: session.connection.connected and session.asked == 1)
            assert session.connection.views[1].version == version
            assert await session.play(1, "cleanup") is None
            assert await session.undo(1) is None
            session.close()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_hint_reads_the_same_online_and_at_a_local_table(language: str) -> None:
    game, names, told = load("_template"), ["Tess", "Joe"], 0
    table, bot = Table(game, names, "hint"), make("heuristic", game)
    while table.state.agenda:
        seat = table.state.awaiting()[0]
        view = game.view(table.state, seat)
        found = hint(game, view, Rng("hint"), Budget(playouts=60))
        advice = _advice(game, view, found, Rng("others"))
        sent = protocol.HintResult(id="1", seat=seat, move=advice.move, bot="hint", choices=advice.choices)
        said = [
            [CHANCES.sub("", line) for line in one.lines(game, names, language)] for one in (explained(sent), found)
        ]
        assert said[0] == said[1]
        told += bool(found.reasons or found.prospects)
        table.play(seat, bot.choose(view, Rng("bot")))
    assert told > 3


async def test_the_same_link_brings_one_back_to_the_same_seat(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open")
        link = link_of(server, made)
        first, again = await open_session(link, "Ann", "en"), await open_session(link, "Ann", "en")
        assert first.connection.tokens == again.connection.tokens and len(first.connection.tokens) == 1
        assert SeatTokens().path.stat().st_mode & 0o77 == 0, "a seat is a secret"
        mine = await open_session(f"{link}#{made['seats'][0]['token']}", "", "en")
        assert mine.connection.tokens == [made["seats"][0]["token"]]


@pytest.mark.parametrize("link", ["pizza", "http://127.0.0.1:9/x/y", "ftp://a/t/b", "http://127.0.0.1:9"])
def test_an_invalid_link_is_reported(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidInput, match="no_link"):
        parse_link(link)
    assert main(["join", link]) == 2
    assert "links look like" in capsys.readouterr().err


async def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no_server"):
        await open_session("http://127.0.0.1:9/t/brisk-pickle-17", "", "en")
    async with run_server(tmp_path) as server:
        with pytest.raises(InvalidInput, match="no such table"):
            await open_session(f"http://127.0.0.1:{server.port}/t/no-table-1", "", "en")


async def test_a_full_table_is_watched(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "random", start=True)
        session = await open_session(link_of(server, made), "Late", "en")
        assert isinstance(session, RemoteSession) and session.connection.tokens == []
        async with shown(Lobby(session, motion=False)) as pilot:
            person = await seated(None, pilot)
            await person.until(lambda: person.screen.presenter.view.seat is None)
            assert session.asked is None and "Waiting for" in str(person.screen.query_one("#question").render())
            session.close()


async def test_the_restaurant_is_chosen_in_the_waiting_room(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "open", game="burger_boss")
        table = made["table"]["id"]
        session = await open_session(link_of(server, made), "Tess", "en")
        async with (
            shown(Lobby(session, motion=False)) as pilot,
            server.connect(table, made["seats"][0]["token"]) as ann,
        ):

            def text() -> str:
                return str(session_lobby.query_one("#who", Static).content)

            session_lobby = pilot.app.screen
            while "c choose: Restaurants" not in text():
                await pilot.pause(0.01)
            await ann.ask(type="choose", seat=0, option="restaurants", value="mcdowels")
            while "McDowel's" not in text():
                await pilot.pause(0.01)
            width = session_lobby.query_one("#who", Static).content_size.width
            keys = [line for line in text().split("\n") if " · " in line or line == "q leave"]
            assert "q leave" in keys[-1] and all(len(line) <= width for line in keys), "no break inside a key"
            await pilot.press("c")
            listed = pilot.app.screen.query_one(OptionList)
            assert listed.option_count == 4, "what Ann has chosen is not offered"
            await pilot.press("down", "enter")
            info = (await ann.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["choices"]))["table"]
            assert info["seats"][1]["choices"] == {"restaurants": "hipster"}
            while "Hipster Hamburgers" not in text():
                await pilot.pause(0.01)
            session.close()
