"""Live messages from server to client. None of them contains the State."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from bunfight.protocol.common import EphemeralBody, Sentence, TableInfo


class FromServer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, kw_only=True): ...


class Reminders(msgspec.Struct, frozen=True):
    """Which reminders of turns a table offers, and which of this connection's seats use them."""

    mail: bool
    hook: bool
    seats: list[int]


class Welcome(FromServer, frozen=True):
    """Reply to ``hello`` at a table. If the game has begun, one ``view`` for each seat follows."""

    protocol: int
    server: str
    table: TableInfo
    seats: list[int]  # the seats of this connection
    host: bool
    chat: list[ChatMessage]
    now: float
    reminders: Reminders | None = None


class TableUpdate(FromServer, frozen=True, tag="table"):
    """The table changed: its players, state or undo request."""

    table: TableInfo


class Presence(FromServer, frozen=True):
    """Who is connected, by seat."""

    seats: list[Literal["here", "away", "none"]]
    watchers: int


class NumberedEvent(msgspec.Struct, frozen=True):
    """An event as this seat sees it. ``number``: of its decision, 0 for the deal."""

    number: int
    event: dict[str, Any]  # ``kind`` and the fields of the event


class UndoOffer(msgspec.Struct, frozen=True):
    """Down to how many decisions a seat may undo, at once or with consent. None: not at all."""

    free: int | None = None
    ask: int | None = None


class ViewUpdate(FromServer, frozen=True, tag="view"):
    """What a seat (None: a spectator) sees now, and the events since decision ``since``.

    ``reset``: discard all earlier events; ``heard`` has everything.
    """

    seat: int | None
    version: int
    number: int
    since: int
    reset: bool
    view: Any  # the game's View, field by field
    heard: list[NumberedEvent]
    undo: UndoOffer
    sealed: str | None = None  # this seat's answer in a reaction window that is still open; it may be replaced


class ClockSeat(msgspec.Struct, frozen=True):
    seat: int
    left: int  # milliseconds until time is up
    bank: int  # of those, milliseconds from the bank


class Clock(FromServer, frozen=True):
    """Whose time is running and how much is left. Sent on changes; clients count down in between."""

    version: int
    seats: list[ClockSeat]


class Ok(FromServer, frozen=True):
    """The request was carried out and is on disk."""

    id: str
    version: int


class Rejected(FromServer, frozen=True, tag="refused"):
    """The request was rejected. ``rule`` and ``text``: the rule and its wording; ``why``: the reason in this case.

    Where the code of the game has failed, there is no rule. ``id`` is empty if a bot had to decide.
    """

    id: str
    rule: str
    why: str
    text: Sentence
    version: int
    stale: bool = False  # the decision was based on an old version
    told: Sentence = {}  # the reason by language, if it is translated


class Explanation(FromServer, frozen=True, tag="because"):
    """Reply to ``why``."""

    id: str
    legal: bool
    rule: str = ""
    why: str = ""
    text: Sentence | None = None
    told: Sentence = {}


class ChatMessage(FromServer, frozen=True, tag="spoke"):
    """A chat line or emote. ``count``: its number at this table."""

    count: int
    seat: int
    name: str
    text: str
    emote: str
    at: float


class Reason(msgspec.Struct, frozen=True):
    """What speaks for a move: a clause (a key of the game's words ``[terms]``) and how much it counts, above zero."""

    term: str
    value: float


class Choice(msgspec.Struct, frozen=True):
    """A candidate move. ``reasons`` compare it with the recommended move, or that one with the next best.

    ``prospects``: public events that it makes likely and the move it is compared with does not.
    The recommended move is surely better only if ``lead`` is more than two times ``error``.
    """

    move: str
    value: float  # expected result, 0 to 1
    share: float  # share of the search spent on it
    reasons: list[Reason] = []
    low: float = 0.0  # the 95% interval of its value
    high: float = 1.0
    same: list[str] = []  # equivalent moves, itself included
    lead: float = 0.0  # of the recommended move over this one, measured in the same states with the same dice
    error: float = 0.0  # its standard error
    prospects: list[dict[str, Any]] = []


class HintResult(FromServer, frozen=True, tag="hinted"):
    """Reply to ``hint``."""

    id: str
    seat: int
    move: str
    bot: str
    choices: list[Choice]


class EphemeralMessage(FromServer, frozen=True, tag="ephemeral"):
    """What another player's ``Ephemeral`` message said. Only the latest one of a seat and kind counts."""

    seat: int
    kind: str
    body: EphemeralBody


class Attachment(FromServer, frozen=True):
    """Data that belongs to a decision but not to the game's state, such as a recorded motion.

    Sent once, before the view that follows the decision. ``seconds``: how long to show it.
    """

    seat: int
    number: int
    kind: str
    body: Any
    seconds: float


class Lobby(FromServer, frozen=True):
    """The public tables."""

    tables: list[TableInfo]


class Pong(FromServer, frozen=True):
    id: str
    now: float


class RequestError(FromServer, frozen=True, tag="trouble"):
    """A message was invalid, or there were too many; the connection stays open."""

    id: str
    error: str
    why: str


class Bye(FromServer, frozen=True):
    """The server closes the connection. ``retry``: milliseconds to wait before reconnecting; -1: do not reconnect."""

    reason: Literal["shutdown", "protocol", "unknown_table", "not_allowed", "too_many", "slow", "gone"]
    why: str
    retry: int


ServerMessage = (
    Welcome | TableUpdate | Presence | ViewUpdate | Clock | ChatMessage | EphemeralMessage | Attachment | Lobby | Bye
    | Ok | Rejected | Explanation | HintResult | RequestError | Pong
)  # fmt: skip

ENCODER: Final = msgspec.json.Encoder()
SERVER_DECODER: Final = msgspec.json.Decoder(ServerMessage)


def encode(message: FromServer) -> bytes:
    return ENCODER.encode(message)
