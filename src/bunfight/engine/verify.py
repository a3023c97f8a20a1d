"""Verify: check a finished record against the rules and against the seeds that were promised."""

from __future__ import annotations

import json
from typing import Any

from bunfight.engine import EventLog, LiveLuck, Luck, Record, RecordError, Rng, Simulator, State, TapeLuck, play
from bunfight.engine.record import Entry
from bunfight.engine.table import AnyGame, as_plain, commit, replay


def verify(game: AnyGame, record: Record) -> list[str]:
    """What was checked, in words; RecordError names what does not hold."""
    told = [record.deal, *record.entries]
    _, said = replay(game, record)
    for number, (entry, heard) in enumerate(zip(told, said, strict=True)):
        if _json(as_plain(heard)) != _json(entry.said):
            raise RecordError(f"decision {number}: the events on record are not what the rules say")
    for index, chapter in enumerate(record.chapters):
        if chapter.seed is not None and commit(chapter.seed) != chapter.commit:
            raise RecordError(f"seed {index + 1} does not have the hash that was promised")
    if all(chapter.seed is None for chapter in record.chapters):
        raise RecordError("the seed stays secret until the game is over, so the luck cannot be checked yet")
    drawn, observed, untold = _redraw(game, record, told)
    done = [
        f"{len(record.entries)} decisions are legal and lead to the events on record",
        f"{drawn} random numbers come from the seed whose hash was promised",
    ]
    if observed:
        done.append(f"{observed} simulation results are taken from the record: they are physics, not chance")
    if untold:
        done.append(f"{untold} random numbers of an earlier chapter are not checked: its seed was never told")
    return done


def _redraw(game: AnyGame, record: Record, told: list[Entry]) -> tuple[int, int, int]:
    """Play the record once more with luck from the seeds; numbers drawn, answers observed, numbers unchecked."""
    drawn = observed = untold = 0
    last = (-1, -1)
    state: State | None = None
    options = game.settle(record.options, len(record.seats))
    for number, entry in enumerate(told):
        index = max(i for i, chapter in enumerate(record.chapters) if i == 0 or chapter.start < number)
        if entry.luck and (index, entry.stream) <= last:
            raise RecordError(f"decision {number}: its luck comes from a sequence that was used before")
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
            raise RecordError(f"decision {number}: the record says luck was {entry.luck}, the seed says {luck.tape}")
        last = (index, entry.stream) if entry.luck else last
        observed += len(answers)
        drawn += len(entry.luck) - len(answers) if seed is not None else 0
        untold += len(entry.luck) - len(answers) if seed is None else 0
    return drawn, observed, untold


def _scripted(answers: list[str]) -> Simulator:
    left = iter(answers)
    return lambda question: next(left)


def _json(said: list[dict[str, Any]]) -> Any:
    return json.loads(json.dumps(said))
