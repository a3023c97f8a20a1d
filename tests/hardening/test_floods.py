"""Clients that send too much, too slowly, too often or from the wrong origin."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import websockets
from rough import BINARY, CONTINUED, PING, PONG, TEXT, Rough, frame, said
from server_harness import run_server

from bunfight import server
from bunfight.server import rate_limit
from bunfight.server.observability.metrics import METRICS
from bunfight.server.settings import Settings
from bunfight.server.transport import http as http_transport
from bunfight.server.transport import limits
from bunfight.server.transport.http import MeteredHttp
from bunfight.server.transport.websocket import MeteredWebSocket
from bunfight.server.workers.pool import FairQueue

USUAL: dict[str, Any] = {"frames_per_second": 60.0, "messages_per_second": 10.0, "burst": 40, "body": 65536}


def counted(limit: str) -> int:
    return METRICS.limited.values.get(limit, 0)


@pytest.mark.parametrize(
    ("flood", "limit"),
    [
        (frame(b"", PING), "frames"),
        (frame(b"x" * 100, PONG), "frames"),
        (frame(b""), "frames"),
        (frame(b"?"), "frames"),
        (frame(b"", BINARY), "frames"),
        (frame(b"x" * 60_000), "bytes"),
        (said(type="ephemeral", seat=0, kind="x", body={"x": 0}), "frames"),
    ],
    ids=["pings", "pongs", "empty", "nonsense", "binary", "large", "ephemeral"],
)
async def test_every_frame_and_byte_counts_before_it_is_understood(tmp_path: Path, flood: bytes, limit: str) -> None:
    async with run_server(tmp_path, **USUAL) as server:
        before, strikes = counted(limit), counted("messages")
        rough = await Rough.come(server)
        sent = await rough.flood(flood * 50, 60_000_000)
        assert sent < 60_000_000, "the line was not cut"
        await rough.ended()
        assert counted(limit) > before or counted("messages") > strikes
        assert not server.registry.connections
        assert (await Rough.come(server)).status == 403, "who was shut out waits"


async def test_a_message_has_a_bounded_number_of_parts(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        rough = await Rough.come(server)
        rough.writer.write(frame(b"{", TEXT, last=False) + frame(b"", CONTINUED, last=False) * 100)
        assert (await rough.ended())[:1] == b"\x88" and counted("fragments")


async def test_pongs_that_nobody_reads_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path, body=10**9) as server:
        rough = await Rough.come(server)
        transport = (await _line(server)).transport
        rough.reader._transport.pause_reading()  # type: ignore[attr-defined]
        most, pings = 0, frame(b"x" * 125, PING) * 200

        async def flood() -> None:
            await rough.flood(pings, 60_000_000)

        flooding = asyncio.create_task(flood())
        while not flooding.done() and not transport.is_closing():
            most = max(most, transport.get_write_buffer_size())
            await asyncio.sleep(0.001)
        await flooding
        assert transport.is_closing() and most < 1_000_000 and counted("unread")


async def _line(server: Any) -> MeteredWebSocket:
    while not server.registry.connections:
        await asyncio.sleep(0.001)
    (pipe,) = server.registry.connections
    line = pipe.disconnect.__self__
    assert isinstance(line, MeteredWebSocket)
    return line


async def test_after_a_close_frame_nothing_is_read_and_the_connection_ends(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        rough = await Rough.come(server)
        line = await _line(server)
        parsed: list[bytes] = []
        line.conn.receive_data = parsed.append  # type: ignore[assignment, method-assign]
        (pipe,) = server.registry.connections
        pipe.close("gone", "test", 0)
        await rough.of("bye")
        assert await rough.flood(said(type="ping", id="x") * 100, 20_000_000) < 20_000_000
        await rough.ended()
        assert not parsed and counted("after_close")


async def test_a_connection_that_nobody_reads_is_cut(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        rough = await Rough.come(server)
        line = await _line(server)
        (pipe,) = server.registry.connections
        rough.reader._transport.pause_reading()  # type: ignore[attr-defined]
        while not pipe.closed:
            pipe.send_encoded(b"x" * 100_000)
            await asyncio.sleep(0)
        await asyncio.wait_for(_until(lambda: line.disconnected), 60)
        assert not server.registry.connections


async def _until(test: Any) -> None:
    while not test():
        await asyncio.sleep(0.005)


async def test_reconnecting_is_not_free(tmp_path: Path) -> None:
    async with run_server(tmp_path, connects_per_second=0.5) as server:
        codes = [(await Rough.come(server)).status for _ in range(8)]
        assert codes == [101] * 5 + [403] * 3 and counted("connects")


async def test_messages_before_the_welcome_end_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path) as server:
        wait = asyncio.Event()
        admits = server.app.live.websocket

        async def slowly(*given: Any) -> None:
            await wait.wait()
            await admits(*given)

        monkeypatch.setattr(server.app.live, "websocket", slowly)
        rough = await Rough.open(server.port)
        head = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        rough.writer.write(
            f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await asyncio.sleep(0.1)
        rough.writer.write(said(type="ping", id="x") * 1000)
        assert await rough.ended() == b""
        wait.set()


async def test_slots_come_back_whatever_happens_to_a_connection(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        crowd = server.app.limits.live
        for _ in range(20):
            rough = await Rough.come(server)
            rough.writer.transport.abort()
        sent: list[Any] = []

        async def receive() -> Any:
            if sent:
                raise asyncio.CancelledError
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        rough = await Rough.come(server)
        line = await _line_of_one(server)
        with pytest.raises(asyncio.CancelledError):  # cancelled before its first message
            await server.app.live.websocket("somebody", receive, send, line)
        rough.writer.close()
        await asyncio.wait_for(_until(lambda: not crowd.total), 60)
        assert not crowd.by_client and not server.registry.connections
        await server.http.aclose()
        await asyncio.wait_for(_until(lambda: not server.app.limits.sockets.total), 60)


async def _line_of_one(server: Any) -> MeteredWebSocket:
    await asyncio.wait_for(_until(lambda: len(server.registry.connections) == 1), 60)
    return await _line(server)


async def test_unfinished_requests_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_transport, "CHECK_SECONDS", 0.2)
    async with run_server(tmp_path) as server:
        before = counted("slow_request")
        starts = (
            b"",
            b"GET /api/ta",
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: b\r\n",
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
        )
        roughs = [await Rough.open(server.port) for _ in starts]
        for rough, start in zip(roughs, starts, strict=True):
            rough.writer.write(start)
        for rough in roughs:
            await rough.ended()
        assert counted("slow_request") - before == len(starts)
        reply = await server.http.post("/api/live", json={"type": "hello", "protocol": 9})
        assert reply.status_code == 200, "an answer that takes long is no slow request"


async def test_sockets_of_one_client_are_limited(tmp_path: Path) -> None:
    async with run_server(tmp_path, connections_per_client=2) as server:
        roughs = [await Rough.open(server.port) for _ in range(8)]
        await server.http.aclose()
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            more = await Rough.open(server.port)
            more.writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await more.reader.readexactly(1)
        assert counted("sockets")
        for rough in roughs:
            rough.writer.close()


async def test_files_have_one_copy_and_a_rate(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "assets" / "x.js").write_text("let a = 1;" * 1000)
    async with run_server(tmp_path, static=str(static), requests_per_second=0.1) as server:
        pages = next(route.endpoint.__self__ for route in server.app.app.routes if route.path == "/{path:path}")
        for n in range(8):
            rough = await Rough.open(server.port)
            path = f"/assets/{'./' * n}x.js"
            rough.writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            assert (await rough.ended()).startswith(b"HTTP/1.1 200")
        assert len(pages._cache) == 1
        asked = 0
        while (await server.http.get("/assets/x.js")).status_code != 429:  # a slow machine gets a few more
            asked += 1
            assert asked < 500
        assert counted("pages")


@pytest.mark.parametrize("door", ["play-on", "again"])
async def test_no_endpoint_creates_tables_beyond_the_limit(tmp_path: Path, door: str) -> None:
    async with run_server(tmp_path, tables_per_hour=1) as server:
        made = await server.make("me", "me", start=True)
        table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, *tokens) as client:
            await client.play_out(0, 1)
        codes = []
        for _ in range(14):
            request: Any = {"at": 1, "seats": [0]} if door == "play-on" else {}
            headers = {"authorization": f"Bearer {tokens[0]}"}
            reply = await server.http.post(f"/api/tables/{table}/{door}", json=request, headers=headers)
            codes.append(reply.status_code)
            if door == "again" and reply.status_code == 200:
                room = await server.registry.room(table)
                assert room is not None
                room.session.head.again = ""  # as if each new game were over
        assert codes[0] < 300 and codes[-1] == 429 and await server.registry.store.count() <= 11


HOSTS = {
    "evil.example": 421, "evil.example:8800": 421, "127.0.0.1": 200, "[::1]:8800": 200, "localhost:1": 200,
    "tables.example": 200, "friend.example:80": 200, "[": 421, "127.0.0.1.evil.example": 421,
}  # fmt: skip


async def test_only_browsers_that_know_the_server_by_its_name_come_in(tmp_path: Path) -> None:
    async with run_server(tmp_path, url="https://tables.example/x", hosts=["friend.example"]) as server:
        for host, status in HOSTS.items():
            reply = await server.http.get("/health", headers={"host": host})
            assert reply.status_code == status, host
            assert ((await Rough.come(server, host)).status == 101) == (status == 200), host


async def test_one_who_floods_hints_does_not_delay_others() -> None:
    turns, served = FairQueue(1, 1), list[str]()

    async def hint(owner: str) -> None:
        await turns.acquire(owner)
        served.append(owner)
        await asyncio.sleep(0)
        turns.release(owner)

    await turns.acquire("first")
    waiting = [asyncio.create_task(hint("flood")) for _ in range(50)]
    await asyncio.sleep(0)
    waiting += [asyncio.create_task(hint(owner)) for owner in ("ann", "bob")]
    await asyncio.sleep(0)
    assert turns.waiting("flood") == 50
    waiting[0].cancel()
    turns.release("first")
    await asyncio.gather(*waiting, return_exceptions=True)
    assert served.index("ann") <= 2 and served.index("bob") <= 3 and served.count("flood") == 49
    await turns.acquire("last")  # no place was lost


async def test_a_client_waits_for_few_hints_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        monkeypatch.setattr(server.registry.workers, "pending_hints", lambda owner: 3)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.of("view")
            assert (await client.ask(type="hint", seat=0))["rule"] == "TABLE-HINT" and counted("hints")


async def test_neighbours_do_not_wait_while_one_floods(tmp_path: Path) -> None:
    async with run_server(tmp_path, **USUAL | {"messages_per_second": 1e6, "burst": 10**6}) as server:
        quiet = await Rough.come(server)
        loud = [await Rough.come(server) for _ in range(10)]
        flood = said(type="ping", id="x") * 500
        floods = [asyncio.create_task(one.flood(flood, 50_000_000)) for one in loud]
        quiet.writer.write(said(type="ping", id="q"))
        assert (await quiet.of("pong"))["id"] == "q"
        sent = sum(await asyncio.gather(*floods))
        assert sent < 10 * 50_000_000 and counted("frames") + counted("bytes") >= len(loud)


def test_clients_that_own_many_addresses_are_one() -> None:
    assert (
        limits.block_of("2001:db8:1:2:3::4") == limits.block_of("2001:db8:1:2::9") != limits.block_of("2001:db8:1:3::4")
    )
    assert limits.block_of("::ffff:10.0.0.1") == "10.0.0.1" and limits.block_of("10.0.0.1") == "10.0.0.1"
    assert limits.block_of("::1") == "::1" and limits.block_of("unknown") == "unknown"


def test_what_is_remembered_of_clients_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MAX_CLIENTS", 100)
    buckets = rate_limit.Buckets(1e9, 10)
    for n in range(1000):
        buckets.take(str(n))
    assert len(buckets.by_client) <= 101


def test_uvicorn_has_the_parts_that_our_protocols_use() -> None:
    """They are no public interface: when this fails, look at websocket.py and http.py in server/transport before raising the cap."""
    assert tuple(map(int, uvicorn.__version__.split(".")[:2])) < (0, 55)
    for name in ("data_received", "handle_connect", "handle_ping", "keepalive_timeout", "send_receive_event_to_app"):
        assert name in vars(MeteredWebSocket) and name in vars(MeteredWebSocket.__base__), name
    for name in ("connection_made", "connection_lost", "handle_websocket_upgrade", "on_response_complete"):
        assert name in vars(MeteredHttp) and name in vars(MeteredHttp.__base__), name
    config = uvicorn.Config(lambda: None, ws_per_message_deflate=False)
    config.load()
    state = uvicorn.server.ServerState()
    gate = limits.ClientLimits(Settings())
    line = MeteredWebSocket(gate, config=config, server_state=state, app_state={}, _loop=asyncio.new_event_loop())
    for name in ("close_sent", "close_timer", "conn", "curr_msg_data_type", "disconnected", "frames", "queue"):
        assert hasattr(line, name), name
    for name in ("handshake_complete", "handshake_initiated", "loop", "read_paused", "transport", "writable"):
        assert hasattr(line, name), name
    http = MeteredHttp(gate, config=config, server_state=state, app_state={}, _loop=asyncio.new_event_loop())
    assert hasattr(http, "conn") and hasattr(http, "transport")
    assert limits.EXTENSION


async def test_text_that_is_no_text_leaves_no_trace_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_server(tmp_path) as server:
        for bad in (frame(b"\xff\xfe"), frame(b"\xff", last=False) + frame(b"\xfe", CONTINUED)):
            rough = await Rough.come(server)
            rough.writer.write(bad)
            assert b"\x03\xef" in await rough.ended()
        with caplog.at_level(logging.INFO):
            rough = await Rough.open(server.port)
            rough.writer.write(b"\x00\x01 nonsense\r\n\r\n")
            await rough.ended()
    assert not [one for one in caplog.records if one.exc_info]


async def test_an_ordinary_client_meets_no_limit(tmp_path: Path) -> None:
    usual: dict[str, Any] = {"connects_per_second": 5.0, "requests_per_second": 30.0, "tables_per_hour": 120}
    async with run_server(tmp_path, **USUAL | usual) as server:
        made = await server.make("me", "medium", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            for _ in range(15):
                view = await client.asked(0)
                if view["view"]["over"]:
                    break
                version = view["version"]
                await client.play(0)
                await client.until(lambda m, v=version: m["type"] == "view" and m["version"] > v)  # type: ignore[misc]
        async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws") as socket:
            await (await socket.ping())


async def test_chat_beyond_its_rate_is_counted_and_explained(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        before = counted("chat")
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            said = [await client.ask(type="say", seat=0, text=f"line {n}") for n in range(9)]
        refused = [one for one in said if one["type"] == "refused"]
        assert refused and counted("chat") == before + len(refused)
        assert refused[0]["told"] == {"en": refused[0]["why"], "zh": "请稍等再发下一条消息"}


def test_every_refusal_by_a_limit_is_counted_under_a_name_that_the_page_explains() -> None:
    source = Path(str(server.__file__)).parent
    counts = {name for path in source.rglob("*.py") for call in re.findall(r"limited\((.*?)\)", path.read_text()) for name in re.findall(r'"(\w+)"', call)}  # fmt: skip
    page = (Path(__file__).parents[2] / "docs" / "server-limits.md").read_text(encoding="utf-8")
    rows = [line.rpartition("|")[0].rpartition("|")[2] for line in page.splitlines() if line.startswith("| ")][2:]
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert counts == told and len(told) > 20
    assert all(re.search(r"`\w+`", row) for row in rows), "every limit counts its refusals"
