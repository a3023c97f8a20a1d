"""Prints the lines of a plain game, with colours where the terminal has them."""

from __future__ import annotations

import os
from io import TextIOWrapper
from typing import Final, TextIO

BOLD: Final = "1"
DIM: Final = "2"
WARM: Final = "33"
ALARM: Final = "31"


SIGNS: Final = {
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "▸": ">", "➤": ">", "◂": "<", "·": "-", "…": "...", "–": "-", "—": "-",
    "×": "x", "★": "*", "☆": "*", "✓": "yes", "✗": "no", "“": '"', "”": '"', "‘": "'", "’": "'", "°": " degrees",
    "•": "*", "½": "1/2", "é": "e", "🟧": "#", "⬜": "-", "✦": "*",
}  # fmt: skip
"""Replacements for signs that the terminal cannot show."""


def ascii_only(text: str) -> str:
    """Convert a text to ASCII; letters of other scripts become question marks."""
    return "".join(SIGNS.get(letter, letter) for letter in text).encode("ascii", "replace").decode()


def shows(target: TextIO, text: str) -> bool:
    """Return whether a terminal can write a text."""
    try:
        text.encode(target.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Screen:
    def __init__(self, source: TextIO, target: TextIO, ascii: bool = False) -> None:
        self.source = source
        self.target = target
        self.ascii = ascii  # use only ASCII even if the terminal can show more
        if isinstance(target, TextIOWrapper):  # do not stop at a sign that the terminal cannot write
            target.reconfigure(errors="replace")
        self.colour = target.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def plain(self, text: str) -> None:
        if self.ascii:
            text = ascii_only(text)
        elif not shows(self.target, text):
            text = "".join(letter if shows(self.target, letter) else SIGNS.get(letter, letter) for letter in text)
        print(text, file=self.target)

    def story(self, text: str) -> None:
        self.plain(self._painted(f"- {text}", DIM))

    def board(self, text: str) -> None:
        self.plain(f"\n{text}\n")

    def question(self, text: str) -> None:
        self.plain(self._painted(text, BOLD))

    def choice(self, number: int, words: str, text: str) -> None:
        self.plain(f"{number:3}. {words}" + (f"  {self._painted(f'[{text}]', DIM)}" if text else ""))

    def warn(self, text: str) -> None:
        self.plain(self._painted(text, ALARM))

    def read(self) -> str:
        """Read a line of input; EOFError at the end of the input."""
        print(self._painted("> ", WARM), end="", file=self.target, flush=True)
        line = self.source.readline()
        if not line:
            raise EOFError
        return " ".join(line.split())

    def hand_over(self, text: str) -> None:
        """Hide the screen until the next person at the same keyboard is ready."""
        if self.colour:
            print("\033[2J\033[H", end="", file=self.target)
        self.plain(f"--- {text} ---")
        self.read()

    def _painted(self, text: str, paint: str) -> str:
        return f"\033[{paint}m{text}\033[0m" if self.colour else text
