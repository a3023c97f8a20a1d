"""The core shared by all environments: a game with numbered actions, masks and observations of fixed size.

Actions are places in the game's catalogue of moves. An observation is what the game's encoding says (see
bunfight.engine.encoding): named fields, written from the state, that hold nothing a seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bunfight.bots.bot import listable
from bunfight.engine import (
    EventLog,
    IllegalMove,
    Luck,
    Outcome,
    Rng,
    Seat,
    State,
    View,
    advance,
    require_legal,
    simulator,
)
from bunfight.engine.encoding import MOST, Encoder, ObservationWriter
from bunfight.engine.errors import BunfightError
from bunfight.engine.table import AnyGame
from bunfight.games import load, own_cards
from bunfight.rl.default_encoder import encoder_of

LIMIT = MOST
SILENT = EventLog(False)
Vector = NDArray[np.float32]
Mask = NDArray[np.int8]


class IllegalAction(ValueError):
    """An action that is not legal where it was chosen."""


def utilities(outcome: Outcome) -> list[float]:
    """Return the utility of each seat: 1 for a sole win, less for a shared one; all add up to zero."""
    seats = len(outcome.ranks)
    share = 1.0 / len(outcome.winners) if outcome.winners else 0.0
    others = max(1, seats - 1)
    return [((share if seat in outcome.winners else 0.0) * (others + 1) - 1.0) / others for seat in range(seats)]


class EnvCore:
    """Plays one game after the other with numbered actions. It is pickled as the list of its decisions."""

    def __init__(self, game: str | AnyGame, players: int | None, options: Mapping[str, Any]) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.seats = players or self.game.seats[0]
        self.given = dict(options)
        self.options = self.game.settle(options, self.seats)
        self.texts = self.game.grammar.catalogue(self.seats)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        self.bound = self.game.bound(self.options, self.seats)
        self.encoder: Encoder[Any] = encoder_of(self.game, self.seats)
        self.writer = ObservationWriter()
        self.writer.scales = self.encoder.scales
        self.games = 0
        self.base = "arena"
        self.made: list[tuple[Seat, str]] = []  # the decisions since the last deal
        self.state: State
        self.luck: Luck

    @cached_property
    def simulator(self) -> Any:
        return simulator(self.game)

    def __reduce__(self) -> Any:
        dealt = (self.base, self.games, self.made) if hasattr(self, "luck") else None
        name, cards = self.game.id, own_cards(self.game)
        return _restore, (name, cards, self.seats, self.given, dealt)

    def deal(self, luck: Luck) -> State:
        state: State = self.game.setup(self.options, self.seats, luck, SILENT)
        return state

    def reset(self, seed: int | None) -> None:
        """Deal a new game; without a seed, one that differs from those before."""
        self.games = 0 if seed is not None else self.games + 1
        if seed is not None:
            self.base = f"arena {seed}"
        self.start()

    def start(self) -> None:
        self.luck = Luck(Rng(self.base, f"deal {self.games}"), self.simulator)
        self.state = self.deal(self.luck)
        self.made = []

    def view(self, seat: Seat) -> View:
        view: View = self.game.view(self.state, seat)
        return view

    def observe(self, seat: Seat) -> Vector:
        return self.encode(self.state, seat)

    def encode(self, state: State, seat: Seat) -> Vector:
        """Encode what a seat may know of a state, as numbers from -LIMIT to LIMIT."""
        vector, out = np.zeros(int(self.encoder.size), np.float32), self.writer
        out.count = 0
        self.encoder.write(state, seat, out)
        vector[np.asarray(out.places)[: out.count]] = np.asarray(out.values)[: out.count]
        return vector

    def legal(self, seat: Seat) -> list[int]:
        """Return the sorted numbers of the seat's legal moves; where there are too many to list, those on the grid."""
        if not self.state.agenda:
            return []
        step = self.state.agenda[-1]
        if seat not in step.awaits():
            return []
        numbers = self.numbers
        found = {numbers[move.text] for move in step.legal(self.state, seat) if move.text in numbers}
        if not listable(step):
            found |= {numbers[text] for text in self._grid(seat)}
        return sorted(found)

    def _grid(self, seat: Seat) -> list[str]:
        """List the legal moves of the catalogue; a game with a large one may find them without trying each."""
        known = self.game.bots.catalogue_moves
        return known(self.state, seat) if known else [text for text in self.texts if self.fits(seat, text)]

    def mask(self, seat: Seat, extra: int = 0) -> Mask:
        mask = np.zeros(len(self.texts) + extra, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def play(self, seat: Seat, number: int) -> bool:
        """Make a move; return False and change nothing if it is not legal."""
        if not 0 <= number < len(self.texts):
            return False
        move = self.game.grammar.parse(self.texts[number])
        try:
            require_legal(self.state, seat, move)
        except IllegalMove:
            return False
        self.made.append((seat, move.text))
        advance(self.state, seat, move, self.luck, SILENT)
        return True

    def say(self, seat: Seat, text: str) -> None:
        """Make a legal move given as text; it may be one that is not on the grid of a large catalogue."""
        self.made.append((seat, text))
        advance(self.state, seat, self.game.grammar.parse(text), self.luck, SILENT)

    def utilities(self) -> list[float]:
        outcome = self.game.outcome(self.state)
        return [0.0] * self.seats if outcome is None else utilities(outcome)

    def fits(self, seat: Seat, text: str) -> bool:
        try:
            require_legal(self.state, seat, self.game.grammar.parse(text))
        except BunfightError:
            return False
        return True


def _restore(name: str, cards: str, seats: int, options: dict[str, Any], dealt: Any) -> EnvCore:
    """Restore a pickled core by repeating its deal and its decisions."""
    core = EnvCore(load(name, cards), seats, options)
    if dealt is not None:
        core.base, core.games, made = dealt
        core.start()
        for seat, text in made:
            core.say(seat, text)
    return core
