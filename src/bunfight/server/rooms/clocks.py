"""Clocks and pacing: how long a seat may take, and how long everything takes so that speed tells nothing."""

from __future__ import annotations

import random
from typing import Final

from bunfight.engine import Move
from bunfight.engine.table import AnyGame, Table
from bunfight.server.storage.interface import Head

DAY: Final = 86_400.0
PER_DECISION: Final = {"none": 0.0, "relaxed": 60.0, "fast": 15.0, "days": DAY}
BANK: Final = {"none": 0.0, "relaxed": 300.0, "fast": 60.0, "days": 0.0}
PACE: Final = {"instant": (0.0, 0.0), "brisk": (0.6, 0.5), "calm": (1.4, 0.8)}  # seconds: at least, and up to more
TURN: Final = {"instant": 0.0, "brisk": 5.6, "calm": 3600.0}  # seconds of a bot's whole turn, without what it computes
WINDOW: Final = {"instant": 0.0, "brisk": 2.0, "calm": 4.0}
ALLOWANCE: Final = 0.5  # seconds for the network


def limit(head: Head, bank: float) -> float | None:
    """Seconds for one decision, bank included; None: as long as one likes."""
    if head.clock.kind == "none":
        return None
    return PER_DECISION[head.clock.kind] * (head.clock.days if head.clock.kind == "days" else 1) + bank


def spent(head: Head, bank: float, used: float) -> float:
    """What is left in the bank after a decision that took ``used`` seconds."""
    if head.clock.kind == "none":
        return bank
    return max(0.0, bank - max(0.0, used - PER_DECISION[head.clock.kind]))


def question(table: Table) -> str:
    """The open question: the class name of its step."""
    return type(table.state.agenda[-1]).__name__ if table.state.agenda else ""


def is_window(table: Table) -> bool:
    """Whether the game says of its open question that even the moment of an answer would tell something."""
    return bool(table.state.agenda) and type(table.state.agenda[-1]).sealed


def thinking_time(pace: str, left: float) -> float:
    """How long a bot seems to think: never by what it thinks about, and less when much of its turn is over."""
    least, more = PACE[pace]
    return min(least + random.random() * more, left / 5)


def film_time(seconds: float, left: float) -> float:
    """How long a bot's act is shown: as long as it took, unless that would make its turn too long."""
    return min(seconds, left * 0.6)


def mode(table: Table, seat: int) -> tuple[str, float]:
    """What a seat of a game with clocks of its own is at, and the seconds it has for it (0: no clock)."""
    return table.game.timing.limit(table.state, seat) if table.game.timing else ("", 0.0)


def check_moment(game: AnyGame, move: Move, held: float) -> None:
    """Nobody names a moment that is later than the seconds for which they could have held something."""
    broken = game.timing.too_late(move, held + ALLOWANCE) if game.timing else None
    if broken is not None:
        raise broken


def own_limit(table: Table, seat: int) -> float | None:
    """What is done in a hurry has a clock by the rules of the game, whatever the table agreed."""
    _, seconds = mode(table, seat)
    return seconds + ALLOWANCE if seconds else None
