"""No text of a table is lost: whole games at five sizes in both languages; ``layout.py`` looks at every decision."""

from __future__ import annotations

import pytest
from layout import SIZES, play

from bunfight import games
from bunfight.i18n.words import LANGUAGES


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
async def test_no_text_is_lost_in_a_whole_game(game: str, language: str, size: tuple[int, int]) -> None:
    seats = games.load(game).seats
    players = seats[-1] if size in SIZES[::2] else max(2, seats[0])
    assert await play(game, language, size, players, 23) > 1
