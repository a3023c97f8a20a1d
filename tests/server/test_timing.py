"""Undo, reaction windows, clocks and failing bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from server_harness import ClientConnection, QuickWorkers, ServerHarness, run_server

from bunfight.engine import View
from bunfight.server.bots import BotFailed
from bunfight.server.rooms import clocks, scheduler
from bunfight.server.workers.pool import WorkerPools


async def test_undo_inside_the_bound_is_free(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client, server.connect(table, two) as other:
            await client.play(0)
            view = await client.until(lambda m: m["type"] == "view" and m["number"] == 1)
            assert view["undo"]["free"] == 0
            assert (await client.ask(type="undo", seat=0))["type"] == "ok"
            back = await other.until(lambda m: m["type"] == "view" and m["reset"] and m["version"] > view["version"])
            assert back["number"] == 0 and back["heard"][-1]["number"] == 0
            nothing = await client.ask(type="undo", seat=0)
            assert nothing["rule"] == "HOUSE-UNDO"


async def test_undo_beyond_the_bound_needs_consent(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", "medium", start=True)
        table, (one, two) = made["table"]["id"], [key["token"] for key in made["seats"]]
        async with server.connect(table, one) as client, server.connect(table, two) as other:
            await client.play(0)
            await other.play(1)
            await client.until(lambda m: m["type"] == "view" and m["number"] == 3)
            view = client.view(0)
            assert view is not None and view["undo"] == {"free": None, "ask": view["undo"]["ask"]}
            assert (await client.ask(type="undo", seat=0))["type"] == "ok"
            asked = await other.until(lambda m: m["type"] == "table" and m["table"]["request"])
            request = asked["table"]["request"]
            assert request["waiting"] == [1]
            again = await client.ask(type="undo", seat=0)
            assert again["rule"] == "TABLE-ASKED"
            await other.ask(type="answer", seat=1, request=request["request"], yes=False)
            no = await client.until(lambda m: m["type"] == "table" and not m["table"]["request"])
            assert no["table"]["declined"] == 1, "everybody is told who said no"
            await client.ask(type="undo", seat=0)
            after = len(other.got)
            asked = await other.until(lambda m: m["type"] == "table" and m["table"]["request"], after - 1)
            yes = await other.ask(type="answer", seat=1, request=asked["table"]["request"]["request"], yes=True)
            assert yes["type"] == "ok"
            await client.until(lambda m: m["type"] == "view" and m["number"] == request["keep"] and m["reset"])
            late = await other.ask(type="answer", seat=1, request=request["request"], yes=True)
            assert late["stale"]
            await asyncio.gather(client.play_out(0), other.play_out(1))
        assert (await server.get(f"/api/tables/{table}/verify"))["good"]


async def test_tables_may_agree_to_take_nothing_back_or_everything(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        for agreed, kind in (("off", "refused"), ("free", "ok")):
            made = await server.make("me", "me", start=True, undo=agreed)
            table, tokens = made["table"]["id"], [key["token"] for key in made["seats"]]
            async with server.connect(table, tokens[0]) as client, server.connect(table, tokens[1]) as other:
                await client.play(0)
                await other.play(1)
                await client.until(lambda m: m["type"] == "view" and m["number"] == 2)
                assert (await client.ask(type="undo", seat=0))["type"] == kind


async def to_a_window(server: ServerHarness, client: ClientConnection, made: Any) -> Any:
    """Play three hot seats until a large bun may be snatched by two; the view of the eater."""
    for _ in range(60):
        room = server.registry.rooms[made["table"]["id"]]
        assert room.session.table is not None
        if room.window.is_open() and len(room.session.table.state.awaiting()) == 2:
            return room
        seat = room.session.table.state.awaiting()[0]
        view = await client.asked(seat)
        moves = view["view"]["moves"]
        move = next((m for m in ("eat royal", "eat honey") if m in moves), None) or next(
            (m for m in moves if m == "let"), moves[0]
        )
        version = view["version"]
        await client.ask(type="play", seat=seat, move=move, version=version)
        await client.until(lambda m, v=version: m["type"] == "view" and m["version"] > v)  # type: ignore[misc]
    return None


async def test_answers_in_a_reaction_window_stay_sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clocks.WINDOW, "instant", 0.0)
    async with run_server(tmp_path) as server:
        for seed in range(20):
            made = await server.make("me", "me", "me", start=True, practice=f"w{seed}")
            tokens = [key["token"] for key in made["seats"]]
            async with server.connect(made["table"]["id"], *tokens) as client:
                room = await to_a_window(server, client, made)
            if room is not None:
                break
        else:
            pytest.fail("no window came up")
        monkeypatch.setitem(clocks.WINDOW, "instant", 0.4)
        room.session.running.opened = time.time()
        one, two = room.session.table.state.awaiting()
        eater = 3 - one - two
        table = room.id
        async with (
            server.connect(table, tokens[one]) as first,
            server.connect(table, tokens[two]) as second,
            server.connect(table, tokens[eater]) as third,
        ):
            await third.of("view")
            number = room.session.number
            before = (len(second.got), len(third.got))
            assert (await first.play(one, "let"))["type"] == "ok"
            await first.until(lambda m: m["type"] == "view" and m["sealed"] == "let")
            assert (await first.ask(type="undo", seat=one))["type"] == "ok"
            await first.until(lambda m: m["type"] == "view" and m["sealed"] is None, 3)
            assert (await first.play(one, "let"))["type"] == "ok"
            assert (await second.play(two, "let"))["type"] == "ok"
            assert room.session.number == number, "opened before its time"
            quiet = [m for m in third.got[before[1] :] if m["type"] != "presence"]
            assert quiet == [], "who sits by must not notice who has answered"
            opened = await third.until(lambda m: m["type"] == "view" and m["number"] == number + 2)
            assert opened["since"] == number
            assert not [m for m in second.got if m["type"] == "view" and m["number"] == number + 1]


async def test_sealed_answers_outlive_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_server(tmp_path) as server:
        for seed in range(20):
            made = await server.make("me", "me", "me", start=True, practice=f"w{seed}")
            tokens = [key["token"] for key in made["seats"]]
            async with server.connect(made["table"]["id"], *tokens) as client:
                if (room := await to_a_window(server, client, made)) is not None:
                    seat = room.session.table.state.awaiting()[0]
                    await client.play(seat, "let")
                    break
    async with run_server(tmp_path) as server, server.connect(made["table"]["id"], *tokens) as client:
        await client.of("clock")
        view = client.view(seat)
        assert view is not None and view["sealed"] == "let"
        await client.play_out(0, 1, 2)


async def test_a_timeout_plays_the_default_move_or_a_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clocks.PER_DECISION, "fast", 0.1)
    monkeypatch.setitem(clocks.BANK, "fast", 0.1)
    async with run_server(tmp_path) as server:
        for timeout in ("default", "bot"):
            clock = {"kind": "fast"}
            made = await server.make("me", "me", start=True, clock=clock, timeout=timeout, undo="off")
            async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
                running = await client.until(lambda m: m["type"] == "clock")
                assert running["seats"] and 0 < running["seats"][0]["left"] <= 200
                await client.until(lambda m: m["type"] == "table" and m["table"]["state"] == "over")
            assert (await server.get(f"/api/tables/{made['table']['id']}/verify"))["good"]


class Broken(QuickWorkers):
    async def choose(self, game: str, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
        if spec == "easy":
            raise BotFailed("dead")
        return "fly" if spec == "random" else await super().choose(game, view, spec, seed, stream, owner)


async def test_a_failing_bot_is_replaced_for_the_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(
        "bunfight.server.rooms.scheduler.note", lambda what, level, **facts: noted.append(f"{what} {facts}")
    )
    async with run_server(tmp_path, Broken()) as server:
        made = await server.make("me", "easy", "random", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.play_out(0)
    assert any(one.startswith("illegal bot move") and "MoveSyntaxError" in one for one in noted)
    assert any(one.startswith("bot failed") for one in noted) and "fly" not in "".join(noted)


async def test_bots_think_in_processes_and_a_hanging_one_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    from bunfight.engine import Table
    from bunfight.games import load

    noted: list[tuple[int, dict[str, Any]]] = []
    monkeypatch.setattr("bunfight.server.workers.pool.note", lambda what, level, **facts: noted.append((level, facts)))
    workers = WorkerPools(1, 1, 30.0)
    table = Table(load("_template"), ["a", "b"], "seed")
    view = table.game.view(table.state, 0)
    try:
        move = await workers.choose(("_template", ""), view, "medium", "s", "1")
        assert move in view.moves
        assert await workers.choose(("_template", ""), view, "medium", "s", "1") == move
        workers.timeout = 0.3
        with pytest.raises(BotFailed):
            await workers._call("bots", "", _hang)
        workers.timeout = 30.0
        assert await workers.choose(("_template", ""), view, "medium", "s", "1") == move
        with pytest.raises(BotFailed):
            await workers._call("bots", "", _die)
        with pytest.raises(BotFailed, match="it failed: IndexError$"):
            await workers._call("bots", "", _err)
        level, facts = noted[-1]
        assert any("in _err" in line for line in facts["where"]) and "none of them" not in str(facts)
        assert level < logging.ERROR, "errors are logged with all their words"
        assert await workers.choose(("_template", ""), view, "random", "s", "1") in view.moves
        hint = await workers.explain(("_template", ""), view, "medium", "s", "1")
        assert hint.move in view.moves and {one.move for one in hint.choices} <= set(view.moves)
        weighed = {move for one in hint.choices for move in one.same}
        assert weighed == set(view.moves), "every choice is weighed"
        assert all(one.reasons for one in hint.choices if one.move != hint.move and one.value < hint.choices[0].value)
    finally:
        workers.close()


async def test_starting_a_process_does_not_count_as_thinking_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine processes start slowly; they must not be ended for that, or no bot would ever think."""
    started: list[Slow] = []

    def pool(*_: object) -> Slow:
        started.append(Slow(asyncio.get_running_loop()))
        return started[-1]

    monkeypatch.setattr("bunfight.server.workers.pool.process_pool.pool", pool)
    workers = WorkerPools(1, 1, 0.5)
    assert await asyncio.gather(*[workers._call("bots", str(n), len, "four") for n in range(3)]) == [4, 4, 4]
    assert len(started) == 1


class Slow:
    """A pool of processes that take a second to start, and no time to think."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.there = False
        self.waiting: list[Callable[[], None]] = []
        loop.call_later(1.0, self.start)

    def start(self) -> None:
        self.there = True
        for one in self.waiting:
            one()

    def submit(self, call: Callable[..., Any], *given: object) -> Future[Any]:
        answer: Future[Any] = Future()
        self.waiting.append(lambda: None if answer.cancelled() else answer.set_result(call(*given)))
        if self.there:
            self.waiting.pop()()
        return answer

    def shutdown(self, **_: object) -> None:
        """Nothing is to be ended."""


async def test_a_table_goes_on_after_an_internal_error_during_a_bot_move(tmp_path: Path) -> None:
    class Mistaken(QuickWorkers):
        async def choose(self, game: Any, view: View, spec: str, seed: str, stream: str, owner: str = "") -> str:
            if not self.asked:
                self.asked.append(view)
                raise RuntimeError("nobody thought of this")
            return await super().choose(game, view, spec, seed, stream, owner)

    async with run_server(tmp_path, Mistaken()) as server:
        made = await server.make("medium", "me", start=True)
        async with server.connect(made["table"]["id"], made["seats"][0]["token"]) as client:
            await client.play_out(1)


async def test_requests_behind_a_hanging_bot_are_served(tmp_path: Path) -> None:
    workers = WorkerPools(2, 1, 60.0)
    try:
        await workers.warm_up()
        asked = [
            asyncio.create_task(workers._call("bots", str(n), _nap_once, str(tmp_path / str(n)))) for n in range(4)
        ]
        while len(list(tmp_path.iterdir())) < 2:
            await asyncio.sleep(0.01)
        for slot, pool in list(workers._pools.items()):
            workers._replace(slot, pool)  # two were asleep, two waited
        for n in range(4):
            (tmp_path / str(n)).touch()
        assert await asyncio.wait_for(asyncio.gather(*asked), 60) == ["rested"] * 4
    finally:
        workers.close()


async def test_a_bot_is_shown_what_it_was_asked(tmp_path: Path) -> None:
    workers = QuickWorkers()
    async with run_server(tmp_path, workers) as server:
        made = await server.make("me", "me", start=True)
        room = server.registry.rooms[made["table"]["id"]]
        seat = room.session.table.state.awaiting()[0]
        room.schedule._think(seat, "medium")
        table = room.session.table
        table.play(seat, table.game.bots.fallback(table.state, seat))  # before the bot's task has begun
        while not workers.asked:
            await asyncio.sleep(0)
        assert workers.asked[0].moves


async def test_a_hint_is_about_what_is_kept(tmp_path: Path) -> None:
    async with run_server(tmp_path) as server:
        made = await server.make("me", "me", start=True)
        room = server.registry.rooms[made["table"]["id"]]
        async with server.connect(room.id, made["seats"][0]["token"]) as client:
            await client.of("view")
            async with room.lock:  # as if a decision were being written
                hinting = asyncio.create_task(client.ask(type="hint", seat=0))
                await asyncio.sleep(0.1)
                assert not hinting.done()
            assert (await hinting)["type"] == "hinted"


def _nap_once(bed: str) -> str:
    import time

    if not Path(bed).exists():
        Path(bed).touch()
        time.sleep(60)
    return "rested"


def _err() -> None:
    raise IndexError("none of them")


def _hang() -> None:
    import time

    time.sleep(60)


def _die() -> None:
    import os

    os._exit(1)


def test_nobody_waits_long_for_one_turn_of_a_bot() -> None:
    """Whatever a turn consists of: 30 decisions, of which every other is an act that takes 3 seconds to watch."""
    used = 0.0
    for number in range(30):
        used += scheduler.thinking_time("brisk", clocks.TURN["brisk"] - used)
        if number % 2:
            used += clocks.show_time(3.0, clocks.TURN["brisk"] - used)
    assert 5.0 < used <= clocks.TURN["brisk"] < 6.0
    assert clocks.show_time(2.0, clocks.TURN["brisk"] - 1.5) == 2.0, "a usual act is shown as it went"
    assert clocks.show_time(3.0, clocks.TURN["calm"]) == 3.0
    assert scheduler.thinking_time("instant", 0.0) == 0.0
