"""What the server says, live. The State has no place here."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from bunfight.protocol.parts import Sentence, TableInfo


class FromServer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, kw_only=True): ...


class Reminders(msgspec.Struct, frozen=True):
    """How players of this slow game may be told of their turns, and which of this connection's seats want to be."""

    mail: bool
    hook: bool
    seats: list[int]


class Welcome(FromServer, frozen=True):
    """Answer to hello at a table; one ``view`` for each seat follows if the game has begun."""

    protocol: int
    server: str
    table: TableInfo
    seats: list[int]  # the seats that this connection holds
    host: bool
    chat: list[Spoke]
    now: float
    reminders: Reminders | None = None


class TableNow(FromServer, frozen=True, tag="table"):
    """Something about the table changed: people, state, requests."""

    table: TableInfo


class Presence(FromServer, frozen=True):
    seats: list[Literal["here", "away", "none"]]
    watchers: int


class Heard(msgspec.Struct, frozen=True):
    """One event as this seat heard it. ``number``: of its decision, 0 for the deal."""

    number: int
    event: dict[str, Any]  # ``kind`` and the fields of the event


class UndoOffer(msgspec.Struct, frozen=True):
    """Down to how many decisions a seat may go back: at once, or by consent. None: not at all."""

    free: int | None = None
    ask: int | None = None


class Seen(FromServer, frozen=True, tag="view"):
    """What a seat (None: a spectator) sees now, and what it heard since decision ``since``.

    ``reset``: forget all events heard before; ``heard`` holds everything.
    """

    seat: int | None
    version: int
    number: int
    since: int
    reset: bool
    view: Any  # the View of the game, field by field
    heard: list[Heard]
    undo: UndoOffer
    sealed: str | None = None  # this seat's answer in a window that is still open; it may be replaced


class ClockSeat(msgspec.Struct, frozen=True):
    seat: int
    left: int  # milliseconds until time is up
    bank: int  # of those, milliseconds from the bank


class Clock(FromServer, frozen=True):
    """Whose time is running, and how much is left now. Sent when it changes; count down in between."""

    version: int
    seats: list[ClockSeat]


class Ok(FromServer, frozen=True):
    """The wish is done and on disk."""

    id: str
    version: int


class Refused(FromServer, frozen=True):
    """Nothing happened. ``rule`` and ``text``: the rule of the book; ``why``: the sentence for this case."""

    id: str
    rule: str
    why: str
    text: Sentence
    version: int
    stale: bool = False  # decided on an old version: look again
    told: Sentence = {}  # the sentence by language, where a game has it


class Because(FromServer, frozen=True):
    """Answer to why."""

    id: str
    legal: bool
    rule: str = ""
    why: str = ""
    text: Sentence | None = None
    told: Sentence = {}


class Spoke(FromServer, frozen=True):
    """Somebody said something. ``count``: of all that was said at this table."""

    count: int
    seat: int
    name: str
    text: str
    emote: str
    at: float


class Reason(msgspec.Struct, frozen=True):
    """``term``: a key of the game's words [terms]."""

    term: str
    value: float


class Choice(msgspec.Struct, frozen=True):
    """``reasons``: of the recommended move, compared with the next best; of others, compared with the recommended."""

    move: str
    value: float  # 0 to 1, how well the seat would stand
    share: float  # how much of the thought was given to it
    reasons: list[Reason] = []
    low: float = 0.0  # of the 95% interval of its value
    high: float = 1.0
    same: list[str] = []  # all moves that come to the same, itself included


class Hinted(FromServer, frozen=True):
    id: str
    seat: int
    move: str
    bot: str
    choices: list[Choice]


class GhostSeen(FromServer, frozen=True, tag="ghost"):
    seat: int
    piece: str
    x: int
    y: int
    a: int
    flip: bool


class Film(FromServer, frozen=True):
    """How an act went, once, just before the view after it. ``film`` is told by the physics.

    ``seconds``: how long it is shown; a bot's act is shown faster when its turn has been long already.
    """

    seat: int
    number: int
    film: Any
    seconds: float


class Lobby(FromServer, frozen=True):
    tables: list[TableInfo]


class Pong(FromServer, frozen=True):
    id: str
    now: float


class Trouble(FromServer, frozen=True):
    """A message could not be understood or was too much; the connection stays."""

    id: str
    error: str
    why: str


class Bye(FromServer, frozen=True):
    """The server closes the connection. ``retry``: milliseconds to wait; -1: do not come back."""

    reason: Literal["shutdown", "protocol", "unknown_table", "not_allowed", "too_many", "slow", "gone"]
    why: str
    retry: int


ServerMessage = (
    Welcome | TableNow | Presence | Seen | Clock | Ok | Refused | Because | Spoke | Hinted | GhostSeen | Film
    | Lobby | Pong | Trouble | Bye
)  # fmt: skip

ENCODER: Final = msgspec.json.Encoder()


def encode(message: FromServer) -> bytes:
    return ENCODER.encode(message)
