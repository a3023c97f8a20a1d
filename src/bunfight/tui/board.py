"""The board widget: shows a canvas and lets keys and the mouse select its spots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bunfight.engine.selection import Selection, Thing
from bunfight.tui.canvas import Canvas, Spot
from bunfight.tui.theme import style_of

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
FREE, GUIDED, CHOSEN = (
    "▸",
    "➤",
    "✓",
)  # signs of a thing that can be selected, that the lesson asks for, that is selected
LEAST = 40  # columns that a board needs
ACROSS = 2.2  # cost of distance across the direction of an arrow key, relative to distance along it


class Board(ScrollView, can_focus=True):
    """A canvas with a cursor. Selectable spots begin with a key and a sign: 1▸ free, 1➤ asked for, 1✓ selected."""

    DEFAULT_CSS = """
    Board { background: $background; scrollbar-size: 1 1; overflow-x: hidden; }
    """

    class Selected(Message):
        """Posted when a thing is selected with the keyboard or the mouse."""

        def __init__(self, thing: Thing) -> None:
            super().__init__()
            self.thing = thing

    class Unavailable(Message):
        """Posted when a spot is selected that cannot be used now."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class CursorMoved(Message):
        """Posted when the cursor has moved to another spot."""

    class Resized(Message):
        """Posted when there is more or less space for the canvas."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.canvas = Canvas(80)
        self.selection = Selection({}, ())
        self.guided: Callable[[Thing], bool] = lambda thing: False
        self.steer: Callable[[str], bool] = lambda key: False  # handles keys of the game
        self.aim: Callable[[float], bool] = lambda x: False  # handles the mouse over the canvas's scale
        self.numbers = True  # whether number keys select spots
        self.at: Thing | None = None  # the thing under the cursor
        self.place = (0.0, 0.0)  # and its position
        self.numbered: list[Spot] = []
        self._strips: dict[int, Strip] = {}
        self._lit: dict[Spot, bool] = {}
        self._marks: dict[tuple[int, int], tuple[str, str]] = {}

    # -- what is shown

    def fitted(self, draw: Callable[[int, int], Canvas]) -> Canvas:
        """Draw for the space that there is; where the board has to scroll, a column is left to the scrollbar."""
        width, height = self.container_size  # with the scrollbar
        width = max(LEAST, width or self.app.size.width)
        canvas = draw(width, height)
        return draw(max(LEAST, width - 1), height) if canvas.height > height else canvas

    def show(self, canvas: Canvas, selection: Selection, guided: Callable[[Thing], bool] | None = None) -> None:
        """Show another position or selection."""
        self.canvas, self.selection = canvas, selection
        self.guided = guided or (lambda thing: False)
        self._lit.clear()
        size = Size(canvas.width, canvas.height)
        if self.virtual_size != size:
            self.virtual_size = size
        self._mark()
        self.refresh()

    def _mark(self) -> None:
        """Number and mark the selectable spots in reading order."""
        self._strips.clear()
        lit = [spot for spot in self.canvas.spots if spot.thing is not None and self.lit(spot)]
        self.numbered = sorted(lit, key=lambda spot: (spot.y, spot.x))
        self._marks = {}
        for number, spot in enumerate(self.numbered, 1):
            assert spot.thing is not None
            guided = self.guided(spot.thing)
            chosen = spot.thing in self.selection.at
            style = "chosen" if chosen else "guide" if guided else "lit"
            if number <= 9 and self.has_focus and self.numbers:
                self._marks[spot.x, spot.y] = (str(number), style)
            self._marks[spot.x + 1, spot.y] = (CHOSEN if chosen else GUIDED if guided else FREE, style)

    def lit(self, spot: Spot) -> bool:
        if spot not in self._lit:
            self._lit[spot] = spot.thing is not None and self.selection.lit(spot.thing)
        return self._lit[spot]

    def render_line(self, y: int) -> Strip:
        scroll_x, scroll_y = self.scroll_offset
        row = y + scroll_y
        if row not in self._strips:
            self._strips[row] = self._strip(row)
        return self._strips[row].crop(scroll_x, scroll_x + self.size.width)

    def _strip(self, row: int) -> Strip:
        dark, back = self.app.current_theme.dark, self.rich_style
        width = self.size.width
        if row >= len(self.canvas.rows):
            return Strip.blank(width, back)
        cells = list(self.canvas.rows[row])
        for (x, y), mark in self._marks.items():
            if y == row and x < len(cells):
                if cells[x][0] == "" and x > 0:
                    cells[x - 1] = (" ", cells[x - 1][1])
                elif x + 1 < len(cells) and cells[x + 1][0] == "":
                    cells[x + 1] = (" ", cells[x + 1][1])
                cells[x] = mark
        here = self.spot if self.has_focus else None
        segments: list[Segment] = []
        text, style, inside = "", "", False
        for x, (letter, name) in enumerate([*cells, ("", "\0")]):
            now = here is not None and here.holds(x, row)
            if (name, now) != (style, inside) and text:
                segments.append(Segment(text, self._style(back, style, dark, inside)))
                text = ""
            text, style, inside = text + letter, name, now
        return Strip(segments).adjust_cell_length(width, back)

    @staticmethod
    def _style(back: Style, name: str, dark: bool, inside: bool) -> Style:
        found = back + style_of(name, dark)
        return found + Style(reverse=not found.reverse) if inside else found

    # -- the cursor

    @property
    def spot(self) -> Spot | None:
        """The spot under the cursor: the same thing as before, or what is now nearest to its place."""
        spots = self._stops()
        if self.at is not None:
            same = [one for one in spots if one.thing == self.at]
            if same:
                return same[0]
        if not spots:
            return None
        x, y = self.place
        return min(spots, key=lambda one: abs(one.middle[0] - x) + 2 * abs(one.middle[1] - y))

    def _stops(self) -> list[Spot]:
        return [spot for spot in self.canvas.spots if spot.thing is not None or spot.about]

    def go(self, spot: Spot) -> None:
        """Move the cursor to a spot; only the old and the new spot are redrawn."""
        before = self.spot
        self.at, self.place = spot.thing, spot.middle
        offset = self.scroll_offset
        for one in (spot, *([before] if before is not None else [])):
            for row in range(one.y, one.y + one.height):
                self._strips.pop(row, None)
            self.refresh(Region(one.x - offset.x, one.y - offset.y, one.width, one.height))
        if not offset.y <= spot.y <= spot.y + spot.height <= offset.y + self.size.height:
            self.scroll_to_region(Region(spot.x, spot.y, spot.width, spot.height), animate=False)
        self.post_message(self.CursorMoved())

    def first(self) -> None:
        """Move to the first spot that can be selected and is not, unless the cursor is on such a spot."""
        open_spots = [spot for spot in self.numbered if spot.thing not in self.selection.at]
        if open_spots and self.spot not in open_spots:
            self.go(open_spots[0])

    def next_lit(self, step: int) -> bool:
        """Move to the next selectable spot; False after the last one."""
        here = self.spot
        where = self.numbered.index(here) if here in self.numbered else -1 if step > 0 else len(self.numbered)
        if not 0 <= where + step < len(self.numbered):
            return False
        self.go(self.numbered[where + step])
        return True

    def _walk(self, dx: int, dy: int) -> None:
        here = self.spot
        if here is None:
            return
        x, y = here.middle
        best, least = None, float("inf")
        for other in self._stops():
            if other == here:
                continue
            # characters are twice as high as they are wide
            ax, ay = other.middle[0] - x, 2 * (other.middle[1] - y)
            along, across = ax * dx + ay * dy, abs(ax * dy) + abs(ay * dx)
            if along > 0.9 and along + ACROSS * across < least:
                best, least = other, along + ACROSS * across
        if best is not None:
            self.go(best)

    # -- keys and mouse

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def on_focus(self) -> None:
        self._mark()
        self.refresh()

    def on_blur(self) -> None:
        self._mark()
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        if self.steer(event.key):
            event.stop()
            event.prevent_default()
            return
        if event.key in WAYS:
            self._walk(*WAYS[event.key])
        elif event.key in ("enter", "space"):
            self.choose()
        elif event.key.isdecimal() and event.key != "0":
            if int(event.key) <= len(self.numbered):
                spot = self.numbered[int(event.key) - 1]
                self.go(spot)
                self._take(spot)
        else:
            return
        event.stop()
        event.prevent_default()

    def choose(self) -> None:
        spot = self.spot
        if spot is not None:
            self._take(spot)

    def _take(self, spot: Spot) -> None:
        if spot.thing is not None and self.lit(spot):
            self.post_message(self.Selected(spot.thing))
        else:
            self.post_message(self.Unavailable(spot))

    def under(self, x: int, y: int) -> Spot | None:
        """The smallest spot at a position."""
        found = [spot for spot in self.canvas.spots if spot.holds(x, y)]
        return min(found, key=lambda spot: spot.width * spot.height, default=None)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.canvas.ruler is not None:
            begin, first, each = self.canvas.ruler
            self.aim(first + (event.x - begin + 0.5) * each)

    def on_click(self, event: events.Click) -> None:
        offset = self.scroll_offset
        spot = self.under(event.x + offset.x, event.y + offset.y)
        if self.canvas.ruler is not None and (spot is None or spot.thing is None):
            if self.steer("enter"):
                return
        if spot is None or (spot.thing is None and not spot.about):
            return
        event.stop()
        self.go(spot)
        self._take(spot)
