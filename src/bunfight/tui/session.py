"""A table as one terminal uses it, local or on a server. Screens only know this interface."""

from __future__ import annotations

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from bunfight import games
from bunfight.coach.review import Review
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
from bunfight.engine.grammar import MoveSyntaxError
from bunfight.engine.selection import Thing, why_not
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words
from bunfight.tui.boards import board_of
from bunfight.tui.bots import BotRunner
from bunfight.tui.messages import Messages
from bunfight.tui.motion import SeatEvent
from bunfight.tui.saves import Saved, SaveFolder

NOT_SECRET: Final = frozenset(["seat", "moves", "previews", "awaits"])
"""Fields of every view that differ between a seat and a spectator without being secret."""


@dataclass(frozen=True)
class Rejection:
    """Says why something is not allowed: the reason, the rule and its wording. Without a reason it is allowed."""

    reason: str
    rule: str = ""
    text: str = ""


@dataclass(frozen=True)
class Hint:
    move: str
    lines: tuple[str, ...]


class OtherPlayers:
    """The players at other terminals: their chat, ephemeral messages and requests. A local table has none."""

    spoken: Sequence[str] = ()  # chat lines
    hosted = False  # whether they play at a server that stops when this player leaves

    async def chat(self, text: str) -> Rejection | None:
        return None

    def ephemeral(self) -> dict[Seat, Any]:
        """The last ephemeral message of each seat since the position changed."""
        return {}

    def share(self, body: dict[str, Any] | None) -> None:
        """Send an ephemeral message."""

    def wanted(self) -> tuple[int, Seat] | None:
        """An undo request that waits for this terminal: its number and the seat that asks."""
        return None

    async def agree(self, yes: bool) -> Rejection | None:
        """Answer an undo request."""
        return None


class Session(ABC):
    """The interface between a table screen and a table. ``changed`` is called when there is something new to show."""

    game: AnyGame
    words: Words
    names: list[str]
    mine: list[Seat]  # the seats of the people at this terminal
    online = False  # whether the table is on a server
    note = ""  # a problem with the connection or a bot
    saved_as = ""  # the name of the saved game, "" if the game is not saved

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.failed: Callable[[BaseException], None] = lambda error: None  # called when the table cannot go on
        self.linger: Callable[[], float] = lambda: 0.0  # seconds to wait so that the player can follow
        self.others = OtherPlayers()

    def _note_mistake(self, seat: Seat, why: str) -> None:
        self.note = Messages(self.words.language)("bot_mistake", who=self.names[seat], why=why)

    @property
    @abstractmethod
    def asked(self) -> Seat | None:
        """The seat of this terminal whose turn it is."""

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of decisions so far."""

    @property
    def stamp(self) -> int:
        """A number that changes with every change of the position."""
        return self.number

    @abstractmethod
    def view(self, seat: Seat | None) -> View: ...

    @abstractmethod
    def heard(self, seat: Seat | None) -> list[SeatEvent]: ...

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    async def play(self, seat: Seat, move: str) -> Rejection | None:
        """Make a move; None if it was accepted."""

    @abstractmethod
    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Rejection: ...

    @abstractmethod
    async def hint(self, seat: Seat) -> Hint | Rejection: ...

    @abstractmethod
    async def undo(self, seat: Seat) -> Rejection | None: ...

    def seconds(self, seat: Seat) -> float | None:
        """Seconds left on the clock of a seat; None without a clock."""
        return None

    @abstractmethod
    def start(self) -> None:
        """Start or continue."""

    @abstractmethod
    def close(self) -> None:
        """Stop and release everything."""

    def hides(self, seat: Seat) -> bool:
        """Return whether a seat sees anything secret."""
        return True

    def save(self) -> None:  # noqa: B027  # a server saves its own tables
        """Save the game."""

    def crash(self, error: BaseException) -> games.GameCrashed | None:
        """What to tell the player if the code of the game has failed; None if something else has."""
        key = "game_crashed_saved" if self.saved_as else "game_crashed_at"
        return games.crashed(self.game, error, key, n=self.number + 1)

    # -- when the game is over

    review_notes: Callable[[Review, Record], list[str]] | None = None  # what else to say about the review

    async def record(self) -> Record | None:
        """The record of the game, if it can be had."""
        return None

    async def rematch(self) -> Session | None:
        """A new game with the same players and options; None if there is none."""
        return None


def has_secrets(game: AnyGame, state: State, seat: Seat) -> bool:
    """Return whether the view of a seat shows more than that of a spectator."""
    mine, theirs = (msgspec.to_builtins(game.view(state, who)) for who in (seat, None))
    public = NOT_SECRET | vars(board_of(game.id)).get("NOT_SECRET", frozenset())
    return any(mine[key] != theirs[key] for key in mine.keys() - public)


def rejection_of(error: IllegalMove | MoveSyntaxError, words: Words, names: Sequence[str]) -> Rejection:
    """Explain why a move was rejected, in the language of ``words``."""
    reason = words.refusal(error, names) or str(error)
    rule = error.rule if isinstance(error, IllegalMove) else ""
    return Rejection(reason, rule, (words.rule(rule) or "") if rule else "")


def check_move(game: AnyGame, state: State, seat: Seat, text: str) -> IllegalMove | MoveSyntaxError | None:
    """Return what is wrong with a move as text; None if it is legal."""
    try:
        require_legal(state, seat, game.grammar.parse(text))
    except (IllegalMove, MoveSyntaxError) as error:
        return error
    return None


class LocalSession(Session):
    """A table on this machine: some seats are people at this terminal, the others are bots."""

    def __init__(
        self,
        table: Table,
        bots: dict[Seat, str],
        language: str = "en",
        saves: SaveFolder | None = None,
        name: str = "",
        auto_pass: bool = True,
        thought: str = "",
    ) -> None:
        super().__init__()
        self.table, self.game, self.bots = table, table.game, bots
        self.words = Words(table.game, language, table.options)
        self.names = table.record.seats
        self.mine = [seat for seat in range(len(self.names)) if seat not in bots]
        self._bot_runner = BotRunner(table.game, bots, thought or secrets.token_hex(16))
        self.order = Rng(thought or secrets.token_hex(16), "order")
        self.saves, self.saved_as = saves, name
        self._lock = saves.lock(name) if saves is not None and name else None
        self.auto_pass, self._no_auto_at = auto_pass, -1
        self._asked: Seat | None = None
        self._busy = False
        self._driver: asyncio.Task[None] | None = None
        self._playing: asyncio.Future[Rejection | None] | None = None  # the move of a person that is being made
        self._limit: tuple[str, float, float] = ("", 0.0, 0.0)  # activity, seconds allowed, start
        self._heard: dict[Seat | None, tuple[int, list[SeatEvent]]] = {}
        self.automatic: set[int] = set()  # decisions made automatically because there was only one move

    # -- what is shown

    @property
    def asked(self) -> Seat | None:
        return None if self._busy else self._asked

    @property
    def number(self) -> int:
        return len(self.table.record.entries)

    def view(self, seat: Seat | None) -> View:
        view: View = self.game.view(self.table.state, seat)
        return view

    def heard(self, seat: Seat | None) -> list[SeatEvent]:
        begun, known = self._heard.setdefault(seat, (0, []))
        for number in range(begun, len(self.table.said)):
            events = (one.heard(seat) for one in self.table.said[number])
            known += [SeatEvent(number, plain(event)) for event in events if event is not None]
        self._heard[seat] = (len(self.table.said), known)
        return known

    def outcome(self) -> Outcome | None:
        return self.table.outcome()

    def hides(self, seat: Seat) -> bool:
        return has_secrets(self.game, self.table.state, seat)

    def seconds(self, seat: Seat) -> float | None:
        activity, allowed, since = self._limit
        return None if not activity or seat != self._asked else max(0.0, allowed - (time.monotonic() - since))

    def shown(self) -> None:
        """Note that the player has seen what happened, and start their clock."""
        activity, allowed, since = self._limit
        if activity and since == 0.0:
            self._limit = (activity, allowed, time.monotonic())

    # -- moves

    def start(self) -> None:
        if self._driver is None or self._driver.done():
            self._driver = asyncio.get_running_loop().create_task(self._drive())
            self._driver.add_done_callback(self._driven)

    def _driven(self, driver: asyncio.Task[None]) -> None:
        if not driver.cancelled() and (error := driver.exception()) is not None:
            self.failed(error)

    async def _drive(self) -> None:
        """Let bots move until it is a person's turn. If several seats act, the order is random."""
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
            state = self.table.state
            move = await self._bot_runner.choose(seat, self.game.view(state, seat), self.stream(seat))
            if self.table.state is not state:  # a player has undone a decision meanwhile
                continue
            if why := self._bot_runner.failed:
                self._note_mistake(seat, why)
            await self._make(seat, move)
            self.changed()
            await asyncio.sleep(self.linger())
        self._asked = None
        self.changed()

    def stream(self, seat: Seat) -> str:
        """Name the stream of random numbers for a bot's next decision; "" for the next unused one."""
        return ""

    def _only(self, seat: Seat) -> str:
        """The only legal move of a person, unless that would give a secret away to others at this terminal."""
        step = self.table.state.agenda[-1]
        if not self.auto_pass or not type(step).listed or self.number == self._no_auto_at:
            return ""
        moves = step.legal(self.table.state, seat)
        if len(moves) != 1 or (len(self.mine) > 1 and self.hides(seat)):
            return ""
        return moves[0].text

    def _ask(self, seat: Seat) -> None:
        self._asked = seat
        timing = self.game.timing
        activity, allowed = timing.limit(self.table.state, seat) if timing else ("", 0.0)
        lasts = activity == self._limit[0] and timing is not None and activity in timing.lasting
        if not lasts:
            self._limit = (activity, allowed, 0.0) if allowed else ("", 0.0, 0.0)
        self.changed()

    async def _make(self, seat: Seat, move: str) -> None:
        """Make a move; a simulation takes a while, so it runs in a thread."""
        self._busy = True
        try:
            if self.table.simulator is not None:
                await asyncio.to_thread(self.table.play, seat, move)
            else:
                self.table.play(seat, move)
        finally:
            self._busy = False
        self.save()

    async def play(self, seat: Seat, move: str) -> Rejection | None:
        """Make a move of a person. It is made to the end, also if the caller is cancelled: a second one has to wait."""
        if self._busy:
            return Rejection("")
        self._busy = True
        self._playing = asyncio.ensure_future(self._play(seat, move))
        return await asyncio.shield(self._playing)

    async def _play(self, seat: Seat, move: str) -> Rejection | None:
        try:
            await self._make(seat, move)
        except (IllegalMove, MoveSyntaxError) as refused:
            return rejection_of(refused, self.words, self.names)
        self._asked, self._no_auto_at = None, -1
        self.changed()
        self.start()
        return None

    async def late(self, seat: Seat) -> bool:
        """Make the default move of a seat whose clock has run out; False if it has just moved."""
        if self._asked != seat or self._busy:
            return False
        return await self.play(seat, self.game.bots.fallback(self.table.state, seat).text) is None

    async def why(self, seat: Seat, about: Sequence[Thing] | str) -> Rejection:
        state = self.table.state
        check: Any = check_move if isinstance(about, str) else why_not
        error = check(self.game, state, seat, about)
        return Rejection("") if error is None else rejection_of(error, self.words, self.names)

    async def hint(self, seat: Seat) -> Hint | Rejection:
        explanation = await self._bot_runner.explain(self.view(seat))
        return Hint(explanation.choice, tuple(explanation.lines(self.game, self.names, self.words.language)))

    async def undo(self, seat: Seat) -> Rejection | None:
        if self._busy:
            return Rejection("")
        keep = self.number - 1
        while keep > 0 and keep in self.automatic:  # an automatic move is no choice to go back to
            keep -= 1
        try:
            self.table.undo(seat, max(keep, 0))
        except IllegalMove as refused:
            return rejection_of(refused, self.words, self.names)
        self._heard.clear()
        self.automatic = {number for number in self.automatic if number < self.number}
        self._no_auto_at = self.number
        self._asked = None
        self.save()
        self.start()
        return None

    async def record(self) -> Record | None:
        return self.table.record

    async def rematch(self) -> Session | None:
        seed = secrets.token_hex(16)
        table = Table(self.game, self.names, seed, dict(self.table.record.options), simulator(self.game))
        name = self.saves.new(self.game.id) if self.saves is not None and self.saved_as else ""
        return LocalSession(table, self.bots, self.words.language, self.saves, name, self.auto_pass)

    # -- saving

    def save(self) -> None:
        """Save the game."""
        if self.saves is None or not self.saved_as:
            return
        bots = {str(seat): spec for seat, spec in self.bots.items()}
        saved = Saved(self.game.id, bots, self.table.seed, games.own_cards(self.game))
        self.saves.save(self.saved_as, saved, self.table.record)

    def close(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
        self._bot_runner.close()
        if self._lock is not None:
            self._lock.release()


def resume_session(saves: SaveFolder, name: str, saved: Saved, language: str, auto_pass: bool = True) -> LocalSession:
    """Resume a saved game."""
    game = games.load(saved.game, saved.cards)
    table = Table.resume(game, saves.record(name), saved.seed, simulator(game))
    bots = {int(seat): spec for seat, spec in saved.bots.items()}
    return LocalSession(table, bots, language, saves, name, auto_pass)


def branch_session(
    game: AnyGame, record: Record, at: int, bots: dict[Seat, str], language: str, saves: SaveFolder
) -> LocalSession:
    """Continue from a position of a record, with other random numbers."""
    replay(game, record, at)  # raises RecordError now if it cannot be replayed
    table = Table.resume(game, record.cut(at), secrets.token_hex(16), simulator(game))
    return LocalSession(table, bots, language, saves, saves.new(game.id))
