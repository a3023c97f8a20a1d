"""Turn reminders in slow games, by mail and through the webhook."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from server_harness import ServerHarness, run_server

from bunfight.server.observability.metrics import METRICS
from bunfight.server.reminders import Reminder
from bunfight.server.settings import Settings
from bunfight.server.start import main
from bunfight.server.transport import notifier as posting
from bunfight.server.transport.notifier import MailAndWebhook

SLOW = {"clock": {"kind": "days", "days": 1}, "start": True}


class Sink:
    """What came, one after another."""

    def __init__(self) -> None:
        self.got: asyncio.Queue[Any] = asyncio.Queue()
        self.port = 0

    async def next(self) -> Any:
        return await asyncio.wait_for(self.got.get(), 10)


@asynccontextmanager
async def mailbox() -> AsyncIterator[Sink]:
    """A mail server that keeps what it is given."""
    sink = Sink()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 sink")
        while line := (await reader.readline()).decode().strip():
            verb = line.split(" ")[0].upper()
            if verb == "DATA":
                say("354 go on")
                text = b""
                while (part := await reader.readline()) != b".\r\n":
                    text += part
                sink.got.put_nowait(email.message_from_bytes(text, policy=email.policy.default))
            say("221 bye" if verb == "QUIT" else "250 ok")
            if verb == "QUIT":
                break
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        sink.port = server.sockets[0].getsockname()[1]
        yield sink


@asynccontextmanager
async def hook(status: str = "200 OK", more: str = "") -> AsyncIterator[Sink]:
    """A web server that keeps what it is told."""
    sink = Sink()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length: ")[1].split("\r\n")[0])
        sink.got.put_nowait((head.split("\r\n")[0], json.loads(await reader.readexactly(length))))
        writer.write(f"HTTP/1.1 {status}\r\n{more}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        sink.port = server.sockets[0].getsockname()[1]
        yield sink


def ways(mail: Sink | None = None, web: Sink | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {"url": "https://buns.example"}
    if mail is not None:
        found |= {"smtp": f"smtp://127.0.0.1:{mail.port}", "mail_from": "table@buns.example"}
    return found | ({"webhook": f"http://127.0.0.1:{web.port}/in?key=k"} if web is not None else {})


async def away(server: ServerHarness, table: str, seat: int) -> None:
    while seat in server.registry.rooms[table].presence.here():
        await asyncio.sleep(0.005)


async def kept_addresses(server: ServerHarness, table: str) -> list[str]:
    kept = await server.registry.store.load(table)
    assert kept is not None
    return [seat.mail for seat in kept.head.seats]


async def test_players_who_are_away_get_mail_and_connected_ones_do_not(tmp_path: Path) -> None:
    async with mailbox() as mail, run_server(tmp_path, **ways(mail)) as server:
        made = await server.make("me", "me", **SLOW)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, two) as other:
            told = await other.of("welcome")
            assert told["reminders"] == {"mail": True, "hook": False, "seats": []}
            left = await other.ask(type="remind", seat=1, mail="ben@example.org", language="zh")
            assert left["type"] == "ok"
            asked = (await mail.next()).get_content()
            assert "请在这里确认" in asked
            choice = {"seat": 1, "code": asked.partition("#")[2].split()[0], "wanted": True}
            await server.post(f"/api/tables/{table}/reminder", choice, status=200)
            assert "example.org" not in json.dumps(other.got)
        async with server.connect(table, two) as other:
            assert (await other.of("welcome"))["reminders"]["seats"] == [1]
        async with server.connect(table, one) as client:
            assert (await client.of("welcome"))["reminders"]["seats"] == []
            await away(server, table, 1)
            await client.play(0)
            letter = await mail.next()
            assert letter["To"] == "ben@example.org" and letter["From"] == "table@buns.example"
            body = letter.get_content()
            assert f"https://buns.example/t/{table}\n" in body and "轮到你了" in body
            assert one not in body and two not in body, "no key of a seat"
            async with server.connect(table, two) as other:
                await other.play(1)
                await client.play(0)
                await other.asked(1)
                assert mail.got.empty(), "whoever is here sees it"
                assert "example.org" not in json.dumps(client.got + other.got)
                assert (await other.ask(type="remind", seat=1))["type"] == "ok"
        assert await kept_addresses(server, table) == ["", ""]


async def test_the_webhook_is_called_for_players_who_asked_for_it(tmp_path: Path) -> None:
    async with hook() as web, run_server(tmp_path, **ways(web=web)) as server:
        made = await server.make("me", "me", **SLOW)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client:
            async with server.connect(table, two) as other:
                refused = await other.ask(type="remind", seat=1, mail="ben@example.org")
                assert refused["rule"] == "TABLE-REMIND"
                assert (await other.ask(type="remind", seat=1, hook=True))["type"] == "ok"
            await away(server, table, 1)
            await client.play(0)
            first, said = await web.next()
        assert first == "post /in?key=k http/1.1"
        assert said["link"] == f"https://buns.example/t/{table}" and said["seat"] == 1
        assert set(said) == {"text", "table", "game", "seat", "name", "link"}


async def test_an_address_is_forgotten_with_the_game_and_the_seat(tmp_path: Path) -> None:
    async with mailbox() as mail, run_server(tmp_path, **ways(mail)) as server:
        made = await server.make("me", "me", **SLOW)
        table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, *tokens) as client:
            for seat in (0, 1):
                await client.ask(type="remind", seat=seat, mail=f"p{seat}@example.org")
            assert await kept_addresses(server, table) == ["p0@example.org", "p1@example.org"]
            await client.ask(type="resign", seat=1)
            assert await kept_addresses(server, table) == ["p0@example.org", ""]
            await client.play_out(0)
        assert await kept_addresses(server, table) == ["", ""]


@pytest.mark.parametrize("mail", ["no", "a@b", "a@b.c\r\nBcc: x@y.z", "a b@c.de", "ä@c.de"])
async def test_what_is_no_address_is_refused(tmp_path: Path, mail: str) -> None:
    async with mailbox() as box, run_server(tmp_path, **ways(box)) as server:
        made = await server.make("me", "me", **SLOW)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            refused = await client.ask(type="remind", seat=0, mail=mail)
            assert refused["rule"] == "TABLE-REMIND"


async def test_only_slow_games_of_servers_with_a_way_remind(tmp_path: Path) -> None:
    async with mailbox() as mail, run_server(tmp_path, **ways(mail)) as server:
        made = await server.make("me", "me", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            assert (await client.of("welcome"))["reminders"] is None
            assert (await client.ask(type="remind", seat=0, mail="a@b.cd"))["rule"] == "TABLE-REMIND"
    async with run_server(tmp_path, db=str(tmp_path / "other.db")) as server:
        made = await server.make("me", "me", **SLOW)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            assert (await client.of("welcome"))["reminders"] is None


async def test_reminders_are_limited_and_no_log_names_an_address(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bunfight.server")
    async with mailbox() as mail:
        postman = MailAndWebhook(Settings(**ways(mail)))
        before = METRICS.limited.values["reminders"]
        for number in range(10):
            postman.remind(Reminder(f"t{number}", "_template", 0, "Ann", "Ann@example.org", False, "en"))
        for _ in range(4):
            assert (await mail.next())["To"] == "Ann@example.org"
        assert METRICS.limited.values["reminders"] == before + 6 and mail.got.empty()
        postman.close()
    assert "example.org" not in caplog.text


async def test_a_webhook_that_sends_elsewhere_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "PAUSE", 0.0)
    failed = METRICS.reminders.values.get("failed", 0)
    async with hook() as trap, hook("302 Found", f"Location: http://127.0.0.1:{trap.port}/\r\n") as web:
        postman = MailAndWebhook(Settings(**ways(web=web)))
        postman.remind(Reminder("t", "_template", 0, "@all <Ann>", "", True, "en"))
        for _ in range(posting.TRIES):
            assert (await web.next())[1]["text"].startswith("all Ann: it is your turn at table t: https://")
        while METRICS.reminders.values.get("failed", 0) == failed:
            await asyncio.sleep(0.01)
        assert trap.got.empty()
        postman.close()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--smtp", "smtp://localhost", "--mail-from", "a@b.cd"], "use --url"),
        (["--url", "http://x", "--smtp", "smtp://localhost"], "use --mail-from"),
        (["--lang", "zh", "--url", "http://x", "--smtp", "smtp://localhost"], "发邮件需要发件人"),
        (["--url", "http://x", "--webhook", "ftp://x"], "webhook: this is not an address"),
    ],
)
def test_invalid_settings_are_reported_at_the_start(
    tmp_path: Path, given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", "0", "--db", str(tmp_path / "t.db"), "--no-open", *given]) == 2
    assert said in capsys.readouterr().err
