"""What the coach says: sentences from phrases.toml; the browser has words of its own in web/src/lib/text."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bunfight.i18n.languages import Phrases

ROOM: Final = Path(__file__).parent
say: Final = Phrases(ROOM, "review")
of_trainer: Final = Phrases(ROOM, "trainer")
of_daily: Final = Phrases(ROOM, "daily")
of_puzzles: Final = Phrases(ROOM, "puzzles")
