"""Defines the parts of a running game: a State, the Steps pending in it, and the Moves that answer them.

A step states legality once, in ``check``. ``candidates`` lists the moves worth checking, and ``legal`` is by default
the candidates that pass. A step overrides ``legal`` only where ``bunfight bench`` shows that it matters, and then it
needs no ``candidates``. The conformance suite compares ``legal`` with ``check`` over the whole catalogue of moves.
"""

from typing import ClassVar, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.errors import IllegalMove as IllegalMove
from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng
from bunfight.engine.options import NO_OPTIONS, Options

Seat = int
ONLY: Final = [[seat] for seat in range(16)]  # shared lists of one seat for ``awaits``; never modify them

FEW: Final = 6  # up to this many moves, checking each is faster than finding out whether a step overrides ``check``


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """A decision of a player, identified by its text: a verb and its arguments. Immutable."""

    index: i64 = -1  # a number in place of the text, set and used by batched environments

    def __init__(self, text: str) -> None:
        self.text = text

    def __getitem__(self, place: str) -> int:
        """The number of the thing at a place, for moves without a class of their own (``grammar.Choice``)."""
        raise AssertionError(f"{self.text}: {type(self).__name__} has attributes of its own, not {place!r}")

    def __repr__(self) -> str:
        return f"<{self.text}>"


S = TypeVar("S", bound="State")


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """A pending decision: who must answer, which moves are legal and what they do. Plain data on a stack."""

    sealed: ClassVar[bool] = False  # several seats answer; nobody learns that one has answered before all have
    listed: ClassVar[bool] = True  # ``legal`` lists every legal move; False where there are too many

    def awaits(self) -> list[Seat]:
        """The seats that still have to answer; do not modify. Several seats answer in secret, in any order."""
        raise AssertionError(f"{type(self).__name__} does not define awaits()")

    def candidates(self, s: S, seat: Seat) -> list[Move]:
        """The moves worth checking, in a fixed order: all legal moves, unless ``listed`` is False, and perhaps others.

        They may be narrowed to what is likely (the cards in hand, for example), but only ``check`` rejects moves.
        """
        raise AssertionError(f"{type(self).__name__} does not define candidates()")

    def check(self, s: S, seat: Seat, move: Move) -> IllegalMove | None:
        """Return why a move is illegal, or None if it is legal. Nothing else decides legality.

        Any move of the grammar may be passed. By default exactly the candidates are legal.
        """
        for candidate in self.candidates(s, seat):
            if candidate is move or candidate.text == move.text:
                return None
        return IllegalMove("HOUSE-CHOICE", "not_offered", move=move.text)

    def legal(self, s: S, seat: Seat) -> list[Move]:
        """The legal moves of ``seat``, in a fixed order: the candidates that ``check`` accepts.

        Override it only as a fast path, where a benchmark shows the need.
        """
        moves = self.candidates(s, seat)
        if len(moves) > FEW and type(self).check is Step.check:  # every candidate is legal
            return moves
        for passed, move in enumerate(moves):
            if self.check(s, seat, move) is not None:
                return moves[:passed] + [m for m in moves[passed + 1 :] if self.check(s, seat, m) is None]
        return moves  # all of them, as usual: no second list

    def take(self, s: S, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        """Apply a legal move."""
        raise AssertionError(f"{type(self).__name__} does not define take()")

    def copy(self) -> "Step[S]":
        """Return an independent copy. A step whose attributes never change after ``__init__`` is shared instead."""
        return self

    def suggest(self, s: S, seat: Seat, rng: Rng) -> Move:
        """Return a random legal move. Override it where the moves are too many to list."""
        moves = self.legal(s, seat)
        assert moves, f"{type(self).__name__}: seat {seat} is awaited but has no legal move"
        return moves[rng.below(len(moves))]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position: everything that is true at the table now, as plain data. No generator, no log, no players.

    ``options`` are those of the table, as ``setup`` got them: rules read them, nobody changes them, copies share them.
    """

    SHARED: ClassVar[tuple[str, ...]] = ()  # attributes that never change, so that copies may share them

    def __init__(self) -> None:
        self.agenda: list[Step] = []  # type: ignore[type-arg]  # steps of any game; innermost last, empty = over
        self.options: Options = NO_OPTIONS

    def copy(self) -> "State":
        raise AssertionError(f"{type(self).__name__} does not define copy()")

    def not_asked(self, seat: Seat, move: Move) -> IllegalMove:
        """Say why a seat that is not asked may not move; games override it to cite their own rule."""
        if not self.agenda:
            return IllegalMove("HOUSE-OVER", "over")
        return IllegalMove("HOUSE-TURN", "not_asked")

    def awaiting(self) -> list[Seat]:
        """The seats that have to answer now, as a new list."""
        return self.agenda[-1].awaits()[:] if self.agenda else []


def require_legal(state: State, seat: Seat, move: Move) -> None:
    """Raise IllegalMove unless this seat may make this move now."""
    if not state.agenda or seat not in state.agenda[-1].awaits():
        raise state.not_asked(seat, move)
    illegal = state.agenda[-1].check(state, seat, move)
    if illegal is not None:
        raise illegal


def play(state: State, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
    """Apply a move from an untrusted source: check it, then advance."""
    require_legal(state, seat, move)
    advance(state, seat, move, luck, log)


def advance(state: State, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
    """Apply a move that is known to be legal: for search and simulation."""
    state.agenda[-1].take(state, seat, move, luck, log)


def playout(state: State, luck: Luck, rng: Rng, bound: int) -> int:
    """Play random moves until the game is over or ``bound`` moves were made; returns how many were made."""
    log = EventLog(False)
    made: i64 = 0
    while state.agenda and made < bound:
        step = state.agenda[-1]
        seats = step.awaits()
        seat = seats[0] if len(seats) == 1 else seats[rng.below(len(seats))]
        step.take(state, seat, step.suggest(state, seat, rng), luck, log)
        made += 1
    return made
