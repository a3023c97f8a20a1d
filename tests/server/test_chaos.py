"""Servers and the database are killed during games: no acknowledged move is lost or applied twice.

The short form of ``benchmarks/chaos.py``, through nginx with the configuration that we ship, TLS and WebSockets.
"""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import chaos


@pytest.fixture(scope="module")
def fleet(postgres: Any) -> Iterator[chaos.Fleet]:
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed here; tools/nginx.sh installs nginx from the system's packages")
    made = chaos.Fleet(sync=False)
    yield made
    made.stop()


def get(fleet: chaos.Fleet, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"https://localhost:{fleet.proxy.port}{path}", context=fleet.proxy.trust) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


@pytest.mark.timeout(300)
def test_the_proxy_carries_pages_and_live_lines_and_keeps_the_numbers_to_itself(fleet: chaos.Fleet) -> None:
    status, page = get(fleet, "/")
    assert status == 200 and "Bunfight" in page
    assert get(fleet, "/ready")[0] == 200 and get(fleet, "/metrics")[0] == 403

    async def play() -> int:
        game = chaos.Play(fleet, 1, 0.0)
        game.begin()
        while game.moves < 5:
            await asyncio.sleep(0.05)
        await game.end()
        return (await chaos.compare(game))["acknowledged"]

    assert asyncio.run(asyncio.wait_for(play(), 100)) >= 5


@pytest.mark.timeout(300)
def test_kill_servers_and_the_database(fleet: chaos.Fleet) -> None:
    told = asyncio.run(chaos.chaos(fleet, tables=6, kills=3, restarts=1, every=1.0, pause=0.1))
    assert told["stuck"] == {} and told["kills"] >= 3 and told["acknowledged"] > 20, told
    assert "Traceback" not in "".join(line for line in fleet.logs().splitlines() if "unexpected error" in line)


@pytest.mark.timeout(300)
def test_a_rolling_restart_loses_no_click(fleet: chaos.Fleet) -> None:
    """Every server is told to end and another one comes in its place, while people click on."""

    async def play() -> tuple[dict[str, int], chaos.Play, list[str]]:
        game = chaos.Play(fleet, 4, 0.05)
        game.begin()
        while game.moves < 10:
            await asyncio.sleep(0.05)
        for number in range(len(fleet.processes)):
            await asyncio.to_thread(fleet.kill, number, signal.SIGTERM)
        stuck = await game.goes_on(30.0)
        await game.end()
        return await chaos.compare(game), game, stuck

    found, game, stuck = asyncio.run(play())
    assert not stuck and not game.refused and not game.troubles and found["acknowledged"] >= 10
