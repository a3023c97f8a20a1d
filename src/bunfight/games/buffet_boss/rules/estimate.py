"""Estimates the outcome of an act without a simulation, for search, conformance tests and rule tests."""

import json
from hashlib import sha256
from typing import Any, Final

from bunfight.games.buffet_boss.rules import state_shapes as shapes
from bunfight.games.buffet_boss.rules.spots import Estimate, Profile, Skyline
from bunfight.games.buffet_boss.rules.state_plate import (
    MM,
    RAD,
    Plate,
    grid_length,
    grounded,
    loose,
    measure,
    pair_first,
    pair_second,
)
from bunfight.physics.geometry import FAR, drop, rounded, stand

BACKEND: Final = "rehearsal"
COLLAPSE: Final = 12  # one act in so many brings down more than the piece itself


def plate_of(asked: dict[str, Any]) -> Plate:
    """The stored plate in a question."""
    plate = Plate(shapes.PLATE_IDS.index(asked["kind"]))
    plate.y = asked["tilt"][0]
    plate.a = asked["tilt"][1]
    for text, _, flip, x, y, a in asked["pieces"]:
        plate.add(shapes.NUMBER[text], flip, x, y, a)
    return plate


def answer(question: str) -> str:
    """A piece sinks until it meets something and stays if its support is around its centroid; all else rests.

    Now and then, by the digits of the question alone, some of the pile comes down.
    """
    asked = json.loads(question)
    dice = sha256(question.encode()).digest()
    plate = plate_of(asked)
    fallen: list[int] = []
    released: list[int] | None = None
    if asked["act"] == "place":
        piece = shapes.NUMBER[asked["piece"]]
        at: list[int] = asked["at"]
        released = at
        if not settle_down(plate, piece, asked["flip"], at[0], at[1], at[2]):
            fallen.append(piece)
    if dice[0] % COLLAPSE == 0:
        for n in range(len(plate.ids) - 1, -1, -1):
            if dice[1 + n] % 2:
                fallen.append(plate.ids[n])
                plate.remove(plate.ids[n])
    for piece in grounded(plate):
        plate.remove(piece)
        fallen.append(piece)
    for piece in loose(plate):
        plate.remove(piece)
        fallen.append(piece)
    measure(plate)
    said = outcome(plate, fallen)
    said["released"] = released
    said["backend"] = BACKEND
    said["overturned"] = False
    said["settled"] = True
    said["sim_ms"] = 400
    return json.dumps(said, separators=(",", ":"))


def settle_down(plate: Plate, piece: int, flip: int, x: int, y: int, a: int) -> bool:
    """Whether the piece comes to rest on the plate; if so it is added there."""
    falling = stand(shapes.side(piece, flip), x * MM, y * MM, a * RAD)
    room = falling.low
    for outline in plate.outlines():
        room = min(room, drop(falling, outline))
    if room >= falling.low or room == FAR:
        return False
    under = Profile(stand(shapes.side(piece, flip), 0.0, 0.0, a * RAD))
    at = Estimate(Skyline(plate), under, piece, rounded(x * MM))
    if at.left > 0 or at.right < 0:
        return False
    plate.add(piece, flip, x, y - grid_length(room), a)
    return True


def outcome(after: Plate, fallen: list[int]) -> dict[str, Any]:
    """The part of an answer that the rules read (FB-LOG-2)."""
    names = ["plate", *shapes.IDS]
    return {
        "plate": [after.y, after.a],
        "pieces": {
            shapes.IDS[after.ids[at]]: [after.xs[at], after.ys[at], after.turns[at]] for at in range(len(after.ids))
        },
        "fallen": [shapes.IDS[piece] for piece in fallen],
        "touch": [[names[pair_first(code) + 1], names[pair_second(code) + 1]] for code in after.touch],
        "height": after.height,
    }
