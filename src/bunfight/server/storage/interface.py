"""The interface of a store: the data of a table, changes to it, and the methods that every store has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from bunfight.protocol import Branch, ClockRule, UndoRequest, Values

BOARDS: Final = "daily "  # the names of leaderboards begin with this; the date follows


class Conflict(Exception):
    """Raised when the table has been changed since it was read: read it again."""


class Gone(Conflict):
    """Raised when the table has left memory meanwhile. Nothing was done: look it up again."""


class StoreBroken(Exception):
    """Raised when the store cannot be read or written. Nothing was changed."""


class Unreachable(StoreBroken):
    """Raised when no database answers at the address; a retry may help."""


class Damaged(Exception):
    """Raised when the data of one table cannot be read or added to. Other tables are not affected."""


class KeptSeat(msgspec.Struct):
    """A seat of a table as it is stored."""

    kind: str = "open"  # open, person, bot
    name: str = ""
    bot: str = ""  # who plays now, if a bot does
    token: str = ""  # digest
    stand_in: bool = False
    resigned: bool = False
    mail: str = ""  # where its player is reminded of their turn; never sent to anybody
    hook: bool = False  # whether the server's webhook is called too
    language: str = "en"  # of such mail
    client: str = ""  # mark of who sat down here at a public table, until the start; never sent to anybody
    choices: dict[str, str] = {}  # what its player has chosen before the start, by option
    mail_code: str = ""  # in links that confirm the address or stop the mail
    mail_waits: bool = False  # for its owner to confirm the address; until then nothing else is sent there


class KeptChapter(msgspec.Struct):
    """A seed, and the decision from which on it is used."""

    start: int
    commit: str
    seed: str  # empty if it is not known, because the game was begun elsewhere


class Head(msgspec.Struct):
    """The part of a table that changes when people come and go, not with every decision."""

    game: str
    options: Values
    seats: list[KeptSeat]
    public: bool = False
    watch: bool = True
    clock: ClockRule = ClockRule()
    timeout: str = "default"
    undo: str = "ask"
    pace: str = "brisk"
    stand_in_bot: str = "medium"  # agreed when the table is created
    host: str = ""  # digest
    removed: list[str] = []  # marks of clients whom the host has removed, until the start
    practice: bool = False
    casual: bool = False  # a move was undone after it had revealed something: no rating, no statistics
    own_cards: str = ""  # a card list of the table's own (TOML); empty: the printed cards
    again: str = ""
    branch: Branch | None = None
    note: str = ""
    rules: int = 0
    cards: str = ""
    names: list[str] = []  # at the deal
    chapters: list[KeptChapter] = []
    deal: dict[str, Any] | None = None
    closed: str = ""  # why an administrator has closed the table, if so
    outcome: dict[str, Any] | None = None


class Sealed(msgspec.Struct):
    """A hidden answer to a simultaneous question."""

    move: str
    at: float


class Spent(msgspec.Struct, array_like=True):
    """The time that one decision took, so that undoing it gives none back."""

    number: int  # of decisions before it
    seat: int
    asked: float
    made: float
    bank: float  # of the seat before it


class Running(msgspec.Struct):
    """The part of a table that changes with every decision."""

    streams: int = 0  # random streams used so far; one whose move was undone is not used again
    asked: dict[int, float] = {}  # since when each seat is asked
    able: dict[int, float] = {}  # since when each could answer, which is before the last move was shown
    banks: dict[int, float] = {}  # seconds left in each seat's bank
    spent: list[Spent] = []  # the latest decisions made under a clock
    late: list[int] = []  # seats whose time was up since they last decided themselves
    sealed: dict[int, Sealed] = {}
    opened: float = 0.0  # since when the present question is open
    undone: int = 0  # the version made by the last undo
    showing: float = 0.0  # until when the last act is shown
    request: UndoRequest | None = None  # an undo request that waits for consent
    declined: int | None = None  # who said no to the last one
    done: list[str] = []  # ids of recent requests, so that none is handled twice
    said: int = 0  # lines of chat so far
    unsaid: int = 0  # how often some of them were deleted
    fresh: dict[int, int] = {}  # since which version each asked seat's question is the same


class Kept(msgspec.Struct):
    """A stored table. ``revision`` counts its changes; clients never see it."""

    id: str
    revision: int
    state: str
    version: int
    number: int
    made: float
    changed: float
    due: float | None
    head: Head
    live: Running
    keeper: int = 0  # the server that changed it last and runs its bots and clocks


class ChatLine(msgspec.Struct):
    """One line of chat."""

    count: int
    seat: int
    name: str
    text: str
    emote: str
    at: float


class Attachment(msgspec.Struct):
    """A text (JSON) that belongs to a decision and that the rules do not need, such as the recording of a motion."""

    number: int  # of the decision
    kind: str
    body: str


class StoredScore(msgspec.Struct):
    """An entry of a leaderboard: what ranks it, and its public details (JSON)."""

    table: str
    player: int
    adjusted: float
    skill: float
    at: float
    score: str


class Change(msgspec.Struct):
    """One change of one table, written completely or not at all.

    ``expect`` is the revision that it builds on, or -1 for a new table.
    """

    id: str
    expect: int
    state: str
    version: int
    number: int
    changed: float
    live: bytes
    due: float | None = None  # when something must happen without a request
    head: bytes | None = None
    public: bool = False
    game: str = ""
    cut: int | None = None  # how many decisions stay; None: all
    entries: list[bytes] = []  # decisions that are added after those
    attachments: list[Attachment] = []
    branch: Branch | None = None  # copy the attachments of that table up to that decision
    lines: list[ChatLine] = []


class News(msgspec.Struct, omit_defaults=True):
    """What one server sends to the others through a shared store. It holds no secret: no move, no name, no token."""

    by: int = 0  # which server
    changed: dict[str, int] = {}  # tables and their new revisions
    lobby: bool = False  # a public table is among them
    here: dict[str, tuple[list[int], int]] = {}  # connected to a table there: seats, number of spectators
    who: bool = False  # asks all others for ``here``
    aims: dict[str, str] = {}  # where the acting seat of a table holds its piece
    shut: list[str] = []  # clients that exceeded all limits
    gone: list[int] = []  # servers that have left


class ServerGroup(Protocol):
    """The servers that share a store."""

    @property
    def shared(self) -> bool:
        """Whether several servers may use it at once."""

    @property
    def server(self) -> int:
        """The number of this server among those that share it."""

    @property
    def others(self) -> frozenset[int]:
        """The other servers that use it now."""

    def subscribe(self, receive: Callable[[News], None]) -> None:
        """Call ``receive`` with the news of other servers."""

    def publish(self, news: News) -> None:
        """Send news to the other servers soon."""

    async def allow(self, client: str, rate: float, burst: float) -> bool | None:
        """Take a token from a client's bucket that all servers share; None: the caller keeps its own count."""


class TableStore(Protocol):
    """Tables and their decisions."""

    async def commit(self, change: Change) -> None:
        """Return when the change is on disk; raise Conflict, Damaged or StoreBroken if it is not."""

    async def load(self, table: str) -> Kept | None:
        """A table; Damaged if it cannot be read."""

    async def revisions(self, tables: list[str]) -> dict[str, int]:
        """The revisions of those tables that exist."""

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The decisions of a table after the first ``after``."""

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        """A table and its decisions after the first ``number``, consistent with each other."""

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        """Public tables, the latest change first; and the damaged ones with what is wrong."""

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        """Tables in the order of their ids, starting after ``after``; and the damaged ones with what is wrong."""

    async def count(self) -> int:
        """Return how many tables there are."""

    async def due(self, before: float) -> list[str]:
        """Tables where something must happen; this server takes over those whose server has left."""

    async def freeze(self, table: str, why: str) -> None:
        """Note why a table cannot be loaded, and do not load it automatically. Without a reason, allow it."""

    async def frozen(self) -> dict[str, str]:
        """The frozen tables and the reasons."""

    async def expire(self, untouched_since: float, over_since: float) -> int:
        """Delete tables that never started and games that ended before these times; how many there were."""

    async def delete(self, table: str) -> bool:
        """Delete a table with everything that belongs to it; whether it existed."""


class TableExtras(Protocol):
    """What belongs to a table besides its decisions: attachments, chat and its review. It goes with the table."""

    async def attachments(self, table: str, first: int, last: int | None = None) -> list[Attachment]:
        """Return what is attached to one decision, or to those from ``first`` to ``last``."""

    async def chat(self, table: str, limit: int) -> list[ChatLine]:
        """The last lines of chat."""

    async def delete_chat(self, table: str, name: str) -> int:
        """Delete the lines of one person, or of everybody if there is no name; how many there were."""

    async def reviews(self, table: str) -> dict[str, str]:
        """The parts of a table's review. They stay when decisions are taken back, and go with the table."""

    async def save_review(self, table: str, part: str, body: str) -> None:
        """Write one part of a table's review."""


class ScoreStore(Protocol):
    """Leaderboards."""

    async def boards(self) -> list[str]:
        """The names of all leaderboards."""

    async def scores(self, board: str, limit: int) -> dict[str, str]:
        """The best scores of a leaderboard by table, the best first."""

    async def save_score(self, board: str, one: StoredScore, replace: bool = False) -> None:
        """Enter a score. Only the first one of a table and of a player counts, and only the best ones stay.

        ``replace``: change the public details of the score of that table; its rank stays.
        """

    async def delete_boards(self, before: str) -> None:
        """Delete the leaderboards whose names sort before this one."""


class Store(ServerGroup, TableStore, TableExtras, ScoreStore, Protocol):
    """Where everything is stored."""

    async def open(self) -> None:
        """Start; StoreBroken says in one sentence why that is impossible."""

    async def close(self) -> None: ...

    async def probe(self) -> None:
        """Write something and return when it is on disk; StoreBroken if that fails."""
