"""The game played at a table and what is stored about it. ``clocks`` and ``undo`` change the part that is running.

A session knows no network, no storage and no other table.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from bunfight import games
from bunfight.engine import EventLog, InvalidInput, Options, TapeLuck, View, play, require_legal
from bunfight.engine.options import arranged
from bunfight.engine.record import Chapter, Entry, Record, RecordError
from bunfight.engine.table import AnyGame, Table
from bunfight.i18n.words import error_text
from bunfight.server import tokens
from bunfight.server.bots import GameSource
from bunfight.server.errors import RequestRejected
from bunfight.server.storage.interface import Damaged, Head, Kept, KeptChapter, KeptSeat, Running

ENTRY: Final = msgspec.json.Decoder(Entry)
REMEMBERED_REQUESTS: Final = 32  # handled requests that are still recognised after a restart


class GameSession:
    def __init__(self, stored: Kept) -> None:
        self.state, self.version, self.number = stored.state, stored.version, stored.number
        self.head: Head = stored.head
        self.running: Running = stored.live
        self.table: Table | None = None
        self.frozen = stored.head.closed  # why the game cannot go on
        self.crash: games.GameCrashed | None = None  # why the last decision that nobody here makes could not be made

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
        """Return what other processes need to load the game."""
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
            self.running.spent = [one for one in self.running.spent if one.made >= since]
        if sorted(self.running.fresh) != sorted(self.awaiting()):
            self.running.fresh = dict.fromkeys(self.awaiting(), self.version)

    def continues_to(self, stored: Kept) -> bool:
        """Return whether the stored table continues from here: nothing was undone, and the seeds are the same."""
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
            chapters = [Chapter(one.start, one.commit, one.seed or None) for one in head.chapters]
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

    def start(self, table: Table | None = None) -> None:
        """Deal the cards, or go on with a game that was begun elsewhere, or show how it ended.

        Raises SetupFailed if the code of the game crashes.
        """
        if table is None:
            names = [seat.name for seat in self.seats]
            seed = self.head.chapters[0].seed if self.head.practice else tokens.new_seed()
            table = games.new_table(self.game, names, seed, self.chosen_options())
        self.running.streams = table.streams
        self.table, self.state, self.number = table, "playing", len(table.record.entries)
        self.head.options, self.head.names = table.options, table.record.seats
        self.head.rules, self.head.cards = self.game.rules_version, self.game.cards_digest
        self.head.deal = vars(table.record.deal)
        self._save_chapters(table)
        if table.record.end is not None:
            self.state, self.head.outcome = "over", table.record.end

    def _save_chapters(self, table: Table) -> None:
        chapters = table.record.chapters
        self.head.chapters = [KeptChapter(one.start, one.commit, one.seed or "") for one in chapters]

    def chosen_options(self) -> Options:
        """The options of the table after the choices of its players."""
        options = dict(self.head.options)
        for option in self.game.options:
            if option.by_seat and any(option.name in seat.choices for seat in self.seats):
                words = [seat.choices.get(option.name, "") for seat in self.seats]
                options[option.name] = arranged(options.get(option.name, option.default), words)
        return options

    # Seats

    @property
    def seats(self) -> list[KeptSeat]:
        return self.head.seats

    def people(self) -> list[int]:
        """Seats that belong to a person, also while a bot stands in."""
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person" and not seat.resigned]

    def single_player(self) -> bool:
        """Return whether at most one person plays, against bots."""
        return sum(seat.kind == "person" and not seat.bot for seat in self.seats) <= 1

    # The position

    @property
    def is_playing(self) -> bool:
        return self.table is not None and self.state == "playing"

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

    def cut(self, keep: int) -> None:
        """Go back to the first ``keep`` decisions."""
        table = self.require_table()
        table.cut(keep)
        self.number, self.version = keep, self.version + 1
        self._save_chapters(table)

    # What others ask

    def was_handled(self, key: str) -> bool:
        """Return whether a request was handled before, so that it is not handled twice."""
        return key in self.running.done

    def remember_request(self, key: str) -> None:
        self.running.done = [*self.running.done[1 - REMEMBERED_REQUESTS :], key]

    def caught_up(self, version: int, number: int) -> bool:
        """Return whether a client with this version and so many decisions needs only what came after."""
        return version >= 0 and version >= self.running.undone and -1 <= number <= self.number

    def fingerprint(self) -> tuple[Any, ...]:
        """Return a value that changes whenever the table must be sent to everybody again."""
        return self.state, self.table is not None, self.running.request, msgspec.json.encode(self.head)
