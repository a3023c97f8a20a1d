"""Online: a sitting at a table of a server, over the same protocol that browsers speak."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final, get_args

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bunfight import games
from bunfight.engine import Outcome, Seat, View
from bunfight.engine.selection import Thing
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words
from bunfight.tui.messages import Say
from bunfight.tui.saves import home
from bunfight.tui.session import Answer, Happened, Hint, Sitting

PROTOCOL: Final = 1
PATIENCE: Final = 15.0  # seconds for an answer
AGAIN: Final = (0.3, 1.0, 2.0, 5.0, 10.0)  # seconds before the next try to connect
FILMED: Final = ("FoodPlaced", "FoodAdjusted")


def asked_of(server: str, path: str, body: Any = None, token: str = "") -> Any:
    """One question over HTTP; a ValueError says what the server did not like."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{server}{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            text = reply.read().decode()
    except urllib.error.HTTPError as error:
        raise ValueError(_why(error)) from error
    except (urllib.error.URLError, OSError) as error:
        raise ValueError(f"{server} cannot be reached: {getattr(error, 'reason', error)}") from error
    return json.loads(text) if text.lstrip()[:1] in ("{", "[") else text


def _why(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read().decode())["why"])
    except (ValueError, KeyError):
        return f"{error.url}: {error.reason}"


def read_link(link: str) -> tuple[str, str, str]:
    """The server, the table and the token (or "") of a link; a ValueError says what a link looks like."""
    parts = urllib.parse.urlsplit(link if "://" in link else f"http://{link}")
    way = [part for part in parts.path.split("/") if part]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(way) != 2 or way[0] != "t":
        raise ValueError(f"{link!r} is no link of a table; one looks like http://example.org:8800/t/brisk-pickle-17")
    return f"{parts.scheme}://{parts.netloc}", way[1], parts.fragment


class Keys:
    """The seats that were taken from this machine, so that the same link brings one back to them."""

    def __init__(self) -> None:
        self.path = home() / "seats.json"

    def all(self) -> dict[str, list[str]]:
        try:
            found: dict[str, list[str]] = json.loads(self.path.read_text(encoding="utf-8"))
            return found
        except (OSError, ValueError):
            return {}

    def of(self, server: str, table: str) -> list[str]:
        return self.all().get(f"{server}/t/{table}", [])

    def keep(self, server: str, table: str, tokens: list[str]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.all() | {f"{server}/t/{table}": tokens}), encoding="utf-8")
        self.path.chmod(0o600)


def sit_down(link: str, name: str) -> tuple[str, str, list[str]]:
    """The server, the table and one's tokens: those of the link, those kept from before, or of a seat that is free."""
    server, table, token = read_link(link)
    keys = Keys()
    tokens = [token] if token else keys.of(server, table)
    if not tokens:
        info = asked_of(server, f"/api/tables/{table}")
        if any(seat["kind"] == "open" for seat in info["seats"]):
            tokens = [asked_of(server, f"/api/tables/{table}/join", {"name": name[:20]})["token"]]
    if tokens:
        keys.keep(server, table, tokens)
    return server, table, tokens


class Remote(Sitting):
    """Somebody else's table: this side has no rules, it shows what it is told."""

    def __init__(self, server: str, table: str, tokens: list[str], language: str, info: dict[str, Any]) -> None:
        super().__init__()
        self.server, self.id, self.tokens = server, table, tokens
        self.info = info
        self.game: AnyGame = games.load(info["game"], _cards(server, table) if info.get("own_cards") else "")
        self.words = Words(self.game, language)
        self.mine: list[Seat] = []
        self.spoken: list[str] = []
        self._sight = next(args[1] for base in type(self.game).__orig_bases__ if (args := get_args(base)))  # type: ignore[attr-defined]
        self._seen: dict[Seat | None, dict[str, Any]] = {}
        self._views: dict[Seat | None, View] = {}
        self._heard: dict[Seat | None, list[Happened]] = {}
        self._clock: tuple[float, dict[Seat, float]] = (0.0, {})
        self._ghosts: dict[Seat, Any] = {}
        self._film: dict[str, Any] = {}
        self._ids = count(1)
        self._open: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._line: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._aimed = 0.0

    @property
    def names(self) -> list[str]:  # type: ignore[override]  # people may come and go
        say = Say(self.words.language)
        return [seat["name"] or say("player", n=seat["seat"] + 1) for seat in self.info["seats"]]

    @property
    def begun(self) -> bool:
        return bool(self._views)

    # -- what is seen

    @property
    def asked(self) -> Seat | None:
        if self._line is None:
            return None
        ready = (seat for seat in self.mine if seat in self._views and self._seen[seat]["sealed"] is None)
        return next((seat for seat in ready if seat in self._views[seat].awaits), None)

    @property
    def number(self) -> int:
        return max((int(seen["number"]) for seen in self._seen.values()), default=0)

    @property
    def stamp(self) -> int:
        return max((int(seen["version"]) for seen in self._seen.values()), default=-1)

    def view(self, seat: Seat | None) -> View:
        return self._views[seat] if seat in self._views else next(iter(self._views.values()))

    def heard(self, seat: Seat | None) -> list[Happened]:
        return self._heard.get(seat) or next(iter(self._heard.values()), [])

    def outcome(self) -> Outcome | None:
        told = self.info.get("outcome")
        return None if told is None or self.info["state"] != "over" else msgspec.convert(told, Outcome)

    def seconds(self, seat: Seat) -> float | None:
        told, left = self._clock
        return None if seat not in left else max(0.0, left[seat] - (time.monotonic() - told))

    def ghosts(self) -> dict[Seat, Any]:
        return self._ghosts

    # -- what is said to the server

    async def play(self, seat: Seat, move: str) -> Answer | None:
        version = self._seen[seat]["version"]
        return self._refusal(await self._wish("play", seat=seat, move=move, version=version))

    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Answer:
        what = {"move": about} if isinstance(about, str) else {"about": [dict(thing) for thing in about]}
        told = await self._wish("why", seat=seat, **what)
        return Answer("") if told.get("legal") else self._refusal(told) or Answer("")

    async def undo(self, seat: Seat) -> Answer | None:
        return self._refusal(await self._wish("undo", seat=seat))

    async def hint(self, seat: Seat) -> Hint | Answer:
        told = await self._wish("hint", seat=seat)
        if told["type"] != "hinted":
            return self._refusal(told) or Answer("")
        lines = [f"{self.words.move(told['move'], self.names)}"]
        for choice in told["choices"]:
            lines.append(f"  {choice['value']:4.0%}  {self.words.move(choice['move'], self.names)}")
            lines += [f"          {one['value']:+.2f}  {self.words.term(one['term'])}" for one in choice["reasons"]]
        return Hint(told["move"], tuple(lines))

    async def chat(self, text: str) -> Answer | None:
        seat = self.mine[0] if self.mine else 0
        return self._refusal(await self._wish("say", seat=seat, text=text[:200]))

    async def agree(self, yes: bool) -> Answer | None:
        """Answer the wish of another to take something back."""
        request = self.info["request"]
        seat = next(seat for seat in self.mine if seat in request["waiting"])
        return self._refusal(await self._wish("answer", seat=seat, request=request["request"], yes=yes))

    def wanted(self) -> tuple[int, Seat] | None:
        request = self.info.get("request")
        if not request or not set(self.mine) & set(request["waiting"]):
            return None
        return request["request"], request["seat"]

    async def begin(self) -> None:
        """Start the table; bots sit down where nobody does."""
        fill = {"fill": "medium"} if any(seat["kind"] == "open" for seat in self.info["seats"]) else {}
        await asyncio.to_thread(asked_of, self.server, f"/api/tables/{self.id}/start", fill, self.tokens[-1])

    def aimed(self, piece: str, x: float, turn: float, flip: bool) -> None:
        """Let others see where a piece is held; nobody answers."""
        if not piece or self._line is None or not self.mine or time.monotonic() - self._aimed < 0.1:
            return
        self._aimed = time.monotonic()
        ghost = {"type": "ghost", "seat": self.mine[0], "piece": piece, "x": round(x * 10), "y": 900}
        self._send({**ghost, "a": round(turn % 360 * 10) % 3600, "flip": flip})

    def _refusal(self, told: dict[str, Any]) -> Answer | None:
        if told["type"] == "ok":
            return None
        sentence = self.words.told(told.get("told") or {"en": told.get("why", "")})
        return Answer(sentence, str(told.get("rule", "")), self.words.told(told.get("text") or {"en": ""}))

    async def _wish(self, kind: str, **more: Any) -> dict[str, Any]:
        """A wish gets exactly one answer; after a break it is sent again with the same id."""
        wish = {"type": kind, "id": f"t{next(self._ids)}", **more}
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._open[wish["id"]] = (wish, answer)
        self._send(wish)
        try:
            return await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            return {"type": "trouble", "why": Say(self.words.language)("no_answer")}
        finally:
            self._open.pop(wish["id"], None)

    def _send(self, message: dict[str, Any]) -> None:
        if self._line is not None:
            asyncio.get_running_loop().create_task(self._sent(self._line, message))

    @staticmethod
    async def _sent(line: ClientConnection, message: dict[str, Any]) -> None:
        with suppress(WebSocketException):  # what waits for an answer is sent again over the next line
            await line.send(json.dumps(message))

    # -- what the server says

    def start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._live())

    async def _live(self) -> None:
        """Stay connected, come back after a break."""
        tries = 0
        while True:
            try:
                async with connect(self.server.replace("http", "ws", 1) + "/ws", max_size=None) as line:
                    known = next(iter(self._seen.values()), {"version": -1, "number": -1})
                    hello = {"type": "hello", "protocol": PROTOCOL, "table": self.id, "tokens": self.tokens}
                    await line.send(json.dumps({**hello, "version": known["version"], "number": known["number"]}))
                    async for text in line:
                        tries = 0
                        if not self._told(json.loads(text), line):
                            return
            except (OSError, WebSocketException):
                pass
            self._line, self.note = None, Say(self.words.language)("line_broken")
            self.changed()
            await asyncio.sleep(AGAIN[min(tries, len(AGAIN) - 1)])
            tries += 1

    def _told(self, message: dict[str, Any], line: ClientConnection) -> bool:
        """One message; False if one is not to come back."""
        kind = message["type"]
        if kind == "welcome":
            self.info, self.mine, self._line, self.note = message["table"], message["seats"], line, ""
            self.spoken = [_line(one) for one in message["chat"]]
            for wish, _ in list(self._open.values()):
                self._send(wish)
        elif kind == "table":
            self.info = message["table"]
        elif kind == "view":
            self._look(message)
        elif kind == "film":
            self._film = message
            return True
        elif kind == "clock":
            self._clock = (time.monotonic(), {one["seat"]: one["left"] / 1000 for one in message["seats"]})
            return True
        elif kind == "ghost":
            pose = (message["piece"], message["x"] / 10, message["y"] / 10, message["a"] / 10, message["flip"])
            self._ghosts[message["seat"]] = pose
            return True
        elif kind == "spoke":
            self.spoken.append(_line(message))
        elif kind == "bye" and message["retry"] < 0:
            self.note = message["why"]
            self.changed()
            return False
        elif "id" in message:
            _, answer = self._open.get(message["id"], ({}, None))
            if answer is not None and not answer.done():
                answer.set_result(message)
            return True
        self.changed()
        return True

    def _look(self, message: dict[str, Any]) -> None:
        seat = message["seat"]
        self._seen[seat] = {key: message.get(key) for key in ("version", "number", "undo", "sealed")}
        self._views[seat] = msgspec.convert(message["view"], self._sight)
        told = [Happened(one["number"], one["event"]) for one in message["heard"]]
        for one in told:
            if self._film and one.event["kind"] in FILMED and self._film["number"] == one.number:
                one.event["film"] = self._film["film"]
        self._heard[seat] = told if message["reset"] else [*self._heard.get(seat, []), *told]
        self._ghosts.clear()

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _line(spoke: dict[str, Any]) -> str:
    return f"{spoke['name']}: {spoke['text'] or spoke['emote']}"


def _cards(server: str, table: str) -> str:
    return str(asked_of(server, f"/api/tables/{table}/cards"))


async def opened(link: str, name: str, language: str) -> Remote:
    """Sit down by a link; a ValueError says why not."""
    server, table, tokens = await asyncio.to_thread(sit_down, link, name)
    info = await asyncio.to_thread(asked_of, server, f"/api/tables/{table}")
    return Remote(server, table, tokens, language, info)


async def open_link(link: str, name: str, language: str, motion: bool) -> Any:
    """The screen of a table elsewhere."""
    from bunfight.tui.lobby import Lobby

    return Lobby(await opened(link, name, language), motion)
