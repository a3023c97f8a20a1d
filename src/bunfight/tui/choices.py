"""The menu widget."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from bunfight.tui.presenter import Row
from bunfight.tui.prose import wrapped
from bunfight.tui.theme import style_of


class Choices(OptionList):
    """The menu. Its rows are numbered while it has the focus."""

    def __init__(self, **more: Any) -> None:
        super().__init__(markup=False, **more)
        self.rows: list[Row] = []
        self._filled: object = None

    def fill(self, rows: list[Row], hinted: str, wanted: list[str]) -> None:
        dark = self.app.current_theme.dark
        width = self.outer_size.width - 1  # a scrollbar may take a column
        now = (rows, hinted, wanted, self.has_focus, width)
        if now == self._filled:
            return
        self._filled = now
        self.rows, number, options = rows, 0, []
        keep = self.highlighted
        for at, row in enumerate(rows):
            if not row.move and not row.verbs:
                options.append(Option(Text(row.text, style_of("head", dark)), f"r{at}", disabled=True))
                continue
            number += 1
            badge = str(number) if number <= 9 and self.has_focus else " "
            text = Text(f"{badge} ", style_of("lit" if badge != " " else "", dark))
            body = "good" if row.move and row.move == hinted else "tool" if row.move in wanted else ""
            mark = "♥ " if row.move and row.move == hinted else "➤ " if row.move in wanted else ""
            text.append(f"{mark}{row.text}", style_of(body, dark))
            if row.does:
                text.append(f"  {row.does}", style_of("dim", dark))
            options.append(Option(wrapped(text, width), f"r{at}"))
        self.clear_options()
        self.add_options(options)
        if options:
            self.highlighted = min(keep or 0, len(options) - 1)

    def row_of(self, option: Option) -> Row | None:
        """The row of an option; None if the menu has changed since the option was selected."""
        at = int(str(option.id)[1:])
        current = at < self.option_count and self.get_option_at_index(at) is option
        return self.rows[at] if current and at < len(self.rows) else None

    def pick(self, number: int) -> Row | None:
        """The row with a number."""
        choosable = [row for row in self.rows if row.move or row.verbs]
        return choosable[number - 1] if 0 < number <= len(choosable) else None
