"""Checks an answer of the stacking simulation before a table uses it (FB-LOG-3).

Only new answers and those of a record from outside are checked. A record of ours is used as it is (FB-LOG-1).
"""

from __future__ import annotations

import json

from bunfight.engine.step import IllegalMove
from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.actions import answered, mismatch, settle, vet
from bunfight.games.buffet_boss.rules.estimate import plate_of


def vetted(question: str, said: str) -> str:
    """The answer to a question as it was given; IllegalMove if it contradicts geometry or itself."""
    asked = json.loads(question)
    plate = plate_of(asked)
    placed = shapes.NUMBER[asked["piece"]] if asked["act"] == "place" else shapes.PLATE
    try:
        settle(plate, placed, asked.get("flip", 0), answered(said))
        vet(plate)
    except (IllegalMove, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise mismatch() from error
    return said
