"""Plays whole games at five sizes in both languages and looks for text that is lost, cut or written over.

``python tests/tui/layout.py`` looks at every decision with few and with many players; names of games look only at
these. The suite looks at some decisions.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from terminal_harness import shown
from textual.widgets import Static

from bunfight import games
from bunfight.engine import Rng, Table, estimator
from bunfight.i18n.words import LANGUAGES
from bunfight.tui.canvas import LINES, cell_len
from bunfight.tui.names import names_of
from bunfight.tui.session import LocalSession
from bunfight.tui.table import TableScreen

SIZES = ((80, 24), (100, 30), (120, 40), (160, 45), (200, 50))


def faults(screen: TableScreen) -> list[str]:
    """What is wrong with the texts of a table screen."""
    found, board = [], screen.board
    canvas = board.canvas
    found += [f"lost: {text}" for text in canvas.lost]
    space = board.scrollable_content_region.width
    if canvas.width > space:
        found.append(f"board {canvas.width} > {space}")
    for x, y in board._marks:
        letter = canvas.rows[y][x][0]
        if letter not in LINES:
            found.append(f"key over {letter!r} in {canvas.text().splitlines()[y]!r}")
    for name in ("top", "status", "keys", "question"):
        widget = screen.query_one(f"#{name}", Static)
        width, height = widget.content_size
        lines = str(widget.content).split("\n")
        need = len(lines) if name != "question" else sum(max(1, -(-cell_len(line) // max(1, width))) for line in lines)
        if need > height or (name != "question" and max(map(cell_len, lines)) > width):
            found.append(f"{name} {width}x{height}: {lines}")
        if str(widget.content).endswith("…"):
            found.append(f"{name} is cut: {lines}")
    for option in screen.choices.options:
        prompt = getattr(option.prompt, "plain", str(option.prompt))
        if any(cell_len(line) > screen.choices.size.width for line in prompt.split("\n")):
            found.append(f"menu: {prompt}")
    return found


async def play(game: str, language: str, size: tuple[int, int], players: int, every: int) -> int:
    """Play a whole game; the number of positions that were looked at."""
    rules = games.load(game)
    bots = dict.fromkeys(range(1, players), "medium")
    table = Table(rules, names_of(players, bots, language, ""), "layout", {}, estimator(rules))
    session = LocalSession(table, bots, language, auto_pass=False)
    session.start = lambda: None  # type: ignore[method-assign]  # every seat is played here
    dice, seen = Rng("layout", "moves"), 0
    async with shown(TableScreen(session), size) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen._ended = True  # the board, not the end screen
        while True:
            waiting = table.state.awaiting() if table.state.agenda else []
            if len(table.record.entries) % every == 0 or not waiting:
                seen += 1
                session._asked = 0 if 0 in waiting else None
                screen.renew()
                await look(pilot, screen, f"{game} {language} {size} {players} at {len(table.record.entries)}")
            if not waiting:
                break
            seat = waiting[0]
            table.play(seat, rules.bots.policy(table.state, seat, dice))
    session.close()
    return seen


async def look(pilot: object, screen: TableScreen, where: str) -> None:
    """Check the position, and once more with something selected."""
    await pilot.pause()  # type: ignore[attr-defined]
    screen.board.first()
    screen.redraw()
    await pilot.pause()  # type: ignore[attr-defined]
    assert not (wrong := faults(screen)), f"{where}: {wrong}"
    for spot in screen.board.numbered[:2]:
        assert spot.thing is not None
        selected, move = screen.presenter.selection.click(spot.thing)
        if move is None:
            screen.presenter.selection = selected
            screen.redraw()
            await pilot.pause()  # type: ignore[attr-defined]
            assert not (wrong := faults(screen)), f"{where}, selected {spot.thing}: {wrong}"
        screen.presenter.clear_selection()


def main(wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BUNFIGHT_HOME"] = folder
        for game in wanted or games.names():
            seats = games.load(game).seats
            for players in dict.fromkeys((max(2, seats[0]), seats[-1])):
                for language in LANGUAGES:
                    for size in SIZES:
                        seen = asyncio.run(play(game, language, size, players, 1))
                        print(f"{game} {language} {size[0]}x{size[1]} {players} players: {seen} positions", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
