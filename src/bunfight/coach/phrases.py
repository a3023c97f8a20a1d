"""Sentences of the coach, from phrases.toml. The browser has its own in web/src/lib/text."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bunfight.i18n.languages import Phrases

FOLDER: Final = Path(__file__).parent
say: Final = Phrases(FOLDER, "review")
of_trainer: Final = Phrases(FOLDER, "trainer")
of_daily: Final = Phrases(FOLDER, "daily")
of_puzzles: Final = Phrases(FOLDER, "puzzles")
