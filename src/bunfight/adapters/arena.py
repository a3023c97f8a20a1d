"""What all adapters share: a game that is played by numbers, with masks and observations of fixed size.

Actions are places in the game's catalogue of moves. An observation is the View (never the State) as a vector: each
fact of the view is hashed to a place, numbers count as they are and words by how often they stand there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from zlib import crc32

import msgspec
import numpy as np
from numpy.typing import NDArray

from bunfight.bots.bot import listable
from bunfight.games import load, world
from bunfight.kernel import Luck, Outcome, Rng, RuleBreak, Seat, State, Talk, View, advance, check
from bunfight.kernel.table import AnyGame

SIZE: Final = 1024  # places of an observation
LIMIT: Final = 16.0  # values are logarithms, so nothing is larger
SKIPPED: Final = ("moves", "seats")
Vector = NDArray[np.float32]
Mask = NDArray[np.int8]


@cache
def place(fact: str) -> int:
    return crc32(fact.encode()) % SIZE


def observe(view: View) -> Vector:
    """A view as a vector of ``SIZE`` numbers from -LIMIT to LIMIT."""
    vector = np.zeros(SIZE, np.float32)
    for name, value in msgspec.to_builtins(view).items():
        if name not in SKIPPED:
            _put(vector, name, value)
    signs = np.sign(vector)
    result: Vector = np.clip(signs * np.log1p(np.abs(vector)), -LIMIT, LIMIT).astype(np.float32)
    return result


def _put(vector: Vector, path: str, value: Any) -> None:
    if value is None:
        return
    if isinstance(value, (bool, int, float)):
        vector[place(path)] += float(value)
    elif isinstance(value, str):
        vector[place(f"{path}={value}")] += 1.0
    elif isinstance(value, (tuple, list)):
        for index, item in enumerate(value):
            _put(vector, path if isinstance(item, str) else f"{path}.{index}", item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _put(vector, f"{path}.{key}", item)


def utilities(outcome: Outcome) -> list[float]:
    """1 for a win of one's own, less for a shared one, and what the others lose adds up to what is won."""
    seats = len(outcome.ranks)
    share = 1.0 / len(outcome.winners) if outcome.winners else 0.0
    others = max(1, seats - 1)
    return [((share if seat in outcome.winners else 0.0) * (others + 1) - 1.0) / others for seat in range(seats)]


class Arena:
    """One game after the other, by numbers."""

    def __init__(self, game: str | AnyGame, players: int | None, options: Mapping[str, Any]) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.seats = players or self.game.seats[0]
        self.options = self.game.settle(options, self.seats)
        self.texts = self.game.catalogue(self.seats)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        self.bound = self.game.bound(self.options, self.seats)
        self.world = world(self.game)
        self.games = 0
        self.state: State
        self.luck: Luck

    def reset(self, seed: int | None) -> None:
        """Deal a new game; without a seed a game other than the ones before."""
        self.games = 0 if seed is not None else self.games + 1
        self.base = f"arena {seed}" if seed is not None else getattr(self, "base", "arena")
        self.luck = Luck(Rng(self.base, f"deal {self.games}"), self.world)
        self.state = self.game.setup(self.options, self.seats, self.luck, Talk(False))

    def view(self, seat: Seat) -> View:
        view: View = self.game.view(self.state, seat)
        return view

    def legal(self, seat: Seat) -> list[int]:
        """The numbers of the seat's legal moves, rising. Where moves are too many to list: those of the grid."""
        if seat not in self.state.awaiting():
            return []
        step = self.state.agenda[-1]
        found = {self.numbers[move.text] for move in step.legal(self.state, seat) if move.text in self.numbers}
        if not listable(step):
            found |= {self.numbers[text] for text in self._grid(seat)}
        return sorted(found)

    def _grid(self, seat: Seat) -> list[str]:
        """Legal moves of the catalogue; a game with a large one may know them without trying each."""
        known = self.game.fitting(self.state, seat)
        return [text for text in self.texts if self._fits(seat, text)] if known is None else known

    def mask(self, seat: Seat, extra: int = 0) -> Mask:
        mask = np.zeros(len(self.texts) + extra, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def play(self, seat: Seat, number: int) -> bool:
        """Make a move; False, and nothing done, if it is not legal."""
        if seat not in self.state.awaiting() or not 0 <= number < len(self.texts):
            return False
        if not self._fits(seat, self.texts[number]):
            return False
        advance(self.state, seat, self.game.parse(self.texts[number]), self.luck, Talk(False))
        return True

    def utilities(self) -> list[float]:
        outcome = self.game.outcome(self.state)
        return [0.0] * self.seats if outcome is None else utilities(outcome)

    def _fits(self, seat: Seat, text: str) -> bool:
        try:
            check(self.state, seat, self.game.parse(text))
        except (RuleBreak, ValueError):
            return False
        return True
