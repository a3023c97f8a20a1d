"""The Textual app."""

from __future__ import annotations

from multiprocessing import resource_tracker
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import WorkerFailed

from bunfight.i18n.words import error_text
from bunfight.tui.saves import Settings
from bunfight.tui.session import Session
from bunfight.tui.theme import THEMES


class EndedByError(Exception):
    """Ends the app with a sentence instead of a traceback."""

    def __rich__(self) -> Text:
        return Text(str(self))


class Bunfight(App[None]):
    """Opens with one screen and exits when the last one is closed."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "stop", priority=True, show=False)]

    def __init__(self, first: Screen[None], settings: Settings | None = None) -> None:
        super().__init__()
        resource_tracker.ensure_running()  # bot processes need it, and it cannot start while Textual holds stderr
        self.parting = ""  # the result of the last game, printed when the app has ended
        self.first, self.settings = first, settings or Settings()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in ("dark", "light") else "dark"

    def on_mount(self) -> None:
        self.push_screen(self.first)

    def pop_screen(self) -> AwaitComplete:
        """Close the top screen; without one the app ends, whichever screen was the first."""
        popped = super().pop_screen()
        if len(self.screen_stack) == 1:  # Textual's default screen, which is blank
            self.exit()
        return popped

    async def on_event(self, event: events.Event) -> None:
        """Ignore keys that arrive while the app is ending: there are no screens for them."""
        if not (isinstance(event, events.Key) and self.return_code is not None):
            await super().on_event(event)

    def _handle_exception(self, error: Exception) -> None:
        """End with one sentence if the code of a game has failed, else with a traceback."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        for screen in self.screen_stack:
            session = getattr(screen, "session", None)
            if isinstance(session, Session) and (found := session.crash(cause)) is not None:
                error = EndedByError(error_text(found, self.settings.language or "en"))
        super()._handle_exception(error)

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
