"""The game played at a table and everything stored about it: seats, clocks, sealed answers, undo.

A session knows no network, no storage and no other table.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec

from bunfight import games, protocol
from bunfight.engine import EventLog, IllegalMove, InvalidInput, TapeLuck, View, play, require_legal
from bunfight.engine.record import Chapter, Entry, Record, RecordError, heard
from bunfight.engine.table import AnyGame, Table
from bunfight.i18n.words import error_text
from bunfight.server import attachments, tokens
from bunfight.server.bots import GameSource
from bunfight.server.errors import RequestRejected
from bunfight.server.storage.interface import Damaged, Head, Kept, KeptChapter, KeptSeat, Running, Sealed

ENTRY: Final = msgspec.json.Decoder(Entry)
DAY: Final = 86_400.0
PER_DECISION: Final = {"none": 0.0, "relaxed": 60.0, "fast": 15.0, "days": DAY}
BANK: Final = {"none": 0.0, "relaxed": 300.0, "fast": 60.0, "days": 0.0}
TURN: Final = {"instant": 0.0, "brisk": 5.6, "calm": 3600.0}  # seconds of a bot's whole turn, without computing
WINDOW: Final = {"instant": 0.0, "brisk": 2.0, "calm": 4.0}
NETWORK_ALLOWANCE: Final = 0.5  # seconds
REMEMBERED_REQUESTS: Final = 32  # handled requests that are still recognised after a restart
BOT_SHOW_SHARE: Final = 0.6  # of the rest of a bot's turn that showing its last act may take


class OpenQuestion(NamedTuple):
    """The decision that is pending: how many were made before, its step, and what each awaited seat is doing."""

    number: int
    step: str
    activities: dict[int, str]


def show_time(seconds: float, left: float) -> float:
    """How long a bot's act is shown: as long as it took, unless that would make its turn too long."""
    return min(seconds, left * BOT_SHOW_SHARE)


class GameSession:
    def __init__(self, stored: Kept) -> None:
        self.state, self.version, self.number = stored.state, stored.version, stored.number
        self.head: Head = stored.head
        self.running: Running = stored.live
        self.table: Table | None = None
        self.frozen = stored.head.closed  # why the game cannot go on
        self._turns: dict[int, float] = {}  # by awaited seat: since when it has been its turn

    # Loading

    @cached_property
    def game(self) -> AnyGame:
        """The game with the table's own cards, or as printed if those cannot be read any more."""
        try:
            return games.load(*self.source())
        except InvalidInput as error:
            self.frozen = self.frozen or error_text(error)
            return games.load(self.head.game)

    def source(self) -> GameSource:
        """What other processes need to load the game."""
        return self.head.game, "" if self.frozen else self.head.own_cards

    def restore(self, entries: list[bytes], since: float) -> None:
        """Replay the recorded game, or freeze it. Clocks start no earlier than ``since``, when the server started."""
        game = self.game
        if self.head.deal is None or self.frozen:
            return
        try:
            self.table = Table.resume(game, self.record(entries), self.head.chapters[-1].seed)
        except RecordError as error:
            self.frozen = error_text(error)
            return
        self.table.streams = max(self.table.streams, self.running.streams)
        if self.head.clock.kind != "days":
            self.running.asked = {seat: max(then, since) for seat, then in self.running.asked.items()}
        if sorted(self.running.fresh) != sorted(self.awaiting()):
            self.running.fresh = dict.fromkeys(self.awaiting(), self.version)

    def continues_to(self, stored: Kept) -> bool:
        """Whether the stored table goes on from here: nothing was undone, and the luck comes from the same seeds."""
        if self.table is None or self.frozen or stored.head.closed:
            return False
        ours, theirs = ([(one.start, one.commit) for one in head.chapters] for head in (self.head, stored.head))
        return stored.live.undone == self.running.undone and stored.number >= self.number and theirs == ours

    def append(self, stored: Kept, entries: list[bytes]) -> None:
        """Replay decisions that another server has stored since."""
        table = self.require_table()
        for entry in [ENTRY.decode(one) for one in entries]:
            luck, log = TapeLuck(entry.luck), EventLog()
            play(table.state, entry.seat, self.game.grammar.parse(entry.move), luck, log)
            table.said.append(log.said)
            table.record.entries.append(entry)
        self.state, self.version, self.number = stored.state, stored.version, stored.number
        self.head, self.running = stored.head, stored.live
        table.record.end, table.streams = stored.head.outcome, max(table.streams, stored.live.streams)

    def record(self, entries: list[bytes]) -> Record:
        """The record made of stored entries."""
        head = self.head
        try:
            chapters = [Chapter(one.start, one.commit, one.seed) for one in head.chapters]
            decoded = [ENTRY.decode(entry) for entry in entries]
            deal = msgspec.convert(head.deal, Entry)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Damaged(f"its record is invalid ({error})") from error
        if len(decoded) != self.number or not chapters:
            raise Damaged(f"{self.number} decisions were made, but {len(decoded)} are stored")
        return Record(
            head.game, head.rules, head.options, head.cards, head.names, chapters, deal, decoded, head.outcome
        )

    # Starting

    def start(self) -> None:
        """Deal the cards."""
        names = [seat.name for seat in self.seats]
        seed = self.head.chapters[0].seed if self.head.practice else tokens.new_seed()
        self._begin(Table(self.game, names, seed, self.head.options))

    def play_on(self, table: Table) -> None:
        """Go on with a game that was begun elsewhere."""
        self._begin(table)
        self.running.streams = table.streams

    def _begin(self, table: Table) -> None:
        self.table, self.state, self.number = table, "playing", len(table.record.entries)
        self.head.options, self.head.names = table.options, table.record.seats
        self.head.rules, self.head.cards = self.game.rules_version, self.game.cards_digest
        self.head.deal = vars(table.record.deal)
        self.running.banks = dict.fromkeys(range(len(self.seats)), BANK[self.head.clock.kind])
        self._save_chapters(table)
        self._ask(OpenQuestion(self.number, "", {}), [])

    def _save_chapters(self, table: Table) -> None:
        chapters = table.record.chapters
        self.head.chapters = [KeptChapter(one.start, one.commit, str(one.seed)) for one in chapters]

    # Seats

    @property
    def seats(self) -> list[KeptSeat]:
        return self.head.seats

    def people(self) -> list[int]:
        """Seats that belong to a person, also while a bot stands in."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.resigned]

    def single_player(self) -> bool:
        """Whether at most one person plays, against bots."""
        return sum(seat.kind == "person" and not seat.bot for seat in self.seats) <= 1

    def claimed_seats(self) -> frozenset[int]:
        """Seats that a token opens."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat.token)

    # The position

    @property
    def is_playing(self) -> bool:
        return self.table is not None and self.state == "playing"

    def shown_state(self) -> protocol.TableState:
        return "frozen" if self.frozen and self.state == "playing" else self.state  # type: ignore[return-value]

    def require_table(self) -> Table:
        if self.frozen:
            raise RequestRejected("TABLE-FROZEN", "other_rules")
        if self.table is None:
            raise RequestRejected("TABLE-WAIT", "not_begun")
        return self.table

    def awaiting(self) -> list[int]:
        """The seats that have to decide."""
        return [] if self.table is None else self.table.state.awaiting()

    def view(self, seat: int | None) -> View:
        assert self.table is not None
        view: View = self.game.view(self.table.state, seat)
        return view

    def default_move(self, seat: int) -> str:
        """The move made for a seat whose time is up or whose bot failed."""
        text: str = self.game.bots.fallback(self.require_table().state, seat).text
        return text

    def check_move(self, seat: int, text: str) -> None:
        """Raise an error if this move is not legal now."""
        require_legal(self.require_table().state, seat, self.game.grammar.parse(text))

    def question(self) -> OpenQuestion:
        assert self.table is not None
        table = self.table
        step = type(table.state.agenda[-1]).__name__ if table.state.agenda else ""
        seats = table.state.awaiting()
        if self.game.timing is None:
            return OpenQuestion(self.number, step, dict.fromkeys(seats, ""))
        return OpenQuestion(self.number, step, {seat: self._rule_clock(seat)[0] for seat in seats})

    def is_stale(self, seat: int, version: int) -> bool:
        """Whether a seat's question has changed since this version."""
        return version < self.running.fresh.get(seat, version)

    def asked_version(self, seat: int) -> int:
        """Since which version a seat's question is the same."""
        return self.running.fresh.get(seat, self.version)

    def events_since(self, seat: int | None, since: int) -> list[protocol.NumberedEvent]:
        """What a seat, or a spectator, heard after the first ``since`` decisions; -1: from the deal on."""
        assert self.table is not None
        record = self.table.record
        events = self.events_of(seat, 0, record.deal) if since < 0 else []
        for number in range(max(since, 0), len(record.entries)):
            events += self.events_of(seat, number + 1, record.entries[number])
        return events

    def events_of(self, seat: int | None, number: int, entry: Entry) -> list[protocol.NumberedEvent]:
        events = heard(entry, seat)
        if attachments.has_attachments(self.game):
            events = [attachments.strip(self.game, event) for event in events]
        return [protocol.NumberedEvent(number, event) for event in events]

    def seat_of(self, number: int) -> int:
        """Who made a decision."""
        return self.require_table().record.entries[number - 1].seat

    # Sealed answers

    def in_window(self) -> bool:
        """Whether answers are sealed now, because even the moment of an answer would tell something."""
        assert self.table is not None
        agenda = self.table.state.agenda
        return bool(agenda) and type(agenda[-1]).sealed

    def sealed_move(self, seat: int | None) -> str | None:
        sealed = None if seat is None else self.running.sealed.get(seat)
        return None if sealed is None else sealed.move

    def sealed_moves(self) -> dict[int, str]:
        return {seat: sealed.move for seat, sealed in self.running.sealed.items()}

    def undecided(self) -> list[int]:
        """The seats that have to decide and have no sealed answer."""
        sealed = self.running.sealed
        return [seat for seat in self.awaiting() if seat not in sealed] if sealed else self.awaiting()

    def seal(self, seat: int, text: str) -> None:
        self.running.sealed[seat] = Sealed(text, time.time())

    def unseal(self, seat: int) -> bool:
        """Withdraw a sealed answer; whether there was one."""
        return self.running.sealed.pop(seat, None) is not None

    def take_sealed(self) -> list[tuple[int, str]]:
        """All sealed answers in the order of the seats; the window is closed."""
        answers = [(seat, self.running.sealed[seat].move) for seat in self.awaiting()]
        self.running.sealed = {}
        return answers

    def window_ends(self) -> float:
        """When sealed answers may be opened. A single player has nobody to hide from and need not wait."""
        return self.running.opened + (0.0 if self.single_player() else WINDOW[self.head.pace])

    def window_is_due(self) -> bool:
        return self.in_window() and not self.undecided() and time.time() >= self.window_ends()

    # Clocks

    def has_clock(self) -> bool:
        return self.head.clock.kind != "none" or self.game.timing is not None

    def deadline(self, seat: int) -> float | None:
        """When a seat's time is up; bots have no clock."""
        if not self.has_clock():
            return None
        place = self.seats[seat]
        if self.table is None or place.kind != "person" or place.bot or seat not in self.running.asked:
            return None
        limits = [one for one in (self._table_limit(seat), self.rule_limit(seat)) if one is not None]
        return self.running.asked[seat] + min(limits) if limits else None

    def is_late(self, seat: int) -> bool:
        return (deadline := self.deadline(seat)) is not None and time.time() >= deadline

    def due(self) -> float | None:
        """When something happens at this table even if nobody sends a request."""
        if not self.is_playing:
            return None
        undecided, seats = self.undecided(), self.head.seats
        for seat in undecided:
            if seats[seat].bot:
                return time.time()
        if not undecided:
            return self.window_ends()
        if not self.has_clock():
            return None
        times = [when for seat in undecided if (when := self.deadline(seat)) is not None]
        return min(times) if times else None

    def bank(self, seat: int) -> float:
        return self.running.banks.get(seat, 0.0)

    def _table_limit(self, seat: int) -> float | None:
        """Seconds for one decision by the table's clock, bank included; None: no limit."""
        clock = self.head.clock
        if clock.kind == "none":
            return None
        return PER_DECISION[clock.kind] * (clock.days if clock.kind == "days" else 1) + self.bank(seat)

    def rule_limit(self, seat: int) -> float | None:
        """Seconds for one decision where the rules of the game set a limit, whatever clock the table uses."""
        _, seconds = self._rule_clock(seat)
        return seconds + NETWORK_ALLOWANCE if seconds else None

    def _rule_clock(self, seat: int) -> tuple[str, float]:
        """What a seat is doing under a clock of the rules, and the seconds it has for that (0: no such clock)."""
        timing = self.game.timing
        return ("", 0.0) if self.table is None or timing is None else timing.limit(self.table.state, seat)

    def check_moment(self, seat: int, text: str) -> None:
        """Reject a move that names a later moment than the seat has had since it was asked."""
        timing = self.game.timing
        if timing is None:
            return
        elapsed = time.time() - self.running.able.get(seat, 0.0)
        broken = timing.too_late(self.game.grammar.parse(text), elapsed + NETWORK_ALLOWANCE)
        if broken is not None:
            raise broken

    def charge_clock(self, seat: int) -> None:
        """Take the time a seat needed beyond the time per decision from its bank."""
        clock = self.head.clock.kind
        if clock != "none":
            now = time.time()
            overtime = max(0.0, now - self.running.asked.get(seat, now) - PER_DECISION[clock])
            self.running.banks[seat] = max(0.0, self.bank(seat) - overtime)

    def _ask(self, before: OpenQuestion, movers: list[int]) -> None:
        """Note since when each seat is asked; a seat whose question has not changed keeps its time."""
        now = max(time.time(), self.running.showing)
        question = self.question()
        lasting_activities = self.game.timing.lasting if self.game.timing else ()
        asked, fresh, able = {}, {}, {}
        for seat, activity in question.activities.items():
            earlier = before.activities.get(seat)
            same = question.step == before.step and earlier is not None and seat not in movers
            lasting = activity == earlier and activity in lasting_activities
            asked[seat] = self.running.asked.get(seat, now) if same or lasting else now
            fresh[seat] = self.running.fresh.get(seat, self.version) if same else self.version
            able[seat] = self.running.able.get(seat, 0.0) if same else time.time()
        if not any(map(self.version.__ne__, fresh.values())):
            self.running.opened = now
        self.running.asked, self.running.able, self.running.fresh = asked, able, fresh

    # Pacing

    def bot_pace(self) -> str:
        """How bots take their time.

        A single player without a clock sees moves at the speed of the browser: nobody else waits.
        """
        return "instant" if self.single_player() and not self.has_clock() else self.head.pace

    def note_turns(self) -> None:
        """Remember since when it has been each awaited seat's turn."""
        self._turns = {seat: self._turns.get(seat, time.time()) for seat in self.awaiting()}

    def turn_left(self, seat: int) -> float:
        """Seconds left of a bot's turn when everything before has been shown."""
        now = max(time.time(), self.running.showing)
        return max(0.0, TURN[self.bot_pace()] - max(0.0, now - self._turns.get(seat, now)))

    def show_left(self) -> float:
        """Seconds for which the last act is still shown."""
        return max(0.0, self.running.showing - time.time())

    def bot_waits_for_show(self) -> float:
        return 0.0 if self.head.pace == "instant" else self.show_left()

    # Decisions

    def finish_decisions(self, before: OpenQuestion, movers: list[int], by_bot: bool) -> list[Entry]:
        """Update everything that follows from the decisions since ``before``, and return them."""
        assert self.table is not None
        table = self.table
        made = table.record.entries[before.number :]
        self.number, self.version = before.number + len(made), self.version + 1
        self.running.request = self.running.declined = None
        self.running.streams = table.streams
        shown = attachments.has_attachments(self.game)
        if shown and (seconds := max(attachments.show_seconds(self.game, entry) for entry in made)):
            if by_bot:
                seconds = show_time(seconds, self.turn_left(made[-1].seat))
            self.running.showing = time.time() + seconds
        self._ask(before, movers)
        if table.record.end is not None:
            self.state, self.head.outcome = "over", table.record.end
            for seat in self.seats:
                seat.mail, seat.hook = "", False
        return made

    def was_handled(self, key: str) -> bool:
        """Whether a request was handled before, so that it is not handled twice."""
        return key in self.running.done

    def remember_request(self, key: str) -> None:
        self.running.done = [*self.running.done[1 - REMEMBERED_REQUESTS :], key]

    # Undo

    def undo_offer(self, seat: int | None) -> protocol.UndoOffer:
        """How far a seat may go back: at once, and with consent."""
        table, head = self.table, self.head
        if seat is None or table is None or self.state != "playing" or head.undo == "off" or head.seats[seat].bot:
            return protocol.UndoOffer()
        if seat in self.running.sealed:
            return protocol.UndoOffer(self.number)
        point = table.undo_point(seat)
        return protocol.UndoOffer(point if point < self.number else None, self.last_own_decision(seat))

    def undo_point(self, seat: int) -> int:
        return self.require_table().undo_point(seat)

    def last_own_decision(self, seat: int) -> int | None:
        """How many decisions remain if the seat's last decision and everything after it is undone."""
        assert self.table is not None
        entries = self.table.record.entries
        for number in range(len(entries) - 1, -1, -1):
            if entries[number].seat == seat:
                return number
        return None

    def undo_target(self, seat: int, keep: int | None) -> int:
        """How many decisions remain after an undo; by default the seat's last decision is undone."""
        if self.state != "playing":
            raise IllegalMove("HOUSE-OVER", "over")
        if self.head.undo == "off":
            raise RequestRejected("TABLE-UNDO", "undo_off")
        if keep is None:
            keep = self.number - 1 if self.undo_point(seat) < self.number else self.last_own_decision(seat)
        if keep is None or not 0 <= keep < self.number:
            raise IllegalMove("HOUSE-UNDO", "nothing_yours")
        return keep

    def undo_request(self) -> protocol.UndoRequest | None:
        return self.running.request

    def ask_to_undo(self, seat: int, keep: int, others: list[int]) -> None:
        if self.running.request is not None:
            raise RequestRejected("TABLE-ASKED", "undo_open")
        self.running.request = protocol.UndoRequest(self.version, seat, keep, [seat], others)
        self.running.declined = None

    def answer_undo(self, seat: int, request: int, yes: bool) -> int | None:
        """Count an answer. Returns how many decisions remain if now all agree, else None."""
        asked = self.running.request
        if asked is None or asked.request != request or seat not in asked.waiting:
            raise RequestRejected("TABLE-STALE", "undo_gone", stale=True)
        if not yes:
            self.running.request, self.running.declined = None, seat
            return None
        waiting = [other for other in asked.waiting if other != seat]
        self.running.request = protocol.UndoRequest(asked.request, asked.seat, asked.keep, [*asked.yes, seat], waiting)
        return None if waiting else asked.keep

    def cut(self, keep: int) -> None:
        """Go back to the first ``keep`` decisions; luck that was drawn is not drawn again."""
        table = self.require_table()
        table.cut(keep)
        self.number, self.version = keep, self.version + 1
        self.running.request, self.running.sealed = None, {}
        self.running.undone = self.version
        self._save_chapters(table)
        self._ask(OpenQuestion(self.number, "", {}), [])

    # What others need to know

    def caught_up(self, version: int, number: int) -> bool:
        """Whether a client with this version and so many decisions needs only what came after."""
        return version >= 0 and version >= self.running.undone and -1 <= number <= self.number

    def fingerprint(self) -> tuple[Any, ...]:
        """Changes whenever everybody must be sent the table again."""
        return self.state, self.table is not None, self.running.request, msgspec.json.encode(self.head)
