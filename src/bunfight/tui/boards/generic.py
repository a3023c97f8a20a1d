"""A board for every game: all that a view says, in words, and everything that can be pointed at."""

from __future__ import annotations

from typing import Any

import msgspec

from bunfight.engine.selection import contents
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, wrapped

COMMON = {"seat", "seats", "awaits", "step", "moves", "over", "previews"}


def draw(scene: Scene) -> Canvas:
    canvas = Canvas(scene.width)
    y = 0
    for seat in range(scene.view.seats):
        canvas.note(0, y, scene.who(seat), scene.colour(seat))
        y += 1
    things = _things(scene)
    x = 0
    for noun, word in things:
        label = scene.term(word) if not word.isdecimal() else f"{noun} {word}"
        width = min(scene.width, len(label) * 2 + 3)
        if x + width > scene.width:
            x, y = 0, y + 1
        canvas.put(x, y, f" {label}")
        canvas.spot(x, y, width - 1, 1, {noun: word}, label)
        x += width
    y += 2 if things else 1
    for key, value in msgspec.to_builtins(scene.view).items():
        if key in COMMON:
            continue
        for number, line in enumerate(wrapped(f"{key}: {_told(scene, value)}", scene.width - 2)):
            canvas.note(0 if number == 0 else 2, y, line)
            y += 1
    return canvas


def _things(scene: Scene) -> list[tuple[str, str]]:
    """What the moves on offer are about, each once."""
    shape = scene.now.get("shape", {})
    return list(dict.fromkeys(thing for move in scene.view.moves for thing in contents(shape, move)))


def _told(scene: Scene, value: Any) -> str:
    if isinstance(value, dict):
        return scene.say("semicolon").join(f"{key} {_told(scene, one)}" for key, one in value.items())
    if isinstance(value, list):
        return scene.say.comma.join(_told(scene, one) for one in value) or scene.say("nothing")
    if isinstance(value, bool) or value is None:
        return scene.say({True: "yes", False: "no", None: "nothing"}[value])
    return scene.term(value) if isinstance(value, str) and value else str(value)
