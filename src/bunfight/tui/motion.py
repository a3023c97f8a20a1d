"""Motion on a board: recordings of what happened, and a piece that the player holds.

Most boards are still and use the base class. A board whose game has motion defines a subclass called ``Motion``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bunfight.engine import View
from bunfight.tui.boards import board_of
from bunfight.tui.boards.scene import Scene


@dataclass
class SeatEvent:
    """An event as a seat sees it: the number of the decision, its fields, and the attachment of the decision if any."""

    number: int
    event: dict[str, Any] = field(default_factory=dict)
    attachment: Any = None


class Motion:
    """The motion of one board, here none. ``TableScreen`` calls it; boards override what they need."""

    move = ""  # the move that the last key decided on

    def update(self, view: View, events: Sequence[SeatEvent], active: bool) -> None:
        """Show a new position. ``events``: what is new in it; ``active``: it is this seat's turn."""

    def skip(self) -> None:
        """Stop showing a recording, because it has ended or is not wanted."""

    @property
    def playing(self) -> bool:
        """Whether a recording is being shown."""
        return False

    @property
    def ended(self) -> bool:
        """Whether a recording has been shown to its end, so that ``skip`` is due."""
        return False

    @property
    def length(self) -> float:
        """Seconds of the recording that is being shown."""
        return 0.0

    @property
    def moving(self) -> bool:
        """Whether the board must be redrawn all the time."""
        return False

    def key(self, key: str) -> bool:
        """Handle a key (Textual's name of it); False if it means nothing here. May set ``move``."""
        return False

    @property
    def numbers(self) -> bool:
        """Whether number keys mean something here, so that they do not select things of the board."""
        return False

    def focus(self, thing: Mapping[str, str]) -> bool:
        """The cursor moved to a thing; True if that changes what is held."""
        return False

    def status(self, scene: Scene) -> str:
        """Say what Enter does if it does not select the thing under the cursor."""
        return ""

    def point(self, x: float) -> bool:
        """Handle the mouse at ``x`` of the board's scale (``Canvas.ruler``); False if it means nothing here."""
        return False

    def help(self, scene: Scene) -> str:
        """Return the line about keys; "" for the usual one."""
        return ""

    def shared(self) -> dict[str, Any] | None:
        """Return what other players may see of this now: the body of an ephemeral message."""
        return None

    def extra(self) -> dict[str, Any]:
        """Additions to ``Scene.extra``."""
        return {}


def motion_of(game: str) -> Motion:
    """The motion of a game's board."""
    kind: type[Motion] = vars(board_of(game)).get("Motion", Motion)
    return kind()
