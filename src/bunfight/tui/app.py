"""The Textual app."""

from __future__ import annotations

from multiprocessing import resource_tracker
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from bunfight.tui.saves import Settings
from bunfight.tui.theme import THEMES


class Bunfight(App[None]):
    """Opens with one screen and exits when the last one is closed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "stop", priority=True, show=False)]

    def __init__(self, first: Screen[None], settings: Settings | None = None) -> None:
        super().__init__()
        resource_tracker.ensure_running()  # bot processes need it, and it cannot start while Textual holds stderr
        self.first, self.settings = first, settings or Settings()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in ("dark", "light") else "dark"

    def on_mount(self) -> None:
        self.push_screen(self.first, lambda _: self.exit())

    def action_stop(self) -> None:
        """Ctrl-C asks for confirmation on every screen, as leaving does."""
        for screen in reversed(self.screen_stack):
            leave = getattr(screen, "action_leave", None)
            if leave is not None:
                while self.screen is not screen:
                    self.pop_screen()
                leave()
                return
        self.exit()
