"""The input of a board, and texts that boards share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bunfight.i18n.words import Words
from bunfight.tui.canvas import Thing, cell_len
from bunfight.tui.messages import Messages

SEATS = 6  # colours of seats


@dataclass
class Scene:
    """A view with its texts and the space for it. ``lit`` says which things can be selected now.

    ``extra``: what is shown besides the view: ``shape`` (of the grammar), ``help`` (component help by id),
    ``ephemeral`` (the last ephemeral message of each seat) and whatever ``Motion.extra`` of the board returns.
    """

    view: Any
    words: Words
    names: Sequence[str]
    width: int = 80
    height: int = 16
    lit: Callable[[Thing], bool] = lambda thing: False
    extra: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.t = Messages(self.words.language)
        self.me = self.view.seat if self.view.seat is not None else 0

    @property
    def roomy(self) -> bool:
        return self.height >= 24

    @property
    def large(self) -> bool:
        """Return whether there is space for every detail on the board."""
        return self.height >= 38 and self.width >= 110

    def term(self, key: object) -> str:
        return self.words.term(key)

    def board(self, key: str, **facts: object) -> str:
        """Return a text of the game from ``[board]`` in its words.toml."""
        return self.words.board(key, **facts)

    def does(self, thing: str) -> str:
        """Say what a component does; "" if there is nothing to say."""
        known = self.extra.get("help", {}).get(thing)
        return self.words.text(known["does"]) if known and known["does"] else ""

    def name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else self.t("player", n=seat + 1)

    def who(self, seat: int) -> str:
        """A player's name, with a mark if it is their turn and if it is you."""
        mark = "▸" if seat in self.view.awaits else " "
        you = self.t.aside(self.t("you")) if seat == self.view.seat else ""
        return f"{mark}{self.name(seat)}{you}"

    def initial(self, seat: int) -> str:
        """One narrow letter for a player, or the number if not everybody has one of their own."""
        letters = {name.strip()[:1] for name in self.names}
        fit = len(letters) == len(self.names) and all(cell_len(letter) == 1 for letter in letters)
        return self.names[seat].strip()[:1] if fit else str(seat + 1)

    def colour(self, seat: int) -> str:
        return f"seat{seat % SEATS}"

    def others(self) -> list[int]:
        """The other seats, clockwise from your own."""
        seats = self.view.seats
        return [(self.me + 1 + n) % seats for n in range(seats - 1)]

    def money(self, amount: int) -> str:
        return self.t("money", n=amount)

    def listed(self, things: Sequence[object]) -> str:
        return self.t.comma.join(self.term(thing) for thing in things) or self.t("nothing")
