"""Private tables stay private after the end, deleted names stay deleted, and mail needs consent."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from server_harness import ServerHarness, run_server
from test_reminders import SLOW, Sink, away, kept_addresses, mailbox, ways

from bunfight.server import admin
from bunfight.server.observability.metrics import METRICS
from bunfight.server.reminders import Reminder, normalized
from bunfight.server.settings import Settings
from bunfight.server.transport.notifier import MailAndWebhook

AFTER = ("record", "replay", "replay/1?seat=all", "attachments/1", "chart", "verify", "review")


async def finished(server: ServerHarness, **more: Any) -> tuple[str, list[str]]:
    made = await server.make("me", "me", start=True, **more)
    tokens = [one["token"] for one in made["seats"]]
    async with server.connect(made["table"]["id"], *tokens) as client:
        await client.play_out(0, 1)
    return made["table"]["id"], tokens


async def test_a_private_game_is_private_after_its_end(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        table, tokens = await finished(server, watch=False)
        for part in AFTER:
            assert (await server.get(f"/api/tables/{table}/{part}", status=403))["error"] == "not_allowed", part
            headers = {"authorization": f"Bearer {tokens[0]}"}
            reply = await server.http.get(f"/api/tables/{table}/{part}", headers=headers)
            assert reply.status_code == 200 and "public" not in reply.headers["cache-control"], part
        await server.post(f"/api/tables/{table}/play-on", {"at": 1, "seats": [0]}, status=403)
        open_table, _ = await finished(server)
        for part in AFTER:
            assert (await server.http.get(f"/api/tables/{open_table}/{part}")).status_code == 200, part


async def test_a_forgotten_name_is_in_no_replay(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.post(
            "/api/tables",
            {"game": "_template", "places": [{"kind": "me", "name": "Zebedee"}, {"kind": "me"}], "start": True},
        )
        table, tokens = made["table"]["id"], [one["token"] for one in made["seats"]]
        async with server.connect(table, *tokens) as client:
            await client.play_out(0, 1)
        assert "Zebedee" in (await server.get(f"/api/tables/{table}/replay"))["names"]
        store = server.registry.store
        await admin.forget_person(store, "Zebedee", [table])
        await server.registry.rooms[table].sync()
        for part in ("record", "replay", "replay/1?seat=all", "verify"):
            assert "Zebedee" not in (await server.http.get(f"/api/tables/{table}/{part}")).text, part


def code_in(letter: Any) -> tuple[str, str]:
    """The table's path and the code of the link in a mail."""
    found = re.search(r"https://buns\.example/reminder/([\w-]+)/(\d)#(\S+)", letter.get_content())
    assert found is not None and letter["List-Unsubscribe"].strip() == f"<{found[0]}>"  # folded when long
    return f"/api/tables/{found[1]}/reminder", found[3]


async def test_nothing_is_sent_to_an_address_before_its_owner_agrees(tmp_path: Path) -> None:
    async with mailbox() as mail, run_server(tmp_path, **ways(mail)) as server:
        made = await server.make("me", "me", **SLOW)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, two) as other:
            assert (await other.ask(type="remind", seat=1, mail="victim@example.org"))["type"] == "ok"
        asked = await mail.next()
        path, code = code_in(asked)
        assert asked["To"] == "victim@example.org" and table not in asked.get_content().replace(path.split("/")[3], "")
        async with server.connect(table, one) as client:
            await away(server, table, 1)
            await client.play(0)
            async with server.connect(table, two) as other:
                await other.play(1)
            await away(server, table, 1)
            assert mail.got.empty(), "two turns and no mail: nobody has agreed"
            assert (await server.post(path, {"seat": 1, "code": "x" * 24, "wanted": True}, status=404))["text"]["zh"]
            assert (await server.post(path, {"seat": 1, "code": code, "wanted": True}, status=200)) == {"active": True}
            await client.play(0)
            path, code = code_in(await mail.next())
            assert (await server.post(path, {"seat": 1, "code": code, "wanted": False}, status=200)) == {
                "active": False
            }
            assert await kept_addresses(server, table) == ["", ""]
            await server.post(path, {"seat": 1, "code": code, "wanted": True}, status=404)


async def test_one_client_leaves_few_addresses(tmp_path: Path) -> None:
    async with mailbox() as mail, run_server(tmp_path, **ways(mail)) as server:
        made = await server.make("me", "me", **SLOW)
        before = METRICS.limited.values["addresses"]
        table, token = made["table"]["id"], made["seats"][0]["token"]
        async with server.connect(table, token) as client:
            told = [await client.ask(type="remind", seat=0, mail=f"a{n}@example.org") for n in range(8)]
            assert [one["type"] for one in told].count("ok") == 6 and told[-1]["error"] == "too_many"
            assert (await client.ask(type="remind", seat=0))["type"] == "ok", "one can always stop"
        request = {"type": "remind", "id": "h", "seat": 0, "mail": "h@example.org"}
        await server.post(f"/api/tables/{table}/send", request, token, status=429)
        assert METRICS.limited.values["addresses"] == before + 3


@pytest.mark.parametrize(
    ("mail", "box"),
    [
        ("Ann@Example.org", "ann@example.org"),
        ("ann+a+b@example.org", "ann@example.org"),
        ("a.n.n+x@googlemail.com", "ann@gmail.com"),
        ("a.n.n@example.org", "a.n.n@example.org"),
    ],
)
def test_an_address_has_one_mailbox(mail: str, box: str) -> None:
    assert normalized(mail) == box


async def test_a_mailbox_is_asked_twice_at_most() -> None:
    async with mailbox() as mail:
        postman = MailAndWebhook(Settings(**ways(mail)))
        for number in range(9):
            about = (f"t{number}", "_template", 0, "Ann", f"Ann+{number}@example.org", False, "en", "c" * 20)
            postman.remind(Reminder(*about, confirm=True))
        assert await _letters(mail, 2) == ["Ann+0@example.org", "Ann+1@example.org"]
        postman.close()


async def _letters(mail: Sink, count: int) -> list[str]:
    found = [(await mail.next())["To"] for _ in range(count)]
    await asyncio.sleep(0)
    assert mail.got.empty()
    return found
