"""Bodies of HTTP requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from bunfight.protocol.common import ClockRule, PersonName, SeatNumber, Sentence, TableInfo, Values
from bunfight.protocol.server import NumberedEvent


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: for ``me`` (several: hot seat), a ``bot``, or ``open``."""

    kind: Literal["me", "bot", "open"]
    name: PersonName = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table. ``practice``: a seed for lessons and the daily deal."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    places: Annotated[list[SeatSetup], msgspec.Meta(min_length=1, max_length=16)]
    options: Values = {}
    public: bool = False
    watch: bool = True
    clock: ClockRule = ClockRule()
    timeout: Literal["default", "bot"] = "default"
    undo: Literal["free", "ask", "off"] = "ask"
    pace: Literal["instant", "brisk", "calm"] = "brisk"
    stand_in_bot: Annotated[str, msgspec.Meta(max_length=40, description="plays for whoever is away")] = ""
    start: bool = False
    practice: Annotated[str, msgspec.Meta(max_length=40)] = ""
    cards: Annotated[str, msgspec.Meta(description="a custom card list (TOML); empty: the printed cards")] = ""


class SeatToken(msgspec.Struct, frozen=True):
    """A seat and its token. The link ``/t/TABLE#TOKEN`` opens the seat on another device."""

    seat: int
    token: str


class TableCreated(msgspec.Struct, frozen=True):
    table: TableInfo
    host: str  # token of the host, who may start the table and seat bots
    seats: list[SeatToken]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName = ""
    seat: SeatNumber | None = None


class Joined(msgspec.Struct, frozen=True):
    table: TableInfo
    seat: int
    token: str


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber


class SetSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As the host, before the start: put a bot on a seat or, without ``bot``, free it."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fill: Annotated[str, msgspec.Meta(max_length=40, description="bot for seats that are still free")] = ""


class Rematch(msgspec.Struct, frozen=True):
    """The new table. Tokens of the old table open the same seats there."""

    table: TableInfo


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table that continues a finished game after decision ``at``; ``bot`` plays the other seats."""

    at: Annotated[int, msgspec.Meta(ge=0)]
    seats: Annotated[list[SeatNumber], msgspec.Meta(min_length=1, max_length=16)]
    name: PersonName = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class LoadRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Create a table from a record: a finished game to look at, or a running one that goes on.

    Of a running game ``at`` decisions are kept (null: all); ``seats`` are the sender's, ``bot`` plays the others.
    """

    record: str
    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    seats: Annotated[list[SeatNumber], msgspec.Meta(max_length=16, description="empty: the first")] = []
    name: PersonName = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class OptionInfo(msgspec.Struct, frozen=True):
    name: str
    kind: Literal["bool", "int", "choice", "list"]
    default: bool | int | str
    choices: list[str]
    low: int
    high: int
    rule: str
    label: Sentence
    help: Sentence
    values: dict[str, Sentence]
    by_seat: bool = False  # a list: the first belongs to seat 0 and so on; before the start players may choose theirs


class BotInfo(msgspec.Struct, frozen=True):
    bot: str
    label: Sentence


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: Sentence
    gist: Sentence
    minutes: str
    seats: list[int]
    rules_version: int
    options: list[OptionInfo]
    bots: list[BotInfo]
    cover: str  # URL of its picture, if it has one
    lesson: bool = False


class SkippedGame(msgspec.Struct, frozen=True):
    """A game of another package that is not offered, and why; only the owner of the server is told."""

    id: str
    why: Sentence


class Section(msgspec.Struct, frozen=True):
    key: str
    title: Sentence
    rules: list[RuleText]


class RuleText(msgspec.Struct, frozen=True):
    id: str
    text: Sentence


class GameBook(msgspec.Struct, frozen=True):
    """All texts of a game: its rules, and words for moves, events, steps, terms, scores and reasons.

    ``words`` also has the ``grammar`` for boards, and the URLs of the game's own ``board`` and ``cover``.
    """

    game: GameInfo
    sections: list[Section]
    house_rules: list[RuleText]
    words: dict[str, Any]
    cards: str  # digest of the card data


class ReplayMove(msgspec.Struct, frozen=True):
    seat: int
    move: str
    luck: list[int]  # the random numbers drawn


class ReplayInfo(msgspec.Struct, frozen=True):
    """A finished game. ``how``: replayed by ``rules``, or from stored ``events`` because the rules have changed."""

    table: TableInfo
    names: list[str]
    total: int
    moves: list[ReplayMove]
    deal: list[int]
    how: Literal["rules", "events"]
    why: str = ""


class ReplayStep(msgspec.Struct, frozen=True):
    """The position after decision ``number`` for a seat, or for all (``views``: by seat, then the spectator's)."""

    number: int
    total: int
    seat: int | None
    heard: list[NumberedEvent]
    view: Any = None
    views: list[Any] = []
    attachment: Any = None  # the body of the attachment of this decision, if it has one


class Chart(msgspec.Struct, frozen=True):
    """The game's evaluation of each seat (0 to 1) after every decision."""

    values: list[list[float]]


class Verification(msgspec.Struct, frozen=True):
    """Whether rules, events and random numbers of a finished game check out."""

    good: bool
    lines: list[str]


class ReminderChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a mail about turns: confirm the address, or stop the mail. ``code`` is in the link of the mail."""

    seat: SeatNumber
    code: Annotated[str, msgspec.Meta(min_length=16, max_length=64)]
    wanted: bool


class ReminderStatus(msgspec.Struct, frozen=True):
    """Whether mail is sent to the seat's address now."""

    active: bool


class QrRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to draw as a QR code. Bounded, because large codes take long to draw."""

    text: Annotated[str, msgspec.Meta(max_length=150, pattern="^https?://[!-~]+$")]


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok", "closing", "broken"]
    version: str
    protocol: int
    tables: int
    connections: int
    why: str = ""  # what is wrong with the storage
    server: int = 0  # number of this server among those that share a database


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every HTTP error."""

    error: str
    why: str
    rule: str = ""
    text: Sentence = {}  # the reason by language
