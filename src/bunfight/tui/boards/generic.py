"""The generic board: shows every field of a view and everything that can be selected."""

from __future__ import annotations

from typing import Any

import msgspec

from bunfight.engine.selection import contents
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, wrap

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
        for number, line in enumerate(wrap(f"{key}: {_text(scene, value)}", scene.width - 2)):
            canvas.note(0 if number == 0 else 2, y, line)
            y += 1
    return canvas


def _things(scene: Scene) -> list[tuple[str, str]]:
    """The things that the moves on offer are about."""
    shape = scene.extra.get("shape", {})
    return list(dict.fromkeys(thing for move in scene.view.moves for thing in contents(shape, move)))


def _text(scene: Scene, value: Any) -> str:
    if isinstance(value, dict):
        return scene.t("semicolon").join(f"{key} {_text(scene, one)}" for key, one in value.items())
    if isinstance(value, list):
        return scene.t.comma.join(_text(scene, one) for one in value) or scene.t("nothing")
    if isinstance(value, bool) or value is None:
        return scene.t({True: "yes", False: "no", None: "nothing"}[value])
    return scene.term(value) if isinstance(value, str) and value else str(value)
