"""A canvas of characters that boards draw on, with spots that stand for things.

The label of a spot says what it is, so that a board can also be read out line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rich.cells import cell_len, get_character_cell_size

__all__ = ["Canvas", "Part", "Spot", "Thing", "cell_len", "cut", "fit", "wrap", "wrap_keys"]

Thing = Mapping[str, str]
ELLIPSIS = "…"


def fit(text: str, width: int, align: str = "left") -> str:
    """Cut a text with an ellipsis, or pad it, to a width in cells; wide characters take two."""
    if width <= 0:
        return ""
    if cell_len(text) > width:
        text = cut(text, width - 1) + ELLIPSIS
    spare = width - cell_len(text)
    before = {"left": 0, "right": spare, "middle": spare // 2}[align]
    return " " * before + text + " " * (spare - before)


def cut(text: str, width: int) -> str:
    """Cut a text to at most ``width`` cells."""
    used, kept = 0, []
    for letter in text:
        used += get_character_cell_size(letter)
        if used > width:
            break
        kept.append(letter)
    return "".join(kept)


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines of at most ``width`` cells: at spaces, and anywhere in Chinese."""
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


def wrap_keys(text: str, width: int) -> list[str]:
    """Break the line about keys between keys, into as many lines as it needs."""
    lines: list[str] = []
    for part in text.split(" · "):
        if lines and cell_len(lines[-1]) + 3 + cell_len(part) <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(part)
    return lines


NEVER_FIRST = "，。、；：？！）”’》,.;:?!)"
NEVER_LAST = "（“‘《×"


def _pieces(text: str) -> list[str]:
    """Split a text into words with their space, and wide characters with the digits or punctuation next to them."""
    pieces: list[str] = []
    for letter in text:
        wide = get_character_cell_size(letter) == 2
        joins = pieces and (
            letter in NEVER_FIRST
            or pieces[-1].rstrip()[-1:] in NEVER_LAST
            or (wide and pieces[-1][-1] == " " and pieces[-1][-2:-1].isdigit())  # 2 个
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


@dataclass(frozen=True)
class Part:
    """A text in a line that flows, and the spot that it is, if it is one."""

    text: str
    style: str = ""
    thing: Thing | None = None
    label: str = ""
    about: tuple[str, ...] = ()
    key: bool = True  # whether to leave room for the key of a thing
    told: bool = True  # whether a text without a spot is read out


LINES = frozenset(" ─│╭╮╰╯▏▄▀█")  # what a text may be written over
KEY = 2  # cells before a thing, for the key that selects it


@dataclass
class Canvas:
    """Cells of one character and one style; a wide character leaves the next cell empty. It grows downwards."""

    width: int
    height: int = 0
    rows: list[list[tuple[str, str]]] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    ruler: tuple[int, float, float] | None = None  # a scale: its first column, the value there, units per cell
    transcript: list[str] = field(default_factory=list)  # headings and labels in drawing order, to be read out
    lost: list[str] = field(
        default_factory=list
    )  # texts that did not fit or were written over: layout faults, for tests

    def put(self, x: int, y: int, text: str, style: str = "", over: bool = False) -> int:
        """Write a text, cut at the edge; returns the column after it. ``over``: it may replace another text."""
        if y < 0:
            return x
        if not over:
            self._check(x, y, text)
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

    def _check(self, x: int, y: int, text: str) -> None:
        """Note a text that does not fit, or that hides another one."""
        kept = text.rstrip()
        if kept.endswith(ELLIPSIS) or x + cell_len(kept) > self.width or (kept and x < 0):
            self.lost.append(text)
        if y < len(self.rows):
            hidden = "".join(letter for letter, _ in self.rows[y][max(x, 0) : x + cell_len(text)])
            if set(hidden) - LINES:
                self.lost.append(f"{hidden.strip()} < {text.strip()}")

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
            self.put(x + 1, y, fit(title, min(cell_len(title), width - 2)), style + " bold" if style else "bold")
        if foot:
            foot = fit(foot, min(cell_len(foot), width - 2))
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

    def flow(self, x: int, y: int, width: int, parts: Iterable[Part], indent: int = 0, gap: int = 2) -> int:
        """Write parts one after the other, in as many lines as they need; returns the line after them.

        Before a part that is a thing there is room for its key.
        """
        at, begin = x, x
        for part in parts:
            key = KEY if part.thing is not None and part.key else 0
            space = gap if at > begin else 0
            if at > begin and at + space + key + cell_len(part.text) > x + width:
                at, y, begin, space = x + indent, y + 1, x + indent, 0
            at += space
            for number, line in enumerate(wrap(part.text, max(4, x + width - at - key))):
                if number:
                    at, y, begin = x + indent, y + 1, x + indent
                self.put(at + key, y, line, part.style)
                if not number and (part.thing is not None or part.label or part.about):
                    self.spot(at, y, key + cell_len(line), 1, part.thing, part.label or part.text, part.about)
                end = at + key + cell_len(line)
            if part.told and not (part.thing is not None or part.label or part.about):
                self.transcript.append(part.text.strip())
            at = end
        return y + 1

    def paragraph(self, x: int, y: int, width: int, text: str, style: str = "", label: str = "") -> int:
        """Write a text in as many lines as it needs; returns the line after it."""
        self.transcript.append((label or text).strip())
        return self.lines(x, y, width, text, style)

    def lines(self, x: int, y: int, width: int, text: str, style: str = "", align: str = "left") -> int:
        """Like ``paragraph``, for a text that is read out elsewhere."""
        for line in wrap(text, width):
            self.put(x, y, fit(line, width, align).rstrip(), style)
            y += 1
        return y

    def section(self, text: str) -> None:
        """Begin a section of what is read out."""
        self.transcript.append(f"# {text.strip()}")

    def head(self, x: int, y: int, text: str, width: int = 0) -> None:
        """Write a heading."""
        self.put(x, y, fit(text, width) if width else text, "head")
        self.section(text)

    def note(self, x: int, y: int, text: str, style: str = "", width: int = 0) -> int:
        """Write a line that cannot be selected."""
        self.transcript.append(text.strip())
        return self.put(x, y, cut(text, width) if width else text, style)

    def text(self) -> str:
        """The canvas as text without styles."""
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self.rows)
