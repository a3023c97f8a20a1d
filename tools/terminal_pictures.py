"""Renders pictures of every terminal board at 80x24, 120x40 and 200x50, in both languages, into docs/terminal.

``python tools/terminal_pictures.py`` draws them all again; names of games draw only theirs.
"""

from __future__ import annotations

import asyncio
import sys
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment

from bunfight import games
from bunfight.engine import Rng, Table, simulator
from bunfight.tui.app import Bunfight
from bunfight.tui.session import LocalSession
from bunfight.tui.table import TableScreen

FOLDER = Path(__file__).parent.parent / "docs" / "terminal"
SIZES = ((80, 24), (120, 40), (200, 50))
NAMES = {"en": ("Ann", "Bob", "Cleo"), "zh": ("小安", "小波", "小陈")}
SHOWN = {  # players and decisions before the picture is taken
    "burger_boss": (2, 60),
    "jom_burger": (3, 20),
    "burger_up": (2, 40),
    "burger_war": (3, 34),
    "buffet_boss": (2, 21),
}
WIDE, HIGH = 9, 18  # of a cell
BLOCKS = {"█": (0, 1), "▀": (0, 0.5), "▄": (0.5, 0.5)}  # where a block begins and how high it is


def svg(lines: list[list[Segment]], width: int, back: str) -> str:
    """Lines of styled text as a picture: one rectangle or text for each run of a style."""
    height = len(lines)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * WIDE} {height * HIGH}" font-family="monospace" '
        f'font-size="15" style="white-space:pre"><rect width="100%" height="100%" fill="{back}"/>'
    ]
    for y, line in enumerate(lines):
        x = 0
        for segment in line:
            text, style = segment.text, segment.style
            cells = cell_len(text)
            front, behind = _colours(style, back)
            if behind != back:
                out.append(
                    f'<rect x="{x * WIDE}" y="{y * HIGH}" width="{cells * WIDE}" height="{HIGH}" fill="{behind}"/>'
                )
            out += _letters(text, x, y, front, bool(style and style.bold))
            x += cells
    return "\n".join([*out, "</svg>\n"])


def _colours(style: Any, back: str) -> tuple[str, str]:
    front = style.color.get_truecolor().hex if style and style.color else "#f3e6d2"
    behind = style.bgcolor.get_truecolor().hex if style and style.bgcolor else back
    return (behind, front) if style and style.reverse else (front, behind)


def _letters(text: str, x: int, y: int, colour: str, bold: bool) -> list[str]:
    """Blocks as rectangles, so that they meet; everything else as text of the right width."""
    out, at = [], x
    for block, run in groupby(text, key=lambda letter: letter if letter in BLOCKS else ""):
        part = "".join(run)
        cells, stripped = cell_len(part), part.strip(" ")
        if block:
            top, high = BLOCKS[block]
            box = f'x="{at * WIDE}" y="{y * HIGH + top * HIGH:g}" width="{cells * WIDE}" height="{high * HIGH:g}"'
            out.append(f'<rect {box} fill="{colour}"/>')
        elif stripped:
            weight = ' font-weight="bold"' if bold else ""
            begin = at + cell_len(part) - cell_len(part.lstrip(" "))
            place = f'x="{begin * WIDE}" y="{y * HIGH + 14}" textLength="{cell_len(stripped) * WIDE}"'
            out.append(f'<text {place} fill="{colour}"{weight}>{escape(stripped)}</text>')
        at += cells
    return out


def position(game: str, language: str) -> LocalSession:
    """A table in the middle of a game at which the first seat is asked."""
    players, decisions = SHOWN[game]
    rules = games.load(game)
    table = Table(rules, NAMES[language][:players], "pictures", {}, simulator(rules))
    dice = Rng("pictures", "moves")
    while table.state.agenda:
        seats = table.state.awaiting()
        holds = game != "buffet_boss" or type(table.state.agenda[-1]).__name__ == "MustStack"
        if len(table.record.entries) >= decisions and seats == [0] and holds:
            break
        table.play(seats[0], rules.bots.policy(table.state, seats[0], dice))
    return LocalSession(
        table, dict.fromkeys(range(1, players), "heuristic"), language, auto_pass=False, thought="pictures"
    )


async def picture(game: str, language: str, size: tuple[int, int]) -> str:
    screen = TableScreen(position(game, language))
    async with Bunfight(screen).run_test(size=size) as pilot:
        await pilot.pause(0.3)
        strips = screen._compositor.render_strips()
        back = pilot.app.current_theme.background
        return svg([list(strip) for strip in strips], size[0], str(back))


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in wanted or list(SHOWN):
        for language in NAMES:
            for size in SIZES:
                picture_svg = asyncio.run(picture(game, language, size))
                path = FOLDER / f"{game}-{size[0]}x{size[1]}-{language}.svg"
                path.write_text(picture_svg, encoding="utf-8")
                print(f"{path.name}: {len(picture_svg) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
