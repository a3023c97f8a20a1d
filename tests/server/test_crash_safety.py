"""Many clients act at once; afterwards storage and tables agree and the games can be finished."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from server_harness import ClientConnection, ServerHarness, run_server

from bunfight.server.http.replays import Replay
from bunfight.server.rooms import room as rooms

SECONDS = 4.0


async def somebody(server: ServerHarness, table: str, tokens: list[str], dice: random.Random, until: float) -> None:
    """Connect, send random requests for both seats, disconnect, and start over."""
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        async with server.connect(table, *tokens) as client:
            welcome = await client.until(lambda one: one["type"] in ("welcome", "bye"))
            if welcome["type"] == "bye":
                continue
            for _ in range(dice.randrange(3, 25)):
                if client.ended or not welcome["seats"] or loop.time() > until:
                    break
                await send_random_request(client, dice.choice(welcome["seats"]), dice)


async def send_random_request(client: ClientConnection, seat: int, dice: random.Random) -> None:
    view = client.view(seat)
    moves = view["view"]["moves"] if view else []
    version = view["version"] if view else 0
    request = next((m["table"]["request"] for m in reversed(client.got) if m["type"] == "table"), None)
    requests: list[tuple[int, dict[str, Any]]] = [
        (30, {"type": "play", "move": dice.choice(moves or ["let"]), "version": version - dice.choice((0, 0, 0, 1))}),
        (2, {"type": "undo"}),
        (1, {"type": "undo", "keep": dice.randrange(-1, 12)}),
        (2, {"type": "why", "move": dice.choice(("let", "beg 9", "eat rye", "\u2603"))}),
        (1, {"type": "stand_in", "whom": dice.randrange(3)}),
        (2, {"type": "back"}),
        (1, {"type": "say", "text": "hm"}),
        (1, {"type": "hint"}),
        (3, {"type": "answer", "request": request["request"] if request else 3, "yes": dice.random() < 0.7}),
    ]
    chosen = dice.choices([one for _, one in requests], [weight for weight, _ in requests])[0]
    await client.say(**chosen, seat=seat, id=f"{seat}/{dice.randrange(1000)}")
    if dice.random() < 0.8:
        await asyncio.sleep(dice.random() * 0.01)


@pytest.mark.parametrize("seed", [1, 2])
async def test_everybody_does_everything_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    mistakes: list[BaseException] = []
    monkeypatch.setattr(rooms, "log_error", lambda table, error: mistakes.append(error))
    tables: list[tuple[str, list[str]]] = []
    async with run_server(tmp_path, connections_per_client=1000) as server:
        for _ in range(4):
            made = await server.make("me", "me", "me", start=True)
            tables.append((made["table"]["id"], [key["token"] for key in made["seats"]]))
        until = asyncio.get_running_loop().time() + SECONDS
        people = []
        for number, (table, tokens) in enumerate(tables):
            for place, held in enumerate((tokens[:2], tokens[1:], tokens[2:], [])):
                dice = random.Random(f"{seed}/{number}/{place}")
                people.append(somebody(server, table, held, dice, until))
        await asyncio.gather(*people)
        await asyncio.sleep(0.2)
        before = {}
        for table, _ in tables:
            room = server.registry.rooms[table]
            assert room.session.table is not None
            before[table] = (
                room.session.number,
                room.session.version,
                [entry.move for entry in room.session.table.record.entries],
            )
    assert not mistakes
    async with run_server(tmp_path) as server:
        for table, tokens in tables:
            there = await server.registry.room(table)
            assert there is not None and there.session.table is not None and not there.session.frozen
            moves = [entry.move for entry in there.session.table.record.entries]
            assert (there.session.number, there.session.version, moves) == before[table]
            async with server.connect(table, *tokens) as client:
                await client.of("welcome")
                for seat in range(3):
                    await client.ask(type="back", seat=seat)
                await client.play_out(0, 1, 2)
            record = Replay(there.session.game, there.session.record(await server.registry.store.entries(table)))
            assert record.verified().good, record.verified()
    assert not mistakes
