"""What messages are made of: everything that more than one kind of message holds."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

PROTOCOL: Final = 1

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="chosen by the client, new for each wish")]
Token = Annotated[str, msgspec.Meta(max_length=64, description="secret; never shown to anybody else")]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]
Noun = Annotated[str, msgspec.Meta(max_length=40, description='a kind of thing, or "verb" or "key"')]
PersonName = Annotated[str, msgspec.Meta(max_length=24)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
Sentence = dict[str, str]  # a sentence by language, in every one that the server has
Values = dict[str, bool | int | str]
TableState = Literal["gathering", "playing", "over", "frozen"]
Emote = Literal["hello", "thanks", "well_played", "thinking", "oops", "hungry", "wow", "laugh", "hurry", "bye"]


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``relaxed`` and ``fast``: seconds for each decision and then a bank; ``days``: days for each decision."""

    kind: Literal["none", "relaxed", "fast", "days"] = "none"
    days: Annotated[int, msgspec.Meta(ge=1, le=14)] = 1


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str = ""  # who plays for the seat now, if a bot does
    presence: Literal["here", "away", "none"] = "none"
    stand_in: bool = False  # a bot plays for an absent person, who may take the seat back
    resigned: bool = False


class Request(msgspec.Struct, frozen=True):
    """A wish to undo that needs consent: it happens when ``waiting`` is empty, and is dropped at the first no."""

    request: int
    seat: int
    keep: int  # decisions that would stay
    yes: list[int]
    waiting: list[int]


class Branch(msgspec.Struct, frozen=True):
    table: str
    at: int


class TableInfo(msgspec.Struct, frozen=True):
    """What everybody at the table and in the lobby may know of it."""

    id: str
    game: str
    options: Values
    seats: list[SeatInfo]
    state: TableState
    public: bool
    watch: bool
    clock: ClockRule
    timeout: Literal["default", "bot"]
    undo: Literal["free", "ask", "off"]
    pace: Literal["instant", "brisk", "calm"]
    version: int
    number: int
    made: float
    changed: float
    watchers: int = 0
    commits: list[str] = []  # hashes of the seeds that luck comes from
    seeds: list[str] = []  # told when the game is over
    outcome: dict[str, Any] | None = None
    request: Request | None = None
    declined: int | None = None  # the seat that said no to the last request, until the next decision
    again: str = ""  # the table where the same people play again
    branch: Branch | None = None  # the finished table and decision that this one was played on from
    practice: bool = False  # luck comes from a seed that was given, so it is no secret
    casual: bool = False  # a seat went back behind what it had learned since: no rating, no statistics
    own_cards: bool = False  # played with a card list of its own: /api/tables/TABLE/cards
    note: str = ""  # why a table is frozen or was given up
