"""Verifies a finished record: the rules must reproduce its events, and its seeds its random numbers."""

from __future__ import annotations

import json
from typing import Any

from bunfight.engine import EventLog, LiveLuck, Luck, Record, RecordError, Rng, Simulator, State, TapeLuck, play
from bunfight.engine.record import Entry
from bunfight.engine.table import AnyGame, commitment, plain_events, replay


def verify(game: AnyGame, record: Record) -> list[str]:
    """Describe what was checked; RecordError names what does not match."""
    entries = [record.deal, *record.entries]
    _, said = replay(game, record)
    for number, (entry, heard) in enumerate(zip(entries, said, strict=True)):
        if _json(plain_events(heard)) != _json(entry.said):
            raise RecordError("record_events", n=number)
    for index, chapter in enumerate(record.chapters):
        if chapter.seed is not None and commitment(chapter.seed) != chapter.commit:
            raise RecordError("record_hash", n=index + 1)
    if all(chapter.seed is None for chapter in record.chapters):
        raise RecordError("record_secret")
    drawn, observed, unchecked = _redraw(game, record, entries)
    done = [
        f"{len(record.entries)} decisions are legal and lead to the recorded events",
        f"{drawn} random numbers come from the seed whose hash was published",
    ]
    if observed:
        done.append(f"{observed} results of the physics simulation are taken from the record; they are not random")
    if unchecked:
        done.append(f"{unchecked} random numbers of an earlier chapter are not checked: its seed was never revealed")
    return done


def _redraw(game: AnyGame, record: Record, entries: list[Entry]) -> tuple[int, int, int]:
    """Replay with random numbers from the seeds; how many were drawn, observed (physics) and left unchecked."""
    drawn = observed = unchecked = 0
    last, index = (-1, -1), 0
    state: State | None = None
    options = game.settle(record.options, len(record.seats))
    for number, entry in enumerate(entries):
        while index + 1 < len(record.chapters) and record.chapters[index + 1].start < number:
            index += 1
        if entry.luck and (index, entry.stream) <= last:
            raise RecordError("record_stream", n=number)
        answers = [answer for answer in entry.luck if isinstance(answer, str)]
        seed = record.chapters[index].seed
        luck: Luck = TapeLuck(entry.luck)
        if seed is not None:
            luck = LiveLuck(Rng(seed, str(entry.stream)), _scripted(answers))
        if state is None:
            state = game.setup(options, len(record.seats), luck, EventLog(False))
        else:
            play(state, entry.seat, game.grammar.parse(entry.move), luck, EventLog(False))
        if isinstance(luck, LiveLuck) and luck.tape != entry.luck:
            raise RecordError("record_luck", n=number, recorded=str(entry.luck), drawn=str(luck.tape))
        last = (index, entry.stream) if entry.luck else last
        observed += len(answers)
        drawn += len(entry.luck) - len(answers) if seed is not None else 0
        unchecked += len(entry.luck) - len(answers) if seed is None else 0
    return drawn, observed, unchecked


def _scripted(answers: list[str]) -> Simulator:
    left = iter(answers)
    return lambda question: next(left)


def _json(said: list[dict[str, Any]]) -> Any:
    return json.loads(json.dumps(said))
