"""Measures the time from a key press to the update of the terminal screen.

``python benchmarks/terminal.py`` measures every board at 80x24 and 120x40: arrow keys, Tab, numbers, opening
the aid; then keys that decide, until the new position is drawn.
CPU time is printed next to wall time, which also depends on what else the machine is doing.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "tui"))

from terminal_harness import Person, at, local

from bunfight import games

KEYS = ("right", "down", "tab", "left", "up", "number", "escape", "shift+tab", "a", "escape")
ROUNDS = 6
DECISIONS = 40
PLAYERS = {"burger_war": 3, "jom_burger": 4}


def number_of(person: Person) -> str:
    """The number of something lit that does not decide alone; an arrow key if there is none."""
    for number, spot in enumerate(person.screen.board.numbered[:9], 1):
        if spot.thing is not None and person.screen.presenter.selection.click(spot.thing)[1] is None:
            return str(number)
    return "right"


async def measured(game: str, size: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Milliseconds for each key: on the wall and of the processor."""
    session = local(game, players=PLAYERS.get(game, 2))
    wall: list[float] = []
    busy: list[float] = []
    async with at(session, size) as person:
        await person.turn()
        app: Any = person.pilot.app
        written: list[tuple[float, float]] = []
        plain = app._display

        def display(screen: Any, update: Any) -> None:
            plain(screen, update)
            written.append((time.perf_counter(), time.thread_time()))

        app._display = display
        for key in KEYS * ROUNDS:
            await person.pilot.pause()
            pressed = number_of(person) if key == "number" else key
            written.clear()
            begun = time.perf_counter(), time.thread_time()
            await person.keys(pressed)
            await person.pilot.pause()
            if written:
                wall.append((written[0][0] - begun[0]) * 1000)
                busy.append((written[0][1] - begun[1]) * 1000)
    return sorted(wall), sorted(busy)


async def decided(game: str, size: tuple[int, int]) -> tuple[list[float], list[float]]:
    """The same for keys that decide: until the new position is on the screen, the rules and the view included."""
    session = local(game, players=PLAYERS.get(game, 2))
    wall: list[float] = []
    busy: list[float] = []
    async with at(session, size) as person:
        app: Any = person.pilot.app
        press, renew, display = person.pilot.press, person.screen.renew, app._display
        pressed: list[tuple[float, float, int]] = []  # the last key, until it is drawn
        draw_board = [False]  # whether the position after it is ready

        async def pressing(*keys: str) -> None:
            for key in keys:
                pressed[:] = [(time.perf_counter(), time.thread_time(), session.number)]
                draw_board[0] = False
                await press(key)

        def renewing() -> None:
            renew()
            draw_board[0] = bool(pressed) and session.number > pressed[0][2]

        def displaying(screen: Any, update: Any) -> None:
            display(screen, update)
            if pressed and draw_board[0]:
                at_wall, at_busy, _ = pressed.pop()
                wall.append((time.perf_counter() - at_wall) * 1000)
                busy.append((time.thread_time() - at_busy) * 1000)

        person.pilot.press, person.screen.renew, app._display = pressing, renewing, displaying  # type: ignore[method-assign]
        for _ in range(DECISIONS):
            if not await person.turn():
                break
            await person.pilot.pause()
            await person.decide()
            await person.pilot.pause()
    return sorted(wall), sorted(busy)


def main() -> None:
    print(f"{'game':12} {'size':>7} {'keys':>14} {'median':>9} {'95%':>9} {'processor, median and 95%':>27}")
    for game in sys.argv[1:] or games.names():
        for size in ((80, 24), (120, 40)):
            for what, measure in (("", measured), (" decide", decided)):
                wall, busy = asyncio.run(measure(game, size))
                high = int(len(wall) * 0.95)
                row = f"{statistics.median(wall):6.1f} ms {wall[high]:6.1f} ms"
                row += f" {statistics.median(busy):15.1f} ms {busy[high]:6.1f} ms"
                print(f"{game:12} {size[0]:>4}x{size[1]} {str(len(wall)) + what:>14} {row}", flush=True)


if __name__ == "__main__":
    main()
