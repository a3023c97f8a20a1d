"""The levels Easy, Medium, Hard and Master, with the ratings that were measured for each game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from bunfight.engine.cards import read_toml
from bunfight.i18n import languages
from bunfight.i18n.words import COMMON

FILE: Final = Path(__file__).with_name("ratings.toml")
SPECS: Final = {"medium": "heuristic", "hard": "search:300ms", "master": "search:1s"}  # easy: the heuristic with slips
NAMES: Final = ("easy", "medium", "hard", "master")


@dataclass(frozen=True, slots=True)
class Level:
    """``rating``: on the scale of ``bunfight ladder`` (400 points are ten to one); None if it was not measured."""

    id: str
    rating: int | None

    def title(self, language: str = "en", rated: bool = True) -> str:
        said = COMMON["levels"]
        name = languages.text(said[self.id], language)
        if self.rating is None or not rated:
            return name
        return languages.text(said["rated"], language).format(name=name, rating=self.rating)


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game, easiest first."""
    measured = _ratings().get(game, {})
    return tuple(Level(name, measured.get(name)) for name in NAMES)


@cache
def _ratings() -> dict[str, Any]:
    return read_toml(FILE)
