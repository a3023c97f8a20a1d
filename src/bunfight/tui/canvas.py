"""A canvas of characters that boards draw on, with spots that stand for things.

The label of a spot says what it is, so that a board can also be read out line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len, get_character_cell_size

__all__ = ["Canvas", "Spot", "Thing", "cell_len", "cut", "fit", "wrap"]

Thing = Mapping[str, str]
ELLIPSIS = "…"


def fit(text: str, width: int, align: str = "left") -> str:
    """A text cut with an ellipsis or padded to a width in cells; wide characters take two."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        text = cut(text, width - 1) + ELLIPSIS
    spare = width - cell_len(text)
    before = {"left": 0, "right": spare, "middle": spare // 2}[align]
    return " " * before + text + " " * (spare - before)


def cut(text: str, width: int) -> str:
    """The beginning of a text, at most ``width`` cells."""
    used, kept = 0, []
    for letter in text:
        used += get_character_cell_size(letter)
        if used > width:
            break
        kept.append(letter)
    return "".join(kept)


def wrap(text: str, width: int) -> list[str]:
    """A text broken into lines of at most ``width`` cells: at spaces, and anywhere in Chinese."""
    lines, line = [], ""
    for word in _pieces(text):
        if line and cell_len(line) + cell_len(word.rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        while cell_len(word) > width:
            head = cut(word, width)
            lines.append(head)
            word = word[len(head) :]
        line += word
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


NEVER_FIRST = "，。、；：？！）”’》,.;:?!)"


def _pieces(text: str) -> list[str]:
    """Words with the following space; wide characters one by one with the following punctuation."""
    pieces: list[str] = []
    for letter in text:
        wide = get_character_cell_size(letter) == 2
        joins = pieces and (
            letter in NEVER_FIRST
            or (not wide and not pieces[-1].endswith(" ") and get_character_cell_size(pieces[-1][-1]) == 1)
            or letter == " "
        )
        if joins:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


@dataclass(frozen=True, eq=False)
class Spot:
    """A part of the board: its rectangle, the thing that it stands for (None: it cannot be selected) and its label.

    ``asks``: moves that it could be part of, the likeliest first, to explain why it cannot be used.
    """

    x: int
    y: int
    width: int
    height: int
    thing: Thing | None
    label: str
    about: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass
class Canvas:
    """Cells of one character and one style; a wide character leaves the next cell empty. It grows downwards."""

    width: int
    height: int = 0
    rows: list[list[tuple[str, str]]] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    ruler: tuple[int, float, float] | None = None  # a scale: its first column, the value there, units per cell
    transcript: list[str] = field(default_factory=list)  # headings and labels in drawing order, to be read out

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write a text, cut at the edge; returns the column after it."""
        if y < 0:
            return x
        while len(self.rows) <= y:
            self.rows.append([(" ", "")] * self.width)
        self.height = max(self.height, y + 1)
        row = self.rows[y]
        if text.isascii() and text.isprintable() and 0 <= x < self.width and text:
            end = min(x + len(text), self.width)
            self._clear_half(row, x)
            self._clear_half(row, end - 1)
            row[x:end] = [(letter, style) for letter in text[: end - x]]
            return end
        for letter in text:
            size = get_character_cell_size(letter)
            if size == 0:
                continue
            if x + size > self.width:
                break
            if x >= 0:
                self._clear_half(row, x)
                row[x] = (letter, style)
                if size == 2:
                    self._clear_half(row, x + 1)
                    row[x + 1] = ("", style)
            x += size
        return x

    @staticmethod
    def _clear_half(row: list[tuple[str, str]], x: int) -> None:
        """Remove a wide character of which one half is overwritten."""
        if row[x][0] == "" and x > 0:
            row[x - 1] = (" ", row[x - 1][1])
        elif x + 1 < len(row) and row[x + 1][0] == "" and row[x][0] != "":
            row[x + 1] = (" ", row[x + 1][1])

    def parts(self, x: int, y: int, parts: Iterable[tuple[str, str]]) -> int:
        """Write texts with their styles one after the other."""
        for text, style in parts:
            x = self.put(x, y, text, style)
        return x

    def frame(
        self, x: int, y: int, width: int, height: int, title: str = "", style: str = "dim", foot: str = ""
    ) -> None:
        """Draw a box with a title in its upper and a footer in its lower edge."""
        self.put(x, y, "╭" + "─" * (width - 2) + "╮", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, "╰" + "─" * (width - 2) + "╯", style)
        if title:
            self.put(x + 1, y, cut(title, width - 2), style + " bold" if style else "bold")
        if foot:
            foot = cut(foot, width - 2)
            self.put(x + width - 1 - cell_len(foot), y + height - 1, foot, style)

    def spot(
        self,
        x: int,
        y: int,
        width: int,
        height: int,
        thing: Thing | None,
        label: str,
        about: Iterable[str] = (),
        asks: Iterable[str] = (),
    ) -> Spot:
        """Mark a rectangle as standing for a thing."""
        made = Spot(x, y, width, height, thing, label, tuple(about), tuple(asks))
        self.spots.append(made)
        if label:
            self.transcript.append(label)
        return made

    def head(self, x: int, y: int, text: str, width: int = 0) -> None:
        """Write a heading."""
        self.put(x, y, fit(text, width) if width else text, "head")
        self.transcript.append(f"# {text.strip()}")

    def note(self, x: int, y: int, text: str, style: str = "", width: int = 0) -> int:
        """Write a line that cannot be selected."""
        self.transcript.append(text.strip())
        return self.put(x, y, cut(text, width) if width else text, style)

    def text(self) -> str:
        """The canvas as text without styles."""
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self.rows)
