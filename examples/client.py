"""A whole Bunfight client: sits down with a bot and always makes the first move that is offered.

Run it with ``python examples/client.py http://127.0.0.1:8800 burger_up``; it needs only ``pip install websockets``.
"""

import asyncio
import json
import sys
import urllib.request
from typing import Any

import websockets


def post(url: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))


async def main(server: str, game: str) -> None:
    places = [{"kind": "me", "name": "Example"}, {"kind": "bot", "bot": "easy"}]
    made = post(f"{server}/api/tables", {"game": game, "places": places, "start": True, "pace": "instant"})
    table, token, seat = made["table"]["id"], made["seats"][0]["token"], made["seats"][0]["seat"]
    print(f"playing at {server}/t/{table}")
    async with websockets.connect(server.replace("http", "ws", 1) + "/ws", max_size=None) as line:
        await line.send(json.dumps({"type": "hello", "protocol": 1, "table": table, "tokens": [token]}))
        async for text in line:
            message = json.loads(text)
            if message["type"] == "view":
                for heard in message["heard"]:
                    print(heard["number"], heard["event"])
                moves, version = message["view"]["moves"], message["version"]
                if moves and message["sealed"] is None:
                    play = {"type": "play", "id": f"v{version}", "seat": seat, "move": moves[0], "version": version}
                    await line.send(json.dumps(play))
            elif message["type"] == "refused":
                print("refused:", message["why"], message["rule"])
            elif message["type"] == "table" and message["table"]["state"] == "over":
                print("over:", message["table"]["outcome"])
                return


asyncio.run(main(*sys.argv[1:3]))
