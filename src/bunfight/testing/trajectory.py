"""Computes a checksum over everything that happens in random games, to compare processes and builds."""

from __future__ import annotations

import hashlib
import json

from bunfight.engine import Rng, Table, estimator
from bunfight.engine.position_text import format_position
from bunfight.engine.table import AnyGame
from bunfight.testing.option_pairs import covering


def checksum(game: AnyGame, count: int, seed: str = "trajectory") -> str:
    """The same on every platform and Python, compiled or not: choices, views, events and luck of whole games."""
    seen = hashlib.sha256()
    design = covering(game)
    for number in range(count):
        seats, options = design[number % len(design)]
        rng = Rng(seed, str(number))
        table = Table(game, [f"P{seat}" for seat in range(seats)], f"{seed} {number}", options, estimator(game))
        while table.state.agenda:
            waiting = table.state.awaiting()
            seat = waiting[rng.below(len(waiting))]
            step = table.state.agenda[-1]
            seen.update(json.dumps([move.text for move in step.legal(table.state, seat)]).encode())
            seen.update(format_position(game.view(table.state, seat)).encode())
            seen.update(game.bots.policy(table.state, seat, rng.fork("policy")).text.encode())
            table.play(seat, step.suggest(table.state, seat, rng))
        seen.update(table.record.text().encode())
    return seen.hexdigest()
