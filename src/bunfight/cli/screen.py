"""Screen: how the terminal game speaks; colours only where there are some, plain lines for a screen reader."""

from __future__ import annotations

import os
from io import TextIOWrapper
from typing import Final, TextIO

BOLD: Final = "1"
DIM: Final = "2"
WARM: Final = "33"
ALARM: Final = "31"


class Screen:
    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target
        if isinstance(target, TextIOWrapper):  # a sign that the terminal cannot write is no reason to stop
            target.reconfigure(errors="replace")
        self.colour = target.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def plain(self, text: str) -> None:
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
        """One line that was typed; EOFError when there is no more."""
        print(self._painted("> ", WARM), end="", file=self.target, flush=True)
        line = self.source.readline()
        if not line:
            raise EOFError
        return " ".join(line.split())

    def hand_over(self, told: str) -> None:
        """Let the next person at the same keyboard look, and nobody else."""
        if self.colour:
            print("\033[2J\033[H", end="", file=self.target)
        self.plain(f"--- {told} ---")
        self.read()

    def _painted(self, text: str, paint: str) -> str:
        return f"\033[{paint}m{text}\033[0m" if self.colour else text
