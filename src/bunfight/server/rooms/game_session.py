"""Match: what is played at a table and what is kept of it; it knows no network, no store and no other table."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Final

import msgspec

from bunfight import games, protocol
from bunfight.engine import EventLog, TapeLuck, play
from bunfight.engine.errors import InvalidInput
from bunfight.engine.record import Chapter, Entry, Record, RecordError
from bunfight.engine.table import AnyGame, Table
from bunfight.i18n.words import error_text
from bunfight.server.rooms import clocks, tokens
from bunfight.server.rooms.bots import Rulebook
from bunfight.server.rooms.policies import Refusal
from bunfight.server.storage.interface import Damaged, Kept, KeptChapter

ENTRY: Final = msgspec.json.Decoder(Entry)


class Match:
    def __init__(self, kept: Kept) -> None:
        self.state, self.version, self.number = kept.state, kept.version, kept.number
        self.head, self.live = kept.head, kept.live
        self.table: Table | None = None
        self.frozen = kept.head.closed  # why it cannot go on

    # Coming into being

    @cached_property
    def game(self) -> AnyGame:
        """The game with the table's own cards; of one whose cards cannot be read any more, as it is printed."""
        try:
            return games.load(*self.rulebook())
        except InvalidInput as error:
            self.frozen = self.frozen or error_text(error)
            return games.load(self.head.game)

    def rulebook(self) -> Rulebook:
        """What other processes must know to load the game."""
        return self.head.game, "" if self.frozen else self.head.own_cards

    def wake(self, entries: list[bytes], since: float) -> None:
        """Replay the game that is on record, or freeze it; no time has run before ``since``, when nobody could play."""
        game = self.game
        if self.head.deal is None or self.frozen:
            return
        try:
            self.table = Table.resume(game, self.record(entries), self.head.chapters[-1].seed)
        except RecordError as error:
            self.frozen = error_text(error)
            return
        self.table.streams = max(self.table.streams, self.live.streams)
        if self.head.clock.kind != "days":
            self.live.asked = {seat: max(then, since) for seat, then in self.live.asked.items()}
        awaiting = self.table.state.awaiting()
        if sorted(self.live.fresh) != sorted(awaiting):
            self.live.fresh = dict.fromkeys(awaiting, self.version)

    def leads_to(self, kept: Kept) -> bool:
        """Whether what is kept goes on from here: nothing was taken back, and the same luck is drawn."""
        chapters = [(one.start, one.commit) for one in self.head.chapters]
        same = self.table is not None and not self.frozen and not kept.head.closed
        there = [(one.start, one.commit) for one in kept.head.chapters]
        return same and kept.live.undone == self.live.undone and kept.number >= self.number and there == chapters

    def follow(self, kept: Kept, entries: list[bytes]) -> None:
        """Take over decisions that were made elsewhere."""
        table = self.playing()
        for entry in [ENTRY.decode(one) for one in entries]:
            luck, log = TapeLuck(entry.luck), EventLog()
            play(table.state, entry.seat, self.game.grammar.parse(entry.move), luck, log)
            table.said.append(log.said)
            table.record.entries.append(entry)
        self.state, self.version, self.number = kept.state, kept.version, kept.number
        self.head, self.live = kept.head, kept.live
        table.record.end, table.streams = kept.head.outcome, max(table.streams, kept.live.streams)

    def record(self, entries: list[bytes]) -> Record:
        """The record as the store has it."""
        head = self.head
        try:
            told = [Chapter(one.start, one.commit, one.seed) for one in head.chapters]
            made = [ENTRY.decode(entry) for entry in entries]
            first = msgspec.convert(head.deal, Entry)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Damaged(f"its record makes no sense ({error})") from error
        if len(made) != self.number or not told:
            raise Damaged(f"{self.number} decisions were made, {len(made)} are kept")
        return Record(head.game, head.rules, head.options, head.cards, head.names, told, first, made, head.outcome)

    def begin(self) -> None:
        """Deal the cards."""
        names = [seat.name for seat in self.head.seats]
        seed = self.head.chapters[0].seed if self.head.practice else tokens.new_seed()
        self.sit(Table(self.game, names, seed, self.head.options))

    def sit(self, table: Table) -> None:
        """Make ``table`` what is played here."""
        self.table, self.state, self.number = table, "playing", len(table.record.entries)
        self.head.options, self.head.names = table.options, table.record.seats
        self.head.rules, self.head.cards = self.game.rules_version, self.game.cards_digest
        self.head.deal = vars(table.record.deal)
        self.live.banks = dict.fromkeys(range(len(self.head.seats)), clocks.BANK[self.head.clock.kind])
        self.keep_chapters()
        self.ask()

    def keep_chapters(self) -> None:
        assert self.table is not None
        told = self.table.record.chapters
        self.head.chapters = [KeptChapter(one.start, one.commit, str(one.seed)) for one in told]

    # Being played

    def shown_state(self) -> protocol.TableState:
        return "frozen" if self.frozen and self.state == "playing" else self.state  # type: ignore[return-value]

    def playing(self) -> Table:
        if self.frozen:
            raise Refusal("TABLE-FROZEN", "other_rules")
        if self.table is None:
            raise Refusal("TABLE-WAIT", "not_begun")
        return self.table

    def people(self) -> list[int]:
        """Seats that belong to a person, whoever plays there just now."""
        return [n for n, seat in enumerate(self.head.seats) if seat.kind == "person" and not seat.resigned]

    def ask(self, step: str = "", waited: dict[int, str] | None = None, movers: list[int] | None = None) -> None:
        """Note who is asked since when; a seat whose question is still the same keeps its time and its freshness."""
        table = self.playing()
        now = max(time.time(), self.live.showing)
        same = step == clocks.question(table)
        asked, fresh, able = {}, {}, {}
        for seat in table.state.awaiting():
            kept = same and seat in (waited or ()) and seat not in (movers or ())
            doing = clocks.mode(table, seat)[0]
            lasts = self.game.timing and doing in self.game.timing.lasting and (waited or {}).get(seat) == doing
            asked[seat] = self.live.asked.get(seat, now) if kept or lasts else now
            fresh[seat] = self.live.fresh.get(seat, self.version) if kept else self.version
            able[seat] = self.live.able.get(seat, 0.0) if kept else time.time()
        if all(version == self.version for version in fresh.values()):
            self.live.opened = now
        self.live.asked, self.live.able, self.live.fresh = asked, able, fresh

    def showing(self) -> float:
        """Seconds for which the last act is still to be seen, if this table takes the time to look."""
        return 0.0 if self.head.pace == "instant" else max(0.0, self.live.showing - time.time())

    def ticking(self) -> bool:
        return self.head.clock.kind != "none" or self.game.timing is not None
