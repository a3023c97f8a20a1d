"""Boards: one module for each game, called like it; a game without one is shown by the board that fits every view.

A board is a function of what a seat may know: it draws on a canvas, says of each spot what it stands for by nouns of
the grammar, and knows no rules.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from bunfight import games
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas

__all__ = ["Scene", "board_of", "drawn", "picture_of"]


def board_of(game: str) -> ModuleType:
    """The module with the board of a game: ``draw(scene)`` and perhaps ``because(scene, line)``."""
    name = f"{games.package(game)}.terminal"
    return import_module(name if find_spec(name) else f"{__name__}.generic")


def picture_of(game: str) -> str:
    """The cover of a game in characters; "" if nobody has drawn one."""
    return str(vars(board_of(game)).get("PICTURE", ""))


def drawn(scene: Scene) -> Canvas:
    """The board of a view."""
    canvas: Canvas = board_of(scene.words.game).draw(scene)
    return canvas
