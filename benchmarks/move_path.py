"""Lists the files of engine and server that run until a player's move is acknowledged, and counts their calls.

    BUNFIGHT_PURE=1 python benchmarks/move_path.py

Plays moves at a table of a server over a WebSocket and profiles one of them, with its storage and its broadcast.
Timers of the server run as well; what only they call is marked.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import bunfight

ROOT = Path(bunfight.__file__).parent
sys.path[:0] = [str(ROOT.parents[1] / "tests" / "server"), str(ROOT.parents[1] / "tests")]
TIMERS = {"collect_young", "_measure_lag"}  # run at intervals, whatever is played

called: dict[str, Counter[str]] = {}
watching = False


def profile(frame: FrameType, event: str, _: Any) -> None:
    path = Path(frame.f_code.co_filename)
    if watching and event == "call" and path.is_relative_to(ROOT):
        called.setdefault(path.relative_to(ROOT).as_posix(), Counter())[frame.f_code.co_name] += 1


async def play() -> None:
    global watching  # a profile function has no other way to know
    from server_harness import run_server

    async with run_server(Path(tempfile.mkdtemp())) as server:
        made = await server.make("me", "me", start=True)
        tokens = [seat["token"] for seat in made["seats"]]
        async with server.connect(made["table"]["id"], *tokens) as client:
            view = await client.of("view")
            seat = view["seat"] if view["view"]["moves"] else 1 - view["seat"]
            await client.play(seat)  # fills caches
            await client.of("view")
            watching = True
            assert (await client.play(1 - seat))["type"] == "ok"
            await client.of("view")
            watching = False


def main() -> None:
    threading.setprofile(profile)
    sys.setprofile(profile)
    asyncio.run(play())
    sys.setprofile(None)
    path = {file for file in called if file.startswith(("engine/", "server/"))}
    for file in sorted(path):
        print(f"{file}{' (timer)' if called[file].keys() <= TIMERS else ''}: {', '.join(sorted(called[file]))}")
    timers = {file for file in path if called[file].keys() <= TIMERS}
    calls = sum(called[file].total() for file in path - timers)
    print(f"{len(path)} files, {len(timers)} of them for timers; {calls} Python calls without those")


if __name__ == "__main__":
    main()
