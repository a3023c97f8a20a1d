"""Draws shapes to scale with half blocks, two pixels per character."""

from __future__ import annotations

from collections.abc import Iterator

from bunfight.physics.geometry import Silhouette
from bunfight.tui.canvas import Canvas


class Picture:
    """Pixels of ``scale`` millimetres; (0, 0) is the lower left one, ``left`` millimetres from the middle."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self.width, self.height, self.scale = width, height, scale
        self.left = -width * scale / 2
        self.rows: list[list[str]] = [[""] * width for _ in range(height)]

    def fill(self, shape: Silhouette, colour: str) -> None:
        for row, first, last in self.spans(shape):
            line = self.rows[row]
            for column in range(first, last + 1):
                line[column] = colour

    def spans(self, shape: Silhouette) -> Iterator[tuple[int, int, int]]:
        """Yield the pixels whose centres are inside a shape: row, first and last column."""
        scale, n = self.scale, len(shape.xs)
        for row in range(max(0, int(shape.low / scale)), min(self.height, int(shape.high / scale) + 1)):
            y = (row + 0.5) * scale
            crossed = []
            for i in range(n):
                y0, y1 = shape.ys[i], shape.ys[(i + 1) % n]
                if (y0 > y) != (y1 > y):
                    x0, x1 = shape.xs[i], shape.xs[(i + 1) % n]
                    crossed.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0))
            crossed.sort()
            for begin, end in zip(crossed[::2], crossed[1::2], strict=False):
                first = max(0, round((begin - self.left) / scale))
                last = min(self.width - 1, round((end - self.left) / scale) - 1)
                if first <= last:
                    yield row, first, last

    def line(self, y: float, colour: str, dots: int = 1) -> None:
        """A horizontal line, perhaps dotted, behind everything else."""
        row = int(y / self.scale)
        if 0 <= row < self.height:
            for column in range(0, self.width, dots):
                self.rows[row][column] = self.rows[row][column] or colour

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The column and the row of characters (from the top) of a point in millimetres."""
        return int((x - self.left) / self.scale), (self.height - 1 - int(y / self.scale)) // 2

    def put(self, canvas: Canvas, x: int, y: int) -> None:
        """Draw the picture on a canvas, two rows of pixels in each line of characters."""
        for line in range((self.height + 1) // 2):
            above, below = self.height - 1 - 2 * line, self.height - 2 - 2 * line
            for column in range(self.width):
                top = self.rows[above][column] if above >= 0 else ""
                low = self.rows[below][column] if below >= 0 else ""
                if top and top == low:
                    canvas.put(x + column, y + line, "█", top)
                elif top and low:
                    canvas.put(x + column, y + line, "▀", f"{top}/{low}")
                elif top:
                    canvas.put(x + column, y + line, "▀", top)
                elif low:
                    canvas.put(x + column, y + line, "▄", low)
