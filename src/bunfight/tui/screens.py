"""The base of every screen: it closes once, together with what lies above it, however many keys arrive at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen

Result = TypeVar("Result")
Answer = TypeVar("Answer")


class OwnScreen(Screen[Result]):
    """A screen whose ``dismiss`` removes this screen and no other.

    Textual's own removes whatever is on top. Keys that arrive together are handled after each other, so the second
    one may find its screen already closed, and would close the screen below.
    """

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        if not self.open:
            return AwaitComplete()
        while self.app.screen is not self:
            self.app.pop_screen()
        return super().dismiss(result)

    def ask(self, dialog: Screen[Answer], then: Callable[[Answer | None], object]) -> None:
        """Show a dialog over this screen; ``then`` gets its answer."""

        def answered(answer: Answer | None) -> None:
            then(answer)

        self.app.push_screen(dialog, answered)

    @property
    def open(self) -> bool:
        """Return whether this screen is shown or lies below another one."""
        return self.is_attached and self in self.app.screen_stack


class OwnDialog(OwnScreen[Result], ModalScreen[Result]):
    """A dialog over another screen."""
