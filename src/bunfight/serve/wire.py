"""Wire: every message that crosses the network, as frozen tagged structs. The State has no place among them.

JSON Schema: ``python -m bunfight.serve.schema``. In words: docs/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

PROTOCOL: Final = 1

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="chosen by the client, new for each wish")]
Token = Annotated[str, msgspec.Meta(max_length=64, description="secret; never shown to anybody else")]
MoveText = Annotated[str, msgspec.Meta(max_length=200)]
PersonName = Annotated[str, msgspec.Meta(max_length=24)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
Values = dict[str, bool | int | str]
TableState = Literal["gathering", "playing", "over", "frozen"]
Emote = Literal["hello", "thanks", "well_played", "thinking", "oops", "hungry", "wow", "laugh", "hurry", "bye"]


class Words(msgspec.Struct, frozen=True):
    """The same sentence in both languages."""

    en: str
    zh: str


# Tables


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
    again: str = ""  # the table where the same people play again
    branch: Branch | None = None  # the finished table and decision that this one was played on from
    practice: bool = False  # luck comes from a seed that was given, so it is no secret
    own_cards: bool = False  # played with a card list of its own: /api/tables/TABLE/cards
    note: str = ""  # why a table is frozen or was given up


# Client to server, live


class FromClient(
    msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True
): ...


class Hello(FromClient, frozen=True):
    """The first message. An empty ``table`` means the lobby; no token means a spectator."""

    protocol: int
    table: Annotated[str, msgspec.Meta(max_length=80)] = ""
    tokens: Annotated[list[Token], msgspec.Meta(max_length=16)] = []
    version: int = -1  # the version that the client has; -1: nothing yet
    number: int = -1  # the decisions whose events it has; -1: none, not even the deal
    id: str = ""


class Play(FromClient, frozen=True):
    """A decision. ``version``: what the client saw when deciding."""

    id: Id
    seat: SeatNumber
    move: MoveText
    version: int


class Why(FromClient, frozen=True):
    """Why a move could not be made now, or nothing be done with the things that it is ``about``; nothing is done."""

    id: Id
    seat: SeatNumber
    move: MoveText = ""
    about: Annotated[list[dict[str, MoveText]], msgspec.Meta(max_length=8)] = []


class Undo(FromClient, frozen=True):
    """Take back; without ``keep`` the seat's last decision. Beyond the free bound it becomes a request to all."""

    id: Id
    seat: SeatNumber
    keep: int | None = None


class Answer(FromClient, frozen=True):
    """Yes or no to a request."""

    id: Id
    seat: SeatNumber
    request: int
    yes: bool


class Say(FromClient, frozen=True):
    """A few words, or an emote. Spectators may not speak."""

    id: Id
    seat: SeatNumber
    text: Annotated[str, msgspec.Meta(max_length=200)] = ""
    emote: Emote | None = None


class Hint(FromClient, frozen=True):
    """What a bot would do here, and why."""

    id: Id
    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StandIn(FromClient, frozen=True, tag="stand_in"):
    """Let a bot play for a seat: one's own, or one whose player is away."""

    id: Id
    seat: SeatNumber  # who asks
    whom: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Back(FromClient, frozen=True):
    """Take one's seat back from the bot that stood in."""

    id: Id
    seat: SeatNumber


class Resign(FromClient, frozen=True):
    """Give the seat to a bot for good."""

    id: Id
    seat: SeatNumber


class Ghost(FromClient, frozen=True):
    """Where the acting seat holds its piece (tenths of a millimetre and of a degree). Never answered."""

    seat: SeatNumber
    piece: Annotated[str, msgspec.Meta(max_length=40)]
    x: int
    y: int
    a: int
    flip: bool = False


class Ping(FromClient, frozen=True):
    id: Id


ClientMessage = (
    Hello | Play | Why | Undo | Answer | Say | Hint | StandIn | Back | Resign | Ghost | Ping
)  # fmt: skip
Wish = Play | Why | Undo | Answer | Say | Hint | StandIn | Back | Resign


# Server to client, live


class FromServer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, kw_only=True): ...


class Welcome(FromServer, frozen=True):
    """Answer to hello at a table; one ``view`` for each seat follows if the game has begun."""

    protocol: int
    server: str
    table: TableInfo
    seats: list[int]  # the seats that this connection holds
    host: bool
    chat: list[Spoke]
    now: float


class Table(FromServer, frozen=True):
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


class View(FromServer, frozen=True):
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
    text: Words
    version: int
    stale: bool = False  # decided on an old version: look again
    told: dict[str, str] = {}  # the sentence by language, where a game has it


class Because(FromServer, frozen=True):
    """Answer to why."""

    id: str
    legal: bool
    rule: str = ""
    why: str = ""
    text: Words | None = None
    told: dict[str, str] = {}


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
    move: str
    value: float  # 0 to 1, how well the seat would stand
    share: float  # how much of its thought the bot gave to it
    reasons: list[Reason] = []


class Hinted(FromServer, frozen=True):
    id: str
    seat: int
    move: str
    bot: str
    choices: list[Choice]
    note: Words | None = None


class GhostSeen(FromServer, frozen=True, tag="ghost"):
    seat: int
    piece: str
    x: int
    y: int
    a: int
    flip: bool


class Film(FromServer, frozen=True):
    """How an act went, once, just before the view after it. ``film`` is told by the physics."""

    seat: int
    number: int
    film: Any


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
    Welcome | Table | Presence | View | Clock | Ok | Refused | Because | Spoke | Hinted | GhostSeen | Film
    | Lobby | Pong | Trouble | Bye
)  # fmt: skip


# HTTP


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
    label: Words
    help: Words
    values: dict[str, Words]


class BotInfo(msgspec.Struct, frozen=True):
    bot: str
    label: Words


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: Words
    gist: Words
    minutes: str
    seats: list[int]
    rules_version: int
    options: list[OptionInfo]
    bots: list[BotInfo]


class Section(msgspec.Struct, frozen=True):
    key: str
    title: Words
    rules: list[RuleText]


class RuleText(msgspec.Struct, frozen=True):
    id: str
    text: Words


class GameBook(msgspec.Struct, frozen=True):
    """Everything people read about a game: moves, events, steps, terms, scores and reasons as in words.toml."""

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
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok", "closing", "broken"]
    version: str
    protocol: int
    tables: int
    connections: int


class Mistake(msgspec.Struct, frozen=True):
    """The body of every HTTP error."""

    error: str
    why: str
    rule: str = ""
    text: Words | None = None


CLIENT: Final = msgspec.json.Decoder(ClientMessage)
ENCODER: Final = msgspec.json.Encoder()


def encode(message: FromServer) -> bytes:
    return ENCODER.encode(message)
