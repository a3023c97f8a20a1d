"""Helpers for tests of all games: set up a position, play moves, expect rejections, and read views and events."""

from __future__ import annotations

from typing import Any, Generic, Self, TypeVar

from bunfight.engine import (
    Event,
    EventLog,
    Game,
    IllegalMove,
    LiveLuck,
    Luck,
    Outcome,
    Rng,
    Seat,
    State,
    View,
    estimator,
    play,
    require_legal,
)
from bunfight.testing.freeze import freeze

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Kit(Generic[S, V]):
    """Sets up states of one game and operates on them."""

    def __init__(self, game: Game[S, V]) -> None:
        self.game = game

    def setup(self, seats: int, seed: str = "scene", **options: Any) -> S:
        """A new state."""
        luck = Luck(Rng(seed), estimator(self.game))
        return self.game.setup(self.game.settle(options, seats), seats, luck, EventLog(False))

    def said(self, s: S, seat: Seat, text: str, luck: Luck | None = None) -> EventLog:
        """Play a move and return its events."""
        log = EventLog()
        play(s, seat, self.game.grammar.parse(text), luck or LiveLuck(Rng(text)), log)
        return log

    def refusal(self, s: S, seat: Seat, text: str) -> IllegalMove | None:
        """Why a move is illegal, or None. Checks that the state is unchanged and that a view proves the reason."""
        before = freeze(s)
        try:
            require_legal(s, seat, self.game.grammar.parse(text))
        except IllegalMove as broken:
            assert freeze(s) == before, f"{text!r} is rejected but changes the state"
            if seat in range(self.game.seats[-1]):
                assert self.game.oracles.rejections[broken.key](self.game.view(s, seat), broken.facts), (
                    f"{broken} is not true"
                )
            return broken
        return None

    def broken(self, s: S, seat: Seat, text: str) -> IllegalMove:
        """Why a move is illegal; fails if it is legal."""
        found = self.refusal(s, seat, text)
        assert found is not None, f"{text!r} is allowed"
        return found

    def listed(self, s: S, seat: Seat) -> list[str]:
        """The legal moves of a seat."""
        return [move.text for move in s.agenda[-1].legal(s, seat)] if s.agenda else []

    def open_step(self, s: S) -> str:
        """The name of the open step; "" when the game is over."""
        return type(s.agenda[-1]).__name__ if s.agenda else ""

    def ended(self, s: S) -> Outcome:
        found = self.game.outcome(s)
        assert found is not None, "the game is not over"
        return found


class Scene(Generic[S, V]):
    """A position and all events since it was set up."""

    def __init__(self, kit: Kit[S, V], s: S, luck: Luck | None = None) -> None:
        self.kit, self.game, self.s = kit, kit.game, s
        self.luck: Luck = luck or LiveLuck(Rng("scene"))
        self.sound = True  # whether the position is reachable, so that audits hold
        self.logs: list[EventLog] = []

    def meant(self, seat: Seat, text: str) -> str:
        """Translate the shorthand of a scene into a move."""
        return text

    def say(self, seat: Seat, text: str, luck: Luck | None = None) -> EventLog:
        log = self.kit.said(self.s, seat, self.meant(seat, text), luck or self.luck)
        self.logs.append(log)
        if self.sound:
            self.game.audit(self.s)
        return log

    def refusal(self, seat: Seat, text: str) -> IllegalMove:
        return self.kit.broken(self.s, seat, self.meant(seat, text))

    def listed(self, seat: Seat) -> list[str]:
        return self.kit.listed(self.s, seat)

    def view(self, seat: Seat | None = None) -> V:
        return self.game.view(self.s, seat)

    def heard_by(self, seat: Seat | None, back: int = 1) -> list[Event]:
        """The events of the last move, or of one before it, that a seat may see."""
        return self.logs[-back].heard(seat)

    def having(self, **fields: Any) -> Self:
        """Set fields of the state by name."""
        for name, value in fields.items():
            assert hasattr(self.s, name), name
            setattr(self.s, name, value)
        return self

    @property
    def asked(self) -> list[Seat]:
        return self.s.awaiting()

    @property
    def step(self) -> str:
        return self.kit.open_step(self.s)

    @property
    def over(self) -> bool:
        return not self.s.agenda
