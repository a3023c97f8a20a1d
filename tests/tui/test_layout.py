"""No text is lost on the screen: whole games at five sizes in both languages, checked by ``layout.py``.

The suite looks at some decisions of one game; with ``BUNFIGHT_ALL=1``, at every decision of two games.
"""

from __future__ import annotations

import os

import pytest
from layout import DRAWN, SIZES, numbers, play

from bunfight import games
from bunfight.i18n.words import LANGUAGES

ALL = bool(os.environ.get("BUNFIGHT_ALL"))
CASES = [
    (game, players, size)
    for game in games.names()
    for players in numbers(game)
    for size in SIZES
    if ALL or players == (numbers(game)[-1] if size in SIZES[::2] else numbers(game)[0])
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "size"), CASES, ids=str)
async def test_no_text_is_lost_in_a_whole_game(game: str, players: int, size: tuple[int, int], language: str) -> None:
    assert await play(game, language, size, players, DRAWN, 1 if ALL else 0) > 1
