"""Plays a game of each title in Firefox, over WebDriver BiDi, and takes pictures: not every browser draws alike.

Start a server, then: python web/scripts/firefox.py http://127.0.0.1:8800 FOLDER [GAME ...] (FIREFOX names the browser)
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

GAMES = ["burger_boss", "jom_burger", "burger_up", "burger_war", "buffet_boss"]
SIZES = {"wide": (1280, 720), "phone": (390, 844)}
MAKE = """async (game) => {
  localStorage.setItem("bunfight.settings", JSON.stringify({ lang: "en", pace: "instant", motion: "less" }));
  const places = [{ kind: "me", name: "Ann" }, { kind: "bot", bot: "easy" }, { kind: "bot", bot: "easy" }];
  const made = await (await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, places, start: true, pace: "instant", practice: "firefox" }) })).json();
  const seats = Object.fromEntries(made.seats.map((s) => [s.seat, s.token]));
  const mine = { id: made.table.id, game, title: "", host: made.host, seats, seen: 0, over: false };
  localStorage.setItem("bunfight.tables", JSON.stringify([mine]));
  localStorage.setItem("bunfight.met", JSON.stringify({ [game]: "know" }));
  return made.table.id;
}"""
PLAY = """async (most) => {
  const tall = document.querySelector(".frame.tall .side:not(.opened) #tab-choices");
  if (tall && most > 20) tall.click();
  const until = Date.now() + 150000;
  for (let made = 0; made < most && Date.now() < until; ) {
    if (document.querySelector("dialog[open]")) return "over";
    const free = [...document.querySelectorAll("button.choice:not([aria-disabled='true'])")];
    if (free.length) { free[Math.floor(Math.random() * free.length)].click(); made++; }
    await new Promise((later) => setTimeout(later, 40));
  }
  return document.querySelector(".board > .panel") ? "broken" : "playing";
}"""


class Fox:
    """One page of a Firefox that listens."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.count, self.page = line, 0, ""

    async def ask(self, method: str, **params: Any) -> Any:
        self.count += 1
        await self.line.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while True:
            answer = json.loads(await self.line.recv())
            if answer.get("id") == self.count:
                if answer["type"] == "error":
                    raise SystemExit(f"{method}: {answer['message']}")
                return answer["result"]

    async def call(self, function: str, *values: str | int) -> Any:
        arguments = [{"type": "string" if isinstance(v, str) else "number", "value": v} for v in values]
        said = await self.ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=arguments,
            awaitPromise=True,
            target={"context": self.page},
        )
        if said["type"] == "exception":
            raise SystemExit(said["exceptionDetails"]["text"])
        return said["result"].get("value")

    async def go(self, url: str) -> None:
        await self.ask("browsingContext.navigate", context=self.page, url=url, wait="complete")

    async def shot(self, path: Path) -> None:
        picture = await self.ask("browsingContext.captureScreenshot", context=self.page)
        path.write_bytes(base64.b64decode(picture["data"]))


async def tour(address: str, url: str, folder: Path, games: list[str]) -> None:
    async with connect(f"{address}/session", max_size=None) as line:
        fox = Fox(line)
        await fox.ask("session.new", capabilities={})
        fox.page = (await fox.ask("browsingContext.getTree"))["contexts"][0]["context"]
        for game in games:
            for name, (width, height) in SIZES.items():
                await fox.ask(
                    "browsingContext.setViewport", context=fox.page, viewport={"width": width, "height": height}
                )
                await fox.go(f"{url}/settings")
                table = await fox.call(MAKE, game)
                await fox.go(f"{url}/t/{table}")
                await asyncio.sleep(1.5)
                await fox.call(PLAY, 8)
                await asyncio.sleep(0.7)
                await fox.shot(folder / f"{game}-{name}-firefox.png")
                ended = await fox.call(PLAY, 900) if name == "wide" else "playing"
                print(f"{game}, {name}: {ended}", flush=True)
        await fox.ask("session.end")


def main() -> None:
    url, folder, *games = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        command = [os.environ.get("FIREFOX", "firefox-esr"), "--headless", "--no-remote", "--profile", profile]
        fox = subprocess.Popen([*command, "--remote-debugging-port=0"], stderr=subprocess.PIPE, text=True)
        try:
            assert fox.stderr is not None
            for said in fox.stderr:
                if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", said):
                    asyncio.run(tour(found[1], url, Path(folder), games or GAMES))
                    break
        finally:
            fox.terminate()
            fox.wait()


if __name__ == "__main__":
    main()
