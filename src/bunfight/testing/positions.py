"""Generates the positions that the conformance suite checks: those of random games, replayable from their seeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from bunfight.engine import Move, Rng, State, Table, estimator, playout
from bunfight.engine.luck import Luck, Simulator
from bunfight.engine.table import AnyGame
from bunfight.testing.places import code_place

WATCHERS: Final = 4  # seats and spectators whose views are checked at each position


class PlacedError(AssertionError):
    """Something that is wrong at a known file and line."""

    def __init__(self, why: str, where: str) -> None:
        super().__init__(why)
        self.where = where


@dataclass(frozen=True)
class Case:
    """A random game that can be replayed from its seed."""

    game: AnyGame
    seats: int
    options: dict[str, Any]
    seed: str
    simulator: Simulator | None = None

    def __str__(self) -> str:
        chosen = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.seats}-{chosen}-{self.seed}"


@dataclass
class Position:
    """A position of a random game, before decision number ``number``."""

    case: Case
    table: Table
    rng: Rng  # for the law's own choices; never touches the game
    number: int = 0
    past: list[tuple[State, Any]] = field(default_factory=list)
    swept: set[str] = field(default_factory=set)  # kinds of steps whose ``check`` has met the whole catalogue

    @property
    def game(self) -> AnyGame:
        return self.case.game

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def watchers(self) -> list[int | None]:
        """The seats whose views a law checks here: all at a small table, some in turn at a large one."""
        every: list[int | None] = [None, *range(self.case.seats)]
        return every if len(every) <= WATCHERS else [every[(self.number + n) % len(every)] for n in range(WATCHERS)]

    @property
    def live(self) -> bool:
        return bool(self.state.agenda)

    def legal(self, seat: int) -> list[Move]:
        return self.state.agenda[-1].legal(self.state, seat)

    def listable(self, seat: int) -> bool:
        """Whether legal() lists all moves of the current step."""
        return type(self.state.agenda[-1]).listed


def walk(case: Case) -> Iterator[Position]:
    """Every position of one random game, the last one included."""
    rng = Rng(case.seed, "laws")
    names = [f"P{seat}" for seat in range(case.seats)]
    table = Table(case.game, names, case.seed, case.options, case.simulator or estimator(case.game))
    here = Position(case, table, rng.fork("law"))
    bound = case.game.bound(table.options, case.seats)
    own = code_place(type(case.game).bound, case.game)
    endless = f"the game does not end within its bound of {bound} decisions" + (f" ({own})" if own else "")
    if here.live and not _can_end(here, bound):
        raise PlacedError(endless, code_place(type(here.state.agenda[-1]), case.game))
    while True:
        yield here
        if not here.live:
            return
        assert here.number < bound, endless
        waiting = here.state.awaiting()
        seat = waiting[rng.below(len(waiting))]
        table.play(seat, here.state.agenda[-1].suggest(here.state, seat, rng))
        here.number += 1


def _can_end(p: Position, bound: int) -> bool:
    """Whether another random game ends within the bound. Laws, hints above all, would take hours if none does."""
    twin = p.state.copy()
    try:
        playout(twin, Luck(p.rng.fork("end"), p.table.simulator), p.rng.fork("moves"), bound - p.number)
    except Exception:  # noqa: BLE001  # a law will say what is wrong with the move
        return True
    return not twin.agenda
