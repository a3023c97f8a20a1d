"""The board of Pig in the terminal: the scores as bars, the pot of this turn and the last roll."""

from typing import Final

from bunfight.tui.boards import Scene
from bunfight.tui.canvas import Canvas

PICTURE: Final = "  ╭───────╮\n  │ ●   ● │\n  │   ●   │\n  │ ●   ● │\n  ╰───────╯"
FACES: Final = " ⚀⚁⚂⚃⚄⚅"


def draw(scene: Scene) -> Canvas:
    view, canvas = scene.view, Canvas(scene.width)
    canvas.head(0, 0, f"{scene.term('round')} {view.round}  ·  {scene.term('goal')} {view.goal}")
    width = max(10, scene.width - 40)
    for seat, score in enumerate(view.scores):
        canvas.note(0, 2 + seat, f"{scene.who(seat)}  {score}", scene.colour(seat))
        filled = min(width, score * width // view.goal)
        canvas.put(36, 2 + seat, "█" * filled + "·" * (width - filled), scene.colour(seat))
    y = 3 + view.seats
    canvas.note(0, y, f"{scene.term('pot')}: {view.pot}", "bold")
    canvas.note(0, y + 1, f"{scene.term('die')}: {FACES[view.die]} {view.die or '-'}")
    x = 0
    for verb in ("roll", "hold"):
        label = scene.words.move(verb, scene.names)
        canvas.put(x + 2, y + 3, label)  # the cell before it is left for the mark of what can be selected
        canvas.spot(x, y + 3, len(label) + 2, 1, {"verb": verb}, label)
        x += 2 * len(label) + 4
    return canvas


def explain_score(scene: Scene, seat: int, label: str, points: int) -> str:
    """How far a score is from the goal."""
    return f"{points}/{scene.view.goal}"
