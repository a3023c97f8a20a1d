"""Finds the board of a game: the module ``terminal`` of its package, or one that fits every game.

A board draws what a seat may see and knows no rules. Its module has:

- ``draw(scene: Scene) -> Canvas`` (required): draws the view and says of each spot what it stands for, by nouns of the
  grammar;
- ``PICTURE: str``: the cover of the game, in characters;
- ``explain_score(scene, seat, label, points) -> str``: explains a line of the final score;
- ``piles(scene) -> list[tuple[str, list[str]]]``: public information that does not lie open on the board;
- ``NOT_SECRET: frozenset[str]``: fields of the view that differ between seats without being secret;
- ``Motion``: a subclass of ``bunfight.tui.motion.Motion``, for recordings and pieces that are held.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from bunfight import games
from bunfight.tui.boards.scene import Scene
from bunfight.tui.canvas import Canvas, fit, wrap

PILE = 50  # cells of a list below a large board

__all__ = ["Scene", "board_of", "draw_board", "picture_of"]


def board_of(game: str) -> ModuleType:
    """The module with the board of a game."""
    package = games.package(game)
    if not hasattr(import_module(package), "__path__"):  # the entry point names a module of the package
        package = package.rpartition(".")[0]
    name = f"{package}.terminal"
    return import_module(name if package and find_spec(name) else f"{__name__}.generic")


def picture_of(game: str) -> str:
    """The cover of a game in characters; "" if it has none."""
    return str(vars(board_of(game)).get("PICTURE", ""))


def draw_board(scene: Scene) -> Canvas:
    board = board_of(scene.words.game)
    canvas: Canvas = board.draw(scene)
    if scene.large and hasattr(board, "piles"):
        _add_piles(scene, canvas, board.piles(scene))
    return canvas


def _add_piles(scene: Scene, canvas: Canvas, piles: list[tuple[str, list[str]]]) -> None:
    """Show more public information in free lines below a board, as far as it fits; a key shows all of it."""
    across = max(1, min(len(piles), scene.width // PILE))
    width = scene.width // across
    top = low = canvas.height + 1
    for number, (title, lines) in enumerate(piles):
        if number and number % across == 0:
            top = low + 1
        body = wrap(scene.t.comma.join(lines), width - 4)
        if not lines or top + 1 + len(body) > scene.height:
            continue
        x = number % across * width
        canvas.put(x, top, fit(title, width - 2), "head")
        for row, line in enumerate(body, top + 1):
            canvas.put(x + 2, row, line, "dim")
        low = max(low, top + 1 + len(body))
