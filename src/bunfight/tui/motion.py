"""Motion: what moves on a board by itself or in the hand: films of what happened, a piece that is held."""

from __future__ import annotations

from typing import Any

from bunfight.engine import Seat
from bunfight.tui.boards import board_of
from bunfight.tui.session import Sitting


class Motion:
    """Only for games whose board has a hand; for the others nothing moves."""

    def __init__(self, sitting: Sitting, seat: Seat | None) -> None:
        self.sitting, self.seat = sitting, seat
        self.board = board_of(sitting.game.id)
        self.hand: Any = self.board.Hand() if hasattr(self.board, "Hand") else None
        self.reel: Any = None  # the film that is being shown
        self._filmed = sitting.number

    def look(self, view: Any, may: bool) -> None:
        """A new position: of what happened since, the last act that was filmed is shown."""
        if self.hand is None:
            return
        flips = {piece.id: piece.flip == 1 for player in view.players for piece in player.plate.pieces}
        for one in self.sitting.heard(self.seat):
            film = one.event.get("film")
            if one.number > self._filmed and film and film["frames"]:
                flips[one.event["piece"]] = one.event["flip"] == 1
                self.reel = self.board.Reel(one.event["seat"], film, flips)
        self._filmed = self.sitting.number
        self.grip(view, may)

    def grip(self, view: Any, may: bool) -> None:
        """Take up what is in the hand now, once what happened was seen."""
        if self.hand is not None:
            self.hand.look(view, may and self.reel is None)

    def stop(self, view: Any, may: bool) -> None:
        """Nothing is shown as a film."""
        self.reel = None
        self.grip(view, may)

    @property
    def going(self) -> bool:
        """Whether something moves by itself."""
        return self.reel is not None or (self.hand is not None and bool(self.hand.sways))

    @property
    def ended(self) -> bool:
        """Whether a film has come to its end."""
        return self.reel is not None and bool(self.reel.over)

    def now(self) -> dict[str, Any]:
        """What a board shows besides the view."""
        found = {} if self.hand is None else dict(self.hand.now())
        if self.reel is not None:
            found["bodies"] = {self.reel.seat: self.reel.bodies()}
        return found
