"""What the terminal itself says, in every language: buttons, headings, questions that no game asks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from bunfight.engine import toml
from bunfight.i18n import languages

SAID: Final[dict[str, dict[str, str]]] = toml.read(Path(__file__).with_name("words.toml"))
HOLE: Final = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


class Say:
    """``say("seat", n=3)``: the sentence of a key with its holes filled; {n|one|many} goes with a number."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, **facts: Any) -> str:
        def put(hole: re.Match[str]) -> str:
            found = facts.get(hole[1], hole[0])
            return str(found) if hole[2] is None else hole[2] if found == 1 else hole[3]

        return HOLE.sub(put, languages.told(SAID[key], self.language))

    @property
    def colon(self) -> str:
        return self("colon")

    @property
    def comma(self) -> str:
        return self("comma")

    @property
    def clause(self) -> str:
        return self("clause")

    def aside(self, what: object) -> str:
        """In brackets."""
        return self("aside", what=what)
