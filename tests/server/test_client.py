"""The client library against a real server."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from server_harness import ServerHarness, run_server

from bunfight.client import Disconnected, Server, ServerError, TableConnection, join, parse_link
from bunfight.engine.errors import InvalidInput
from bunfight.protocol import Bye, ChatMessage, NewTable, Ok, Rejected, SeatSetup, TableUpdate, ViewUpdate

ROOT = Path(__file__).parents[2]


def url(server: ServerHarness) -> str:
    return f"http://127.0.0.1:{server.port}"


async def first_view(table: TableConnection) -> ViewUpdate:
    """The next view in which a seat of this connection is to move."""
    async for message in table:
        if isinstance(message, ViewUpdate) and table.to_move(message):
            return message
    raise AssertionError("the connection ended")


async def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        created = await Server(url(server)).create_table(
            NewTable("_template", [SeatSetup("me", "Ann"), SeatSetup("open")], pace="instant")
        )
        async with await join(f"{url(server)}/t/{created.table.id}", "Bob") as table:
            await Server(url(server)).start(created.table.id, created.seats[0].token)
            async with TableConnection(url(server), created.table.id, [created.seats[0].token]) as other:
                outcomes = await asyncio.gather(play_out(table), play_out(other))
        assert outcomes[0] == outcomes[1] and outcomes[0]["winners"]
        assert table.seats == [1] and table.info is not None and table.info.seats[1].name == "Bob"


async def play_out(table: TableConnection) -> Any:
    async for message in table:
        if isinstance(message, ViewUpdate) and message.seat is not None and table.to_move(message):
            await table.play(message.seat, message.view["moves"][0], message.version)
        elif isinstance(message, TableUpdate) and message.table.state == "over":
            return message.table.outcome
    raise AssertionError("the connection ended")


async def test_requests_survive_an_interruption(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        tokens = [seat["token"] for seat in made["seats"]]
        async with TableConnection(url(server), made["table"]["id"], tokens) as table:
            view = await first_view(table)
            assert view.seat is not None
            await table.drop()
            reply = await table.play(view.seat, view.view["moves"][0], view.version)
            assert isinstance(reply, Ok) and reply.version > view.version
            received = [await anext(messages) for messages in [aiter(table)] for _ in range(3)]
            assert any(isinstance(message, Disconnected) for message in received)
            room = await server.get(f"/api/tables/{made['table']['id']}")
            assert room["number"] == 1, "a repeated request is carried out once"


async def test_what_was_seen_before_an_interruption_is_not_sent_again(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "random", start=True)
        async with TableConnection(url(server), made["table"]["id"], [made["seats"][0]["token"]]) as table:
            before = await first_view(table)
            assert before.reset and before.heard
            await table.drop()
            async for message in table:
                if isinstance(message, ViewUpdate):
                    assert not message.reset and not message.heard and message.version == before.version
                    break
                assert not isinstance(message, Bye)


async def test_illegal_moves_chat_and_undo(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "random", start=True, game="burger_up", undo="free")
        async with TableConnection(url(server), made["table"]["id"], [made["seats"][0]["token"]]) as table:
            view = await first_view(table)
            seat = view.seat or 0
            rejected = await table.play(seat, "end")
            assert isinstance(rejected, Rejected) and rejected.rule.startswith("BU-")
            assert isinstance(await table.play(seat, view.view["moves"][0]), Ok)
            assert isinstance(await table.undo(seat), Ok)
            assert isinstance(await table.chat(seat, "hello"), Ok)
            async for message in table:
                if isinstance(message, ChatMessage):
                    assert message.text == "hello"
                    break


async def test_a_table_that_does_not_exist_ends_the_connection(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        async with TableConnection(url(server), "no-table-1") as table:
            messages = [message async for message in table]
        assert [type(message) for message in messages] == [Bye]
        with pytest.raises(ServerError, match="no such table") as error:
            await join(f"{url(server)}/t/no-table-1")
        assert error.value.body is not None and error.value.body.error == "unknown_table"
    with pytest.raises(ServerError, match="no_server"):
        await Server("http://127.0.0.1:9").table("brisk-pickle-17")


def test_links_are_parsed_and_invalid_ones_refused() -> None:
    assert parse_link("https://a.org/t/brisk-pickle-17#key") == ("https://a.org", "brisk-pickle-17", "key")
    assert parse_link("localhost:8800/t/x") == ("http://localhost:8800", "x", "")
    for link in ("ftp://a/t/b", "http://[/t/b"):
        with pytest.raises(InvalidInput, match="no_link"):
            parse_link(link)


async def test_the_documented_client_has_20_lines_and_plays_a_game(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None and len(block[1].splitlines()) <= 20
    (tmp_path / "client.py").write_text(block[1], encoding="utf-8")
    async with run_server(tmp_path) as server:
        made = await server.make("open", "random")
        table = f"/api/tables/{made['table']['id']}"
        running = await asyncio.create_subprocess_exec(
            sys.executable, str(tmp_path / "client.py"), f"{url(server)}/t/{made['table']['id']}",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        while (await server.get(table))["seats"][0]["kind"] == "open":
            await asyncio.sleep(0.05)
        await server.post(f"{table}/start", {}, made["host"])
        output, _ = await running.communicate()
        assert running.returncode == 0 and "winners" in output.decode(), output.decode()
