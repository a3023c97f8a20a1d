"""A Bunfight client: sits down with a bot and always makes the first move on offer.

Run it with ``python examples/client.py http://127.0.0.1:8800 burger_up``; it needs ``pip install bunfight websockets``.
"""

import asyncio
import sys

from bunfight.client import Server, TableConnection
from bunfight.protocol import NewTable, Rejected, SeatSetup, TableUpdate, ViewUpdate


async def main(server: str, game: str) -> None:
    seats = [SeatSetup("me", "Example"), SeatSetup("bot", bot="easy")]
    created = await Server(server).create_table(NewTable(game, seats, start=True, pace="instant"))
    print(f"playing at {server}/t/{created.table.id}")
    async with TableConnection(server, created.table.id, [created.seats[0].token]) as table:
        async for message in table:
            if isinstance(message, ViewUpdate) and message.seat is not None:
                for entry in message.heard:
                    print(entry.number, entry.event)
                if table.to_move(message):
                    reply = await table.play(message.seat, message.view["moves"][0], message.version)
                    if isinstance(reply, Rejected):
                        print("rejected:", reply.why, reply.rule)
            elif isinstance(message, TableUpdate) and message.table.state == "over":
                print("over:", message.table.outcome)
                break


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
