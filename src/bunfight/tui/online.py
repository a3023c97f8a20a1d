"""A session at a table of a server, over the client library."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, get_args

import msgspec

from bunfight import games, protocol
from bunfight.bots import Alternative, Explanation, Reason
from bunfight.client import Disconnected, Server, TableConnection, parse_link
from bunfight.client.connection import Reply
from bunfight.engine import Outcome, Record, Seat, View
from bunfight.engine.record import load
from bunfight.engine.selection import Thing
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words
from bunfight.tui.messages import Messages
from bunfight.tui.motion import SeatEvent
from bunfight.tui.saves import home
from bunfight.tui.session import Hint, OtherPlayers, Rejection, Session

WhichSeat = Callable[[list[tuple[str, str]]], Awaitable[str]]  # asks a question; the answers are keys with their texts
SHARE_EVERY = 0.1  # seconds between ephemeral messages


class SeatTokens:
    """The tokens of seats taken from this machine, so that the same link leads back to them."""

    def __init__(self) -> None:
        self.path = home() / "seats.json"

    def all(self) -> dict[str, list[str]]:
        try:
            found: dict[str, list[str]] = json.loads(self.path.read_text(encoding="utf-8"))
            return found
        except (OSError, ValueError):
            return {}

    def of(self, server: str, table: str, more: bool = False) -> list[str]:
        """The tokens of the seat taken first; with ``more``, of a second seat at the same table."""
        return self.all().get(_key(server, table, more), [])

    def save(self, server: str, table: str, tokens: list[str], more: bool = False) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.all() | {_key(server, table, more): tokens}), encoding="utf-8")
        self.path.chmod(0o600)


def _key(server: str, table: str, more: bool) -> str:
    return f"{server}/t/{table}" + ("#2" if more else "")


class RemotePlayers(OtherPlayers):
    """The other players at a table of a server."""

    def __init__(self, session: RemoteSession) -> None:
        self.spoken: list[str] = []
        self.shown: dict[Seat, Any] = {}
        self._session = session
        self._shared = 0.0

    async def chat(self, text: str) -> Rejection | None:
        mine = self._session.mine
        return await self._session.request(protocol.SendChat, seat=mine[0] if mine else 0, text=text[:200])

    def ephemeral(self) -> dict[Seat, Any]:
        return self.shown

    def share(self, body: dict[str, Any] | None) -> None:
        now = time.monotonic()
        if body is not None and self._session.mine and now - self._shared >= SHARE_EVERY:
            self._shared = now
            message = protocol.Ephemeral(seat=self._session.mine[0], kind="hold", body=body)
            asyncio.get_running_loop().create_task(self._session.connection.send(message))

    def wanted(self) -> tuple[int, Seat] | None:
        request = self._session.info.request
        waits = request is not None and set(self._session.mine) & set(request.waiting)
        return (request.request, request.seat) if request is not None and waits else None

    async def agree(self, yes: bool) -> Rejection | None:
        request = self._session.info.request
        if request is None:
            return None
        seat = next(seat for seat in self._session.mine if seat in request.waiting)
        return await self._session.request(protocol.UndoAnswer, seat=seat, request=request.request, yes=yes)


class RemoteSession(Session):
    """A table on a server. It has no rules here and shows what it receives."""

    online = True

    def __init__(self, connection: TableConnection, language: str, info: protocol.TableInfo, cards: str = "") -> None:
        super().__init__()
        self.connection, self.info, self.cards = connection, info, cards
        self.game: AnyGame = games.load(info.game, cards)
        self.words = Words(self.game, language, info.options)
        self.t = Messages(language)
        self.mine: list[Seat] = []
        self.others: RemotePlayers = RemotePlayers(self)
        self._view_type = next(args[1] for base in type(self.game).__orig_bases__ if (args := get_args(base)))  # type: ignore[attr-defined]
        self._updates: dict[Seat | None, protocol.ViewUpdate] = {}
        self._views: dict[Seat | None, View] = {}
        self._heard: dict[Seat | None, list[SeatEvent]] = {}
        self._clock: tuple[float, dict[Seat, float]] = (0.0, {})
        self._attachments: dict[int, Any] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def link(self) -> str:
        return f"{self.connection.server.url}/t/{self.connection.table}"

    @property
    def names(self) -> list[str]:  # type: ignore[override]  # players come and go
        return [seat.name or self.t("player", n=seat.seat + 1) for seat in self.info.seats]

    @property
    def begun(self) -> bool:
        return bool(self._views)

    # -- what is shown

    @property
    def asked(self) -> Seat | None:
        if not self.connection.connected:
            return None
        ready = (seat for seat in self.mine if seat in self._views and self._updates[seat].sealed is None)
        return next((seat for seat in ready if seat in self._views[seat].awaits), None)

    @property
    def number(self) -> int:
        return max((update.number for update in self._updates.values()), default=0)

    @property
    def stamp(self) -> int:
        return max((update.version for update in self._updates.values()), default=-1)

    def view(self, seat: Seat | None) -> View:
        return self._views[seat] if seat in self._views else next(iter(self._views.values()))

    def heard(self, seat: Seat | None) -> list[SeatEvent]:
        return self._heard.get(seat) or next(iter(self._heard.values()), [])

    def outcome(self) -> Outcome | None:
        found = self.info.outcome
        return None if found is None or self.info.state != "over" else msgspec.convert(found, Outcome)

    def seconds(self, seat: Seat) -> float | None:
        since, left = self._clock
        return None if seat not in left else max(0.0, left[seat] - (time.monotonic() - since))

    # -- requests

    async def play(self, seat: Seat, move: str) -> Rejection | None:
        return await self.request(protocol.Play, seat=seat, move=move, version=self._updates[seat].version)

    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Rejection:
        what = {"move": about} if isinstance(about, str) else {"about": [dict(thing) for thing in about]}
        return await self.request(protocol.Why, seat=seat, **what) or Rejection("")

    async def undo(self, seat: Seat) -> Rejection | None:
        return await self.request(protocol.Undo, seat=seat)

    async def hint(self, seat: Seat) -> Hint | Rejection:
        hint = await self._ask(protocol.Hint, seat=seat)
        if not isinstance(hint, protocol.HintResult):
            return self._rejection(hint) or Rejection("")
        explanation = explained(hint)
        return Hint(hint.move, tuple(explanation.lines(self.game, self.names, self.words.language)))

    async def begin(self) -> None:
        """Start the game; bots take the free seats. ServerError if that is not allowed."""
        fill = "medium" if any(seat.kind == "open" for seat in self.info.seats) else ""
        await self.connection.server.start(self.connection.table, self.connection.tokens[-1], fill)

    async def request(self, kind: type[Any], **fields: Any) -> Rejection | None:
        """Ask the server for something; None if it was carried out or would be legal."""
        return self._rejection(await self._ask(kind, **fields))

    async def _ask(self, kind: type[Any], **fields: Any) -> Reply:
        try:
            return await self.connection.request(kind, **fields)
        except TimeoutError:
            return protocol.RequestError(id="", error="timeout", why=self.t("no_answer"))

    def _rejection(self, reply: Reply) -> Rejection | None:
        """Return the rejection in a reply; None if the request was carried out or would be legal."""
        if isinstance(reply, protocol.RequestError):
            return Rejection(reply.why)
        if isinstance(reply, protocol.Rejected | protocol.Explanation) and not getattr(reply, "legal", False):
            reason = self.words.text(reply.told or {"en": reply.why})
            return Rejection(reason, reply.rule, self.words.text(reply.text or {"en": ""}))
        return None

    # -- what the server sends

    def start(self) -> None:
        if self._task is None or self._task.done():
            self.connection.start()
            self._task = asyncio.get_running_loop().create_task(self._receive())

    async def _receive(self) -> None:
        async for message in self.connection:
            if self._apply(message):
                self.changed()

    def _apply(self, message: object) -> bool:
        """Apply a message; returns whether the screen must be drawn again."""
        match message:
            case protocol.Welcome():
                self.info, self.mine, self.note = message.table, message.seats, ""
                self.others.spoken = [_chat_line(line) for line in message.chat]
            case protocol.TableUpdate():
                self.info = message.table
            case protocol.ViewUpdate():
                self._apply_view(message)
            case protocol.ChatMessage():
                self.others.spoken.append(_chat_line(message))
            case Disconnected():
                self.note = self.t("line_broken")
            case protocol.Bye():
                self.note = message.why
            case protocol.Rejected():  # not a reply: the game cannot go on
                self.note = self.words.text(message.told or {"en": message.why})
            case protocol.Clock():
                self._clock = (time.monotonic(), {one.seat: one.left / 1000 for one in message.seats})
                return False
            case protocol.Attachment():
                self._attachments = {message.number: message.body}
                return False
            case protocol.EphemeralMessage():
                self.others.shown[message.seat] = message.body
                return False
        return True

    def _apply_view(self, update: protocol.ViewUpdate) -> None:
        seat = update.seat
        self._updates[seat] = update
        self._views[seat] = msgspec.convert(update.view, self._view_type)
        new = [SeatEvent(one.number, one.event, self._attachments.get(one.number)) for one in update.heard]
        self._heard[seat] = new if update.reset else [*self._heard.get(seat, []), *new]
        self.others.shown.clear()

    async def record(self) -> Record | None:
        path = f"/api/tables/{self.connection.table}/record"
        return load((await self.connection.server.fetch(path)).decode("utf-8"))

    async def rematch(self) -> Session | None:
        """Open the table of the rematch with the same tokens; None for spectators."""
        if not self.mine:
            return None
        path = f"/api/tables/{self.connection.table}/again"
        tokens = self.connection.tokens
        made = await self.connection.server.request(path, protocol.Rematch, {}, tokens[0])
        table, server = made.table.id, self.connection.server
        SeatTokens().save(server.url, table, tokens)
        return RemoteSession(TableConnection(server.url, table, tokens), self.words.language, made.table, self.cards)

    def close(self) -> None:
        self.connection.close()
        if self._task is not None:
            self._task.cancel()


def _chat_line(line: protocol.ChatMessage) -> str:
    return f"{line.name}: {line.text or line.emote}"


async def take_seat(
    link: str, name: str, language: str = "en", which: WhichSeat | None = None
) -> tuple[TableConnection, protocol.TableInfo]:
    """Connect with the token of the link, a saved one, or that of a free seat; else as a spectator.

    If somebody sits at the table from this machine already, ``which`` decides between that seat, another one and
    watching.
    """
    url, table, token = parse_link(link)
    server, saved = Server(url), SeatTokens()
    info = await server.table(table)
    tokens = [token] if token else saved.of(url, table)
    free = info.state == "gathering" and any(seat.kind == "open" for seat in info.seats)
    busy = any(seat.kind == "person" and seat.presence == "here" for seat in info.seats)
    answer, second = "mine", False
    if tokens and not token and busy and which is not None:
        answer = await which(_answers(Messages(language), free, bool(saved.of(url, table, more=True))))
        second = answer in ("second", "new")
        tokens = {"mine": tokens, "second": saved.of(url, table, more=True)}.get(answer, [])
    if not tokens and free and answer != "watch":
        tokens = [(await server.join(table, name[:20])).token]
    if tokens:
        saved.save(url, table, tokens, second)
    return TableConnection(url, table, tokens), info


def _answers(t: Messages, free: bool, second: bool) -> list[tuple[str, str]]:
    """List the choices at a table where this machine already has a seat; the last one is safe."""
    found = [("mine", t("seat_mine"))]
    found += [("second", t("seat_second"))] if second else []
    found += [("new", t("seat_new"))] if free else []
    return [*found, ("watch", t("seat_watch"))]


async def open_session(link: str, name: str, language: str, which: WhichSeat | None = None) -> RemoteSession:
    """Join a table by its link; InvalidInput says why not."""
    connection, info = await take_seat(link, name, language, which)
    cards = await connection.server.cards(connection.table) if info.own_cards else ""
    return RemoteSession(connection, language, info, cards)


async def open_link(link: str, name: str, language: str, motion: bool, which: WhichSeat | None = None) -> Any:
    """The screen of a table on a server."""
    from bunfight.tui.lobby import Lobby

    return Lobby(await open_session(link, name, language, which), motion)


def explained(hint: protocol.HintResult) -> Explanation:
    """Convert a server's hint to an explanation, which a local table words in the same way."""
    alternatives = tuple(
        Alternative(one.move, one.value, 0, one.low, one.high, tuple(one.same), one.lead, one.error)
        for one in hint.choices
    )
    others = [one.move for one in hint.choices if one.move != hint.move]
    best = next((one for one in hint.choices if one.move == hint.move), None)
    if best is None or not others:
        return Explanation(hint.seat, hint.move, alternatives, "", ())
    reasons = tuple(Reason(one.term, one.value) for one in best.reasons)
    return Explanation(hint.seat, hint.move, alternatives, others[0], reasons, tuple(best.prospects))
