"""A scene: all that a board is drawn from, and the phrases that boards have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bunfight.i18n.words import Words
from bunfight.tui.canvas import Thing, cut
from bunfight.tui.messages import Say

SEATS = 6  # colours of seats


@dataclass
class Scene:
    """A view with its words, and the room that there is for it; ``lit`` says what can be pointed at now."""

    view: Any
    words: Words
    names: Sequence[str]
    width: int = 80
    height: int = 16
    lit: Callable[[Thing], bool] = lambda thing: False
    now: dict[str, Any] = field(default_factory=dict)  # what a game shows besides its view: films, ghosts, a held piece

    def __post_init__(self) -> None:
        self.say = Say(self.words.language)
        self.me = self.view.seat if self.view.seat is not None else 0

    @property
    def roomy(self) -> bool:
        return self.height >= 24

    def term(self, key: object) -> str:
        return self.words.term(key)

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else self.say("player", n=seat + 1)

    def who(self, seat: int) -> str:
        """A player by name, with a mark for whoever is asked, and for oneself."""
        mark = "▸" if seat in self.view.awaits else " "
        you = self.say.aside(self.say("you")) if seat == self.view.seat else ""
        return f"{mark}{self.name(seat)}{you}"

    def initial(self, seat: int) -> str:
        """One letter for a player, or the number where letters would be the same."""
        letters = [cut(name.strip(), 1) or "?" for name in self.names]
        return letters[seat] if len(set(letters)) == len(letters) else str(seat + 1)

    def colour(self, seat: int) -> str:
        return f"seat{seat % SEATS}"

    def others(self) -> list[int]:
        """The other seats, clockwise from one's own."""
        seats = self.view.seats
        return [(self.me + 1 + n) % seats for n in range(seats - 1)]

    def money(self, amount: int) -> str:
        return self.say("money", n=amount)

    def listed(self, things: Sequence[object]) -> str:
        return self.say.comma.join(self.term(thing) for thing in things) or self.say("nothing")
