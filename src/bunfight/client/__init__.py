"""An asynchronous client library for Bunfight servers. It needs only ``websockets``.

``join`` takes a seat by the link of a table; the connection then yields typed messages (``bunfight.protocol``) and has
a method for every request::

    async with await join("http://127.0.0.1:8800/t/brisk-pickle-17", name="Ann") as table:
        async for message in table:
            if isinstance(message, ViewUpdate) and table.to_move(message):
                await table.play(message.seat, message.view["moves"][0])

It reconnects automatically and repeats requests that were not answered; the server carries out none of them twice.
"""

from bunfight.client.connection import Disconnected, TableConnection, join
from bunfight.client.http import Server, ServerError, parse_link

__all__ = ["Disconnected", "Server", "ServerError", "TableConnection", "join", "parse_link"]
