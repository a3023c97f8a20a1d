"""Defines Table, one game in progress with its record: the only authority for terminal, server, lab and tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bunfight.engine.errors import BunfightError, IllegalMove
from bunfight.engine.event import listed, plain
from bunfight.engine.event_log import AddressedEvent, EventLog
from bunfight.engine.game import Game, Outcome
from bunfight.engine.luck import LiveLuck, Rng, Simulator, TapeLuck
from bunfight.engine.record import Chapter, Entry, Record, RecordError
from bunfight.engine.step import Move, Seat, State, play

AnyGame = Game[Any, Any]


def commitment(seed: str) -> str:
    """The hash of a seed, which is published before the game."""
    return hashlib.sha256(seed.encode()).hexdigest()


def plain_events(said: list[AddressedEvent]) -> list[dict[str, Any]]:
    """Events with their addresses, as records keep them."""
    return [
        {"to": one.to, "event": plain(one.event), "others": one.others and plain(one.others), "knower": one.knower}
        for one in said
    ]


class Table:
    """A game in progress. Moves are applied to a copy, so a rejected or crashing move changes nothing."""

    def __init__(
        self,
        game: AnyGame,
        names: Sequence[str],
        seed: str,
        options: Mapping[str, Any] | None = None,
        simulator: Simulator | None = None,
    ) -> None:
        self.game = game
        self.simulator = simulator
        self.options = game.settle(options or {}, len(names))
        self.seed = seed
        self.streams = 1
        luck, log = LiveLuck(Rng(seed, "0"), simulator), EventLog()
        self.state: State = game.setup(self.options, len(names), luck, log)
        self.said: list[list[AddressedEvent]] = [log.said]  # events of the deal, then of each entry
        deal = Entry(-1, "", luck.tape, 0, plain_events(log.said))
        head = (game.id, game.rules_version, dict(self.options), game.cards_digest, list(names))
        self.record = Record(*head, chapters=[Chapter(0, commitment(seed), seed)], deal=deal)

    @classmethod
    def resume(cls, game: AnyGame, record: Record, seed: str, simulator: Simulator | None = None) -> Table:
        """Continue a record from its end. A seed other than its last one starts a new chapter of luck."""
        table = cls.__new__(cls)
        table.game, table.simulator, table.seed = game, simulator, seed
        table.state, table.said = replay(game, record)
        table.options, table.record = dict(record.options), record
        if record.chapters[-1].commit == commitment(seed):
            used_streams = [record.deal.stream] if len(record.chapters) == 1 else [-1]
            table.streams = 1 + max(
                used_streams + [entry.stream for entry in record.entries[record.chapters[-1].start :]]
            )
            record.chapters[-1].seed = seed
        else:
            table.streams = 0
            record.chapters.append(Chapter(len(record.entries), commitment(seed), seed))
        return table

    def play(self, seat: Seat, move: Move | str) -> list[AddressedEvent]:
        """Apply a decision from an untrusted source, completely or not at all."""
        if isinstance(move, str):
            move = self.game.grammar.parse(move)
        draft, log = self.state.copy(), EventLog()
        luck = LiveLuck(Rng(self.seed, str(self.streams)), self.simulator)
        play(draft, seat, move, luck, log)
        ended = None if draft.agenda else self.game.outcome(draft)
        entry = Entry(seat, move.text, luck.tape, self.streams if luck.tape else -1, plain_events(log.said))
        self.state = draft
        self.streams += 1 if luck.tape else 0
        self.said.append(log.said)
        self.record.entries.append(entry)
        self.record.end = None if ended is None else listed(ended)
        return log.said

    def outcome(self) -> Outcome | None:
        return None if self.state.agenda else self.game.outcome(self.state)

    def undo_point(self, seat: Seat) -> int:
        """How many decisions remain if ``seat`` undoes as much as it may: back to where it last learned something."""
        keep = len(self.record.entries)
        while keep and self.state.agenda:
            entry = self.record.entries[keep - 1]
            if entry.seat != seat or entry.luck or any(said.taught(seat) for said in self.said[keep]):
                break
            keep -= 1
        return keep

    def undo(self, seat: Seat, keep: int | None = None) -> None:
        """Undo the seat's last decision, or all after the first ``keep``, as far as undo_point allows."""
        keep = len(self.record.entries) - 1 if keep is None else keep
        if not self.undo_point(seat) <= keep < len(self.record.entries):
            raise IllegalMove("HOUSE-UNDO", "learned_since")
        self.cut(keep)

    def cut(self, keep: int) -> None:
        """Go back to the first ``keep`` decisions, whatever players have learned; no luck is drawn twice."""
        record = self.record.cut(keep)
        self.state, self.said = replay(self.game, record)
        if record.chapters[-1].commit != commitment(self.seed):
            record.chapters.append(Chapter(keep, commitment(self.seed), self.seed))
        self.record = record


def check_rulebook(game: AnyGame, record: Record) -> None:
    """Raise RecordError unless ``record`` was played with this rulebook and these cards."""
    if record.game != game.id:
        raise RecordError("record_game", game=record.game, wanted=game.id)
    if record.rules != game.rules_version:
        raise RecordError("record_rules", rules=record.rules, wanted=game.rules_version)
    if record.cards != game.cards_digest:
        raise RecordError("record_cards")


def replay(
    game: AnyGame, record: Record, at: int | None = None, vet: Callable[[str, str], str] | None = None
) -> tuple[State, list[list[AddressedEvent]]]:
    """Return the state after the first ``at`` decisions (default: all) and the events up to there.

    ``vet`` checks the recorded answers of a simulation, if the record comes from somebody who may have invented them.
    """
    check_rulebook(game, record)
    key, facts = "record_deal", dict[str, Any]()  # where the record is, for errors
    log = EventLog()
    try:
        luck = TapeLuck(record.deal.luck, vet)
        state: State = game.setup(game.settle(record.options, len(record.seats)), len(record.seats), luck, log)
        luck.finish()
        said = [log.said]
        for number, entry in enumerate(record.entries[:at]):
            key, facts = "record_decision", {"n": number + 1, "move": entry.move, "seat": entry.seat + 1}
            luck, log = TapeLuck(entry.luck, vet), EventLog()
            play(state, entry.seat, game.grammar.parse(entry.move), luck, log)
            luck.finish()
            said.append(log.said)
    except BunfightError as error:
        failure = RecordError(key, **facts, why=error)
        failure.game = game
        raise failure from error
    return state, said
