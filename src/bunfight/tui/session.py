"""A sitting: a table as it is seen from one terminal, here or on a server; screens know nothing else of it."""

from __future__ import annotations

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from bunfight import games
from bunfight.engine import (
    IllegalMove,
    Outcome,
    Record,
    Rng,
    Seat,
    State,
    Table,
    View,
    replay,
    require_legal,
    simulator,
)
from bunfight.engine.event import plain
from bunfight.engine.grammar import Misread
from bunfight.engine.selection import Thing, why_not
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words
from bunfight.tui.bots import Minds
from bunfight.tui.saves import Saved, Shelf

OWN_AND_PUBLIC: Final = frozenset(["seat", "moves", "previews", "awaits", "phases", "spots"])
"""What differs between the view of a seat and that of a spectator without being a secret."""


@dataclass(frozen=True)
class Answer:
    """Why something is not allowed: the sentence, the rule and its words; an empty sentence: it is allowed."""

    told: str
    rule: str = ""
    text: str = ""


@dataclass(frozen=True)
class Hint:
    move: str
    lines: tuple[str, ...]


@dataclass
class Happened:
    """One thing that was heard: the number of the decision and the event."""

    number: int
    event: dict[str, Any] = field(default_factory=dict)


class Sitting(ABC):
    """What a table screen asks and is told. ``changed`` is called whenever there is something new to see."""

    game: AnyGame
    words: Words
    names: list[str]
    mine: list[Seat]  # the seats of the people at this terminal

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.linger: Callable[[], float] = lambda: 0.0  # seconds for which what just happened is looked at

    @property
    @abstractmethod
    def asked(self) -> Seat | None:
        """The person here who is to decide now."""

    @property
    @abstractmethod
    def number(self) -> int:
        """How many decisions were made."""

    @property
    def stamp(self) -> int:
        """Another number for every change of the position."""
        return self.number

    @abstractmethod
    def view(self, seat: Seat | None) -> View: ...

    @abstractmethod
    def heard(self, seat: Seat | None) -> list[Happened]: ...

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    async def play(self, seat: Seat, move: str) -> Answer | None:
        """Decide; None if it was done."""

    @abstractmethod
    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Answer: ...

    @abstractmethod
    async def hint(self, seat: Seat) -> Hint | Answer: ...

    @abstractmethod
    async def undo(self, seat: Seat) -> Answer | None: ...

    def seconds(self, seat: Seat) -> float | None:
        """What is left of the clock of a seat; None: no clock runs."""
        return None

    def ghosts(self) -> dict[Seat, Any]:
        """Where others hold a piece, if they show it."""
        return {}

    @abstractmethod
    def start(self) -> None:
        """Begin, or go on."""

    @abstractmethod
    def close(self) -> None:
        """Let everything go."""

    # -- with others elsewhere

    spoken: Sequence[str] = ()  # what was said
    note = ""  # what is wrong with the line

    async def chat(self, text: str) -> Answer | None:
        return None

    def wanted(self) -> tuple[int, Seat] | None:
        """A wish to undo that waits for a person here: its number, and whose it is."""
        return None

    def aimed(self, piece: str, x: float, turn: float, flip: bool) -> None:  # noqa: B027  # here nobody else looks
        """Let others see where a piece is held."""

    async def agree(self, yes: bool) -> Answer | None:
        return None

    def hides(self, seat: Seat) -> bool:
        """Whether a seat sees anything that others may not."""
        return True


def hidden(game: AnyGame, state: State, seat: Seat) -> bool:
    """Whether the view of a seat shows more than that of a spectator."""
    mine, theirs = (msgspec.to_builtins(game.view(state, who)) for who in (seat, None))
    return any(mine[key] != theirs[key] for key in mine.keys() - OWN_AND_PUBLIC)


class Local(Sitting):
    """A table on this machine: some seats are people at this terminal, the others are bots."""

    def __init__(
        self,
        table: Table,
        bots: dict[Seat, str],
        language: str = "en",
        shelf: Shelf | None = None,
        name: str = "",
        auto_pass: bool = True,
        thought: str = "",
    ) -> None:
        super().__init__()
        self.table, self.game, self.bots = table, table.game, bots
        self.words = Words(table.game, language)
        self.names = table.record.seats
        self.mine = [seat for seat in range(len(self.names)) if seat not in bots]
        self.minds = Minds(table.game, bots, thought or secrets.token_hex(16))
        self.order = Rng(thought or secrets.token_hex(16), "order")
        self.shelf, self.saved_as = shelf, name
        self.auto_pass, self.patient_at = auto_pass, -1
        self._asked: Seat | None = None
        self._busy = False
        self._driver: asyncio.Task[None] | None = None
        self._hurry: tuple[str, float, float] = ("", 0.0, 0.0)  # what is done, its seconds, since when
        self._heard: dict[Seat | None, tuple[int, list[Happened]]] = {}
        self.automatic: set[int] = set()  # decisions that were made because there was no other

    # -- what is seen

    @property
    def asked(self) -> Seat | None:
        return None if self._busy else self._asked

    @property
    def number(self) -> int:
        return len(self.table.record.entries)

    def view(self, seat: Seat | None) -> View:
        view: View = self.game.view(self.table.state, seat)
        return view

    def heard(self, seat: Seat | None) -> list[Happened]:
        told, known = self._heard.setdefault(seat, (0, []))
        for number in range(told, len(self.table.said)):
            events = (one.heard(seat) for one in self.table.said[number])
            known += [Happened(number, plain(event)) for event in events if event is not None]
        self._heard[seat] = (len(self.table.said), known)
        return known

    def outcome(self) -> Outcome | None:
        return self.table.outcome()

    def hides(self, seat: Seat) -> bool:
        return hidden(self.game, self.table.state, seat)

    def seconds(self, seat: Seat) -> float | None:
        what, allowed, since = self._hurry
        return None if not what or seat != self._asked else max(0.0, allowed - (time.monotonic() - since))

    def shown(self) -> None:
        """Whoever is asked has seen now what happened: their clock begins."""
        what, allowed, since = self._hurry
        if what and since == 0.0:
            self._hurry = (what, allowed, time.monotonic())

    # -- what is done

    def start(self) -> None:
        if self._driver is None or self._driver.done():
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        """Bots decide until a person is asked. Where several are asked, the order is drawn: no seat is always last."""
        await asyncio.sleep(self.linger())
        while self.table.state.agenda:
            waiting = self.table.state.awaiting()
            seat = waiting[self.order.below(len(waiting))]
            if seat not in self.bots:
                only = self._only(seat)
                if not only:
                    self._ask(seat)
                    return
                self.automatic.add(self.number)
                await self._make(seat, only)
                continue
            view = self.game.view(self.table.state, seat)
            move = await self.minds.choose(seat, view)
            await self._make(seat, move)
            self.changed()
            await asyncio.sleep(self.linger())
        self._asked = None
        self.changed()

    def _only(self, seat: Seat) -> str:
        """The one move that a person could make, unless being asked is itself a secret from others at the keyboard."""
        step = self.table.state.agenda[-1]
        if not self.auto_pass or not type(step).listed or self.number == self.patient_at:
            return ""
        moves = step.legal(self.table.state, seat)
        if len(moves) != 1 or (len(self.mine) > 1 and self.hides(seat)):
            return ""
        return moves[0].text

    def _ask(self, seat: Seat) -> None:
        self._asked = seat
        timing = self.game.timing
        what, allowed = timing.limit(self.table.state, seat) if timing else ("", 0.0)
        lasts = what == self._hurry[0] and timing is not None and what in timing.lasting
        if not lasts:
            self._hurry = (what, allowed, 0.0) if allowed else ("", 0.0, 0.0)
        self.changed()

    async def _make(self, seat: Seat, move: str) -> None:
        """Physics may take a while, so it is done beside the screen."""
        self._busy = True
        try:
            if self.table.simulator is not None:
                await asyncio.to_thread(self.table.play, seat, move)
            else:
                self.table.play(seat, move)
        finally:
            self._busy = False
        self.keep()

    async def play(self, seat: Seat, move: str) -> Answer | None:
        if self._busy:
            return Answer("")
        try:
            await self._make(seat, move)
        except (IllegalMove, Misread) as refused:
            return self.refusal(refused)
        self._asked, self.patient_at = None, -1
        self.changed()
        self.start()
        return None

    async def late(self, seat: Seat) -> None:
        """The clock of a seat has run out: the move of the rules is made."""
        if self._asked == seat and not self._busy:
            await self.play(seat, self.game.bots.fallback(self.table.state, seat).text)

    def refusal(self, refused: IllegalMove | Misread) -> Answer:
        told = self.words.refusal(refused, self.names) or str(refused)
        rule = refused.rule if isinstance(refused, IllegalMove) else ""
        return Answer(told, rule, (self.words.rule(rule) or "") if rule else "")

    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Answer:
        state = self.table.state
        if not isinstance(about, str):
            broken = why_not(self.game, state, seat, about)
            return Answer("") if broken is None else self.refusal(broken)
        try:
            require_legal(state, seat, self.game.grammar.parse(about))
        except (IllegalMove, Misread) as refused:
            return self.refusal(refused)
        return Answer("")

    async def hint(self, seat: Seat) -> Hint | Answer:
        told = await self.minds.explain(self.view(seat))
        return Hint(told.choice, tuple(told.lines(self.game, self.names, self.words.language)))

    async def undo(self, seat: Seat) -> Answer | None:
        if self._busy:
            return Answer("")
        keep = self.number - 1
        while (
            keep > 0 and keep in self.automatic
        ):  # what was made because there was no other is no choice to go back to
            keep -= 1
        try:
            self.table.undo(seat, max(keep, 0))
        except IllegalMove as refused:
            return self.refusal(refused)
        self._heard.clear()
        self.automatic = {number for number in self.automatic if number < self.number}
        self.patient_at = self.number
        self._asked = None
        self.keep()
        self.start()
        return None

    # -- what is kept

    def keep(self) -> None:
        """Write the game down, so that it can go on later."""
        if self.shelf is None or not self.saved_as:
            return
        bots = {str(seat): spec for seat, spec in self.bots.items()}
        saved = Saved(self.game.id, bots, self.table.seed, games.own_cards(self.game))
        self.shelf.keep(self.saved_as, saved, self.table.record)

    def close(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
        self.minds.close()


def resumed(shelf: Shelf, name: str, saved: Saved, language: str, auto_pass: bool = True) -> Local:
    """A saved game that goes on."""
    game = games.load(saved.game, saved.cards)
    table = Table.resume(game, shelf.record(name), saved.seed, simulator(game))
    bots = {int(seat): spec for seat, spec in saved.bots.items()}
    return Local(table, bots, language, shelf, name, auto_pass)


def branched(game: AnyGame, record: Record, at: int, bots: dict[Seat, str], language: str, shelf: Shelf) -> Local:
    """A game that goes on from a moment of a record, with other luck."""
    replay(game, record, at)  # a RecordError says now why it cannot
    table = Table.resume(game, record.cut(at), secrets.token_hex(16), simulator(game))
    return Local(table, bots, language, shelf, shelf.new(game.id))
