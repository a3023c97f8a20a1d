"""Types that several messages share."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

PROTOCOL: Final = 2

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="chosen by the client, new for each request")]
Token = Annotated[str, msgspec.Meta(max_length=64, description="secret of a seat or of the host")]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]
Noun = Annotated[str, msgspec.Meta(max_length=40, description='a kind of thing, or "verb" or "key"')]
PersonName = Annotated[str, msgspec.Meta(max_length=24)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
Sentence = dict[str, str]  # a text by language code, in every language of the server
Values = dict[str, bool | int | str]
ShortText = Annotated[str, msgspec.Meta(max_length=40)]
EphemeralBody = Annotated[dict[ShortText, bool | int | float | ShortText], msgspec.Meta(max_length=16)]
TableState = Literal["gathering", "playing", "over", "frozen"]
Emote = Literal["hello", "thanks", "well_played", "thinking", "oops", "hungry", "wow", "laugh", "hurry", "bye"]


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time limits. ``relaxed`` and ``fast``: seconds per decision plus a bank; ``days``: days per decision."""

    kind: Literal["none", "relaxed", "fast", "days"] = "none"
    days: Annotated[int, msgspec.Meta(ge=1, le=14)] = 1


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str = ""  # the bot that plays for the seat now
    presence: Literal["here", "away", "none"] = "none"
    stand_in: bool = False  # a bot plays for an absent person, who may take the seat back
    resigned: bool = False
    choices: dict[str, str] = {}  # what its player has chosen before the start, by option


class UndoRequest(msgspec.Struct, frozen=True):
    """An undo that needs consent. It happens when ``waiting`` is empty and is dropped at the first no."""

    request: int
    seat: int
    keep: int  # decisions that would remain
    yes: list[int]
    waiting: list[int]


class Branch(msgspec.Struct, frozen=True):
    """The finished table and the decision that a table continues from."""

    table: str
    at: int


class TableInfo(msgspec.Struct, frozen=True):
    """The public description of a table."""

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
    stand_in_bot: str  # plays for a player who is away, has left or has resigned
    version: int
    number: int
    made: float
    changed: float
    watchers: int = 0
    commits: list[str] = []  # hashes of the seeds of the random numbers
    seeds: list[str] = []  # published when the game is over
    outcome: dict[str, Any] | None = None
    request: UndoRequest | None = None
    declined: int | None = None  # the seat that declined the last undo request, until the next decision
    again: str = ""  # the table of the rematch
    branch: Branch | None = None
    practice: bool = False  # the seed was given, so it is no secret
    casual: bool = False  # an undo went back past new information: no rating, no statistics
    own_cards: bool = False  # played with a custom card list: /api/tables/TABLE/cards
    note: str = ""  # why a table is frozen or was abandoned
