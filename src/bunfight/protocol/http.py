"""What goes over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from bunfight.protocol.parts import ClockRule, PersonName, SeatNumber, Sentence, TableInfo, Values
from bunfight.protocol.server import Heard


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down when a table is made: ``me`` (several: hot seat), a ``bot``, or nobody yet."""

    kind: Literal["me", "bot", "open"]
    name: PersonName = ""
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, msgspec.Meta(max_length=40)]
    places: Annotated[list[Place], msgspec.Meta(min_length=1, max_length=16)]
    options: Values = {}
    public: bool = False
    watch: bool = True
    clock: ClockRule = ClockRule()
    timeout: Literal["default", "bot"] = "default"
    undo: Literal["free", "ask", "off"] = "ask"
    pace: Literal["instant", "brisk", "calm"] = "brisk"
    start: bool = False
    practice: Annotated[str, msgspec.Meta(max_length=40)] = ""
    cards: Annotated[str, msgspec.Meta(description="a card list of your own (TOML); empty: the printed cards")] = ""


class SeatKey(msgspec.Struct, frozen=True):
    """A seat and its secret. The link ``/t/TABLE#TOKEN`` opens the seat on another device."""

    seat: int
    token: str


class Made(msgspec.Struct, frozen=True):
    table: TableInfo
    host: str  # secret: who holds it may start the table and seat bots
    seats: list[SeatKey]


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: PersonName = ""
    seat: SeatNumber | None = None


class Joined(msgspec.Struct, frozen=True):
    table: TableInfo
    seat: int
    token: str


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: SeatNumber


class Furnish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Host, before the start: put a bot on a seat, or (no bot) make it free."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fill: Annotated[str, msgspec.Meta(max_length=40, description="bot for seats that are still free")] = ""


class Again(msgspec.Struct, frozen=True):
    """Keys of the old table open the same seats at the new one."""

    table: TableInfo


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table that goes on from a finished one after decision ``at``; other seats are played by ``bot``."""

    at: Annotated[int, msgspec.Meta(ge=0)]
    seats: Annotated[list[SeatNumber], msgspec.Meta(min_length=1, max_length=16)]
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
    cover: str  # where its picture is, if the game brings one


class Section(msgspec.Struct, frozen=True):
    key: str
    title: Sentence
    rules: list[RuleText]


class RuleText(msgspec.Struct, frozen=True):
    id: str
    text: Sentence


class GameBook(msgspec.Struct, frozen=True):
    """Everything people read about a game: moves, events, steps, terms, scores and reasons as in words.toml.

    ``words`` also has the ``grammar`` for boards, and where the ``board`` and the ``cover`` are that the game brings.
    """

    game: GameInfo
    sections: list[Section]
    house_rules: list[RuleText]
    words: dict[str, Any]
    cards: str  # fingerprint of the card data


class MoveMade(msgspec.Struct, frozen=True):
    seat: int
    move: str
    luck: list[int]  # what was drawn


class ReplayInfo(msgspec.Struct, frozen=True):
    """A finished game. ``how``: ``rules``: played again; ``events``: only heard again, the rules have changed."""

    table: TableInfo
    names: list[str]
    total: int
    moves: list[MoveMade]
    deal: list[int]
    how: Literal["rules", "events"]
    why: str = ""


class ReplayStep(msgspec.Struct, frozen=True):
    """After decision ``number``: the view of a seat, or of every seat (``views`` by seat, then the spectator's)."""

    number: int
    total: int
    seat: int | None
    heard: list[Heard]
    view: Any = None
    views: list[Any] = []
    film: Any = None  # how the act went, where there was one


class Chart(msgspec.Struct, frozen=True):
    """How well each seat stood (0 to 1) after every decision, as the game's own judgement sees it."""

    values: list[list[float]]


class Verified(msgspec.Struct, frozen=True):
    good: bool
    lines: list[str]


class QrWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link to a table, as browsers write it: the larger a code is, the longer it takes to draw."""

    text: Annotated[str, msgspec.Meta(max_length=150, pattern="^https?://[!-~]+$")]


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok", "closing", "broken"]
    version: str
    protocol: int
    tables: int
    connections: int
    why: str = ""  # what is wrong with the store
    server: int = 0  # which of the servers that share a store this is


class Mistake(msgspec.Struct, frozen=True):
    """The body of every HTTP error."""

    error: str
    why: str
    rule: str = ""
    text: Sentence = {}  # the sentence by language
