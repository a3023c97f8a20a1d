"""Lists the files of engine and server that run between a player's move and its acknowledgement.

    BUNFIGHT_PURE=1 python benchmarks/move_path.py

Plays moves at a table of a server over a WebSocket and profiles one of them, with its storage and its broadcast.
Timers of the server run as well; what only they call is marked.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import bunfight

ROOT = Path(bunfight.__file__).parent
sys.path[:0] = [str(ROOT.parents[1] / "tests" / "server"), str(ROOT.parents[1] / "tests")]
TIMERS = {"collect_young", "_measure_lag"}  # run at intervals, whatever is played

called: dict[str, set[str]] = {}
watching = False


def profile(frame: FrameType, event: str, _: Any) -> None:
    path = Path(frame.f_code.co_filename)
    if watching and event == "call" and path.is_relative_to(ROOT):
        called.setdefault(path.relative_to(ROOT).as_posix(), set()).add(frame.f_code.co_name)


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
        print(f"{file}{' (timer)' if called[file] <= TIMERS else ''}: {', '.join(sorted(called[file]))}")
    print(len(path), "files,", sum(called[file] <= TIMERS for file in path), "of them for timers")


if __name__ == "__main__":
    main()
