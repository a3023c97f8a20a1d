"""Plays whole games at five sizes in both languages and looks for text that is lost, cut or written over.

``python tests/tui/layout.py`` looks at every decision with few and with many players; names of games look only at
these, and a number N only at every Nth decision. The suite looks at some decisions; with ``BUNFIGHT_ALL=1``, as in
``make test-long``, it looks at all.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from terminal_harness import shown
from textual.widget import Widget
from textual.widgets import Static

from bunfight import games
from bunfight.engine import Rng, Table, estimator
from bunfight.i18n.words import LANGUAGES
from bunfight.tui.canvas import LINES, cell_len
from bunfight.tui.motion import Motion
from bunfight.tui.names import names_of
from bunfight.tui.prose import Prose
from bunfight.tui.session import LocalSession
from bunfight.tui.table import TableScreen

DRAWN = 23  # decisions between two that the running app draws
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
        text = widget.render().plain if isinstance(widget, Prose) else str(widget.content)
        lines = text.split("\n")
        if len(lines) > height or max(map(cell_len, lines)) > width:
            found.append(f"{name} {width}x{height}: {lines}")
        if str(widget.content).endswith("…"):
            found.append(f"{name} is cut: {lines}")
    told = screen.query_one("#told", Prose)
    lines = told.render().plain.split("\n")
    if max(map(cell_len, lines)) > told.content_size.width or any(line.strip() in ("•", "»", "!") for line in lines):
        found.append(f"story {told.content_size.width}: {lines}")
    for option in screen.choices.options:
        prompt = getattr(option.prompt, "plain", str(option.prompt))
        if any(cell_len(line) > screen.choices.size.width for line in prompt.split("\n")):
            found.append(f"menu: {prompt}")
    return found


async def play(game: str, language: str, size: tuple[int, int], players: int, every: int, each: int = 0) -> int:
    """Play a whole game; the number of positions that were looked at.

    Positions are laid out without the app's loop, which is much faster. Every ``every``th is drawn by the running app,
    too, and must show the same texts. If ``each`` is given, every ``each``th is looked at, else only those.
    """
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
            number = len(table.record.entries)
            waiting = table.state.awaiting() if table.state.agenda else []
            drawn = number % every == 0 or not waiting
            if drawn or (each and number % each == 0):
                seen += 1
                session._asked = 0 if 0 in waiting else None
                where = f"{game} {language} {size} {players} at {number}"
                screen.presenter.look()
                screen._show_board()
                screen.board.first()
                laid_out = look(screen, where)
                if drawn:
                    screen.redraw()
                    await pilot.pause()
                    screen.redraw()
                    await pilot.pause()
                    assert not (wrong := faults(screen)), f"{where}: {wrong}"
                    assert texts(screen) == laid_out, f"{where}: {laid_out}, drawn as {texts(screen)}"
            if not waiting:
                break
            seat = waiting[0]
            table.play(seat, rules.bots.policy(table.state, seat, dice))
    session.close()
    return seen


def look(screen: TableScreen, where: str) -> list[str]:
    """Check the position, then once more with something selected; returns the texts of the position."""
    lay_out(screen)
    assert not (wrong := faults(screen)), f"{where}: {wrong}"
    found = texts(screen)
    for spot in screen.board.numbered[:2]:
        assert spot.thing is not None
        selected, move = screen.presenter.selection.click(spot.thing)
        if move is None:
            screen.presenter.selection = selected
            lay_out(screen)
            assert not (wrong := faults(screen)), f"{where}, selected {spot.thing}: {wrong}"
        screen.presenter.clear_selection()
    return found


def lay_out(screen: TableScreen) -> None:
    """Draw the texts and let them take their places, without painting the screen."""
    screen._compositor_refresh = lambda: None  # type: ignore[method-assign]
    before, space = None, screen.board.container_size
    while space != before:  # the board is drawn for the space that it has
        screen.redraw()
        for widget in screen.walk_children(Widget, with_self=True):
            widget._clear_arrangement_cache()
            widget._layout_updates += 1
        screen._refresh_layout()
        before, space = space, screen.board.container_size
    del screen._compositor_refresh


def texts(screen: TableScreen) -> list[str]:
    """The texts of the table screen and the widths they have; without a board that can move and its status."""
    still = type(screen.presenter.motion) is Motion
    names = ("top", "keys", "question", *(["status"] if still else []))
    lines = [screen.query_one(f"#{name}", Static) for name in names]
    menu = [getattr(option.prompt, "plain", str(option.prompt)) for option in screen.choices.options]
    board = screen.board.canvas.text() if still else ""
    return [board, *(f"{one.content} {one.content_size.width}" for one in lines), *menu]


def main(given: list[str]) -> int:
    wanted = [word for word in given if not word.isdigit()]
    each = max([1, *(int(word) for word in given if word.isdigit())])
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BUNFIGHT_HOME"] = folder
        for game in wanted or games.names():
            for players in numbers(game):
                for language in LANGUAGES:
                    for size in SIZES:
                        try:
                            told = f"{asyncio.run(play(game, language, size, players, DRAWN, each))} positions"
                        except AssertionError as fault:
                            told, failed = str(fault), 1
                        print(f"{game} {language} {size[0]}x{size[1]} {players} players: {told}", flush=True)
    return failed


def numbers(game: str) -> tuple[int, ...]:
    """The numbers of players that the layout is tried with: few and many."""
    seats = games.load(game).seats
    return tuple(dict.fromkeys((max(2, seats[0]), seats[-1])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
