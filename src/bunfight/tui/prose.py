"""Text to read, broken between words or Chinese characters, with a hanging indent after a sign, number or rule id."""

from __future__ import annotations

import re
from typing import Any

from rich.text import Text
from textual.geometry import Size
from textual.widgets import Static

from bunfight.tui.canvas import cell_len, wrap

NARROWEST = 10  # columns below which nothing is wrapped
SIGN = re.compile(r"\s*(?:(?:[•»!·✓]|[+-]?\d+\.?|[A-Z]{2}-[A-Z0-9-]+) +)?")  # before the text of a line


def wrapped(text: Text, width: int) -> Text:
    """Break the lines of a styled text at a width."""
    return text if width < NARROWEST else Text("\n").join(_broken(line, width) for line in text.split(allow_blank=True))


def _broken(line: Text, width: int) -> Text:
    if line.cell_len <= width:
        return line
    found = SIGN.match(line.plain)
    at = begin = found.end() if found and cell_len(found[0]) <= width // 2 else 0
    indent = cell_len(line.plain[:begin])
    parts = []
    for part in wrap(line.plain[begin:], width - indent):
        at = line.plain.index(part, at)
        parts.append(line[at : at + len(part)])
        at += len(part)
    return line[:begin] + Text("\n" + " " * indent).join(parts)


class Prose(Static):
    """A widget for text to read. Textual itself breaks lines only at spaces, which Chinese has few of."""

    def __init__(self, content: Text | str = "", **more: Any) -> None:
        super().__init__(content, markup=False, **more)
        self._last: tuple[object, int, Text] = (None, 0, Text())  # content, width and the lines of both

    def render(self) -> Text:
        return self._at(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._at(width).plain.count("\n") + 1

    def _at(self, width: int) -> Text:
        content = self.content
        if content is not self._last[0] or width != self._last[1]:
            text = content if isinstance(content, Text) else Text(str(content))
            self._last = (content, width, wrapped(text, width))
        return self._last[2]
