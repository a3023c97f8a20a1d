"""Writes one whole game as text: every decision, what each seat heard and how each view changed."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from bunfight.engine import EventLog, Luck, Rng, State, estimator
from bunfight.engine.event import plain
from bunfight.engine.table import AnyGame
from bunfight.i18n.words import Words


def playthrough(game: AnyGame, seed: str) -> str:
    """Play random moves with two players; the text changes only when rules, views or words change."""
    seats = 2
    settled = game.settle({}, seats)
    luck, dice = Luck(Rng(seed, "luck"), estimator(game)), Rng(seed, "moves")
    words = Words(game)
    names = [f"Player {seat}" for seat in range(seats)]
    log = EventLog()
    s = game.setup(settled, seats, luck, log)
    lines = [f"{words.title}, {seats} players, seed {seed}", *(f"  {key} = {value}" for key, value in settled.items())]
    seen: dict[str, dict[str, str]] = {}
    lines += _heard(words, log, names) + _changes(game, s, seats, seen)
    number = 0
    while s.agenda:
        step = s.agenda[-1]
        seat = step.awaits()[0]
        move = step.suggest(s, seat, dice)
        previews = [one for one in game.view(s, seat).previews if game.oracles.previews and one.move == move.text]
        does = [f"  preview: {words.effect(effect, names)}" for one in previews for effect in one.effects]
        log = EventLog()
        step.take(s, seat, move, luck, log)
        number += 1
        lines += [
            "",
            f"{number}. seat {seat}: {move.text}",
            *does,
            *_heard(words, log, names),
            *_changes(game, s, seats, seen),
        ]
    outcome = game.outcome(s)
    assert outcome is not None
    lines += ["", f"The end: {outcome.reason} ({outcome.rule}), winners {list(outcome.winners)}"]
    lines += [f"  seat {line.seat}: {line.label} {line.points}" for line in outcome.lines]
    return "\n".join(lines) + "\n"


def _heard(words: Words, log: EventLog, names: list[str]) -> list[str]:
    lines = []
    for said in log.said:
        who = "all" if said.to is None else "+".join(str(seat) for seat in said.to) or "nobody"
        lines.append(f"  {who}: {words.event(plain(said.event), names)}")
        if said.others is not None:
            lines.append(f"  others: {words.event(plain(said.others), names)}")
    return lines


def _changes(game: AnyGame, s: State, seats: int, seen: dict[str, dict[str, str]]) -> list[str]:
    """List what is new in each view; a seat's view is compared with the spectator's."""
    lines: list[str] = []
    public = _leaves(msgspec.to_builtins(game.view(s, None)))
    shown = {"spectator": public}
    for seat in range(seats):
        own = _leaves(msgspec.to_builtins(game.view(s, seat)))
        shown[f"seat {seat}"] = {path: value for path, value in own.items() if public.get(path) != value}
    for who, now in shown.items():
        before = seen.get(who, {})
        lines += [f"  {who} sees {path} = {value}" for path, value in now.items() if before.get(path) != value]
        gone = {path[: path.rfind("]") + 1] or path for path in before if path not in now}
        lines += [f"  {who} no longer sees {path}" for path in sorted(gone) if path not in now]
        seen[who] = now
    return lines


def _leaves(value: Any, path: str = "") -> dict[str, str]:
    """Everything inside a plain view, by its path: ``kitchens[0].money``."""
    found: dict[str, str] = {}
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "previews" and not path:
                continue  # previews of all legal moves are too long; that of the move made is under "preview"
            found |= _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple) and any(isinstance(one, dict | list | tuple) for one in value):
        for place, inner in enumerate(value):
            found |= _leaves(inner, f"{path}[{place}]")
    else:
        found[path] = json.dumps(value, ensure_ascii=False)
    return found
