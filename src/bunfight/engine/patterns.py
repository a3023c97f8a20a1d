"""Base classes for what many games have: a turn of one seat, a choice that several seats make in secret, a plain state.

They contain the code that most games would repeat. Classes of your own can be a little faster; nothing requires these.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from mypy_extensions import mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.step import ONLY, Move, S, Seat, State, Step

COMPILED = "__mypyc_attrs__"  # where a compiled class lists its attributes
HIDDEN = "?"  # in a view: something is there, and this viewer may not know what


def _names(thing: Any) -> list[str]:
    """The attributes of an object, compiled or not."""
    names: list[str] = list(getattr(thing, "__dict__", ()))
    kinds: Any = type(thing).__mro__
    for kind in kinds:
        names += [name for name in getattr(kind, COMPILED, ()) if name not in names and hasattr(thing, name)]
    return names


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(one) for one in value]
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if isinstance(value, set):
        return set(value)
    return value.copy() if hasattr(value, "copy") else value  # steps and decks copy themselves; the rest never changes


def _twin(thing: Any, shared: tuple[str, ...]) -> Any:
    cls: Any = type(thing)
    new = cls.__new__(cls)
    for name in _names(thing):
        value = getattr(thing, name)
        setattr(new, name, value if name in shared else _copied(value))
    return new


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainState(State):
    """A state of numbers, texts, lists, dicts, decks and steps, which is copied without further code.

    In a compiled module, every argument of ``__init__`` needs a default: a copy is made without any.
    """

    def copy(self) -> Self:
        new: Self = _twin(self, ("options", *self.SHARED))
        return new


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnStep(Step[S]):
    """A decision of one seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def awaits(self) -> list[Seat]:
        return ONLY[self.seat]


@mypyc_attr(allow_interpreted_subclasses=True)
class SealedStep(Step[S]):
    """A decision that several seats make in secret, in any order. ``reveal`` is called with all choices at once."""

    sealed: ClassVar[bool] = True

    def __init__(self, seats: Sequence[Seat] = ()) -> None:
        self.seats = list(seats)
        self.choices: dict[Seat, Move] = {}

    def awaits(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self.choices]

    def take(self, s: S, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        self.choices[seat] = move
        if len(self.choices) == len(self.seats):
            s.agenda.pop()
            self.reveal(s, {one: self.choices[one] for one in self.seats}, luck, log)

    def reveal(self, s: S, choices: dict[Seat, Move], luck: Luck, log: EventLog) -> None:
        """Apply the choices, in the order of the seats. The step is no longer on the agenda."""
        raise AssertionError(f"{type(self).__name__} does not define reveal()")

    def copy(self) -> Self:
        new: Self = _twin(self, ())
        return new

    def answers(self, seats: int, viewer: Seat | None) -> tuple[str, ...]:
        """For a view, by seat: "" (no answer yet), HIDDEN, or the text of the viewer's own choice."""
        shown = []
        for seat in range(seats):
            if seat not in self.choices:
                shown.append("")
            else:
                shown.append(self.choices[seat].text if seat == viewer else HIDDEN)
        return tuple(shown)

    def restore(self, s: S, answers: tuple[str, ...], viewer: Seat | None, rng: Rng) -> None:
        """For ``determinize``: choices that look like these answers; those of others are any legal ones."""
        for seat, answer in enumerate(answers):
            if answer:
                moves = self.legal(s, seat)
                own = [move for move in moves if move.text == answer] if seat == viewer else []
                self.choices[seat] = own[0] if own else moves[rng.below(len(moves))]

    def resample(self, s: S, viewer: Seat | None, rng: Rng) -> None:
        """For ``resample_hidden``: other choices for everybody but the viewer."""
        self.restore(s, self.answers(max(self.seats, default=-1) + 1, viewer), viewer, rng)
