"""The store's port: what is kept of tables and how it changes. Nothing outside knows what lies behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from bunfight.protocol import Branch, ClockRule, Request, Values

SHELF: Final = 1_000_000_000  # from this number on a table's texts are no films of decisions
BOARDS: Final = "daily "  # how the names of leaderboards begin; their day follows


class Conflict(Exception):
    """The table was changed by somebody else since it was read: read it again."""


class Gone(Conflict):
    """The table has left memory meanwhile, and nothing was done: look for it again."""


class StoreBroken(Exception):
    """The store cannot keep what it was given; nothing was changed."""


class Unreachable(StoreBroken):
    """There is nobody at that address just now; trying again may help."""


class Damaged(Exception):
    """What is kept of this one table cannot be read, or cannot be added to; no other table is touched by that."""


class KeptSeat(msgspec.Struct):
    kind: str = "open"  # open, person, bot
    name: str = ""
    bot: str = ""  # who plays now, if a bot does
    token: str = ""  # digest
    stand_in: bool = False
    resigned: bool = False
    mail: str = ""  # where its player is told that it is their turn; shown to nobody
    hook: bool = False  # whether the owner's webhook is told too
    language: str = "en"  # of such mail


class KeptChapter(msgspec.Struct):
    start: int
    commit: str
    seed: str


class Head(msgspec.Struct):
    """What a table is: changes when people come and go, not with every decision."""

    game: str
    options: Values
    seats: list[KeptSeat]
    public: bool = False
    watch: bool = True
    clock: ClockRule = ClockRule()
    timeout: str = "default"
    undo: str = "ask"
    pace: str = "brisk"
    host: str = ""  # digest
    practice: bool = False
    casual: bool = False  # somebody went back behind what was learned since: no rating, no statistics
    own_cards: str = ""  # a card list of the table's own (TOML); empty: the printed cards
    again: str = ""
    branch: Branch | None = None
    note: str = ""
    rules: int = 0
    cards: str = ""
    names: list[str] = []  # as they were at the deal
    chapters: list[KeptChapter] = []
    deal: dict[str, Any] | None = None
    closed: str = ""  # why the owner of the server has ended it, if so
    outcome: dict[str, Any] | None = None


class Sealed(msgspec.Struct):
    move: str
    at: float


class Running(msgspec.Struct):
    """What changes with every decision beside the decisions themselves."""

    streams: int = 0  # sequences of luck that were used; one drawn and taken back is not drawn again
    asked: dict[int, float] = {}  # since when each seat is asked
    able: dict[int, float] = {}  # since when each could answer, which is before the last act was shown
    banks: dict[int, float] = {}  # seconds left in each seat's bank
    sealed: dict[int, Sealed] = {}
    opened: float = 0.0  # since when the present question is open
    undone: int = 0  # the version that the last taking back made
    showing: float = 0.0  # until when the last act is shown
    request: Request | None = None  # a wish to take back that waits for consent
    declined: int | None = None  # who said no to the last one
    done: list[str] = []  # wishes that were granted lately, so that none is granted twice
    said: int = 0  # lines of chat so far
    unsaid: int = 0  # how often some of them were forgotten
    fresh: dict[int, int] = {}  # since which version each asked seat's question is the same


class Kept(msgspec.Struct):
    """A table as the store holds it. ``revision`` counts its changes, and is told to nobody."""

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
    keeper: int = 0  # the server that changed it last, which minds its bots and clocks


class ChatLine(msgspec.Struct):
    """One line of chat."""

    count: int
    seat: int
    name: str
    text: str
    emote: str
    at: float


class Change(msgspec.Struct):
    """One change of one table, kept wholly or not at all. ``expect``: the revision it builds on, -1 for a new table."""

    id: str
    expect: int
    state: str
    version: int
    number: int
    changed: float
    live: bytes
    due: float | None = None  # when something must happen although nobody comes
    head: bytes | None = None
    public: bool = False
    game: str = ""
    cut: int | None = None  # decisions that stay
    entries: list[bytes] = []  # decisions that are added after those
    films: dict[int, str] = {}  # of acts among them, by number
    branch: Branch | None = None  # films of this table's first decisions are kept with this one too
    lines: list[ChatLine] = []  # that were said


class News(msgspec.Struct, omit_defaults=True):
    """What one server tells others through a store that they share. It holds no secret: no move, no name, no key."""

    by: int = 0  # which server
    changed: dict[str, int] = {}  # tables, and the revision that each now has
    lobby: bool = False  # what is told in the lobby is among it
    here: dict[str, tuple[list[int], int]] = {}  # who is connected to a table there: seats, and how many watch
    who: bool = False  # all others are asked who is connected to them
    aims: dict[str, str] = {}  # where the acting seat of a table holds its piece, as all at the table see it
    shut: list[str] = []  # clients that went beyond all limits
    gone: list[int] = []  # servers that are there no more


class Store(Protocol):
    @property
    def shared(self) -> bool:
        """Whether several servers may use it at once."""

    @property
    def server(self) -> int:
        """Which of them this one is."""

    @property
    def others(self) -> frozenset[int]:
        """Those that use it just now."""

    async def open(self) -> None:
        """Begin; StoreBroken says in one sentence why that cannot be."""

    async def close(self) -> None: ...

    def listen(self, hear: Callable[[News], None]) -> None:
        """Call this with whatever other servers tell."""

    def tell(self, news: News) -> None:
        """Tell other servers, soon."""

    async def commit(self, change: Change) -> None:
        """Return when the change is safe on disk; Conflict, Damaged or StoreBroken if it is not."""

    async def load(self, table: str) -> Kept | None:
        """Raises Damaged if what is kept of the table makes no sense."""

    async def revisions(self, tables: list[str]) -> dict[str, int]:
        """How often each of these was changed; those that are not there are left out."""

    async def entries(self, table: str, after: int = 0) -> list[bytes]: ...

    async def since(self, table: str, number: int) -> tuple[Kept, list[bytes]] | None:
        """A table, and the decisions after so many, of one moment."""

    async def film(self, table: str, number: int) -> str:
        """The film of a decision; "" if it has none."""

    async def shelve(self, name: str, number: int, text: str, first: bool = False) -> None:
        """Keep a text under a name: what the coach found out about a table, or a day's scores.

        It replaces an old one, unless only the first one counts. Films and these lie side by side; texts that belong to
        a table (number SHELF and up) go with the table, and only with it: whatever is taken back, they stay.
        """

    async def shelf(self, name: str) -> dict[int, str]:
        """All texts that are kept so under a name."""

    async def shelves(self, begin: str) -> list[str]:
        """The names that begin so and have such texts."""

    async def chat(self, table: str, limit: int) -> list[ChatLine]: ...

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        """Public tables, the latest change first; and those that are damaged, with what is wrong."""

    async def due(self, before: float) -> list[str]:
        """Tables where something must happen: this server's own, and those of servers that are gone, now its own."""

    async def freeze(self, table: str, why: str) -> None:
        """Remember why a table cannot be woken, and wake it by itself no more; without a reason it is well again."""

    async def frozen(self) -> dict[str, str]: ...

    async def sweep(self, untouched_since: float, over_since: float) -> int:
        """Forget tables where nobody ever started, and games that ended before ``over_since``; says how many."""

    async def count(self) -> int: ...

    async def beat(self) -> None:
        """Write something and return when it is safe on disk; StoreBroken if it cannot be."""

    async def one_more(self, client: str, rate: float, burst: float) -> bool | None:
        """Whether a client may do once more what all servers count together; None: count it yourself."""

    async def every(self, after: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        """Tables in the order of their names, from the one after ``after`` on; and those that are damaged."""

    async def unsay(self, table: str, name: str) -> int:
        """Delete what somebody said at a table, or (no name) everybody; says how many lines."""

    async def forget(self, table: str) -> bool:
        """Delete a table with everything that belongs to it; whether it was there."""
