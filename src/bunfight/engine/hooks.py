"""GameHooks: what a game tells bots, lab, tables and learning besides its rules. All of it has a default."""

from __future__ import annotations

from typing import Any, Final

COMMON: Final = ("seat", "seats", "awaits", "step", "moves", "over", "previews")  # what all views have


class GameHooks:
    """The one list of what a game may say about itself; ``s``, ``move`` and ``rng`` are those of the kernel."""

    # For people

    def show(self, view: Any) -> str:
        """The position in characters; by default a line for each field that the game adds to its view."""
        names = [name for name in view.__struct_fields__ if name not in COMMON]
        return "\n".join(f"{name.replace('_', ' ')}: {_told(getattr(view, name))}" for name in names)

    # For bots

    tuning: tuple[tuple[str, float], ...] = ()  # settings of the search other than the usual ones (bots/search_bot.py)
    player: str = ""  # "module:Class" of a player of its own for the levels easy, medium and hard (bots/simple.py)

    def policy(self, s: Any, seat: int, rng: Any) -> Any:
        """A sensible move, which reads nothing of ``s`` that the seat may not know; by default any move."""
        return s.agenda[-1].suggest(s, seat, rng)

    def terms(self, s: Any, seat: int) -> list[tuple[str, float]]:
        """What value() is made of for one seat, by name, to explain choices."""
        return []

    coaching: tuple[tuple[str, float], ...] = ()  # how far positions are played on (bots/estimate.py, lab/adjusted.py)
    hasty: bool = False  # whether the coach asks nature, by hastily(); else nature is rehearsed

    def greedy(self, s: Any, seat: int, rng: Any) -> Any:
        """The best single decision without a plan; None: the one after which value() is best."""
        return None

    def rollout(self, s: Any, seat: int, rng: Any) -> Any:
        """For playouts: much like the policy, and quicker."""
        return self.policy(s, seat, rng)

    def promising(self, s: Any, seat: int, moves: list[Any]) -> list[Any]:
        """The moves that are worth a search."""
        return moves

    def weighed(self, s: Any, seat: int, rng: Any) -> list[Any] | None:
        """The choices that the coach compares where they are too many to list; None: all that are listed."""
        return None

    def hastily(self, question: str) -> str:
        """A question to nature, as somebody asks it who needs a quick answer."""
        return question

    def balancing(self, s: Any, seat: int) -> type | None:
        """The kind of move that puts down a last piece now, where a puzzle asks that all stay; None: no such thing."""
        return None

    def stays(self, s: Any, seat: int) -> bool:
        """Whether nothing of this seat's fell."""
        return True

    # For the lab and for learning

    def meant(self, s: Any, move: Any) -> str:
        """What a move points at that its words do not name, such as the card in a space; "" for nothing."""
        return ""

    def fitting(self, s: Any, seat: int) -> list[str] | None:
        """The moves of the catalogue that are legal where they are too many to list; None: each is tried."""
        return None

    def encoder(self, seats: int) -> Any:
        """The Encoder of a table of so many seats: what a seat may know as numbers in named fields."""
        raise ValueError(f"{getattr(self, 'title', 'this game')} declares no encoding; see bunfight.engine.encoding")

    # For tables with clocks and a world outside

    def default(self, s: Any, seat: int) -> Any:
        """The move that is made for a seat whose time is up; by default the first one."""
        return s.agenda[-1].legal(s, seat)[0]

    filmed: bool = False  # whether nature answers with a film of what happened
    shown_aims: bool = False  # whether others see where a piece is held
    lasting: tuple[str, ...] = ()  # what is done under one clock over several decisions

    def vetted(self, question: str, answer: str) -> str:
        """What nature answered, if it can be; else a ValueError."""
        return answer

    hurries: bool = False  # whether hurry() ever says anything

    def hurry(self, s: Any, seat: int) -> tuple[str, float]:
        """What a seat is doing that has a clock by the rules, and the seconds it has; ("", 0.0): nothing."""
        return "", 0.0

    def too_late(self, move: Any, held: float) -> Any:
        """A IllegalMove if the moment that a move names is later than the seconds for which it could be held."""
        return None


def _told(value: Any) -> str:
    """Plain data in one line."""
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(one, (list, tuple)) for one in value)
        return (" | " if nested else " ").join(_told(one) for one in value) or "-"
    if hasattr(value, "__struct_fields__"):
        return ", ".join(f"{name} {_told(getattr(value, name))}" for name in value.__struct_fields__)
    return "-" if value is None or value == "" else str(value)
