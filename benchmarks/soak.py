"""Puts a long, light load on a local server to see whether its memory stays flat.

    python benchmarks/soak.py --minutes 30 --clients 200 --rate 100 --db postgres --workers 2

The load of ``serve_load.py``; games end and begin again all the time. Once a minute it prints what each server process
holds. It fails if the last third of the time needs more than a tenth more than the second third.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from serve_client import memory, percentile
from serve_load import Load, Server


async def soak(args: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, args.db, args.workers)
        try:
            load = Load(server.port, "burger_war", args.clients, args.rate, 5, 2)
            await load.gather()
            await load.connect()
            load.going = load.counting = True
            for player in load.players:
                player.consider()
            held: list[float] = []
            for minute in range(args.minutes):
                await asyncio.sleep(60)
                each = [memory(pid) / 2**20 for pid in server.servers()]
                held.append(sum(each))
                row = {
                    "minute": minute + 1,
                    "MiB": [round(one, 1) for one in each],
                    "moves": len(load.latencies),
                    "p99_ms": round(percentile(load.latencies[-6000:], 0.99) * 1000, 1),
                    "tables": len(load.tables),
                }
                print(json.dumps(row), flush=True)
            load.going = False
            await asyncio.gather(*load.opening)
        finally:
            server.stop()
    third = max(1, len(held) // 3)
    middle, last = sum(held[third : 2 * third]) / third, sum(held[-third:]) / third
    flat = last < 1.1 * middle
    print(json.dumps({"middle_MiB": round(middle, 1), "last_MiB": round(last, 1), "flat": flat, "at": time.ctime()}))
    return 0 if flat else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Memory over a long time.")
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--db", default="postgres")
    parser.add_argument("--workers", type=int, default=2)
    return uvloop.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
