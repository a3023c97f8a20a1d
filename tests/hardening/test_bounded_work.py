"""The costliest input of every message and every endpoint. Work is counted in calls of functions, never in seconds.

Work on the event loop keeps everybody waiting, so little of it is allowed; threads and processes may do more.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from server_harness import QuickWorkers, ServerHarness, run_server

from bunfight import protocol
from bunfight.coach.puzzles import Verdict, puzzles
from bunfight.engine import View
from bunfight.server.bots import BotAdvice, BotFailed, GameSource, ReviewSlice, TableSetup
from bunfight.server.http import catalogue
from bunfight.server.rate_limit import Bucket
from bunfight.server.transport.endpoints import LiveConnection

ON_LOOP = 30_000  # calls between an input and its answer, a few milliseconds
IN_THREADS = 1_500_000
JUNK = "\u202e\U0001f600e\u0301" * 10
CARDS = files("bunfight.games.burger_war").joinpath("cards.toml").read_text(encoding="utf-8")
Case = tuple[str, Any, str]  # path, body and token


class Elsewhere(QuickWorkers):
    """Stands for processes of their own: what they do is not counted."""

    async def choose(self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        await asyncio.Event().wait()  # for ever: no bot decides meanwhile
        return ""

    async def explain(
        self, game: GameSource, view: View, spec: str, seed: str, stream: str, owner: str = ""
    ) -> BotAdvice:
        return BotAdvice("pass", [])

    async def judge(self, puzzle: str, move: str, owner: str = "") -> Verdict:
        return Verdict(True, 1.0, 1.0, move)

    async def review(
        self, game: GameSource, record: str, before: ReviewSlice, brief: bool, owner: str = ""
    ) -> ReviewSlice:
        raise BotFailed("busy")

    async def simulate(self, game: GameSource, question: str, owner: str = "") -> str:
        raise BotFailed("busy")

    async def try_setup(self, setup: TableSetup, owner: str = "") -> protocol.Values:
        return {}


class Meter:
    """Counts calls, in Python and in C, on the event loop and in threads."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loop = self.threads = 0
        monkeypatch.setattr(asyncio, "to_thread", self._to_thread)

    def _on_loop(self, frame: object, event: str, what: object) -> None:
        self.loop += event in ("call", "c_call")

    def _in_thread(self, frame: object, event: str, what: object) -> None:
        self.threads += event in ("call", "c_call")

    async def _to_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        sys.setprofile(self._in_thread)
        try:
            return work(*args)
        finally:
            sys.setprofile(self._on_loop)

    async def count(self, work: Any) -> tuple[int, int]:
        self.loop = self.threads = 0
        sys.setprofile(self._on_loop)
        try:
            await work
        finally:
            sys.setprofile(None)
        return self.loop, self.threads


async def asgi(server: ServerHarness, method: str, path: str, body: Any, token: str) -> int:
    """Give a request to the application itself, so that no HTTP client is counted; its status."""
    plain, _, query = path.partition("?")
    text = body if isinstance(body, bytes) else msgspec.json.encode({} if body is None else body)
    headers = [(b"content-type", b"application/json"), (b"accept-encoding", b"gzip")]
    headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
    scope = {
        "type": "http",
        "method": method,
        "path": plain,
        "raw_path": plain.encode(),
        "query_string": query.encode(),
    }
    status = 0
    sent = False

    async def receive() -> Any:
        nonlocal sent
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": text, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    await server.app({**scope, "headers": headers, "client": ("127.0.0.1", 1), "http_version": "1.1"}, receive, send)
    return status


async def finished(server: ServerHarness) -> tuple[str, str]:
    made = await server.make("me", "me", game="burger_war", start=True)
    tokens = [one["token"] for one in made["seats"]]
    async with server.connect(made["table"]["id"], *tokens) as client:
        await client.play_out(0, 1)
    return made["table"]["id"], ",".join(tokens)


async def cases(server: ServerHarness) -> dict[str, list[Case]]:
    """The costliest requests that we can think of, by operation."""
    over, keys = await finished(server)
    full = await server.make(*["open"] * 4, game="buffet_boss", public=True)
    gathering = f"/api/tables/{full['table']['id']}"
    big = await server.make(*["me"] * 4, game="buffet_boss", start=True, clock={"kind": "days", "days": 3})
    many = ",".join(["x" * 64] * 15 + [big["seats"][0]["token"]])
    playing, done = f"/api/tables/{big['table']['id']}", f"/api/tables/{over}"
    for _ in range(30):
        await server.make("me", "open", public=True)
    puzzle = next(one.id for one in puzzles("buffet_boss"))
    own = await server.make("me", "me", game="burger_war", cards=CARDS + "# own\n")
    strange = {f"{JUNK[:30]}{n}": JUNK for n in range(900)}
    places = [{"kind": "open", "name": "\u202e" * 24, "bot": JUNK[:40]}] * 16
    last = server.registry.rooms[over].session.number
    t = "/api/tables/{table}"
    record = server.registry.rooms[over].session.record(await server.registry.store.entries(over)).text()
    return {
        "GET /api/games": [("/api/games", None, "")],
        "GET /api/games/{game}": [("/api/games/buffet_boss", None, ""), (f"/api/games/{'x' * 4000}", None, "")],
        "GET /api/skipped": [("/api/skipped", None, "")],
        "GET /api/languages": [("/api/languages", None, "")],
        "GET /api/tables": [("/api/tables", None, ""), (f"/api/tables?state=over&game={'x' * 4000}", None, "")],
        "POST /api/records": [
            ("/api/records", {"record": record}, ""),
            ("/api/records", {"record": JUNK * (50_000 // len(JUNK.encode()))}, ""),
            ("/api/records", {"record": "[" * 60_000}, ""),
        ],
        "POST /api/tables": [
            ("/api/tables", {"game": "buffet_boss", "places": places, "options": strange}, ""),
            ("/api/tables", {"game": "burger_war", "places": [{"kind": "me"}] * 4, "start": True, "cards": CARDS}, ""),
            ("/api/tables", {"game": "buffet_boss", "places": [{"kind": "me"}] * 4, "start": True}, ""),
            ("/api/tables", b"[" * 60_000, ""),
            ("/api/tables", b'{"game":' + b"9" * 60_000, ""),
        ],
        f"GET {t}": [(playing, None, many), (f"/api/tables/{'x' * 4000}", None, "")],
        f"GET {t}/book": [(f"/api/tables/{own['table']['id']}/book", None, "")],
        f"GET {t}/cards": [(f"/api/tables/{own['table']['id']}/cards", None, "")],
        f"POST {t}/join": [(gathering + "/join", {"name": JUNK[:24]}, many)],
        f"POST {t}/leave": [(playing + "/leave", {"seat": 15}, many)],
        f"POST {t}/furnish": [(gathering + "/furnish", {"seat": 3, "bot": "hard"}, full["host"])],
        f"POST {t}/start": [(gathering + "/start", {"fill": "hard"}, full["host"])],
        f"POST {t}/again": [(done + "/again", None, keys)],
        f"POST {t}/send": [
            (playing + "/send", {"type": "why", "id": "1", "seat": 0, "about": [{"x" * 40: JUNK}] * 16}, many)
        ],
        f"GET {t}/view": [(playing + "/view", None, many), (playing + "/view", None, "")],
        "POST /api/live": [("/api/live", {"protocol": protocol.PROTOCOL, "table": big["table"]["id"]}, "")],
        "POST /api/qr": [("/api/qr", {"text": "https://x/" + "y" * 140}, "")],
        "GET /health": [("/health", None, "")],
        "GET /ready": [("/ready", None, "")],
        "GET /metrics": [("/metrics", None, "")],
        f"POST {t}/reminder": [(playing + "/reminder", {"seat": 15, "code": JUNK, "wanted": True}, many)],
        f"GET {t}/record": [(done + "/record", None, keys)],
        f"GET {t}/replay": [(done + "/replay", None, keys)],
        f"GET {t}/replay/{{number}}": [(f"{done}/replay/{n}?seat=all", None, keys) for n in (last, 1, last - 1, 0)],
        f"GET {t}/attachments/{{number}}": [(f"{done}/attachments/{last}", None, keys)],
        f"GET {t}/chart": [(done + "/chart", None, keys)],
        f"GET {t}/verify": [(done + "/verify", None, keys)],
        f"POST {t}/play-on": [(done + "/play-on", {"at": last - 1, "seats": [0, 1], "name": JUNK[:24]}, keys)],
        f"GET {t}/review": [(done + "/review", None, keys)],
        f"POST {t}/review": [(done + "/review", None, keys)],
        "GET /api/puzzles": [("/api/puzzles", None, "")],
        "GET /api/puzzles/{puzzle}": [(f"/api/puzzles/{puzzle}", None, ""), (f"/api/puzzles/{'x-' * 2000}", None, "")],
        "POST /api/puzzles/{puzzle}": [(f"/api/puzzles/{puzzle}", {"move": JUNK}, "")],
        "GET /api/daily/{game}": [("/api/daily/buffet_boss?date=0001-01-01", None, "")],
        "POST /api/daily/{game}": [("/api/daily/burger_war", {"table": over, "browser": "b" * 64}, keys)],
    }


def operations(server: ServerHarness) -> set[str]:
    """Every operation that the server has, by its own description."""
    described = {route.endpoint.__name__ for route in server.app.app.routes}
    return {name for name in described if name.startswith(("GET ", "POST "))}


async def test_no_request_costs_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path, workers=Elsewhere()) as server:
        costly, meter = await cases(server), Meter(monkeypatch)
        missing = operations(server) - costly.keys()
        assert not missing, "an operation without its costliest request"
        assert operations(server) == costly.keys()
        extra = [
            "/openapi.json",
            "/api/schema.json",
            "/api/schema/buffet_boss.json",
            "/api",
            "/",
            f"/{'x/' * 30_000}",
            f"/offline/{'x/' * 30_000}",
            f"/brought/burger_war/{catalogue.GAME_ASSETS}{'x/' * 30_000}",
        ]
        found: dict[str, tuple[int, int]] = {}
        for name, listed in [*costly.items(), *((f"GET {path}", [(path, None, "")]) for path in extra)]:
            for path, body, token in listed:
                await asgi(server, name.partition(" ")[0], path, body, token)  # what is made once and remembered
                status = 0

                async def ask(method: str, path: str, body: Any, token: str) -> None:
                    nonlocal status
                    status = await asgi(server, method, path, body, token)

                work = await meter.count(ask(name.partition(" ")[0], path, body, token))
                assert 200 <= status < 500, (name, status)
                found[f"{name} {path[:60]}"] = max(work, found.get(f"{name} {path[:60]}", (0, 0)))
        over = {name: work for name, work in found.items() if work[0] > ON_LOOP or work[1] > IN_THREADS}
        assert not over, over


def messages(tokens: list[str], table: str) -> dict[str, list[dict[str, Any]]]:
    """The costliest messages that we can think of, by type; ids and seats are added."""
    hello = {"protocol": protocol.PROTOCOL, "table": table, "tokens": [*["x" * 64] * 12, *tokens][:16]}
    about = [{f"noun{n}": JUNK for n in range(8)}] * 16
    return {
        "hello": [hello, {**hello, "version": 10**18, "number": -(10**18)}, {**hello, "table": ""}],
        "play": [{"move": " ".join("x" * 100), "version": 1}, {"move": JUNK, "version": 10**18}],
        "why": [{"about": about}, {"about": [{"verb": "place"}]}, {"move": "x " * 100}, {"about": [{"key": "1"}]}],
        "undo": [{"keep": -(10**18)}, {"keep": 10**18}, {}],
        "answer": [{"request": 10**18, "yes": True}],
        "say": [{"text": JUNK * 4}, {"text": "\u202e" * 200}],
        "hint": [{"bot": "hard"}, {"bot": JUNK[:40]}],
        "stand_in": [{"whom": 15, "bot": JUNK[:40]}],
        "back": [{}],
        "pace": [{"pace": "instant"}],
        "choose": [{"option": JUNK[:40], "value": JUNK[:40]}],
        "remind": [{"mail": "a" * 240 + "@x.org"}, {"mail": "!" * 64 + "@" + "-" * 180}],
        "resign": [{}],
        "ephemeral": [{"kind": "x" * 40, "body": {f"{n:040}": "y" * 40 for n in range(16)}}],
        "ping": [{}],
    }


@pytest.mark.parametrize("game", ["buffet_boss", "burger_boss", "burger_up", "burger_war", "jom_burger"])
async def test_no_message_costs_much(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path, workers=Elsewhere()) as server:
        made = await server.make(*["me"] * 3, game=game, start=True, clock={"kind": "days", "days": 3})
        tokens = [one["token"] for one in made["seats"]]
        costly, meter = messages(tokens, made["table"]["id"]), Meter(monkeypatch)
        assert costly.keys() == {_tag(kind) for kind in get_args(protocol.ClientMessage)}
        answered: list[bytes] = []

        async def send(text: bytes) -> None:
            answered.append(text)

        live, found = server.app.live, dict[str, int]()
        connection = LiveConnection("127.0.0.1", send, lambda: None, Bucket(1e9, 1e9))
        for kind, listed in costly.items():
            for number, more in enumerate(listed):
                for seat in (0, 1, 2):
                    named = {"id": f"{kind}{number}{seat}"} | ({} if kind in ("hello", "ping") else {"seat": seat})
                    text = msgspec.json.encode({"type": kind, **named, **more})

                    async def handled(text: bytes) -> None:
                        await live._receive(connection, text)
                        await connection.requests_answered()

                    if connection.room is None:
                        await handled(msgspec.json.encode({"type": "hello", **costly["hello"][0]}))
                    loop, threads = await meter.count(handled(text))
                    found[f"{kind} {number}"] = max(loop + threads, found.get(f"{kind} {number}", 0))
        assert answered and max(found.values()) < ON_LOOP, {
            name: work for name, work in found.items() if work > ON_LOOP
        }


def _tag(kind: type) -> str:
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
    return str(tag)
