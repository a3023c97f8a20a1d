"""The time at a table: how long each seat has been asked, time limits, reveal windows and the pace of bots."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from bunfight.server import attachments
from bunfight.server.rooms.game_session import GameSession
from bunfight.server.storage.interface import Sealed, Spent

DAY: Final = 86_400.0
PER_DECISION: Final = {"none": 0.0, "relaxed": 60.0, "fast": 15.0, "days": DAY}
BANK: Final = {"none": 0.0, "relaxed": 300.0, "fast": 60.0, "days": 0.0}
TURN: Final = {"instant": 0.0, "brisk": 5.6, "calm": 3600.0}  # seconds of a bot's whole turn, without computing
WINDOW: Final = {"instant": 0.0, "brisk": 2.0, "calm": 4.0}
NETWORK_ALLOWANCE: Final = 0.5  # seconds
MAX_SHOW: Final = 60.0  # seconds for which an act may be shown before the next question counts
REMEMBERED: Final = 32  # decisions whose time is known when they are undone
BOT_SHOW_SHARE: Final = 0.6  # of the rest of a bot's turn that showing its last act may take


class OpenQuestion(NamedTuple):
    """The decision that is pending: its step, and what each awaited seat is doing."""

    step: str
    activities: dict[int, str]


NO_QUESTION: Final = OpenQuestion("", {})


def show_time(seconds: float, left: float) -> float:
    """Return how long a bot's act is shown: as long as it took, unless that would make its turn too long."""
    return min(seconds, left * BOT_SHOW_SHARE)


class RevealWindow:
    """Answers to a sealed step stay secret until all are in and the window ends; then they are revealed together."""

    __slots__ = ("_session",)

    def __init__(self, session: GameSession) -> None:
        self._session = session

    def is_open(self) -> bool:
        """Return whether answers are sealed now, because even the time of an answer would reveal something."""
        agenda = self._session.require_table().state.agenda
        return bool(agenda) and type(agenda[-1]).sealed

    def move(self, seat: int | None) -> str | None:
        sealed = None if seat is None else self._session.running.sealed.get(seat)
        return None if sealed is None else sealed.move

    def moves(self) -> dict[int, str]:
        return {seat: sealed.move for seat, sealed in self._session.running.sealed.items()}

    def undecided(self) -> list[int]:
        """The seats that have to decide and have no sealed answer."""
        sealed, awaiting = self._session.running.sealed, self._session.awaiting()
        return [seat for seat in awaiting if seat not in sealed] if sealed else awaiting

    def seal(self, seat: int, text: str) -> None:
        self._session.running.sealed[seat] = Sealed(text, time.time())

    def unseal(self, seat: int) -> bool:
        """Withdraw a sealed answer; whether there was one."""
        return self._session.running.sealed.pop(seat, None) is not None

    def take(self) -> list[tuple[int, str]]:
        """All sealed answers in the order of the seats; the window is closed."""
        answers = [(seat, self._session.running.sealed[seat].move) for seat in self._session.awaiting()]
        self._session.running.sealed = {}
        return answers

    def ends(self) -> float:
        """Return when sealed answers may be opened. A single player has nobody to hide from and need not wait."""
        return self._session.running.opened + (
            0.0 if self._session.single_player() else WINDOW[self._session.head.pace]
        )

    def is_due(self) -> bool:
        return self.is_open() and not self.undecided() and time.time() >= self.ends()


class Clocks:
    """Keeps track of how long each seat has been asked, of time limits and of the pace of bots."""

    __slots__ = ("_session", "_turns", "_window")

    def __init__(self, session: GameSession, window: RevealWindow) -> None:
        self._session, self._window = session, window
        self._turns: dict[int, float] = {}  # by awaited seat: since when it has been its turn

    # Questions

    def question(self) -> OpenQuestion:
        state = self._session.require_table().state
        step = type(state.agenda[-1]).__name__ if state.agenda else ""
        if self._session.game.timing is None:
            return OpenQuestion(step, dict.fromkeys(state.awaiting(), ""))
        return OpenQuestion(step, {seat: self._rule_clock(seat)[0] for seat in state.awaiting()})

    def start(self) -> None:
        """Fill the banks and ask the first question."""
        self._session.running.banks = dict.fromkeys(
            range(len(self._session.seats)), BANK[self._session.head.clock.kind]
        )
        self.ask(NO_QUESTION, [])

    def ask(self, before: OpenQuestion, movers: list[int]) -> None:
        """Note since when each seat is asked; a seat whose question has not changed keeps its time."""
        running, version = self._session.running, self._session.version
        now = max(time.time(), running.showing)
        present = self.question()
        lasting_activities = self._session.game.timing.lasting if self._session.game.timing else ()
        asked, fresh, able = {}, {}, {}
        for seat, activity in present.activities.items():
            earlier = before.activities.get(seat)
            same = present.step == before.step and earlier is not None and seat not in movers
            lasting = activity == earlier and activity in lasting_activities
            asked[seat] = running.asked.get(seat, now) if same or lasting else now
            fresh[seat] = running.fresh.get(seat, version) if same else version
            able[seat] = running.able.get(seat, 0.0) if same else time.time()
        if not any(map(version.__ne__, fresh.values())):
            running.opened = now
        running.asked, running.able, running.fresh = asked, able, fresh

    def ask_again(self, keep: int, agreed: bool) -> None:
        """Ask again what was asked after ``keep`` decisions, without giving back the time spent since.

        If nobody else has decided since and nobody had to agree, the seat's clock has run all the time.
        """
        running = self._session.running
        undone = [one for one in running.spent if one.number >= keep]
        earlier = running.asked
        self.ask(NO_QUESTION, [])
        alone = len({one.seat for one in undone}) == 1 and not agreed
        for seat, now in list(running.asked.items()):
            if own := [one for one in undone if one.seat == seat]:
                spent = sum(one.made - one.asked for one in own) + max(0.0, now - earlier.get(seat, now))
                running.asked[seat] = own[0].asked if alone else now - spent
            else:
                running.asked[seat] = earlier.get(seat, now)
        running.banks |= {one.seat: one.bank for one in reversed(undone)}
        running.spent = [one for one in running.spent if one.number < keep]

    def correct(self) -> None:
        """Replace times that lie in the future because the system clock was set back; nobody waits for those."""
        running, now = self._session.running, time.time()
        latest = now + (MAX_SHOW if attachments.has_attachments(self._session.game) else 0.0)
        if max(running.opened, running.showing, *running.asked.values(), *running.able.values()) > latest:
            running.opened, running.showing = min(running.opened, now), min(running.showing, now)
            running.asked = {seat: min(then, now) for seat, then in running.asked.items()}
            running.able = {seat: min(then, now) for seat, then in running.able.items()}

    def is_stale(self, seat: int, version: int) -> bool:
        """Return whether a seat's question has changed since this version."""
        return version < self._session.running.fresh.get(seat, version)

    def asked_version(self, seat: int) -> int:
        """Return since which version a seat's question is the same."""
        return self._session.running.fresh.get(seat, self._session.version)

    # Time limits

    def in_use(self) -> bool:
        return self._session.head.clock.kind != "none" or self._session.game.timing is not None

    def deadline(self, seat: int) -> float | None:
        """Return when a seat's time is up; bots have no clock."""
        if not self.in_use():
            return None
        place, asked = self._session.seats[seat], self._session.running.asked
        if self._session.table is None or place.kind != "person" or place.bot or seat not in asked:
            return None
        limits = [one for one in (self._table_limit(seat), self.rule_limit(seat)) if one is not None]
        return asked[seat] + min(limits) if limits else None

    def is_late(self, seat: int) -> bool:
        return (when := self.deadline(seat)) is not None and time.time() >= when

    def due(self) -> float | None:
        """Return when something happens at this table even if nobody sends a request."""
        if not self._session.is_playing:
            return None
        waiting = self._window.undecided()
        for seat in waiting:
            if self._session.seats[seat].bot:
                return time.time()
        if not waiting:
            return self._window.ends()
        if not self.in_use():
            return None
        return min([when for seat in waiting if (when := self.deadline(seat)) is not None], default=None)

    def bank(self, seat: int) -> float:
        return self._session.running.banks.get(seat, 0.0)

    def _table_limit(self, seat: int) -> float | None:
        """Seconds for one decision by the table's clock, bank included; None: no limit."""
        clock = self._session.head.clock
        if clock.kind == "none":
            return None
        return PER_DECISION[clock.kind] * (clock.days if clock.kind == "days" else 1) + self.bank(seat)

    def rule_limit(self, seat: int) -> float | None:
        """Seconds for one decision where the rules of the game set a limit, whatever clock the table uses."""
        _, seconds = self._rule_clock(seat)
        return seconds + NETWORK_ALLOWANCE if seconds else None

    def _rule_clock(self, seat: int) -> tuple[str, float]:
        """Return what a seat is doing under a clock of the rules, and how many seconds it has (0: no such clock)."""
        timing = self._session.game.timing
        return (
            ("", 0.0)
            if self._session.table is None or timing is None
            else timing.limit(self._session.table.state, seat)
        )

    def check_moment(self, seat: int, text: str) -> None:
        """Reject a move that names a later moment than the seat has had since it was asked."""
        timing = self._session.game.timing
        if timing is None:
            return
        elapsed = time.time() - self._session.running.able.get(seat, 0.0)
        broken = timing.too_late(self._session.game.grammar.parse(text), elapsed + NETWORK_ALLOWANCE)
        if broken is not None:
            raise broken

    def charge(self, seat: int, number: int) -> None:
        """Take the time a seat needed beyond the time per decision from its bank. ``number``: decisions before it."""
        if not self.in_use():
            return
        now, running, kind = time.time(), self._session.running, self._session.head.clock.kind
        asked, limit = running.asked.get(seat, now), self._table_limit(seat)
        running.spent = [*running.spent[1 - REMEMBERED :], Spent(number, seat, asked, now, self.bank(seat))]
        running.late = [one for one in running.late if one != seat]
        if limit is not None:
            running.banks[seat] = max(0.0, self.bank(seat) - max(0.0, now - asked - PER_DECISION[kind]))
            if now >= asked + limit:
                running.late.append(seat)

    # The pace of bots

    def bot_pace(self) -> str:
        """Return the pace of bots.

        A single player without a clock sees moves at the speed of the browser: nobody else waits.
        """
        return "instant" if self._session.single_player() and not self.in_use() else self._session.head.pace

    def note_turns(self) -> None:
        """Remember since when it has been each awaited seat's turn."""
        self._turns = {seat: self._turns.get(seat, time.time()) for seat in self._session.awaiting()}

    def turn_left(self, seat: int) -> float:
        """Seconds left of a bot's turn when everything before has been shown."""
        now = max(time.time(), self._session.running.showing)
        return max(0.0, TURN[self.bot_pace()] - max(0.0, now - self._turns.get(seat, now)))

    def show(self, seconds: float, bot: int | None) -> None:
        """Show the last act for some time; that of a bot not so long that its turn takes too long."""
        if bot is not None:
            seconds = show_time(seconds, self.turn_left(bot))
        self._session.running.showing = time.time() + seconds

    def show_left(self) -> float:
        """Seconds for which the last act is still shown."""
        return max(0.0, self._session.running.showing - time.time())

    def bot_waits_for_show(self) -> float:
        return 0.0 if self._session.head.pace == "instant" else self.show_left()
