"""Craft: what a game tells bots, lab, tables and learning besides its rules. All of it has a default."""

from __future__ import annotations

from typing import Any


class Craft:
    """The one list of what a game may say about itself; ``s``, ``move`` and ``rng`` are those of the kernel."""

    # For bots
    tuning: tuple[tuple[str, float], ...] = ()  # settings of the search other than the usual ones (bots/thinker.py)
    player: str = ""  # "module:Class" of a bot of its own for the levels easy, medium and hard

    def greedy(self, s: Any, seat: int, rng: Any) -> Any:
        """The best single decision without a plan; None: the one after which value() is best."""
        return None

    def rollout(self, s: Any, seat: int, rng: Any) -> Any:
        """For playouts: much like the policy, and quicker."""
        return self.policy(s, seat, rng)

    def promising(self, s: Any, seat: int, moves: list[Any]) -> list[Any]:
        """The moves that are worth a search."""
        return moves

    # For the lab and for learning

    def meant(self, s: Any, move: Any) -> str:
        """What a move points at that its words do not name, such as the card in a space; "" for nothing."""
        return ""

    def fitting(self, s: Any, seat: int) -> list[str] | None:
        """The moves of the catalogue that are legal where they are too many to list; None: each is tried."""
        return None

    # For tables with clocks and a world outside

    shown_aims: bool = False  # whether others see where a piece is held
    lasting: tuple[str, ...] = ()  # what is done under one clock over several decisions

    def vetted(self, question: str, answer: str) -> str:
        """What nature answered, if it can be; else a ValueError."""
        return answer

    def hurry(self, s: Any, seat: int) -> tuple[str, float]:
        """What a seat is doing that has a clock by the rules, and the seconds it has; ("", 0.0): nothing."""
        return "", 0.0

    def too_late(self, move: Any, held: float) -> Any:
        """A RuleBreak if the moment that a move names is later than the seconds for which it could be held."""
        return None

    def policy(self, s: Any, seat: int, rng: Any) -> Any:
        raise NotImplementedError
