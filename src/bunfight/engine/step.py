"""Step, Move, State: one open question, one answer, and everything that is true at the table."""

from typing import ClassVar, Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from bunfight.engine.event_log import EventLog
from bunfight.engine.luck import Luck, Rng

Seat = int
ONLY: Final = [[seat] for seat in range(16)]  # lists of one seat, never changed, so that asking costs nothing


@mypyc_attr(allow_interpreted_subclasses=True)
class Move:
    """What a player decides: a line of words, a verb and what it is about. Never changed after it was made."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"<{self.text}>"


@mypyc_attr(native_class=False)
class IllegalMove(Exception):
    """A move that the rulebook forbids, and where: ``key`` and its facts are worded in [refusals] of words.toml."""

    def __init__(self, rule: str, key: str, **facts: object) -> None:
        super().__init__(rule, key)
        self.rule, self.key, self.facts = rule, key, facts

    def __str__(self) -> str:
        return " ".join([self.key, *[f"{name}={fact}" for name, fact in self.facts.items()], f"[{self.rule}]"])


S = TypeVar("S", bound="State")


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[S]):
    """One open question: who must answer, what they may say, what follows. Plain data on a stack."""

    sealed: ClassVar[bool] = False  # even the moment of an answer would tell something: all are opened together
    listed: ClassVar[bool] = True  # legal() lists every move; False where they are too many

    def awaits(self) -> list[Seat]:
        """Who still owes an answer (not to be changed). Several seats: they answer in secret, in any order."""
        raise AssertionError(f"{type(self).__name__} does not say whom it awaits")

    def legal(self, s: S, seat: Seat) -> list[Move]:
        """All moves open to ``seat``, in an order that never changes: those to which ``check`` has no answer."""
        raise AssertionError(f"{type(self).__name__} does not list its moves")

    def check(self, s: S, seat: Seat, move: Move) -> IllegalMove | None:
        """Why a move is not allowed, or None if it is. Legality is said here; legal() only lists it, for speed."""
        for one in self.legal(s, seat):
            if one is move or one.text == move.text:
                return None
        return IllegalMove("HOUSE-CHOICE", "not_offered", move=move.text)

    def take(self, s: S, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
        """Carry out a legal move."""
        raise AssertionError(f"{type(self).__name__} cannot be answered")

    def copy(self) -> "Step[S]":
        raise AssertionError(f"{type(self).__name__} cannot be copied")

    def suggest(self, s: S, seat: Seat, rng: Rng) -> Move:
        """A random legal move. Overridden only where the moves are too many to list."""
        moves = self.legal(s, seat)
        return moves[rng.below(len(moves))]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Everything true at the table now: plain data. No generator, no log, no players."""

    SHARED: ClassVar[tuple[str, ...]] = ()  # names of attributes that are never changed, so that copies share them

    def __init__(self) -> None:
        self.agenda: list[Step] = []  # type: ignore[type-arg]  # steps of any game; innermost last, empty = over

    def copy(self) -> "State":
        raise AssertionError(f"{type(self).__name__} cannot be copied")

    def not_asked(self, seat: Seat, move: Move) -> IllegalMove:
        """Why a seat that is not asked may not move; games override it to cite their own rule."""
        if not self.agenda:
            return IllegalMove("HOUSE-OVER", "over")
        return IllegalMove("HOUSE-TURN", "not_asked")

    def awaiting(self) -> list[Seat]:
        return self.agenda[-1].awaits()[:] if self.agenda else []


def require_legal(state: State, seat: Seat, move: Move) -> None:
    """Raise IllegalMove unless this seat may make this move now."""
    if not state.agenda or seat not in state.agenda[-1].awaits():
        raise state.not_asked(seat, move)
    broken = state.agenda[-1].check(state, seat, move)
    if broken is not None:
        raise broken


def play(state: State, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
    """Take a decision from an untrusted hand: check, then advance."""
    require_legal(state, seat, move)
    advance(state, seat, move, luck, log)


def advance(state: State, seat: Seat, move: Move, luck: Luck, log: EventLog) -> None:
    """Take a decision that is known to be legal: for search and simulation."""
    state.agenda[-1].take(state, seat, move, luck, log)


def playout(state: State, luck: Luck, rng: Rng, bound: int) -> int:
    """Play on at random until the game is over or ``bound`` decisions were made; says how many were made."""
    log = EventLog(False)
    made: i64 = 0
    while state.agenda and made < bound:
        step = state.agenda[-1]
        seats = step.awaits()
        seat = seats[0] if len(seats) == 1 else seats[rng.below(len(seats))]
        step.take(state, seat, step.suggest(state, seat, rng), luck, log)
        made += 1
    return made
