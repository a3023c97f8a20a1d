"""The store's port: what is kept of tables and how it changes. Nothing outside knows what lies behind it."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from bunfight.serve.wire import Branch, ClockRule, Request, Values


class Conflict(Exception):
    """The table was changed by somebody else since it was read: read it again."""


class StoreBroken(Exception):
    """The store cannot keep what it was given; nothing was changed."""


class Damaged(Exception):
    """What is kept of this one table cannot be read, or cannot be added to; no other table is touched by that."""


class KeptSeat(msgspec.Struct):
    kind: str = "open"  # open, person, bot
    name: str = ""
    bot: str = ""  # who plays now, if a bot does
    token: str = ""  # digest
    stand_in: bool = False
    resigned: bool = False


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
    own_cards: str = ""  # a card list of the table's own (TOML); empty: the printed cards
    again: str = ""
    branch: Branch | None = None
    note: str = ""
    rules: int = 0
    cards: str = ""
    names: list[str] = []  # as they were at the deal
    chapters: list[KeptChapter] = []
    deal: dict[str, Any] | None = None
    outcome: dict[str, Any] | None = None


class Sealed(msgspec.Struct):
    move: str
    at: float


class Live(msgspec.Struct):
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
    done: list[str] = []  # wishes that were granted lately, so that none is granted twice


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
    live: Live


class Line(msgspec.Struct):
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
    lines: list[Line] = []  # that were said


class Store(Protocol):
    def open(self) -> None:
        """Hold the store for this process alone; StoreBroken says in one sentence why that cannot be."""

    def close(self) -> None: ...

    async def commit(self, change: Change) -> None:
        """Return when the change is safe on disk; Conflict, Damaged or StoreBroken if it is not."""

    async def load(self, table: str) -> Kept | None:
        """Raises Damaged if what is kept of the table makes no sense."""

    async def entries(self, table: str) -> list[bytes]: ...

    async def film(self, table: str, number: int) -> str:
        """The film of a decision; "" if it has none."""

    async def chat(self, table: str, limit: int) -> list[Line]: ...

    async def public(self, states: tuple[str, ...], game: str, limit: int) -> tuple[list[Kept], dict[str, str]]:
        """Public tables, the latest change first; and those that are damaged, with what is wrong."""

    async def due(self, before: float) -> list[str]: ...

    async def freeze(self, table: str, why: str) -> None:
        """Remember why a table cannot be woken, and wake it by itself no more; without a reason it is well again."""

    async def frozen(self) -> dict[str, str]: ...

    async def sweep(self, untouched_since: float) -> int:
        """Forget tables where nobody ever started; says how many."""

    async def count(self) -> int: ...

    async def beat(self) -> None:
        """Write something and return when it is safe on disk; StoreBroken if it cannot be."""
