"""Friends in terminals and in browsers at one table: the same protocol, chat, clocks, breaks of the line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from online_player import play, seated
from serve_harness import house
from terminal_harness import shown

from bunfight.cli import main
from bunfight.tui.lobby import Lobby
from bunfight.tui.online import Keys, Remote, opened, read_link


def link_of(server: Any, made: Any) -> str:
    return f"http://127.0.0.1:{server.port}/t/{made['table']['id']}"


async def test_a_whole_game_is_played_online_by_keys(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        made = await server.make("me", "open", game="jom_burger")
        link = link_of(server, made)
        table, token = made["table"]["id"], made["seats"][0]["token"]
        playing = asyncio.create_task(play(link))
        async with server.line(table, token) as other:
            while (await server.get(f"/api/tables/{table}"))["seats"][1]["kind"] == "open":
                await asyncio.sleep(0.02)
            await server.post(f"/api/tables/{table}/start", {}, made["host"])
            await asyncio.gather(playing, other.play_out(0))
        info = await server.get(f"/api/tables/{table}")
        assert info["state"] == "over" and info["seats"][1]["name"] == "Terminal"
        assert playing.result() == [info["seats"][seat]["name"] for seat in info["outcome"]["winners"]]


async def test_chat_clocks_hints_reasons_and_a_broken_line(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        made = await server.make("me", "open", game="burger_up", clock={"kind": "relaxed"})
        table, host = made["table"]["id"], made["seats"][0]["token"]
        sitting = await opened(link_of(server, made), "Tess", "en")
        async with shown(Lobby(sitting, motion=False)) as pilot, server.line(table, host) as other:
            await server.post(f"/api/tables/{table}/start", {}, made["host"])
            person = await seated(None, pilot)
            await other.ask(type="say", seat=0, text="hello there")
            await person.until(lambda: "hello there" in str(person.screen.query_one("#told").render()))
            await person.keys("t", *"hi!", "enter")
            spoken = await other.until(lambda one: one["type"] == "spoke" and one["name"] == "Tess")
            assert spoken["text"] == "hi!"
            if sitting.asked is None:
                await other.play(0, "cleanup")
                await other.play(0, "end")
            await person.until(lambda: sitting.asked == 1 and person.screen.desk.may)
            assert sitting.seconds(1) and " s left" in str(person.screen.query_one("#top").render())
            refused = await sitting.play(1, "end")
            assert refused is not None and refused.rule.startswith("BU-") and refused.told
            assert (await sitting.why(1, [{"order": "nowhere"}])).told == ""
            version = sitting._seen[1]["version"]
            assert sitting._line is not None
            await sitting._line.close()  # a tunnel on the way
            await person.until(lambda: sitting._line is None)
            await person.until(lambda: sitting._line is not None and sitting.asked == 1)
            assert sitting._seen[1]["version"] == version
            assert await sitting.play(1, "cleanup") is None
            assert await sitting.undo(1) is None
            sitting.close()


async def test_the_same_link_brings_one_back_to_the_same_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        made = await server.make("me", "open")
        link = link_of(server, made)
        first, again = await opened(link, "Ann", "en"), await opened(link, "Ann", "en")
        assert first.tokens == again.tokens and len(first.tokens) == 1
        assert Keys().path.stat().st_mode & 0o77 == 0, "a seat is a secret"
        mine = await opened(f"{link}#{made['seats'][0]['token']}", "", "en")
        assert mine.tokens == [made["seats"][0]["token"]]


@pytest.mark.parametrize("link", ["pizza", "http://127.0.0.1:9/x/y", "ftp://a/t/b", "http://127.0.0.1:9"])
def test_what_is_no_link_is_said_so(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="looks like http"):
        read_link(link)
    assert main(["join", link]) == 2
    assert "looks like" in capsys.readouterr().err


async def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be reached"):
        await opened("http://127.0.0.1:9/t/brisk-pickle-17", "", "en")
    async with house(tmp_path) as server:
        with pytest.raises(ValueError, match="table"):
            await opened(f"http://127.0.0.1:{server.port}/t/no-table-1", "", "en")


async def test_a_full_table_is_watched(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        made = await server.make("me", "random", start=True)
        sitting = await opened(link_of(server, made), "Late", "en")
        assert isinstance(sitting, Remote) and sitting.tokens == []
        async with shown(Lobby(sitting, motion=False)) as pilot:
            person = await seated(None, pilot)
            await person.until(lambda: person.screen.desk.view.seat is None)
            assert sitting.asked is None and "Waiting for" in str(person.screen.query_one("#question").render())
            sitting.close()
