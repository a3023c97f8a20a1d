"""Nature as a table believes it: what the stacking world says of an act is vetted before it counts (FB-LOG-3).

Only a new answer is vetted, here, at its source. One that stands in a record is taken as it is (FB-LOG-1).
"""

from __future__ import annotations

import json
from collections.abc import Callable

from bunfight import physics
from bunfight.games.buffet_boss import state_shapes as shapes
from bunfight.games.buffet_boss.verbs import answered, settle, vet
from bunfight.games.buffet_boss.verbs_rehearsal import plate_of
from bunfight.kernel.step import RuleBreak


def answer(question: str, world: Callable[[str], str] = physics.answer) -> str:
    """What becomes of an act; a ValueError if the world contradicts geometry or itself."""
    said = world(question)
    asked = json.loads(question)
    plate = plate_of(asked)
    placed = shapes.NUMBER[asked["piece"]] if asked["act"] == "place" else shapes.PLATE
    try:
        settle(plate, placed, asked.get("flip", 0), answered(said))
        vet(plate)
    except (RuleBreak, KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"FB-LOG-3: the physics result does not match the plate ({error})") from error
    return said
