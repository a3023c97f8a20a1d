"""The Textual app."""

from __future__ import annotations

from multiprocessing import resource_tracker
from typing import ClassVar

from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
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
        self.parting = ""  # printed when the app has ended: the result of the last game
        self.first, self.settings = first, settings or Settings()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in ("dark", "light") else "dark"

    def on_mount(self) -> None:
        self.push_screen(self.first)

    def pop_screen(self) -> AwaitComplete:
        """Close the top screen; without one the app ends, whichever screen was the first."""
        popped = super().pop_screen()
        if len(self.screen_stack) == 1:  # Textual's own, which is blank
            self.exit()
        return popped

    async def on_event(self, event: events.Event) -> None:
        """Ignore keys that arrive while the app is ending: there are no screens for them."""
        if not (isinstance(event, events.Key) and self.return_code is not None):
            await super().on_event(event)

    def action_stop(self) -> None:
        """Ctrl-C asks for confirmation on every screen, as leaving does."""
        for screen in reversed(self.screen_stack):
            leave = getattr(screen, "action_leave", None)
            if leave is not None:
                leave()
                return
        self.exit()


def run_app(first: Screen[None], settings: Settings) -> None:
    """Run the app; afterwards the result of a finished game stays in the terminal."""
    app = Bunfight(first, settings)
    app.run()
    if app.parting:
        print(app.parting)
