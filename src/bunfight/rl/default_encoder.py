"""Encodes the views of games that declare no encoder of their own, field by field."""

from __future__ import annotations

import sys
from typing import Any, Final, get_args, get_type_hints

from bunfight.engine import EventLog, Luck, Rng, State, Step, estimator
from bunfight.engine.encoding import Encoder, ObservationWriter
from bunfight.engine.game import COMMON
from bunfight.engine.table import AnyGame

MOST: Final = 10  # the number that is encoded as 1
KINDS: Final = 200  # words of nouns to encode, at most


def encoder_of(game: AnyGame, seats: int) -> Encoder[Any]:
    """Return the encoder that a game declares, or the default one."""
    return game.encoder(seats) or DefaultEncoder(game, seats)


class DefaultEncoder(Encoder[State]):
    """Writes numbers as they are and things as counts, with the fields of seats in seat order."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(1, seats, steps_of(game))
        self.game = game
        nouns = [noun for noun in game.grammar.nouns().values() if not noun.seats and not noun.many]
        words = dict.fromkeys(word for noun in nouns for word in noun.words)
        self.words = {word: number for number, word in enumerate(list(words)[:KINDS])}
        luck = Luck(Rng("the shape of a view"), estimator(game))
        sample = game.view(game.setup(game.settle({}, seats), seats, luck, EventLog(False)), 0)
        kinds = get_type_hints(type(sample))
        self.places: dict[str, tuple[int, int, int]] = {}  # by field: offset, rows, length of a row
        for name in type(sample).__struct_fields__:
            if name not in COMMON and (shape := self._shape(kinds[name], getattr(sample, name), seats)):
                start = self.field(name, [length for length in shape if length > 1] or [1], MOST, f"{name} of the view")
                self.places[name] = (int(start), *shape)

    def _shape(self, kind: Any, value: Any, seats: int) -> tuple[int, int] | None:
        inner = get_args(kind)[0] if get_args(kind) else None
        if kind in (int, bool):
            return 1, 1
        if kind is str or inner is str:
            return (1, len(self.words)) if self.words else None
        if inner in (int, bool):
            return (seats, 1) if len(value) == seats else (1, len(value)) if value else None
        deeper = get_args(inner)[0] if get_args(inner) else None
        if deeper is str and self.words:
            return len(value) or 1, len(self.words)
        if deeper in (int, bool) and value and value[0]:
            return len(value), len(value[0])
        return None

    def write(self, s: State, seat: int, out: ObservationWriter) -> None:
        self.write_question(s, seat, out)
        view = self.game.view(s, seat)
        for name, (start, rows, length) in self.places.items():
            value = getattr(view, name)
            many = list(value) if isinstance(value, tuple) and rows > 1 else [value]
            for row in range(min(rows, len(many))):
                at = start + (self.from_seat(seat, row) if rows == self.seats else row) * length
                self._write_row(at, length, many[row], out)

    def _write_row(self, at: int, length: int, value: Any, out: ObservationWriter) -> None:
        things = list(value) if isinstance(value, tuple) else [value]
        if any(isinstance(thing, str) for thing in things):
            for word, number in self.words.items():
                out.put(at + number, things.count(word))
        else:
            for place, amount in enumerate(things[:length]):
                out.put(at + place, int(amount))


def steps_of(game: AnyGame) -> list[type]:
    """Return the step classes of a game's package."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    modules = [
        module for name, module in sorted(sys.modules.items()) if name == package or name.startswith(f"{package}.")
    ]
    found = [
        one for module in modules for one in vars(module).values() if isinstance(one, type) and issubclass(one, Step)
    ]
    return [one for one in dict.fromkeys(found) if one.__module__.startswith(package)]
