"""No text is lost on the screen: whole games at five sizes in both languages, checked by ``layout.py``.

The suite looks at some decisions of one game; with ``BUNFIGHT_ALL=1``, at every decision of two games.
"""

from __future__ import annotations

import os

import pytest
from layout import DRAWN, SIZES, numbers, play
from terminal_harness import shown
from textual.widgets import Static

from bunfight import games
from bunfight.engine import Rng, Table, estimator
from bunfight.i18n.words import LANGUAGES
from bunfight.tui.board import Board
from bunfight.tui.canvas import cell_len
from bunfight.tui.names import names_of
from bunfight.tui.replays import ReplayScreen
from bunfight.tui.saves import SaveFolder, Settings

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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.names())
async def test_no_text_is_lost_in_a_replay(game: str, language: str) -> None:
    rules = games.load(game)
    table = Table(rules, names_of(players := numbers(game)[-1], {}, language, ""), "layout", {}, estimator(rules))
    dice = Rng("layout", "moves")
    while table.state.agenda and len(table.record.entries) < 30 * players:
        seat = table.state.awaiting()[0]
        table.play(seat, rules.bots.policy(table.state, seat, dice))
    for size in (SIZES[0], SIZES[-1]):
        screen = ReplayScreen(rules, table.record, Settings(language=language), SaveFolder())
        async with shown(screen, size) as pilot:
            for key in ("end", "pageup", "home", "pagedown"):
                await pilot.press(key)
                await pilot.pause()
                canvas, space = screen.query_one(Board).canvas, screen.query_one(Board).scrollable_content_region
                where = f"{size} at {screen.at}"
                assert not canvas.lost and canvas.width <= space.width, where
                assert canvas.height > space.height or canvas.width == space.width, where
                for name in ("top", "keys"):
                    widget = screen.query_one(f"#{name}", Static)
                    lines = str(widget.content).split("\n")
                    width, height = widget.content_size
                    assert len(lines) <= height and max(map(cell_len, lines)) <= width, f"{where}: {lines}"
