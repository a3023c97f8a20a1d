"""Texts of the terminal interface that belong to no game, in every language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from bunfight.engine.cards import read_toml
from bunfight.i18n import languages

MESSAGES: Final[dict[str, dict[str, str]]] = read_toml(Path(__file__).with_name("words.toml"))
HOLE: Final = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


class Messages:
    """The texts in one language: ``t("seat", n=3)``. ``{n|one|many}`` depends on a number."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    def __call__(self, key: str, **facts: Any) -> str:
        def put(hole: re.Match[str]) -> str:
            found = facts.get(hole[1], hole[0])
            return str(found) if hole[2] is None else hole[2] if found == 1 else hole[3]

        return HOLE.sub(put, languages.text(MESSAGES[key], self.language))

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
        """A text in brackets."""
        return self("aside", what=what)
